"""The Japanese page's trump game of the same name: J1, J2, J3, J4."""

from collections.abc import Iterable

from .base import Game, Scores
from .cards import printed_rank, printed_suit

CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


class TrumpGooseberry(Game):
    full = 17

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        turn_up: str | None = None,
        dealer: int | None = None,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        trump: str | None = None,
        no_trump: bool = False,
        points: bool = False,
        challenge: bool = False,
        odd_card: str = "a",
        bids: list[int] | None = None,
    ) -> None:
        """odd_card = J3: 'a' its points are lost, 'b' they go to the winner of the last trick."""
        super().__init__(hands, dealer)
        self.turn_up = turn_up
        self.points = points
        self.challenge = challenge
        self.odd_card = odd_card
        self.bids: list[int] = list(bids) if bids else []
        self.target = max(len(cards) for cards in self.hands)
        if not no_trump:
            self.trump = trump or (printed_suit(turn_up) if turn_up else None)
        if leader is not None:
            self.start_ending(leader, trick)
        elif challenge:
            self.phase = "bid"
            self.turn = self.eldest
            self.bids = [-1] * self.n
        else:
            self.start_trick(self.eldest)

    def decisions(self) -> list[str]:
        return [f"bid {number}" for number in range(self.target + 1)]

    def decide(self, action: str) -> None:
        self.bids[self.turn] = int(action.split()[1])
        if self.turn == self.dealer:
            self.start_trick(self.eldest)
        else:
            self.turn = (self.turn + 1) % self.n

    def scores(self) -> Scores:
        if self.points:
            raw = [sum(CARD_POINTS.get(printed_rank(c), 0) for c in cards) for cards in self.taken]
            if self.odd_card == "b" and self.turn_up and self.history:
                raw[self.history[-1][1]] += CARD_POINTS.get(printed_rank(self.turn_up), 0)
            return {"raw": raw, "final": list(raw)}
        raw = list(self.won)
        fewest = min(raw)
        final = [count + count if count == fewest else count for count in raw]
        if self.challenge:
            for seat in range(self.n):
                if self.bids and self.bids[seat] == self.won[seat]:
                    final[seat] += 10
        return {"raw": raw, "final": final}
