"""Bounds on what every seat comes to where each plays for himself and the search was stopped.

Max^n play is best for every seat against what the others do, whichever of equal actions they take.
So nobody comes to less than he could force against all others together, nor to more than all
together could give him. Both are searches of one side: they prune, which max^n can't, and give
bounds of their own where they are stopped too.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from solver.goals import ADVERSARY, HELP, LEAST, MOST, Goal
from solver.limits import Limits
from solver.reach import most_tricks, reach

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.engines import Answer
    from solver.position import Position
    from solver.reach import Range

    Solve = Callable[[Position, Goal, Limits], Answer]

SHARE = 8  # of nodes and seconds one part in so many is kept for the bounds
AFTER_INTERRUPT = 1.0  # seconds


def for_play(limits: Limits) -> Limits:
    """Return the part of the limits that max^n itself may use up."""
    nodes, seconds, memory = limits
    return Limits(
        None if nodes is None else nodes - nodes // SHARE,
        None if seconds is None else seconds * (1 - 1 / SHARE),
        memory,
    )


def bounded(position: Position, goal: Goal, found: Answer, left: Limits, solve: Solve) -> Answer:
    """Return a stopped answer with bounds for every seat; `solve` searches for one side."""
    seat = min(goal.side)
    order = [seat, *(i for i in range(position.players) if i != seat)]
    work = _Work(solve, left, 2 * len(order))
    ranges = {one: work.range(position, goal, one) for one in order}
    ranges[seat] = narrowed(ranges[seat], (found.lower, found.upper))
    if goal.measure == "tricks":
        ranges = _shared_out(position, ranges)
    low, high = ranges[seat]
    return found._replace(
        value=low if low == high else None,
        lower=low,
        upper=high,
        nodes=found.nodes + work.nodes,
        seats=tuple(ranges[i] for i in range(position.players)),
    )


class _Work:
    """So many searches, which share what is left of the limits evenly."""

    def __init__(self, solve: Solve, left: Limits, searches: int) -> None:
        self.solve = solve
        self.left = left
        self.searches = searches
        self.nodes = 0
        self.began = time.monotonic()

    def range(self, position: Position, goal: Goal, seat: int) -> Range:
        """Bound what a seat comes to by what it can force, and by what all can give it."""
        found = reach(position, _own(goal, seat, ADVERSARY))
        for stance in (ADVERSARY, HELP):
            part = self._part()
            if part is None:
                continue
            answer = self.solve(position, _own(goal, seat, stance), part)
            self.nodes += answer.nodes
            above = (stance == HELP) != goal.minimises
            found = narrowed(found, (None, answer.upper) if above else (answer.lower, None))
        return found

    def _part(self) -> Limits | None:
        """Return the part of the next search; None if there is nothing."""
        nodes, seconds, memory = self.left
        if nodes is not None:
            nodes = (nodes - self.nodes) // self.searches
        if seconds is not None:
            seconds = (seconds - (time.monotonic() - self.began)) / self.searches
        self.searches -= 1
        if (nodes is not None and nodes < 1) or (seconds is not None and seconds <= 0):
            return None
        return Limits(nodes, seconds, memory)


def _own(goal: Goal, seat: int, stance: str) -> Goal:
    relation = LEAST if goal.minimises else MOST
    return Goal(frozenset([seat]), goal.measure, relation, None, stance)


def narrowed(one: Range, other: Range) -> Range:
    """Return what two bounds on the same number say together."""
    lows = [low for low, _ in (one, other) if low is not None]
    highs = [high for _, high in (one, other) if high is not None]
    return max(lows, default=None), min(highs, default=None)


def _shared_out(position: Position, ranges: dict[int, Range]) -> dict[int, Range]:
    """Let no seat have tricks that others have for certain."""
    tricks = sum(position.taken) + most_tricks(position)
    least = sum(low or 0 for low, _ in ranges.values())
    return {
        seat: narrowed((low, high), (None, tricks - (least - (low or 0))))
        for seat, (low, high) in ranges.items()
    }
