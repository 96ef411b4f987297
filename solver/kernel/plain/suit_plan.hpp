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

// `rounds`: how often the suit can be led before an opponent may ruff.
// `longest`: the longest holding of an opponent.
inline SuitPlan plan_suit(u64 mine, u64 partners, u64 theirs, int longest, int rounds) {
    SuitPlan plan;
    const u64 above = theirs ? ~((highest(theirs) << 1) - 1) : ~0ull;
    const u64 my_winners = mine & above, partner_winners = partners & above;
    const int my_length = count(mine), partner_length = count(partners);
    int cash = count(my_winners);
    const bool endless = rounds >= 13;
    if (cash && partner_winners) {
        // Partner must be able to stay below each card cashed.
        const int shared = std::min(cash, partner_length);
        int below = shared;
        while (below && nth_lowest(partners, below) > nth_highest(mine, below)) --below;
        if (below < shared) cash = below;
    }
    int used = cash;  // rounds won by rank; longer runs win by exhaustion
    if (endless && cash == count(my_winners) && cash >= longest && partner_length <= cash)
        cash = my_length;
    if (cash > rounds) cash = used = rounds;
    if (used > cash) used = cash;
    plan.cash = static_cast<u8>(cash);
    if (used && (theirs || partners)) plan.cash_ranks = static_cast<u16>(nth_highest(mine, used));

    if (!partner_winners || partner_length <= cash) return plan;
    int after = std::min(count(partner_winners), partner_length - cash);
    int by_rank = after;
    if (endless && cash + after >= longest && my_length <= cash + after)
        after = partner_length - cash;
    if (after > rounds - cash) after = by_rank = rounds - cash;
    if (after <= 0) return plan;
    if (by_rank > after) by_rank = after;
    plan.after = static_cast<u8>(after);
    if (theirs || mine) plan.after_ranks = static_cast<u16>(nth_highest(partners, by_rank));
    plan.cross = my_length > cash && lowest(mine) < nth_highest(partners, 1);
    if (plan.cross && !theirs) plan.after_ranks |= static_cast<u16>(lowest(mine));
    return plan;
}

}  // namespace plain
