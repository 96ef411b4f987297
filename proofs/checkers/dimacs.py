"""Read a CNF in DIMACS form."""

from __future__ import annotations

from .payload import Refused

Clauses = dict[int, frozenset[int]]


def numbers(line: str) -> list[int]:
    """Return the integers of a line."""
    if not line.isascii() or "_" in line or "+" in line:
        raise Refused("malformed", f"not plain numbers: {line[:60]!r}")
    try:
        return [int(word) for word in line.split()]
    except ValueError:
        raise Refused("malformed", f"not plain numbers: {line[:60]!r}") from None


def read_cnf(text: str) -> Clauses:
    """Return the clauses of a DIMACS text, one per line, numbered from 1."""
    rows = [line for line in text.splitlines() if line.strip() and line[0] != "c"]
    head = rows[0].split() if rows else []
    if head[:2] != ["p", "cnf"] or len(head) != 4:
        raise Refused("malformed", "the CNF has no 'p cnf' line")
    top, count = numbers(" ".join(head[2:]))
    clauses = {}
    for number, row in enumerate(rows[1:], 1):
        lits = numbers(row)
        if lits[-1] != 0 or 0 in lits[:-1] or any(abs(lit) > top for lit in lits):
            raise Refused("malformed", f"clause {number} of the CNF is not within its header")
        clauses[number] = frozenset(lits[:-1])
    if len(clauses) != count:
        raise Refused("malformed", f"the CNF has {len(clauses)} clauses, its header says {count}")
    return clauses
