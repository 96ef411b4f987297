"""When raw scores under Barber's rising weights can tie: the law, and the proof of its steps.

Law: seats at distance d can tie in some split of T tricks exactly when n divides d·T; so some two
seats can tie exactly when gcd(n, T) > 1.

Proof. The weight at distance k is k+1, and 0 for k = n-1, so it is k+1 modulo n throughout. A trick
adds d to s_i - s_(i-d) if its weight for seat i is at least d, and d-n otherwise. With b tricks of
the second kind s_i - s_(i-d) = d·T - n·b, which is 0 only if n divides d·T. Conversely, if it does,
b = d·T/n tricks to the seat of weight 0 and the rest to the seat of weight n-1 make the two seats
level. There is d with 0 < d < n and n | d·T exactly when gcd(n, T) > 1 (take d = n / gcd).

The steps are checked here by the solver for single n with all splits and T symbolic, and by
arithmetic for many n.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import z3

from proofs.algebra import Z3, proved, symbolic_split
from proofs.splits import lawful_distances, rising_residues_hold, tying_distances
from solver.rules.algebra import PLAIN
from solver.rules.scoring import Facts, rising_weights, score_lines, weighted_tricks

if TYPE_CHECKING:
    from solver.variant import Variant

STEPS_CHECKED_TO = 60
COMPARED_TO = (9, 24)  # players, tricks of the comparison by reachable sums


def symbolic_raw(variant: Variant, taken: list[Any]) -> list[Any]:
    """Return a variant's raw scores as terms over symbolic tricks."""
    lines = [x for x in variant.file.score.lines if x["kind"] not in variant.bonus_kinds]
    totals: list[Any] = [0] * len(taken)
    for _, added in score_lines(Z3, lines, Facts(taken=taken, sides=variant.sides)):
        totals = [x + y for x, y in zip(totals, added, strict=True)]
    return totals


def rising(taken: list[Any], toward: str = "right") -> list[Any]:
    """Return the raw scores of rule E (or E′, toward the left) for any number of seats."""
    return weighted_tricks(Z3, Facts(taken=taken), [], {"weights": "rising", "toward": toward})


@lru_cache(maxsize=64)
def total_proved(players: int, toward: str = "right") -> bool:
    """Prove that the raw scores add up to T·n(n-1)/2 for every split."""
    tricks = z3.Int("T")
    taken, is_split = symbolic_split(players, tricks)
    whole = tricks * (players * (players - 1) // 2)
    return proved(z3.Sum(*rising(taken, toward)) == whole, is_split)


@lru_cache(maxsize=64)
def law_proved(players: int, toward: str = "right") -> bool:
    """Prove both directions of the law for one number of players and every T.

    By rotation it is enough to look at seat 0 and the seat at each distance.
    """
    tricks = z3.Int("T")
    taken, is_split = symbolic_split(players, tricks)
    scores = rising(taken, toward)
    for d in range(1, players // 2 + 1):
        lawful = (d * tricks) % players == 0
        if not proved(z3.Implies(scores[0] == scores[-d % players], lawful), is_split):
            return False
        if not _levels(players, d, toward):
            return False
    return True


def _levels(players: int, d: int, toward: str) -> bool:
    """Check that the split named in the proof makes two seats level whenever n | d·T.

    Scores are linear in the tricks, so T = n and T = 2n decide it; n may be replaced by the
    smallest T with n | d·T.
    """
    least = next(t for t in range(1, players + 1) if d * t % players == 0)
    for tricks in (least, 2 * least):
        taken = level_split(players, d, tricks)
        scores = weighted_tricks(
            PLAIN, Facts(taken=taken), [], {"weights": "rising", "toward": "right"}
        )
        if toward == "left":  # the mirror image
            taken = [taken[-i % players] for i in range(players)]
            scores = weighted_tricks(
                PLAIN, Facts(taken=taken), [], {"weights": "rising", "toward": "left"}
            )
            scores = [scores[-i % players] for i in range(players)]
        if scores[0] != scores[-d % players]:
            return False
    return True


def level_split(players: int, d: int, tricks: int) -> list[int]:
    """Return the split of the proof, in which seats 0 and -d are level (n must divide d·T)."""
    weights = rising_weights(players)
    few = d * tricks // players
    taken = [0] * players
    taken[(0 - weights.index(0)) % players] = few
    taken[(0 - weights.index(players - 1)) % players] += tricks - few
    return taken


@lru_cache(maxsize=1)
def steps_hold() -> bool:
    """Check the arithmetic steps of the general proof for every n up to STEPS_CHECKED_TO."""
    return all(rising_residues_hold(n) for n in range(2, STEPS_CHECKED_TO + 1))


@lru_cache(maxsize=1)
def agrees_with_search() -> bool:
    """Compare the law with a search of all sums that splits can give."""
    most_players, most_tricks = COMPARED_TO
    return all(
        tying_distances(rising_weights(n), t) == lawful_distances(n, t)
        for n in range(2, most_players + 1)
        for t in range(1, most_tricks + 1)
    )


def raw_ties_refuted(variant: Variant, tricks: int) -> bool:
    """Prove pair by pair that no split of so many tricks makes a variant's raw scores tie."""
    taken, is_split = symbolic_split(variant.players, tricks)
    scores = symbolic_raw(variant, taken)
    n = variant.players
    return all(proved(scores[i] != scores[j], is_split) for i in range(n) for j in range(i + 1, n))
