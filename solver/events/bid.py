"""Bidding a number of tricks, once each from the eldest hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.events.base import Event, ask
from solver.position import NO_BID, PLAY, Action, replaced

if TYPE_CHECKING:
    from solver.position import Position
    from solver.variant_file import Bid


class BidEvent(Event):
    """Ask every seat for its bid."""

    name = "bid"

    def __init__(self, section: Bid) -> None:
        self.least = section.least
        self.nil = section.nil
        self.hook = section.hook

    def before_play(self, position: Position) -> Position | None:
        """Ask the next seat that has not bid."""
        for seat in position.around(position.eldest):
            if position.bids[seat] == NO_BID:
                return ask(position, self, seat)
        return None

    def actions(self, position: Position) -> list[Action]:
        """Return the bids: the least to all tricks of the deal, and nil where it is allowed."""
        most = position.variant.tricks
        bids = [Action("bid", (), number) for number in range(self.least, most + 1)]
        if self.hook and position.turn == position.dealer:
            others = sum(bid for bid in position.bids if bid != NO_BID)
            bids = [bid for bid in bids if others + bid.value != most]
        return [*bids, Action("nil")] if self._may_nil(position) else bids

    def _may_nil(self, position: Position) -> bool:
        if self.nil != "one a side":
            return self.nil == "yes"
        sides = position.variant.sides
        mine = sides[position.turn]
        return not any(
            bid == 0 for bid, side in zip(position.bids, sides, strict=True) if side == mine
        )

    def act(self, position: Position, action: Action) -> Position:
        """Write the bid down and ask the next seat."""
        number = 0 if action.word == "nil" else action.value
        bids = replaced(position.bids, position.turn, number)
        decided = position._replace(bids=bids, phase=PLAY)
        return self.before_play(decided) or decided
