// Quick tricks: a sound count of tricks the side on lead can take off the top
// without ever giving up the lead, with the cards whose ranks the count used.
//
// The plan it proves: the leader cashes its own winners while partner follows
// with its lowest cards; then, if some suit lets partner in, partner cashes
// its winners.
#pragma once

#include <algorithm>

#include "facts.hpp"

namespace plain {

struct QuickTricks {
    int tricks = 0;
    u64 ranks = 0;
};

// The ranks of `goal` tricks that the leader cashes. What needs no ranks is taken first;
// trumps come first when they have to be drawn.
template <bool Trump, class View>
[[gnu::noinline]] u64 cash_ranks(const View& view, const SuitPlan* const plans[kSuits], bool draws, int goal) {
    int wanted = goal;
    u64 ranks = 0;
    const int suits = Trump && draws ? kTrumpLane : kSuits;
    if (suits < kSuits) {
        const SuitPlan& plan = *plans[kTrumpLane];
        const int drawn = std::min<int>(plan.cash, goal);
        ranks |= in_lane(drawn < goal ? plan.cash_ranks : plan.cash_needs(goal, lane(view.mine, kTrumpLane)), kTrumpLane);
        wanted -= drawn;
    }
    for (int suit = 0; suit < suits; ++suit)
        if (!plans[suit]->cash_ranks) wanted -= plans[suit]->cash;
    for (int suit = 0; suit < suits && wanted > 0; ++suit) {
        const SuitPlan& plan = *plans[suit];
        if (!plan.cash || !plan.cash_ranks) continue;
        ranks |= in_lane(plan.cash_needs(wanted, lane(view.mine, suit)), suit);
        wanted -= plan.cash;
    }
    return ranks;
}

// The ranks of `wanted` tricks of partner: the way in, then the plans that need no ranks, then others.
template <class View>
[[gnu::noinline]] u64 after_ranks(const View& view, const SuitPlan* const plans[kSuits], bool by_ruff, int wanted) {
    u64 ranks = 0;
    int way_in = -1;
    if (!by_ruff)
        for (int suit = 0; suit < kSuits; ++suit) {
            const SuitPlan& plan = *plans[suit];
            if (!plan.cross) continue;
            ranks |= in_lane(plan.after_needs(wanted, lane(view.partner, suit)), suit);
            wanted -= plan.after;
            way_in = suit;
            break;
        }
    for (int suit = 0; suit < kSuits; ++suit)
        if (suit != way_in && !plans[suit]->after_ranks) wanted -= plans[suit]->after;
    for (int suit = 0; suit < kSuits && wanted > 0; ++suit) {
        const SuitPlan& plan = *plans[suit];
        if (suit == way_in || !plan.after || !plan.after_ranks) continue;
        ranks |= in_lane(plan.after_needs(wanted, lane(view.partner, suit)), suit);
        wanted -= plan.after;
    }
    return ranks;
}

// The plans that hold as long as the opponents have the trumps that they have.
template <bool Trump, bool Pairs>
struct Plans {
    const SuitPlan* suits[kSuits];
    u32 counts = 0;
    bool can_ruff = false;

