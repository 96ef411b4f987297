"""Composing: candidates are judged one by one, each by its number alone, and taken in that order.

A candidate depends on nothing but the recipe and its number, and the set is what the first
candidates that pass come to, so that a seed gives the same set on any machine with any number of
workers, in one go or in several.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzles.candidates import BEST, Recipe, candidate
from puzzles.canon import canonical
from puzzles.fast import FastJudge, Graph
from puzzles.puzzle import Puzzle, from_data, read_line, to_data
from puzzles.soundness import SOUND, STRICT, UNKNOWN, chain, first_defect
from solver.errors import GoalError, LimitReached, RulesSilent
from solver.goals import AT_LEAST, AT_MOST, EXACTLY, MEASURES, PLACES, Goal, measured
from solver.problems import problems
from solver.referee import action_text
from solver.search import value

if TYPE_CHECKING:
    from solver.position import Position

ACCEPTED, DUPLICATE = "accepted", "duplicate"
NOT_STRICT = "several right cards later"


class Finding(NamedTuple):
    """What became of one candidate: its number, the reason, and the puzzle if it passed."""

    number: int
    reason: str
    puzzle: dict[str, Any] | None = None
    canon: str = ""


def judged(recipe: Recipe, number: int) -> Finding:
    """Return what becomes of candidate `number`; rejections say why."""
    try:
        found = candidate(recipe, number)
        if found.position is None:
            return Finding(number, found.reason)
        reason, puzzle = examined(recipe, found.position)
    except RulesSilent:
        return Finding(number, "rules silent")
    except LimitReached:
        return Finding(number, UNKNOWN)
    if puzzle is None:
        return Finding(number, reason)
    puzzle = puzzle.annotated(origin=found.origin)
    return Finding(number, ACCEPTED, to_data(puzzle), canonical(puzzle.position, puzzle.goal))


def examined(recipe: Recipe, position: Position) -> tuple[str, Puzzle | None]:
    """Return the puzzle that a position makes, or the reason why it makes none."""
    if position.over or problems(position):
        return "defects", None
    goal = goal_of(recipe, position)
    if goal is None:
        return "no such goal", None
    if len(position.hands[position.turn]) < 2:
        return "no choice", None
    graph = Graph(FastJudge(goal), recipe.most)
    root = graph.spot(position)
    if root.secured:
        return "nothing to do", None
    defect = first_defect(graph, root)
    if defect not in (STRICT, SOUND):
        return defect, None
    if defect != STRICT and recipe.require == "strict":
        return NOT_STRICT, None
    if chain(graph, root) < recipe.chain:
        return "too short", None
    return _demands(recipe, Puzzle(position, goal, key=root.branches[root.right[0]].actions))


def _demands(recipe: Recipe, puzzle: Puzzle) -> tuple[str, Puzzle | None]:
    """Check what a recipe asks of a sound puzzle, and annotate it."""
    from puzzles.grade import graded
    from puzzles.themes import themed

    keys = {action_text(puzzle.variant, action).lower() for action in puzzle.key}
    if recipe.key and recipe.key.lower() not in keys:
        return "another key", None
    # The line must say it all: a fact that the notation infers differently is dropped here.
    if read_line(puzzle.line()).position != puzzle.position:
        return "not written in full", None
    puzzle, solved = graded(puzzle, recipe.most)
    assert puzzle.grade is not None
    if puzzle.grade < recipe.min_grade:
        return "too easy", None
    if puzzle.grade > recipe.max_grade:
        return "too hard", None
    if recipe.unlikely and puzzle.features["quiet"] < 1.0:
        return "likely key", None
    puzzle = puzzle.annotated(themes=themed(solved))
    if recipe.theme and recipe.theme not in puzzle.themes:
        return "theme missing", None
    return ACCEPTED, puzzle


def goal_of(recipe: Recipe, position: Position) -> Goal | None:
    """Return the goal that a recipe sets the seat to act (with its partners); None if absurd."""
    sides = position.variant.sides
    seat = position.turn
    side = frozenset(
        i for i in range(position.players) if i == seat or (sides and sides[i] == sides[seat])
    )
    if recipe.measure not in MEASURES:
        raise GoalError(f"'{recipe.measure}' is no measure; expected {', '.join(MEASURES)}.")
    if recipe.measure in PLACES:
        return Goal(frozenset([seat]), recipe.measure, AT_LEAST, 1, recipe.stance)
    goal = Goal(side, recipe.measure, recipe.relation, None, recipe.stance)
    if recipe.goal != BEST:
        past = measured(position, goal._replace(relation=AT_LEAST, amount=0))
        counted = past if recipe.measure in ("tricks", "points") else 0
        return goal._replace(amount=int(recipe.goal) + counted)
    return _best_goal(goal, position)


def _best_goal(goal: Goal, position: Position) -> Goal | None:
    if goal.relation == EXACTLY:
        raise GoalError("an exact goal needs a number: --goal 2.")
    open_goal = goal._replace(relation="least" if goal.relation == AT_MOST else "most")
    found = value(position, open_goal)
    if found is None or (goal.relation == AT_LEAST and found <= 0 and goal.measure == "tricks"):
        return None
    return goal._replace(amount=found)


class Harvest:
    """Takes findings in the order of their numbers until there are enough."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.puzzles: list[Puzzle] = []
        self.seen: set[str] = set()
        self.next = 0
        self.reasons: dict[str, int] = {}
        self.waiting: dict[int, Finding] = {}

    @property
    def full(self) -> bool:
        """Whether there are as many puzzles as wanted."""
        return len(self.puzzles) >= self.recipe.count

    def add(self, findings: list[Finding]) -> None:
        """Take findings in; those beyond a gap wait until it is closed."""
        self.waiting.update({finding.number: finding for finding in findings})
        while not self.full and self.next in self.waiting:
            self._take(self.waiting.pop(self.next))
            self.next += 1

    def _take(self, finding: Finding) -> None:
        reason = finding.reason
        if finding.puzzle is not None and finding.canon in self.seen:
            reason = DUPLICATE
        self.reasons[reason] = self.reasons.get(reason, 0) + 1
        if reason == ACCEPTED and finding.puzzle is not None:
            self.seen.add(finding.canon)
            name = self.recipe.variant.split()[0].strip('"')
            number = len(self.puzzles) + 1
            puzzle = from_data(finding.puzzle)
            self.puzzles.append(replace(puzzle, id=f"{name}-{self.recipe.seed}-{number:03}"))

    def report(self) -> dict[str, int]:
        """Return how many candidates met each fate, most frequent first."""
        return dict(sorted(self.reasons.items(), key=lambda pair: (-pair[1], pair[0])))
