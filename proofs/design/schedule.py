"""All simplest schedules of weights under which no two scores can tie.

Synthesis by counterexamples: z3 proposes weights that tie in none of the splits seen so far, all
splits are tried, and one that ties is added to those seen. When z3 has nothing more to propose the
splits seen prove that there is nothing: every proposal within the bounds ties in one of them. What
is found is confirmed on every split; for cyclic weights all permutations are tried as well.
"""

from __future__ import annotations

import time
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

import z3

from proofs.algebra import Z3
from proofs.design.ties import final_scores, first_tie, unavoidable_tie, up_to_rotation
from proofs.splits import splits
from solver.errors import LimitReached
from solver.rules.scoring import Facts, middling_bonus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from proofs.splits import Split

MOST_FOUND = 2000
NAMES = {"max": "largest weight", "sum": "sum of weights"}
MEASURES = ("max", "sum", "distinct")
MOST_WEIGHT = 400


class Schedules(NamedTuple):
    """What was found: the schedules, the least value of the measure, and the proof of leastness.

    `seen` splits, on one of which every smaller proposal ties; `impossible` a split that ties
    seats whatever the weights are.
    """

    players: int
    tricks: int
    bonus: int
    minimise: str
    least: int
    found: tuple[tuple[int, ...], ...]
    complete: bool
    seen: tuple[Split, ...]
    splits: int
    impossible: Split | None = None

    def data(self) -> dict[str, Any]:
        """Return the result for programs."""
        return {
            "players": self.players, "tricks": self.tricks, "bonus": self.bonus, "form": "cyclic",
            "minimise": self.minimise, "least": self.least,
            "schedules": [list(w) for w in self.found], "complete": self.complete,
            "certificate": {
                "splits that every smaller schedule fails on": [list(s) for s in self.seen],
                "splits confirmed": self.splits,
                "split that ties under all weights":
                    list(self.impossible) if self.impossible else None,
            },
        }  # fmt: skip


def schedules(
    players: int,
    tricks: int,
    *,
    bonus: int = 0,
    minimise: str = "max",
    seconds: float = 60.0,
) -> Schedules:
    """Return all cyclic schedules without ties that are least by a measure.

    `max` the largest weight, `sum` of the weights, `distinct` the number of different ones (of
    those with the smallest largest weight). The smallest weight is 0: the same number added to
    all weights adds the same to all scores. Raises LimitReached when time runs out.
    """
    impossible = unavoidable_tie(players, tricks)
    if impossible is not None:
        return Schedules(players, tricks, bonus, minimise, 0, (), True, (), 0, impossible)
    if minimise == "distinct":  # all weights must differ: the least number is known beforehand
        simplest = schedules(players, tricks, bonus=bonus, seconds=seconds)
        return simplest._replace(minimise="distinct", least=players)
    every = up_to_rotation(players, tricks)
    search = _Search(players, every, bonus, time.monotonic() + seconds)
    least = _first_bound(players, minimise)
    seen: list[Split] = []
    while True:
        found = tuple(search.all_within(minimise, least))
        if found:
            complete = len(found) < MOST_FOUND * players
            return Schedules(
                players, tricks, bonus, minimise, least, tuple(sorted(found)), complete,
                tuple(seen), len(every),
            )  # fmt: skip
        seen = list(search.seen)
        least += 1
        if least > MOST_WEIGHT:
            raise LimitReached(f"no schedule was found with {minimise} up to {MOST_WEIGHT}.")


def _first_bound(players: int, minimise: str) -> int:
    """Return a value that no schedule without ties is below.

    If one seat takes all tricks every seat scores a multiple of its weight, so all weights differ.
    """
    return players - 1 if minimise == "max" else players * (players - 1) // 2


class _Search:
    """Weights that tie in none of the splits seen so far.

    The weight of one's own tricks is taken to be the smallest: turned weights give the same scores
    to other seats.
    """

    def __init__(self, players: int, every: Sequence[Split], bonus: int, deadline: float) -> None:
        self.players, self.every, self.bonus = players, every, bonus
        self.deadline = deadline
        self.seen: list[Split] = []
        self.weights = [z3.Int(f"w{k}") for k in range(players)]

    def all_within(self, minimise: str, bound: int) -> Iterator[tuple[int, ...]]:
        """Yield every schedule whose measure is at the bound."""
        solver = z3.Solver()
        w = self.weights
        solver.add(w[0] == 0, *(x > 0 for x in w[1:]), z3.Distinct(*w))
        if minimise == "max":
            solver.add(*(x <= bound for x in w))
        else:
            solver.add(z3.Sum(*w) <= bound)
        for taken in self.seen:
            solver.add(self._untied(taken))
        number = 0
        while number < MOST_FOUND:
            left = self.deadline - time.monotonic()
            solver.set("timeout", max(1, int(1000 * left)))
            answer = solver.check() if left > 0 else z3.unknown
            if answer == z3.unknown:
                raise LimitReached(
                    f"time ran out: no schedule has a {NAMES[minimise]} below {bound}, and {number}"
                    f" were found with {bound}; give more --seconds."
                )
            if answer == z3.unsat:
                return
            model = solver.model()
            tried = tuple(model.eval(x, model_completion=True).as_long() for x in w)
            tie = first_tie(tried, self.every, self.bonus)
            if tie is None:
                number += 1
                yield from (tried[k:] + tried[:k] for k in range(self.players))
                solver.add(z3.Or(*(x != v for x, v in zip(w, tried, strict=True))))
            else:
                self.seen.append(tie)
                solver.add(self._untied(tie))

    def _untied(self, taken: Split) -> Any:
        """State that no two final scores of a split are equal, by the rule of the game itself."""
        n = self.players
        raw = [z3.Sum(*(self.weights[k] * taken[(i - k) % n] for k in range(n))) for i in range(n)]
        if not self.bonus:
            return z3.Distinct(*raw)
        added = middling_bonus(Z3, Facts(taken=taken), raw, {"bonus": self.bonus})
        return z3.Distinct(*(r + b for r, b in zip(raw, added, strict=True)))


def by_permutation(players: int, tricks: int, bonus: int = 0) -> list[tuple[int, ...]]:
    """Return all schedules of the weights 0 … n-1 without ties, by trying every permutation."""
    every = up_to_rotation(players, tricks)
    return [w for w in permutations(range(players)) if first_tie(w, every, bonus) is None]


def confirmed(weights: Sequence[int], tricks: int, bonus: int = 0) -> bool:
    """Check every split, turned ones too, by the lines of a score: no two scores are equal."""
    n = len(weights)
    return all(len(set(final_scores(weights, taken, bonus))) == n for taken in splits(n, tricks))
