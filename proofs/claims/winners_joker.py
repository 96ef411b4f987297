"""Who wins a trick with a Joker, and with several."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import NamedTuple

from proofs.claim import Claim, Finding, Witness, decided, silent, when
from proofs.random_play import playout
from proofs.registry import Effort, settles
from proofs.sampling import Ratio, share
from proofs.trick_types import trick_types
from proofs.witness import ending, replayed
from solver.cards import JOKER, Card
from solver.position import play
from solver.rules.algebra import PLAIN
from solver.variant import load


def _named(players: int, jokers: int, reading: str) -> dict[int, set[int]]:
    """Return by number of Jokers in a trick how many winners a reading names."""
    name = "G3" if players == 3 else "G5-3J"
    variant = load(name, settings={"pack.jokers": jokers, "trick.jokers": reading})
    view = variant.view("")
    found: dict[int, set[int]] = {}
    for kind in trick_types(variant.pack, players):
        wins = variant.wins(PLAIN, [view[card] for card in kind.cards])
        found.setdefault(kind.cards.count(JOKER), set()).add(sum(wins))
    return found


def _two_jokers() -> Witness:
    variant = load("G3", settings={"pack.jokers": 2, "trick.jokers": "refuse"})
    hands = ((Card("c", "7"),), (JOKER,), (JOKER,))
    position = ending(variant, hands)
    cards = [Card("c", "7"), JOKER, JOKER]
    plays = [play(card) for card in cards]
    return replayed("B and C, void of clubs, must both play a Joker", position, plays)


@settles("B012")
def joker_wins(claim: Claim, effort: Effort) -> Finding:
    """Settle how many cards C1 names with one, two and three Jokers in the pack."""
    found = {k: _named(3, k, "refuse") for k in (1, 2, 3)}
    one = all(row[1] == {1} and row[0] == {1} for row in found.values())
    more = all(row[j] == {j} for row in found.values() for j in row if j > 1)
    if not (one and more):
        return decided(one, "C1 names other numbers of cards", details={"named": str(found)})
    return when(
        "one Joker lies in the trick (always so with one Joker in the pack)",
        "C1 names exactly one card with k=1; with k=2 and 3 a trick can hold two or three Jokers "
        "and "
        "C1 names them all: B and C, both void, must both play theirs",
        scope="k=1, 2, 3; all types of tricks of 32 cards and k Jokers, n=3; any n alike",
        method="every type of trick",
        mend="say that the first (or last) Joker wins (option G7)",
        witness=_two_jokers(),
        details={k: {j: sorted(v) for j, v in row.items()} for k, row in found.items()},
    )


class JokerTricks(NamedTuple):
    """Tricks of random deals by the Jokers in them, and how often readings disagree."""

    tricks: int
    by_jokers: Counter[int]
    differ: Counter[str]
    two: Ratio
    deals_with_two: int


def joker_tricks(deals: int, seed: int) -> JokerTricks:
    """Play random deals of 55 cards and look at the Jokers of every trick."""
    variants = {r: load("G5-3J", choose={"G7": r}) for r in ("first", "last", "cancel")}
    variant = variants["first"]
    view = variant.view("")
    by_jokers: Counter[int] = Counter()
    differ: Counter[str] = Counter()
    with_two = 0
    two = Ratio()
    for i in range(deals):
        played = playout(variant, seed * 1_000_003 + i)
        cards = [a.card for a in played.actions if a.is_play]
        numbers = []
        for t in range(0, len(cards), 5):
            trick = cards[t : t + 5]
            number = trick.count(JOKER)
            by_jokers[number] += 1
            numbers.append(number)
            if number > 1:
                seen = [view[card] for card in trick]
                won = {r: v.wins(PLAIN, seen).index(True) for r, v in variants.items()}
                for a, b in (("first", "last"), ("first", "cancel"), ("last", "cancel")):
                    differ[f"{a} or {b}"] += won[a] != won[b]
        several = sum(number > 1 for number in numbers)
        two.add(several, len(numbers))
        with_two += several > 0
    return JokerTricks(sum(by_jokers.values()), by_jokers, differ, two, with_two)


@settles("B054")
def equal_jokers(claim: Claim, effort: Effort) -> Finding:
    """Count the winners C1 gives with three equal Jokers, and what each reading changes."""
    named = _named(5, 3, "refuse")
    readings = {r: _named(5, 3, r) for r in ("first", "last", "cancel")}
    deals = int(300 * effort.factor) or 1
    seen = joker_tricks(deals, effort.seed)
    shares = {j: share(seen.by_jokers[j], seen.tricks) for j in range(4)}
    drawn = {j: Fraction(comb(3, j) * comb(52, 5 - j), comb(55, 5)) for j in range(4)}
    two = share(seen.by_jokers[2] + seen.by_jokers[3], seen.tricks)
    clustered = seen.two.estimate()  # tricks of one deal share its three Jokers
    single = {r: all(v == {1} for v in row.values()) for r, row in readings.items()}
    return silent(
        "C1 names as many winners as there are Jokers in the trick: "
        + ", ".join(
            f"{j} Joker{'' if j == 1 else 's'}: {sorted(v)[0]}" for j, v in sorted(named.items())
        )
        + " (none: one by C2, C3); in random play two or three Jokers fall in one trick in "
        f"{clustered.percent} of tricks ({seen.deals_with_two} of {deals} deals); the "
        "text leaves: the first wins, the last wins, two cancel each other (all total for n=5), "
        "each names another winner there",
        scope="n=5, 55 cards, T=11",
        method=f"every type of trick; {deals} random deals, seed {effort.seed}, 95 % interval by "
        "deals",
        mend="say which of several Jokers wins",
        seed=effort.seed,
        sample=seen.tricks,
        witness=_two_jokers(),
        details={
            "winners by Jokers": {j: sorted(v) for j, v in sorted(named.items())},
            "tricks by Jokers, random play": {j: s.as_list() for j, s in shares.items()},
            "tricks by Jokers, five cards drawn": {j: float(p) for j, p in drawn.items()},
            "two or more": two.as_list(),
            "two or more, interval by deals": clustered.as_list(),
            "one winner on every trick": single,
            "tricks with two or more on which readings differ": dict(seen.differ),
        },
    )
