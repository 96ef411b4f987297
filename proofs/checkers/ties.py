"""Check for which deal sizes T some group of seats can have equal scores.

A split is t_0..t_{n-1} >= 0 with sum T; a score is s_i = sum_j rows[i][j] * t_j, and with weights
w instead of rows, rows[i][j] = w[(i - j) mod n]. The claim: a split with a tie exists just for the
T >= starts[T mod m] (null: none) and the isolated T. Format: docs/certificates.md.
Run as `python ties.py PAYLOAD`.
"""

from __future__ import annotations

import itertools
import json
import operator
import sys
from typing import Any

BIG, LONG, WORK = 10**9, 4096, 2_000_000
Gap = list[list[int]]  # rows of differences, all to be 0 at once


class Refused(Exception):
    """Signal that the certificate does not hold; the first argument is a one-word reason."""


def need(holds: bool, reason: str, words: str) -> None:
    """Refuse with the reason unless the condition holds."""
    if not holds:
        raise Refused(reason, words)


def ints(value: Any, low: int = 0, length: int | None = None) -> list[int]:
    """Return the value if it is a list of integers within bounds, of the given length if any."""
    fits = isinstance(value, list) and len(value) == (len(value) if length is None else length)
    fits = fits and all(type(x) is int and low <= x <= BIG for x in value)
    need(fits and len(value) <= LONG, "type", "a list of integers within bounds is due")
    return list(value)


def fields(value: Any, names: str) -> list[Any]:
    """Return the named fields of an object that must have these and no others."""
    fits = isinstance(value, dict) and sorted(value) == sorted(names.split())
    need(fits, "field", f"an object with the fields {names!r} is due")
    return [value[name] for name in names.split()]


def read_gaps(scores: Any, groups: Any) -> dict[tuple[int, ...], Gap]:
    """Return for every group of seats the differences of its first score to the others."""
    turned = isinstance(scores, dict) and "weights" in scores
    (rows,) = fields(scores, "weights" if turned else "rows")
    need(isinstance(rows, list) and 1 < len(rows) < 65, "type", "there are no two scores")
    if turned:
        w, n = ints(rows, -BIG), len(rows)
        rows = [[w[(i - j) % n] for j in range(n)] for i in range(n)]
    rows = [ints(row, -BIG, len(ints(rows[0], -BIG))) for row in rows]
    need(len(rows[0]) > 0, "type", "the scores have no coefficients")
    if groups == "pairs":  # turning the seats brings every pair to one with seat 0
        groups = [[i, j] for i, j in itertools.combinations(range(len(rows)), 2)
                  if not turned or i == 0]
    need(isinstance(groups, list) and 0 < len(groups) <= LONG, "type", "there are no groups")
    for group in groups:
        seats = ints(group) == sorted(set(group)) and len(group) > 1 and group[-1] < len(rows)
        need(seats, "type", "a group is not two or more seats in order")
    return {tuple(g): [[a - b for a, b in zip(rows[g[0]], rows[i], strict=True)] for i in g[1:]]
            for g in groups}


def tying(gap: Gap, limit: int) -> set[int]:
    """Return the T up to the limit for which some split makes the gap 0, by trying them all."""
    reached, steps = {(0,) * len(gap)}, list(zip(*gap, strict=True))
    found, work = set(), 0
    for total in range(limit + 1):
        found |= {total} if (0,) * len(gap) in reached else set()
        work += len(reached) * len(steps)
        need(work <= WORK, "large", "too many differences below the last start")
        reached = {tuple(map(operator.add, x, step)) for x in reached for step in steps}
    return found


def refutes(item: Any, gap: Gap, residue: int, period: int) -> bool:
    """Tell whether the item rules out a gap of 0 for all T > 0 of the residue class."""
    _, multipliers, modulus = fields(item, "group multipliers modulus")
    ints(multipliers, -BIG, len(gap))
    columns: list[int] = [sum(map(operator.mul, multipliers, column))
                          for column in zip(*gap, strict=True)]
    (q,) = ints([modulus])
    if q == 0:  # the combined gap grows with T
        return min(columns) > 0
    fixed = q <= LONG and all((x - columns[0]) % q == 0 for x in columns)
    return fixed and all(columns[0] * (residue + period * k) % q for k in range(q))


def check(payload: Any) -> None:
    """Refuse unless the payload's proof establishes its claim."""
    claim, proof = fields(payload, "claim proof")
    _, scores, groups, modulus, starts, isolated = fields(
        claim, "fact scores groups modulus starts isolated")
    witnesses, refutations = fields(proof, "witnesses refutations")
    need(claim["fact"] == "ties", "fact", "the fact is not about ties")
    gaps = read_gaps(scores, groups)
    (m,) = ints([modulus])
    need(all(isinstance(x, list) for x in (starts, witnesses, refutations)) and 0 < m <= LONG
         and len(starts) == len(witnesses) == m, "type", "one start and witness per residue is due")
    limit = max([0, *ints(isolated), *ints([x for x in starts if x is not None])])
    need(limit <= LONG, "large", "a start is too high")
    held = {t for t in range(limit + 1) if (s := starts[t % m]) is not None and t >= s}
    need(held.isdisjoint(isolated), "table", "an isolated T is covered by a start")
    found = set().union(*(tying(gap, limit) for gap in gaps.values()))
    need(found == held.union(isolated), "table", "the ties of small deals differ")
    for residue, (start, witness) in enumerate(zip(starts, witnesses, strict=True)):
        if start is not None:  # base + k * step ties for T = start + k * m
            group, base, step = fields(witness, "group base step")
            gap = gaps.get(tuple(ints(group)), [[1]])
            sums = [sum(ints(base)), sum(ints(step)), start % m]
            need(sums == [start, m, residue] and all(len(row) == len(base) == len(step)
                 and sum(map(operator.mul, row, base)) == 0 == sum(map(operator.mul, row, step))
                 for row in gap), "witness", f"the splits given for residue {residue} do not tie")
            continue
        need(witness is None, "witness", f"residue {residue} has a witness but no start")
        for key, gap in gaps.items():
            mine = [x for x in refutations if isinstance(x, dict) and x.get("group") == list(key)]
            need(any(refutes(item, gap, residue, m) for item in mine), "refutation",
                 f"nothing rules out a tie of seats {key} for residue {residue}")


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        check(json.load(file))
    print("verified")
