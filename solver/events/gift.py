"""The Joker's gift (Barber's rule D): the winner by Joker names the owner of the trick.

Readings (option G1): the trick passes, with score and lead; only the lead passes; the Joker card
passes into the named seat's hand, which leads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.cards import JOKER
from solver.events.base import Event, ask, award
from solver.position import Action

if TYPE_CHECKING:
    from solver.position import Position
    from solver.variant_file import Gift


class GiftEvent(Event):
    """Ask the winner by Joker for a seat, himself included."""

    name = "gift"

    def __init__(self, section: Gift) -> None:
        self.gives = section.gives

    def before_award(self, position: Position, winner: int) -> Position | None:
        """Ask the winner when his winning card is a Joker."""
        won_by = dict(position.trick)[winner]
        return ask(position, self, winner) if won_by == JOKER else None

    def actions(self, position: Position) -> list[Action]:
        """Return one gift for every seat in the deal."""
        return [Action("gift", (), i) for i in range(position.players) if position.active[i]]

    def act(self, position: Position, action: Action) -> Position:
        """Award the trick, the lead or the card to the named seat."""
        winner, named = position.turn, action.value
        if self.gives == "trick":
            return award(position, named, named)
        if self.gives == "lead" or named == winner:
            return award(position, winner, named)
        kept = [(seat, card) for seat, card in position.trick if seat != winner]
        passed = award(position._replace(trick=tuple(kept)), winner, named)
        hand = position.variant.pack.sort((*passed.hands[named], JOKER))
        return passed.with_hand(named, hand)
