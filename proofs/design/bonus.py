"""All bonuses for the middling seat that can never make final scores tie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from proofs.design.ties import multinomial, raw_scores, refuse_many
from proofs.splits import splits
from solver.rules.scoring import rising_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.splits import Split


class Bonuses(NamedTuple):
    """The bonuses up to the largest gap that can never tie, and how often each lifts the middling.

    A bonus ties exactly if it equals a gap between the middling score and one above it. Every bonus
    above `largest_gap` is free of ties too. `on_top` gives for each bonus the splits in which the
    middling seat ends above all others, and their share if each trick falls to each seat with
    equal chance. `raw_tie` is a split whose raw scores tie, which no bonus can mend.
    """

    players: int
    tricks: int
    weights: tuple[int, ...]
    splits: int
    gaps: tuple[int, ...]
    free: tuple[int, ...]
    on_top: dict[int, tuple[int, float]]
    raw_tie: Split | None

    @property
    def largest_gap(self) -> int:
        """The largest gap between the middling score and one above it."""
        return max(self.gaps, default=0)

    def data(self) -> dict[str, Any]:
        """Return the result for programs."""
        return {
            "players": self.players, "tricks": self.tricks, "weights": list(self.weights),
            "splits": self.splits, "raw tie": list(self.raw_tie) if self.raw_tie else None,
            "bonuses that can tie": list(self.gaps), "bonuses that never tie": list(self.free),
            "every bonus above never ties": None if self.raw_tie else self.largest_gap,
            "middling on top": {
                str(b): {"splits": n, "share of splits": round(n / self.splits, 6),
                         "share of random tricks": round(share, 6)}
                for b, (n, share) in self.on_top.items()
            },
        }  # fmt: skip


def bonuses(
    players: int, tricks: int, weights: Sequence[int] | None = None, asked: Sequence[int] = ()
) -> Bonuses:
    """Return all bonuses without ties for a schedule (Barber's rising weights by default).

    `asked` are bonuses whose effect is wanted although they tie. Raises LimitReached.
    """
    refuse_many(players, tricks)
    w = tuple(weights) if weights is not None else tuple(rising_weights(players))
    gaps: set[int] = set()
    tops: dict[int, tuple[int, int]] = {}  # gap to the best score: splits, orders of tricks
    raw_tie: Split | None = None
    count = 0
    for taken in splits(players, tricks):
        count += 1
        scores = sorted(raw_scores(w, taken))
        if raw_tie is None and len(set(scores)) < players:
            raw_tie = taken
        middle = scores[players // 2]
        gaps.update(s - middle for s in scores if s > middle)
        gap = scores[-1] - middle
        number, orders = tops.get(gap, (0, 0))
        tops[gap] = number + 1, orders + multinomial(taken)
    top = max(gaps, default=0)
    free = () if raw_tie else tuple(b for b in range(1, top) if b not in gaps)
    shown = sorted({*free, *asked, *([] if raw_tie else [top + 1])})
    whole = players**tricks
    on_top = {
        b: (
            sum(n for gap, (n, _) in tops.items() if b > gap),
            sum(orders for gap, (_, orders) in tops.items() if b > gap) / whole,
        )
        for b in shown
    }
    return Bonuses(players, tricks, w, count, tuple(sorted(gaps)), free, on_top, raw_tie)
