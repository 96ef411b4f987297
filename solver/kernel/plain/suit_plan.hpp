// What the leader and then its partner can cash in one suit, with the cards whose ranks
// that depends on. Every condition on cards below the winners depends on lengths only, so a
// plan holds for all positions of the same partition. One lane of 16 bits at a time.
#pragma once

#include <algorithm>
#include <bit>

#include "cards.hpp"

namespace plain {

struct SuitPlan {
    u8 cash = 0;   // tricks of the leader, which stays on lead
    u8 after = 0;  // tricks of partner afterwards, once it has the lead
    u8 cross = 0;  // 1: the suit itself lets partner in after `cash` rounds
    u8 ruff = 0;   // 1: the suit lets partner in by a ruff after `cash` rounds
    u16 cash_ranks = 0, after_ranks = 0;  // 0 when ranks don't matter

    // Cash, after, cross and ruff in the bytes of one word, to be summed over the suits.
    u32 counts() const { return cash | after << 8 | cross << 16 | ruff << 24; }
    // The ranks that the first `wanted` tricks of the leader, or of partner, need.
    u64 cash_needs(int wanted, u64 mine) const {
        return wanted < cash && cash_ranks ? std::max<u64>(cash_ranks, nth_highest(mine, wanted)) : cash_ranks;
    }
    u64 after_needs(int wanted, u64 partners) const {
        if (wanted >= after || !after_ranks || (after_ranks & (after_ranks - 1))) return after_ranks;
        return std::max<u64>(after_ranks, nth_highest(partners, std::max(wanted, 1)));
    }
};

// What opponents may still beat in a suit after some rounds of it: the top of any hand that
// has cards left, which keeps its best.
struct Opposition {
    u64 tops[3];
    int lengths[3], longest = 0;

    explicit Opposition(const u64 hands[3]) {
        for (int i = 0; i < 3; ++i) {
            tops[i] = highest(hands[i]);
            lengths[i] = count(hands[i]);
            longest = std::max(longest, lengths[i]);
        }
    }
    u64 top_after(int rounds) const {
        u64 top = 0;
        for (int i = 0; i < 3; ++i)
            if (lengths[i] > rounds) top = std::max(top, tops[i]);
        return top;
    }
};

// `rounds`: how often the suit can be led before an opponent may ruff.
inline SuitPlan plan_suit(u64 mine, u64 partners, const Opposition& theirs, int rounds) {
    SuitPlan plan;
    const int my_length = count(mine), partner_length = count(partners);
    // The leader cashes from the top; partner must be able to stay below.
    int cash = 0, used = 0;
    while (cash < std::min(my_length, rounds)) {
        const int next = cash + 1;
        const u64 card = nth_highest(mine, next);
        const bool follows = next <= partner_length;
        if (card < theirs.top_after(cash) || (follows && card < nth_lowest(partners, next))) break;
        if (cash < theirs.longest || follows) used = next;  // or else it wins by exhaustion
        cash = next;
    }
    plan.cash = static_cast<u8>(cash);
    if (used) plan.cash_ranks = static_cast<u16>(nth_highest(mine, used));

    // Then partner from the top, the leader following low.
    int after = 0, by_rank = 0;
    while (after < std::min(partner_length, rounds) - cash) {
        const int next = after + 1;
        const u64 card = nth_highest(partners, next);
        const bool follows = next <= my_length - cash;
        if (card < theirs.top_after(cash + after) || (follows && card < nth_lowest(mine, next))) break;
        if (cash + after < theirs.longest || follows) by_rank = next;
        after = next;
    }
    if (!after) return plan;
    plan.after = static_cast<u8>(after);
    if (by_rank) plan.after_ranks = static_cast<u16>(nth_highest(partners, by_rank));
    plan.cross = my_length > cash;
    return plan;
}

}  // namespace plain
