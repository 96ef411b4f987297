"""When scores tie: the scores of a schedule, and the splits that no schedule survives."""

from __future__ import annotations

from functools import lru_cache
from math import comb, gcd
from typing import TYPE_CHECKING

from proofs.splits import count_splits, splits
from solver.errors import LimitReached
from solver.rules.algebra import PLAIN
from solver.rules.scoring import Facts, score_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from proofs.splits import Split

MOST_SPLITS = 400_000


def lines(weights: Sequence[int], bonus: int = 0) -> list[Mapping[str, object]]:
    """Return the lines of a score: weighted tricks, and a bonus for the middling."""
    found: list[Mapping[str, object]] = [
        {"kind": "weighted tricks", "weights": list(weights), "toward": "right"}
    ]
    return [*found, {"kind": "middling bonus", "bonus": bonus}] if bonus else found


def raw_scores(weights: Sequence[int], taken: Sequence[int]) -> list[int]:
    """Return the scores of a split by the rule of the game itself, before any bonus."""
    return list(score_lines(PLAIN, lines(weights), Facts(taken=taken))[0][1])


def final_scores(weights: Sequence[int], taken: Sequence[int], bonus: int) -> list[int]:
    """Return the scores of a split after the bonus of the middling seats."""
    totals = [0] * len(taken)
    for _, added in score_lines(PLAIN, lines(weights, bonus), Facts(taken=taken)):
        totals = [x + y for x, y in zip(totals, added, strict=True)]
    return totals


@lru_cache(maxsize=32)
def up_to_rotation(players: int, tricks: int) -> tuple[Split, ...]:
    """Return one split of each class of splits that differ by a turn of the table.

    Weights that run round the table score a turned split alike. Raises LimitReached where there
    are too many splits to list.
    """
    refuse_many(players, tricks)
    return tuple(
        taken for taken in splits(players, tricks)
        if taken == max(taken[i:] + taken[:i] for i in range(players))
    )  # fmt: skip


def refuse_many(players: int, tricks: int) -> None:
    """Raise LimitReached where there are too many splits to list."""
    count = count_splits(players, tricks)
    if count > MOST_SPLITS:
        raise LimitReached(
            f"{tricks} tricks fall to {players} seats in {count} ways, more than {MOST_SPLITS}."
        )


def first_tie(weights: Sequence[int], candidates: Iterable[Split], bonus: int = 0) -> Split | None:
    """Return the first of some splits in which two final scores are equal."""
    for taken in candidates:
        scores = final_scores(weights, taken, bonus)
        if len(set(scores)) < len(scores):
            return taken
    return None


def unavoidable_tie(players: int, tricks: int) -> Split | None:
    """Return a split that ties seats under all weights that run round the table, or None.

    If g > 1 divides both numbers, let g seats at equal distances take equal shares: the table looks
    alike from each of them, whatever the weights are and whatever the middling gets.
    """
    g = gcd(players, tricks)
    if g == 1:
        return None
    taken = [0] * players
    for seat in range(0, players, players // g):
        taken[seat] = tricks // g
    return tuple(taken)


def multinomial(taken: Sequence[int]) -> int:
    """Return in how many orders the tricks of a split can fall."""
    count, left = 1, sum(taken)
    for number in taken:
        count *= comb(left, number)
        left -= number
    return count
