// Move ordering. Scores are sums of small weights found by tuning node counts
// (search-plain.md); they never affect a value, only how soon a cut-off comes.
#pragma once

#include <algorithm>
#include <limits>

#include "cards.hpp"
#include "history.hpp"
#include "sure_tricks.hpp"

namespace plain {

// Moves with scores. Most nodes need only the best, so they are not sorted: its score is kept
// at hand, and `advance` looks for the best one below it.
struct MoveList {
    int size = 0, best = std::numeric_limits<int>::min();
    int packed[13];  // score * 64 + card index, no two alike
    void add(int score, int index) {
        const int value = score * 64 + index;
        packed[size++] = value;
        best = std::max(best, value);
    }
    // Raises the score of the move added at a place.
    void raise(int place, int bonus) {
        packed[place] += std::max(bonus, 0) * 64;
        best = std::max(best, packed[place]);
    }
    bool any() const { return best != std::numeric_limits<int>::min(); }
    u64 card() const { return 1ull << (best & 63); }
    // The next best of the moves that are still among the choices.
    void advance(u64 choices) {
        const int last = best;
        best = std::numeric_limits<int>::min();
        int left = 0;
        for (int i = 0; i < size; ++i) {
            const int value = packed[i];
            const bool stays = value < last && choices >> (value & 63) & 1;
            packed[left] = value;
            left += stays;
            best = std::max(best, stays ? value : best);
        }
        size = left;
    }
};

// Layout of the weights. "Kind" is 0 at notrump, 1 for a side suit, 2 for trumps;
// owners are seats counted from the mover; card types are top, second, lowest, other.
enum : int {
    kLeadTable = 0,                        // [kind 3][owner of top 4][of second 4][type 4]
    kLeadTriple = kLeadTable + 192,        // [kind 3][owner of top 4][of second 4][of third 5, 4: none]
    kLeadLength = kLeadTriple + 240,       // [kind 3][seat 4][length 0-6]
    kLeadGoal = kLeadLength + 84,          // [kind 3][tricks to spare 0-2][goal 1-3][type 4]
    kLeadRank = kLeadGoal + 108,           // [kind 3][type 4] per card above it
    kLeadHint = kLeadRank + 12,            // [kind 3][best known, killer]
    kLeadAgain = kLeadHint + 6,            // [kind 3][own or other side led it last 2][type 4]
    kLeadRun = kLeadAgain + 24,            // [kind 3][winners of own side 0-3][longer holding 0-5]
    kLeadRuff = kLeadRun + 72,             // [seat 1-3][length 0-2][has trumps 2]
    kLeadTried = kLeadRuff + 18,           // [kind 3][before, after this suit, after this winner]
    // The rest twice: at notrump, with trumps.
    kFollow = kLeadTried + 9,              // [place 1-3][partner wins surely 2][sure, beats, low]
    kFollowRank = kFollow + 18,            // same layout, per card above it
    kRuff = kFollowRank + 18,              // [place 1-3][partner sure 2][sure, beats, under]
    kDiscard = kRuff + 18,                 // [place 1-3][singleton, same with trumps, rank, bares a guard]
    kDiscardTable = kDiscard + 12,         // [place 1-3][owner of top 4][owner of second 4]
    kDiscardLength = kDiscardTable + 48,   // [place 1-3][seat 4]
    kKiller = kDiscardLength + 12,         // [place 1-3]
    kReply = kKiller + 3,                  // [place 1-3] of what came of it before
    kTrumps = kReply + 3 - kFollow,        // from a weight at notrump to the one with trumps
    kWeights = kFollow + 2 * kTrumps,
};

#if defined(PLAIN_TUNING)
extern int tuned[kWeights];
inline int weight(int i) { return tuned[i]; }
#else
inline constexpr int tuned[kWeights] = {
#include "order_weights.inc"
};
inline constexpr int weight(int i) { return tuned[i]; }
#endif
// A weight of the second part of the layout.
template <bool Trump>
inline constexpr int follow_weight(int i) { return weight(i + (Trump ? kTrumps : 0)); }

// What earlier searches suggest for a lead; 0 where nothing is known.
struct LeadHints {
    u64 best = 0;       // best card of a matching or sister position
    u64 killer = 0;     // last successful lead with as many tricks left
    u64 last_lane = 0;  // suit of the trick before
    bool own_side_led = false;
    int goal = 1, spare = 0;  // tricks the mover's side needs, and may lose
};

inline int owner_from(const u64 hands[kSeats], int seat, u64 card) {
    if (hands[seat] & card) return 0;
    if (hands[(seat + 1) & 3] & card) return 1;
    if (hands[(seat + 2) & 3] & card) return 2;
    return 3;
}

// What the leads of one suit score, as far as the suit alone tells, by rank.
struct alignas(64) LeadOrder {
    i16 scores[13];
    i16 tried[13];  // averages of success
    u32 types;  // two bits a card
    int type(int rank) const { return types >> 2 * rank & 3; }
};

// Hands from the leader on, lane-relative. `ruffs`: to be added where the holders of trumps (their
// bits, `TrumpFacts`) have some.
template <bool Trump>
inline LeadOrder lead_order(const u64 hands[kSeats], int suit, i16 ruffs[3]) {
    LeadOrder order;
    std::fill_n(order.tried, 13, i16{0});
    order.types = 0;
    const u64 mine = hands[0], ours = hands[0] | hands[2], all = ours | hands[1] | hands[3];
    if (!mine) return order;
    const int kind = !Trump ? 0 : suit == kTrumpLane ? 2 : 1;
    const u64 top = highest(all), second = highest(all ^ top);
    const u64 third = second ? highest(all ^ top ^ second) : 0;
    const int top_owner = owner_from(hands, 0, top);
    const int second_owner = second ? owner_from(hands, 0, second) : top_owner;
    const int third_owner = third ? owner_from(hands, 0, third) : 4;
    const int owners = (kind * 4 + top_owner) * 4 + second_owner;

    int of_suit = weight(kLeadTriple + owners * 5 + third_owner);
    for (int seat = 0; seat < kSeats; ++seat) {
        const int length = count(hands[seat]);
        of_suit += weight(kLeadLength + (kind * 4 + seat) * 7 + std::min(length, 6));
        if (kind != 1 || !seat) continue;
        const int ruff = kLeadRuff + ((seat - 1) * 3 + std::min(length, 2)) * 2;
        of_suit += weight(ruff);
        ruffs[holder_bit(seat)] = static_cast<i16>(weight(ruff + 1) - weight(ruff));
    }
    const u64 best = highest(all & ~ours);
    const int run = count(best ? ours & ~((best << 1) - 1) : ours);
    const int longer = std::max(count(hands[0]), count(hands[2]));
    of_suit += weight(kLeadRun + (kind * 4 + std::min(run, 3)) * 6 + std::min(longer, 5));

    for (u64 choices = mine; choices; choices &= choices - 1) {
        const u64 card = lowest(choices);
        const int rank = lowest_index(card);
        // The card stands for its run of equals: judge it by the run's top.
        const int above = count(all & ~mine & ~((card << 1) - 1));
        const int type = !above ? 0 : card == lowest(mine) ? 2 : above == 1 ? 1 : 3;
        order.types |= static_cast<u32>(type) << 2 * rank;
        order.scores[rank] = static_cast<i16>(
            of_suit + weight(kLeadTable + owners * 4 + type) + weight(kLeadRank + kind * 4 + type) * above);
    }
    return order;
}

template <bool Trump, class Book, class View>
inline void order_leads(const Book& facts, const View& view, int leader, u64 choices, const LeadHints& hints,
                        const LeadHistory& history, LeadHistory::Before before, MoveList& moves) {
    const int goal = std::min(hints.goal, 3) - 1, spare = std::min(hints.spare, 2);
    int by_type[kSuits][4];
    for (int suit = 0; suit < kSuits; ++suit) {
        const int kind = !Trump ? 0 : suit == kTrumpLane ? 2 : 1;
        const int by_goal = kLeadGoal + ((kind * 3 + spare) * 3 + goal) * 4;
        int more = history.after_suit(leader, before, suit) * weight(kLeadTried + kind * 3 + 1) / kAlways;
        if (kind == 1) {
            const int holders = view.suits[kTrumpLane]->trumps.holders;
            for (int bit = 0; bit < 3; ++bit) more += holders >> bit & 1 ? view.suits[suit]->ruffs[bit] : 0;
        }
        for (int type = 0; type < 4; ++type) by_type[suit][type] = weight(by_goal + type) + more;
    }
    if (hints.last_lane) {
        const int suit = suit_of_index(lowest_index(hints.last_lane));
        const int kind = !Trump ? 0 : suit == kTrumpLane ? 2 : 1;
        for (int type = 0; type < 4; ++type)
            by_type[suit][type] += weight(kLeadAgain + (kind * 2 + !hints.own_side_led) * 4 + type);
    }
    for (u64 rest = choices; rest; rest &= rest - 1) {
        const int index = lowest_index(rest), suit = index >> 4, rank = index & 15;
        const int kind = !Trump ? 0 : suit == kTrumpLane ? 2 : 1;
        const LeadOrder& order = facts.leads(view.suits[suit]);
        moves.add(order.scores[rank] + by_type[suit][order.type(rank)] + order.tried[rank] * weight(kLeadTried + kind * 3) / kAlways, index);
    }
    const auto raise = [&](u64 card, int row, int which) {
        if (!(card & choices)) return;
        const int kind = !Trump ? 0 : card >> (16 * kTrumpLane) ? 2 : 1;
        moves.raise(count(choices & (card - 1)), weight(row + kind * (row == kLeadHint ? 2 : 3) + which));
    };
    raise(hints.best, kLeadHint, 0);
    raise(hints.killer, kLeadHint, 1);
    raise(history.winning(leader, before), kLeadTried, 2);
}

// The same for discards, by place and rank.
struct DiscardOrder {
    i16 scores[3][13];
    bool singleton;  // that a hand with trumps may want to ruff afterwards
};

// Hands from the discarding one on, lane-relative.
template <bool Trump>
inline DiscardOrder discard_order(const u64 hands[kSeats]) {
    DiscardOrder order;
    const u64 mine = hands[0], all = hands[0] | hands[1] | hands[2] | hands[3];
    const u64 top = highest(all), second = highest(all ^ top);
    order.singleton = !(mine & (mine - 1));
    for (int place = 0; place < 3; ++place) {
        const int w = kDiscard + place * 4;
        int base = follow_weight<Trump>(kDiscardTable + (place * 4 + owner_from(hands, 0, top)) * 4 +
                          (second ? owner_from(hands, 0, second) : 0));
        for (int seat = 0; seat < kSeats; ++seat)
            base += follow_weight<Trump>(kDiscardLength + place * 4 + seat) * count(hands[seat]);
        if (order.singleton) base += follow_weight<Trump>(w);
        // One more discard would leave a high card without guard.
        if (count(mine) == 2 && (mine & second) && !(mine & top)) base += follow_weight<Trump>(w + 3);
        for (u64 rest = mine; rest; rest &= rest - 1) {
            const int rank = lowest_index(rest);
            const int score = base + follow_weight<Trump>(w + 2) * count(all & ~mine & ~((2ull << rank) - 1));
            order.scores[place][rank] = static_cast<i16>(score);
        }
    }
    return order;
}

struct TrickView {
    u64 led_lane;  // lane of the suit led
    u64 best;      // winning card so far
    u64 in_play;   // cards still in hands
};

// Place is 1, 2 or 3: how many cards are on the table.
template <bool Trump, int place, class Book>
[[gnu::always_inline]] inline void order_follows(Book& facts, int seat, const TrickView& trick,
                          u64 cards, bool partner_ahead, u64 killer, const Replies* replies,
                          MoveList& moves) {
    const u64 mine = facts.dealt(seat) & trick.in_play;
    const u64 trump_lane = Trump ? lane_mask(kTrumpLane) : 0;
    // Best card an opponent still to play can put on the table.
    u64 threat = 0;
    if (place < 3) {
        const u64 next = facts.dealt((seat + 1) & 3) & trick.in_play;
        threat = highest(next & trick.led_lane);
        if (Trump && !threat) threat = highest(next & trump_lane);
    }
    bool partner_sure = partner_ahead && trick.best > threat;
    if (place == 1 && !partner_ahead) {
        const u64 partner = facts.dealt((seat + 2) & 3) & trick.in_play;
        u64 help = highest(partner & trick.led_lane);
        if (Trump && !help && (partner & trump_lane)) help = highest(partner & trump_lane);
        partner_sure = help > threat && help > trick.best;
    }
    const int row = (place - 1) * 2 + partner_sure;
    const auto type_of = [&](u64 card) { return card > trick.best ? (card > threat ? 0 : 1) : 2; };
    u64 rest = cards;
    if (cards & trick.led_lane) {
        const u64 others = trick.in_play & trick.led_lane & ~mine;
        const int* by_type = &tuned[kFollow + row * 3 + (Trump ? kTrumps : 0)];
        const int* by_rank = &tuned[kFollowRank + row * 3 + (Trump ? kTrumps : 0)];
        for (; rest; rest &= rest - 1) {
            const u64 card = lowest(rest);
            const int type = type_of(card);
            const int index = lowest_index(card), above = count(others & ~((card << 1) - 1));
            const int bonus = replies ? replies->averages[index & 15] * follow_weight<Trump>(kReply + place - 1) / kAlways : 0;
            moves.add(by_type[type] + by_rank[type] * above + bonus, index);
        }
    } else {
        const bool trumps = Trump && (mine & trump_lane);
        for (rest &= ~trump_lane; rest;) {
            const int suit = suit_of_index(lowest_index(rest));
            const DiscardOrder& order = facts.discards(trick.in_play, suit, seat);
            const int more = trumps && order.singleton ? follow_weight<Trump>(kDiscard + (place - 1) * 4 + 1) : 0;
            for (u64 held = rest & lane_mask(suit); held; held &= held - 1)
                moves.add(order.scores[place - 1][lowest_index(held) & 15] + more, lowest_index(held));
            rest &= ~lane_mask(suit);
        }
        for (rest = cards & trump_lane; rest; rest &= rest - 1) {
            const u64 card = lowest(rest);
            const u64 under = trick.in_play & trump_lane & (card - 1);
            moves.add(follow_weight<Trump>(kRuff + row * 3 + type_of(card)) - count(under), lowest_index(card));
        }
    }
    if (killer & cards) moves.raise(count(cards & (killer - 1)), follow_weight<Trump>(kKiller + place - 1));
}

}  // namespace plain
