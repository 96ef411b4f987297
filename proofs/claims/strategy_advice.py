"""Advice of the Japanese trump game: make voids."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from proofs.claim import Claim, Finding, Verdict, Witness, by_reading, decided
from proofs.claims.strategy_trumps import GAME, TRUMP, deal_tricks, lowered
from proofs.endgames import Endgame
from proofs.playouts import Lowered, bits, mask, pick
from proofs.registry import Effort, settles
from proofs.sampling import Estimate, Ratio
from proofs.splits import score
from solver.notation import write
from solver.position import Position, start
from solver.referee import first_tier
from solver.rules.tiers import Situation
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Callable


# --- J024 ---------------------------------------------------------------------------------------


def trumping_is_legal(variant: Variant) -> tuple[int, int]:
    """Return for how many plain leads a hand without the suit may play any of its trumps."""
    view = variant.view(TRUMP)
    leads = [c for c in view if not view[c].trump]
    good = 0
    for led in leads:
        hand = [c for c in view if view[c].suit != view[led].suit]
        s = Situation([view[c] for c in hand], [True] * len(hand), [view[led]])
        _, legal = first_tier(variant.follow_tiers, s, hand)
        good += all(c in legal for c in hand if view[c].trump)
    return good, len(leads)


def plain_groups(low: Lowered, hand: int) -> list[int]:
    """Return the plain cards of a hand by suit, shortest suit first."""
    suits: dict[int, int] = {}
    for card in bits(hand & ~low.trumps):
        suits[low.suit[card]] = suits.get(low.suit[card], 0) | 1 << card
    return sorted(suits.values(), key=lambda group: (group.bit_count(), group))


def by_length(low: Lowered, rng: Random, which: int | None) -> Callable[[int, int, int, int], int]:
    """Return the play of seat 0 by length of suits against two random seats.

    Seat 0 leads and discards from its shortest (0), longest (-1) or any (None) plain suit and
    trumps whenever it can't follow.
    """

    def choose(seat: int, hand: int, legal: int, led: int) -> int:
        if seat or (led >= 0 and low.suit[led] == low.suit[next(bits(legal))]):
            return pick(legal, rng)
        if led >= 0 and legal & low.trumps:
            return pick(legal & low.trumps, rng)
        groups = plain_groups(low, legal)
        if not groups:
            return pick(legal, rng)
        return pick(legal & ~low.trumps if which is None else groups[which], rng)

    return choose


POLICIES = {"shortest": 0, "longest": -1, "any": None}


def void_policies(low: Lowered, seed: int, deals: int) -> dict[str, dict[str, Estimate]]:
    """Compare the policies on the same deals: tricks and round score of seat 0, and differences."""
    means = {(name, what): Ratio() for name in POLICIES for what in ("tricks", "score")}
    gain = {(other, what): Ratio() for other in ("longest", "any") for what in ("tricks", "score")}
    for number in range(deals):
        got = {}
        for name, which in POLICIES.items():
            rng = Random(seed * 1_000_003 + number)
            taken = [0, 0, 0]
            choose = by_length(low, rng, which)
            for _leader, winner, _trick, _before in deal_tricks(low, rng, choose):
                taken[winner] += 1
            got[name] = {"tricks": taken[0], "score": _round_score(tuple(taken))}
            for what in ("tricks", "score"):
                means[name, what].add(got[name][what])
        for (other, what), ratio in gain.items():
            ratio.add(got["shortest"][what] - got[other][what])
    return {
        "mean": {f"{name}, {what}": r.estimate() for (name, what), r in means.items()},
        "gain of shortest": {f"over {o}, {what}": r.estimate() for (o, what), r in gain.items()},
    }


@lru_cache(maxsize=4096)
def _round_score(taken: tuple[int, ...]) -> int:
    return score(load(GAME), taken).final[0]


def short_leads(low: Lowered, rng: Random, endings: int, cards: int) -> dict[str, int]:
    """Compare double-dummy a lead from the shortest plain suit with the other plain leads."""
    counts = {"better": 0, "equal": 0, "worse": 0}
    while sum(counts.values()) < endings:
        order = list(range(len(low.cards)))
        rng.shuffle(order)
        hands = tuple(mask(order[i * cards : (i + 1) * cards]) for i in range(3))
        groups = plain_groups(low, hands[0])
        if len(groups) < 2 or groups[0].bit_count() == groups[1].bit_count():
            continue
        values = Endgame(low, 0).card_values(hands, 0)
        short = max(values[c] for c in bits(groups[0]))
        rest = max(values[c] for group in groups[1:] for c in bits(group))
        counts["better" if short > rest else "worse" if short < rest else "equal"] += 1
    return counts


def shortening_hurts(low: Lowered, seed: int) -> tuple[str, int, int]:
    """Return the first ending of three cards in which the short lead costs a trick.

    With fewer cards no hand has plain suits of two lengths. Also returns both values.
    """
    rng = Random(seed)
    while True:
        order = list(range(len(low.cards)))
        rng.shuffle(order)
        hands = tuple(mask(order[i * 3 : i * 3 + 3]) for i in range(3))
        groups = plain_groups(low, hands[0])
        if len(groups) != 2 or groups[0].bit_count() == groups[1].bit_count():
            continue
        values = Endgame(low, 0).card_values(hands, 0)
        short = max(values[c] for c in bits(groups[0]))
        long = max(values[c] for c in bits(groups[1]))
        if short < long:
            return write(ending(low, hands, 0)), short, long


def ending(low: Lowered, hands: tuple[int, ...], leader: int) -> Position:
    """Return lowered hands as a position."""
    dealt = tuple(tuple(low.cards[c] for c in bits(hand)) for hand in hands)
    left = hands[0].bit_count()
    position = start(low.variant, dealt, leader=leader)
    return position._replace(trump=TRUMP, done=low.variant.tricks - left)


@settles("J024")
def make_voids(claim: Claim, effort: Effort) -> Finding:
    """Settle that a void lets a hand trump, and whether shortening a suit raises the result."""
    variant, low = load(GAME), lowered()
    good, leads = trumping_is_legal(variant)
    legal = decided(
        good == leads, f"without the suit led every trump may be played ({good} of {leads} leads)"
    )
    deals = int(700 * effort.factor)
    found = void_policies(low, effort.seed, deals)
    endings = int(200 * effort.factor)
    dummy = short_leads(low, Random(effort.seed), endings, 4)
    gain = found["gain of shortest"]
    position, short, long = shortening_hurts(low, effort.seed)
    words = (
        f"plain leads and discards from the shortest suit instead of the longest bring "
        f"{gain['over longest, tricks'].text()} tricks and {gain['over longest, score'].text()} "
        f"points a round against random play ({gain['over any, tricks'].text()} and "
        f"{gain['over any, score'].text()} instead of any); double-dummy, {endings} endings of "
        "four "
        f"cards: the short lead is better in {dummy['better']}, equal in {dummy['equal']}, worse "
        f"in {dummy['worse']}"
    )
    witness = Witness(
        f"A on lead makes {short} by leading from the shorter suit, {long} from the longer",
        f"foolproof solve '{position} / A makes most'",
        position,
    )
    early = Finding(_verdict_of(gain["over longest, tricks"]), words, witness=witness)
    return by_reading(
        {"void, so trumping is legal": legal, "shortening early raises the result": early},
        details={
            "leads, trumping legal": [leads, good],
            "policies": {k: {n: e.as_list() for n, e in v.items()} for k, v in found.items()},
            "double dummy": dummy,
        },
        scope="policies: 17 cards, seat A by suit length and trumping whenever void, B and C "
        "uniform over legal cards; double dummy: A wants tricks, B and C are one adversary",
        method="tiers; paired simulation; double-dummy search",
        seed=effort.seed,
        sample=deals,
    )


def _verdict_of(gain: Estimate) -> Verdict:
    """Return holds or fails if the whole interval lies on one side of nothing."""
    if gain.low > 0:
        return Verdict.HOLDS
    return Verdict.FAILS if gain.high < 0 else Verdict.MEASURED
