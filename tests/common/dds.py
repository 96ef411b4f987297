"""Bridge positions solved by DDS through endplay's bindings, for comparison only."""

from __future__ import annotations

from typing import Any

import endplay._dds as _dds

from solver.cards import Card
from solver.position import Position

SUITS = "shdc"
RANKS = "..23456789TJQKA"
NO_TRUMP = 4


def value(position: Position) -> int:
    """Return the tricks that the side to move can still make."""
    return int(_board(position, -1, 1).score[0])


def card_values(position: Position) -> dict[Card, int]:
    """Return every legal card with the tricks that the side to move then makes."""
    found, values = _board(position, 0, 3), {}
    for i in range(found.cards):
        suit = SUITS[found.suit[i]]
        ranks = found.equals[i] | 1 << found.rank[i]
        values |= {Card(suit, RANKS[r]): found.score[i] for r in range(2, 15) if ranks >> r & 1}
    return values


def table(position: Position) -> dict[tuple[int, str], int]:
    """Return the tricks of every declarer and trump ('' for none)."""
    deal, found = _dds.ddTableDeal(), _dds.ddTableResults()
    _put_hands(deal.cards, position)
    _dds.CalcDDtable(deal, found)
    names = [*SUITS, ""]
    return {(d, names[s]): int(found.resTable[s][d]) for s in range(5) for d in range(4)}


def _board(position: Position, target: int, solutions: int) -> Any:
    board, found = _dds.deal(), _dds.futureTricks()
    board.trump = SUITS.index(position.trump) if position.trump else NO_TRUMP
    board.first = position.leader
    _put_hands(board.remainCards, position)
    for i in range(3):
        card = position.trick[i][1] if i < len(position.trick) else None
        board.currentTrickSuit[i] = SUITS.index(card.suit) if card else 0
        board.currentTrickRank[i] = RANKS.index(card.rank) if card else 0
    # Mode 1 searches even where only one card can be played.
    _dds.SolveBoard(board, target, solutions, 1, found, 0)
    return found


def _put_hands(cards: Any, position: Position) -> None:
    for seat, hand in enumerate(position.hands):
        for lane, suit in enumerate(SUITS):
            cards[seat][lane] = sum(1 << RANKS.index(c.rank) for c in hand if c.suit == suit)
