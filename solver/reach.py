"""What a deal can still come to whatever is played: bounds that take no search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.goals import Goal, measured

if TYPE_CHECKING:
    from solver.position import Position

Range = tuple[int | None, int | None]  # lowest and highest; None: no bound


def most_tricks(position: Position) -> int:
    """Return a number of tricks that the rest of the deal can't exceed.

    A Joker that passes to another hand lengthens it: every trick then takes at least one card
    from all seats but one.
    """
    if position.over:
        return 0
    events = position.variant.file.events
    played = {seat for seat, _ in position.trick}
    held = [
        len(hand) + (seat in played)
        for seat, (hand, active) in enumerate(zip(position.hands, position.active, strict=True))
        if active
    ]
    most = max(held)
    if not position.done and not position.trick:  # hands may still be exchanged or fill up
        most = max(most, position.variant.hand_size, *map(len, position.hands))
    drawn = len(position.stock) if events.draw is not None else 0
    if events.gift is not None and events.gift.gives == "card":
        return max(most + drawn, (sum(held) + drawn) // max(1, len(held) - 1))
    return most + drawn


def reach(position: Position, goal: Goal) -> Range:
    """Return the least and the greatest that the measure of a goal can come to.

    No bound where the rules make no plain one: for scores and pools.
    """
    if position.over:
        value = measured(position, goal)
        return value, value
    if goal.met_or_missed:
        return 0, 1
    if goal.measure == "tricks":
        so_far = measured(position, goal)
        return so_far, so_far + most_tricks(position)
    if goal.measure == "points":
        pack, points = position.variant.pack, position.variant.order.points
        counts = [points.get(card, 0) for card in pack]
        return sum(min(0, n) for n in counts), sum(max(0, n) for n in counts)
    return None, None
