"""Recount a finite domain: how many of its members meet a condition.

Domains: splits of a total, choices of items, products of lists. Conditions are terms. Both are
described in docs/certificates.md. Run as `python -m proofs.checkers.count FILE`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .payload import Refused, run
from .terms import evaluate

MEMBERS, STEPS, MOST = 2_000_000, 30_000_000, 1000


def bounded(value: Any) -> int:
    """Return a small natural number."""
    if type(value) is not int or not 0 <= value <= MOST:
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
    run(check)
