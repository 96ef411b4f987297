"""Declaring to play or to pass, and taking the widow: Rams, Rounce, Bierspiel and Loo."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from solver.events.base import Event, ask, end
from solver.position import PLAY, Action, without

if TYPE_CHECKING:
    from solver.position import Position
    from solver.variant_file import Declare, VariantFile

PLAYS = frozenset({"play", "widow", "general", "general widow", "defend", "stay"})
TOOK_WIDOW = frozenset({"widow", "general widow", "defend"})


def declared(position: Position) -> list[int]:
    """Return the seats that have undertaken to play, in the order of declaring."""
    seats = position.variant.dealt_seats(position.dealer)
    return [seat for seat in seats if position.calls[seat] in PLAYS]


def announcer(position: Position) -> int | None:
    """Return the seat that announced a general, or None."""
    for seat, call in enumerate(position.calls):
        if call.startswith("general"):
            return seat
    return None


class DeclareEvent(Event):
    """Ask each seat from the eldest hand on; `family` picks the duties of pone and dealer."""

    name = "declare"

    def __init__(self, section: Declare, file: VariantFile) -> None:
        self.section = section
        self.exchanges = file.events.exchange is not None

    # --- whose turn it is -----------------------------------------------------------------

    def before_play(self, position: Position) -> Position | None:
        """Ask the next seat; when all have declared settle who plays, or end a walk-over."""
        seat = self._unfinished(position)
        if seat is not None:
            return ask(position, self, seat)
        seats = position.variant.dealt_seats(position.dealer)
        waiting = [seat for seat in seats if not position.calls[seat]]
        playing = declared(position)
        if waiting == [position.dealer] and not playing and self.section.family != "rams":
            return end(position.with_call(position.dealer, "play"), "walk")
        if waiting:
            return ask(position, self, waiting[0])
        general = announcer(position) is not None
        in_play = tuple(
            i in seats and (general or i in playing) for i in range(position.players)
        )
        settled = position._replace(active=in_play, phase=PLAY)
        if len(playing) == 1 and not general:
            return end(settled, "walk")
        return None if settled == position else settled

    def _unfinished(self, position: Position) -> int | None:
        """Return the seat that has declared but must still discard or exchange."""
        for seat, call in enumerate(position.calls):
            if call in TOOK_WIDOW and len(position.hands[seat]) > position.variant.hand_size:
                return seat
            if call == "play" and self.exchanges:
                return seat
        return None

    # --- what the seat may do -----------------------------------------------------------------

    def actions(self, position: Position) -> list[Action]:
        """Return the declarations open to the seat, or its discards and exchanges."""
        seat = position.turn
        if position.calls[seat] in TOOK_WIDOW:
            return [Action("discard", (card,)) for card in dict.fromkeys(position.hands[seat])]
        if position.calls[seat] == "play":
            return self._exchanges(position)
        words = {
            "rams": self._rams_words,
            "loo": self._loo_words,
            "irish": self._irish_words,
        }[self.section.family](position)
        return [Action(word) for word in words]

    def _widow_is_there(self, position: Position) -> bool:
        return bool(position.widow)

    def _rams_words(self, position: Position) -> list[str]:
        widow = ["widow"] if self._widow_is_there(position) else []
        if announcer(position) is not None:
            return ["play", *widow]
        words = [*self._rams_refusals(position), "play", *widow]
        if self.section.general:
            words += ["general", *(f"general {w}" for w in widow)]
        return words

    def _rams_refusals(self, position: Position) -> list[str]:
        seat, dealer = position.turn, position.dealer
        if position.pool == self.section.nobody_passes_at:
            return []
        if self.section.eldest_must_play and seat == position.eldest:
            return []
        pone = (dealer - 1) % position.players
        if seat == pone and not declared(position):
            return ["pay"]
        if seat == dealer and len(declared(position)) == 1:
            return []
        return ["pass"]

    def _loo_words(self, position: Position) -> list[str]:
        playing = declared(position)
        widow = ["widow"] if self._widow_is_there(position) else []
        defends = self.section.sole_stander == "dealer defends" and len(playing) == 1
        if defends and widow and position.turn == position.dealer:
            return ["play", "widow", "defend"]
        return ["pass", "play", *widow]

    def _irish_words(self, position: Position) -> list[str]:
        must = self.section.club_law and position.trump == "c"
        return ["play"] if must else ["pass", "play"]

    def _exchanges(self, position: Position) -> list[Action]:
        hand = position.hands[position.turn]
        most = min(len(hand), len(position.stock))
        return [
            Action("exchange", chosen)
            for size in range(most + 1)
            for chosen in dict.fromkeys(combinations(hand, size))
        ]

    # --- what happens ---------------------------------------------------------------------

    def act(self, position: Position, action: Action) -> Position:
        """Carry out a declaration, a discard or an exchange, and ask the next seat."""
        seat = position.turn
        if action.word == "discard":
            done = self._lay_away(position, seat, action)
        elif action.word == "exchange":
            done = self._exchange(position, seat, action)
        elif action.word == "pay":
            return end(position.with_call(seat, "pay"), "refused")
        else:
            done = self._declare(position, seat, action.word)
        done = done._replace(phase=PLAY)
        return self.before_play(done) or done

    def _declare(self, position: Position, seat: int, word: str) -> Position:
        called = position.with_call(seat, word)
        if word not in TOOK_WIDOW:
            return called
        return called.with_hand(seat, position.widow)._replace(
            widow=(), dead=(*position.dead, *position.hands[seat])
        )

    def _lay_away(self, position: Position, seat: int, action: Action) -> Position:
        hand = without(position.hands[seat], action.card)
        return position.with_hand(seat, hand)._replace(dead=(*position.dead, action.card))

    def _exchange(self, position: Position, seat: int, action: Action) -> Position:
        count = len(action.cards)
        kept = (*without(position.hands[seat], *action.cards), *position.stock[:count])
        drawn = position.with_hand(seat, position.variant.pack.sort(kept))
        return drawn.with_call(seat, "stay")._replace(
            stock=position.stock[count:], dead=(*position.dead, *action.cards)
        )

    def after_trick(self, position: Position) -> Position | None:
        """End a general at the first trick it loses, or when it has been made."""
        seat = announcer(position)
        if seat is None:
            return None
        if position.leader != seat:
            return end(position, "general lost")
        return None if position.hands[seat] else end(position, "general made")
