"""Bierspiel (R3): Rams with the seven of diamonds second best trump, called trumps, and crosses for a pool."""

from collections.abc import Iterable
from itertools import combinations

from .base import Scores
from .cards import printed_rank, printed_suit
from .rams import Rams

BEER = "7d"


class Bierspiel(Rams):
    """order = B1 ('A' or 'E'), face_down = B3. `declarers`: how many play, for an ending."""

    has_general = False
    has_simple = False

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        widow: Iterable[str] = (),
        turn_up: str | None = None,
        dealer: int | None = None,
        stock: Iterable[str] = (),
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        trump: str | None = None,
        overtrump: str = "a",
        trumped: str = "a",
        order: str = "A",
        face_down: str = "a",
        declarers: int | None = None,
        pool: int = 0,
    ) -> None:
        self.face_down = face_down
        self.hidden_lead = False
        self.fixing_card: str | None = None  # the card whose suit is trump
        super().__init__(
            hands, widow, turn_up, dealer, pool, stock, leader, trick, trump, overtrump, trumped, "a", order
        )
        self.declarers = declarers or len(self.declared())
        if leader is not None and self.trick:
            self.hidden_lead = self.must_call() and self.suit_of(self.trick[0][1]) != self.trump

    def find_trump(self) -> str | None:
        self.fixing_card = self.turn_up
        if self.turn_up == BEER:
            self.fixing_card = self.stock[0]
        return printed_suit(self.fixing_card) if self.fixing_card else None

    # --- taking up ---------------------------------------------------------------------------------

    def decisions(self) -> list[str]:
        if self.phase == "take up" and self.turn == self.dealer and self.turn_up == BEER:
            pairs = combinations(sorted(self.hands[self.turn]), 2)
            return [f"take up {a} {b}" for a, b in pairs] + ["decline"]
        return super().decisions()

    def offer_turn_up(self) -> None:
        self.declarers = len(self.declared())
        if self.dealer in self.declared():
            self.phase = "take up"
            self.turn = self.dealer
        elif self.eldest in self.declared():
            self.phase = "take up"
            self.turn = self.eldest
        else:
            self.begin()

    def take_up(self, action: str) -> None:
        if action != "decline":
            cards = self.hands[self.turn]
            away = action.split()[2:]
            for card in away:
                cards.remove(card)
            assert self.fixing_card is not None
            cards.append(self.fixing_card)
            if len(away) == 2:
                cards.append(BEER)
        self.begin()

    # --- cards -------------------------------------------------------------------------------------

    def suit_of(self, card: str) -> str:
        if card == BEER:
            return str(self.trump)
        return printed_suit(card)

    def strength(self, card: str) -> int:
        """Even numbers for the ranks, so that the seven of diamonds fits just below the best."""
        if card == BEER:
            return -1
        return -2 * self.ranks.index(printed_rank(card))

    def must_call(self) -> bool:
        """Is this one of the tricks to which a trump must be led?"""
        return self.done < self.declarers - 1

    def legal_leads(self) -> list[str]:
        cards = self.hands[self.turn]
        if not self.must_call():
            return cards
        trumps = [card for card in cards if self.suit_of(card) == self.trump]
        if trumps:
            return trumps
        lowest = min(self.strength(card) for card in cards)
        return [card for card in cards if self.strength(card) == lowest]

    def card_played(self, card: str) -> None:
        if len(self.trick) == 1:
            self.hidden_lead = self.must_call() and self.suit_of(card) != self.trump

    def led_suit(self) -> str:
        if self.hidden_lead:
            return str(self.trump)
        return super().led_suit()

    def best_play(self) -> tuple[int, str]:
        if not self.hidden_lead:
            return super().best_play()
        trumps = [play for play in self.trick if self.suit_of(play[1]) == self.trump]
        if trumps:
            return max(trumps, key=lambda play: self.strength(play[1]))
        if self.face_down == "b":
            suit = self.suit_of(self.trick[0][1])
            same = [play for play in self.trick[1:] if self.suit_of(play[1]) == suit]
            if same:
                return max(same, key=lambda play: self.strength(play[1]))
        return self.trick[0]

    # --- crosses -----------------------------------------------------------------------------------

    def payoff(self) -> Scores | None:
        """'payments' = marks put on a seat's slate (minus: wiped off). There is no pool."""
        marks = [0] * self.n
        if self.paid:
            marks[self.pone] += 5
        elif self.alone is not None:
            marks[self.alone] -= 5
        else:
            for seat in self.declared():
                marks[seat] = -self.won[seat] if self.won[seat] else 5
        return {"pool": 0, "payments": marks}
