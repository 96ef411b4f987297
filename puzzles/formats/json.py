"""A set of puzzles as JSON: everything that is known about it.

    {"title": "…", "settings": {…}, "puzzles": [{"puzzle": "gooseberry-3 / …", "key": ["Qs"], …}]}

A bare list of puzzles, or of their lines, is read as well. Fields that are not known here are
kept and written back.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from puzzles.formats.document import BOM, Chunk, Document, Reader, files
from puzzles.formats.text import read_puzzle
from puzzles.puzzle import Puzzle, PuzzleSet, to_data
from solver.errors import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "json"
SET_FIELDS = ("title", "settings", "puzzles")
PUZZLE_FIELDS = (
    "id", "title", "author", "puzzle", "key", "grade", "themes", "features", "origin",
)  # fmt: skip
_KINDS: Mapping[str, tuple[type, ...]] = {
    "id": (str,),
    "title": (str,),
    "author": (str,),
    "puzzle": (str,),
    "key": (list,),
    "grade": (int, float, type(None)),
    "themes": (list,),
    "features": (dict,),
    "origin": (list,),
}


def loads(text: str, *, strict: bool = False, file: str = "") -> Document:
    """Read a set; raise FormatError. Unknown fields give a warning."""
    reader = Reader(text, file, strict)
    data = _parse(reader)
    if isinstance(data, list):
        data = {"puzzles": data}
    if not isinstance(data, dict) or not isinstance(data.get("puzzles"), list):
        reader.fail(0, "expected an object with a list 'puzzles'.")
    _check_unknown(reader, data, SET_FIELDS, 0, "the set")
    title, settings = data.get("title", ""), data.get("settings", {})
    if not isinstance(title, str) or not isinstance(settings, dict):
        reader.fail(0, "'title' must be a text and 'settings' an object.")
    places = _places(text, len(data["puzzles"]))
    found = [
        _puzzle(reader, places[number], number + 1, entry)
        for number, entry in enumerate(data["puzzles"])
    ]
    chunks = (Chunk(text), *(Chunk("", puzzle) for puzzle in found))
    return Document(title, tuple(found), settings, NAME, chunks, tuple(reader.warnings))


def _parse(reader: Reader) -> Any:
    offset = len(reader.text) - len(reader.text.removeprefix(BOM))
    try:
        return json.loads(reader.text.removeprefix(BOM), parse_constant=_no_number)
    except json.JSONDecodeError as error:
        reader.fail(offset + error.pos, f"not JSON: {error.msg}.")
    except RecursionError:
        reader.fail(0, "not JSON that can be read: nested too deeply.")
    except ValueError as error:
        reader.fail(0, f"not JSON that can be read: {error}.")


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def _places(text: str, count: int) -> list[int]:
    """Return where each puzzle of the list stands, for messages; the list's own place if unsure."""
    decoder = json.JSONDecoder()
    at = text.find("[", text.find('"puzzles"') if text.lstrip(BOM).lstrip()[:1] == "{" else 0) + 1
    places = []
    try:
        for _ in range(count):
            while text[at] in " \t\r\n,":
                at += 1
            places.append(at)
            at = decoder.raw_decode(text, at)[1]
    except (ValueError, IndexError, RecursionError):
        pass
    return places + [max(0, at)] * (count - len(places))


def _puzzle(reader: Reader, at: int, number: int, entry: Any) -> Puzzle:
    if isinstance(entry, str):
        entry = {"puzzle": entry}
    if not isinstance(entry, dict) or not isinstance(entry.get("puzzle"), str):
        reader.fail(at, f"puzzle {number}: expected an object with a line 'puzzle'.")
    for name, kinds in _KINDS.items():
        if name in entry and (not isinstance(entry[name], kinds) or isinstance(entry[name], bool)):
            reader.fail(at, f"puzzle {number}: '{name}' is of the wrong kind.")
    if any(not isinstance(x, str) for n in ("key", "themes", "origin") for x in entry.get(n, [])):
        reader.fail(at, f"puzzle {number}: 'key', 'themes' and 'origin' are lists of texts.")
    if any(type(x) not in (int, float) for x in entry.get("features", {}).values()):
        reader.fail(at, f"puzzle {number}: 'features' must be numbers.")
    _check_unknown(reader, entry, PUZZLE_FIELDS, at, f"puzzle {number}")
    return reader.attempt(at, lambda: read_puzzle(entry["puzzle"], entry))


def _check_unknown(
    reader: Reader, data: dict[str, Any], known: tuple[str, ...], at: int, where: str
) -> None:
    for name in data:
        if name not in known:
            reader.warn(at, f"{where}: unknown field '{name}'.{nearest(name, known)}")


def dumps(puzzles: PuzzleSet) -> str:
    """Write a set; what was read and has not changed is written as it was read."""
    old = _original(puzzles)
    if old is not None and isinstance(puzzles, Document):
        before = loads(old)
        if (before.title, before.puzzles, before.settings) == (
            puzzles.title, puzzles.puzzles, puzzles.settings,
        ):  # fmt: skip
            return old
    extra, extras = _unknown(old) if old is not None else ({}, [])
    entries = [
        {**to_data(puzzle), **(extras[i] if i < len(extras) else {})}
        for i, puzzle in enumerate(puzzles.puzzles)
    ]
    data: dict[str, Any] = {"title": puzzles.title, "settings": puzzles.settings}
    data = {name: value for name, value in data.items() if value}
    return json.dumps({**data, **extra, "puzzles": entries}, indent=1, ensure_ascii=False) + "\n"


def _original(puzzles: PuzzleSet) -> str | None:
    if not isinstance(puzzles, Document) or puzzles.format != NAME or not puzzles.chunks:
        return None
    return puzzles.chunks[0].text


def _unknown(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the unknown fields of a set and of each of its puzzles."""
    data = json.loads(text.removeprefix(BOM))
    if isinstance(data, list):
        data = {"puzzles": data}
    extras = [
        {k: v for k, v in entry.items() if k not in PUZZLE_FIELDS}
        if isinstance(entry, dict)
        else {}
        for entry in data["puzzles"]
    ]
    return {k: v for k, v in data.items() if k not in SET_FIELDS}, extras


load, dump = files(loads, dumps)
