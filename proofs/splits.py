"""Splits of the tricks: every way in which they can fall, and the scores that follow.

A split is a vector of tricks per seat that adds up to all tricks. Scores are those of a variant's
own score lines, so that a changed file changes every count made here.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import comb, gcd
from typing import TYPE_CHECKING, NamedTuple

from solver.rules.algebra import PLAIN
from solver.rules.scoring import Facts, rising_weights, score_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solver.variant import Variant

Split = tuple[int, ...]


def splits(seats: int, tricks: int) -> Iterator[Split]:
    """Yield every split of so many tricks among so many seats.

    >>> list(splits(2, 2))
    [(0, 2), (1, 1), (2, 0)]
    """
    for bars in combinations(range(tricks + seats - 1), seats - 1):
        edges = (-1, *bars, tricks + seats - 1)
        yield tuple(b - a - 1 for a, b in pairwise(edges))


def count_splits(seats: int, tricks: int) -> int:
    """Return the number of splits without listing them."""
    return comb(tricks + seats - 1, seats - 1)


class Scored(NamedTuple):
    """A split with its scores before and after the lines that count as bonuses."""

    taken: Split
    raw: tuple[int, ...]
    final: tuple[int, ...]


def score(variant: Variant, taken: Split) -> Scored:
    """Score a split by the lines of a variant."""
    raw = final = (0,) * len(taken)
    facts = Facts(taken=taken, sides=variant.sides)
    for kind, added in score_lines(PLAIN, variant.file.score.lines, facts):
        final = tuple(x + y for x, y in zip(final, added, strict=True))
        if kind not in variant.bonus_kinds:
            raw = tuple(x + y for x, y in zip(raw, added, strict=True))
    return Scored(taken, raw, final)


def scored(variant: Variant, tricks: int | None = None) -> list[Scored]:
    """Score every split of a variant's tricks (or of another number of tricks)."""
    count = variant.tricks if tricks is None else tricks
    return [score(variant, taken) for taken in splits(variant.players, count)]


def ties(numbers: Sequence[int]) -> bool:
    """Return whether two of the numbers are equal."""
    return len(set(numbers)) < len(numbers)


def middling(raw: Sequence[int]) -> list[int]:
    """Return the seats that hold the ((n+1)/2)-th of the sorted scores."""
    middle = sorted(raw)[len(raw) // 2]
    return [seat for seat, points in enumerate(raw) if points == middle]


def weights_of(variant: Variant) -> list[int]:
    """Return the weights of a variant's first line as they act, by distance to the right.

    They are read off the scores of unit splits, so that they are the engine's and not the file's.
    """
    n = variant.players
    units = [tuple(int(j == owner) for j in range(n)) for owner in range(n)]
    return [score(variant, units[(0 - k) % n]).raw[0] for k in range(n)]


def differences(weights: Sequence[int], distance: int) -> list[int]:
    """Return what a trick adds to s_i - s_(i-distance), by its owner's distance k from seat i."""
    n = len(weights)
    return [weights[k] - weights[(k - distance) % n] for k in range(n)]


def tie_split(weights: Sequence[int], distance: int, tricks: int) -> Split | None:
    """Return a split in which seats 0 and -distance tie under cyclic weights, or None.

    Looks at every sum that so many tricks can give, so that None is a proof that there is none.
    """
    steps = differences(weights, distance)
    reached: list[dict[int, tuple[int, int]]] = [{0: (0, -1)}]
    for _ in range(tricks):
        layer: dict[int, tuple[int, int]] = {}
        for total in reached[-1]:
            for k, step in enumerate(steps):
                layer.setdefault(total + step, (total, k))
        reached.append(layer)
    if 0 not in reached[tricks]:
        return None
    taken = [0] * len(weights)
    total = 0
    for layer in reversed(reached[1:]):
        total, k = layer[total]
        taken[(0 - k) % len(weights)] += 1
    return tuple(taken)


def tying_distances(weights: Sequence[int], tricks: int) -> list[int]:
    """Return the distances at which two seats can tie (up to half way round the table)."""
    n = len(weights)
    return [d for d in range(1, n // 2 + 1) if tie_split(weights, d, tricks) is not None]


def lawful_distances(players: int, tricks: int) -> list[int]:
    """Return the distances at which the law n | d·T lets two seats tie under rising weights."""
    return [d for d in range(1, players // 2 + 1) if d * tricks % players == 0]


def tie_law(players: int, tricks: int) -> bool:
    """Return whether raw scores under rising weights can tie by the law gcd(n, T) > 1."""
    return gcd(players, tricks) > 1


def rising_residues_hold(players: int) -> bool:
    """Check the step on which the law rests: weight k is k+1 modulo n, the last one included.

    Then s_i - s_(i-d) = d·T - n·b, where b counts the tricks whose weight for seat i is below d.
    """
    n = players
    weights = rising_weights(n)
    if any(weights[k] % n != (k + 1) % n for k in range(n)):
        return False
    for d in range(1, n):
        steps = differences(weights, d)
        if any(steps[k] != (d - n if weights[k] < d else d) for k in range(n)):
            return False
        if sum(w < d for w in weights) != d:
            return False
    return True


def histogram(values: Sequence[int]) -> dict[int, int]:
    """Return how often each value occurs, in order."""
    return dict(sorted(Counter(values).items()))
