"""RBN, Richard Pavlicek's bridge notation, read as puzzles and written.

Lines with a one-letter label, an empty line after each record; `H` the hands, `C` contract,
declarer and leader, `A` the auction if there is no `C`, `P` the play (replayed by the referee),
`T` title and author, `B` board. Ten
labels repeat if a record does not state them. Our own facts stand in braces: `{Goal: N+S make 3}`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from puzzles.formats.bridge import (
    EXTRAS,
    SEATS,
    Board,
    board_puzzle,
    check_cards,
    contract_text,
    puzzle_board,
    read_contract,
    read_suits,
    replay,
    replays,
    seat_of,
    suits_text,
)
from puzzles.formats.document import Chunk, Document, Line, Reader, files, lines_of, rewritten
from solver.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzles.puzzle import Puzzle, PuzzleSet

NAME = "rbn"
HEADER = "% RBN\n\n"
REPEATED = "DTLESFKNBH"
LABELS = REPEATED + "ACPRIM0123456789"
_NOTE = re.compile(rf"\{{({'|'.join(EXTRAS)}): (.*)\}}\s*$", re.S)
_PLAYED = re.compile(r"([SHDC]?)([AKQJT2-9])|[*^][0-9]?|[:\s]", re.I)
_CALL = re.compile(r"([1-7][CDHSN])|([PXRA?])|[*^][0-9]?|[0-9:\s]", re.I)


class Field(NamedTuple):
    """What stands behind a label, and where."""

    text: str
    at: int


def loads(text: str, *, strict: bool = False, file: str = "") -> Document:
    """Read records; raise FormatError. What is odd gives a warning, in strict reading an error."""
    reader = Reader(text, file, strict)
    chunks: list[Chunk] = []
    repeated: dict[str, Field] = {}
    for lines in _records(text):
        whole = "".join(line.whole for line in lines)
        fields, notes = _fields(reader, lines)
        if not fields:
            chunks.append(Chunk(whole))
            continue
        repeated |= {label: f for label, f in fields.items() if label in REPEATED}
        chunks.append(Chunk(whole, _puzzle(reader, {**repeated, **fields}, notes, lines[0].at)))
    return reader.document(NAME, chunks)


def _records(text: str) -> list[list[Line]]:
    """Group lines into records; the empty lines that end one belong to it."""
    records: list[list[Line]] = []
    ended = True
    for line in lines_of(text):
        blank = not line.text.strip()
        if (ended and not blank) or not records:
            records.append([])
        records[-1].append(line)
        ended = blank
    return records


def _fields(reader: Reader, lines: list[Line]) -> tuple[dict[str, Field], dict[str, str]]:
    """Return the labelled lines of a record and our own facts."""
    fields: dict[str, Field] = {}
    notes: dict[str, str] = {}
    paragraph = ""
    for line in lines:
        text = line.text
        if paragraph or text.startswith("{"):
            paragraph += text if not paragraph else f"\n{text}"
            if text.rstrip().endswith("}"):
                match = _NOTE.match(paragraph)
                notes |= {match[1]: match[2]} if match else {}
                paragraph = ""
        elif not text.strip() or text.startswith("%"):
            continue
        elif text[0].upper() in LABELS and (len(text) == 1 or text[1].isspace()):
            label = text[0].upper()
            if label in fields and not label.isdigit():
                reader.warn(line.at, f"a second label {label} in one record; the first counts.")
            fields.setdefault(label, Field(text[2:].strip(), line.at + 2))
        else:
            shown = " ".join(text.split())[:40]
            reader.warn(line.at, f"'{shown}' has no label; passed over.")
    if paragraph:
        reader.fail(lines[0].at, "a text in braces does not end before the empty line.")
    return fields, notes


def _puzzle(
    reader: Reader, fields: dict[str, Field], notes: dict[str, str], start: int
) -> Puzzle | None:
    board = Board()
    if "H" not in fields:
        reader.warn(start, "a record without hands: there is no puzzle in it.")
        return None
    text, at = fields["H"]
    try:
        _read_hands(board, text)
    except FormatError as error:
        reader.fail(at, str(error))
    _read_contract(reader, board, fields)
    title, _, author = (s.replace("\0", ":") for s in _split_title(fields.get("T")))
    for name, value in (("Title", title), ("Author", author), ("Id", _text(fields, "B"))):
        if value:
            board.extras[name] = value
    board.extras |= notes
    puzzle = board_puzzle(reader, at, board)
    if puzzle is not None and "P" in fields and "Position" not in board.extras:
        replay(reader, puzzle, _played(reader, fields["P"]))
    return puzzle


def _played(reader: Reader, field: Field) -> Iterator[tuple[str, int]]:
    """Yield the cards of a play such as `S4AK2:HQ…` with their places.

    Tricks stand between colons; a card without a suit is of the suit led.
    """
    led, at = "", 0
    while at < len(field.text):
        match = _PLAYED.match(field.text, at)
        if match is None:
            shown = field.text[at : at + 20]
            reader.warn(field.at + at, f"'{shown}' is no card; the rest of it is passed over.")
            return
        if match[0] == ":":
            led = ""
        elif match[2]:
            led = led or match[1]
            if not led:
                reader.fail(field.at + at, f"'{match[0]}': a lead needs its suit.")
            yield f"{match[2]}{match[1] or led}", field.at + at
        at = match.end()


def _text(fields: dict[str, Field], label: str) -> str:
    return fields[label].text if label in fields else ""


def _split_title(field: Field | None) -> tuple[str, str, str]:
    return (field.text if field else "").replace("::", "\0").partition(":")


def _read_hands(board: Board, text: str) -> None:
    seat = seat_of(text) if text[:1].upper() in SEATS else None
    if seat is None or text[1:2] != ":":
        raise FormatError(f"'{text}': expected hands such as 'W:AQ2.KT9..:…:…:'.")
    words = text[2:].split(":")
    if len(words) > 4:
        raise FormatError(f"{len(words)} hands: expected four.")
    for number, word in enumerate(words):
        known = word.strip() not in ("", "?")
        board.hands[(seat + number) % 4] = read_suits(word.strip()) if known else None
    check_cards(board.hands)


def _read_contract(reader: Reader, board: Board, fields: dict[str, Field]) -> None:
    text, at = fields.get("C", Field("", 0))
    words = text.split(":")
    if text and text.upper() not in ("P", "0", "?") and not read_contract(board, words[0]):
        reader.warn(at, f"'{text}' is no contract such as 4S:W; passed over.")
    if len(words) > 1:
        board.declarer = seat_of(words[1])
    if len(words) > 2:
        board.leader = seat_of(words[2])
    if not text and "A" in fields:
        _read_auction(board, fields["A"].text)


def _read_auction(board: Board, text: str) -> None:
    """Find trump and declarer in an auction such as `WB:1NP3NA`."""
    head, colon, calls = text.partition(":")
    dealer = seat_of(head) if colon else 3
    if dealer is None:
        return
    first: dict[tuple[int, str], int] = {}
    number = 0
    for match in _CALL.finditer(calls if colon else text):
        seat = (dealer + number) % 4
        number += bool(match[1] or match[2])
        if match[1] and read_contract(board, match[1]):
            board.declarer = first.setdefault((seat % 2, board.trump or ""), seat)


# --- writing --------------------------------------------------------------------------------------


def dumps(puzzles: PuzzleSet) -> str:
    """Write records; what was read and has not changed is written as it was read."""
    pieces = rewritten(puzzles, NAME, _render)
    if pieces is not None:
        text = "".join(pieces)
        if loads(text).puzzles == puzzles.puzzles:
            return text  # else a label of a changed record was repeated: each must say it all
    old = [""] * len(puzzles.puzzles)
    if isinstance(puzzles, Document) and puzzles.format == NAME:
        texts = [chunk.text for chunk in puzzles.chunks if chunk.puzzle is not None]
        old = texts if len(texts) == len(old) else old
    return HEADER + "".join(map(_render, puzzles.puzzles, old))


def _render(puzzle: Puzzle, old: str) -> str:
    board = puzzle_board(puzzle)
    declarer = board.declarer or 0
    title = f"{_colons(puzzle.title)}:{_colons(puzzle.author)}".rstrip(":")
    hands = ":".join(suits_text(hand or ()) for hand in board.hands)
    contract = f"{contract_text(board).replace('NT', 'N')}:{SEATS[declarer]}"
    if board.leader != (declarer + 1) % 4:
        contract += f":{SEATS[board.leader or 0]}"
    ours = {"T": title, "B": " ".join(puzzle.id.split()), "H": f"N:{hands}", "C": contract}
    lines = [f"{label} {text}".rstrip() for label, text in ours.items()]
    notes = [
        f"{{{name}: {text}}}"
        for name, text in board.extras.items()
        if name not in ("Id", "Title", "Author")
    ]
    return "\n".join([*lines, *_kept(puzzle, old), *notes]) + "\n\n"


def _colons(text: str) -> str:
    return " ".join(text.split()).replace(":", "::")


def _kept(puzzle: Puzzle, old: str) -> list[str]:
    """Return the lines of a record's old text that the puzzle does not fix."""
    reader = Reader(old, "", False)
    kept = []
    for line in lines_of(old):
        label = line.text[:1].upper() if line.text[1:2] in (" ", "") else ""
        ours = label in ("T", "B", "H", "C")
        if label == "P":
            ours = not replays(puzzle, _played(reader, Field(line.text[2:].strip(), 0)))
        if line.text.strip() and not ours and not _NOTE.match(line.text):
            kept.append(line.text)
    return kept


load, dump = files(loads, dumps)
