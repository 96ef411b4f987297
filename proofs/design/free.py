"""Schedules whose weights need not run round the table: a table of seats by owners of a trick."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

import z3

from proofs.design.ties import refuse_many
from proofs.splits import splits
from solver.errors import LimitReached

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.splits import Split

PATIENCE = 20.0  # seconds


class FreeSchedule(NamedTuple):
    """A table of weights without ties (row: the seat that scores, column: the owner), or None.

    `least` is the least possible largest weight; `impossible` a split that ties all such tables,
    `seen` the splits that leave none.
    """

    players: int
    tricks: int
    fair: bool
    least: int
    table: tuple[tuple[int, ...], ...] | None
    seen: tuple[Split, ...]
    impossible: Split | None = None

    def data(self) -> dict[str, Any]:
        """Return the result for programs."""
        return {
            "players": self.players, "tricks": self.tricks, "form": "free", "fair": self.fair,
            "least": self.least, "table": [list(row) for row in self.table or ()],
            "certificate": {
                "split that ties under all weights":
                    list(self.impossible) if self.impossible else None,
                "splits that no table survives": [] if self.table else [list(s) for s in self.seen],
            },
        }  # fmt: skip


def free_schedule(players: int, tricks: int, *, fair: bool = True) -> FreeSchedule:
    """Return a table whose largest weight is least, n-1, under which no two scores tie.

    If one seat takes all tricks all n scores must differ, so that each column has the weights 0 to
    n-1 once each. Without `fair` seat i may score i for every trick, which never ties and is no
    game; with it the weights of every seat add up to the same. Raises LimitReached.
    """
    n = players
    if not fair:
        return FreeSchedule(n, tricks, fair, n - 1, tuple((i,) * n for i in range(n)), ())
    if tricks % n == 0:
        equal = (tricks // n,) * n
        return FreeSchedule(n, tricks, fair, n - 1, None, (equal,), equal)
    refuse_many(n, tricks)
    every = list(splits(n, tricks))
    w = [[z3.Int(f"w{i}.{j}") for j in range(n)] for i in range(n)]
    solver = z3.Solver()
    for j in range(n):
        column = [w[i][j] for i in range(n)]
        solver.add(z3.Distinct(*column), *(z3.And(x >= 0, x < n) for x in column))
    solver.add(*(z3.Sum(*row) == n * (n - 1) // 2 for row in w))
    solver.add(*(w[i][0] == i for i in range(n)))  # seats can be named by what they score there
    seen: list[Split] = []
    deadline = time.monotonic() + PATIENCE
    while (left := deadline - time.monotonic()) > 0:
        solver.set("timeout", max(1, int(1000 * left)))
        answer = solver.check()
        if answer == z3.unknown:
            break
        if answer == z3.unsat:
            return FreeSchedule(n, tricks, fair, n - 1, None, tuple(seen))
        model = solver.model()
        table = tuple(
            tuple(model.eval(x, model_completion=True).as_long() for x in row) for row in w
        )
        tie = tie_of(table, every)
        if tie is None:
            return FreeSchedule(n, tricks, fair, n - 1, table, tuple(seen))
        seen.append(tie)
        solver.add(
            z3.Distinct(*(z3.Sum(*(x * t for x, t in zip(row, tie, strict=True))) for row in w))
        )
    raise LimitReached(f"neither a table nor a proof that there is none after {len(seen)} splits.")


def tie_of(table: Sequence[Sequence[int]], every: Sequence[Split]) -> Split | None:
    """Return the first split in which two scores are equal."""
    for taken in every:
        scores = {sum(x * t for x, t in zip(row, taken, strict=True)) for row in table}
        if len(scores) < len(table):
            return taken
    return None
