// Sure tricks: a sound count of tricks the side NOT on lead takes whatever
// happens, with the ranks used.
#pragma once

#include <algorithm>

#include "cards.hpp"
#include "suit_plan.hpp"

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

// Trump tricks the opponents of the first of four hands win whatever happens; hands from it on.
// `off_lead` says that they are not on lead (or else a guard might have to be led away).
inline SureTricks sure_trumps(const u64 hands[kSeats], int goal, bool off_lead) {
    const u64 mine = hands[0], left = hands[1], partner = hands[2], right = hands[3];
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
    return sure;
}

// The bit of a seat, counted from the leader, among the holders of trumps.
inline int holder_bit(int seat) { return seat == 1 ? 0 : seat == 3 ? 1 : 2; }

// What the trump suit says at a glance: whether a count can reach a goal at all.
struct TrumpFacts {
    u8 longest = 0;    // holding of an opponent
    u8 holders = 0;    // who has any besides the leader, by `holder_bit`
    u8 draws = 0;      // rounds of trumps that partner could cash if it led
    u8 partners = 0;   // trumps that partner holds
    u8 matched = 0;    // most tricks of `unmatched_trumps` for the leader
    u8 ours = 0, theirs = 0;  // most of `sure_trumps` for the leader's side, for the other (off lead)
};

inline TrumpFacts trump_facts(const u64 hands[kSeats], bool pairs) {
    TrumpFacts facts;
    facts.longest = static_cast<u8>(
        std::max({count(hands[1]), count(hands[3]), pairs ? 0 : count(hands[2])}));
    for (int seat = 1; seat < kSeats; ++seat)
        if (hands[seat]) facts.holders |= static_cast<u8>(1 << holder_bit(seat));
    facts.partners = static_cast<u8>(count(hands[2]));
    if (!pairs) return facts;
    const u64 opponents[3] = {hands[1], hands[3], 0};
    if (hands[2]) facts.draws = plan_suit(hands[2], hands[0], Opposition(opponents), 13).cash;
    const auto most = [](auto&& reaches) {
        u8 goal = 0;
        while (goal < 13 && reaches(goal + 1)) ++goal;
        return goal;
    };
    const u64 turned[kSeats] = {hands[1], hands[2], hands[3], hands[0]};
    facts.matched = most([&](int goal) {
        return count(hands[0]) >= goal &&
               unmatched_trumps(hands[0], hands[1] | hands[3], goal).tricks >= goal;
    });
    facts.ours = most([&](int goal) { return sure_trumps(turned, goal, false).tricks >= goal; });
    facts.theirs = most([&](int goal) { return sure_trumps(hands, goal, true).tricks >= goal; });
    return facts;
}

// What a suit can give the leader's opponents at notrump.
struct SuitWinners {
    enum Kind : u8 { none, elsewhere, guarded, owned };
    // To be summed over the suits: tricks that the leader's side may have here in any case,
    // from bit 8 on tricks of its opponents, from bit 16 on whether they get in.
    u32 sums = 0;
    u16 cards = 0;        // the guarded card, or the owner's above everybody else's
    Kind kind = none;
    bool who : 1 = 0;     // opponent with the guard or the top: 0 the leader's left, 1 its right
    bool ours : 1 = 0;    // the leader's side has cards
    bool entry : 1 = 0;   // the other opponent can lead the suit
    bool others : 1 = 0;  // somebody else has cards
    u8 run = 0;     // the longer holding of the leader's side
    u8 rounds = 0;  // winners of the leader's side above the guard
    u8 won = 0;     // by the owner: its top cards, or all it has
};

// A suit whose winners all sit in one hand, right before an opponent with a guarded card below
// them, gives no more than those winners. Hands from the leader on, lane-relative.
inline SuitWinners suit_winners(const u64 hands[kSeats]) {
    SuitWinners suit;
    const u64 ours = hands[0] | hands[2], foes[2] = {hands[1], hands[3]};
    const u64 cards = ours | foes[0] | foes[1];
    if (!cards) return suit;
    const u64 top = highest(cards);
    const int run = std::max(count(hands[0]), count(hands[2]));
    suit.run = static_cast<u8>(run);
    suit.ours = ours != 0;
    if (ours & top) {
        suit.kind = SuitWinners::elsewhere;
        suit.sums = suit.run;
        const u64 best = highest(cards & ~ours);
        if (!best) return suit;
        const u64 above = ours & ~((best << 1) - 1);
        const int who = foes[0] & best ? 0 : 1;
        const u64 behind = who == 0 ? hands[0] : hands[2];  // the hand that plays before `who`
        if (!(above & ~behind) && count(foes[who]) > count(above) && run > count(above)) {
            suit.kind = SuitWinners::guarded;
            suit.who = who;
            suit.rounds = static_cast<u8>(count(above));
            suit.sums = suit.rounds | 1 << 16;
            suit.cards = static_cast<u16>(best);
        }
        return suit;
    }
    const int who = foes[0] & top ? 0 : 1;
    const u64 others[3] = {hands[0], hands[2], foes[who ^ 1]};
    const Opposition opposition(others);
    // Winners from the top; lower cards win once higher ones must have fallen, or without any rank.
    const int length = count(foes[who]);
    int won = 0, by_rank = 0;
    while (won < length && nth_highest(foes[who], won + 1) > opposition.top_after(won)) {
        ++won;
        if (won <= opposition.longest) by_rank = won;
    }
    suit.kind = SuitWinners::owned;
    suit.who = who;
    suit.cards = static_cast<u16>(foes[who] & ~(nth_highest(foes[who], std::max(by_rank, 1)) - 1));
    suit.won = static_cast<u8>(won);
    suit.others = opposition.longest != 0;
    suit.entry = foes[who ^ 1] != 0;
    suit.sums = suit.won << 8 | suit.ours << 16;
    return suit;
}

