"""What a reader returns: a set of puzzles that remembers the text it was read from.

A document is written back by its own format as it stood, but for the puzzles that have changed.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Protocol

from puzzles.puzzle import Puzzle, PuzzleSet
from solver.errors import BadInput, FoolproofError, FormatError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MOST_BYTES = 16_000_000
BOM = "\ufeff"


class Chunk(NamedTuple):
    """A piece of a file's text; the puzzle that it holds, None if it holds none."""

    text: str
    puzzle: Puzzle | None = None


@dataclass(frozen=True)
class Document(PuzzleSet):
    """A set of puzzles as read: `format` its name, `chunks` the text, `warnings` what was odd.

    Chunks in a row are the whole text, so that nothing is lost; `encoding` that of its file.
    """

    format: str = ""
    chunks: tuple[Chunk, ...] = ()
    warnings: tuple[str, ...] = ()
    encoding: str = "utf-8"


class Loads(Protocol):
    """Reads a text; raises FormatError with file, line and column."""

    def __call__(self, text: str, *, strict: bool = False, file: str = "") -> Document: ...


class Load(Protocol):
    """Reads a file ('-' for stdin); raises FormatError with file, line and column."""

    def __call__(self, path: str | Path, *, strict: bool = False) -> Document: ...


class Dumps(Protocol):
    """Writes a set as text; raises FormatError for what the format can't hold."""

    def __call__(self, puzzles: PuzzleSet) -> str: ...


class Dump(Protocol):
    """Writes a set to a file ('-' for stdout)."""

    def __call__(self, puzzles: PuzzleSet, path: str | Path) -> None: ...


def files(loads: Loads, dumps: Dumps) -> tuple[Load, Dump]:
    """Return the functions that do to files what `loads` and `dumps` do to texts."""

    def load(path: str | Path, *, strict: bool = False) -> Document:
        """Read a file ('-' for stdin); raise FormatError with file, line and column."""
        text, encoding = read_text(path)
        shown = "stdin" if str(path) == "-" else str(path)
        return replace(loads(text, strict=strict, file=shown), encoding=encoding)

    def dump(puzzles: PuzzleSet, path: str | Path) -> None:
        """Write a set to a file ('-' for stdout)."""
        write_text(path, dumps(puzzles), getattr(puzzles, "encoding", "utf-8"))

    return load, dump


def read_text(path: str | Path) -> tuple[str, str]:
    """Return the text of a file and its encoding: UTF-8, or Latin-1 as old bridge files are."""
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"{path}: can't be read: {reason}.") from None
    if len(data) > MOST_BYTES:
        raise BadInput(f"{path}: larger than {MOST_BYTES:,} bytes; split it.")
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


def write_text(path: str | Path, text: str, encoding: str = "utf-8") -> None:
    """Write a text to a file, line ends as they are; raise BadInput if that fails."""
    try:
        data = text.encode(encoding)
    except UnicodeEncodeError:
        data = text.encode("utf-8")
    try:
        if str(path) == "-":
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            Path(path).write_bytes(data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"{path}: can't be written: {reason}.") from None


@dataclass
class Reader:
    """The text being read: places in it, errors with their place, warnings.

    In a strict reading every warning is an error.
    """

    text: str
    file: str
    strict: bool
    warnings: list[str] = field(default_factory=list)

    def place(self, at: int) -> str:
        """Return 'file, line 3, column 7' for an offset."""
        before = self.text[: max(0, min(at, len(self.text)))]
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        where = f"line {line}, column {column}"
        return f"{self.file}, {where}" if self.file else where

    def fail(self, at: int, message: str) -> NoReturn:
        """Raise FormatError at an offset."""
        raise FormatError(f"{self.place(at)}: {message}")

    def warn(self, at: int, message: str) -> None:
        """Note what is odd at an offset, or raise FormatError in a strict reading."""
        if self.strict:
            self.fail(at, message)
        self.warnings.append(f"{self.place(at)}: {message}")

    def attempt(self, at: int, make: Callable[[], Puzzle]) -> Puzzle:
        """Return what `make` makes; put the place before the message of an error."""
        try:
            return make()
        except FoolproofError as error:
            self.fail(at, str(error))

    def document(self, name: str, chunks: list[Chunk], title: str = "") -> Document:
        """Return the document that was read."""
        puzzles = tuple(chunk.puzzle for chunk in chunks if chunk.puzzle is not None)
        return Document(title, puzzles, {}, name, tuple(chunks), tuple(self.warnings))


class Line(NamedTuple):
    """A line of a text: where it begins, what it says without its line end, the whole of it."""

    at: int
    text: str
    whole: str


def joined(words: Iterable[str]) -> str:
    """Write words in a row, such as themes, with `_` for a blank within one."""
    return " ".join(word.replace(" ", "_") for word in words)


def split(text: str) -> list[str]:
    """Read what `joined` has written."""
    return [word.replace("_", " ") for word in text.split()]


def lines_of(text: str) -> Iterator[Line]:
    """Yield the lines of a text; only LF and CR LF end a line."""
    at = 0
    for part in text.split("\n"):
        whole = part + "\n" if at + len(part) < len(text) else part
        if whole:
            yield Line(at, whole.rstrip("\r\n").removeprefix(BOM), whole)
        at += len(whole)


def rewritten(
    puzzles: PuzzleSet, name: str, render: Callable[[Puzzle, str], str]
) -> list[str] | None:
    """Return the pieces of a document's text, what has changed rendered anew.

    `render` gets the puzzle and the text that it replaces ('' for a new one). None for a set that
    was not read from this format.
    """
    if not isinstance(puzzles, Document) or puzzles.format != name:
        return None
    kept = [chunk for chunk in puzzles.chunks if chunk.puzzle is not None]
    same_count = len(kept) == len(puzzles.puzzles)
    waiting = list(puzzles.puzzles)
    pieces = []
    for chunk in puzzles.chunks:
        if chunk.puzzle is None:
            pieces.append(chunk.text)
        elif same_count:
            puzzle = waiting.pop(0)
            unchanged = puzzle == chunk.puzzle
            pieces.append(chunk.text if unchanged else render(puzzle, chunk.text))
        elif chunk.puzzle in waiting:
            number = waiting.index(chunk.puzzle)
            pieces += [render(puzzle, "") for puzzle in waiting[:number]]
            pieces.append(chunk.text)
            del waiting[: number + 1]
    return pieces + [render(puzzle, "") for puzzle in waiting]
