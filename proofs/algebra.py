"""The rules on z3 terms: an algebra, and cards, splits and hands whose values are unknown.

The functions of `solver.rules` are evaluated here unchanged, so that what is proved about a term is
proved about the code that plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import z3

from solver.rules.order import Seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from solver.rules.algebra import Number, Truth

BOOLEAN_FIELDS = frozenset({"trump", "joker", "fool", "privilege"})


class Z3Algebra:
    """Evaluation on z3 terms; Python's own values may be mixed in and are folded away."""

    def all(self, terms: Iterable[Truth]) -> Truth:
        """Return whether every term is true."""
        open_terms = []
        for term in terms:
            if isinstance(term, bool):
                if not term:
                    return False
            else:
                open_terms.append(term)
        return z3.And(*open_terms) if open_terms else True

    def any(self, terms: Iterable[Truth]) -> Truth:
        """Return whether some term is true."""
        open_terms = []
        for term in terms:
            if isinstance(term, bool):
                if term:
                    return True
            else:
                open_terms.append(term)
        return z3.Or(*open_terms) if open_terms else False

    def no(self, term: Truth) -> Truth:
        """Return the negation."""
        return not term if isinstance(term, bool) else z3.Not(term)

    def when(self, test: Truth, yes: Any, otherwise: Any) -> Any:
        """Return `yes` if the test is true, else `otherwise`."""
        if isinstance(test, bool):
            return yes if test else otherwise
        return z3.If(test, yes, otherwise)

    def count(self, terms: Iterable[Truth]) -> Number:
        """Return how many terms are true."""
        total: Number = 0
        for term in terms:
            total = total + (int(term) if isinstance(term, bool) else z3.If(term, 1, 0))
        return total

    def odd(self, number: Number) -> Truth:
        """Return whether the number is odd."""
        return number % 2 == 1

    def quotient(self, number: Number, by: int) -> Number:
        """Return the whole quotient of a number that is not negative."""
        return number // by if isinstance(number, int) else number / by


Z3 = Z3Algebra()


def symbolic_card(name: str, cards: Sequence[Seen]) -> tuple[Seen, Truth]:
    """Return a card with unknown fields, and the condition that it is one of the given cards."""
    fields = [
        z3.Bool(f"{name}.{field}") if field in BOOLEAN_FIELDS else z3.Int(f"{name}.{field}")
        for field in Seen._fields
    ]
    is_one = z3.Or(
        *(z3.And(*(f == v for f, v in zip(fields, card, strict=True))) for card in cards)
    )
    return Seen(*fields), is_one


def symbolic_split(players: int, total: Any = None) -> tuple[list[Any], Truth]:
    """Return unknown trick counts t0, t1, … and the condition that they split a total."""
    taken = [z3.Int(f"t{i}") for i in range(players)]
    whole = z3.Int("T") if total is None else total
    return taken, z3.And(*(t >= 0 for t in taken), z3.Sum(*taken) == whole)


def fixed(card: Seen, values: Seen) -> list[tuple[Any, Any]]:
    """Return the substitution that gives an unknown card its values."""
    return [
        (unknown, z3.BoolVal(value) if field in BOOLEAN_FIELDS else z3.IntVal(value))
        for field, unknown, value in zip(Seen._fields, card, values, strict=True)
    ]


def value_of(term: Any, substitution: Sequence[tuple[Any, Any]]) -> bool | int:
    """Return the value of a term once its unknowns have been given values."""
    if isinstance(term, bool | int):
        return term
    simple = z3.simplify(z3.substitute(term, *substitution))
    if z3.is_true(simple) or z3.is_false(simple):
        return bool(z3.is_true(simple))
    return int(simple.as_long())


def proved(claim: Truth, *given: Truth) -> bool:
    """Return whether a claim follows from what is given: z3 finds no counterexample.

    Raises ArithmeticError where z3 can't decide.
    """
    if isinstance(claim, bool):
        return claim
    solver = z3.Solver()
    solver.set("timeout", 60_000)
    solver.add(*given, z3.Not(claim))
    answer = solver.check()
    if answer == z3.unknown:
        raise ArithmeticError(f"z3 can't decide: {solver.reason_unknown()}")
    return bool(answer == z3.unsat)
