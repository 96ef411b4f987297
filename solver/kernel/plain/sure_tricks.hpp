// Sure tricks: a sound count of tricks the side NOT on lead takes whatever
// happens, with the ranks used.
#pragma once

#include <algorithm>

#include "cards.hpp"

namespace plain {

struct SureTricks {
    int tricks = 0;
    u64 ranks = 0;
};

// Trump tricks of one hand against all trumps of the other side, in one lane.
// Each of its trumps is played to a trick of its own, which its side wins unless
// a higher trump of the other side is spent on it; so it wins at least its trumps
// left over by the best matching of higher enemy trumps to them. Holds for every
// line of play. Looks no deeper than `goal` needs; the first look needs no ranks.
inline SureTricks unmatched_trumps(u64 ours, u64 theirs, int goal) {
    int mine = count(ours), enemies = count(theirs), idle = 0;
    SureTricks sure;
    u64 rank = 0;
    int tops = 0;
    while (true) {
        const int bound = tops + std::max(0, mine - idle - enemies);
        if (bound > sure.tricks) sure = {bound, rank};
        if (sure.tricks >= goal || tops + mine < goal || !ours) return sure;
        rank = highest(ours | theirs);
        if (ours & rank) {
            ours ^= rank;
            --mine;
            if (idle > 0) --idle;
            else ++tops;
        } else {
            theirs ^= rank;
            --enemies;
            ++idle;
        }
    }
}

// Trump tricks of two hands together. With the top t trumps between them they
// win min(t, longer holding): in each round one hand spends a top trump while
// the other spends its lowest.
inline SureTricks top_trumps(u64 one, u64 two, u64 theirs, int goal) {
    SureTricks sure;
    u64 ours = one | two;
    const int longest = std::max(count(one), count(two));
    while (sure.tricks < longest && sure.tricks < goal) {
        const u64 top = highest(ours);
        if (top <= theirs) break;
        ++sure.tricks;
        sure.ranks = top;
        ours ^= top;
    }
    return sure;
}

// Trump tricks the opponents of `leader` win whatever happens. `off_lead` says
// that they are not on lead (or else a guard might have to be led away).
inline SureTricks sure_trumps(const u64 hands[kSeats], int leader, int goal, bool off_lead) {
    const u64 left = lane(hands[(leader + 1) & 3], kTrumpLane), right = lane(hands[(leader + 3) & 3], kTrumpLane);
    const u64 mine = lane(hands[leader], kTrumpLane), partner = lane(hands[(leader + 2) & 3], kTrumpLane);
    const u64 enemies = mine | partner;
    SureTricks sure;
    if (count(left) >= goal) sure = unmatched_trumps(left, enemies, goal);
    if (sure.tricks < goal && count(right) >= goal) sure = unmatched_trumps(right, enemies, goal);
    if (sure.tricks < goal && left && right) sure = top_trumps(left, right, enemies, goal);
    if (sure.tricks < goal && goal == 1 && off_lead && enemies) {
        // A guarded trump below top trumps of one enemy that must play before it.
        const bool left_guards = left > right;  // who has the higher trump
        const u64 guard = left_guards ? left : right;
        const u64 before = left_guards ? mine : partner, after = left_guards ? partner : mine;
        const u64 best = highest(guard);
        if (after < best) {
            const u64 above = before & ~((best << 1) - 1);
            if (count(guard) > count(above)) sure = {1, best};
        }
    }
    sure.ranks <<= 16 * kTrumpLane;
    return sure;
}

// Notrump (or trumps gone): opponents of the leader that will get the lead.
// The leader's side cannot lead a suit whose top an opponent owns without losing
// the lead. A suit whose winners all sit in one hand, right before an opponent
// with a guarded card below them, gives no more than those winners. Its other
// suits last their longer holding at most. Whoever then gets in cashes the
// winners in its own hand and, if it has kept a card of a suit whose top its
// partner owns, those of its partner; opponents keep all these until then.
inline SureTricks sure_winners(const u64 hands[kSeats], int leader, u64 all, int tricks, int goal) {
    const u64 mine = hands[leader], partner = hands[(leader + 2) & 3];
    const u64 foes[2] = {hands[(leader + 1) & 3], hands[(leader + 3) & 3]};
    int winners[2] = {0, 0};    // in hand, above everybody else
    int guards[2] = {0, 0};     // guarded cards, and what they keep
    int guard_length[2] = {0, 0}, guard_rounds[2] = {0, 0}, guard_runs[2] = {0, 0};
    bool top_in[2] = {false, false};
    u64 entry[2] = {0, 0};  // a top in a suit that the other opponent can lead
    u64 ranks[2] = {0, 0}, guard_ranks[2] = {0, 0}, tops = 0;
    int elsewhere = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        const u64 suit_lane = lane_mask(suit);
        const u64 cards = all & suit_lane;
        if (!cards) continue;
        const u64 ours = (mine | partner) & suit_lane;
        const u64 top = highest(cards);
        if (ours & top) {
            const int run = std::max(count(mine & suit_lane), count(partner & suit_lane));
            const u64 best = highest(cards & ~ours);
            if (best) {
                const u64 above = ours & ~((best << 1) - 1);
                const int who = foes[0] & best ? 0 : 1;
                const u64 behind = who == 0 ? mine : partner;  // the hand that plays before `who`
                const int length = count(foes[who] & suit_lane);
                if (!(above & ~behind) && length > count(above) && run > count(above)) {
                    ++guards[who];
                    guard_length[who] += count(above) + 1;
                    guard_rounds[who] += count(above);
                    guard_runs[who] += run;
                    guard_ranks[who] |= best;
                    continue;
                }
            }
            elsewhere += run;
            if (tricks - elsewhere < goal) return {};
            continue;
        }
        const int who = foes[0] & top ? 0 : 1;
        // Cards of the owner above everybody else's.
        const u64 others = cards & ~foes[who];
        const u64 above = others ? cards & ~((highest(others) << 1) - 1) : cards;
        if (ours) {
            top_in[who] = true;
            tops |= top;
        }
        // No more ranks than the goal asks for.
        int won = count(above);
        const int wanted = std::min(won, goal - winners[who]);
        if (others && wanted > 0) ranks[who] |= scatter(1ull << (won - wanted), above);
        // Lower cards win too once nobody else has any left.
        const int longest = std::max({count(mine & suit_lane), count(partner & suit_lane),
                                      count(foes[who ^ 1] & suit_lane)});
        if (longest <= won) won = count(foes[who] & suit_lane);
        winners[who] += won;
        if (foes[who ^ 1] & suit_lane) entry[who] = top;
    }
    // Without room for the guards they count for nothing.
    const int loose = elsewhere;
    for (int who = 0; who < 2; ++who) {
        if (!guards[who]) continue;
        const int other_runs = loose + guard_runs[who ^ 1];
        if (guard_length[who] + winners[who] > tricks - other_runs) {
            elsewhere += guard_runs[who];
            guards[who] = 0;
        } else {
            elsewhere += guard_rounds[who];
        }
    }
    int least = tricks - elsewhere;
    u64 used = tops;
    bool gets_in = false;
    for (int who = 0; who < 2; ++who) {
        if (!top_in[who] && !guards[who]) continue;
        gets_in = true;
        int cashed = winners[who] + (top_in[who] ? 0 : 1);
        used |= ranks[who] | guard_ranks[who];
        // With room for a card to partner's entry too.
        const bool room = !guards[who] || guard_length[who] + winners[who] < tricks - loose - guard_runs[who ^ 1];
        if (cashed < goal && room && entry[who ^ 1]) {
            cashed += winners[who ^ 1];
            used |= ranks[who ^ 1] | entry[who ^ 1];
        }
        least = std::min(least, cashed);
    }
    // If nobody gets in this way the opponents win what is left in their own
    // suits; that is rare and left to the search.
    if (!gets_in || least <= 0) return {};
    return {least, used};
}

}  // namespace plain
