"""A judge that also knows when a goal is safe, and the graph of right play that it spans.

The graph grows only where it is looked at, so that the first defect of a position is found without
exploring the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from puzzles.judge import Judge, stop
from solver.errors import LimitReached
from solver.goals import AT_LEAST, AT_MOST, EXACTLY, HELP, LEAST, MOST, Goal, measured
from solver.limits import Limits
from solver.referee import legal_actions, step
from solver.reference import future_key, interchangeable
from solver.search import solve

if TYPE_CHECKING:
    from collections.abc import Hashable

    from solver.position import Action, Position


class FastJudge(Judge):
    """Answers like `Judge`, and whether a goal is safe or hopeless by one question for a value.

    `lines` whether lines of play are wanted at all: without them a graph is built much faster.
    """

    def __init__(self, goal: Goal, limits: Limits = Limits(), *, lines: bool = True) -> None:
        super().__init__(goal, limits)
        self.lines = lines

    def line(self, position: Position) -> tuple[Action, ...]:
        """Return best play to the end of the deal, the first of equals at every turn."""
        return super().line(position) if self.lines else ()

    def hopeless(self, position: Position) -> bool:
        """Whether the goal is lost even if everybody helped from here on."""
        if position.over:
            return not self.keeps(measured(position, self.goal))
        return not self.keeps(self._reached(position, self.goal._replace(stance=HELP)))

    def secured(self, position: Position) -> bool:
        """Whether no play at all can miss the goal any more."""
        if position.over:
            return self.keeps(measured(position, self.goal))
        if self.goal.amount is None:
            return True
        bare = self.goal._replace(stance=HELP, amount=None)
        least = self._reached(position, bare._replace(relation=LEAST))
        most = self._reached(position, bare._replace(relation=MOST))
        amount = self.goal.amount
        return {
            AT_LEAST: least >= amount,
            AT_MOST: most <= amount,
            EXACTLY: least == most == amount,
        }[self.goal.relation]

    def _reached(self, position: Position, goal: Goal) -> int:
        found = solve(position, goal, self.limits, actions=False, line=False)
        if found.value is None:
            stop(found.stopped)
        return found.value


class Branch(NamedTuple):
    """One answer at a position: interchangeable actions, the value, whether it keeps the goal."""

    actions: tuple[Action, ...]
    value: int
    keeps: bool

    @property
    def action(self) -> Action:
        """The action that stands for all."""
        return self.actions[0]


@dataclass
class Spot:
    """A position of the graph; `mine` whether the solver decides, `secured` the goal is safe."""

    position: Position
    mine: bool
    secured: bool
    branches: tuple[Branch, ...]
    after: dict[int, Spot] = field(default_factory=dict)

    @property
    def right(self) -> tuple[int, ...]:
        """Numbers of the branches that keep the goal."""
        return tuple(i for i, branch in enumerate(self.branches) if branch.keeps)

    @property
    def followed(self) -> tuple[int, ...]:
        """Numbers of the branches that matter: the solver's right ones, replies that give nothing.

        A reply matters if it holds the solver to what best defence holds him to.
        """
        if self.mine or not self.branches:
            return self.right
        values = [branch.value for branch in self.branches]
        held = min(values) if self.sign > 0 else max(values)
        return tuple(i for i, value in enumerate(values) if value == held)

    sign: int = 1


class Graph:
    """Positions under right play, each looked at once, equal ones shared."""

    def __init__(self, judge: FastJudge, most: int) -> None:
        self.judge = judge
        self.most = most
        self.spots: dict[Hashable, Spot] = {}

    def spot(self, position: Position) -> Spot:
        """Return a position's spot; raise LimitReached if there are too many."""
        key = (future_key(position, self.judge.goal), position.taken)
        found = self.spots.get(key)
        if found is None:
            if len(self.spots) >= self.most:
                raise LimitReached(
                    f"there are more than {self.most} positions to look at.", "positions"
                )
            found = self.spots[key] = self._look(position)
        return found

    def _look(self, position: Position) -> Spot:
        secured = self.judge.secured(position)
        branches = () if position.over else tuple(self._branches(position))
        sign = -1 if self.judge.goal.minimises else 1
        return Spot(position, self.judge.mine(position), secured, branches, sign=sign)

    def _branches(self, position: Position) -> list[Branch]:
        values = self.judge.values(position)
        rank = {action: number for number, action in enumerate(values)}
        groups = [sorted(g, key=rank.__getitem__) for g in alike(position)]
        groups.sort(key=lambda group: rank[group[0]])
        return [Branch(tuple(g), values[g[0]], self.judge.keeps(values[g[0]])) for g in groups]

    def follow(self, spot: Spot, number: int) -> Spot:
        """Return the spot after a branch."""
        if number not in spot.after:
            spot.after[number] = self.spot(step(spot.position, spot.branches[number].action))
        return spot.after[number]


def alike(position: Position) -> list[list[Action]]:
    """Return the legal actions in groups of interchangeable ones."""
    return interchangeable(position, legal_actions(position))


@lru_cache(maxsize=4096)
def natural(position: Position) -> tuple[Action, ...]:
    """Return the card plays of the seat to act, strongest first: what a hasty player looks at."""
    view = position.view()
    plays = [action for action in legal_actions(position) if action.is_play]
    return tuple(sorted(plays, key=lambda a: (-view[a.card].trump, -view[a.card].strength)))
