"""Sets of puzzles that every format is tried with, and what round trips must keep."""

from __future__ import annotations

from puzzles.formats import dumps, loads
from puzzles.formats.document import Document
from puzzles.puzzle import Puzzle, PuzzleSet, read_line
from puzzles.themes import THEMES
from solver.errors import BadInput

DEAL = "N:AKQ2.KQ3.A98.432 JT9.J98.KQJ.KJ98 8543.A52.T32.AQT 76.T764.7654.765"
BRIDGE_LINES = (
    "bridge / S to lead, trump s / N: As 4h 3h Ac | E: Ks 7h Qd 5d | S: 2s Ah Kd 2c | "
    "W: Qs Kh Jd 9c / N+S make 3",
    "bridge / W to lead / N: As 4h | E: Ks 7h | S: 2s Ah | W: Qs Kh / N+S make exactly 1",
)
HARD_BRIDGE_LINE = (  # a trick on the table, tricks made, another dealer
    "bridge / W led Qs, N to play, dealer E, trump d, tricks 3 8 3 8 / "
    "N: As 4h | E: Ks 7h | S: 2s Ah | W: Kh / N+S make 5"
)
OTHER_LINES = (
    "gooseberry-3 / B to lead / A: 9c 8s Ah | B: Qs Jh 7d | C: As 8h Jk / B makes 2",
    "jewels / A to lead / A: 21t Ks | B: 10t 2h | C: Fool 9t | D: Sd Kh / A+C make 1",
)


def annotated(puzzle: Puzzle, number: int) -> Puzzle:
    """Return the puzzle with every annotation filled in."""
    from solver.referee import legal_actions

    return puzzle.annotated(
        id=f"p-{number}",
        title=f'Nº {number}: "quotes" \\ and | bars ~ {{braces}}',
        author="Ada: Lovelace",
        key=legal_actions(puzzle.position)[:2],
        grade=number + 0.5,
        themes=tuple(THEMES),
        features={"depth": 3.0, "traps": 0.25},
        origin=("seed 7", "A 9c, B 8s"),
    )


def bridge_set() -> PuzzleSet:
    """Return bridge puzzles, bare and annotated."""
    found = [read_line(line) for line in (*BRIDGE_LINES, HARD_BRIDGE_LINE)]
    return PuzzleSet("", (*found, *(annotated(p, i) for i, p in enumerate(found))))


def any_set() -> PuzzleSet:
    """Return puzzles of several games."""
    found = [read_line(line) for line in OTHER_LINES]
    return PuzzleSet("", (*bridge_set().puzzles, *found, *(annotated(p, 9) for p in found)))


def check_round_trip(puzzles: PuzzleSet, format: str) -> Document:
    """What is written reads back equal, without a warning, and is written again as it was."""
    text = dumps(puzzles, format)
    document = loads(text, format=format, strict=True)
    assert document.puzzles == puzzles.puzzles
    assert dumps(document, format) == text
    return document


def check_untouched(text: str, format: str) -> Document:
    """A text that can be read is written back as it was, letter for letter."""
    document = loads(text, format=format)
    assert dumps(document, format) == text
    return document


def check_survives(text: str, format: str) -> None:
    """A text is read and written back, or refused in a sentence."""
    for strict in (False, True):
        try:
            document = loads(text, format=format, strict=strict, file="f")
        except BadInput as error:
            assert str(error).startswith("f, line ") and ", column " in str(error), error
            continue
        assert dumps(document, format) == text
