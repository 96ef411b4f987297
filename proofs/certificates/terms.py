"""The rules as terms: JSON for the counting checker, and linear forms for the arithmetic one.

The functions of `solver.rules` are evaluated here unchanged, so that a certificate's condition
comes from the code that plays. Equal terms are shared, and written once in a `let`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solver.rules.order import Seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

DEEP = 12  # terms nested deeper are given a name


class Term:
    """An operator with its arguments: terms, integers, texts or truth values."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, head: str, args: tuple[Any, ...]) -> None:
        self.head = head
        self.args = args

    def __add__(self, other: Any) -> Any:
        return self if _zero(other) else op("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return self if _zero(other) else op("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return op("-", self, other)

    def __rsub__(self, other: Any) -> Any:
        return op("-", other, self)

    def __neg__(self) -> Any:
        return op("-", 0, self)

    def __mul__(self, other: Any) -> Any:
        return op("*", self, other)

    __rmul__ = __mul__

    def __mod__(self, other: Any) -> Any:
        return op("%", self, other)

    def __floordiv__(self, other: Any) -> Any:
        return op("//", self, other)

    def __lt__(self, other: Any) -> Any:
        return op("<", self, other)

    def __le__(self, other: Any) -> Any:
        return op("<=", self, other)

    def __gt__(self, other: Any) -> Any:
        return op("<", other, self)

    def __ge__(self, other: Any) -> Any:
        return op("<=", other, self)

    def __eq__(self, other: Any) -> Any:
        return op("==", self, other)

    def __ne__(self, other: Any) -> Any:
        return op("not", op("==", self, other))


_MADE: dict[tuple[Any, ...], Term] = {}


def _zero(value: Any) -> bool:
    return type(value) is int and value == 0


def op(head: str, *args: Any) -> Term:
    """Return a term; equal terms are one object."""
    key = (head, *((id(a),) if isinstance(a, Term) else
                   (type(a).__name__, repr(a) if isinstance(a, dict) else a) for a in args))
    found = _MADE.get(key)
    if found is None:
        found = _MADE[key] = Term(head, args)
    return found


def var(name: str) -> Term:
    """Return the term of a name."""
    return op("var", name)


def at(items: Any, place: int) -> Term:
    """Return a place of a list."""
    return op("at", items, place)


class Terms:
    """The algebra of terms."""

    def all(self, terms: Iterable[Any]) -> Any:
        """Return whether every term is true."""
        kept = []
        for term in terms:
            if isinstance(term, bool):
                if not term:
                    return False
            else:
                kept.append(term)
        return kept[0] if len(kept) == 1 else op("and", *kept) if kept else True

    def any(self, terms: Iterable[Any]) -> Any:
        """Return whether some term is true."""
        kept = []
        for term in terms:
            if isinstance(term, bool):
                if term:
                    return True
            else:
                kept.append(term)
        return kept[0] if len(kept) == 1 else op("or", *kept) if kept else False

    def no(self, term: Any) -> Any:
        """Return the negation."""
        return not term if isinstance(term, bool) else op("not", term)

    def when(self, test: Any, yes: Any, otherwise: Any) -> Any:
        """Return `yes` if the test is true, else `otherwise`."""
        if isinstance(test, bool):
            return yes if test else otherwise
        return op("if", test, yes, otherwise)

    def count(self, terms: Iterable[Any]) -> Any:
        """Return how many terms are true (true counts one in a sum)."""
        listed = list(terms)
        known = sum(term for term in listed if isinstance(term, bool))
        open_terms = [term for term in listed if isinstance(term, Term)]
        return op("+", known, *open_terms) if open_terms else known

    def odd(self, number: Any) -> Any:
        """Return whether the number is odd."""
        return number % 2 == 1

    def quotient(self, number: Any, by: int) -> Any:
        """Return the whole quotient of a number that is not negative."""
        return number // by


TERMS = Terms()


def written(term: Any) -> Any:
    """Return a term as JSON, shared and deep parts named once."""
    uses: dict[int, int] = {}
    order: list[Term] = []

    def visit(t: Any) -> None:
        if not isinstance(t, Term):
            return
        uses[id(t)] = uses.get(id(t), 0) + 1
        if uses[id(t)] == 1:
            for arg in t.args:
                visit(arg)
            order.append(t)

    visit(term)
    names: dict[int, str] = {}
    height: dict[int, int] = {}
    bindings: list[Any] = []

    def show(t: Any) -> Any:
        if not isinstance(t, Term):
            return t
        return ["var", names[id(t)]] if id(t) in names else [t.head, *map(show, t.args)]

    for t in order:
        height[id(t)] = 1 + max((height[id(a)] for a in t.args if isinstance(a, Term)), default=0)
        if t is not term and t.head != "var" and (uses[id(t)] > 1 or height[id(t)] > DEEP):
            shown = show(t)
            names[id(t)] = f"_{len(bindings)}"
            height[id(t)] = 1
            bindings.append([names[id(t)], shown])
    body = show(term)
    return ["let", bindings, body] if bindings else body


def seen(card: Any) -> Seen:
    """Return a card, of which the domain holds an object, as the rules see it."""
    return Seen(*(op("get", card, field) for field in Seen._fields))


def items(view: Mapping[Any, Seen], counts: Mapping[Any, int] | None = None) -> list[Any]:
    """Return the cards of a pack as objects of a domain, each as often as it is there."""
    return [
        dict(zip(Seen._fields, card, strict=True))
        for face, card in view.items()
        for _ in range(1 if counts is None else counts[face])
    ]


class Form:
    """A linear form over the tricks t0, t1, … (and a constant); anything else raises TypeError."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, constant: int, row: Sequence[int]) -> None:
        self.constant = constant
        self.row = list(row)

    def __add__(self, other: Any) -> Form:
        if isinstance(other, int):
            return Form(self.constant + other, self.row)
        return Form(self.constant + other.constant,
                    [a + b for a, b in zip(self.row, other.row, strict=True)])

    __radd__ = __add__

    def __mul__(self, by: int) -> Form:
        if not isinstance(by, int):
            raise TypeError("not linear")
        return Form(self.constant * by, [by * a for a in self.row])

    __rmul__ = __mul__

    def __neg__(self) -> Form:
        return self * -1

    def __sub__(self, other: Any) -> Form:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Form:
        return (-self).__add__(other)

    def __eq__(self, other: object) -> bool:
        raise TypeError("not linear")

    def __bool__(self) -> bool:
        raise TypeError("not linear")


def forms(n: int) -> list[Form]:
    """Return the forms t0 … t(n-1)."""
    return [Form(0, [int(i == j) for j in range(n)]) for i in range(n)]


def as_scores(listed: Sequence[Form]) -> dict[str, Any]:
    """Return linear forms as the checkers of scores read them."""
    return {"rows": [f.row for f in listed], "constants": [f.constant for f in listed]}
