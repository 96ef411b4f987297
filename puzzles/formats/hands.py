"""Plain hand strings: a deal on a line, with what is asked behind it.

    N:AQ2.KT9..8765 … … … / trump s, W to lead / N+S make 9

The four hands stand clockwise from the seat named first (from North if none is). Without facts
the first hand leads at notrump. A line `#!` above holds annotations as JSON, as in `text`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from puzzles.formats.bridge import (
    SEATS,
    Board,
    board_puzzle,
    check_cards,
    deal_text,
    puzzle_board,
    read_suits,
    seat_of,
)
from puzzles.formats.document import Chunk, Document, Line, Reader, files, lines_of, rewritten
from puzzles.formats.text import MARK
from solver.errors import BadInput, FormatError
from solver.notation import read_suit

if TYPE_CHECKING:
    from puzzles.puzzle import Puzzle, PuzzleSet

NAME = "hands"
_TRUMP = re.compile(r"trumps? (\S+)|(no ?trump|nt)$", re.I)
_LEAD = re.compile(r"([NESW])\w* to lead$", re.I)


def loads(text: str, *, strict: bool = False, file: str = "") -> Document:
    """Read deals; raise FormatError. A missing trump or leader gives a warning."""
    reader = Reader(text, file, strict)
    chunks: list[Chunk] = []
    pending, notes = "", {}
    for line in lines_of(text):
        words = line.text.strip()
        if words.startswith(MARK):
            notes = _notes(reader, line, words)
            pending += line.whole
            continue
        puzzle = None
        if words and not words.startswith("#"):
            puzzle = _puzzle(reader, line, notes)
        chunks.append(Chunk(pending + line.whole, puzzle))
        pending, notes = "", {}
    return reader.document(NAME, [*chunks, Chunk(pending)] if pending else chunks)


def _notes(reader: Reader, line: Line, words: str) -> dict[str, str]:
    try:
        data = json.loads(words[len(MARK) :])
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not all(isinstance(v, str) for v in data.values()):
        reader.fail(line.at, 'expected annotations such as {"Title": "…"}.')
    return data


def _puzzle(reader: Reader, line: Line, notes: dict[str, str]) -> Puzzle | None:
    board = Board(extras=dict(notes))
    deal, *parts = re.split(r"\s+/\s+", line.text.strip())
    try:
        first = _read_deal(board, deal)
        for part in parts:
            _read_part(board, part)
    except BadInput as error:
        reader.fail(line.at, str(error))
    if board.leader is None:
        reader.warn(line.at, f"no leader is named; {SEATS[first]} leads.")
        board.leader = first
    return board_puzzle(reader, line.at, board)


def _read_deal(board: Board, text: str) -> int:
    match = re.match(r"([NESWnesw]):\s*", text)
    first = seat_of(match[1]) or 0 if match else 0
    words = (text[match.end() :] if match else text).split()
    if len(words) > 4:
        raise FormatError(f"{len(words)} hands: expected four, then ' / ' and the facts.")
    for number, word in enumerate(words):
        seat = (first + number) % 4
        board.hands[seat] = None if word in ("-", "?") else read_suits(word)
    check_cards(board.hands)
    return first


def _read_part(board: Board, part: str) -> None:
    facts = [fact.strip() for fact in part.split(",")]
    if not all(_TRUMP.match(fact) or _LEAD.match(fact) for fact in facts):
        board.extras["Goal"] = part
        return
    for fact in facts:
        lead, trump = _LEAD.match(fact), _TRUMP.match(fact)
        if lead:
            board.leader = seat_of(lead[1])
        elif trump:
            board.trump = read_suit(trump[1]) if trump[1] else ""


def dumps(puzzles: PuzzleSet) -> str:
    """Write deals; raise FormatError for a puzzle that is more than hands, trump and leader."""
    pieces = rewritten(puzzles, NAME, _render)
    if pieces is None:
        pieces = [_render(puzzle, "") for puzzle in puzzles.puzzles]
    ended = [piece if piece.endswith("\n") else piece + "\n" for piece in pieces[:-1]]
    return "".join([*ended, *pieces[-1:]])


def _render(puzzle: Puzzle, old: str) -> str:
    board = puzzle_board(puzzle)
    if "Position" in board.extras:
        raise FormatError("plain hands hold no trick on the table and no tricks made: use text.")
    notes: dict[str, Any] = {k: v for k, v in board.extras.items() if k != "Goal"}
    above = f"{MARK} {json.dumps(notes, ensure_ascii=False)}\n" if notes else ""
    trump = f"trump {board.trump}" if board.trump else "notrump"
    facts = f"{trump}, {SEATS[board.leader or 0]} to lead"
    return f"{above}{deal_text(board, 0)} / {facts} / {puzzle.task}\n"


load, dump = files(loads, dumps)
