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


def bounded(
    position: Position,
    goal: Goal,
    found: Answer,
    left: Limits,
    solve: Callable[[Position, Goal, Limits], Answer],
) -> Answer:
    """Return a stopped answer with bounds for every seat; `solve` searches for one side."""
    seat = min(goal.side)
    order = [seat, *(i for i in range(position.players) if i != seat)]
    ranges: dict[int, Range] = {}
    nodes, began = 0, time.monotonic()
    for number, one in enumerate(order):
        ranges[one] = reach(position, _own(goal, one, ADVERSARY))
        for stance in (ADVERSARY, HELP):
            parts = 2 * (len(order) - number) - (stance == HELP)
            part = _part(left, nodes, time.monotonic() - began, parts)
            if part is None:
                continue
            own = solve(position, _own(goal, one, stance), part)
            nodes += own.nodes
            above = (stance == HELP) != goal.minimises
            limit = (None, own.upper) if above else (own.lower, None)
            ranges[one] = narrowed(ranges[one], limit)
    ranges[seat] = narrowed(ranges[seat], (found.lower, found.upper))
    if goal.measure == "tricks":
        ranges = _shared_out(position, ranges)
    low, high = ranges[seat]
    return found._replace(
        value=low if low == high else None,
        lower=low,
        upper=high,
        nodes=found.nodes + nodes,
        seats=tuple(ranges[i] for i in range(position.players)),
    )


def _own(goal: Goal, seat: int, stance: str) -> Goal:
    relation = LEAST if goal.minimises else MOST
    return Goal(frozenset([seat]), goal.measure, relation, None, stance)


def _part(left: Limits, nodes: int, seconds: float, parts: int) -> Limits | None:
    """Return a fair part of what is left; None if there is nothing."""
    if left.nodes is not None and (left.nodes - nodes) // parts < 1:
        return None
    if left.seconds is not None and left.seconds <= seconds:
        return None
    return Limits(
        None if left.nodes is None else (left.nodes - nodes) // parts,
        None if left.seconds is None else (left.seconds - seconds) / parts,
        left.memory,
    )


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
