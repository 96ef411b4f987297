"""Exhaustion in bulk: a bit is the set of all cases in which it is true, kept as one integer.

Every case of a finite domain (all ordered triples of a pack, all hands) is one position in the
integers, so that one evaluation of a rule decides it for all cases at once.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from solver.encode.cnf import chosen_card
from solver.encode.gates import Bit, GateAlgebra

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


class Table(GateAlgebra):
    """The algebra over all ways to choose one value for each of several variables.

    `sizes` says how many values each variable has; the first varies fastest.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = tuple(sizes)
        self.number_of_cases = prod(self.sizes)
        super().__init__(CaseGates(self.number_of_cases))

    def values(self, variable: int) -> list[Bit]:
        """Return for each value of a variable the cases in which it has it."""
        block = prod(self.sizes[:variable])
        period = block * self.sizes[variable]
        comb = _comb(period, self.number_of_cases // period)
        run = (1 << block) - 1
        return [Bit((run << (i * block)) * comb) for i in range(self.sizes[variable])]

    def truth(self, variable: int) -> Bit:
        """Return the truth that a variable with two values has the second."""
        return self.values(variable)[1]

    def card(self, cards: Sequence[Seen], variable: int) -> Seen:
        """Return the card that a variable chooses."""
        return chosen_card(self, list(zip(cards, self.values(variable), strict=True)))

    def size_of(self, term: Truth) -> int:
        """Return in how many cases a truth holds."""
        if isinstance(term, bool):
            return self.number_of_cases if term else 0
        return int(term.value.bit_count())

    def members(self, term: Truth) -> Iterator[tuple[int, ...]]:
        """Yield the cases in which a truth holds, as the values of all variables, first first."""
        left = (
            0 if term is False else (1 << self.number_of_cases) - 1 if term is True else term.value
        )
        while left:
            lowest = left & -left
            left ^= lowest
            yield self._case(lowest.bit_length() - 1)

    def least(self, term: Truth) -> tuple[int, ...] | None:
        """Return the first case in which a truth holds."""
        return next(self.members(term), None)

    def _case(self, number: int) -> tuple[int, ...]:
        out = []
        for size in self.sizes:
            number, value = divmod(number, size)
            out.append(value)
        return tuple(out)


class Cases(Table):
    """All tricks of `size` places, each place any of the given cards; `trick` are the cards."""

    def __init__(self, cards: Sequence[Seen], size: int) -> None:
        super().__init__([len(cards)] * size)
        self.trick = [self.card(cards, place) for place in range(size)]

    def distinct(self) -> Truth:
        """State that no two places hold the same face."""
        t = self.trick
        pairs = [(i, j) for i in range(len(t)) for j in range(i)]
        return self.all(self.no(t[i].face == t[j].face) for i, j in pairs)


def _comb(period: int, repeats: int) -> int:
    """Return the integer with bits at 0, period, 2·period, …, built by doubling."""
    comb, have = 1, 1
    while have < repeats:
        comb |= comb << (have * period)
        have *= 2
    return comb & ((1 << (period * repeats)) - 1)
