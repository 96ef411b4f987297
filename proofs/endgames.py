"""Double-dummy endings on lowered rules: what one seat can force against all others.

The seat wants many tricks or few; the others are one adversary. One seat may be bound to a policy,
so that a piece of advice can be compared with best play. Games in which the highest card wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs.playouts import bits

if TYPE_CHECKING:
    from collections.abc import Callable

    from proofs.playouts import Lowered

    Policy = Callable[[int, int, int, int], int]


class Endgame:
    """Endings seen from `seat`, which wants tricks (or, `wants` false, none).

    `policy(hand, legal, led, heads)` narrows the legal cards of the seat `bound` (by default the
    seat itself); `led` is -1 when it leads, `heads` the cards that would head the trick.
    """

    def __init__(
        self,
        low: Lowered,
        seat: int,
        *,
        wants: bool = True,
        policy: Policy | None = None,
        bound: int | None = None,
    ) -> None:
        self.low = low
        self.seat = seat
        self.wants = wants
        self.policy = policy
        self.bound = seat if bound is None else bound
        self._memo: dict[tuple[tuple[int, ...], int, int], bool] = {}

    def value(self, hands: tuple[int, ...], leader: int) -> int:
        """Return how many tricks the seat gets."""
        tricks = hands[leader].bit_count()
        return max(k for k in range(tricks + 1) if self.reaches(hands, leader, k))

    def card_values(self, hands: tuple[int, ...], leader: int) -> dict[int, int]:
        """Return what the seat, on lead, gets after each card it may lead."""
        tricks = hands[leader].bit_count()
        out = {}
        for card in bits(self._choice(hands[leader], leader, -1, card_led=-1)):
            rest = list(hands)
            rest[leader] ^= 1 << card
            out[card] = max(
                k for k in range(tricks + 1) if self._ply(rest, leader, [card], card, k)
            )
        return out

    def line(self, hands: tuple[int, ...], leader: int) -> list[int]:
        """Return the cards of one optimal sequence, in the order played."""
        need = self.value(hands, leader)
        played: list[int] = []
        rest, n = list(hands), self.low.players
        while rest[leader]:
            trick: list[int] = []
            best = -1
            for distance in range(n):
                seat = (leader + distance) % n
                heads = self.low.bound(trick[0], best).heads if trick else -1
                card = self._keeping(rest, leader, seat, trick, best, need)
                rest[seat] ^= 1 << card
                trick.append(card)
                best = card if heads >> card & 1 else best
            leader = (leader + trick.index(best)) % n
            need -= leader == self.seat
            played += trick
        return played

    def _keeping(
        self, rest: list[int], leader: int, seat: int, trick: list[int], best: int, need: int
    ) -> int:
        """Return the first card that keeps the value for the seat that wants it kept."""
        more = (seat == self.seat) == self.wants
        led = trick[0] if trick else -1
        heads = self.low.bound(led, best).heads if trick else -1
        for card in bits(self._choice(rest[seat], seat, best, led)):
            hands = list(rest)
            hands[seat] ^= 1 << card
            then = card if heads >> card & 1 else best
            reached = self._ply(hands, leader, [*trick, card], then, need if more else need + 1)
            if reached == more:
                return card
        raise AssertionError("no card keeps the value of an ending")

    def reaches(self, hands: tuple[int, ...], leader: int, need: int) -> bool:
        """Return whether the seat gets so many more tricks (if it wants them, or must)."""
        if need <= 0:
            return True
        if need > hands[leader].bit_count():
            return False
        key = (hands, leader, need)
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._ply(list(hands), leader, [], -1, need)
        return found

    def _choice(self, hand: int, seat: int, best: int, card_led: int) -> int:
        if card_led < 0:
            legal, heads = self.low.leads(hand), -1
        else:
            bound = self.low.bound(card_led, best)
            legal, heads = self.low.follows(hand, bound), bound.heads
        if self.policy is not None and seat == self.bound:
            return self.policy(hand, legal, card_led, heads)
        return legal

    def _ply(self, hands: list[int], leader: int, trick: list[int], best: int, need: int) -> bool:
        n = self.low.players
        if len(trick) == n:
            winner = (leader + trick.index(best)) % n
            return self.reaches(tuple(hands), winner, need - (winner == self.seat))
        seat = (leader + len(trick)) % n
        more = (seat == self.seat) == self.wants
        led = trick[0] if trick else -1
        heads = self.low.bound(led, best).heads if trick else -1
        for card in bits(self._choice(hands[seat], seat, best, led)):
            hands[seat] ^= 1 << card
            trick.append(card)
            wins = self._ply(hands, leader, trick, card if heads >> card & 1 else best, need)
            trick.pop()
            hands[seat] ^= 1 << card
            if wins == more:
                return more
        return not more
