"""Statements of the documents that no computation can settle."""

from __future__ import annotations

from proofs.claim import Claim, Finding, Verdict
from proofs.registry import Effort, settles


@settles("F009", "F096", "K038")
def not_checkable(claim: Claim, effort: Effort) -> Finding:
    """Report why a statement is outside what rules can decide."""
    return Finding(Verdict.NOT_CHECKABLE, str(claim.parameters["why"]))
