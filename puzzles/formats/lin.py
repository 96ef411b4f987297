"""LIN, the notation of Bridge Base: pairs `name|value|`, read as puzzles and written.

Hands (`md`), bidding (`mb`, for trump and declarer) and play (`pc`, replayed by the referee) are
read; everything else is kept. Our own facts stand in notes: `nt|Goal: N+S make 3|`, with `~1`
for a bar and `~0` for a tilde.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from puzzles.formats.bridge import (
    EXTRAS,
    SEATS,
    Board,
    board_puzzle,
    check_cards,
    puzzle_board,
    read_contract,
    replay,
    replays,
    sorted_hand,
    suits_text,
)
from puzzles.formats.document import BOM, Chunk, Document, Reader, files, rewritten
from solver.cards import Card
from solver.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzles.puzzle import Puzzle, PuzzleSet

NAME = "lin"
ORDER = (2, 3, 0, 1)  # LIN counts seats from South: S W N E
HEAD = "pn|South,West,North,East|st||"
_HEADS = frozenset({"qx", "pn", "st", "rh", "ah", "sv", "sk", "sa"})
_NOTE = re.compile(rf"({'|'.join((*EXTRAS, 'Lead'))}): (.*)$", re.S)
_CARD = re.compile(r"([SHDC])(10|[AKQJT2-9])", re.I)
_HAND = re.compile(r"[SHDC]?[^SHDC]*")


class Pair(NamedTuple):
    """A name and its value; the offsets of the name and of the value, and the end of the pair."""

    name: str
    value: str
    start: int
    value_start: int
    end: int


@dataclass
class _Part:
    """The pairs of one board."""

    start: int
    pairs: list[Pair] = field(default_factory=list)


def loads(text: str, *, strict: bool = False, file: str = "") -> Document:
    """Read boards; raise FormatError. What is odd gives a warning, in strict reading an error."""
    reader = Reader(text, file, strict)
    pairs = _pairs(reader)
    parts = _parts(pairs)
    chunks = [Chunk(text[: parts[0].start if parts else len(text)])]
    for number, part in enumerate(parts):
        end = parts[number + 1].start if number + 1 < len(parts) else len(text)
        chunks.append(Chunk(text[part.start : end], _puzzle(reader, part)))
    return reader.document(NAME, chunks)


def _pairs(reader: Reader) -> list[Pair]:
    text, at = reader.text, len(reader.text) - len(reader.text.removeprefix(BOM))
    found = []
    while text[at:].strip():
        bar = text.find("|", at)
        end = text.find("|", bar + 1)
        name = text[at:bar].strip() if bar >= 0 else text[at:].strip()
        if bar < 0 or end < 0:
            reader.warn(at, f"'{name[:40]}': no value follows between bars; passed over.")
            break
        start = at + len(text[at:bar]) - len(text[at:bar].lstrip())
        if not re.fullmatch(r"[A-Za-z0-9]{1,4}", name):
            reader.warn(start, f"'{name[:40]}' is no name of a pair.")
        found.append(Pair(name.lower(), text[bar + 1 : end], start, bar + 1, end + 1))
        at = end + 1
    return found


def _parts(pairs: list[Pair]) -> list[_Part]:
    """Group pairs by board: each has one `md`; what heads a board stands before it."""
    parts: list[_Part] = []
    pending: list[Pair] = []
    for pair in pairs:
        if pair.name == "md":
            head: list[Pair] = []
            while pending and pending[-1].name in _HEADS:
                head.insert(0, pending.pop())
            if parts:
                parts[-1].pairs += pending
            parts.append(_Part((head or [pair])[0].start, [*head, pair]))
            pending = []
        else:
            pending.append(pair)
    if parts:
        parts[-1].pairs += pending
    return parts


def _puzzle(reader: Reader, part: _Part) -> Puzzle | None:
    board = Board()
    at = part.start
    bids: list[str] = []
    dealer = 0
    for pair in part.pairs:
        if pair.name == "md":
            at = pair.value_start
            try:
                dealer = _read_deal(reader, at, board, pair.value)
            except FormatError as error:
                reader.fail(at, str(error))
        elif pair.name == "mb":
            bids.append(pair.value)
        elif pair.name == "nt":
            _read_note(board, pair.value)
    _read_bids(board, dealer, bids)
    puzzle = board_puzzle(reader, at, board)
    if puzzle is not None and "Position" not in board.extras:
        replay(reader, puzzle, _played(reader, part.pairs))
    return puzzle


def _played(reader: Reader, pairs: list[Pair]) -> Iterator[tuple[str, int]]:
    """Yield the cards of a board's play with their places."""
    for pair in pairs:
        if pair.name != "pc":
            continue
        for match in re.finditer(r"\S+?(?=[SHDC]|\s|$)", pair.value, re.I):
            card, at = _CARD.fullmatch(match[0]), pair.value_start + match.start()
            if card is None:
                reader.fail(at, f"'{match[0]}' is no card such as SA.")
            yield f"{card[2]}{card[1]}".replace("10", "T"), at


