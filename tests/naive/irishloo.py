"""Irish Loo (L4) and five-card Loo with Pam (L5): no widow, stayers may exchange with the stock."""

from collections.abc import Iterable
from itertools import combinations

from .base import Scores
from .cards import printed_suit
from .loo import DoubleLoo

PAM = "Jc"


class IrishLoo(DoubleLoo):
    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        turn_up: str | None = None,
        stock: Iterable[str] = (),
        dealer: int | None = None,
        pool: int = 6,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        trump: str | None = None,
        void: str = "a",
        first_lead: str = "a",
        club_law: bool = True,
    ) -> None:
        self.club_law = club_law
        super().__init__(
            hands, (), turn_up, dealer, pool, stock, leader, trick, trump, void, first_lead
        )

    def decisions(self) -> list[str]:
        if self.phase == "exchange":
            return self.exchanges()
        if self.club_law and self.turn_up and printed_suit(self.turn_up) == "c":
            return ["play"]
        return ["pass", "play"]

    def exchanges(self) -> list[str]:
        cards = sorted(self.hands[self.turn])
        choices = []
        for size in range(min(len(cards), len(self.stock)) + 1):
            for away in combinations(cards, size):
                choices.append(" ".join(("exchange",) + away))
        return choices

    def decide(self, action: str) -> None:
        seat = self.turn
        if self.phase == "exchange":
            for card in action.split()[1:]:
                self.hands[seat].remove(card)
                self.hands[seat].append(self.stock.pop(0))
            self.next_declaration()
            return
        self.said[seat] = action
        if action == "play":
            self.phase = "exchange"
        else:
            self.next_declaration()


class FiveCardLoo(IrishLoo):
    """Pam is the best trump; a flush wins the pool; the leader of the ace of trumps may ask Pam to be civil."""

    full = 5
    unit = 5

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        turn_up: str | None = None,
        stock: Iterable[str] = (),
        dealer: int | None = None,
        pool: int = 10,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        trump: str | None = None,
        void: str = "a",
        first_lead: str = "a",
        club_law: bool = True,
    ) -> None:
        self.civil = False  # Pam is barred from this trick
        self.shown: list[int] = []
        self.flush_winner: int | None = None
        self.flush_immune: list[int] = []
        super().__init__(
            hands, turn_up, stock, dealer, pool, leader, trick, trump, void, first_lead, club_law
        )

    # --- cards -------------------------------------------------------------------------------------

    def suit_of(self, card: str) -> str:
        if card == PAM:
            return str(self.trump)
        return printed_suit(card)

    def strength(self, card: str) -> int:
        if card == PAM:
            return 1
        return super().strength(card)

    def legal_follows(self) -> list[str]:
        cards = self.hands[self.turn]
        other_trumps = [card for card in self.trumps_of(self.turn) if card != PAM]
        if self.civil and PAM in cards and other_trumps:
            best = self.best_play()[1]
            return [card for card in other_trumps if self.beats(card, best)] or other_trumps
        return super().legal_follows()

    def card_played(self, card: str) -> None:
        if len(self.trick) == 1:
            self.civil = False
            if card == "A" + str(self.trump):
                self.phase = "civil"

    # --- decisions ---------------------------------------------------------------------------------

    def decisions(self) -> list[str]:
        if self.phase == "civil":
            return ["civil", "decline"]
        if self.phase == "flush":
            return ["decline", "show flush"]
        return super().decisions()

    def decide(self, action: str) -> None:
        if self.phase == "civil":
            self.civil = action == "civil"
            self.phase = "play"
            self.go_on()
        elif self.phase == "flush":
            if action == "show flush":
                self.shown.append(self.turn)
            self.next_flush([s for s in self.playing if self.playing.index(s) > self.playing.index(self.turn)])
        else:
            super().decide(action)

    # --- flushes -----------------------------------------------------------------------------------

    def has_flush(self, seat: int) -> bool:
        suits = {printed_suit(card) for card in self.hands[seat] if card != PAM}
        return len(self.hands[seat]) == 5 and len(suits) == 1

    def begin(self) -> None:
        self.next_flush(self.playing)

    def next_flush(self, seats: list[int]) -> None:
        for seat in seats:
            if self.has_flush(seat):
                self.phase = "flush"
                self.turn = seat
                return
        if not self.shown:
            self.start_trick(self.playing[0])
            return
        best = self.shown[0]
        for seat in self.shown[1:]:
            if self.flush_value(seat) > self.flush_value(best):
                best = seat
        self.flush_winner = best
        self.flush_immune = [s for s in self.playing if PAM in self.hands[s] or self.has_flush(s)]
        self.finish()

    def flush_value(self, seat: int) -> tuple[int, list[int]]:
        """With Pam, then in trumps, then by the highest cards."""
        cards = self.hands[seat]
        if PAM in cards:
            kind = 2
        elif printed_suit(cards[0]) == self.trump:
            kind = 1
        else:
            kind = 0
        return kind, sorted((self.strength(card) for card in cards), reverse=True)

    def payoff(self) -> Scores | None:
        if self.flush_winner is None:
            return super().payoff()
        payments = [0] * self.n
        new = 0
        payments[self.flush_winner] += self.pool
        for seat in self.playing:
            if seat not in self.flush_immune:
                payments[seat] -= self.unit
                new += self.unit
        return {"pool": new, "payments": payments}
