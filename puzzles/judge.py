"""What every action is worth under a goal, with one memory for all questions about a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.goals import ADVERSARY, AT_LEAST, AT_MOST, HELP, OWN, Goal, measured
from solver.referee import step
from solver.reference import Limits, solve
from solver.reference import _Search as Search  # the oracle, its memo kept between questions

if TYPE_CHECKING:
    from solver.position import Action, Position


def settled(position: Position, goal: Goal, limits: Limits = Limits()) -> Goal:
    """Return a goal that demands a number: `most` and `least` become what best play reaches."""
    if goal.amount is not None:
        return goal
    value = solve(position, goal, limits).value
    return goal._replace(relation=AT_MOST if goal.minimises else AT_LEAST, amount=value)


class Judge:
    """Answers what the actions of a position are worth; raises LimitReached past its limits.

    The node limit and the time count for all questions together.
    """

    def __init__(self, goal: Goal, limits: Limits = Limits()) -> None:
        self.goal = goal
        self.limits = limits
        self._search = Search(goal, limits)
        self._helped = Search(goal._replace(stance=HELP), limits)

    def mine(self, position: Position) -> bool:
        """Whether the seat to act plays for the goal."""
        return position.turn in self.goal.side or self.goal.stance == HELP

    def values(self, position: Position) -> dict[Action, int]:
        """Return what the measure comes to after each legal action, under best play."""
        if self.goal.stance == OWN:
            return dict(solve(position, self.goal, self.limits).actions)
        past = self._search.now(position)
        return {a: past + value for a, value in self._search.action_values(position)}

    def best(self, position: Position) -> Action:
        """Return the first action that its seat can do no better than."""
        if self.goal.stance == OWN:
            return solve(position, self.goal, self.limits).line[0]
        values = self.values(position)
        pick = max if self._search.wants_more(position) else min
        return pick(values, key=values.__getitem__)

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
        if self.goal.stance == OWN:
            return self.keeps(values[self.best(position)])
        pick = max if self._search.wants_more(position) else min
        return self.keeps(pick(values.values()))

    def hopeless(self, position: Position) -> bool:
        """Whether the goal is lost even if everybody helped from here on."""
        if position.over:
            return not self.keeps(measured(position, self.goal))
        if self.goal.stance not in (ADVERSARY, HELP):
            return False
        past = self._helped.now(position)
        values = [past + value for _, value in self._helped.action_values(position)]
        return not any(map(self.keeps, values))