def _read_deal(reader: Reader, at: int, board: Board, text: str) -> int:
    """Read the four hands into the board; return the dealer's seat."""
    words = text.strip().split(",")
    digit = words[0][:1]
    if digit not in ("1", "2", "3", "4"):
        reader.warn(at, f"'{digit}' is no dealer: expected 1 (South) to 4 (East).")
    words[0] = words[0][1:] if digit.isdigit() else words[0]
    if len(words) > 4:
        raise FormatError(f"a deal of {len(words)} hands: expected four.")
    for number, word in enumerate(words):
        board.hands[ORDER[number]] = _read_hand(word) if word.strip() else None
    check_cards(board.hands)
    return ORDER[int(digit) - 1] if digit in ("1", "2", "3", "4") else 2


def _read_hand(text: str) -> tuple[Card, ...]:
    cards = []
    for group in _HAND.findall(text.strip().upper().replace("10", "T")):
        suit, ranks = group[:1].lower(), group[1:]
        if not group:
            continue
        if suit not in ("s", "h", "d", "c"):
            raise FormatError(f"'{text}': expected suits as in 'SAK2HQT9D54C832'.")
        for rank in ranks:
            if rank not in "AKQJT98765432":
                raise FormatError(f"'{text}': '{rank}' is no rank.")
            cards.append(Card(suit, rank))
    return sorted_hand(cards, text)


def _read_note(board: Board, text: str) -> None:
    match = _NOTE.match(text.replace("~1", "|").replace("~0", "~"))
    if match is None:
        return
    if match[1] == "Lead":
        board.leader = SEATS.index(match[2]) if match[2] in SEATS and match[2] else None
    else:
        board.extras[match[1]] = match[2]


def _read_bids(board: Board, dealer: int, bids: list[str]) -> None:
    """Find trump and declarer: the first of the winning side to name the trump."""
    last: tuple[int, str] | None = None
    first: dict[tuple[int, str], int] = {}
    for number, bid in enumerate(bids):
        seat = (dealer + number) % 4
        word = bid.strip().rstrip("!").upper()
        if read_contract(board, word):
            last = (seat % 2, board.trump or "")
            first.setdefault(last, seat)
    if last is not None:
        board.declarer = first[last]


# --- writing --------------------------------------------------------------------------------------


def dumps(puzzles: PuzzleSet) -> str:
    """Write boards; what was read and has not changed is written as it was read."""
    pieces = rewritten(puzzles, NAME, _render)
    if pieces is None:
        pieces = [_render(puzzle, "") for puzzle in puzzles.puzzles]
    return "".join(pieces)


def _render(puzzle: Puzzle, old: str) -> str:
    board = puzzle_board(puzzle)
    declarer = board.declarer or 0
    notes = dict(board.extras)
    if board.leader != (declarer + 1) % 4:
        notes["Lead"] = SEATS[board.leader or 0]
    deal = f"{ORDER.index(declarer) + 1}" + ",".join(_hand_text(board.hands[s]) for s in ORDER)
    bid = f"{board.level or 1}{(board.trump or 'N').upper()}"
    pairs = [("md", deal), ("sv", "o"), ("mb", bid), *(("mb", "p") for _ in range(3))]
    pairs += [("nt", _escaped(f"{name}: {text}")) for name, text in notes.items()]
    kept = _kept(puzzle, old)
    head = "".join(f"{name}|{value}|" for name, value in kept if name in _HEADS - {"sv"})
    tail = "".join(f"{name}|{value}|" for name, value in kept if name not in _HEADS)
    body = "".join(f"{name}|{value}|" for name, value in pairs)
    return f"{head or HEAD}{body}{tail or 'pg||'}\n"


def _kept(puzzle: Puzzle, old: str) -> list[tuple[str, str]]:
    """Return the pairs of a board's old text that the puzzle does not fix."""
    reader = Reader(old, "", False)
    pairs = _pairs(reader) if old else []
    ours = {"md", "mb", "an"}
    if not replays(puzzle, _played(reader, pairs)):
        ours.add("pc")
    return [
        (pair.name, pair.value)
        for pair in pairs
        if pair.name not in ours and not (pair.name == "nt" and _is_note(pair.value))
    ]


def _is_note(text: str) -> bool:
    return _NOTE.match(text.replace("~1", "|").replace("~0", "~")) is not None


def _escaped(text: str) -> str:
    return text.replace("~", "~0").replace("|", "~1")


def _hand_text(hand: tuple[Card, ...] | None) -> str:
    suits = suits_text(hand or ()).split(".")
    return "".join(letter + ranks for letter, ranks in zip("SHDC", suits, strict=True))


load, dump = files(loads, dumps)
