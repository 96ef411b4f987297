// Move ordering. Scores are sums of small weights found by tuning node counts
// (search-plain.md); they never affect a value, only how soon a cut-off comes.
#pragma once

#include <algorithm>
#include <limits>

#include "cards.hpp"

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
    bool any() const { return best != std::numeric_limits<int>::min(); }
    u64 card() const { return 1ull << (best & 63); }
    void advance() {
        const int last = best;
        best = std::numeric_limits<int>::min();
        for (int i = 0; i < size; ++i) best = std::max(best, packed[i] < last ? packed[i] : best);
    }
};

#if defined(PLAIN_TUNING)
extern int tuned[1024];
inline int weight(int i) { return tuned[i]; }
#else
inline constexpr int tuned[1024] = {
#include "order_weights.inc"
};
inline constexpr int weight(int i) { return tuned[i]; }
#endif

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
    kFollow = kLeadRuff + 18,              // [place 1-3][partner wins surely 2][sure, beats, low]
    kFollowRank = kFollow + 18,            // same layout, per card above it
    kRuff = kFollowRank + 18,              // [place 1-3][partner sure 2][sure, beats, under]
    kDiscard = kRuff + 18,                 // [place 1-3][singleton, same with trumps, rank, bares a guard]
    kDiscardTable = kDiscard + 12,         // [place 1-3][owner of top 4][owner of second 4]
    kDiscardLength = kDiscardTable + 48,   // [place 1-3][seat 4]
    kKiller = kDiscardLength + 12,         // [place 1-3]
    kWeights = kKiller + 3,
};

inline constexpr int kReplyBonus = 30;  // of a reply that won before

// Adds up the weights of the features that hold.
struct Sum {
    int total = 0;
    void operator()(int index, int value = 1) { total += value * weight(index); }
};

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

// Calls visit(card, type, features) for every choice; `features` feeds a sink.
template <bool Trump, class Visit>
inline void describe_leads(const u64 hands[kSeats], int leader, u64 all, u64 cards,
                           const LeadHints& hints, Visit&& visit) {
    const u64 mine = hands[leader], partner = hands[(leader + 2) & 3];
    const int goal = std::min(hints.goal, 3) - 1, spare = std::min(hints.spare, 2);
    for (int suit = 0; suit < kSuits; ++suit) {
        const u64 suit_lane = lane_mask(suit);
        u64 choices = cards & suit_lane;
        if (!choices) continue;
        const int kind = !Trump ? 0 : suit == kTrumpLane ? 2 : 1;
        const u64 suit_all = all & suit_lane;
        const u64 top = highest(suit_all), second = highest(suit_all ^ top);
        const u64 third = second ? highest(suit_all ^ top ^ second) : 0;
        const int top_owner = owner_from(hands, leader, top);
        const int second_owner = second ? owner_from(hands, leader, second) : top_owner;
        const int third_owner = third ? owner_from(hands, leader, third) : 4;
        const int owners = (kind * 4 + top_owner) * 4 + second_owner;

        const auto suit_features = [&](auto& sink) {
            sink(kLeadTriple + owners * 5 + third_owner);
            for (int seat = 0; seat < kSeats; ++seat) {
                const u64 hand = hands[(leader + seat) & 3];
                const int length = count(hand & suit_lane);
                sink(kLeadLength + (kind * 4 + seat) * 7 + std::min(length, 6));
                if (kind == 1 && seat)
                    sink(kLeadRuff + ((seat - 1) * 3 + std::min(length, 2)) * 2 + (lane(hand, kTrumpLane) != 0));
            }
            const u64 ours = (mine | partner) & suit_lane, best = highest(suit_all & ~ours);
            const int run = count(best ? ours & ~((best << 1) - 1) : ours);
            const int longer = std::max(count(mine & suit_lane), count(partner & suit_lane));
            sink(kLeadRun + (kind * 4 + std::min(run, 3)) * 6 + std::min(longer, 5));
        };
        const u64 my_lowest = lowest(mine & suit_lane);
        const bool again = hints.last_lane == suit_lane;
        for (; choices; choices &= choices - 1) {
            const u64 card = lowest(choices);
            // The card stands for its run of equals: judge it by the run's top.
            const int above = count(suit_all & ~mine & ~((card << 1) - 1));
            const int type = !above ? 0 : card == my_lowest ? 2 : above == 1 ? 1 : 3;
            const auto card_features = [&](auto& sink) {
                sink(kLeadTable + owners * 4 + type);
                sink(kLeadGoal + ((kind * 3 + spare) * 3 + goal) * 4 + type);
                sink(kLeadRank + kind * 4 + type, above);
                if (again) sink(kLeadAgain + (kind * 2 + !hints.own_side_led) * 4 + type);
                if (card == hints.best) sink(kLeadHint + kind * 2);
                if (card == hints.killer) sink(kLeadHint + kind * 2 + 1);
            };
            visit(card, suit_features, card_features);
        }
    }
}

