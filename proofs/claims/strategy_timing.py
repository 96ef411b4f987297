"""When to use trumps in Spoil Five: at the first opportunity, or late (advice for play)."""

from __future__ import annotations

from math import comb
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from proofs.claim import Claim, Finding, measured
from proofs.claims.strategy_spoil import lowered
from proofs.endgames import Endgame
from proofs.playouts import Lowered, bits, mask, pick
from proofs.registry import Effort, settles
from proofs.sampling import Estimate, Ratio
from solver.cards import Card
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Callable

    Choose = Callable[[int, int, int, int, Random], int]

GAME, PLAYERS = "S1", 5
BEST = 4  # "four cards are always the best trumps"
OUTCOMES = ("seat A wins the pool", "another seat wins it", "spoiled")


class Setup(NamedTuple):
    """Which trumps seat A holds: how many, and whether from the best four or below them."""

    number: int
    good: bool


ONE_SMALL = Setup(1, False)
TWO_GOOD = Setup(2, True)


class Dealt(NamedTuple):
    """A deal after robbing: hands as masks, and the first leader."""

    low: Lowered
    hands: tuple[int, ...]
    leader: int


def eligible(low: Lowered, trump: str, turned: Card, setup: Setup) -> list[int]:
    """Return the trumps that seat A may hold: never the ace, so that it does not rob."""
    order = sorted(bits(low.trumps), key=lambda c: -low.strength[c])
    chosen = order[:BEST] if setup.good else order[BEST:]
    kept_off = (turned, Card(trump, "A"))
    return [c for c in chosen if low.cards[c] not in kept_off]


class Dealer:
    """Deals in which seat A holds exactly the trumps of a setup, each with equal chance."""

    def __init__(self, setup: Setup, players: int = PLAYERS) -> None:
        self.setup, self.players = setup, players
        variant = load(GAME, players)
        self.turns = list(variant.pack.cards)
        self.weights = []
        for turned in self.turns:
            low = lowered(GAME, players, turned.suit)
            plain = len(low.cards) - low.trumps.bit_count()
            held = setup.number
            ways = comb(len(eligible(low, turned.suit, turned, setup)), held)
            self.weights.append(ways * comb(plain, variant.hand_size - held))

    def deal(self, rng: Random) -> Dealt:
        """Return such a deal; whoever may rob has robbed, laying away a low card."""
        while True:
            (turned,) = rng.choices(self.turns, self.weights)
            low = lowered(GAME, self.players, turned.suit)
            dealer = int(rng.random() * self.players)
            if turned.rank != "A" or dealer:
                return self._deal(low, turned, dealer, rng)

    def _deal(self, low: Lowered, turned: Card, dealer: int, rng: Random) -> Dealt:
        size, up = low.variant.hand_size, low.number[turned]
        mine = rng.sample(eligible(low, turned.suit, turned, self.setup), self.setup.number)
        plain = [c for c in range(len(low.cards)) if not low.trumps >> c & 1]
        mine += rng.sample(plain, size - len(mine))
        rest = [c for c in range(len(low.cards)) if c not in mine and c != up]
        rng.shuffle(rest)
        hands = [mask(mine)]
        hands += [mask(rest[i * size : (i + 1) * size]) for i in range(self.players - 1)]
        _rob(low, hands, turned, dealer)
        return Dealt(low, tuple(hands), (dealer + 1) % self.players)


def _rob(low: Lowered, hands: list[int], turned: Card, dealer: int) -> None:
    """Exchange the turn-up for a low card of whoever is entitled to it."""
    ace = low.number[Card(turned.suit, "A")]
    robber = dealer if turned.rank == "A" else -1
    for seat, hand in enumerate(hands):
        if turned.rank != "A" and hand >> ace & 1:
            robber = seat
    if robber >= 0:
        plain = list(bits(hands[robber] & ~low.trumps))
        out = plain[-1] if plain else min(bits(hands[robber]), key=lambda c: low.strength[c])
        hands[robber] ^= 1 << out | 1 << low.number[turned]


# --- ways of playing ------------------------------------------------------------------------------


def early(low: Lowered) -> Callable[[int, int, int, int], int]:
    """Return the policy: follow with a trump as soon as it heads the trick, lead none if alone."""

    def policy(hand: int, legal: int, led: int, heads: int) -> int:
        trumps = legal & low.trumps
        if led < 0:
            two = (hand & low.trumps).bit_count() > 1
            return trumps if two else legal & ~low.trumps or legal
        return trumps & heads or legal & ~low.trumps or legal

    return policy


def late(low: Lowered) -> Callable[[int, int, int, int], int]:
    """Return the policy: play no trump while another card is legal."""

    def policy(hand: int, legal: int, led: int, heads: int) -> int:
        return legal & ~low.trumps or legal

    return policy


def at_random(low: Lowered, hand: int, legal: int, led: int, heads: int, rng: Random) -> int:
    """Play any legal card."""
    return pick(legal, rng)


def cheaply(low: Lowered, hand: int, legal: int, led: int, heads: int, rng: Random) -> int:
    """Win the trick with the cheapest card that heads it, plain before trump; else throw low."""
    if led < 0:
        return pick(legal, rng)
    for group in (legal & heads & ~low.trumps, legal & heads, legal & ~low.trumps, legal):
        if group:
            return min(bits(group), key=lambda c: low.strength[c])
    raise AssertionError("no legal card")


