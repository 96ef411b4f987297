"""Decisions before play: expanded through the referee, with the compiled search at the leaves.

The alpha-beta and its memo are the reference's; what differs is said in `_Tree`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from solver.engines import WITH_TREE, Answer, Asked, by_kernel, in_play, stopped
from solver.errors import LimitReached
from solver.goals import measured
from solver.limits import Limits
from solver.position import Action, Position
from solver.reach import reach
from solver.referee import legal_actions, step
from solver.reference import INFINITY, Search, future_key

if TYPE_CHECKING:
    from collections.abc import Hashable

UNBID = frozenset({"tricks", "points"})  # measures that no bid can change
Bounds = tuple[int, int]


def solve_before_play(position: Position, asked: Asked) -> Answer:
    """Solve a position that waits for a decision before play; bounds where a limit stops it."""
    tree = _Tree(asked)
    try:
        rows = tuple(tree.action_values(position))
        best = (max if tree.wants_more(position) else min)(value for _, value in rows)
        line = tree.line(position) if asked.line else ()
    except LimitReached as limit:
        return tree.stopped(position, limit.stopped)
    except KeyboardInterrupt:
        return tree.stopped(position, "interrupted")
    groups = tuple((action,) for action, _ in rows)
    return Answer(best, best, best, rows, groups, line, tree.nodes, len(tree.memo), WITH_TREE)


class _Tree(Search):
    """The reference's search down to the play, where the compiled search gives values."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked.goal, asked.limits)
        self.asked = asked._replace(actions=False)
        self.additive = False  # values are those of the end
        self.open: list[Position] = []  # what is being looked at, the root first

    def value(self, position: Position, low: int, high: int) -> int:
        """Return the value, exact inside the window, else a bound beyond it."""
        self.open.append(position)
        value = super().value(position, low, high)
        self.open.pop()
        return value

    def _key(self, position: Position) -> Hashable:
        if self.goal.measure in UNBID:
            position = position._replace(bids=())
        # What has been taken and laid away counts for the value here, not only for the rest.
        return future_key(position, self.goal), position.taken, position.dead

    def _groups(self, position: Position) -> list[list[Action]]:
        """Every action by itself; one bid for all where no bid matters."""
        legal = legal_actions(position)
        if position.phase == "bid" and self.goal.measure in UNBID:
            return [list(legal)]
        return [[action] for action in legal]

    def _at_once(self, position: Position) -> int | None:
        if not in_play(position):
            return None
        found = by_kernel(position, self.asked._replace(limits=self._left(), line=False))
        if found.value is None:
            self.nodes += found.nodes
            assert found.lower is not None and found.upper is not None
            self.memo[self._key(position)] = found.lower, found.upper
            raise LimitReached("a leaf was not settled.", found.stopped)
        self._count(found.nodes)
        return found.value

    def _left(self) -> Limits:
        return self.limits.spent(self.nodes, time.monotonic() - self.began)

    def line(self, position: Position) -> tuple[Action, ...]:
        """Return one optimal sequence of actions to the end of the deal."""
        line: list[Action] = []
        while not position.over and not in_play(position):
            pick = max if self.wants_more(position) else min
            action = pick(self.action_values(position), key=lambda row: row[1])[0]
            line.append(action)
            position = step(position, action)
        if position.over:
            return tuple(line)
        rest = by_kernel(position, self.asked._replace(limits=self._left(), line=True))
        if rest.stopped:
            raise LimitReached("the line was not settled.", rest.stopped)
        return (*line, *rest.line)

    # --- when it is stopped ---------------------------------------------------------------------

    def stopped(self, root: Position, why: str) -> Answer:
        """Return the best bounds on the root's value."""
        low, high = self._bounds(root, set(map(self._key, self.open)))
        bounds = None if low == -INFINITY else low, None if high == INFINITY else high
        effort = {"nodes": self.nodes, "states": len(self.memo), "engine": WITH_TREE}
        return stopped(why, bounds, **effort)

    def _bounds(self, position: Position, unfinished: set[Hashable], root: bool = True) -> Bounds:
        """Bound a value by what is known of the actions, down the branch that was looked at."""
        if position.over:
            value = measured(position, self.goal)
            return value, value
        key = self._key(position)
        plain = reach(position, self.goal)
        low = -INFINITY if plain[0] is None else plain[0]
        high = INFINITY if plain[1] is None else plain[1]
        if key in self.memo:
            known = self.memo[key]
            low, high = max(low, known[0]), min(high, known[1])
        if in_play(position) or not (root or key in unfinished):
            return low, high
        unfinished.discard(key)
        after = [step(position, group[0]) for group in self._groups(position)]
        inner = [self._bounds(p, unfinished, root=False) for p in after]
        pick = max if self.wants_more(position) else min
        return max(low, pick(b[0] for b in inner)), min(high, pick(b[1] for b in inner))
