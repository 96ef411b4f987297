"""Robbing the trump card (Spoil Five, Forty-Five).

An ace turned up belongs to the dealer. Otherwise the holder of the ace of trumps must, at his turn
in trick 1, exchange a card for the turn-up or decline; a card without either demotes his ace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.cards import Card, card_text, parse_card
from solver.events.base import Event, ask
from solver.position import PLAY, Action, without

if TYPE_CHECKING:
    from solver.position import Position
    from solver.variant_file import Rob


ROBS = "robs "  # the call of a robber, followed by the card that was the turn-up


def turned_card(position: Position) -> Card | None:
    """Return the card that was turned up in this deal, even if it has been robbed since."""
    for call in position.calls:
        if call.startswith(ROBS):
            return parse_card(call.removeprefix(ROBS))
    return position.turn_up[0] if position.turn_up else None


class RobEvent(Event):
    """Offer the turn-up to the dealer (an ace) or to the holder of the ace (or king) of trumps."""

    name = "rob"

    def __init__(self, section: Rob) -> None:
        self.dealer_time = section.dealer_time
        self.king = section.king

    def before_play(self, position: Position) -> Position | None:
        """Ask the dealer about a turned ace before the first lead."""
        if self.dealer_time != "before the lead" or not self._dealers_right(position):
            return None
        return ask(position, self, position.dealer)

    def before_card(self, position: Position) -> Position | None:
        """Ask the dealer about a turned ace at his own play to trick 1 (option S4 b)."""
        if self.dealer_time != "at his play" or position.turn != position.dealer:
            return None
        return ask(position, self, position.dealer) if self._dealers_right(position) else None

    def _dealers_right(self, position: Position) -> bool:
        turned = position.turn_up
        open_question = position.done == 0 and position.calls[position.dealer] == ""
        return open_question and bool(turned) and turned[0].rank == "A"

    def claimant(self, position: Position) -> str:
        """Return by which card the seat to play may rob now: 'A', 'K' or ''."""
        turned = position.turn_up
        if position.done or not turned or turned[0].rank == "A":
            return ""
        if position.calls[position.turn]:
            return ""
        ace, king = Card(position.trump, "A"), Card(position.trump, "K")
        hand = position.hands[position.turn]
        if ace in hand:
            return "A"
        no_ace = not any(ace in cards for cards in (*position.hands, position.trick_cards))
        return "K" if self.king and no_ace and king in hand else ""

    def at_turn(self, position: Position) -> list[Action]:
        """Return the exchanges and the refusal open to the holder of the ace of trumps."""
        return self.actions(position) if self.claimant(position) else []

    def actions(self, position: Position) -> list[Action]:
        """Return an exchange for every card in hand, and the refusal."""
        cards = dict.fromkeys(position.hands[position.turn])
        return [*(Action("rob", (card,)) for card in cards), Action("decline")]

    def act(self, position: Position, action: Action) -> Position:
        """Exchange the named card for the turn-up, or note the refusal."""
        seat = position.turn
        if action.word == "decline":
            return position.with_call(seat, "decline")._replace(phase=PLAY)
        robbed = f"{ROBS}{card_text(position.turn_up[0])}"
        decided = position.with_call(seat, robbed)._replace(phase=PLAY)
        kept = (*without(position.hands[seat], action.card), *position.turn_up)
        return decided.with_hand(seat, position.variant.pack.sort(kept))._replace(
            turn_up=(), dead=(*position.dead, action.card)
        )

    def binding(self, position: Position) -> Position:
        """A card played in silence is judged with the ace already demoted."""
        if self.claimant(position) != "A":
            return position
        return position._replace(demoted=Card(position.trump, "A"))

    def on_card(self, before: Position, card: Card, after: Position) -> Position:
        """Demote the ace of a holder who plays to trick 1 in silence."""
        if self.claimant(before) != "A":
            return after
        return after._replace(demoted=Card(before.trump, "A"))
