"""Bridge boards as puzzles: what PBN, LIN, RBN and plain hand strings have in common.

A board names four hands, a trump and a declarer; whoever sits at the declarer's left leads. What
such a file has no place for (our goal, the key, a trick on the table) stands in `extras`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from puzzles.formats.document import Reader, joined, split
from puzzles.formats.text import read_puzzle
from puzzles.puzzle import Puzzle, to_data
from solver.cards import Card
from solver.errors import FoolproofError, FormatError
from solver.goals import Goal, goal_text, parse_goal
from solver.notation import write
from solver.position import start
from solver.referee import apply, parse_action
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solver.variant import Variant

SEATS = "NESW"
SUITS = "shdc"
RANKS = "AKQJT98765432"
FULL = 13
ANNOTATIONS = ("Id", "Title", "Author", "Key", "Grade", "Themes", "Features", "Origin")
EXTRAS = ("Position", "Goal", *ANNOTATIONS)
_CONTRACT = re.compile(r"([1-7])(NT?|[SHDC])(?:X{0,2}|R|\*{1,2})")
_ROTATION = {seat: number for number, seat in enumerate(SEATS)}


@dataclass
class Board:
    """A board as it stands in a file.

    `hands` in the order N E S W, None where unknown; `trump` a suit letter, '' for notrump, None
    where unknown; `level` of the contract or 0; `declarer` and `leader` seats or None; `extras`
    texts by names of EXTRAS.
    """

    hands: list[tuple[Card, ...] | None] = field(default_factory=lambda: [None] * 4)
    trump: str | None = None
    level: int = 0
    declarer: int | None = None
    leader: int | None = None
    extras: dict[str, str] = field(default_factory=dict)

    @property
    def leads(self) -> int | None:
        """The seat that leads, stated or at the declarer's left."""
        if self.leader is not None or self.declarer is None:
            return self.leader
        return (self.declarer + 1) % 4


def bridge() -> Variant:
    """Return the rules that bridge boards are played by."""
    return load("bridge")


def seat_of(text: str) -> int | None:
    """Return the seat that a letter or a word such as 'North' means, or None."""
    return _ROTATION.get(text.strip()[:1].upper()) if text.strip() else None


def read_suits(text: str) -> tuple[Card, ...]:
    """Read a hand such as `AQ2.KT9..8765` (spades, hearts, diamonds, clubs); raise FormatError."""
    suits = text.replace("10", "T").upper().split(".")
    if len(suits) != 4:
        raise FormatError(f"'{text}': expected four suits between dots, found {len(suits)}.")
    for sign in "".join(suits).replace("-", ""):
        if sign not in RANKS:
            raise FormatError(f"'{text}': '{sign}' is no rank; expected {RANKS}.")
    cards = [
        Card(suit, rank) for suit, ranks in zip(SUITS, suits, strict=True)
        for rank in ranks if rank != "-"
    ]  # fmt: skip
    return sorted_hand(cards, text)


def sorted_hand(cards: Iterable[Card], text: str) -> tuple[Card, ...]:
    """Return cards as a hand of the pack; raise FormatError for one that stands twice."""
    listed = list(cards)
    if len(set(listed)) < len(listed):
        raise FormatError(f"'{text}': a card stands twice.")
    return bridge().pack.sort(listed)


def suits_text(hand: Iterable[Card]) -> str:
    """Write a hand as `AQ2.KT9..8765`."""
    cards = list(hand)
    by_suit = (
        "".join(sorted((c.rank for c in cards if c.suit == suit), key=RANKS.index))
        for suit in SUITS
    )
    return ".".join(by_suit)


def deal_text(board: Board, first: int) -> str:
    """Write four hands clockwise, such as `N:AQ2.… … … …`; '-' for an unknown one."""
    hands = (board.hands[(first + i) % 4] for i in range(4))
    return f"{SEATS[first]}:" + " ".join(
        "-" if hand is None else suits_text(hand) for hand in hands
    )


def check_cards(hands: list[tuple[Card, ...] | None]) -> None:
    """Raise FormatError if two hands hold the same card; fill in a hand that gets the rest."""
    seen: dict[Card, int] = {}
    for seat, hand in enumerate(hands):
        for card in hand or ():
            if card in seen:
                raise FormatError(
                    f"{card} stands in the hands of {SEATS[seen[card]]} and {SEATS[seat]}."
                )
            seen[card] = seat
    unknown = [seat for seat, hand in enumerate(hands) if hand is None]
    if len(unknown) == 1 and all(hand is None or len(hand) == FULL for hand in hands):
        hands[unknown[0]] = tuple(card for card in bridge().pack if card not in seen)


# --- boards to puzzles --------------------------------------------------------------------------


def board_puzzle(reader: Reader, at: int, board: Board) -> Puzzle | None:
    """Return the puzzle of a board, None with a warning if it is not complete."""
    if "Position" in board.extras:
        return reader.attempt(at, lambda: read_puzzle(board.extras["Position"], _notes(board)))
    unknown = [SEATS[seat] for seat, hand in enumerate(board.hands) if hand is None]
    if unknown:
        reader.warn(
            at, f"the cards of {', '.join(unknown)} are unknown: there is no puzzle in this board."
        )
        return None
    if board.leads is None:
        reader.warn(at, "neither declarer nor leader is known: there is no puzzle in this board.")
        return None
    if board.trump is None:
        reader.warn(at, "no trump is known; taken as notrump.")
    return reader.attempt(at, lambda: _puzzle(board, _notes(board)))


