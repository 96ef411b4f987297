"""Recount a finite domain: how many of its members meet a condition.

Domains: splits of a total, choices of items, products of lists. Conditions are JSON prefix terms
such as ["==", ["+", ["var", "t0"], 1], 3]. Both are described in docs/certificates.md.
Run as `python count.py PAYLOAD`.
"""

from __future__ import annotations

import itertools
import json
import math
import operator
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

MEMBERS, STEPS, BIG, LONG = 2_000_000, 30_000_000, 10**18, 1000
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


class Refused(Exception):
    """Signal that the count does not hold; the first argument is a one-word reason."""


def numbers(values: Iterable[Any]) -> list[int]:
    """Return the values if they are all integers of bearable size."""
    listed = list(values)
    if not all(isinstance(x, int) and abs(x) <= BIG for x in listed):
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


def bounded(value: Any) -> int:
    """Return a small natural number."""
    if type(value) is not int or not 0 <= value <= LONG:
        raise Refused("type", "a size is not a small natural number")
    return int(value)


def members(domain: Any) -> Iterator[dict[str, Any]]:
    """Yield every member of the domain, as the names a condition can use."""
    kind = domain["kind"]
    if kind == "splits":  # the parts lie between bars set among total + parts - 1 places
        end = bounded(domain["total"]) + bounded(domain["parts"]) - 1
        for bars in itertools.combinations(range(end), domain["parts"] - 1):
            yield {"t": [b - a - 1 for a, b in itertools.pairwise((-1, *bars, end))]}
    elif kind == "product":
        for values in itertools.product(*domain["values"].values()):
            yield dict(zip(domain["values"], values, strict=True))
    else:
        choose: dict[str, Callable[..., Iterable[Any]]] = {
            "subsets": itertools.combinations, "arrangements": itertools.permutations,
            "multisets": itertools.combinations_with_replacement,
            "tuples": lambda items, size: itertools.product(items, repeat=size)}
        for chosen in choose[kind](domain["items"], bounded(domain["size"])):
            yield {"x": chosen}


def check(payload: Any) -> None:
    """Refuse unless the claimed size and count are what enumerating the domain gives."""
    budget, size, count = [STEPS], 0, 0
    try:
        (claim,) = payload.values()
        domain, where = claim["domain"], claim["where"]
        if claim.keys() != {"domain", "where", "size", "count"} or [*payload] != ["claim"]:
            raise Refused("field", "the claim's fields are not domain, where, size and count")
        for member in members(domain):
            size += 1
            if size > MEMBERS:
                raise Refused("large", "the domain is too large to recount")
            count += evaluate(where, member, budget) is True
    except (TypeError, LookupError, ValueError, AttributeError, ArithmeticError,
            RecursionError) as error:
        raise Refused("malformed", f"the claim makes no sense: {error!r}"[:200]) from None
    claimed = [claim["size"], claim["count"]]
    if claimed != [size, count] or not all(type(x) is int for x in claimed):
        raise Refused("count", f"of {size} members {count} meet the condition")


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        check(json.load(file))
    print("verified")