    template <class View>
    explicit Plans(const View& view) {
        const TrumpFacts& trumps = view.suits[kTrumpLane]->trumps;
        // Opponents with trumps limit how often a side suit can be led.
        can_ruff = Trump && trumps.longest > view.suits[kTrumpLane]->plans[0].cash;
        const int ruffers = can_ruff ? trumps.holders & (Pairs ? 3 : 7) : 0;
        for (int suit = 0; suit < kSuits; ++suit) {
            suits[suit] = &view.suits[suit]->plans[Trump && suit != kTrumpLane ? ruffers : 0];
            counts += suits[suit]->counts();
        }
    }
    // A winner of the leader in a suit of one of these cards, if possible one whose rank is needed
    // anyhow; 0 if it has none.
    template <class View>
    u64 winner(const View& view, u64 cards) const {
        u64 found = 0;
        for (int suit = 0; suit < kSuits; ++suit) {
            if (!lane(cards, suit) || !suits[suit]->cash) continue;
            found = in_lane(highest(lane(view.mine, suit)), suit);
            if (suits[suit]->cash_ranks) break;
        }
        return found;
    }
};

// Trump tricks that partner alone or both hands together win in the end.
template <class View>
[[gnu::noinline]] SureTricks joint_trumps(const View& view, int goal) {
    const u64 mine = lane(view.mine, kTrumpLane), partner = lane(view.partner, kTrumpLane);
    const u64 theirs = lane(view.all & ~view.mine & ~view.partner, kTrumpLane);
    SureTricks held;
    if (count(partner) >= goal) held = unmatched_trumps(partner, theirs, goal);
    if (held.tricks < goal && mine && partner) held = top_trumps(mine, partner, theirs, goal);
    return {held.tricks, in_lane(held.ranks, kTrumpLane)};
}

// Counts up to `goal`, choosing plans that depend on few ranks. With `Pairs`
// false the leader counts alone and everybody else is an opponent. `trump_led`: the first trick
// is led in trumps by an opponent, so that the leader can't cash its side winners before.
template <bool Trump, bool Pairs, class View>
inline QuickTricks quick_tricks(const View& view, const Plans<Trump, Pairs>& all_plans, int goal,
                                bool trump_led = false) {
    const auto& plans = all_plans.suits;
    const u32 counts = all_plans.counts;
    const bool can_ruff = all_plans.can_ruff;
    const TrumpFacts& trumps = view.suits[kTrumpLane]->trumps;
    const int own = counts & 0xFF;
    if (own >= goal)
        return {goal, cash_ranks<Trump>(view, plans, Trump && !can_ruff && trumps.longest, goal)};

    const auto own_ranks = [&] {
        u64 ranks = 0;
        for (int suit = 0; suit < kSuits; ++suit) ranks |= in_lane(plans[suit]->cash_ranks, suit);
        return ranks;
    };
    if (Trump && Pairs) {
        // The side winners cashed, the leader's trumps still win what they must.
        const int wanted = goal - (own - plans[kTrumpLane]->cash);
        if (trumps.matched >= wanted) {
            const u64 mine = lane(view.mine, kTrumpLane);
            const u64 theirs = lane(view.all & ~view.mine & ~view.partner, kTrumpLane);
            return {goal, own_ranks() | in_lane(unmatched_trumps(mine, theirs, wanted).ranks, kTrumpLane)};
        }
        // Or those of both, as long as partner need not ruff before (it may hold one more card).
        const int others = count(view.partner) - trumps.partners;
        const int thrown = own - plans[kTrumpLane]->cash + (count(view.partner) > count(view.mine));
        if (!trump_led && trumps.ours >= wanted && others >= thrown) {
            const SureTricks held = joint_trumps(view, wanted);
            if (held.tricks >= wanted) return {goal, own_ranks() | held.ranks};
        }
    }
    if (!Pairs) return {own, 0};

    const int side = counts >> 8 & 0xFF;
    bool cross = counts >> 16 & 0xFF, by_ruff = Trump && counts >> 24;
    int ruff = 0;
    if (by_ruff) {
        // Partner ruffs a suit both opponents still follow to; without a spare
        // trump the ruff replaces one of its trump winners.
        const SuitPlan& plan = *plans[kTrumpLane];
        const int left_over = trumps.partners - plan.cash;
        by_ruff = left_over > 0;
        cross |= by_ruff;
        ruff = left_over > plan.after && by_ruff;
    }
    if (!cross || own + side + ruff < goal) return {own, 0};
    return {goal, own_ranks() | after_ranks(view, plans, by_ruff, goal - own - ruff)};
}

}  // namespace plain
