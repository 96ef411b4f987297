"""Check identities, residue tables and bounds of linear scores, for every deal size T.

The format is described in docs/certificates.md. Run as `python -m proofs.checkers.arithmetic FILE`.
"""

from __future__ import annotations

from typing import Any

from .payload import BIG, LONG, fields, ints, need, run
from .scores import read_rows

SIDES = {
    "identity": "equals",
    "residues": "modulus residues",
    "bounds": "low high",
}


def read_scores(value: Any) -> list[list[int]]:
    """Return one list of the constant and the coefficients per score."""
    weights = isinstance(value, dict) and "weights" in value
    _, constants = fields(value, "weights constants" if weights else "rows constants")
    rows = read_rows(value)
    return [[c, *row] for c, row in zip(ints(constants, -BIG, len(rows)), rows, strict=True)]


def check(payload: Any) -> None:
    """Refuse unless the payload's proof establishes its claim."""
    claim, proof = fields(payload, "claim proof")
    fact = str(claim.get("fact")) if isinstance(claim, dict) else ""
    need(fact in SIDES, "fact", "the fact is of no known sort")
    _, scores, multipliers, *sides = fields(claim, f"fact scores multipliers {SIDES[fact]}")
    scores = read_scores(scores)
    ints(multipliers, -BIG, len(scores))
    combined = [sum(a * x for a, x in zip(multipliers, column, strict=True))
                for column in zip(*scores, strict=True)]
    (table,) = fields(proof, "combination")
    need(ints(table, -BIG) == combined, "table", "the combined coefficients differ")
    constant, *columns = combined
    if fact == "identity":
        need(ints(sides[0], -BIG) == combined, "table", "the two sides differ")
    elif fact == "residues":
        (modulus,) = ints(sides[:1])
        need(1 < modulus <= LONG, "type", "the modulus is out of bounds")
        fixed = all((x - columns[0]) % modulus == 0 for x in columns)
        need(fixed, "table", "T alone does not fix the residue")
        residues = [(constant + columns[0] * total) % modulus for total in range(modulus)]
        need(ints(sides[1]) == residues, "table", "the residue table differs")
    else:  # the extremes over all splits of T are constant + T * the extreme coefficient
        need(ints(sides[0], -BIG) == [constant, min(columns)], "table", "the lower bound differs")
        need(ints(sides[1], -BIG) == [constant, max(columns)], "table", "the upper bound differs")


if __name__ == "__main__":
    run(check)
