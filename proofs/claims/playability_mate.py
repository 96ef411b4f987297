"""The other card of the turned card's rank and colour: whether one seat holds it."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from proofs.claim import Claim, Finding, when
from proofs.registry import Effort, settles
from solver.dealing import deal
from solver.referee import opening_card
from solver.variant import Variant, load

MATE_PACKS: dict[str, dict[str, Any]] = {
    "40 cards, n=3, u=1": {"ranks": 10, "copies": 1, "jokers": 0, "players": 3},
    "44 cards, n=3, u=2": {"ranks": 11, "copies": 1, "jokers": 0, "players": 3},
    "40 and a Joker, n=3, u=2": {"ranks": 10, "copies": 1, "jokers": 1, "players": 3},
    "36 and a Joker, n=3, u=1": {"ranks": 9, "copies": 1, "jokers": 1, "players": 3},
    "2x32, n=7, u=1": {"ranks": 8, "copies": 2, "jokers": 0, "players": 7},
    "2x36, n=5, u=2": {"ranks": 9, "copies": 2, "jokers": 0, "players": 5},
    "2x32 and a Joker, n=3, u=2": {"ranks": 8, "copies": 2, "jokers": 1, "players": 3},
}


@settles("B051")
def mate_of_the_turned_card(claim: Claim, effort: Effort) -> Finding:
    """Settle when exactly one seat holds the other card of the turned card's rank and colour."""
    rows = {name: _mates(**settings) for name, settings in MATE_PACKS.items()}
    exact = [name for name, row in rows.items() if row["share"] == 1]
    variant = load("G3-40-mate")
    named = _opening_card_is_the_mate(variant)
    text = "; ".join(f"{name}: {_share(row['share'])}" for name, row in rows.items())
    return when(
        "one natural card is undealt and turned and the pack has one copy of each card",
        f"share of deals in which exactly one seat holds a mate: {text}; where it works it "
        "replaces "
        "B1: the holder leads, who is the eldest in one deal of n only",
        scope="any n; packs of four suits; u=1 and u=2",
        method="every card turned, every second undealt card, every seat of every mate counted",
        mend="without exactly one mate in the hands, let the eldest lead as B1 says (option G6)",
        details={
            "holds for": exact,
            "shares": {name: str(row["share"]) for name, row in rows.items()},
            "shares, a double of the turned card being a mate too": {
                name: str(row["counting the turned card's double"]) for name, row in rows.items()
            },
            "why not": {name: row["why"] for name, row in rows.items() if row["share"] != 1},
            "the engine opens with the mate": named,
            "deals in which the holder is the eldest": "1/n (n=3: 1/3)",
        },
    )


def _share(share: Fraction) -> str:
    return "always" if share == 1 else f"{float(share):.2%}"


def _mates(ranks: int, copies: int, jokers: int, players: int) -> dict[str, Any]:
    """Count by cases: the turned card, then where its mates lie among hands and undealt cards.

    A mate is a card of the turned card's rank and of the other suit of its colour.
    """
    size = 4 * ranks * copies + jokers
    tricks, undealt = divmod(size, players)
    natural = Fraction(size - jokers, size)
    places = size - 1  # of all other cards: `undealt - 1` lie aside, the rest is in hands

    def one_seat(mates: int) -> Fraction:
        ways = sum(
            _ways_in_one_seat(places, tricks, players, undealt - 1, mates, aside)
            for aside in range(mates)
        )
        return natural * Fraction(ways, comb(places, mates))

    why = []
    if jokers:
        why.append("a turned Joker has no mate")
    if undealt > 1:
        why.append("the mate may be the other undealt card")
    if copies > 1:
        why.append("two mates may sit in two hands; the turned card's own double is a third")
    return {
        "share": one_seat(copies),
        "counting the turned card's double": one_seat(2 * copies - 1),
        "why": "; ".join(why),
    }


def _ways_in_one_seat(
    places: int, tricks: int, players: int, aside: int, mates: int, mates_aside: int
) -> int:
    """Count the places of the mates with some aside and all others in one hand."""
    return comb(aside, mates_aside) * players * comb(tricks, mates - mates_aside)


def _opening_card_is_the_mate(variant: Variant) -> bool:
    """Whether the referee's opening card is the one mate, for every card that can be turned."""
    base = deal(variant, 1)
    for turned in variant.pack.faces:
        mates = [
            c
            for c in variant.pack.faces
            if (c.rank, c.colour) == (turned.rank, turned.colour) and c != turned
        ]
        if [opening_card(base._replace(turn_up=(turned,)))] != mates:
            return False
    return True
