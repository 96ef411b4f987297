"""The refutations on which findings rest, kept so that certificates can be made of them later.

Making a proof that others can check takes longer than finding the answer, so a claim only records
its formulas; whoever writes certificates settles the claim and then asks for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs.claim import Certificate
from proofs.lrat import Refutation, refute

if TYPE_CHECKING:
    from solver.encode.cnf import Cnf

_RECORDED: dict[str, dict[str, Cnf]] = {}


def refuted(claim: str, name: str, cnf: Cnf) -> bool:
    """Return whether a formula has no model; if so, record it as an obligation of the claim."""
    if cnf.solve() is not None:
        return False
    cnf.comments = [f"{claim}: {name}", *cnf.comments]
    _RECORDED.setdefault(claim, {})[name] = cnf
    return True


def certificates(claim: str) -> tuple[Certificate, ...]:
    """Return a checkable refutation of every formula that was recorded for a claim.

    Raises ArithmeticError if the solver, asked for a proof, finds a model.
    """
    made = []
    for name, cnf in obligations(claim).items():
        found = refute(cnf.clauses)
        if not isinstance(found, Refutation):
            raise ArithmeticError(f"{claim}: {name} has a model")
        made.append(Certificate("lrat", {"dimacs": found.dimacs, "lrat": found.lrat}))
    return tuple(made)


def obligations(claim: str) -> dict[str, Cnf]:
    """Return the formulas that were refuted when the claim was last settled, by name."""
    return dict(_RECORDED.get(claim, {}))
