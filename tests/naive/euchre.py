"""Euchre: 24 cards, partners {0,2} and {1,3}, nobody plays alone."""

from collections.abc import Iterable

from .base import Game, Scores
from .cards import printed_suit

SAME_COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d"}
PLAIN = ["A", "K", "Q", "J", "T", "9"]


class Euchre(Game):
    full = 5

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        turn_up: str | None = None,
        dealer: int | None = None,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        trump: str | None = None,
        maker: int | None = None,
    ) -> None:
        super().__init__(hands, dealer)
        self.turn_up = turn_up
        self.maker = maker
        self.trump = trump
        if leader is not None:
            self.start_ending(leader, trick)
        elif trump is not None:
            self.start_trick(self.eldest)
        else:
            self.phase = "order up"
            self.turn = self.eldest

    def decisions(self) -> list[str]:
        assert self.turn_up is not None
        if self.phase == "order up":
            return ["order up", "pass"]
        if self.phase == "discard":
            return ["discard " + card for card in self.hands[self.turn]]
        suits = [suit for suit in "cdhs" if suit != printed_suit(self.turn_up)]
        return ["name " + suit for suit in suits] + ["pass"]

    def decide(self, action: str) -> None:
        assert self.turn_up is not None
        if self.phase == "discard":
            self.hands[self.dealer].remove(action.split()[1])
            self.start_trick(self.eldest)
        elif action == "order up":
            self.maker = self.turn
            self.trump = printed_suit(self.turn_up)
            self.hands[self.dealer].append(self.turn_up)
            self.phase = "discard"
            self.turn = self.dealer
        elif action.startswith("name "):
            self.maker = self.turn
            self.trump = action.split()[1]
            self.start_trick(self.eldest)
        elif self.turn != self.dealer:
            self.turn = (self.turn + 1) % self.n
        elif self.phase == "order up":
            self.phase = "name"
            self.turn = self.eldest
        else:
            self.finish()

    def is_left(self, card: str) -> bool:
        return self.trump is not None and card == "J" + SAME_COLOUR[self.trump]

    def suit_of(self, card: str) -> str:
        if self.is_left(card):
            return str(self.trump)
        return printed_suit(card)

    def strength(self, card: str) -> int:
        if self.trump is not None and card == "J" + self.trump:
            return 2
        if self.is_left(card):
            return 1
        return -PLAIN.index(card[:-1])

    def scores(self) -> Scores:
        """raw = tricks of the seat's side; final: makers 1 (2 for all five), defenders 2 for a euchre."""
        sides = [sum(self.won[0::2]), sum(self.won[1::2])]
        points = [0, 0]
        if self.maker is not None:
            mine = self.maker % 2
            if sides[mine] == 5:
                points[mine] = 2
            elif sides[mine] >= 3:
                points[mine] = 1
            else:
                points[1 - mine] = 2
        return {"raw": [sides[s % 2] for s in range(self.n)], "final": [points[s % 2] for s in range(self.n)]}
