"""Cards drawn as cards: pips up to thirteen, courts, Jokers, the Fool, tarot-like trumps."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from puzzles.sheets.shapes import Path, Place, Rect, Shape, Text, circle, path, polygon
from puzzles.sheets.suits import BLACK, COLOURS, PURPLE, RED, pip
from solver.cards import FOOL, JOKER, SUITS, Card, card_text

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH, HEIGHT = 56.0, 80.0
COURTS = {"K": "king", "Q": "queen", "J": "jack", "N": "knight", "S": "squire", "A": "ace"}
_L, _M, _R = 21.0, 29.0, 37.0
_COLUMN = {
    2: (_M, 20, _M, 60),
    3: (_M, 18, _M, 40, _M, 62),
    4: (_L, 20, _R, 20, _L, 60, _R, 60),
    5: (_L, 20, _R, 20, _M, 40, _L, 60, _R, 60),
    6: (_L, 20, _R, 20, _L, 40, _R, 40, _L, 60, _R, 60),
    7: (_L, 20, _R, 20, _M, 30, _L, 40, _R, 40, _L, 60, _R, 60),
    8: (_L, 20, _R, 20, _M, 30, _L, 40, _R, 40, _M, 50, _L, 60, _R, 60),
    9: (_L, 19, _R, 19, _L, 33, _R, 33, _M, 40, _L, 47, _R, 47, _L, 61, _R, 61),
    10: (_L, 19, _R, 19, _M, 26, _L, 33, _R, 33, _L, 47, _R, 47, _M, 54, _L, 61, _R, 61),
    11: (_L, 19, _R, 19, _M, 26, _L, 33, _R, 33, _M, 40, _L, 47, _R, 47, _M, 54, _L, 61, _R, 61),
    12: (_L, 19, _M, 19, _R, 19, _L, 33, _M, 33, _R, 33, _L, 47, _M, 47, _R, 47, _L, 61, _M, 61,
         _R, 61),
    13: (_L, 17, _M, 17, _R, 17, _L, 30, _M, 30, _R, 30, _M, 40, _L, 50, _M, 50, _R, 50, _L, 63,
         _M, 63, _R, 63),
}  # fmt: skip


def card_name(card: Card) -> str:
    """Return what a card is called aloud, such as 'queen of spades'."""
    if card.suit == "" or card.rank in ("JOKER", "jester"):
        return "Joker" if card == JOKER else "the Fool" if card == FOOL else card_text(card)
    if card.suit == "t":
        return f"trump {_rank(card)}"
    return f"{COURTS.get(card.rank, _rank(card))} of {SUITS[card.suit].name}"


def _rank(card: Card) -> str:
    return "10" if card.rank == "T" else card.rank


@lru_cache(maxsize=256)
def card_shapes(card: Card) -> tuple[Shape, ...]:
    """Return the drawing of a card, its top left corner at the origin."""
    if card.suit == "t" and card.rank not in ("JOKER", "jester"):
        return (_blank("#fbf3dc", PURPLE), *_indices(card), *_trump(card))
    if card.suit in ("", "t"):
        return (_blank("#fffdf5", PURPLE), *_fool(card))
    face = _court(card) if card.rank in "KQJNS" else _pips(card)
    return (_blank("#ffffff", "#5c6270"), *_indices(card), *face)


def placed(card: Card, x: float, y: float, scale: float = 1.0) -> Place:
    """Return a card at a point, as a drawing that is stated once and used again."""
    return Place(card_shapes(card), x, y, scale, symbol=f"card-{card_text(card)}")


def _blank(fill: str, stroke: str) -> Rect:
    return Rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, 5, fill, stroke, 0.9)


def _indices(card: Card) -> Iterator[Shape]:
    """Yield the index in the top left corner, and the same turned in the other corner."""
    rank = _rank(card)
    size = 13.0 if len(rank) == 1 else 10.5
    index = (
        Text(7.5, 14.5, rank, size, COLOURS[card.suit], True, "middle"),
        pip(card.suit, 7.5, 22, 9),
    )
    yield Place(index)
    yield Place(index, WIDTH, HEIGHT, 1.0, 180)


def _pips(card: Card) -> Iterator[Shape]:
    if card.rank == "A":
        yield pip(card.suit, WIDTH / 2, HEIGHT / 2, 26)
        return
    number = 10 if card.rank == "T" else int(card.rank)
    points = _COLUMN.get(number, ())
    size = 10.0 if number > 10 else 11.5
    for x, y in zip(points[::2], points[1::2], strict=True):
        yield pip(card.suit, x, y, size, 180 if y > HEIGHT / 2 else 0)
    if number == 1:
        yield pip(card.suit, WIDTH / 2, HEIGHT / 2, 18)


# --- courts -------------------------------------------------------------------------------------

_CROWNS = {
    "K": "M -10 6 L -12 -6 L -6 -1 L 0 -9 L 6 -1 L 12 -6 L 10 6 Z",
    "Q": "M -9 6 C -14 0 -12 -5 -12 -5 L -6 0 L -5 -8 L 0 -1 L 5 -8 L 6 0 L 12 -5 C 12 -5 14 0 9 6"
    " Z",
    "J": "M -11 6 C -11 -4 -4 -8 4 -7 L 11 -10 L 9 -3 C 11 0 11 3 11 6 Z",
    "N": "M -8 7 C -9 0 -6 -8 3 -9 L 5 -12 L 7 -7 C 11 -3 12 1 9 4 L 3 1 C 1 3 2 5 4 7 Z",
    "S": "M -9 -8 L 9 -8 L 9 -1 C 9 5 4 8 0 10 C -4 8 -9 5 -9 -1 Z",
}
_TINTS = {"red": "#fbe6e8", "black": "#e9ecf3", "": "#e6f2ec"}


def _court(card: Card) -> Iterator[Shape]:
    colour = COLOURS[card.suit]
    yield Rect(14, 10, WIDTH - 28, HEIGHT - 20, 2.5, _TINTS[card.colour], colour, 0.8)
    half = (
        Place((path(_CROWNS[card.rank], "#e2b33c", BLACK, 0.9),), WIDTH / 2, 20.5, 0.95),
        Text(22.5, 36.5, card.rank, 11.5, colour, True, "middle"),
        pip(card.suit, 34.5, 32.5, 9),
    )
    yield Place(half)
    yield Place(half, WIDTH, HEIGHT, 1.0, 180)
    yield path(f"M 15 {HEIGHT / 2} L {WIDTH - 15} {HEIGHT / 2}", "", colour, 0.5)


# --- trumps, Jokers, the Fool -------------------------------------------------------------------


def _trump(card: Card) -> Iterator[Shape]:
    yield Rect(14, 10, WIDTH - 28, HEIGHT - 20, 9, "#efe0f7", PURPLE, 0.9)
    yield path(circle(WIDTH / 2, HEIGHT / 2, 13.0), "#fbf3dc", "#e2b33c", 1.6)
    rank = _rank(card)
    size = 15.0 if len(rank) == 1 else 13.0
    yield Text(WIDTH / 2, HEIGHT / 2 + size * 0.36, rank, size, PURPLE, True, "middle")
    yield pip("t", WIDTH / 2, 18.5, 9)
    yield pip("t", WIDTH / 2, HEIGHT - 18.5, 9, 180)


def _cap(colour: str) -> tuple[Path, ...]:
    """Return a jester's cap with three bells."""
    tails = (
        "M -14 6 C -16 -6 -12 -10 -17 -12 C -9 -14 -4 -8 -3 -2 C -3 -10 -2 -14 0 -19 "
        "C 2 -14 3 -10 3 -2 C 4 -8 9 -14 17 -12 C 12 -10 16 -6 14 6 Z"
    )
    bells = " ".join(circle(x, y, 2.4) for x, y in ((-17, -12), (0, -19), (17, -12)))
    band = polygon([(-14, 6), (14, 6), (12, 12), (-12, 12)])
    return (path(tails, colour, BLACK, 0.8), path(band, "#e2b33c", BLACK, 0.8),
            path(bells, "#e2b33c", BLACK, 0.7))  # fmt: skip


def _fool(card: Card) -> Iterator[Shape]:
    word = {JOKER: "JOKER", FOOL: "FOOL"}.get(card, card.rank.upper())
    colour = RED if card == JOKER else "#1f5fa8" if card == FOOL else PURPLE
    letters = tuple(
        Text(7, 12.5 + 9 * i, letter, 9, colour, True, "middle") for i, letter in enumerate(word)
    )
    yield Place(letters)
    yield Place(letters, WIDTH, HEIGHT, 1.0, 180)
    yield Place(_cap(colour), WIDTH / 2, HEIGHT / 2 - 2, 0.72)
    yield path(circle(WIDTH / 2, HEIGHT / 2 + 13, 6), "#f4d9bd", BLACK, 0.8)