OPPONENTS = {"random": at_random, "take cheaply": cheaply}


def result(
    dealt: Dealt,
    policy: Callable[[int, int, int, int], int],
    others: Callable[[Lowered, int, int, int, int, Random], int],
    rng: Random,
) -> int:
    """Play a deal, seat A by a policy; return which of OUTCOMES it comes to.

    Whoever has three tricks stops, as the text advises.
    """
    low, n = dealt.low, dealt.low.players
    hands, leader, taken = list(dealt.hands), dealt.leader, [0] * dealt.low.players
    while hands[leader]:
        trick: list[int] = []
        best = -1
        for distance in range(n):
            seat = (leader + distance) % n
            led = trick[0] if trick else -1
            if trick:
                bound = low.bound(led, best)
                legal, heads = low.follows(hands[seat], bound), bound.heads
            else:
                legal, heads = low.leads(hands[seat]), -1
            if seat:
                card = others(low, hands[seat], legal, led, heads, rng)
            else:
                card = pick(policy(hands[0], legal, led, heads), rng)
            hands[seat] ^= 1 << card
            trick.append(card)
            best = card if heads >> card & 1 else best
        leader = (leader + trick.index(best)) % n
        taken[leader] += 1
        if taken[leader] == 3:
            return 1 if leader else 0
    return 2


class Comparison(NamedTuple):
    """Early against late use on the same deals: shares of outcomes, and early minus late."""

    early: list[Estimate]
    late: list[Estimate]
    gain: list[Estimate]


def compare(setup: Setup, opponents: str, seed: int, deals: int) -> Comparison:
    """Play deals twice, early and late, against opponents of a kind."""
    dealer = Dealer(setup)
    sums = [[Ratio() for _ in OUTCOMES] for _ in range(3)]
    for number in range(deals):
        dealt = dealer.deal(Random(seed * 1_000_003 + number))
        got = [
            result(dealt, make(dealt.low), OPPONENTS[opponents], Random(number))
            for make in (early, late)
        ]
        for outcome in range(len(OUTCOMES)):
            a, b = got[0] == outcome, got[1] == outcome
            for ratios, value in zip(sums, (a, b, a - b), strict=True):
                ratios[outcome].add(value)
    return Comparison(*([r.estimate() for r in ratios] for ratios in sums))


def held(setup: Setup, seed: int, deals: int) -> dict[str, int]:
    """Count double-dummy in how many deals for three A and C hold B to two tricks.

    A plays freely, or is bound to use its trumps early or late.
    """
    dealer = Dealer(setup, players=3)
    counts = {"free": 0, "early": 0, "late": 0}
    for number in range(deals):
        dealt = dealer.deal(Random(seed * 1_000_003 + number))
        for word, make in (("free", None), ("early", early), ("late", late)):
            policy = make(dealt.low) if make else None
            game = Endgame(dealt.low, 1, policy=policy, bound=0)
            counts[word] += not game.reaches(dealt.hands, dealt.leader, 3)
    return counts


def _finding(setup: Setup, claim_words: str, effort: Effort) -> Finding:
    deals, dummy_deals = int(3000 * effort.factor), int(60 * effort.factor)
    details: dict[str, object] = {}
    parts = []
    for word in OPPONENTS:
        found = compare(setup, word, effort.seed, deals)
        details[word] = {
            outcome: {"early": e.as_list(), "late": b.as_list(), "early less late": g.as_list()}
            for outcome, e, b, g in zip(OUTCOMES, *found, strict=True)
        }
        own, _, spoiled = found.gain
        parts.append(
            f"opponents {word}: pool won early {found.early[0].percent}, late "
            f"{found.late[0].percent}, difference {own.percent}; spoiled early "
            f"{found.early[2].percent}, late {found.late[2].percent}, difference {spoiled.percent}"
        )
    dummy = held(setup, effort.seed, dummy_deals)
    details["double dummy, three players: B held to two tricks"] = {**dummy, "deals": dummy_deals}
    return measured(
        f"{claim_words}: {'; '.join(parts)}; double-dummy, three players, A and C hold B below "
        "three "
        f"tricks in {dummy['free']} of {dummy_deals} deals, early {dummy['early']}, late "
        f"{dummy['late']}",
        scope="five players; the entitled seat robs, three tricks stop the deal; early: a trump as "
        "soon as it heads the trick, late: no trump while another card is legal",
        details=details,
        method="paired simulation; double-dummy search",
        seed=effort.seed,
        sample=deals,
    )


@settles("F033")
def one_small_trump(claim: Claim, effort: Effort) -> Finding:
    """Compare early and late use of a single trump below the best four."""
    return _finding(ONE_SMALL, "one trump below the best four", effort)


@settles("F034")
def two_good_trumps(claim: Claim, effort: Effort) -> Finding:
    """Compare early and late use of two of the best four trumps (the ace apart, which robs)."""
    return _finding(TWO_GOOD, "two of Five, Jack and heart ace, no other trump", effort)
