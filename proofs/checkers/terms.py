"""Values of terms in JSON prefix form, such as ["==", ["+", ["var", "t0"], 1], 3].

Described in docs/certificates.md.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from typing import Any

from .payload import Refused

HUGE = 10**18
NUMERIC: dict[str, Callable[[list[Any]], Any]] = {
    "+": sum, "*": math.prod, "min": min, "max": max,
    "abs": lambda v: abs(*v), "-": lambda v: operator.sub(*v), "//": lambda v: v[0] // v[1],
    "%": lambda v: v[0] % v[1], "<": lambda v: operator.lt(*v), "<=": lambda v: operator.le(*v),
}
OTHER: dict[str, Callable[[list[Any]], Any]] = {
    "==": lambda v: operator.eq(*v), "not": lambda v: operator.not_(*v), "len": lambda v: len(*v),
    "in": lambda v: v[0] in v[1], "get": lambda v: v[0][v[1]], "list": lambda v: flat(v),
    "at": lambda v: v[0][numbers(v[1:])[0] % len(v[0])],
}
FOLDS: dict[str, Callable[[Iterable[Any]], Any]] = {
    "all": all, "any": any, "each": lambda v: flat(v), "sum": lambda v: sum(numbers(v)),
    "count": lambda v: sum(map(bool, v)), "distinct": lambda v: len(set(v)),
}


def numbers(values: Iterable[Any]) -> list[int]:
    """Return the values if they are all integers of bearable size."""
    listed = list(values)
    if not all(isinstance(x, int) and abs(x) <= HUGE for x in listed):
        raise Refused("type", "arithmetic on what is no number, or on too large a one")
    return listed


def flat(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return the values if none is itself a list, lest lists of lists double without end."""
    made = tuple(values)
    if any(isinstance(x, list | tuple) for x in made):
        raise Refused("type", "a list of lists")
    return made


def evaluate(term: Any, scope: dict[str, Any], budget: list[int]) -> Any:
    """Return the value of a term, where the scope says what the names stand for."""
    budget[0] -= 1
    if budget[0] < 0:
        raise Refused("large", "the condition takes too long")
    if not isinstance(term, list):
        return term
    head, *args = term
    if head == "var":
        return scope[args[0]]
    if head == "let":
        bindings, body = args
        scope = dict(scope)
        for name, value in bindings:
            scope[name] = evaluate(value, scope, budget)
        return evaluate(body, scope, budget)
    if head == "if":
        test, yes, no = args
        return evaluate(yes if evaluate(test, scope, budget) else no, scope, budget)
    if head in ("and", "or"):
        return (all if head == "and" else any)(evaluate(arg, scope, budget) for arg in args)
    if head in FOLDS:
        name, values, body = args
        over = evaluate(values, scope, budget)
        return FOLDS[head](evaluate(body, {**scope, name: value}, budget) for value in over)
    values = [evaluate(arg, scope, budget) for arg in args]
    return NUMERIC[head](numbers(values)) if head in NUMERIC else OTHER[head](values)
