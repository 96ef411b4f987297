"""Files of puzzles: every format has `load`, `loads`, `dump`, `dumps`; so has this package.

    >>> from puzzles.formats import load, dump
    >>> document = load("set.pbn")            # doctest: +SKIP
    >>> dump(document, "set.json")            # doctest: +SKIP

The format is told by the name's ending, else by what the text looks like.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzles.formats.document import Chunk, Document, read_text, write_text
from solver.errors import FormatError, nearest

if TYPE_CHECKING:
    from puzzles.puzzle import PuzzleSet

FORMATS = ("json", "text", "pbn", "lin", "rbn", "hands", "csv")
ENDINGS = {
    ".json": "json", ".txt": "text", ".text": "text", ".pbn": "pbn", ".lin": "lin",
    ".rbn": "rbn", ".hands": "hands", ".csv": "csv",
}  # fmt: skip
_LOOKS = (
    ("json", r"[{\[]\s*[\"{\]}]"),
    ("pbn", r"(?:(?:%|;).*\n|\s)*\[[A-Za-z0-9_]+\s+\""),
    ("rbn", r"(?:%.*\n|\s)*[DTLESFKNBH][ \n]"),
    ("lin", r"[a-z]{2}\|"),
    ("hands", r"(?:#.*\n|\s)*(?:[NESW]:\s*)?[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*\s"),
    ("csv", r"[^\n]*\bPosition\b[^\n]*,|[^\n]*,[^\n]*\bPosition\b"),
)

__all__ = ["FORMATS", "Chunk", "Document", "dump", "dumps", "guess", "load", "loads"]


def module(name: str) -> Any:
    """Return the module of a format; raise FormatError for a name that is none."""
    if name not in FORMATS:
        raise FormatError(
            f"'{name}' is no format; expected {', '.join(FORMATS)}.{nearest(name, FORMATS)}"
        )
    return import_module(f"puzzles.formats.{name}")


def guess(path: str | Path, text: str = "") -> str:
    """Return the format that a file's name or its text looks like; 'text' if nothing is known."""
    ending = Path(path).suffix.lower() if str(path) != "-" else ""
    if ending in ENDINGS:
        return ENDINGS[ending]
    head = text.removeprefix("\ufeff").lstrip()[:2000]
    return next((name for name, look in _LOOKS if re.match(look, head)), "text")


def load(path: str | Path, *, format: str = "", strict: bool = False) -> Document:
    """Read a file ('-' for stdin); raise FormatError with file, line and column."""
    from dataclasses import replace

    text, encoding = read_text(path)
    shown = "stdin" if str(path) == "-" else str(path)
    document = loads(text, format=format or guess(path, text), strict=strict, file=shown)
    return replace(document, encoding=encoding)


def loads(text: str, *, format: str = "", strict: bool = False, file: str = "") -> Document:
    """Read a text; raise FormatError with line and column."""
    name = format or guess("", text)
    document: Document = module(name).loads(text, strict=strict, file=file)
    return document


def dump(puzzles: PuzzleSet, path: str | Path, *, format: str = "") -> None:
    """Write a file ('-' for stdout); raise FormatError for what the format can't hold."""
    same = str(path) == "-" and isinstance(puzzles, Document)
    name = format or (puzzles.format if same else guess(path))  # type: ignore[attr-defined]
    write_text(path, dumps(puzzles, name), getattr(puzzles, "encoding", "utf-8"))


def dumps(puzzles: PuzzleSet, format: str = "json") -> str:
    """Return a set as text; raise FormatError for what the format can't hold."""
    text: str = module(format).dumps(puzzles)
    return text
