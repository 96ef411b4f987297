"""Breaking a suit: it may not be led (unless by force) until it has been played off suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.events.base import Event

if TYPE_CHECKING:
    from solver.cards import Card
    from solver.position import Position
    from solver.variant_file import Break


class BreakEvent(Event):
    """Note the first card of the suit that is led, or played to another suit's lead."""

    name = "breaking"

    def __init__(self, section: Break) -> None:
        self.suit = section.suit

    def on_card(self, before: Position, card: Card, after: Position) -> Position:
        """Break the suit; a lead (or a card that fixes the suit after the Fool) breaks it too."""
        if before.broken or not self.breaks(before, card):
            return after
        view = before.view()
        naturals = [c for c in before.trick_cards if not view[c].fool]
        followed = bool(naturals) and view[naturals[0]].suit == view[card].suit
        return after if followed else after._replace(broken=True)

    def breaks(self, position: Position, card: Card) -> bool:
        """Return whether the card is of the suit that can be broken."""
        seen = position.view()[card]
        return bool(seen.trump) if self.suit == "trumps" else card.suit == self.suit