template <bool Trump>
inline void order_leads(const u64 hands[kSeats], int leader, u64 all, u64 cards,
                        const LeadHints& hints, MoveList& moves) {
    Sum suit;
    u64 suit_done = 0;
    describe_leads<Trump>(hands, leader, all, cards, hints, [&](u64 card, auto& of_suit, auto& of_card) {
        const u64 bits = lane_of(card);
        if (bits != suit_done) {
            suit_done = bits;
            suit = Sum{};
            of_suit(suit);
        }
        Sum sum = suit;
        of_card(sum);
        moves.add(sum.total, lowest_index(card));
    });
}

struct TrickView {
    u64 led_lane;  // lane of the suit led
    u64 best;      // winning card so far
    u64 in_play;   // cards still in hands
};

// Place is 1, 2 or 3: how many cards are on the table.
template <bool Trump>
inline void order_follows(const u64 hands[kSeats], int seat, int place, const TrickView& trick,
                          u64 cards, bool follows, bool partner_ahead, u64 killer, u64 hint,
                          MoveList& moves) {
    const u64 mine = hands[seat];
    const u64 trump_lane = Trump ? lane_mask(kTrumpLane) : 0;
    // Best card an opponent still to play can put on the table.
    u64 threat = 0;
    if (place < 3) {
        const u64 next = hands[(seat + 1) & 3];
        threat = highest(next & trick.led_lane);
        if (Trump && !threat) threat = highest(next & trump_lane);
    }
    bool partner_sure = partner_ahead && trick.best > threat;
    if (place == 1 && !partner_ahead) {
        const u64 partner = hands[(seat + 2) & 3];
        u64 help = highest(partner & trick.led_lane);
        if (Trump && !help && (partner & trump_lane)) help = highest(partner & trump_lane);
        partner_sure = help > threat && help > trick.best;
    }
    const auto bonus = [&](u64 card) {
        return (card == killer ? weight(kKiller + place - 1) : 0) + (card == hint ? kReplyBonus : 0);
    };
    const int row = (place - 1) * 2 + partner_sure;
    if (follows) {
        const u64 suit_all = trick.in_play & trick.led_lane;
        for (u64 rest = cards; rest; rest &= rest - 1) {
            const u64 card = lowest(rest);
            const u64 above = suit_all & ~mine & ~((card << 1) - 1);
            const int type = card > trick.best ? (card > threat ? 0 : 1) : 2;
            const int index = lowest_index(card);
            moves.add(weight(kFollow + row * 3 + type) + weight(kFollowRank + row * 3 + type) * count(above) +
                          bonus(card),
                      index);
        }
        return;
    }
    for (int suit = 0; suit < kSuits; ++suit) {
        u64 choices = cards & lane_mask(suit);
        if (!choices) continue;
        const u64 suit_all = trick.in_play & lane_mask(suit);
        if (Trump && suit == kTrumpLane) {
            for (; choices; choices &= choices - 1) {
                const u64 card = lowest(choices);
                const int type = card > trick.best ? (card > threat ? 0 : 1) : 2;
                const int index = lowest_index(card);
                moves.add(weight(kRuff + row * 3 + type) - count(suit_all & (card - 1)) +
                              bonus(card),
                          index);
            }
            continue;
        }
        const int* w = &tuned[kDiscard + (place - 1) * 4];
        const u64 top = highest(suit_all), second = highest(suit_all ^ top);
        const u64 held = mine & lane_mask(suit);
        int base = weight(kDiscardTable + ((place - 1) * 4 + owner_from(hands, seat, top)) * 4 +
                          (second ? owner_from(hands, seat, second) : 0));
        for (int other = 0; other < kSeats; ++other)
            base += weight(kDiscardLength + (place - 1) * 4 + other) *
                    count(hands[(seat + other) & 3] & lane_mask(suit));
        if (!(held & (held - 1))) base += w[0] + (Trump && (mine & trump_lane) ? w[1] : 0);
        // One more discard would leave a high card without guard.
        if (count(held) == 2 && (held & second) && !(held & top)) base += w[3];
        for (; choices; choices &= choices - 1) {
            const u64 card = lowest(choices);
            const u64 above = suit_all & ~mine & ~((card << 1) - 1);
            const int index = lowest_index(card);
            moves.add(base + w[2] * count(above) + bonus(card), index);
        }
    }
}

}  // namespace plain
