"""Exhaustion in bulk: a bit is the set of all cases in which it is true, kept as one integer.

Every case of a finite domain (all ordered triples of a pack, all hands) is one position in the
integers, so that one evaluation of a rule decides it for all cases at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs.encode.gates import Bit, GateAlgebra
from proofs.encode.sat import chosen_card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.rules.algebra import Truth
    from solver.rules.order import Seen


class CaseGates:
    """Gates over sets of cases out of `size`."""

    def __init__(self, size: int) -> None:
        self.whole = (1 << size) - 1

    def both(self, x: Bit, y: Bit) -> Bit | bool:
        """Return the conjunction of two bits."""
        return self._bit(x.value & y.value)

    def many(self, bits: list[Bit]) -> Bit | bool:
        """Return the conjunction of two or more bits."""
        value = self.whole
        for bit in bits:
            value &= bit.value
        return self._bit(value)

    def no(self, bit: Bit) -> Bit:
        """Return the negation of a bit."""
        return Bit(self.whole ^ bit.value)

    def _bit(self, value: int) -> Bit | bool:
        return Bit(value) if value else False


class Cases(GateAlgebra):
    """The algebra over all tricks of `size` places, each place any of the given cards.

    `trick` are the cards played; case number Σ index(place) · len(cards)^place.
    """

    def __init__(self, cards: Sequence[Seen], size: int) -> None:
        self.cards, self.size = list(cards), size
        self.number_of_cases = len(cards) ** size
        super().__init__(CaseGates(self.number_of_cases))
        self.trick = [self._place(place) for place in range(size)]

    def _place(self, place: int) -> Seen:
        block = len(self.cards) ** place
        period = block * len(self.cards)
        run = (1 << block) - 1
        repeats = self.number_of_cases // period
        comb = _comb(period, repeats)
        sets = [Bit((run << (i * block)) * comb) for i in range(len(self.cards))]
        return chosen_card(self, list(zip(self.cards, sets, strict=True)))

    def distinct(self) -> Truth:
        """State that no two places hold the same face."""
        t = self.trick
        pairs = [(i, j) for i in range(self.size) for j in range(i)]
        return self.all(self.no(t[i].face == t[j].face) for i, j in pairs)

    def size_of(self, term: Truth) -> int:
        """Return in how many cases a truth holds."""
        if isinstance(term, bool):
            return self.number_of_cases if term else 0
        return int(term.value.bit_count())

    def least(self, term: Truth) -> tuple[int, ...] | None:
        """Return the first case in which a truth holds, as the indices of its cards."""
        if term is False:
            return None
        number = 0 if term is True else (term.value & -term.value).bit_length() - 1
        base = len(self.cards)
        return tuple(number // base**place % base for place in range(self.size))


def _comb(period: int, repeats: int) -> int:
    """Return the integer with bits at 0, period, 2·period, …, built by doubling."""
    comb, have = 1, 1
    while have < repeats:
        comb |= comb << (have * period)
        have *= 2
    return comb & ((1 << (period * repeats)) - 1)
