"""Hearts: four players, thirteen cards, no passing."""

from collections.abc import Iterable

from .base import Game, Scores
from .cards import printed_suit


def is_point_card(card: str) -> bool:
    return printed_suit(card) == "h" or card == "Qs"


class Hearts(Game):
    full = 13

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        dealer: int | None = None,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        broken: bool = False,
        captured: Iterable[Iterable[str]] | None = None,
        trump: str | None = None,
    ) -> None:
        super().__init__(hands, dealer)
        self.broken = broken  # a heart has been played
        if captured is not None:
            self.taken = [list(cards) for cards in captured]
        if leader is not None:
            self.start_ending(leader, trick)
            return
        self.full = max(len(cards) for cards in self.hands)
        first = self.eldest
        for seat in range(self.n):
            if "2c" in self.hands[seat]:
                first = seat
        self.start_trick(first)

    def legal_leads(self) -> list[str]:
        cards = self.hands[self.turn]
        if self.done == 0 and "2c" in cards:
            return ["2c"]
        if self.broken:
            return cards
        return [card for card in cards if printed_suit(card) != "h"] or cards

    def legal_follows(self) -> list[str]:
        cards = self.hands[self.turn]
        led = printed_suit(self.trick[0][1])
        same = [card for card in cards if printed_suit(card) == led]
        if same:
            return same
        if self.done == 0:
            return [card for card in cards if not is_point_card(card)] or cards
        return cards

    def card_played(self, card: str) -> None:
        if printed_suit(card) == "h":
            self.broken = True

    def scores(self) -> Scores:
        raw = []
        for cards in self.taken:
            hearts = len([card for card in cards if printed_suit(card) == "h"])
            raw.append(hearts + (13 if "Qs" in cards else 0))
        final = list(raw)
        for seat in range(self.n):
            if raw[seat] == 26:
                final = [26] * self.n
                final[seat] = 0
        return {"raw": raw, "final": final}
