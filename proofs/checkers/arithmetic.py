"""Check identities, residue tables and bounds of linear scores, for every deal size T.

A split is t_0..t_{n-1} >= 0 with sum T; a score is s_i = constants[i] + sum_j rows[i][j] * t_j.
With weights w instead of rows, rows[i][j] = w[(i - j) mod n]. The format is described in
docs/certificates.md. Run as `python arithmetic.py PAYLOAD`.
"""

from __future__ import annotations

import json
import sys
from typing import Any

BIG, LONG = 10**9, 4096
SIDES = {
    "identity": "equals",
    "residues": "modulus residues",
    "bounds": "low high",
}


class Refused(Exception):
    """Signal that the certificate does not hold; the first argument is a one-word reason."""


def need(holds: bool, reason: str, words: str) -> None:
    """Refuse with the reason unless the condition holds."""
    if not holds:
        raise Refused(reason, words)


def vector(value: Any, length: int | None = None) -> list[int]:
    """Return the value if it is a list of bounded integers, of the given length if any."""
    fits = isinstance(value, list) and (len(value) == length or length is None)
    fits = fits and all(type(x) is int and abs(x) <= BIG for x in value)
    need(fits and 0 < len(value) <= LONG, "type", "a list of integers of the right length is due")
    return list(value)


def fields(value: Any, names: str) -> list[Any]:
    """Return the named fields of an object that must have these and no others."""
    fits = isinstance(value, dict) and sorted(value) == sorted(names.split())
    need(fits, "field", f"an object with the fields {names!r} is due")
    return [value[name] for name in names.split()]


def read_scores(value: Any) -> list[list[int]]:
    """Return one list of the constant and the coefficients per score."""
    if isinstance(value, dict) and "weights" in value:
        weights, constants = fields(value, "weights constants")
        n = len(vector(weights))
        rows = [[weights[(i - j) % n] for j in range(n)] for i in range(n)]
    else:
        rows, constants = fields(value, "rows constants")
        need(isinstance(rows, list) and 0 < len(rows) <= LONG, "type", "there are no rows")
        rows = [vector(row, len(vector(rows[0]))) for row in rows]
    return [[c, *row] for c, row in zip(vector(constants, len(rows)), rows, strict=True)]


def check(payload: Any) -> None:
    """Refuse unless the payload's proof establishes its claim."""
    claim, proof = fields(payload, "claim proof")
    fact = str(claim.get("fact")) if isinstance(claim, dict) else ""
    need(fact in SIDES, "fact", "the fact is of no known sort")
    _, scores, multipliers, *sides = fields(claim, f"fact scores multipliers {SIDES[fact]}")
    scores = read_scores(scores)
    vector(multipliers, len(scores))
    combined = [sum(a * x for a, x in zip(multipliers, column, strict=True))
                for column in zip(*scores, strict=True)]
    (table,) = fields(proof, "combination")
    need(vector(table) == combined, "table", "the combined coefficients differ")
    constant, *columns = combined
    if fact == "identity":
        need(vector(sides[0]) == combined, "table", "the two sides differ")
    elif fact == "residues":
        (modulus,) = vector(sides[:1])
        need(1 < modulus <= LONG, "type", "the modulus is out of bounds")
        fixed = all((x - columns[0]) % modulus == 0 for x in columns)
        need(fixed, "table", "T alone does not fix the residue")
        residues = [(constant + columns[0] * total) % modulus for total in range(modulus)]
        need(vector(sides[1]) == residues, "table", "the residue table differs")
    else:  # the extremes over all splits of T are constant + T * the extreme coefficient
        need(vector(sides[0]) == [constant, min(columns)], "table", "the lower bound differs")
        need(vector(sides[1]) == [constant, max(columns)], "table", "the upper bound differs")


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        check(json.load(file))
    print("verified")
