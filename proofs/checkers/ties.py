"""Check for which deal sizes T some group of seats can have equal scores.

The claim: a split with a tie exists just for the T >= starts[T mod m] (null: none) and the isolated
T. Format: docs/certificates.md. Run as `python -m proofs.checkers.ties FILE`.
"""

from __future__ import annotations

import operator
from typing import Any

from .gaps import Gap, read_gaps
from .payload import BIG, LONG, fields, ints, need, run

WORK = 2_000_000


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


def repeats(witness: Any, gaps: dict[tuple[int, ...], Gap], start: int, period: int) -> bool:
    """Tell whether base + k * step ties for T = start + k * period, for every k >= 0."""
    group, base, step = fields(witness, "group base step")
    gap = gaps.get(tuple(ints(group)), [[1]])
    return [sum(ints(base)), sum(ints(step))] == [start, period] and all(
        len(row) == len(base) == len(step)
        and sum(map(operator.mul, row, base)) == 0 == sum(map(operator.mul, row, step))
        for row in gap
    )


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
        if start is not None:
            need(start % m == residue and repeats(witness, gaps, start, m), "witness",
                 f"the splits given for residue {residue} do not tie")
            continue
        need(witness is None, "witness", f"residue {residue} has a witness but no start")
        for key, gap in gaps.items():
            mine = [x for x in refutations if isinstance(x, dict) and x.get("group") == list(key)]
            need(any(refutes(item, gap, residue, m) for item in mine), "refutation",
                 f"nothing rules out a tie of seats {key} for residue {residue}")


if __name__ == "__main__":
    run(check)
