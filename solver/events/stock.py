"""What comes from the stock by itself: drawing after tricks, and a trump turned late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.events.base import Event

if TYPE_CHECKING:
    from solver.position import Position
    from solver.variant_file import Draw


class DrawEvent(Event):
    """Each seat draws one card after a trick, the winner first, then clockwise (EV-DRAW)."""

    name = "draw"

    def __init__(self, section: Draw) -> None:
        self.short = section.short

    def after_trick(self, position: Position) -> Position | None:
        """Draw a card for every seat while the stock lasts (a short round as option K6 says)."""
        if self.short != "play on" and len(position.stock) < position.players:
            return None
        sort = position.variant.pack.sort
        hands, stock = list(position.hands), position.stock
        for seat in position.around(position.leader):
            if stock:
                hands[seat] = sort((*hands[seat], stock[0]))
                stock = stock[1:]
        return position._replace(hands=tuple(hands), stock=stock)


class LateTrumpEvent(Event):
    """The top card is turned for trump after the first trick in which a seat does not follow.

    The suit is trump for that very trick too (WN-LATE).
    """

    name = "late_trump"

    def before_winner(self, position: Position) -> Position:
        """Turn the trump if it is still unknown and somebody has not followed suit."""
        led, *rest = position.trick_cards
        if position.trump or not position.stock or all(c.suit == led.suit for c in rest):
            return position
        turned = position.stock[0]
        return position._replace(trump=turned.suit, turn_up=(turned,), stock=position.stock[1:])
