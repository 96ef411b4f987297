"""CNF from rules: gates that emit clauses (Tseitin), unknown cards, and the question 'can it be?'.

Clauses come from the functions of `solver.rules` by way of `gates.GateAlgebra`; the only other
clauses are those that bind an unknown card to its pack.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pysat.solvers import Solver

from solver.encode.gates import Bit, GateAlgebra, Num
from solver.rules.order import Seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from solver.cards import Card
    from solver.rules.algebra import Truth

SOLVER = "cadical195"


class CnfGates:
    """Gates that write both halves of each definition as clauses; equal gates are shared."""

    def __init__(self) -> None:
        self.top = 0
        self.clauses: list[list[int]] = []
        self._made: dict[tuple[int, ...], Bit] = {}

    def new(self) -> Bit:
        """Return a fresh variable."""
        self.top += 1
        return Bit(self.top)

    def both(self, x: Bit, y: Bit) -> Bit | bool:
        """Return the conjunction of two bits."""
        return self.many([x, y])

    def many(self, bits: list[Bit]) -> Bit | bool:
        """Return the conjunction of two or more bits."""
        key = tuple(sorted(bit.value for bit in bits))
        if any(-literal in key for literal in key):
            return False
        if key not in self._made:
            gate = self.new()
            self.clauses += [[-gate.value, literal] for literal in key]
            self.clauses.append([gate.value, *(-literal for literal in key)])
            self._made[key] = gate
        return self._made[key]

    def no(self, bit: Bit) -> Bit:
        """Return the negation of a bit."""
        return Bit(-bit.value)


class Cnf(GateAlgebra):
    """A formula that grows: the algebra, unknown cards, and what is required of them."""

    def __init__(self) -> None:
        self.cnf = CnfGates()
        super().__init__(self.cnf)
        self.comments: list[str] = []

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses written so far."""
        return self.cnf.clauses

    def require(self, term: Truth) -> None:
        """Add the clause that a term is true."""
        if isinstance(term, bool):
            self.clauses.extend([] if term else [[]])
        else:
            self.clauses.append([term.value])

    def truth(self) -> Bit:
        """Return an unknown truth."""
        return self.cnf.new()

    def unknown(self, values: Sequence[int]) -> Num:
        """Return an unknown number out of some values (in rising order)."""
        bits = [self.cnf.new() for _ in values[1:]]
        for low, high in pairwise(bits):
            self.clauses.append([low.value, -high.value])
        return Num(self, list(values), list(bits))

    def card(self, cards: Sequence[Seen]) -> Seen:
        """Return an unknown card, which is one of the given cards."""
        chosen = [bit for _, bit in self.unknown(range(len(cards))).cases()]
        return chosen_card(self, list(zip(cards, chosen, strict=True)))

    def trick(
        self,
        view: Mapping[Card, Seen],
        copies: Mapping[Card, int],
        size: int,
        *,
        sort: bool = False,
    ) -> list[Seen]:
        """Return unknown cards that can lie in one trick: no face more often than in the pack.

        `sort` puts them in the order of the pack, for rules that treat all places alike.
        """
        faces = list(view.values())
        trick = [self.card(faces) for _ in range(size)]
        if sort:
            for one, other in pairwise(trick):
                self.require(one.face <= other.face)
        for card, seen in view.items():
            if copies[card] < size:
                self.require(self.count(c.face == seen.face for c in trick) <= copies[card])
        return trick

    def solve(self) -> list[int] | None:
        """Return a model, or None where there is none."""
        if [] in self.clauses:
            return None
        with Solver(name=SOLVER, bootstrap_with=self.clauses) as solver:
            return list(solver.get_model()) if solver.solve() else None

    def dimacs(self) -> str:
        """Write the formula in DIMACS form."""
        lines = [f"c {text}" for text in self.comments]
        lines.append(f"p cnf {self.cnf.top} {len(self.clauses)}")
        lines += [" ".join(map(str, [*clause, 0])) for clause in self.clauses]
        return "\n".join(lines) + "\n"


def chosen_card(a: GateAlgebra, choices: Sequence[tuple[Seen, Truth]]) -> Seen:
    """Return the card that is each of some cards under a truth, exactly one of which holds."""
    fields = []
    for place in range(len(Seen._fields)):
        column = [(card[place], bit) for card, bit in choices]
        if all(isinstance(value, bool) for value, _ in column):
            fields.append(a.any(bit for value, bit in column if value))
        else:
            values = sorted({value for value, _ in column})
            bits = [a.any(b for v, b in column if v >= least) for least in values[1:]]
            fields.append(Num(a, values, bits))
    return Seen(*fields)


def value_in(term: object, model: Iterable[int]) -> bool | int:
    """Return the value that a truth or a number has in a model."""
    true = set(model)
    if isinstance(term, Bit):
        return term.value in true
    if isinstance(term, Num):
        return max(
            value
            for value, bit in zip(term.values, [True, *term.bits], strict=True)
            if bit is True or (isinstance(bit, Bit) and bit.value in true)
        )
    if isinstance(term, int):
        return term
    raise TypeError(f"{term!r} is neither a truth nor a number")