def _puzzle(board: Board, notes: dict[str, Any]) -> Puzzle:
    leader = board.leads or 0
    hands = tuple(hand or () for hand in board.hands)
    sizes = {len(hand) for hand in hands}
    if len(sizes) > 1 or sizes == {0}:
        listed = ", ".join(f"{s} {len(h)}" for s, h in zip(SEATS, hands, strict=True))
        raise FormatError(f"the hands are not equal: {listed}.")
    position = start(bridge(), hands, leader=leader)._replace(
        trump=board.trump or "", done=FULL - max(sizes)
    )
    goal = board.extras.get("Goal") or goal_text(implied_goal(board, leader), bridge())
    parse_goal(goal, bridge())
    return read_puzzle(write(position, goal), notes)


def implied_goal(board: Board, leader: int) -> Goal:
    """Return what a board asks that states no goal: the contract, or as many tricks as can be."""
    whole = all(hand is not None and len(hand) == FULL for hand in board.hands)
    first = leader if board.declarer is None else board.declarer
    side = frozenset([first, (first + 2) % 4])
    if whole and board.level and board.declarer is not None:
        return Goal(side, "tricks", "at least", board.level + 6)
    return Goal(side)


def replay(reader: Reader, puzzle: Puzzle, cards: Iterable[tuple[str, int]]) -> None:
    """Play the cards of a record through the referee; fail at the first that can't be played.

    `cards` are texts such as `As` with their places.
    """
    position = puzzle.position
    for text, at in cards:
        if position.over:
            reader.fail(at, f"{text} is played when the deal is over.")
        try:
            position = apply(position, parse_action(position, text))
        except FoolproofError as error:
            reader.fail(at, str(error))


def replays(puzzle: Puzzle, cards: Iterable[tuple[str, int]]) -> bool:
    """Whether a record of play fits a puzzle, which may have changed since it was read."""
    try:
        replay(Reader("", "", False), puzzle, cards)
    except FormatError:
        return False
    return True


def _notes(board: Board) -> dict[str, Any]:
    """Return the annotations as `from_data` takes them; raise FormatError."""
    notes: dict[str, Any] = {}
    for name in ANNOTATIONS:
        if name not in board.extras:
            continue
        text = board.extras[name]
        if name in ("Features", "Origin", "Grade"):
            notes[name.lower()] = _json(name, text)
        elif name == "Key":
            notes["key"] = [word.strip() for word in text.split(",") if word.strip()]
        else:
            notes[name.lower()] = split(text) if name == "Themes" else text
    return notes


def _json(name: str, text: str) -> Any:
    kinds: dict[str, Any] = {"Features": dict, "Origin": list, "Grade": (int, float)}
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, kinds[name]) or isinstance(data, bool):
        raise FormatError(f"{name} '{text}' can't be read.")
    return data


# --- puzzles to boards --------------------------------------------------------------------------


def puzzle_board(puzzle: Puzzle) -> Board:
    """Return the board of a bridge puzzle; raise FormatError for any other game."""
    position = puzzle.position
    if puzzle.variant != bridge():
        raise FormatError(
            f"this format holds bridge only, not {puzzle.variant.name}: use json, text or csv."
        )
    declarer = _declarer(puzzle)
    board = Board(list(position.hands), position.trump, 0, declarer, position.leader)
    board.extras["Goal"] = puzzle.task
    if puzzle.goal.amount is not None and puzzle.goal.relation == "at least":
        board.level = max(0, min(7, puzzle.goal.amount - 6))
    data = to_data(puzzle)
    for name in ANNOTATIONS:
        if name.lower() in data:
            board.extras[name] = _extra(name, data[name.lower()])
    try:
        same = _puzzle(board, {}).position == position
    except FormatError:
        same = False
    if not same:
        board.extras["Position"] = puzzle.line()
    return board


def _declarer(puzzle: Puzzle) -> int:
    """Return the seat at the leader's right, or the one of the solver's side if it leads."""
    leader = puzzle.position.leader
    right = (leader + 3) % 4
    return right if right in puzzle.goal.side or leader not in puzzle.goal.side else leader


def _extra(name: str, value: Any) -> str:
    if name in ("Features", "Origin", "Grade"):
        return json.dumps(value)
    if isinstance(value, list):
        return ", ".join(value) if name == "Key" else joined(value)
    return str(value)


def contract_text(board: Board) -> str:
    """Write trump and level as a contract, such as `4S` or `1NT`."""
    return f"{board.level or 1}{(board.trump or 'NT').upper()}"


def read_contract(board: Board, text: str) -> bool:
    """Read a contract such as `4SX` or `3NT` into the board; False if it is none."""
    match = _CONTRACT.fullmatch(text.strip().upper())
    if match is None:
        return False
    board.level = int(match[1])
    board.trump = "" if match[2].startswith("N") else match[2].lower()
    return True
