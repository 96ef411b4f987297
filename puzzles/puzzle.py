"""A puzzle: a position, a goal for a side, and what is known about its solution."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from solver.errors import GoalError
from solver.goals import Goal, goal_text, parse_goal
from solver.notation import read, write
from solver.referee import action_text, parse_action

if TYPE_CHECKING:
    from solver.position import Action, Position
    from solver.variant import Variant


@dataclass(frozen=True)
class Puzzle:
    """A puzzle and its annotations.

    `position` and `goal` are the task; `key` the solver's right first actions (equivalent cards
    are one answer and all listed); `grade` 0 (gentle) to 10 (fiendish); `themes` closed vocabulary
    of `puzzles.themes`; `features` the numbers behind the grade; `origin` the deal and play that
    lead here, in text (empty if placed by hand); `title`, `author`, `id` free text.
    """

    position: Position
    goal: Goal
    id: str = ""
    title: str = ""
    author: str = ""
    key: tuple[Action, ...] = ()
    grade: float | None = None
    themes: tuple[str, ...] = ()
    features: dict[str, float] = field(default_factory=dict)
    origin: tuple[str, ...] = ()

    @property
    def variant(self) -> Variant:
        """The rules that the puzzle is played by."""
        return self.position.variant

    @property
    def task(self) -> str:
        """The goal in words."""
        return goal_text(self.goal, self.variant)

    def line(self) -> str:
        """Return the task as one line that `read_line` reads back."""
        return write(self.position, self.task)

    def annotated(self, **changes: Any) -> Puzzle:
        """Return the puzzle with annotations replaced."""
        return replace(self, **changes)


@dataclass(frozen=True)
class PuzzleSet:
    """A titled list of puzzles, with the settings that a generator made them from."""

    title: str
    puzzles: tuple[Puzzle, ...]
    settings: dict[str, Any] = field(default_factory=dict)


def read_line(text: str) -> Puzzle:
    """Read a puzzle from one line; raise GoalError if it states no goal."""
    position, goal = read(text)
    if not goal:
        raise GoalError("no goal is stated: end the line with one, for example '/ B makes 2'.")
    return Puzzle(position, parse_goal(goal, position.variant))


def to_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as plain data for JSON."""
    key = [action_text(puzzle.variant, action) for action in puzzle.key]
    data = {
        "id": puzzle.id,
        "title": puzzle.title,
        "author": puzzle.author,
        "puzzle": puzzle.line(),
        "key": key,
        "grade": puzzle.grade,
        "themes": list(puzzle.themes),
        "features": puzzle.features,
        "origin": list(puzzle.origin),
    }
    return {name: value for name, value in data.items() if value not in ("", [], {}, None)}


def from_data(data: dict[str, Any]) -> Puzzle:
    """Read a puzzle from plain data; raise BadInput of some kind where it breaks the format."""
    puzzle = read_line(str(data["puzzle"]))
    key = tuple(parse_action(puzzle.position, text) for text in data.get("key", []))
    return puzzle.annotated(
        id=str(data.get("id", "")),
        title=str(data.get("title", "")),
        author=str(data.get("author", "")),
        key=key,
        grade=data.get("grade"),
        themes=tuple(data.get("themes", [])),
        features=dict(data.get("features", {})),
        origin=tuple(data.get("origin", [])),
    )
