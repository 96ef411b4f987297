"""Skat: grand, a suit game, null. The declarer (a seat) is given; he takes the skat unless he plays hand."""

from collections.abc import Iterable
from itertools import combinations

from .base import Game, Scores
from .cards import printed_rank, printed_suit

PLAIN = ["A", "T", "K", "Q", "9", "8", "7"]
NULL = ["A", "K", "Q", "J", "T", "9", "8", "7"]
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
JACKS = ["Jc", "Js", "Jh", "Jd"]


class Skat(Game):
    """kind is 'grand', 'null' or a suit letter."""

    full = 10

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        kind: str,
        declarer: int = 0,
        skat: Iterable[str] = (),
        dealer: int | None = None,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        play_hand: bool = False,
        trump: str | None = None,  # `kind` says it; accepted for a uniform call
    ) -> None:
        super().__init__(hands, dealer)
        self.kind = kind
        self.declarer = declarer
        self.skat: list[str] = list(skat)
        self.trump = None if kind == "null" else "trump"
        if leader is not None:
            self.start_ending(leader, trick)
        elif play_hand or not self.skat:
            self.start_trick(self.eldest)
        else:
            self.hands[declarer].extend(self.skat)
            self.phase = "discard"
            self.turn = declarer

    def decisions(self) -> list[str]:
        return [f"discard {a} {b}" for a, b in combinations(sorted(self.hands[self.turn]), 2)]

    def decide(self, action: str) -> None:
        self.skat = action.split()[1:]
        for card in self.skat:
            self.hands[self.declarer].remove(card)
        self.start_trick(self.eldest)

    def suit_of(self, card: str) -> str:
        if self.kind == "null":
            return printed_suit(card)
        if card in JACKS or printed_suit(card) == self.kind:
            return "trump"
        return printed_suit(card)

    def strength(self, card: str) -> int:
        if self.kind == "null":
            return -NULL.index(printed_rank(card))
        if card in JACKS:
            return 10 - JACKS.index(card)
        return -PLAIN.index(printed_rank(card))

    def scores(self) -> Scores:
        """raw = card points, the skat counted for the declarer (also in null, where only 'made' matters)."""
        raw = [sum(POINTS.get(printed_rank(c), 0) for c in cards) for cards in self.taken]
        raw[self.declarer] += sum(POINTS.get(printed_rank(c), 0) for c in self.skat)
        if self.kind == "null":
            made = self.won[self.declarer] == 0
        else:
            made = raw[self.declarer] >= 61
        return {"raw": raw, "final": list(raw), "made": made}
