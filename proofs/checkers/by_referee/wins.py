"""Events about who wins a trick: how often each occurs, and on how many occasions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofs.checkers.by_referee.tricks import Game, tricks
from solver import referee
from solver.position import Position


def turned_by_discard(game: Game, end: Position) -> tuple[int, int]:
    """Tell whether a trick was won by a card that did not follow, before a trump was known."""
    for plays in tricks(game):
        led = plays[0][1].card
        if plays[0][0].trump or len(plays) < 2:
            continue
        last = plays[-1][0]
        after = referee.step(last, plays[-1][1])
        winner = next((i for i, (a, b) in enumerate(zip(after.taken, last.taken, strict=True))
                       if a > b), -1)
        cards = {position.turn: action.card for position, action in plays}
        if winner in cards and cards[winner].suit != led.suit:
            return 1, 1
    return 0, 1


def trump_leads_won(game: Game, end: Position) -> tuple[int, int]:
    """Count tricks opened with a trump, and those of them that the leader won."""
    return _leads_won(game, lambda position, card: position.view()[card].trump)


def lowest_leads_won(game: Game, end: Position) -> tuple[int, int]:
    """Count leads of a lowest card of seat A, and those that win."""
    def lowest(position: Position, card: Any) -> bool:
        view = position.view()
        height = min(view[c].height for c in position.hands[0])
        return position.turn == 0 and bool(view[card].height == height)

    return _leads_won(game, lowest)


def _leads_won(game: Game, wanted: Callable[[Position, Any], bool]) -> tuple[int, int]:
    hits = of = 0
    for plays in tricks(game):
        first, action = plays[0]
        if wanted(first, action.card):
            last, final = plays[-1]
            after = referee.step(last, final)
            of += 1
            hits += after.taken[first.turn] > last.taken[first.turn]
    return hits, of