// Notrump (or trumps gone): opponents of the leader that will get the lead.
// The leader's side cannot lead a suit whose top an opponent owns without losing
// the lead; its other suits last their longer holding at most, or as long as the winners
// before a guard. Whoever then gets in cashes the winners in its own hand and, if it has
// kept a card of a suit whose top its partner owns, those of its partner; opponents keep all
// these until then.
[[gnu::noinline]] inline SureTricks sure_winners_of(const SuitWinners* const suits[kSuits], int tricks, int goal) {
    int winners[2] = {0, 0};    // in hand, above everybody else
    int guards[2] = {0, 0};     // guarded cards, and what they keep
    int guard_length[2] = {0, 0}, guard_rounds[2] = {0, 0}, guard_runs[2] = {0, 0};
    bool top_in[2] = {false, false};
    u64 entry[2] = {0, 0};  // a top in a suit that the other opponent can lead
    u64 ranks[2] = {0, 0}, guard_ranks[2] = {0, 0}, tops = 0;
    int elsewhere = 0;
    for (int lane = 0; lane < kSuits; ++lane) {
        const SuitWinners& suit = *suits[lane];
        const auto place = [&](u64 cards) { return cards << (16 * lane); };
        const int who = suit.who;
        if (suit.kind == SuitWinners::elsewhere) {
            elsewhere += suit.run;
            if (tricks - elsewhere < goal) return {};
        } else if (suit.kind == SuitWinners::guarded) {
            ++guards[who];
            guard_length[who] += suit.rounds + 1;
            guard_rounds[who] += suit.rounds;
            guard_runs[who] += suit.run;
            guard_ranks[who] |= place(suit.cards);
        } else if (suit.kind == SuitWinners::owned) {
            if (suit.ours) {
                top_in[who] = true;
                tops |= place(highest(suit.cards));
            }
            // No more ranks than the goal asks for.
            const int wanted = std::min(count(suit.cards), goal - winners[who]);
            if (suit.others && wanted > 0) ranks[who] |= place(nth_highest(suit.cards, wanted));
            winners[who] += suit.won;
            if (suit.entry) entry[who] = place(highest(suit.cards));
        }
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

// The same after a glance at whether it can be so many.
template <class View>
inline SureTricks sure_winners(const View& view, int tricks, int goal) {
    u32 sums = 0;
    for (const auto* suit : view.suits) sums += suit->winners.sums;
    const int least = sums & 0xFF, most = (sums >> 8 & 0xFF) + 1;
    if (!(sums >> 16) || tricks - least < goal || most < goal) return {};
    const SuitWinners* suits[kSuits];
    for (int suit = 0; suit < kSuits; ++suit) suits[suit] = &view.suits[suit]->winners;
    return sure_winners_of(suits, tricks, goal);
}

// With trumps in play: winners of one opponent in a side suit of which neither hand of the leader's
// side can get rid before an opponent gets in, and its or its partner's trumps (`unmatched_trumps`).
// Until then all leads come from the leader's side, and a hand throws a card off, or ruffs, only when
// its partner leads a suit longer than its own: not more often than the lengths differ, all suits
// together. Whoever gets in leads the suit, to which both hands must still follow. Hands from the
// leader on.
template <class View>
[[gnu::noinline]] SureTricks sure_tops_of(const View& view, const u64 hands[kSeats], int tricks, int goal) {
    int longer[kSuits], common = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        const int mine = count(lane(hands[0], suit)), partners = count(lane(hands[2], suit));
        longer[suit] = std::max(mine, partners);
        common += std::min(mine, partners);
    }
    const u64 enemies = lane(hands[0] | hands[2], kTrumpLane);
    for (int suit = 0; suit < kTrumpLane; ++suit) {
        const SuitWinners& winners = view.suits[suit]->winners;
        if (winners.kind != SuitWinners::owned) continue;
        int won = std::min({int{winners.won}, longer[suit] + common - tricks, goal});
        if (!winners.entry) won = std::min(won, 1);  // partner may get in, and cannot lead the suit
        if (won <= 0) continue;
        const int wanted = goal - won;
        SureTricks trumps;
        if (wanted) {
            const u64 owner = hands[winners.who ? 3 : 1], other = hands[winners.who ? 1 : 3];
            trumps = unmatched_trumps(lane(owner, kTrumpLane), enemies, wanted);
            // Partner's too, if it follows to the winners and need not ruff them.
            if (trumps.tricks < wanted && count(lane(other, suit)) >= won)
                trumps = unmatched_trumps(lane(other, kTrumpLane), enemies, wanted);
            if (trumps.tricks < wanted) continue;
        }
        const u64 top = nth_highest(winners.cards, std::min(won, count(winners.cards)));
        return {goal, in_lane(top, suit) | in_lane(trumps.ranks, kTrumpLane)};
    }
    return {};
}

// The same after a glance at whether it can be so many.
template <class View>
inline SureTricks sure_tops(const View& view, const u64 hands[kSeats], int tricks, int goal) {
    const int trumps = view.suits[kTrumpLane]->trumps.longest;
    for (int suit = 0; suit < kTrumpLane; ++suit) {
        const SuitWinners& winners = view.suits[suit]->winners;
        if (winners.kind == SuitWinners::owned && winners.ours && winners.won + trumps >= goal)
            return sure_tops_of(view, hands, tricks, goal);
    }
    return {};
}

}  // namespace plain
