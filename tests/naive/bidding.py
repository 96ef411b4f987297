"""Oh hell and spades."""

from collections.abc import Iterable

from .base import Game, Scores
from .cards import printed_suit


class OhHell(Game):
    """hook: the dealer may not make the bids add up to the number of tricks."""

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        turn_up: str | None = None,
        dealer: int | None = None,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        trump: str | None = None,
        bids: list[int] | None = None,
        hook: bool = False,
    ) -> None:
        super().__init__(hands, dealer)
        self.trump = trump or (printed_suit(turn_up) if turn_up else None)
        self.hook = hook
        self.bids: list[int] = list(bids) if bids else [-1] * self.n
        self.full = max(len(cards) for cards in self.hands)
        if leader is not None:
            self.start_ending(leader, trick)
        elif bids:
            self.start_trick(self.eldest)
        else:
            self.phase = "bid"
            self.turn = self.eldest

    def decisions(self) -> list[str]:
        choices = []
        for number in range(self.full + 1):
            if self.hook and self.turn == self.dealer and sum(self.bids) + 1 + number == self.full:
                continue  # sum(bids) counts the dealer's own open bid as -1
            choices.append(f"bid {number}")
        return choices

    def decide(self, action: str) -> None:
        self.bids[self.turn] = int(action.split()[1])
        if self.turn == self.dealer:
            self.start_trick(self.eldest)
        else:
            self.turn = (self.turn + 1) % self.n

    def scores(self) -> Scores:
        final = []
        for seat in range(self.n):
            final.append(10 + self.won[seat] if self.won[seat] == self.bids[seat] else 0)
        return {"raw": list(self.won), "final": final}


class Spades(Game):
    """Partners {0,2} and {1,3}; a bid of 0 in `bids` is nil."""

    full = 13

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        dealer: int | None = None,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        bids: list[int] | None = None,
        broken: bool = False,
        trump: str | None = None,  # always spades
    ) -> None:
        super().__init__(hands, dealer)
        self.trump = "s"
        self.broken = broken
        self.bids: list[int] = list(bids) if bids else [-1] * self.n
        self.highest_bid = max(len(cards) for cards in self.hands)
        if leader is not None:
            self.start_ending(leader, trick)
        elif bids:
            self.start_trick(self.eldest)
        else:
            self.phase = "bid"
            self.turn = self.eldest

    def decisions(self) -> list[str]:
        return ["nil"] + [f"bid {number}" for number in range(1, self.highest_bid + 1)]

    def decide(self, action: str) -> None:
        self.bids[self.turn] = 0 if action == "nil" else int(action.split()[1])
        if self.turn == self.dealer:
            self.start_trick(self.eldest)
        else:
            self.turn = (self.turn + 1) % self.n

    def legal_leads(self) -> list[str]:
        cards = self.hands[self.turn]
        if self.broken:
            return cards
        return [card for card in cards if printed_suit(card) != "s"] or cards

    def card_played(self, card: str) -> None:
        if printed_suit(card) == "s":
            self.broken = True

    def scores(self) -> Scores:
        """raw = tricks; final = the side's score: 10 a bid trick, 1 another, 100 a nil."""
        side = [0, 0]
        for first in (0, 1):
            seats = [first, first + 2]
            bid = sum(self.bids[seat] for seat in seats)
            tricks = sum(self.won[seat] for seat in seats if self.bids[seat] > 0)
            side[first] += 10 * bid + (tricks - bid) if tricks >= bid else -10 * bid
            for seat in seats:
                if self.bids[seat] == 0:
                    side[first] += 100 if self.won[seat] == 0 else self.won[seat] - 100
        return {"raw": list(self.won), "final": [side[s % 2] for s in range(self.n)]}
