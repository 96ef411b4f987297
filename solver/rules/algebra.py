"""The vocabulary in which rules state their meaning.

A rule is written once as a function of an algebra. The referee evaluates it with `PLAIN` on
Python values; a prover evaluates the same function with an algebra of symbolic terms.
Comparison and arithmetic use Python's operators, which both kinds of values have; what operators
can't say (and, or, not, if, odd) goes through the algebra.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

Truth = Any  # bool, or a symbolic Boolean term
Number = Any  # int, or a symbolic integer term


class Algebra(Protocol):
    """What a kind of values must offer so that rules can be stated over it."""

    def all(self, terms: Iterable[Truth]) -> Truth:
        """Return whether every term is true."""

    def any(self, terms: Iterable[Truth]) -> Truth:
        """Return whether some term is true."""

    def no(self, term: Truth) -> Truth:
        """Return the negation."""

    def when(self, test: Truth, yes: Any, otherwise: Any) -> Any:
        """Return `yes` if the test is true, else `otherwise`."""

    def count(self, terms: Iterable[Truth]) -> Number:
        """Return how many terms are true."""

    def odd(self, number: Number) -> Truth:
        """Return whether the number is odd."""

    def quotient(self, number: Number, by: int) -> Number:
        """Return the whole quotient of a number that is not negative."""


class PlainAlgebra:
    """Evaluation on Python's own values."""

    def all(self, terms: Iterable[Truth]) -> Truth:
        """Return whether every term is true."""
        return all(terms)

    def any(self, terms: Iterable[Truth]) -> Truth:
        """Return whether some term is true."""
        return any(terms)

    def no(self, term: Truth) -> Truth:
        """Return the negation."""
        return not term

    def when(self, test: Truth, yes: Any, otherwise: Any) -> Any:
        """Return `yes` if the test is true, else `otherwise`."""
        return yes if test else otherwise

    def count(self, terms: Iterable[Truth]) -> Number:
        """Return how many terms are true."""
        return sum(1 for term in terms if term)

    def odd(self, number: Number) -> Truth:
        """Return whether the number is odd."""
        return number % 2 == 1

    def quotient(self, number: Number, by: int) -> Number:
        """Return the whole quotient of a number that is not negative."""
        return number // by


PLAIN = PlainAlgebra()
