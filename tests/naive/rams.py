"""Rams (R1, R1a, R1b) and Rounce (R2); Bierspiel is in bierspiel.py."""

from collections.abc import Iterable

from .base import Game, Scores
from .cards import ACE_HIGH, ECARTE, SEATS, printed_rank, printed_suit


class Rams(Game):
    """Readings: overtrump = R3, trumped = R4, simple = R5 ('a' nobody may pass), order 'A' or 'E' = R7."""

    full = 5
    has_general = True
    has_simple = True
    dealer_may_sit_out = True

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        widow: Iterable[str] = (),
        turn_up: str | None = None,
        dealer: int | None = None,
        pool: int = 5,
        stock: Iterable[str] = (),
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        trump: str | None = None,
        overtrump: str = "a",
        trumped: str = "a",
        simple: str = "a",
        order: str = "A",
        eldest_obliged: bool = False,
        general: int | None = None,
    ) -> None:
        super().__init__(hands, dealer)
        self.widow: list[str] = list(widow)
        self.stock: list[str] = list(stock)
        self.turn_up = turn_up
        self.pool = pool
        self.overtrump = overtrump
        self.trumped = trumped
        self.simple = simple
        self.ranks = ECARTE if order == "E" else ACE_HIGH
        self.eldest_obliged = eldest_obliged
        self.general = general  # the seat that announced it
        self.general_failed = False
        self.said: list[str] = [""] * self.n
        self.paid = False  # the pone paid the dealer
        self.alone: int | None = None  # a lone declarer (six players)
        self.trump = trump or self.find_trump()
        if leader is not None:
            self.start_ending(leader, trick)
            for seat in range(self.n):
                if self.hands[seat] or seat in [s for s, _ in self.trick]:
                    self.said[seat] = "play"
            return
        self.dealer_out = self.dealer_may_sit_out and self.n == 6
        if self.dealer_out and self.hands[self.dealer]:
            raise ValueError("six players: the dealer takes no cards")
        self.phase = "declare"
        self.turn = self.eldest

    def find_trump(self) -> str | None:
        return printed_suit(self.turn_up) if self.turn_up else None

    # --- declarations ------------------------------------------------------------------------------

    def widow_taken(self) -> bool:
        return "widow" in self.said or "general widow" in self.said

    def declared(self) -> list[int]:
        """Seats that take part, in order from the eldest."""
        return [s for s in self.clockwise(self.eldest) if self.said[s] not in ("", "pass", "pay")]

    def decisions(self) -> list[str]:
        seat = self.turn
        cards = self.hands[seat]
        if self.phase == "declare":
            return self.declarations(seat)
        if self.phase == "discard":
            return ["discard " + card for card in cards]
        return ["take up " + card for card in cards] + ["decline"]

    def declarations(self, seat: int) -> list[str]:
        choices = ["play"]
        if not self.widow_taken():
            choices.append("widow")
        if self.general is not None:
            return choices
        if self.has_general:
            choices.append("general")
            if not self.widow_taken():
                choices.append("general widow")
        if seat == self.pone and not self.declared():
            choices.append("pay")
        elif self.may_pass(seat):
            choices.append("pass")
        return choices

    def may_pass(self, seat: int) -> bool:
        if self.has_simple and self.simple == "a" and self.pool == 5:
            return False
        if self.eldest_obliged and seat == self.eldest:
            return False
        if seat == self.dealer and len(self.declared()) == 1:
            return False
        return True

    def decide(self, action: str) -> None:
        if self.phase == "declare":
            self.declare(action)
        elif self.phase == "discard":
            self.hands[self.turn].remove(action.split()[1])
            self.next_declaration()
        else:
            self.take_up(action)

    def declare(self, action: str) -> None:
        seat = self.turn
        self.said[seat] = action
        if action == "pay":
            self.paid = True
            self.finish()
            return
        if action.startswith("general"):
            self.general = seat
        if action.endswith("widow"):
            self.hands[seat] = list(self.widow)
            if len(self.widow) == 6:
                self.phase = "discard"
                return
        self.next_declaration()

    def next_declaration(self) -> None:
        last = self.pone if self.dealer_out else self.dealer
        if self.turn != last:
            self.phase = "declare"
            self.turn = (self.turn + 1) % self.n
            return
        if self.general is None:
            for seat in range(self.n):
                if self.said[seat] == "pass":
                    self.hands[seat] = []
        else:
            for seat in range(self.n):
                if self.said[seat] == "pass":
                    self.said[seat] = "play"
        if len(self.declared()) == 1:
            self.alone = self.declared()[0]
            self.finish()
        else:
            self.offer_turn_up()

    # --- the turn-up -------------------------------------------------------------------------------

    def offer_turn_up(self) -> None:
        if self.dealer in self.declared():
            self.phase = "take up"
            self.turn = self.dealer
        else:
            self.begin()

    def take_up(self, action: str) -> None:
        if action != "decline":
            assert self.turn_up is not None
            self.hands[self.turn].remove(action.split()[2])
            self.hands[self.turn].append(self.turn_up)
        self.begin()

    def begin(self) -> None:
        if self.general is not None:
            self.start_trick(self.general)
        else:
            self.start_trick(self.declared()[0])

    # --- cards -------------------------------------------------------------------------------------

    def strength(self, card: str) -> int:
        return -self.ranks.index(printed_rank(card))

    def led_suit(self) -> str:
        return self.suit_of(self.trick[0][1])

    def legal_follows(self) -> list[str]:
        cards = self.hands[self.turn]
        best = self.best_play()[1]
        led = self.led_suit()
        same = [card for card in cards if self.suit_of(card) == led]
        if same:
            to_beat = best
            if self.trumped == "b" and self.suit_of(best) != led:
                in_suit = [c for _, c in self.trick if self.suit_of(c) == led]
                if in_suit:
                    to_beat = max(in_suit, key=self.strength)
            heads = [card for card in same if self.beats(card, to_beat)]
            return heads or same
        trumps = [card for card in cards if self.suit_of(card) == self.trump]
        if trumps:
            heads = [card for card in trumps if self.beats(card, best)]
            if heads and self.overtrump == "a":
                return heads
            return trumps
        return cards

    def after_trick(self, winner: int) -> None:
        self.award(winner)
        if self.general is not None and winner != self.general:
            self.general_failed = True
            self.finish()
        else:
            self.next_trick(winner)

    # --- pool --------------------------------------------------------------------------------------

    def payoff(self) -> Scores | None:
        """No rams is paid in a deal with a general."""
        payments = [0] * self.n
        if self.paid:
            payments[self.pone] -= 5
            payments[self.dealer] += 5
            return {"pool": self.pool, "payments": payments}
        if self.alone is not None:
            payments[self.alone] += self.pool
            return {"pool": 0, "payments": payments}
        players = self.declared()
        if self.general is not None:
            others = [seat for seat in players if seat != self.general]
            if self.general_failed:
                payments[self.general] -= self.pool + 5 * len(others)
                for seat in others:
                    payments[seat] += 5
                return {"pool": 2 * self.pool, "payments": payments}
            payments[self.general] += self.pool + 5 * len(others)
            for seat in others:
                payments[seat] -= 5
            return {"pool": 0, "payments": payments}
        left = self.pool
        new = 0
        for seat in players:
            share = self.won[seat] * self.pool // 5
            payments[seat] += share
            left -= share
            if self.won[seat] == 0:
                payments[seat] -= 5
                new += 5
        return {"pool": left + new, "payments": payments}

    def scores(self) -> Scores:
        result = self.payoff()
        assert result is not None
        return {"raw": list(self.won), "final": result["payments"]}

    def who(self) -> str:
        """Seat letter to act, for messages."""
        return SEATS[self.turn] if self.turn >= 0 else "-"


class Rounce(Rams):
    has_general = False
    has_simple = False
    dealer_may_sit_out = False

    def legal_leads(self) -> list[str]:
        cards = self.hands[self.turn]
        trumps = [card for card in cards if self.suit_of(card) == self.trump]
        if self.done == 1 and trumps:
            return trumps
        return cards

    def legal_follows(self) -> list[str]:
        cards = self.hands[self.turn]
        same = [card for card in cards if self.suit_of(card) == self.led_suit()]
        return same or cards
