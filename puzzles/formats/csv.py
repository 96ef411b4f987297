"""Puzzles as CSV, in the manner of the lichess puzzle file: a header, then one puzzle a row.

    PuzzleId,Position,Moves,Grade,Themes,Title,Author,Features,Origin

`Moves` are the right first actions; these and `Themes` stand between blanks, with `_` for a blank
within one. `Features` and `Origin` are JSON. Columns may stand in any order; only `Position` is
needed, and columns that are not known are kept.
"""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from puzzles.formats.document import BOM, Chunk, Document, Reader, files, joined, rewritten, split
from puzzles.formats.text import read_puzzle
from puzzles.puzzle import Puzzle, PuzzleSet, to_data
from solver.errors import FormatError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "csv"
COLUMNS = (
    "PuzzleId", "Position", "Moves", "Grade", "Themes", "Title", "Author", "Features", "Origin",
)  # fmt: skip


def loads(text: str, *, strict: bool = False, file: str = "") -> Document:
    """Read a table; raise FormatError. Unknown columns give a warning."""
    reader = Reader(text, file, strict)
    records = list(_records(text))
    if not records:
        reader.fail(0, f"expected a header such as {','.join(COLUMNS)}.")
    header = _header(reader, records[0][1])
    chunks = [Chunk(records[0][1])]
    for at, whole in records[1:]:
        fields = _fields(reader, at, whole)
        if not any(fields):
            chunks.append(Chunk(whole))
            continue
        if len(fields) != len(header):
            reader.fail(at, f"expected {len(header)} fields as in the header, found {len(fields)}.")
        row = dict(zip(header, fields, strict=True))
        chunks.append(Chunk(whole, reader.attempt(at, lambda row=row: _puzzle(row))))  # type: ignore[misc]
    return reader.document(NAME, chunks)


def _records(text: str) -> Iterator[tuple[int, str]]:
    """Yield each record with its offset; a record ends at a line end outside quotes."""
    start, quoted = 0, False
    for at, sign in enumerate(text):
        if sign == '"':
            quoted = not quoted
        elif sign == "\n" and not quoted:
            yield start, text[start : at + 1]
            start = at + 1
    if start < len(text):
        yield start, text[start:]


def _fields(reader: Reader, at: int, whole: str) -> list[str]:
    try:
        rows = list(csv.reader(io.StringIO(whole, newline=""), strict=True))
    except csv.Error as error:
        reader.fail(at, f"not CSV: {error}.")
    return rows[0] if rows else []


def _header(reader: Reader, whole: str) -> list[str]:
    header = _fields(reader, 0, whole.removeprefix(BOM))
    by_name = {name.lower(): name for name in COLUMNS}
    header = [by_name.get(name.strip().lower(), name) for name in header]
    if "Position" not in header:
        hint = "".join(nearest(name, COLUMNS) for name in header[:2])
        reader.fail(0, f"the header names no column 'Position'.{hint}")
    if len(set(header)) < len(header):
        reader.fail(0, "the header names a column twice.")
    for name in header:
        if name not in COLUMNS:
            reader.warn(0, f"unknown column '{name}'.{nearest(name, COLUMNS)}")
    return header


def _puzzle(row: dict[str, str]) -> Puzzle:
    notes: dict[str, Any] = {
        "id": row.get("PuzzleId", ""),
        "title": row.get("Title", ""),
        "author": row.get("Author", ""),
        "key": split(row.get("Moves", "")),
        "themes": split(row.get("Themes", "")),
    }
    if row.get("Grade", "").strip():
        notes["grade"] = float(row["Grade"]) if _is_number(row["Grade"]) else _bad(row["Grade"])
    for column, kind in (("Features", dict), ("Origin", list)):
        if row.get(column, "").strip():
            notes[column.lower()] = _json(column, row[column], kind)
    return read_puzzle(row["Position"], notes)


def _is_number(text: str) -> bool:
    try:
        return abs(float(text)) < 1e9
    except ValueError:
        return False


def _bad(text: str) -> float:
    raise FormatError(f"'{text}' is no grade: expected a number.")


def _json(column: str, text: str, kind: type) -> Any:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{column} is not JSON: {error}.") from None
    if not isinstance(data, kind):
        raise FormatError(f"{column}: expected {'an object' if kind is dict else 'a list'}.")
    return data


def dumps(puzzles: PuzzleSet) -> str:
    """Write a table; rows that were read and have not changed are written as they were read."""
    header = _header_of(puzzles)

    def render(puzzle: Puzzle, old: str) -> str:
        before = next(csv.reader(io.StringIO(old, newline="")), []) if old else []
        kept = dict(zip(header, before, strict=False))
        return _row([_cells(puzzle).get(name, kept.get(name, "")) for name in header])

    pieces = rewritten(puzzles, NAME, render)
    if pieces is None:
        pieces = [_row(list(COLUMNS)), *(render(puzzle, "") for puzzle in puzzles.puzzles)]
    ended = [piece if piece.endswith("\n") else piece + "\n" for piece in pieces[:-1]]
    return "".join([*ended, *pieces[-1:]])


def _header_of(puzzles: PuzzleSet) -> list[str]:
    if isinstance(puzzles, Document) and puzzles.format == NAME and puzzles.chunks:
        reader = Reader(puzzles.chunks[0].text, "", False)
        return _header(reader, puzzles.chunks[0].text)
    return list(COLUMNS)


def _cells(puzzle: Puzzle) -> dict[str, str]:
    data = to_data(puzzle)
    return {
        "PuzzleId": puzzle.id,
        "Position": data["puzzle"],
        "Moves": joined(data.get("key", [])),
        "Grade": "" if puzzle.grade is None else repr(puzzle.grade),
        "Themes": joined(puzzle.themes),
        "Title": puzzle.title,
        "Author": puzzle.author,
        "Features": json.dumps(puzzle.features) if puzzle.features else "",
        "Origin": json.dumps(list(puzzle.origin)) if puzzle.origin else "",
    }


def _row(cells: list[str]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


load, dump = files(loads, dumps)
