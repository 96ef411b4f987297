"""Fixing the contract in games that users compare with: euchre's trumps and skat's skat."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from solver.cards import SUITS
from solver.events.base import Event, ask, end
from solver.position import PLAY, Action, without

if TYPE_CHECKING:
    from solver.position import Position
    from solver.variant_file import TakeSkat


class MakeTrumpEvent(Event):
    """Euchre: order the turn-up into the dealer's hand, or name another suit in a second round."""

    name = "make_trump"

    def before_play(self, position: Position) -> Position | None:
        """Ask the next seat of the first or second round, or the dealer for his discard."""
        if len(position.hands[position.dealer]) > position.variant.hand_size:
            return ask(position, self, position.dealer)
        if "makes" in position.calls or not position.turn_up:
            return None
        for unspoken in ("", "pass"):
            for seat in position.around(position.eldest):
                if position.calls[seat] == unspoken:
                    return ask(position, self, seat)
        return end(position, "void")

    def actions(self, position: Position) -> list[Action]:
        """Return ordering up, naming a suit or passing; or the dealer's discards."""
        hand = position.hands[position.turn]
        if len(hand) > position.variant.hand_size:
            return [Action("discard", (card,)) for card in hand]
        if position.calls[position.turn] == "":
            return [Action("order up"), Action("pass")]
        letters = [s for s in position.variant.pack.suits if s != position.turn_up[0].suit]
        return [*(Action("name", (), list(SUITS).index(s)) for s in letters), Action("pass")]

    def act(self, position: Position, action: Action) -> Position:
        """Fix the trump suit, or pass on."""
        seat = position.turn
        if action.word == "discard":
            done = position.with_hand(seat, without(position.hands[seat], action.card))
            done = done._replace(dead=(*position.dead, action.card))
        elif action.word == "order up":
            done = self._order_up(position.with_call(seat, "makes"))
        elif action.word == "name":
            trump = list(SUITS)[action.value]
            done = position.with_call(seat, "makes")._replace(trump=trump)
        else:
            done = position.with_call(seat, "pass" if not position.calls[seat] else "pass twice")
        done = done._replace(phase=PLAY)
        return self.before_play(done) or done

    def _order_up(self, position: Position) -> Position:
        dealer = position.dealer
        hand = position.variant.pack.sort((*position.hands[dealer], *position.turn_up))
        return position.with_hand(dealer, hand)._replace(
            trump=position.turn_up[0].suit, turn_up=()
        )


class TakeSkatEvent(Event):
    """Skat: the declarer takes the skat and lays away two cards, whose points are his."""

    name = "take_skat"

    def __init__(self, section: TakeSkat) -> None:
        self.hand_game = section.hand_game

    def before_play(self, position: Position) -> Position | None:
        """Ask the declarer while the skat lies on the table."""
        if self.hand_game or not position.widow:
            return None
        declarer = position.variant.file.players.declarer
        return ask(position, self, declarer)

    def actions(self, position: Position) -> list[Action]:
        """Return every choice of cards to lay away from hand and skat together."""
        cards = position.variant.pack.sort((*position.hands[position.turn], *position.widow))
        return [Action("discard", pair) for pair in combinations(cards, len(position.widow))]

    def act(self, position: Position, action: Action) -> Position:
        """Lay the cards away."""
        cards = (*position.hands[position.turn], *position.widow)
        kept = position.variant.pack.sort(without(cards, *action.cards))
        done = position.with_hand(position.turn, kept)
        return done._replace(widow=(), dead=(*position.dead, *action.cards), phase=PLAY)
