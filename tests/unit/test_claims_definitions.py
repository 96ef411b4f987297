"""Group 'definitions': every sentence is honoured, and a game that goes otherwise is found out."""

from __future__ import annotations

import pytest

from proofs.claim import Claim, Verdict
from proofs.registry import groups, settle
from proofs.units import unit
from solver.dealing import deal
from solver.variant import load

GROUP = next(group for group in groups() if group.name == "definitions")


@pytest.mark.parametrize("claim", GROUP.claims, ids=lambda claim: claim.id)
def test_definition_is_honoured(claim: Claim) -> None:
    found = settle(claim)
    assert found.verdict == Verdict.HOLDS, found.evidence
    assert found.details and all(found.details.values())


def test_a_failing_check_is_named() -> None:
    found = unit({"this": True, "that": False}, "fine")
    assert found.verdict == Verdict.FAILS and "that" in found.evidence


def test_other_rules_are_told_apart() -> None:
    mirrored = load("G3", choose={"E": "left"})
    assert mirrored.file.score.lines[0]["toward"] == "left"
    holder = load("G3-40-mate")
    assert any(deal(holder, seed).leader != 0 for seed in range(6))
