"""Findings made of named checks, for sentences that only say how a game goes."""

from __future__ import annotations

from proofs.claim import Finding, decided


def unit(checks: dict[str, bool], evidence: str, scope: str = "") -> Finding:
    """Return the finding of a definition from its named checks."""
    failing = [name for name, passed in checks.items() if not passed]
    text = evidence if not failing else f"not so: {', '.join(failing)}"
    return decided(
        not failing,
        f"{text} ({len(checks) - len(failing)} of {len(checks)} checks)",
        method="asked of the engine",
        scope=scope,
        details=checks,
    )
