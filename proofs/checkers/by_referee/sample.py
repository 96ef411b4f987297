"""Deal and play at random again and count an event, or recompute the interval of a share.

A sample proves what happened in it, no more: so many events among so many occasions in the deals
of a seed. The format is described in docs/certificates.md.
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

Z95, MOST = 1.959964, 20_000


def count(claim: Any) -> tuple[int, int]:
    """Return how many events and occasions the deals of a sample hold."""
    variant = read_variant(claim["variant"])
    hits = of = 0
    if not 0 < claim["deals"] <= MOST:
        raise Refused("large", "too many deals, or none")
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
        here, occasions = EVENTS[claim["event"]](game, position)
        hits, of = hits + here, of + occasions
    return hits, of


def interval(claim: Any) -> tuple[int, int]:
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
        if sorted(claim) == ["deals", "event", "hits", "of", "seed", "variant"]:
            found, stated = count(claim), (claim["hits"], claim["of"])
        elif sorted(claim) == ["formula", "high", "hits", "low", "of"]:
            found, stated = interval(claim), (claim["low"], claim["high"])
            if max(abs(a - b) for a, b in zip(found, stated, strict=True)) < 3:
                return  # rounding of the last digits
        else:
            raise Refused("field", "the claim's fields are those of no sample")
    except (TypeError, LookupError, ValueError, AttributeError, ArithmeticError,
            FoolproofError) as error:
        raise Refused("malformed", f"{type(error).__name__}: {error}"[:200]) from None
    if found != stated:
        raise Refused("count", f"it comes out as {found}")


if __name__ == "__main__":
    run(check)
