"""Composing: candidates are judged one by one, each by its number alone, and taken in that order.

A candidate depends on nothing but the recipe and its number, and the set is what the first
candidates that pass come to, so that a seed gives the same set on any machine with any number of
workers, in one go or in several.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzles.candidates import candidate
from puzzles.canon import canonical
from puzzles.fast import FastJudge, Graph
from puzzles.grade import graded
from puzzles.puzzle import Puzzle, from_data, read_line, to_data
from puzzles.recipe import goal_of
from puzzles.soundness import SOUND, STRICT, UNKNOWN, chain, first_defect
from puzzles.themes import themed
from solver.errors import LimitReached, RulesSilent
from solver.problems import problems
from solver.referee import action_text

if TYPE_CHECKING:
    from puzzles.recipe import Recipe
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
            number = len(self.puzzles) + 1
            puzzle = from_data(finding.puzzle)
            name = f"{puzzle.variant.name}-{self.recipe.seed}-{number:03}"
            self.puzzles.append(replace(puzzle, id=name))

    def report(self) -> dict[str, int]:
        """Return how many candidates met each fate, most frequent first."""
        return dict(sorted(self.reasons.items(), key=lambda pair: (-pair[1], pair[0])))
