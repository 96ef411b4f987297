"""Puzzles as text: one on a line, as `foolproof solve` reads them, with comments between.

    # a comment
    #! {"title": "Two by two", "key": ["Qs"]}
    gooseberry-3 / B to lead / A: 9c 8s Ah | B: Qs Jh 7d | C: As 8h Jk / B makes 2

A line `#!` holds the annotations of the puzzle that follows it, as JSON.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from puzzles.formats.document import Chunk, Document, Line, Reader, files, lines_of, rewritten
from puzzles.puzzle import from_data, to_data

if TYPE_CHECKING:
    from puzzles.puzzle import Puzzle, PuzzleSet

NAME = "text"
MARK = "#!"


def loads(text: str, *, strict: bool = False, file: str = "") -> Document:
    """Read puzzles; raise FormatError."""
    reader = Reader(text, file, strict)
    chunks: list[Chunk] = []
    notes: dict[str, Any] = {}
    pending = ""
    for line in lines_of(text):
        words = line.text.strip()
        if words.startswith(MARK):
            notes = _notes(reader, line)
            pending += line.whole
        elif not words or words.startswith("#"):
            chunks.append(Chunk(pending + line.whole))
            pending, notes = "", {}
        else:
            puzzle = reader.attempt(line.at, lambda w=words, n=notes: read_puzzle(w, n))  # type: ignore[misc]
            chunks.append(Chunk(pending + line.whole, puzzle))
            pending, notes = "", {}
    return reader.document(NAME, [*chunks, Chunk(pending)] if pending else chunks)


def read_puzzle(text: str, notes: dict[str, Any]) -> Puzzle:
    """Read a puzzle of one line with its annotations; raise FoolproofError."""
    from solver.errors import FormatError

    try:
        return from_data({**notes, "puzzle": text})
    except (TypeError, ValueError, AttributeError) as error:
        raise FormatError(f"the annotations can't be read: {error}.") from None


def _notes(reader: Reader, line: Line) -> dict[str, Any]:
    start = line.at + line.whole.index(MARK) + len(MARK)
    try:
        data = json.loads(line.text.strip()[len(MARK) :])
    except json.JSONDecodeError as error:
        reader.fail(start + error.pos, f"the annotations are not JSON: {error.msg}.")
    except (ValueError, RecursionError):
        reader.fail(start, "the annotations are not JSON.")
    if not isinstance(data, dict):
        reader.fail(start, 'expected annotations such as {"title": "…"}.')
    return data


def dumps(puzzles: PuzzleSet) -> str:
    """Write puzzles, one on a line, each with its annotations above it."""
    pieces = rewritten(puzzles, NAME, _render)
    if pieces is None:
        head = [f"# {' '.join(puzzles.title.split())}\n"] if puzzles.title else []
        pieces = head + [_render(puzzle, "") for puzzle in puzzles.puzzles]
    return "".join(piece if piece.endswith("\n") else piece + "\n" for piece in pieces[:-1]) + (
        pieces[-1] if pieces else ""
    )


def _render(puzzle: Puzzle, old: str) -> str:
    data = to_data(puzzle)
    line = data.pop("puzzle")
    notes = f"{MARK} {json.dumps(data, ensure_ascii=False)}\n" if data else ""
    return f"{notes}{line}\n"


load, dump = files(loads, dumps)
