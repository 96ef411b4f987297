"""Decisions before play: expanded through the referee, with the compiled search at the leaves."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from solver.goals import HELP, Goal, measured
from solver.position import Action, Position
from solver.referee import legal_actions, step
from solver.reference import INFINITY, future_key
from solver.search import WITH_TREE, Answer, Limits, in_play, solve

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

UNBID = frozenset({"tricks", "points"})  # measures that no bid can change


class Halt(Exception):
    """A limit stopped a leaf."""

    def __init__(self, stopped: str) -> None:
        self.stopped = stopped


def solve_before_play(
    position: Position, goal: Goal, limits: Limits, options: Mapping[str, Any]
) -> Answer:
    """Solve a position that waits for a decision before play."""
    tree = _Tree(goal, limits, options)
    try:
        rows = tree.rows(position)
        more = tree.wants_more(position)
        best = (max if more else min)(value for _, value in rows)
        line = tree.line(position)
    except Halt as halt:
        return Answer(None, None, None, nodes=tree.nodes, engine=WITH_TREE, stopped=halt.stopped)
    groups = tuple((action,) for action, _ in rows)
    return Answer(best, best, best, rows, groups, line, tree.nodes, len(tree.memo), WITH_TREE)


class _Tree:
    """Alpha-beta over the decisions before play, with exact values kept."""

    def __init__(self, goal: Goal, limits: Limits, options: Mapping[str, Any]) -> None:
        self.goal = goal
        self.limits = limits
        self.options = options
        self.deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        self.nodes = 0
        self.memo: dict[Hashable, tuple[int, int]] = {}

    def wants_more(self, position: Position) -> bool:
        """Whether the seat to act makes the measure large."""
        mine = position.turn in self.goal.side or self.goal.stance == HELP
        return mine != self.goal.minimises

    def actions(self, position: Position) -> tuple[Action, ...]:
        """Return the actions to try: one bid for all where no bid matters."""
        legal = legal_actions(position)
        if position.phase == "bid" and self.goal.measure in UNBID:
            return legal[:1]
        return legal

    def rows(self, position: Position) -> tuple[tuple[Action, int], ...]:
        """Return every legal action with its value."""
        tried = self.actions(position)
        values = {a: self.value(step(position, a), -INFINITY, INFINITY) for a in tried}
        return tuple((a, values.get(a, values[tried[0]])) for a in legal_actions(position))

    def value(self, position: Position, low: int, high: int) -> int:
        """Return the value, exact inside the window, else a bound beyond it."""
        if position.over:
            return measured(position, self.goal)
        key = self._key(position)
        lower, upper = self.memo.get(key, (-INFINITY, INFINITY))
        if lower >= high or lower == upper:
            return lower
        if upper <= low:
            return upper
        if in_play(position):
            best = self._leaf(position)
            self.memo[key] = (best, best)
            return best
        self._count(1)
        best = self._inner(position, max(low, lower), min(high, upper))
        if best <= max(low, lower):
            upper = min(upper, best)
        elif best >= min(high, upper):
            lower = max(lower, best)
        else:
            lower = upper = best
        self.memo[key] = (lower, upper)
        return best

    def _key(self, position: Position) -> Hashable:
        if self.goal.measure in UNBID:
            position = position._replace(bids=())
        # What has been taken and laid away counts for the value here, not only for the rest.
        return future_key(position, self.goal), position.taken, position.dead

    def _inner(self, position: Position, low: int, high: int) -> int:
        more = self.wants_more(position)
        best = -INFINITY if more else INFINITY
        for action in self.actions(position):
            value = self.value(step(position, action), low, high)
            if more:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    def _leaf(self, position: Position) -> int:
        found = solve(
            position, self.goal, self._left(), "kernel", actions=False, line=False,
            options=self.options,
        )  # fmt: skip
        self._count(found.nodes)
        if found.value is None:
            raise Halt(found.stopped)
        return found.value

    def _left(self) -> Limits:
        nodes = None if self.limits.nodes is None else max(1, self.limits.nodes - self.nodes)
        seconds = None if self.deadline is None else max(1e-3, self.deadline - time.monotonic())
        return Limits(nodes, seconds, self.limits.memory)

    def _count(self, nodes: int) -> None:
        self.nodes += nodes
        if self.limits.nodes is not None and self.nodes > self.limits.nodes:
            raise Halt("nodes")
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise Halt("seconds")

    def line(self, position: Position) -> tuple[Action, ...]:
        """Return one optimal sequence of actions to the end of the deal."""
        line: list[Action] = []
        while not position.over and not in_play(position):
            pick = max if self.wants_more(position) else min
            action = pick(self.rows(position), key=lambda row: row[1])[0]
            line.append(action)
            position = step(position, action)
        if position.over:
            return tuple(line)
        rest = solve(
            position, self.goal, self._left(), "kernel", actions=False, options=self.options
        )
        if rest.value is None:
            raise Halt(rest.stopped)
        return (*line, *rest.line)
