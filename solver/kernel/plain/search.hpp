// Zero-window partition search: "does the maximising side take at least `need`
// of the tricks left?". Every answer comes with the cards whose ranks it
// depends on; the lowest of them in each suit bounds the partition for which
// the same answer holds.
#pragma once

#include <vector>

#include "budget.hpp"
#include "cards.hpp"
#include "order.hpp"
#include "quick_tricks.hpp"
#include "shared_table.hpp"
#include "sure_tricks.hpp"

namespace plain {

struct Features {  // every optimisation can be switched off for tests
    bool table = true, quick = true, sure = true, equals = true, skip = true, order = true;
};

struct Position {
    u64 hands[kSeats];
    u64 table[kSeats];  // cards of the trick under way, by seat
    int leader;         // of that trick
    int on_table;       // how many cards it has
    int tricks;         // still to be decided, the one under way included
};

inline u64 shape_unit(int index, int seat) { return 1ull << (16 * (index >> 4) + 4 * seat); }

inline u64 shape_of(const u64 hands[kSeats]) {
    u64 shape = 0;
    for (int seat = 0; seat < kSeats; ++seat)
        for (u64 rest = hands[seat]; rest; rest &= rest - 1)
            shape += shape_unit(lowest_index(rest), seat);
    return shape;
}

template <bool Trump, bool Pairs>
class Search {
public:
    Search(Budget& budget, SharedTable& table, int max_seats, Features features)
        : budget_(budget), table_(table), max_seats_(max_seats), on_(features) {}

    void load(const Position& position) {
        all_ = 0;
        for (int seat = 0; seat < kSeats; ++seat) all_ |= hands_[seat] = position.hands[seat];
        shape_ = shape_of(hands_);
        position_ = position;
        std::memset(killers_, 0, sizeof killers_);
    }
    bool reaches(int need) {
        u64 ranks = 0;
        const Position& p = position_;
        if (p.on_table == 0) return lead(p.leader, p.tricks, need, ranks);
        const auto [best, best_seat] = ahead(p);
        const u64 led_lane = lane_of(p.table[p.leader]);
        u64 cards = 0;
        for (const u64 card : p.table) cards |= card;
        if (p.on_table == kSeats)
            return lead(best_seat, p.tricks - 1, need - maximises(best_seat), ranks);
        const Trick trick{led_lane, best, best_seat, cards, p.leader};
        const int seat = (p.leader + p.on_table) & 3;
        if (p.on_table == 1) return follow<1>(seat, trick, p.tricks, need, ranks);
        if (p.on_table == 2) return follow<2>(seat, trick, p.tricks, need, ranks);
        return follow<3>(seat, trick, p.tricks, need, ranks);
    }

    struct Ahead {
        u64 card;
        int seat;
    };
    // The card that is winning the trick on the table.
    static Ahead ahead(const Position& p) {
        Ahead found{p.table[p.leader], p.leader};
        const u64 led_lane = lane_of(found.card);
        for (int i = 1; i < p.on_table; ++i) {
            const int seat = (p.leader + i) & 3;
            if (beats(p.table[seat], found.card, led_lane)) found = {p.table[seat], seat};
        }
        return found;
    }

private:
    struct Trick {
        u64 led_lane, best;
        int best_seat;
        u64 cards;
        int leader;
    };

    struct Reply {
        u32 key, card;
    };
    static constexpr int kReplyBits = 12, kReplyTricks = 7;  // small: it must stay in the cache

    bool maximises(int seat) const {
        if (Pairs) return ((max_seats_ ^ seat) & 1) != 0;  // 0b0101 holds seats 0 and 2
        return (max_seats_ >> seat) & 1;
    }
    static bool beats(u64 card, u64 best, u64 led_lane) {
        const u64 able = led_lane | (Trump ? lane_mask(kTrumpLane) : 0);
        return (card & able) && card > best;
    }
    void remove(int seat, u64 card) {
        hands_[seat] ^= card;
        all_ ^= card;
        shape_ -= shape_unit(lowest_index(card), seat);
    }
    void restore(int seat, u64 card) {
        hands_[seat] ^= card;
        all_ ^= card;
        shape_ += shape_unit(lowest_index(card), seat);
    }

    // The ranks a refuted card leaves behind. If they split a run of equals
    // (of which only the lowest is tried), the next equal below is needed too,
    // or another position of the partition could hold a different card there.
    u64 with_equals(u64 ranks, u64 card, u64 hand, u64 tops) const {
        const u64 lane_bits = lane_of(card);
        const u64 low = lowest(ranks & lane_bits);
        if (!low || low <= card) return ranks;
        const u64 next = highest(hand & lane_bits & (low - 1));
        // `next` continues a run when it is not a run's top.
        return next & ~tops ? ranks | next : ranks;
    }

