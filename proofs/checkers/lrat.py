"""Check an LRAT refutation of a DIMACS CNF.

Every line must add a clause that follows from earlier ones by the unit propagation its hints spell
out, with no hint to spare; the last line must add the empty clause. RAT hints are refused.
Run as `python -m proofs.checkers.lrat CNF PROOF`.
"""

from __future__ import annotations

import sys

from .dimacs import Clauses, numbers, read_cnf
from .payload import Refused


def propagate(clauses: Clauses, clause: frozenset[int], hints: list[int]) -> None:
    """Refuse unless the hints lead from the clause's negation to a conflict, all being used."""
    true = {-lit for lit in clause}
    if not true.isdisjoint(clause):
        raise Refused("malformed", "an added clause is a tautology")
    for place, hint in enumerate(hints):
        if hint not in clauses:
            raise Refused("rat" if hint < 0 else "order", f"no clause {hint} at this point")
        left = [lit for lit in clauses[hint] if -lit not in true]
        if not left and place == len(hints) - 1:
            return
        if len(left) != 1 or left[0] in true:
            raise Refused("hint", f"clause {hint} is not unit where it is named")
        true.add(left[0])
    raise Refused("hint", "the hints end without a conflict")


def check(cnf: str, proof: str) -> None:
    """Refuse unless the LRAT text refutes the DIMACS text."""
    clauses = read_cnf(cnf)
    last = len(clauses)
    rows = proof.splitlines()
    if not rows:
        raise Refused("empty", "the proof has no lines")
    for index, row in enumerate(rows):
        if row.split()[1:2] == ["d"]:
            name, _, listed = row.partition("d")
            gone = numbers(listed) if numbers(name) else []
            if gone[-1:] != [0] or len(set(gone)) < len(gone) or not clauses.keys() >= {*gone[:-1]}:
                raise Refused("order", f"line {index + 1} deletes what is not there")
            for number in gone[:-1]:
                del clauses[number]
            continue
        number, *body = numbers(row) or [0]
        if body.count(0) != 2 or body[-1] != 0:
            raise Refused("truncated", f"line {index + 1} is not 'number clause 0 hints 0'")
        if number <= last:
            raise Refused("order", f"line {index + 1} does not number its clause upwards")
        last = number
        clause = frozenset(body[: body.index(0)])
        propagate(clauses, clause, body[body.index(0) + 1 : -1])
        clauses[last] = clause
        if not clause:
            if index < len(rows) - 1:
                raise Refused("malformed", "lines follow the empty clause")
            return
    raise Refused("truncated", "the empty clause is never derived")


if __name__ == "__main__":
    with open(sys.argv[1], encoding="ascii") as cnf_file, open(sys.argv[2]) as proof_file:
        check(cnf_file.read(), proof_file.read())
    print("verified")
