"""Five-card Loo's own events (from outside the sources): flushes, and barring Pam."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.cards import Card, parse_card
from solver.events.base import Event, ask, end
from solver.position import PLAY, Action

if TYPE_CHECKING:
    from solver.position import Position
    from solver.variant_file import Flush, Pam


class FlushEvent(Event):
    """Five cards of a suit, or four and Pam, may be shown after the declarations."""

    name = "flush"

    def __init__(self, section: Flush) -> None:
        self.pam = parse_card(section.pam)

    def holds(self, position: Position, seat: int) -> bool:
        """Return whether a seat in the deal holds a flush."""
        suits = {card.suit for card in position.hands[seat] if card != self.pam}
        return position.active[seat] and len(suits) == 1

    def before_play(self, position: Position) -> Position | None:
        """Ask the next holder of a flush, from the eldest hand on; one shown ends the deal."""
        for seat in position.around(position.eldest):
            if self.holds(position, seat) and position.calls[seat] not in ("flush", "no flush"):
                return ask(position, self, seat)
        return end(position, "flush") if "flush" in position.calls else None

    def best(self, position: Position) -> int:
        """Return the seat with the best flush shown: with Pam, in trumps, by its high cards."""
        shown = [i for i in position.around(position.eldest) if position.calls[i] == "flush"]
        return max(shown, key=lambda seat: self._value(position, seat))

    def _value(self, position: Position, seat: int) -> tuple[bool, bool, list[int]]:
        hand, view = position.hands[seat], position.view()
        high = sorted((view[card].strength for card in hand), reverse=True)
        return self.pam in hand, all(view[card].trump for card in hand), high

    def actions(self, position: Position) -> list[Action]:
        """Return showing and not showing."""
        return [Action("show flush"), Action("decline")]

    def act(self, position: Position, action: Action) -> Position:
        """Note the answer, and ask the next holder or end the deal."""
        call = "flush" if action.word == "show flush" else "no flush"
        decided = position.with_call(position.turn, call)._replace(phase=PLAY)
        return self.before_play(decided) or decided


class PamEvent(Event):
    """The leader of the ace of trumps may bar Pam from the trick ('Pam, be civil')."""

    name = "pam"

    def __init__(self, section: Pam) -> None:
        self.card = parse_card(section.card)

    def after_card(self, position: Position) -> Position | None:
        """Ask the seat that has led the ace of trumps."""
        if position.trick_cards != (Card(position.trump, "A"),):
            return None
        return ask(position, self, position.leader)

    def actions(self, position: Position) -> list[Action]:
        """Return calling Pam civil and not calling."""
        return [Action("civil"), Action("decline")]

    def act(self, position: Position, action: Action) -> Position:
        """Note the call and let the next seat play."""
        following = next(
            seat
            for seat in position.around(position.leader + 1)
            if position.active[seat] and position.hands[seat]
        )
        return position._replace(phase=PLAY, called=action.word == "civil", turn=following)
