"""Taking up the turn-up: the playing dealer of Rams, Rounce and Bierspiel (TAKEUP, TAKEUP-B)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from solver.events.base import Event, ask
from solver.position import PLAY, Action, without

if TYPE_CHECKING:
    from solver.position import Position
    from solver.variant_file import TakeUp


class TakeUpEvent(Event):
    """Offer the turn-up to the dealer if he plays; in Bierspiel else to the eldest hand."""

    name = "take_up"

    def __init__(self, section: TakeUp) -> None:
        self.both = section.both
        self.else_eldest = section.else_eldest

    def before_play(self, position: Position) -> Position | None:
        """Ask the dealer, or the eldest hand in his place."""
        if not position.turn_up or position.done:
            return None
        if position.active[position.dealer]:
            return ask(position, self, position.dealer)
        if self.else_eldest and position.active[position.eldest]:
            return ask(position, self, position.eldest)
        return None

    def _offered(self, position: Position) -> tuple[int, ...]:
        """Return which of the turned cards the seat may take: both, or the one that fixed trump."""
        whole = self.both and position.turn == position.dealer
        return tuple(range(len(position.turn_up))) if whole else (len(position.turn_up) - 1,)

    def actions(self, position: Position) -> list[Action]:
        """Return an exchange for every choice of cards to lay away, and the refusal."""
        count = len(self._offered(position))
        chosen = dict.fromkeys(combinations(position.hands[position.turn], count))
        return [*(Action("take up", cards) for cards in chosen), Action("decline")]

    def act(self, position: Position, action: Action) -> Position:
        """Exchange the cards, or leave the turn-up where it is."""
        decided = position._replace(phase=PLAY)
        if action.word == "decline":
            return decided
        seat, offered = position.turn, self._offered(position)
        taken = [position.turn_up[i] for i in offered]
        kept = (*without(position.hands[seat], *action.cards), *taken)
        left = tuple(c for i, c in enumerate(position.turn_up) if i not in offered)
        return decided.with_hand(seat, position.variant.pack.sort(kept))._replace(
            turn_up=left, dead=(*position.dead, *action.cards)
        )
