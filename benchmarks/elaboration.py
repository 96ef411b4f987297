"""Measure how fast refutations are elaborated and checked, in seconds of processor time.

Run as `python benchmarks/elaboration.py [--naive]`. With --naive every instance is also elaborated
the plain way, forwards and without trimming, for comparison (minutes).
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from proofs.checkers import lrat
from proofs.elaborate import elaborate, parse_drup_line
from proofs.lrat import Unsat, dimacs, solve

Cnf = list[list[int]]


def pigeons(holes: int) -> Cnf:
    """Return the CNF that puts one pigeon more than there are holes, one to a hole."""
    rows = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
    pairs = [[-a[h], -b[h]] for h in range(holes) for a, b in itertools.combinations(rows, 2)]
    return rows + pairs


def random_cnf(top: int, count: int, seed: int) -> Cnf:
    """Return `count` random clauses of three literals."""
    rng = random.Random(seed)
    return [[rng.choice((1, -1)) * var for var in rng.sample(range(1, top + 1), 3)]
            for _ in range(count)]


def instances() -> Iterator[tuple[str, Cnf]]:
    """Yield the instances by name."""
    for holes in (6, 7, 8):
        yield f"pigeons {holes}", pigeons(holes)
    for top, count, seed in ((150, 780, 1), (200, 1040, 1), (250, 1300, 2), (500, 7000, 3),
                             (600, 7200, 2)):
        yield f"random {top}/{count}", random_cnf(top, count, seed)


def naive(clauses: Cnf, drup: tuple[str, ...]) -> None:
    """Check every lemma forwards by watched literals, from no assignment, without trimming."""
    watch: dict[int, list[list[int]]] = {}
    units: list[int] = []

    def add(clause: list[int]) -> None:
        for lit in clause[:2] if len(clause) > 1 else []:
            watch.setdefault(lit, []).append(clause)
        if len(clause) == 1:
            units.append(clause[0])

    def conflicts(start: list[int]) -> bool:
        true: set[int] = set()
        queue = start + units
        while queue:
            lit = queue.pop(0)
            if -lit in true:
                return True
            if lit in true:
                continue
            true.add(lit)
            for clause in list(watch.get(-lit, ())):
                if clause[0] == -lit:
                    clause[0], clause[1] = clause[1], clause[0]
                if clause[0] in true:
                    continue
                for k in range(2, len(clause)):
                    if -clause[k] not in true:
                        clause[1], clause[k] = clause[k], clause[1]
                        watch[-lit].remove(clause)
                        watch.setdefault(clause[1], []).append(clause)
                        break
                else:
                    queue.append(clause[0])
        return False

    alive: dict[frozenset[int], list[list[int]]] = {}
    for clause in map(list, clauses):
        alive.setdefault(frozenset(clause), []).append(clause)
        add(clause)
    for line in drup:
        delete, lemma = parse_drup_line(line)
        if not delete:
            assert conflicts([-lit for lit in lemma])
            alive.setdefault(frozenset(lemma), []).append(lemma)
            add(lemma)
        elif len(lemma) > 1:
            clause = alive[frozenset(lemma)].pop()
            for lit in clause[:2]:
                watch[lit] = [other for other in watch[lit] if other is not clause]


def main() -> None:
    """Print one line per instance."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--naive", action="store_true")
    with_naive = parser.parse_args().naive
    print(f"{'instance':18} clauses   DRUP lemmas  hints  solve elaborate check", end="")
    print("  naive" if with_naive else "")
    for name, cnf in instances():
        times = [time.process_time()]
        answer = solve(cnf)
        times.append(time.process_time())
        assert isinstance(answer, Unsat)
        result = elaborate(answer.clauses, answer.drup)
        times.append(time.process_time())
        lrat.check(dimacs(answer.clauses), result.lrat)
        times.append(time.process_time())
        if with_naive:
            naive(cnf, answer.drup)
            times.append(time.process_time())
        spent = [b - a for a, b in itertools.pairwise(times)]
        print(f"{name:18} {len(cnf):7} {len(answer.drup):6} {result.lemmas:6} {result.hints:6}",
              "  ".join(f"{seconds:6.2f}" for seconds in spent), flush=True)


if __name__ == "__main__":
    main()
