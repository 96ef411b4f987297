"""An algebra of gates: truths are single bits, numbers are small and finite.

A number is kept in order encoding: for each possible value but the least, the bit "at least this".
What a bit is, the `Gates` decide: a CNF literal (`cnf`), or the set of all cases in which it is
true (`proofs.encode.cases`). So CNF and exhaustive tables both come from `solver.rules`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from solver.rules.algebra import Number, Truth


class Bit(NamedTuple):
    """A truth that is not known yet: a literal, or a set of cases."""

    value: int


class Gates(Protocol):
    """What can be done with bits; constants are Python's own True and False."""

    def both(self, x: Bit, y: Bit) -> Bit | bool:
        """Return the conjunction of two bits."""

    def many(self, bits: list[Bit]) -> Bit | bool:
        """Return the conjunction of two or more bits."""

    def no(self, bit: Bit) -> Bit:
        """Return the negation of a bit."""


class GateAlgebra:
    """Evaluation on bits and on numbers in order encoding."""

    def __init__(self, gates: Gates) -> None:
        self.gates = gates

    def all(self, terms: Iterable[Truth]) -> Truth:
        """Return whether every term is true."""
        open_terms: dict[int, Bit] = {}
        for term in terms:
            if isinstance(term, bool):
                if not term:
                    return False
            else:
                open_terms[term.value] = term
        bits = list(open_terms.values())
        if len(bits) < 2:
            return bits[0] if bits else True
        return self.gates.both(*bits) if len(bits) == 2 else self.gates.many(bits)

    def any(self, terms: Iterable[Truth]) -> Truth:
        """Return whether some term is true."""
        return self.no(self.all(self.no(term) for term in terms))

    def no(self, term: Truth) -> Truth:
        """Return the negation."""
        return not term if isinstance(term, bool) else self.gates.no(term)

    def when(self, test: Truth, yes: Any, otherwise: Any) -> Any:
        """Return `yes` if the test is true, else `otherwise`."""
        if isinstance(test, bool):
            return yes if test else otherwise
        if isinstance(yes, bool | Bit) and isinstance(otherwise, bool | Bit):
            return self._either(test, yes, otherwise)
        one, other = self.number(yes), self.number(otherwise)
        values = sorted({*one.values, *other.values})
        return Num(self, values, [self._either(test, one >= v, other >= v) for v in values[1:]])

    def _either(self, test: Truth, yes: Truth, otherwise: Truth) -> Truth:
        return self.all([self.any([self.no(test), yes]), self.any([test, otherwise])])

    def same(self, x: Truth, y: Truth) -> Truth:
        """Return whether two truths are equal."""
        return self._either(x, y, self.no(y))

    def count(self, terms: Iterable[Truth]) -> Number:
        """Return how many terms are true."""
        at_least: list[Truth] = []
        for term in terms:
            grown = [self.all([term, below]) for below in [True, *at_least]]
            at_least = [self.any([a, b]) for a, b in zip([*at_least, False], grown, strict=True)]
        return Num(self, list(range(len(at_least) + 1)), at_least)

    def odd(self, number: Number) -> Truth:
        """Return whether the number is odd."""
        if isinstance(number, int):
            return number % 2 == 1
        return self.any(bit for value, bit in number.cases() if value % 2 == 1)

    def quotient(self, number: Number, by: int) -> Number:
        """Return the whole quotient of a number that is not negative."""
        return number // by if isinstance(number, int) else number.mapped(lambda v: v // by)

    def number(self, value: Any) -> Num:
        """Return a number in order encoding."""
        return value if isinstance(value, Num) else Num(self, [int(value)], [])

    def exactly_one(self, terms: list[Truth]) -> Truth:
        """Return whether exactly one term is true."""
        return self.count(terms) == 1


class Num:
    """A number with finitely many possible values, in rising order; `at_least` skips the least."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, algebra: GateAlgebra, values: list[int], at_least: list[Truth]) -> None:
        self.algebra = algebra
        kept = [(v, b) for v, b in zip(values[1:], at_least, strict=True) if b is not False]
        least = values[0]
        while kept and kept[0][1] is True:
            least = kept.pop(0)[0]
        self.values = [least, *(v for v, _ in kept)]
        self.bits = [b for _, b in kept]

    def cases(self) -> Iterator[tuple[int, Truth]]:
        """Yield each possible value with the truth that the number has it."""
        a = self.algebra
        above = [*self.bits, False]
        for value, here, over in zip(self.values, [True, *self.bits], above, strict=True):
            yield value, a.all([here, a.no(over)])

    def mapped(self, f: Callable[[int], int]) -> Num:
        """Return the image under a function."""
        return self._image([(f(value), bit) for value, bit in self.cases()])

    def _image(self, pairs: list[tuple[int, Truth]]) -> Num:
        values = sorted({value for value, _ in pairs})
        a = self.algebra
        return Num(a, values, [a.any(b for v, b in pairs if v >= least) for least in values[1:]])

    # --- comparison ---------------------------------------------------------------------------

    def __ge__(self, other: Any) -> Any:
        if not isinstance(other, Num):
            for value, bit in zip(self.values, [True, *self.bits], strict=True):
                if value >= other:
                    return bit
            return False
        return self.algebra.no(other > self)

    def __gt__(self, other: Any) -> Any:
        if not isinstance(other, Num):
            return self >= other + 1
        a = self.algebra
        return a.any(a.all([self >= v, a.no(other >= v)]) for v in self.values)

    def __le__(self, other: Any) -> Any:
        return self.algebra.no(self > other)

    def __lt__(self, other: Any) -> Any:
        return self.algebra.no(self >= other)

    def __eq__(self, other: Any) -> Any:
        a = self.algebra
        if not isinstance(other, Num):
            if isinstance(other, int) and other in self.values:
                return dict(self.cases())[other]
            return False
        thresholds = sorted({*self.values, *other.values})
        return a.all(a.same(self >= v, other >= v) for v in thresholds)

    def __ne__(self, other: Any) -> Any:
        return self.algebra.no(self == other)

    # --- arithmetic ---------------------------------------------------------------------------

    def _with(self, other: Any, f: Callable[[int, int], int]) -> Num:
        if isinstance(other, int):
            return self.mapped(lambda v: f(v, other))
        a = self.algebra
        mine, others = list(self.cases()), list(other.cases())
        return self._image([(f(v, w), a.all([b, c])) for v, b in mine for w, c in others])

    def __add__(self, other: Any) -> Num:
        if isinstance(other, int):
            return Num(self.algebra, [v + other for v in self.values], self.bits)
        return self._with(other, lambda v, w: v + w)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Num:
        if isinstance(other, int) and other > 0:
            return Num(self.algebra, [v * other for v in self.values], self.bits)
        return self._with(other, lambda v, w: v * w)

    __rmul__ = __mul__

    def __neg__(self) -> Num:
        return self.mapped(lambda v: -v)

    def __sub__(self, other: Any) -> Num:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Num:
        return (-self).__add__(other)
