"""What a booklet says, before anybody says on what paper: puzzles, hints, solutions, rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from puzzles.sheets.table import table
from puzzles.sheets.words import (
    PAGE,
    attempt_texts,
    goal_words,
    hints,
    key_words,
    origin_words,
    situation,
    tree_texts,
)
from puzzles.solution import Solution, solve_puzzle
from solver.describe import Chapter, describe
from solver.display import line_texts
from solver.errors import EXIT_UNKNOWN, FoolproofError
from solver.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzles.puzzle import Puzzle, PuzzleSet
    from puzzles.sheets.shapes import Drawing
    from solver.variant import Variant

TITLE = "Trick-taking puzzles"
SKIPPED = ("notes", "match", "pool")
PATIENCE = Limits(seconds=60.0)


@dataclass(frozen=True)
class Attempt:
    """A wrong first card: what it is, what comes of it, and the play that shows it."""

    cards: str
    verdict: str
    line: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """A puzzle as a booklet shows it.

    `solution` is None where none was found within the limits, `why` says so; the rest is text:
    the solver's page (`heading`, `game`, `goal`, `situation`), `hints`, and the solution page.
    """

    number: int
    puzzle: Puzzle
    heading: str
    game: str
    goal: str
    situation: str
    picture: Drawing
    solution: Solution | None
    why: str = ""
    hints: tuple[str, ...] = ()
    key: str = ""
    line: tuple[str, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    tree: tuple[tuple[int, str], ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rules:
    """The rules of a variant in plain language."""

    title: str
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True)
class Booklet:
    """A titled booklet; `solutions` says whether it has hints and solutions."""

    title: str
    entries: tuple[Entry, ...]
    rules: tuple[Rules, ...]
    solutions: bool = True


def make_booklet(
    puzzles: PuzzleSet, title: str = "", limits: Limits | None = None, solutions: bool = True
) -> Booklet:
    """Solve every puzzle and put everything into words."""
    entries = tuple(
        _entry(number, puzzle, limits or PATIENCE, solutions)
        for number, puzzle in enumerate(puzzles.puzzles, 1)
    )
    variants = dict.fromkeys(puzzle.variant for puzzle in puzzles.puzzles)
    rules = tuple(_rules(variant) for variant in variants)
    return Booklet(title or puzzles.title or TITLE, entries, rules, solutions)


def _rules(variant: Variant) -> Rules:
    chapters = tuple(c for c in describe(variant) if c.heading not in SKIPPED)
    return Rules(game_title(variant), chapters)


def game_title(variant: Variant) -> str:
    """Return the title of a game, with the readings that are not the usual ones."""
    words = [
        f"{code}: {reading}"
        for code, reading in variant.file.choose.items()
        if reading != next(iter(variant.file.options[code].readings))
    ]
    return variant.file.title + (f" ({'; '.join(words)})" if words else "")


def _entry(number: int, puzzle: Puzzle, limits: Limits, solutions: bool) -> Entry:
    heading = f"{number}. {puzzle.title}" if puzzle.title else f"Puzzle {number}"
    entry = Entry(
        number,
        puzzle,
        heading,
        game_title(puzzle.variant),
        goal_words(puzzle),
        situation(puzzle.position),
        table(puzzle),
        None,
    )
    if not solutions:
        return entry
    try:
        solved = solve_puzzle(puzzle, limits)
    except FoolproofError as error:
        if error.exit_code != EXIT_UNKNOWN:
            raise
        return replace(entry, why=str(error))
    return _solved(entry, puzzle, solved, limits)


def _solved(entry: Entry, puzzle: Puzzle, solved: Solution, limits: Limits) -> Entry:
    return replace(
        entry,
        solution=solved,
        hints=tuple(hints(puzzle, solved)),
        key=key_words(puzzle, solved),
        line=tuple(line_texts(PAGE, puzzle.position, solved.line())) if solved.makeable else (),
        attempts=tuple(Attempt(*texts) for texts in attempt_texts(puzzle, solved, limits)),
        tree=tuple(tree_texts(solved)) if solved.makeable else (),
        notes=tuple(_notes(puzzle)),
    )


def _notes(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.author:
        yield f"By {puzzle.author}."
    if puzzle.grade is not None:
        yield f"Grade {puzzle.grade:.1f} of 10."
    if puzzle.themes:
        yield f"Themes: {', '.join(puzzle.themes)}."
    yield from origin_words(puzzle)