    // The ranks a successful card leaves behind. When it won by rank, its mover
    // may as well have played the top of the run of equals: then only the top
    // is needed, and the equals left in hand move down one place.
    static u64 by_run_top(u64 ranks, u64 card, u64 hand, u64 tops) {
        if (!(ranks & card) || (tops & card)) return ranks;
        const u64 lane_bits = lane_of(card);
        if (ranks & lane_bits & (card - 1)) return ranks;
        ranks ^= card;
        const u64 low = lowest(ranks & lane_bits);
        const u64 top = lowest(tops & lane_bits & ~(card - 1));
        if (low && low <= top) return ranks | highest(hand & lane_bits & (low - 1));
        return ranks | top;
    }

    bool last_trick(int leader, u64& ranks) {
        u64 best = hands_[leader];
        int best_seat = leader;
        const u64 led_lane = lane_of(best);
        for (int i = 1; i < kSeats; ++i) {
            const int seat = (leader + i) & 3;
            if (beats(hands_[seat], best, led_lane)) best = hands_[seat], best_seat = seat;
        }
        const u64 rivals = all_ & lane_of(best);
        ranks = rivals & (rivals - 1) ? best : 0;
        return maximises(best_seat);
    }

    bool lead(int leader, int tricks, int need, u64& ranks) {
        ranks = 0;
        if (need <= 0) return true;
        if (need > tricks) return false;
        budget_.count_node();
        if (tricks == 1) return last_trick(leader, ranks);

        const u64 key = Table::key(shape_, leader);
        if (on_.table) table_.prefetch(key);
        const bool max_leads = maximises(leader);
        const int goal = max_leads ? need : tricks - need + 1;
        const bool wide = tricks > 8;
        const Owners owners(hands_, all_);
        u64 best = 0;
        const auto look_up = [&] {
            u64 fixed = 0;
            u8 hint = 0;
            const int known = table_.probe(key, owners, wide, need, fixed, hint);
            if (known) ranks = scatter(fixed, all_);
            else if (hint) best = card_of_hint(hint, leader);
            return known;
        };
        // With trumps and many tricks left the table answers more often than any count does.
        const bool table_first = Trump && tricks >= 5;
        if (on_.table && table_first)
            if (const int known = look_up()) return known > 0;
        if (on_.quick) {
            const QuickTricks quick = quick_tricks<Trump, Pairs>(hands_, leader, goal);
            if (quick.tricks >= goal) {
                ranks = trimmed(quick.ranks);
                return max_leads;
            }
        }
        const int their_goal = tricks - goal + 1;
        if (Trump && on_.sure && Pairs) {
            const SureTricks sure = sure_trumps(hands_, leader, their_goal, true);
            if (sure.tricks >= their_goal) {
                ranks = trimmed(sure.ranks);
                return !max_leads;
            }
            const SureTricks ours = sure_trumps(hands_, leader ^ 1, goal, false);
            if (ours.tricks >= goal) {
                ranks = trimmed(ours.ranks);
                return max_leads;
            }
        }

        if (on_.sure && Pairs && (!Trump || !(all_ & lane_mask(kTrumpLane)))) {
            const SureTricks sure = sure_winners(hands_, leader, all_, tricks, their_goal);
            if (sure.tricks >= their_goal) {
                ranks = trimmed(sure.ranks);
                return !max_leads;
            }
        }

        if (on_.table && !table_first)
            if (const int known = look_up()) return known > 0;

        const bool result = search_leads(leader, tricks, need, ranks, best);
        if (on_.table) {
            ranks = trimmed(ranks);
            const u64 relevant = all_ & at_or_above_lowest(ranks);
            const Bounds bounds = result ? Bounds{static_cast<u8>(need), static_cast<u8>(tricks), hint_of_card(best), 0}
                                         : Bounds{0, static_cast<u8>(need - 1), hint_of_card(best), 0};
            table_.store(key, owners, gather(relevant, all_), wide, bounds);
        }
        return result;
    }

    // Below the top cards of a suit only one hand may have cards left: the shape
    // then tells their owner, and their ranks need not be kept.
    u64 trimmed(u64 ranks) const {
        u64 single = 0;
        for (int seat = 0; seat < kSeats; ++seat)
            single |= hands_[seat] & ~at_or_above_lowest(all_ & ~hands_[seat]);
        const u64 cut = ranks & single;
        if (!cut) return ranks;
        return (ranks & ~single) | (lowest_per_lane(all_ & ~single) & lanes_with(cut));
    }

