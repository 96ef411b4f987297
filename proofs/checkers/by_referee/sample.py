"""Deal and play at random again and count an event, or recompute the interval of a share.

A sample proves what happened in it, no more: so many events among so many occasions in the deals
of a seed, and the interval that follows. The format is described in docs/certificates.md.
Run as `python -m proofs.checkers.by_referee.sample FILE`.
"""

from __future__ import annotations

import random
from math import sqrt
from typing import Any

from proofs.checkers.by_referee.events import EVENTS
from proofs.checkers.by_referee.tricks import Game
from proofs.checkers.payload import Refused, run
from solver import referee
from solver.cards import SUITS
from solver.dealing import deal
from solver.errors import FoolproofError
from solver.variant_text import read_variant

Z95, MOST, ENDS = 1.959964, 20_000, ("low", "high")


def count(claim: Any) -> tuple[int, int, int, int]:
    """Return how many events and occasions the deals of a sample hold, and the interval's ends."""
    variant = read_variant(claim["variant"])
    if not 0 < claim["deals"] <= MOST:
        raise Refused("large", "too many deals, or none")
    deals = []
    for number in range(claim["deals"]):
        rng = random.Random(f"{claim['seed']} {number}")
        order = list(variant.pack)
        rng.shuffle(order)
        named = rng.choice([*SUITS][:4]) if variant.file.deal.trump == "named" else ""
        game: Game = []
        position = deal(variant, order=order, trump=named)
        while not position.over:
            action = rng.choice(referee.legal_actions(position))
            game.append((position, action))
            position = referee.step(position, action)
        deals.append(EVENTS[claim["event"]](game, position))
    hits, of = (sum(column) for column in zip(*deals, strict=True))
    share = hits / of if of else 0.0
    # Occasions of one deal hang together: the deals are what was drawn independently.
    spread = sqrt(sum((y - share * x) ** 2 for y, x in deals)) / max(1, of)
    low, high = (round((share + sign * Z95 * spread) * 10**6) for sign in (-1, 1))
    return hits, of, low, high


def interval(claim: Any) -> tuple[int, ...]:
    """Return the 95 % interval of a share in millionths, by Wilson's formula or the normal one."""
    n, z = claim["of"], Z95
    p = claim["hits"] / n
    if claim["formula"] == "wilson":
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    elif claim["formula"] == "normal":
        centre, half = p, z * sqrt(p * (1 - p) / n)
    else:
        raise Refused("malformed", "the formula is of no known sort")
    return round((centre - half) * 10**6), round((centre + half) * 10**6)


def check(payload: Any) -> None:
    """Refuse unless the sample counts, or the interval comes out, as stated."""
    try:
        (claim,) = payload.values()
        if sorted(claim) == ["deals", "event", "high", "hits", "low", "of", "seed", "variant"]:
            found: tuple[int, ...] = count(claim)
            names: tuple[str, ...] = ("hits", "of", "low", "high")
        elif sorted(claim) == ["formula", "high", "hits", "low", "of"]:
            found, names = interval(claim), ("low", "high")
        else:
            raise Refused("field", "the claim's fields are those of no sample")
        for name, value in zip(names, found, strict=True):
            # The last digits of an interval may be rounded otherwise.
            if type(claim[name]) is not int or abs(claim[name] - value) > 2 * (name in ENDS):
                raise Refused("count", f"it comes out as {found}")
    except (TypeError, LookupError, ValueError, AttributeError, ArithmeticError,
            FoolproofError) as error:
        raise Refused("malformed", f"{type(error).__name__}: {error}"[:200]) from None


if __name__ == "__main__":
    run(check)
