"""Decide a CNF with a SAT solver: a checked model, or a DRUP refutation.

CaDiCaL is used because its proof log names the variables it was given (MapleSAT's log is off by
one) and logs units before it deletes the clauses that force them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pysat.solvers import Solver

from ..elaborate import elaborate

SOLVER = "cadical195"

Clause = Sequence[int]


class SolveError(ValueError):
    """Signal an input that is not a CNF, or a solver answer that does not hold."""


@dataclass(frozen=True)
class Sat:
    """Hold a model: one literal for every variable from 1 on, checked against the clauses."""

    model: tuple[int, ...]


@dataclass(frozen=True)
class Unsat:
    """Hold a DRUP refutation of `clauses`, which include the assumptions as unit clauses."""

    clauses: tuple[tuple[int, ...], ...]
    drup: tuple[str, ...]


@dataclass(frozen=True)
class Refutation:
    """Hold a CNF in DIMACS text and its LRAT refutation.

    `core` lists the numbers (from 1) of the clauses the refutation rests on.
    """

    dimacs: str
    lrat: str
    core: tuple[int, ...]


def solve(clauses: Sequence[Clause], assumptions: Sequence[int] = ()) -> Sat | Unsat:
    """Decide the clauses under the assumptions.

    Assumptions become unit clauses, since a proof under solver assumptions refutes nothing.
    """
    cnf = tuple(tuple(clause) for clause in clauses) + tuple((lit,) for lit in assumptions)
    _require_cnf(cnf)
    if () in cnf:  # the solver would log no proof at all
        return Unsat(cnf, ("0",))
    with Solver(name=SOLVER, bootstrap_with=[list(clause) for clause in cnf],
                with_proof=True) as solver:
        if solver.solve():
            return Sat(_full_model(cnf, solver.get_model() or []))
        return Unsat(cnf, _until_empty(solver.get_proof() or []))


def refute(clauses: Sequence[Clause], assumptions: Sequence[int] = ()) -> Refutation | Sat:
    """Return an LRAT refutation of the clauses and assumptions, or a model if there is one."""
    answer = solve(clauses, assumptions)
    if isinstance(answer, Sat):
        return answer
    proof = elaborate(answer.clauses, answer.drup)
    return Refutation(dimacs(answer.clauses), proof.lrat, proof.core)


def dimacs(clauses: Sequence[Clause]) -> str:
    """Return the clauses as DIMACS text, without comments, in the given order."""
    top = max((abs(lit) for clause in clauses for lit in clause), default=0)
    rows = [f"p cnf {top} {len(clauses)}"]
    rows.extend(" ".join(map(str, (*clause, 0))) for clause in clauses)
    return "\n".join(rows) + "\n"


def _require_cnf(cnf: Sequence[Clause]) -> None:
    """Refuse anything but clauses of nonzero integers."""
    for clause in cnf:
        for lit in clause:
            if type(lit) is not int or lit == 0:
                raise SolveError(f"{lit!r} is not a literal")


def _until_empty(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the proof up to its first empty clause, adding one if the solver logged none."""
    kept = []
    for line in lines:
        if line.split() == ["0"]:
            break
        kept.append(line)
    return (*kept, "0")


def _full_model(cnf: Sequence[Clause], partial: Sequence[int]) -> tuple[int, ...]:
    """Return the model over all variables, after checking that it satisfies every clause."""
    top = max((abs(lit) for clause in cnf for lit in clause), default=0)
    true = set(partial)
    model = tuple(var if var in true else -var for var in range(1, top + 1))
    true = set(model)
    for clause in cnf:
        if true.isdisjoint(clause):
            raise SolveError(f"the solver's model falsifies {list(clause)}")
    return model
