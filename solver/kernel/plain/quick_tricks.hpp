// Quick tricks: a sound count of tricks the side on lead can take off the top
// without ever giving up the lead, with the cards whose ranks the count used.
//
// The plan it proves: the leader cashes its own winners while partner follows
// with its lowest cards; then, if some suit lets partner in, partner cashes
// its winners. Every condition on cards below the winners depends on suit
// lengths only, so the count holds for all positions of the same partition.
#pragma once

#include <algorithm>

#include "cards.hpp"
#include "sure_tricks.hpp"

namespace plain {

// i-th lowest / i-th highest card of a lane, i from 1.
inline u64 nth_lowest(u64 cards, int i) { return scatter(1ull << (i - 1), cards); }
inline u64 nth_highest(u64 cards, int i) { return scatter(1ull << (count(cards) - i), cards); }

struct SuitPlan {
    int cash = 0;        // tricks of the leader, which stays on lead
    int after = 0;       // tricks of partner afterwards, once it has the lead
    bool cross = false;  // the suit itself lets partner in after `cash` rounds
    u64 cash_ranks = 0, after_ranks = 0;  // lane-relative, 0 when ranks don't matter

    // The ranks that the first `wanted` tricks of the leader, or of partner, need.
    u64 cash_needs(int wanted, u64 mine) const {
        return wanted < cash && cash_ranks ? std::max(cash_ranks, nth_highest(mine, wanted)) : cash_ranks;
    }
    u64 after_needs(int wanted, u64 partners) const {
        if (wanted >= after || !after_ranks || (after_ranks & (after_ranks - 1))) return after_ranks;
        return std::max(after_ranks, nth_highest(partners, std::max(wanted, 1)));
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
    plan.cash = cash;
    if (used && (theirs || partners)) plan.cash_ranks = nth_highest(mine, used);

    if (!partner_winners || partner_length <= cash) return plan;
    int after = std::min(count(partner_winners), partner_length - cash);
    int by_rank = after;
    if (endless && cash + after >= longest && my_length <= cash + after)
        after = partner_length - cash;
    if (after > rounds - cash) after = by_rank = rounds - cash;
    if (after <= 0) return plan;
    if (by_rank > after) by_rank = after;
    plan.after = after;
    if (theirs || mine) plan.after_ranks = nth_highest(partners, by_rank);
    plan.cross = my_length > cash && lowest(mine) < nth_highest(partners, 1);
    if (plan.cross && !theirs) plan.after_ranks |= lowest(mine);
    return plan;
}

struct QuickTricks {
    int tricks = 0;
    u64 ranks = 0;
};

// Counts up to `goal`, choosing plans that depend on few ranks. With `Pairs`
// false the leader counts alone and everybody else is an opponent. The plan
// starts with the leader's winner in the suit `first`, if one is asked for.
template <bool Trump, bool Pairs>
inline QuickTricks quick_tricks(const u64 hands[kSeats], int leader, int goal, int first = -1) {
    const u64 mine = hands[leader];
    const u64 left = hands[(leader + 1) & 3], right = hands[(leader + 3) & 3];
    const u64 facing = hands[(leader + 2) & 3];
    const u64 partner = Pairs ? facing : 0;
    const u64 theirs = left | right | (Pairs ? 0 : facing);

    auto longest_of = [&](int suit) {
        const int most = std::max(count(lane(left, suit)), count(lane(right, suit)));
        return Pairs ? most : std::max(most, count(lane(facing, suit)));
    };
    // Opponents with trumps limit how often a side suit can be led.
    auto rounds_of = [&](int suit) {
        int rounds = 13;
        for (const u64 hand : {left, right, Pairs ? 0 : facing})
            if (lane(hand, kTrumpLane)) rounds = std::min(rounds, count(lane(hand, suit)));
        return rounds;
    };

    SuitPlan plans[kSuits];
    int own = 0;
    bool cross = false, ruff_cross = false, can_ruff = false;
    if (Trump) {
        const int longest = longest_of(kTrumpLane);
        SuitPlan& plan = plans[kTrumpLane];
        plan = plan_suit(lane(mine, kTrumpLane), lane(partner, kTrumpLane), lane(theirs, kTrumpLane), longest, 13);
        own = plan.cash;
        cross = plan.cross;
        can_ruff = longest > plan.cash;
    }
    for (int suit = 0; suit < (Trump ? kTrumpLane : kSuits); ++suit) {
        const u64 held = lane(mine, suit), helps = lane(partner, suit);
        if (!(held | helps)) continue;
        const int rounds = Trump && can_ruff ? rounds_of(suit) : 13;
        if (!rounds) continue;
        SuitPlan& plan = plans[suit];
        plan = plan_suit(held, helps, lane(theirs, suit), longest_of(suit), rounds);
        own += plan.cash;
        cross |= plan.cross;
        if (Trump && Pairs && !helps && count(held) > plan.cash && rounds > plan.cash) ruff_cross = true;
    }

    if (first >= 0 && !plans[first].cash) return {};
    auto place = [](u64 ranks, int suit) { return ranks << (16 * suit); };
    if (own >= goal) {
        // Take what needs no ranks first. Trumps come first when they had to be drawn.
        int wanted = goal;
        u64 ranks = 0;
        if (Trump && !can_ruff && longest_of(kTrumpLane)) {
            const SuitPlan& plan = plans[kTrumpLane];
            const int drawn = std::min(plan.cash, goal);
            ranks |= place(drawn < goal ? plan.cash_ranks : plan.cash_needs(goal, lane(mine, kTrumpLane)), kTrumpLane);
            wanted -= drawn;
            plans[kTrumpLane].cash = 0;
        }
        for (const SuitPlan& plan : plans)
            if (!plan.cash_ranks) wanted -= plan.cash;
        for (int suit = 0; suit < kSuits && wanted > 0; ++suit) {
            const SuitPlan& plan = plans[suit];
            if (!plan.cash || !plan.cash_ranks) continue;
            ranks |= place(plan.cash_needs(wanted, lane(mine, suit)), suit);
            wanted -= plan.cash;
        }
        return {goal, ranks};
    }

    u64 own_ranks = 0;
    for (int suit = 0; suit < kSuits; ++suit) own_ranks |= place(plans[suit].cash_ranks, suit);
    if (Trump && Pairs) {
        // The side winners cashed, the leader's trumps still win what they must.
        const int wanted = goal - (own - plans[kTrumpLane].cash);
        const u64 trumps = lane(mine, kTrumpLane);
        if (count(trumps) >= wanted) {
            const SureTricks held = unmatched_trumps(trumps, lane(left | right, kTrumpLane), wanted);
            if (held.tricks >= wanted) return {goal, own_ranks | place(held.ranks, kTrumpLane)};
        }
    }
    if (!Pairs) return {own, own_ranks};

    int side = 0;
    for (const SuitPlan& plan : plans) side += plan.after;
    int ruff = 0;
    if (Trump && ruff_cross) {
        // Partner ruffs a suit both opponents still follow to; without a spare
        // trump the ruff replaces one of its trump winners.
        const SuitPlan& plan = plans[kTrumpLane];
        const int left_over = count(lane(partner, kTrumpLane)) - plan.cash;
        if (left_over > 0) {
            cross = true;
            ruff = left_over > plan.after;
        } else {
            ruff_cross = false;
        }
    }
    if (!cross || own + side + ruff < goal) return {own, own_ranks};

    // The way in, then the plans of partner that need no ranks, then others.
    int wanted = goal - own - ruff;
    u64 ranks = own_ranks;
    if (!ruff_cross)
        for (int suit = 0; suit < kSuits; ++suit) {
            SuitPlan& plan = plans[suit];
            if (!plan.cross) continue;
            ranks |= place(plan.after_needs(wanted, lane(partner, suit)), suit);
            wanted -= plan.after;
            plan.after = 0;
            break;
        }
    for (const SuitPlan& plan : plans)
        if (!plan.after_ranks) wanted -= plan.after;
    for (int suit = 0; suit < kSuits && wanted > 0; ++suit) {
        const SuitPlan& plan = plans[suit];
        if (!plan.after || !plan.after_ranks) continue;
        ranks |= place(plan.after_needs(wanted, lane(partner, suit)), suit);
        wanted -= plan.after;
    }
    return {goal, ranks};
}

}  // namespace plain
