"""Whist with a given trump, whist without, and the misere of Preferans."""

from collections.abc import Iterable

from .base import Game, Scores


class Whist(Game):
    """Any number of seats; the eldest hand leads anything; follow suit; partners {0,2} and {1,3} share nothing here."""

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        trump: str | None = None,
        dealer: int | None = None,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
    ) -> None:
        super().__init__(hands, dealer)
        self.trump = trump
        if leader is not None:
            self.start_ending(leader, trick)
        else:
            self.start_trick(self.eldest)


class PreferansMisere(Whist):
    """Three players, 32 cards, ten each, no trump; the declarer wants no trick."""

    full = 10

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        dealer: int | None = None,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        declarer: int = 0,
        trump: str | None = None,
    ) -> None:
        super().__init__(hands, None, dealer, leader, trick)
        self.declarer = declarer

    def scores(self) -> Scores:
        return {"raw": list(self.won), "final": list(self.won), "made": self.won[self.declarer] == 0}