    // A lead in terms that survive in other positions of the shape: its suit and
    // how many cards in play are above it.
    u8 hint_of_card(u64 card) const {
        if (!card) return 0;
        return static_cast<u8>(1 + suit_of_index(lowest_index(card)) * 16 +
                               count(all_ & lane_of(card) & ~((card << 1) - 1)));
    }
    u64 card_of_hint(u8 hint, int leader) const {
        const int suit = (hint - 1) >> 4, above = (hint - 1) & 15;
        const u64 held = hands_[leader] & lane_mask(suit), cards = all_ & lane_mask(suit);
        if (!held) return 0;
        const int from_bottom = count(cards) - 1 - above;
        u64 card = from_bottom < 0 ? 0 : scatter(1ull << from_bottom, cards);
        if (!(card & held)) card = lowest(held);
        // Leads are tried by the lowest card of a run.
        const u64 bottoms = run_bottoms(held, all_);
        return highest(bottoms & ((card << 1) - 1));
    }

    bool search_leads(int leader, int tricks, int need, u64& ranks, u64& best) {
        const u64 last_lane = last_lane_;
        const int last_leader = last_leader_;
        const bool max_moves = maximises(leader);
        const int goal = max_moves ? need : tricks - need + 1;
        const u64 hand = hands_[leader];
        const auto [bottoms, tops] = Runs(hand, all_);
        u64 choices = on_.equals ? bottoms : hand;
        MoveList moves;
        if (on_.order) {
            const LeadHints hints{best, killers_[tricks][0][leader],
                                  last_lane, maximises(last_leader) == max_moves,
                                  goal, tricks - goal};
            order_leads<Trump>(hands_, leader, all_, choices, hints, moves);
        } else {
            for (u64 rest = choices; rest; rest &= rest - 1) moves.add(0, lowest_index(rest));
        }
        u64 seen = 0;
        for (; moves.any(); moves.advance()) {
            const u64 card = moves.card();
            if (!(choices & card)) continue;
            remove(leader, card);
            u64 below;
            const Trick trick{lane_of(card), card, leader, card, leader};
            const bool result = follow<1>((leader + 1) & 3, trick, tricks, need, below);
            restore(leader, card);
            if (result == max_moves) {
                killers_[tricks][0][leader] = card;
                best = card;
                ranks = by_run_top(below, card, hand, tops);
                return result;
            }
            if (on_.skip) choices &= ~covered(below, card);
            seen |= with_equals(below, card, hand, tops);
        }
        ranks = seen;
        return !max_moves;
    }

    // Cards of the same suit that the refutation of `card` refutes as well:
    // all those below every rank it used.
    static u64 covered(u64 ranks, u64 card) {
        const u64 lane_bits = lane_of(card);
        const u64 low = lowest(ranks & lane_bits);
        if (!low) return lane_bits;
        return low > card ? lane_bits & (low - 1) : 0;
    }

    // Second hand or its partner wins the trick under way by a card that third hand
    // can't beat, and their side takes the rest of what it needs without losing the lead.
    bool quick_second(int seat, const Trick& trick, int tricks, int need, u64& ranks) {
        const int goal = maximises(seat) ? need : tricks - need + 1;
        const u64 led = trick.led_lane, trumps = Trump ? lane_mask(kTrumpLane) : 0;
        const u64 third = hands_[(seat + 1) & 3], follows = third & led;
        // Whether it ruffs or throws off the suit it is to ruff next is left to the search.
        if (!follows && (third & trumps)) return false;
        const u64 theirs = (hands_[trick.leader] | third) & led;
        for (const int winner : {seat, (seat + 2) & 3}) {
            const u64 top = highest(hands_[winner] & led);
            QuickTricks quick;
            if (top) {
                if (top < trick.best || top < theirs) continue;
                // As if it led that card while the leader still held the card led.
                hands_[trick.leader] ^= trick.best;
                quick = quick_tricks<Trump, true>(hands_, winner, goal, suit_of_index(lowest_index(top)));
                hands_[trick.leader] ^= trick.best;
            } else if (hands_[winner] & trumps) {
                quick = after_ruff(winner, trick, goal);
            }
            if (quick.tricks < goal) continue;
            ranks = quick.ranks | top;
            return true;
        }
        return false;
    }

    // Tricks that `winner` starts with its lowest trump, the others following low.
    QuickTricks after_ruff(int winner, const Trick& trick, int goal) const {
        if (goal == 1) return {1, 0};
        u64 hands[kSeats];
        for (int seat = 0; seat < kSeats; ++seat) {
            const u64 follows = seat == trick.leader ? 0 : hands_[seat] & trick.led_lane;
            hands[seat] = hands_[seat] ^ lowest(follows);
        }
        hands[winner] ^= lowest(hands[winner] & lane_mask(kTrumpLane));
        const QuickTricks quick = quick_tricks<true, true>(hands, winner, goal - 1);
        return {quick.tricks + 1, quick.ranks};
    }

