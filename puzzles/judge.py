"""What every action is worth under a goal, with one memory for all questions about a puzzle.

The compiled search answers where it can; what it can't take goes to the reference solver, whose
memo is kept from question to question.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NoReturn

from solver import search
from solver.errors import LimitReached
from solver.goals import ADVERSARY, AT_LEAST, AT_MOST, HELP, OWN, Goal, measured
from solver.kernel import kernel
from solver.kernel.refused import NotLowerable
from solver.limits import Limits, stop_words
from solver.reach import reach
from solver.referee import step
from solver.reference import Search

if TYPE_CHECKING:
    from solver.position import Action, Position
    from solver.reach import Range


def _wants_more(position: Position, goal: Goal) -> bool:
    """Whether the seat to act makes the measure large."""
    mine = position.turn in goal.side or goal.stance == HELP
    return mine != goal.minimises


class Judge:
    """Answers what the actions of a position are worth; raises LimitReached past its limits.

    The node limit and the time count for all questions together.
    """

    def __init__(self, goal: Goal, limits: Limits = Limits()) -> None:
        self.goal = goal
        self.limits = limits
        self._engine = _Engine(goal, limits)
        self._helped = _Engine(goal._replace(stance=HELP), limits)

    def mine(self, position: Position) -> bool:
        """Whether the seat to act plays for the goal."""
        return position.turn in self.goal.side or self.goal.stance == HELP

    def values(self, position: Position) -> dict[Action, int]:
        """Return what the measure comes to after each legal action, under best play."""
        if self.goal.stance == OWN:
            return dict(self._own(position).actions)
        return self._engine.values(position)

    def best(self, position: Position) -> Action:
        """Return the first action that its seat can do no better than."""
        if self.goal.stance == OWN:
            return self._own(position).line[0]
        values = self.values(position)
        pick = max if _wants_more(position, self.goal) else min
        return pick(values, key=values.__getitem__)

    def _own(self, position: Position) -> search.Answer:
        """Return the answer where each plays for himself; raise LimitReached."""
        found = search.solve(position, self.goal, self.limits)
        if found.stopped:  # also where the value is known, but not what every action is worth
            self._engine.bounds[position] = found.lower, found.upper
            stop(found.stopped)
        return found

    def bounds(self, position: Position) -> Range:
        """Return what has been found out of a position's value, where a limit stopped the work."""
        if self.goal.stance != OWN and position in self._engine.known:
            value = self.values(position)[self.best(position)]
            return value, value
        return self._engine.bounds.get(position) or reach(position, self.goal)

    def line(self, position: Position) -> tuple[Action, ...]:
        """Return best play from a position to the end of the deal."""
        actions = []
        while not position.over:
            actions.append(self.best(position))
            position = step(position, actions[-1])
        return tuple(actions)

    def keeps(self, value: int) -> bool:
        """Whether a value meets the goal; a goal without a number is met by anything."""
        return self.goal.met(value) is not False

    def holds(self, position: Position) -> bool:
        """Whether the goal can still be forced."""
        if position.over:
            return self.keeps(measured(position, self.goal))
        values = self.values(position)
        return self.keeps(values[self.best(position)])

    def hopeless(self, position: Position) -> bool:
        """Whether the goal is lost even if everybody helped from here on."""
        if position.over:
            return not self.keeps(measured(position, self.goal))
        if self.goal.stance not in (ADVERSARY, HELP):
            return False
        return not any(map(self.keeps, self._helped.values(position).values()))


class _Engine:
    """The values of actions by the compiled search, else by the reference solver."""

    def __init__(self, goal: Goal, limits: Limits) -> None:
        self.goal = goal
        self.limits = limits
        self.nodes = limits.nodes
        self.deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        self.known: dict[Position, dict[Action, int]] = {}
        self.bounds: dict[Position, Range] = {}  # of what was stopped
        self.reference = Search(goal, limits)

    def values(self, position: Position) -> dict[Action, int]:
        """Return every legal action with its value."""
        if position not in self.known:
            self.known[position] = self._find(position)
        return self.known[position]

    def _find(self, position: Position) -> dict[Action, int]:
        for engine in (search.PLAIN, search.KERNEL) if kernel() is not None else ():
            try:
                return self._compiled(position, engine)
            except NotLowerable:
                continue
        past = self.reference.now(position)
        return {a: past + value for a, value in self.reference.action_values(position)}

    def _compiled(self, position: Position, engine: str) -> dict[Action, int]:
        limits = search.Limits(self.nodes, self._seconds())
        found = search.solve(position, self.goal, limits, engine, line=False)
        if found.stopped:  # also where the value is known, but not what every action is worth
            self.bounds[position] = found.lower, found.upper
            stop(found.stopped)
        if self.nodes is not None:
            self.nodes -= found.nodes
        return dict(found.actions)

    def _seconds(self) -> float | None:
        """Return the time that is left; raise LimitReached if there is none."""
        if self.nodes is not None and self.nodes <= 0:
            stop("nodes")
        if self.deadline is None:
            return None
        left = self.deadline - time.monotonic()
        if left <= 0:
            stop("seconds")
        return left


def settled(position: Position, judge: Judge) -> Goal:
    """Return a judge's goal so that it demands a number.

    `most` and `least` become what best play reaches.
    """
    goal = judge.goal
    if goal.amount is not None:
        return goal
    if position.over:
        value = measured(position, goal)
    else:
        values = judge.values(position).values()
        value = max(values) if _wants_more(position, goal) else min(values)
    return goal._replace(relation=AT_MOST if goal.minimises else AT_LEAST, amount=value)


def stop(what: str) -> NoReturn:
    """Raise LimitReached for a search that was stopped."""
    raise LimitReached(f"{stop_words(what)} stopped the search.", what)
