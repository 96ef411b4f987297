"""A position drawn as a table: seats all round, hands as cards, the trick in the middle."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import TYPE_CHECKING

from puzzles.sheets.cards import HEIGHT, WIDTH, card_name, placed
from puzzles.sheets.shapes import Drawing, Path, Place, Rect, Shape, Text, path
from puzzles.sheets.suits import pip
from solver.cards import SUITS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzles.puzzle import Puzzle
    from solver.cards import Card
    from solver.position import Position

FELT, EDGE, INK = "#e8efe6", "#9db59a", "#23302a"
STEP = 32.0  # how much of a card shows beneath the next one


@dataclass(frozen=True)
class Layout:
    """Where everything is: the size, and for each seat its hand, its name and its played card.

    `hand` is the middle of a hand, `room` how wide it may be; `played` the middle of a card on
    the table.
    """

    width: float
    height: float
    hand: tuple[tuple[float, float], ...]
    played: tuple[tuple[float, float], ...]
    room: float
    bottom: int


def layout(players: int, bottom: int = 0, cards: int = 13) -> Layout:
    """Place the seats clockwise round the table, the seat `bottom` nearest to the reader.

    The table is no larger than hands of so many cards need, so that cards are large in print.
    """
    small = players <= 4
    room = min(240.0 if small else 205.0, WIDTH + STEP * max(2, cards - 1))
    across = room / 2 + 112 if small else room * 1.18 + 50
    down = 160.0 if small else 200.0
    pull = 76 / down if small else 0.42
    angles = [2 * pi * ((seat - bottom) % players) / players for seat in range(players)]
    width = 2 * (across + room / 2) + 24
    top = 22.0 if players % 2 == 0 else 54.0  # with two seats above the corners stay free
    y = top + HEIGHT / 2 - down * min(cos(angle) for angle in angles)
    hands = [(width / 2 - across * sin(a), y + down * cos(a)) for a in angles]
    played = [
        (width / 2 - min(across * 0.42, 110) * sin(a), y + down * (pull - 0.02) * cos(a))
        for a in angles
    ]
    return Layout(width, y + down + 78, tuple(hands), tuple(played), room, bottom)


def plan_of(puzzle: Puzzle) -> Layout:
    """Return the layout for a puzzle."""
    position = puzzle.position
    largest = max(len(hand) for hand in position.hands) + bool(position.trick)
    return layout(position.players, bottom_seat(puzzle), largest)


def bottom_seat(puzzle: Puzzle) -> int:
    """Return the seat nearest to the reader: South at bridge, else one that plays for the goal."""
    names = [puzzle.variant.seat_name(seat) for seat in range(puzzle.position.players)]
    if "S" in names:
        return names.index("S")
    turn = puzzle.position.turn
    return turn if turn in puzzle.goal.side else min(puzzle.goal.side)


def offsets(count: int, room: float) -> list[float]:
    """Return the left edge of each card of a hand, from the hand's middle."""
    step = min(STEP, (room - WIDTH) / max(1, count - 1))
    left = -(step * (count - 1) + WIDTH) / 2
    return [left + step * i for i in range(count)]


def table(puzzle: Puzzle) -> Drawing:
    """Draw the position of a puzzle."""
    position = puzzle.position
    plan = plan_of(puzzle)
    shapes: list[Shape] = [_felt(plan)]
    for seat in range(position.players):
        shapes += [*_hand(plan, position, seat), _label(plan, puzzle, seat)]
    shapes.append(Place(tuple(_trick(plan, position)), name="trick"))
    shapes += _trump(position)
    shapes += _piles(plan, position)
    return Drawing(plan.width, plan.height, tuple(shapes), in_words(position))


def in_words(position: Position) -> str:
    """Say what the picture shows, for readers who can't see it."""
    name = position.variant.seat_name
    hands = (
        f"{name(seat)} holds {listed(hand)}." for seat, hand in enumerate(position.hands) if hand
    )
    played = ", ".join(f"{name(seat)} {card_name(card)}" for seat, card in position.trick)
    return " ".join([*hands, *([f"On the table: {played}."] if played else [])])


def listed(cards: Sequence[Card]) -> str:
    """Say the names of cards."""
    return ", ".join(card_name(card) for card in cards) or "nothing"


def _felt(plan: Layout) -> Rect:
    top = min(y for _, y in plan.hand)
    return Rect(70, top, plan.width - 140, plan.height - 78 - top, 80, FELT, EDGE, 1.5)


def _hand(plan: Layout, position: Position, seat: int) -> Iterator[Shape]:
    x, y = plan.hand[seat]
    hand = position.hands[seat]
    places = zip(hand, offsets(len(hand), plan.room), strict=True)
    cards = tuple(placed(card, left, -HEIGHT / 2) for card, left in places)
    yield Place(cards, x, y, name=f"hand hand-{seat}")


def _label(plan: Layout, puzzle: Puzzle, seat: int) -> Place:
    position = puzzle.position
    x, y = plan.hand[seat]
    name = position.variant.seat_name(seat)
    mine = seat in puzzle.goal.side
    words = name + (" (you)" if mine and len(puzzle.goal.side) == 1 else "")
    tricks = f"tricks {position.taken[seat]}"
    width = 7.6 * len(words) + 6.4 * len(tricks) + 32
    to_act = position.turn == seat and not position.over
    badge: list[Shape] = [
        Rect(-width / 2, -9, width, 18, 9, "#1f4d3a" if mine else "#ffffff", INK, 0.8),
        Text(-width / 2 + 11, 4.2, words, 12, "#ffffff" if mine else INK, True),
        Place((Text(width / 2 - 11, 4, tricks, 10.5, "#ffffff" if mine else INK, anchor="end"),),
              name=f"taken-{seat}"),
    ]  # fmt: skip
    if to_act:
        badge.append(Place((_arrow(),), -width / 2 - 13, 0, name="turn"))
    return Place(tuple(badge), x, y + HEIGHT / 2 + 14, name=f"seat-{seat}")


def _arrow() -> Path:
    return path("M -6 -7 L 8 0 L -6 7 Z", "#e08a00", INK, 0.6)


def _trick(plan: Layout, position: Position) -> Iterator[Shape]:
    for seat, card in position.trick:
        x, y = plan.played[seat]
        yield placed(card, x - WIDTH / 2, y - HEIGHT / 2)


def _trump(position: Position) -> Iterator[Shape]:
    """Show the trump suit in a corner, where the game has one that may change."""
    variant = position.variant
    if not variant.has_trumps or variant.keeps_trump_suit:
        return
    if not position.trump and variant.file.deal.trump == "none":
        return
    yield Text(14, 24, "trump" if position.trump else "no trump", 13, INK, True)
    if position.trump:
        yield pip(position.trump, 82, 19, 22)
        yield Text(14, 42, SUITS[position.trump].name, 11, INK)


def _piles(plan: Layout, position: Position) -> Iterator[Shape]:
    """Show what lies open beside the hands: turn-up, widow, stock."""
    left = plan.width - 14.0
    for words, pile in (
        ("turned up", position.turn_up),
        ("widow", position.widow),
        ("stock", position.stock),
    ):
        if not pile or (words == "stock" and position.variant.file.events.draw is None):
            continue
        shown = pile[:8]
        width = 20.0 * (len(shown) - 1) + WIDTH * 0.72
        left -= width
        yield Text(
            left, 18, words if len(shown) == len(pile) else f"{words} ({len(pile)})", 11, INK
        )
        for number, card in enumerate(shown):
            yield placed(card, left + 20 * number, 24, 0.72)
        left -= 18
