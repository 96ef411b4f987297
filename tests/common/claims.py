"""Settling claims in tests: with little effort, and under rules that have been changed."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from proofs.claim import Finding
from proofs.random_play import replay
from proofs.registry import Effort, claims, groups, settle
from solver.errors import RulesSilent
from solver.variant import load

LITTLE = Effort(factor=0.1, seed=3)


@lru_cache(maxsize=256)
def found(claim_id: str) -> Finding:
    """Settle a claim with little effort, once per test run."""
    return settle(claims()[claim_id], LITTLE)


def with_parameters(claim_id: str, **changed: Any) -> Finding:
    """Settle a claim with other parameters."""
    claim = claims()[claim_id]
    return settle(
        msgspec.structs.replace(claim, parameters={**claim.parameters, **changed}), LITTLE
    )


def under(
    folder: Path, claim_id: str, base: str, parameter: str = "variant", **rules: Any
) -> Finding:
    """Settle a claim about a variant of which some fields (a__b for a.b) have been changed."""
    file = folder / f"changed-{claim_id.lower()}.toml"
    lines = [f'extends = "{load(base).name}"', f'name = "changed-{claim_id.lower()}"']
    for field, value in rules.items():
        lines.append(f"{field.replace('__', '.')} = {json.dumps(value)}")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return with_parameters(claim_id, **{parameter: str(file)})


def group_ids(name: str) -> list[str]:
    """Return the ids of a group."""
    return [claim.id for group in groups() if group.name == name for claim in group.claims]


def findings(name: str) -> dict[str, Finding]:
    """Settle every claim of a group."""
    return {claim_id: found(claim_id) for claim_id in group_ids(name)}


def replays(finding: Finding) -> bool:
    """Return whether a finding's witness can be replayed from its text (True if it has none)."""
    witness = finding.witness
    if witness is None or not witness.position:
        return True
    try:
        replay(witness)
    except RulesSilent:  # it shows that the rules fall silent
        return bool(witness.actions)
    return True
