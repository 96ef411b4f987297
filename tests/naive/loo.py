"""Three-card Loo: the simple game (L1), the double game (L2), both unlimited (L3)."""

from collections.abc import Iterable

from .base import Game, Scores
from .cards import printed_suit


class Loo(Game):
    """What the simple and the double game share: heading the trick and the pool. void = L4."""

    full = 3
    unit = 3  # a loo, and the number of tricks

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        dealer: int | None,
        pool: int,
        stock: Iterable[str],
        trump: str | None,
        void: str,
        unlimited: bool,
    ) -> None:
        super().__init__(hands, dealer)
        self.pool = pool
        self.stock: list[str] = list(stock)
        self.trump = trump
        self.void = void
        self.unlimited = unlimited
        self.playing: list[int] = []  # seats that owe a trick, eldest first
        self.defending = False  # the dealer plays for the pool
        self.takes_all: int | None = None

    def trumps_of(self, seat: int) -> list[str]:
        return [card for card in self.hands[seat] if self.suit_of(card) == self.trump]

    def legal_follows(self) -> list[str]:
        cards = self.hands[self.turn]
        led = self.suit_of(self.trick[0][1])
        best = self.best_play()[1]
        same = [card for card in cards if self.suit_of(card) == led]
        if same:
            return [card for card in same if self.beats(card, best)] or same
        trumps = self.trumps_of(self.turn)
        if self.trump is not None and trumps and self.void == "a":
            return [card for card in trumps if self.beats(card, best)] or trumps
        return cards

    def payoff(self) -> Scores | None:
        payments = [0] * self.n
        if self.takes_all is not None:
            payments[self.takes_all] += self.pool
            return {"pool": 0, "payments": payments}
        left = self.pool
        new = 0
        loo = self.pool if self.unlimited else self.unit
        for seat in self.playing:
            if self.defending and seat == self.dealer:
                continue  # his winnings stay in, and he cannot be looed
            share = self.won[seat] * (self.pool // self.unit)
            payments[seat] += share
            left -= share
            if self.won[seat] == 0:
                payments[seat] -= loo
                new += loo
        return {"pool": left + new, "payments": payments}

    def scores(self) -> Scores:
        result = self.payoff()
        assert result is not None
        return {"raw": list(self.won), "final": result["payments"]}


class SimpleLoo(Loo):
    """Everybody plays; the top card of the stock becomes trump after the first trick somebody could not follow."""

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        stock: Iterable[str] = (),
        dealer: int | None = None,
        pool: int = 3,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        trump: str | None = None,
        void: str = "a",
        unlimited: bool = False,
    ) -> None:
        super().__init__(hands, dealer, pool, stock, trump, void, unlimited)
        self.playing = list(range(self.n))
        if leader is not None:
            self.start_ending(leader, trick)
        else:
            self.start_trick(self.eldest)

    def legal_leads(self) -> list[str]:
        if self.trump is not None and self.trumps_of(self.turn):
            return self.trumps_of(self.turn)
        return self.hands[self.turn]

    def trick_winner(self) -> int:
        led = printed_suit(self.trick[0][1])
        if self.trump is None and any(printed_suit(card) != led for _, card in self.trick):
            self.trump = printed_suit(self.stock[0])
        return self.best_play()[0]


class DoubleLoo(Loo):
    """Widow and turn-up. first_lead = L5, for_pool = L7."""

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        widow: Iterable[str] = (),
        turn_up: str | None = None,
        dealer: int | None = None,
        pool: int = 6,
        stock: Iterable[str] = (),
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        trump: str | None = None,
        void: str = "a",
        first_lead: str = "a",
        for_pool: str = "a",
        unlimited: bool = False,
    ) -> None:
        trump = trump or (printed_suit(turn_up) if turn_up else None)
        super().__init__(hands, dealer, pool, stock, trump, void, unlimited)
        self.widow: list[str] = list(widow)
        self.turn_up = turn_up
        self.first_lead = first_lead
        self.for_pool = for_pool
        self.said: list[str] = [""] * self.n
        if leader is not None:
            self.start_ending(leader, trick)
            played = [seat for seat, _ in self.trick]
            self.playing = [s for s in range(self.n) if self.hands[s] or s in played]
            return
        self.phase = "declare"
        self.turn = self.eldest

    # --- declarations ------------------------------------------------------------------------------

    def declared(self) -> list[int]:
        return [s for s in self.clockwise(self.eldest) if self.said[s] not in ("", "pass")]

    def decisions(self) -> list[str]:
        taken = "widow" in self.said
        choices = ["pass", "play"]
        if not taken:
            choices.append("widow")
        others = self.declared()
        if self.turn == self.dealer and len(others) == 1:
            if self.said[others[0]] == "widow":
                return ["pass", "play"]
            if self.for_pool == "a":
                return ["play", "widow", "defend"]
        return choices

    def decide(self, action: str) -> None:
        seat = self.turn
        self.said[seat] = action
        if action == "widow" or action == "defend":
            self.hands[seat] = list(self.widow)
            self.defending = action == "defend"
        self.next_declaration()

    def next_declaration(self) -> None:
        if self.turn == self.dealer:
            self.end_declarations()
            return
        self.phase = "declare"
        self.turn = (self.turn + 1) % self.n
        if self.turn == self.dealer and not self.declared():
            self.takes_all = self.dealer
            self.finish()

    def end_declarations(self) -> None:
        self.playing = self.declared()
        for seat in range(self.n):
            if seat not in self.playing:
                self.hands[seat] = []
        if len(self.playing) == 1:
            self.takes_all = self.playing[0]
            self.finish()
        else:
            self.begin()

    def begin(self) -> None:
        self.start_trick(self.playing[0])

    # --- leads -------------------------------------------------------------------------------------

    def legal_leads(self) -> list[str]:
        cards = self.hands[self.turn]
        trumps = self.trumps_of(self.turn)
        if self.done > 0:
            return trumps or cards
        ace = "A" + str(self.trump)
        if self.turn_up == ace:
            ace = "K" + str(self.trump)
        if ace in cards:
            return [ace]
        if len(trumps) >= 2:
            if self.first_lead == "b":
                return [max(trumps, key=self.strength)]
            return trumps
        return cards
