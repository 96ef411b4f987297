"""The jink of Spoil Five: on winning a third trick, take the pool at once or go on for all five."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.events.base import Event, ask, end
from solver.position import PLAY, Action

if TYPE_CHECKING:
    from solver.position import Position
    from solver.variant_file import Jink


class JinkEvent(Event):
    """Ask the winner of the third trick whether he stops."""

    name = "jink"

    def __init__(self, section: Jink) -> None:
        self.at = section.at

    def after_trick(self, position: Position) -> Position | None:
        """Ask when the winner has just reached three tricks and cards are left."""
        winner = position.leader
        reached = position.taken[winner] == self.at and position.calls[winner] != "go"
        return ask(position, self, winner) if reached and position.hands[winner] else None

    def actions(self, position: Position) -> list[Action]:
        """Return stop and go."""
        return [Action("stop"), Action("go")]

    def act(self, position: Position, action: Action) -> Position:
        """End the deal, or note that the seat must take every trick."""
        if action.word == "stop":
            return end(position, "stopped")
        return position.with_call(position.turn, "go")._replace(phase=PLAY)
