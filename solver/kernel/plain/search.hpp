// Zero-window partition search: "does the maximising side take at least `need`
// of the tricks left?". Every answer comes with the cards whose ranks it
// depends on; the lowest of them in each suit bounds the partition for which
// the same answer holds.
#pragma once

#include <cstring>
#include <utility>

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

template <bool Trump, bool Pairs>
class Search {
public:
    Search(Budget& budget, FactMemory& facts, SharedTable& table, int max_seats, Features features)
        : budget_(budget), facts_(facts), table_(table), max_seats_(max_seats), on_(features) {}

    void load(const Position& position) {
        position_ = position;
        u64 dealt[kSeats];
        for (int seat = 0; seat < kSeats; ++seat) dealt[seat] = position.hands[seat] | position.table[seat];
        if (!facts_.deal(dealt)) return;
        std::memset(killers_, 0, sizeof killers_);
        leads_tried_ = LeadHistory();
        replies_.clear(position.tricks);
    }
    // Whether that many seem to be made, if everybody plays what the ordering puts first.
    bool seems_to_reach(int need) {
        const bool table = std::exchange(on_.table, false);
        playing_out_ = true;
        const bool result = reaches(need);
        playing_out_ = false;
        on_.table = table;
        return result;
    }
    bool reaches(int need) {
        u64 ranks = 0, all = 0, played = 0;
        const Position& p = position_;
        for (int seat = 0; seat < kSeats; ++seat) all |= p.hands[seat], played |= p.table[seat];
        Trick trick{0, 0, p.leader, p.tricks, need};
        if (p.on_table == 0) {
            // As if a trick had just been won.
            trick.tricks += 1;
            trick.need += maximises(p.leader);
            return lead(all, p.leader, 0, trick, ranks);
        }
        const auto [best, best_seat] = ahead(p);
        trick.led_lane = lane_of(p.table[p.leader]);
        trick.start = all | played;
        if (p.on_table == 1) return follow<1>(trick, all, best, best_seat, ranks);
        if (p.on_table == 2) return follow<2>(trick, all, best, best_seat, ranks);
        if (p.on_table == 3) return follow<3>(trick, all, best, best_seat, ranks);
        return lead(all, best_seat, best, trick, ranks);
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
    using Book = FactBook<Trump, Pairs>;
    using View = typename Book::View;

    // What stays the same during a trick.
    struct Trick {
        u64 led_lane, start;  // cards in play when it began
        int leader, tricks, need;
    };

    bool maximises(int seat) const {
        if (Pairs) return ((max_seats_ ^ seat) & 1) != 0;  // 0b0101 holds seats 0 and 2
        return (max_seats_ >> seat) & 1;
    }
    static bool beats(u64 card, u64 best, u64 led_lane) {
        const u64 able = led_lane | (Trump ? lane_mask(kTrumpLane) : 0);
        return (card & able) && card > best;
    }
    u64 hand(int seat, u64 all) const { return facts_.dealt(seat) & all; }

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

    bool last_trick(u64 all, int leader, u64& ranks) {
        u64 best = hand(leader, all);
        int best_seat = leader;
        const u64 led_lane = lane_of(best);
        for (int i = 1; i < kSeats; ++i) {
            const int seat = (leader + i) & 3;
            if (beats(hand(seat, all), best, led_lane)) best = hand(seat, all), best_seat = seat;
        }
        const u64 rivals = all & lane_of(best);
        ranks = rivals & (rivals - 1) ? best : 0;
        return maximises(best_seat);
    }

    // A position between tricks, after a trick that `winner` has won.
    bool lead(u64 all, int leader, u64 winner, const Trick& before, u64& ranks) {
        const bool max_leads = maximises(leader);
        const int tricks = before.tricks - 1, need = before.need - max_leads;
        ranks = 0;
        if (need <= 0) return true;
        if (need > tricks) return false;
        if (!playing_out_) budget_.count_node();
        if (tricks == 1) return last_trick(all, leader, ranks);

        const View view = facts_.view(all, leader);
        const u64 key = Table::key(view.shape(), leader), single = view.single();
        if (on_.table) table_.prefetch(key);
        const int goal = max_leads ? need : tricks - need + 1;
        const bool wide = tricks > 8;
        const Owners owners(gather(odd_seats(), all), gather(upper_seats(), all));
        u64 best = 0;
        const auto look_up = [&] {
            u64 fixed = 0;
            u8 hint = 0;
            const int known = table_.probe(key, owners, wide, need, fixed, hint);
            if (known) ranks = scatter(fixed, all);
            else if (hint) best = card_of_hint(hint, hand(leader, all), all);
            return known;
        };
        const auto told = [&](int known) {
            ranks = trimmed(ranks, single, all);
            return known > 0 ? max_leads : !max_leads;
        };
        if (const int known = counted(view, leader, tricks, goal, ranks)) return told(known);
        if (on_.table)
            if (const int known = look_up()) return known > 0;
        if constexpr (Trump && Pairs)  // these take longer than a look into the table
            if (const int known = counted_with_trumps(view, leader, tricks, goal, ranks)) return told(known);

        const LeadHints hints{best, killers_[tricks][0][leader], before.led_lane,
                              maximises(before.leader) == max_leads, goal, tricks - goal};
        const LeadHistory::Before last{before.led_lane ? suit_of_index(lowest_index(before.led_lane)) : 0, winner ? lowest_index(winner) : 0};
        const bool result = search_leads(view, {0, all, leader, tricks, need}, hints, last, best, ranks);
        if (on_.table) {
            ranks = trimmed(ranks, single, all);
            const u64 relevant = all & at_or_above_lowest(ranks);
            const u8 hint = hint_of_card(best, all);
            const Bounds bounds = result ? Bounds{static_cast<u8>(need), static_cast<u8>(tricks), hint, 0}
                                         : Bounds{0, static_cast<u8>(need - 1), hint, 0};
            table_.store(key, owners, gather(relevant, all), wide, bounds);
        }
        return result;
    }
    u64 odd_seats() const { return facts_.dealt(1) | facts_.dealt(3); }
    u64 upper_seats() const { return facts_.dealt(2) | facts_.dealt(3); }

    // As if partner led, where the leader can lead to a winner of partner's.
    bool counted_crossed(const View& view, int leader, int goal, u64& ranks) {
        const View turned = facts_.turned(view, leader);
        const Plans<Trump, true> plans(turned);
        const QuickTricks quick = quick_tricks(turned, plans, goal);
        if (quick.tricks < goal) return false;
        u64 leads = lanes_with(view.mine);
        if constexpr (Trump)  // opponents must not ruff
            for (const int foe : {(leader + 1) & 3, (leader + 3) & 3}) {
                const u64 held = hand(foe, view.all);
                if (held & lane_mask(kTrumpLane)) leads &= lanes_with(held);
            }
        const u64 winner = plans.winner(turned, leads);
        ranks = quick.ranks | winner;
        return winner;
    }

    // What counting alone says of `goal` tricks for the leader's side: 1 makes them, -1 does not.
    int counted(const View& view, int leader, int tricks, int goal, u64& ranks) {
        if (on_.quick) {
            const QuickTricks quick = quick_tricks(view, Plans<Trump, Pairs>(view), goal);
            ranks = quick.ranks;
            if (quick.tricks >= goal) return 1;
            if constexpr (Pairs && !Trump)
                if (counted_crossed(view, leader, goal, ranks)) return 1;
        }
        if (!on_.sure || !Pairs) return 0;
        const int their_goal = tricks - goal + 1;
        if (Trump) {
            const TrumpFacts& trumps = view.suits[kTrumpLane]->trumps;
            if (trumps.theirs >= their_goal || trumps.ours >= goal) {
                const bool ours = trumps.theirs < their_goal;
                u64 hands[kSeats];
                for (int i = 0; i < kSeats; ++i)
                    hands[i] = lane(hand((leader + ours + i) & 3, view.all), kTrumpLane);
                ranks = in_lane(sure_trumps(hands, ours ? goal : their_goal, !ours).ranks, kTrumpLane);
                return ours ? 1 : -1;
            }
        }
        if (!Trump || !(view.all & lane_mask(kTrumpLane))) {
            const SureTricks sure = sure_winners(view, tricks, their_goal);
            ranks = sure.ranks;
            if (sure.tricks >= their_goal) return -1;
        }
        return 0;
    }

    // The same, of what is worth counting only where the table knows nothing.
    int counted_with_trumps(const View& view, int leader, int tricks, int goal, u64& ranks) {
        const TrumpFacts& trumps = view.suits[kTrumpLane]->trumps;
        if (on_.quick && trumps.longest <= trumps.draws && counted_crossed(view, leader, goal, ranks)) return 1;
        if (!on_.sure || !(view.all & lane_mask(kTrumpLane))) return 0;
        u64 hands[kSeats];
        for (int i = 0; i < kSeats; ++i) hands[i] = hand((leader + i) & 3, view.all);
        const int their_goal = tricks - goal + 1;
        const SureTricks sure = sure_tops(view, hands, tricks, their_goal);
        ranks = sure.ranks;
        return sure.tricks >= their_goal ? -1 : 0;
    }

    // Below the top cards of a suit only one hand may have cards left: the shape
    // then tells their owner, and their ranks need not be kept.
    static u64 trimmed(u64 ranks, u64 single, u64 all) {
        const u64 cut = ranks & single;
        if (!cut) return ranks;
        return (ranks & ~single) | (lowest_per_lane(all & ~single) & lanes_with(cut));
    }

    // A lead in terms that survive in other positions of the shape: its suit and
    // how many cards in play are above it.
    static u8 hint_of_card(u64 card, u64 all) {
        if (!card) return 0;
        return static_cast<u8>(1 + suit_of_index(lowest_index(card)) * 16 +
                               count(all & lane_of(card) & ~((card << 1) - 1)));
    }
    static u64 card_of_hint(u8 hint, u64 hand, u64 all) {
        const int suit = (hint - 1) >> 4, above = (hint - 1) & 15;
        const u64 held = hand & lane_mask(suit), cards = all & lane_mask(suit);
        if (!held) return 0;
        const int from_bottom = count(cards) - 1 - above;
        u64 card = from_bottom < 0 ? 0 : scatter(1ull << from_bottom, cards);
        if (!(card & held)) card = lowest(held);
        // Leads are tried by the lowest card of a run.
        return highest(run_bottoms(held, all) & ((card << 1) - 1));
    }

    bool search_leads(const View& view, Trick trick, const LeadHints& hints, LeadHistory::Before last, u64& best,
                      u64& ranks) {
        const bool max_moves = maximises(trick.leader);
        const u64 all = trick.start;
        const auto [bottoms, tops] = Runs(view.mine, all);
        u64 choices = on_.equals ? bottoms : view.mine;
        MoveList moves;
        if (on_.order) {
            order_leads<Trump>(facts_, view, trick.leader, choices, hints, leads_tried_, last, moves);
        } else {
            for (u64 rest = choices; rest; rest &= rest - 1) moves.add(0, lowest_index(rest));
        }
        u64 seen = 0;
        for (; moves.any(); moves.advance(choices)) {
            const u64 card = moves.card();
            u64 below = 0;
            trick.led_lane = lane_of(card);
            const bool result = follow<1>(trick, all ^ card, card, trick.leader, below);
            if (playing_out_) return result;
            const int index = lowest_index(card);
            learn(facts_.leads(view.suits[suit_of_index(index)]).tried[index & 15], result == max_moves, 2);
            leads_tried_.learn(trick.leader, last, card, result == max_moves);
            if (result == max_moves ) {
                killers_[trick.tricks][0][trick.leader] = card;
                best = card;
                ranks = by_run_top(below, card, view.mine, tops);
                return result;
            }
            if (on_.skip) choices &= ~covered(below, card);
            seen |= with_equals(below, card, view.mine, tops);
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
    bool quick_second(int seat, const Trick& trick, u64 all, u64 best, u64& ranks) {
        const int goal = maximises(seat) ? trick.need : trick.tricks - trick.need + 1;
        const u64 led = trick.led_lane, trumps = Trump ? lane_mask(kTrumpLane) : 0;
        const u64 third = hand((seat + 1) & 3, all), follows = third & led;
        // Whether it ruffs or throws off the suit it is to ruff next is left to the search.
        if (!follows && (third & trumps)) return false;
        const u64 theirs = (hand(trick.leader, all) | third) & led;
        for (const int winner : {seat, (seat + 2) & 3}) {
            const u64 top = highest(hand(winner, all) & led);
            QuickTricks quick;
            if (top) {
                if (top < best || top < theirs) continue;
                // As if it led that card while the leader still held the card led.
                const View view = facts_.view(all | best, winner);
                const Plans<Trump, true> plans(view);
                quick = quick_tricks(view, plans, goal, led == trumps);
                if (quick.tricks >= goal && !plans.winner(view, top)) continue;
            } else if (hand(winner, all) & trumps) {
                quick = after_ruff(winner, trick, all, goal);
            }
            if (quick.tricks < goal) continue;
            ranks = quick.ranks | top;
            return true;
        }
        return false;
    }

    // Tricks that `winner` starts with its lowest trump, the others following low.
    QuickTricks after_ruff(int winner, const Trick& trick, u64 all, int goal) {
        if (goal == 1) return {1, 0};
        u64 played = lowest(hand(winner, all) & lane_mask(kTrumpLane));
        for (int seat = 0; seat < kSeats; ++seat)
            if (seat != trick.leader) played |= lowest(hand(seat, all) & trick.led_lane);
        const View view = facts_.view(all & ~played, winner);
        const QuickTricks quick = quick_tricks(view, Plans<true, true>(view), goal - 1);
        return {quick.tricks + 1, quick.ranks};
    }

    // `best`: the card that is winning; `all`: cards still in hands.
    template <int Place>
    bool follow(const Trick& trick, u64 all, u64 best, int best_seat, u64& ranks) {
        const int seat = (trick.leader + Place) & 3;
        const bool max_moves = maximises(seat);
        if constexpr (Pairs && Place == 1)
            if (on_.quick && quick_second(seat, trick, all, best, ranks)) return max_moves;
        const u64 mine = hand(seat, all), suit = mine & trick.led_lane;
        const u64 legal = suit ? suit : mine;
        if (!(legal & (legal - 1))) return play<Place>(seat, legal, trick, all, best, best_seat, ranks);
        // The winning card separates neighbours; beaten cards no longer do.
        const auto [bottoms, tops] = Runs(mine, all | best);
        u64 choices = on_.equals ? bottoms & legal : legal;
        if (!(choices & (choices - 1))) {
            const bool result = play<Place>(seat, choices, trick, all, best, best_seat, ranks);
            ranks = result == max_moves ? by_run_top(ranks, choices, mine, tops)
                                        : with_equals(ranks, choices, mine, tops);
            return result;
        }
        MoveList moves;
        u64& killer = killers_[trick.tricks][Place][seat];
        Replies* replies = nullptr;
        if (Place < 3 && suit) {
            const int led = suit_of_index(lowest_index(suit));
            replies = &replies_.at(facts_.number(all | best, led), lowest_index(best), seat, Place);
        }
        if (on_.order) {
            const bool partner_ahead = maximises(best_seat) == max_moves;
            order_follows<Trump, Place>(facts_, seat, {trick.led_lane, best, all},
                                        choices, partner_ahead, killer, replies, moves);
        } else {
            for (u64 rest = choices; rest; rest &= rest - 1) moves.add(0, lowest_index(rest));
        }
        u64 seen = 0;
        for (; moves.any(); moves.advance(choices)) {
            const u64 card = moves.card();
            u64 below = 0;
            const bool result = play<Place>(seat, card, trick, all, best, best_seat, below);
            if (playing_out_) return result;
            if (replies)
                learn(replies->averages[lowest_index(card) & 15], result == max_moves, Replies::kMemory);
            if (result == max_moves ) {
                killer = card;
                ranks = by_run_top(below, card, mine, tops);
                return result;
            }
            if (on_.skip) choices &= ~covered(below, card);
            seen |= with_equals(below, card, mine, tops);
        }
        ranks = seen;
        return !max_moves;
    }

    template <int Place>
    bool play(int seat, u64 card, const Trick& trick, u64 all, u64 best, int best_seat, u64& ranks) {
        if (beats(card, best, trick.led_lane)) best = card, best_seat = seat;
        all ^= card;
        if constexpr (Place < 3) {
            return follow<Place + 1>(trick, all, best, best_seat, ranks);
        } else {
            const bool result = lead(all, best_seat, best, trick, ranks);
            const u64 rivals = (trick.start ^ all) & lane_of(best);
            if (rivals & (rivals - 1)) ranks |= best;
            return result;
        }
    }

    Budget& budget_;
    Book facts_;
    SharedTable& table_;
    const int max_seats_;
    Features on_;
    bool playing_out_ = false;
    Position position_{};
    u64 killers_[14][kSeats][kSeats] = {};  // [tricks left][place][seat]
    LeadHistory leads_tried_;
    ReplyHistory replies_;
};

}  // namespace plain