    // Second hand's best reply, remembered by the shape, and by the cards of the suit
    // led: who holds which, in relative ranks.
    u64 reply_key(int seat, const Trick& trick) const {
        const u64 in_suit = (all_ | trick.best) & trick.led_lane;
        u64 holders = gather(trick.best, in_suit);
        for (int i = 0; i < 3; ++i) holders = holders << 13 | gather(hands_[(seat + i) & 3], in_suit);
        return (((shape_ + seat) * 0x9E37'79B9'7F4A'7C15ull) ^ holders) * 0xD6E8'FEB8'6659'FD93ull;
    }
    static u64 reply_of(const Reply& reply, u64 choices) {
        const u64 card = 1ull << reply.card, same_suit = choices & lane_of(card);
        // Choices stand for their run of equals by its lowest card.
        const u64 below = same_suit & ((card << 1) - 1);
        return below ? highest(below) : lowest(same_suit);
    }

    template <int Place>
    bool follow(int seat, const Trick& trick, int tricks, int need, u64& ranks) {
        const bool max_moves = maximises(seat);
        const u64 hand = hands_[seat];
        const u64 suit = hand & trick.led_lane;
        if constexpr (Pairs && Place == 1)
            if (on_.quick && quick_second(seat, trick, tricks, need, ranks)) return max_moves;
        const u64 legal = suit ? suit : hand;
        // The winning card separates neighbours; beaten cards no longer do.
        const auto [bottoms, tops] = Runs(hand, all_ | trick.best);
        u64 choices = on_.equals ? bottoms & legal : legal;
        if (!(choices & (choices - 1))) {
            const bool result = play<Place>(seat, choices, trick, tricks, need, ranks);
            ranks = result == max_moves ? by_run_top(ranks, choices, hand, tops)
                                        : with_equals(ranks, choices, hand, tops);
            return result;
        }
        MoveList moves;
        u64& killer = killers_[tricks][Place][seat];
        Reply* reply = nullptr;
        u32 key = 0;
        u64 hint = 0;
        if (Place == 1 && tricks >= kReplyTricks) {
            const u64 full = reply_key(seat, trick);
            key = static_cast<u32>(full);
            reply = &replies_[full >> (64 - kReplyBits)];
            if (reply->key == key) hint = reply_of(*reply, choices);
        }
        if (on_.order) {
            const bool partner_ahead = maximises(trick.best_seat) == max_moves;
            order_follows<Trump>(hands_, seat, Place, {trick.led_lane, trick.best, all_},
                                 choices, suit != 0, partner_ahead, killer, hint, moves);
        } else {
            for (u64 rest = choices; rest; rest &= rest - 1) moves.add(0, lowest_index(rest));
        }
        u64 seen = 0;
        for (; moves.any(); moves.advance()) {
            const u64 card = moves.card();
            if (!(choices & card)) continue;
            u64 below;
            const bool result = play<Place>(seat, card, trick, tricks, need, below);
            if (result == max_moves) {
                killer = card;
                if (reply) *reply = {key, static_cast<u32>(lowest_index(card))};
                ranks = by_run_top(below, card, hand, tops);
                return result;
            }
            if (on_.skip) choices &= ~covered(below, card);
            seen |= with_equals(below, card, hand, tops);
        }
        ranks = seen;
        return !max_moves;
    }

    template <int Place>
    bool play(int seat, u64 card, const Trick& trick, int tricks, int need, u64& ranks) {
        Trick next = trick;
        next.cards |= card;
        if (beats(card, trick.best, trick.led_lane)) {
            next.best = card;
            next.best_seat = seat;
        }
        remove(seat, card);
        bool result;
        if constexpr (Place < 3) {
            result = follow<Place + 1>((seat + 1) & 3, next, tricks, need, ranks);
        } else {
            const bool max_wins = maximises(next.best_seat);
            last_lane_ = trick.led_lane;
            last_leader_ = trick.leader;
            result = lead(next.best_seat, tricks - 1, need - max_wins, ranks);
            const u64 rivals = next.cards & lane_of(next.best);
            if (rivals & (rivals - 1)) ranks |= next.best;
        }
        restore(seat, card);
        return result;
    }

    Budget& budget_;
    SharedTable& table_;
    const int max_seats_;
    const Features on_;
    u64 hands_[kSeats] = {};
    u64 all_ = 0, shape_ = 0;
    Position position_{};
    u64 killers_[14][kSeats][kSeats] = {};  // [tricks left][place][seat]
    u64 last_lane_ = 0;                     // suit of the trick before, and who led it
    int last_leader_ = 0;
    std::vector<Reply> replies_ = std::vector<Reply>(1 << kReplyBits);
};

}  // namespace plain
