"""What an event is: hooks that the referee calls at fixed moments of a deal.

A hook returns the changed position, or None for 'nothing to do'; a position whose phase is the
event's name waits for a decision of `turn`. Once decided, the phase is 'play' again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.errors import IllegalAction
from solver.position import OVER, PLAY, replaced

if TYPE_CHECKING:
    from solver.cards import Card
    from solver.position import Action, Position


class Event:
    """The hooks of an event; each kind of event overrides those it needs."""

    name = ""

    def before_play(self, position: Position) -> Position | None:
        """Ask for a decision that comes before the first lead, if one is due."""
        return None

    def before_card(self, position: Position) -> Position | None:
        """Ask for a decision that comes before the seat to play may choose its card."""
        return None

    def binding(self, position: Position) -> Position:
        """Return the position whose ranks bind a card played now."""
        return position

    def at_turn(self, position: Position) -> list[Action]:
        """Return what the seat to play may do instead of playing a card."""
        return []

    def on_card(self, before: Position, card: Card, after: Position) -> Position:
        """Change what the playing of a card changes besides the trick."""
        return after

    def after_card(self, position: Position) -> Position | None:
        """Ask for a decision that the card just played calls for."""
        return None

    def before_winner(self, position: Position) -> Position:
        """Change what must be known before the winner of a complete trick is named."""
        return position

    def before_award(self, position: Position, winner: int) -> Position | None:
        """Ask for a decision about a complete trick that still lies on the table."""
        return None

    def after_trick(self, position: Position) -> Position | None:
        """Do or ask what follows a trick that `leader` has just won."""
        return None

    def actions(self, position: Position) -> list[Action]:
        """Return the legal actions of the seat whose decision this event asked for."""
        return []

    def act(self, position: Position, action: Action) -> Position:
        """Carry out a decision."""
        raise IllegalAction(f"{self.name}: there is nothing to decide.")


def ask(position: Position, event: Event, seat: int) -> Position:
    """Return the position in which a seat must decide for an event."""
    return position._replace(phase=event.name, turn=seat)


def end(position: Position, result: str) -> Position:
    """Return the position with the deal ended early."""
    return position._replace(phase=OVER, result=result, turn=position.leader)


def award(position: Position, owner: int, leader: int) -> Position:
    """Give the complete trick on the table to a seat and the lead to a seat."""
    pile = position.variant.pack.sort((*position.won[owner], *position.trick_cards))
    return position._replace(
        taken=replaced(position.taken, owner, position.taken[owner] + 1),
        won=replaced(position.won, owner, pile),
        done=position.done + 1,
        trick=(),
        called=False,
        phase=PLAY,
        leader=leader,
        turn=leader,
    )
