"""What a claim is, and what a finding about it can be.

A claim is data from a group's file in `proofs/claims/`; a finding is what the engine computed.
No verdict stands in data: every one is returned by a function that looked.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from msgspec import Struct


class Verdict(Enum):
    """The possible answers to a claim."""

    HOLDS = "holds"
    FAILS = "fails"
    CONDITIONAL = "holds exactly when"
    SILENT = "the rules do not say"
    MEASURED = "measured"
    NOT_CHECKABLE = "not checkable"
    UNKNOWN = "unknown (limit)"
    NOT_SETTLED = "not settled yet"


class Claim(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A claim of a source document.

    `id` of the claims sheet, `source` file, `label` of the rule in it, `text` a short restatement
    in own words, `method` tags, `kind` the name of the function that settles it (default: the
    id), `parameters` for that function, `readings` the names of readings settled separately.
    """

    id: str
    source: str
    label: str = ""
    text: str
    method: tuple[str, ...] = ()
    kind: str = ""
    parameters: dict[str, Any] = {}
    readings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Witness:
    """An example that anybody can replay.

    `text` for people, `command` a complete shell command, `position` in one-line notation and the
    `actions` that follow, as the referee writes them ('' and () where no play is needed).
    """

    text: str
    command: str = ""
    position: str = ""
    actions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Certificate:
    """Evidence for an independent checker: the checker's name and the payload it reads."""

    checker: str
    payload: dict[str, Any]


@dataclass(frozen=True)
class Finding:
    """What was computed about a claim, or about one reading of it.

    `verdict`; `scope` for which parameters it was settled ('' all there are); `evidence` one line:
    what was counted, proved or found; `condition` completes 'holds exactly when …'; `mend` what
    would mend a rule that fails; `details` numbers for programs; `method` how; `seed` and
    `sample` for simulations.
    """

    verdict: Verdict
    evidence: str
    scope: str = ""
    condition: str = ""
    mend: str = ""
    method: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    witness: Witness | None = None
    readings: dict[str, Finding] = field(default_factory=dict)
    certificates: tuple[Certificate, ...] = ()
    seed: int | None = None
    sample: int | None = None
    seconds: float = 0.0

    def timed(self, seconds: float) -> Finding:
        """Return the finding with its time filled in."""
        return replace(self, seconds=seconds)


def holds(evidence: str, **more: Any) -> Finding:
    """Return a finding that the claim holds."""
    return Finding(Verdict.HOLDS, evidence, **more)


def fails(evidence: str, **more: Any) -> Finding:
    """Return a finding that the claim fails."""
    return Finding(Verdict.FAILS, evidence, **more)


def when(condition: str, evidence: str, **more: Any) -> Finding:
    """Return a finding that the claim holds exactly under a condition."""
    return Finding(Verdict.CONDITIONAL, evidence, condition=condition, **more)


def silent(evidence: str, **more: Any) -> Finding:
    """Return a finding that the rules do not say."""
    return Finding(Verdict.SILENT, evidence, **more)


def measured(evidence: str, **more: Any) -> Finding:
    """Return a finding that is a number with its interval."""
    return Finding(Verdict.MEASURED, evidence, **more)


def decided(true: bool, evidence: str, **more: Any) -> Finding:
    """Return holds or fails by a computed truth value."""
    return (holds if true else fails)(evidence, **more)


def by_reading(readings: dict[str, Finding], evidence: str = "", **more: Any) -> Finding:
    """Combine findings of readings: their common verdict, or 'holds exactly when' naming them."""
    verdicts = {finding.verdict for finding in readings.values()}
    text = evidence or "; ".join(f"{name}: {f.evidence}" for name, f in readings.items())
    witness = next((f.witness for f in readings.values() if f.witness), None)
    more.setdefault("witness", witness)
    conditions = {finding.condition for finding in readings.values()}
    if len(verdicts) == len(conditions) == 1:
        more.setdefault("condition", conditions.pop())
        return Finding(verdicts.pop(), text, readings=readings, **more)
    parts = [
        f"{name}: {f.verdict.value}" + (f" {f.condition}" if f.condition else "")
        for name, f in readings.items()
    ]
    if len(verdicts) > 1 or Verdict.CONDITIONAL in verdicts:
        more.setdefault("condition", "read so: " + "; ".join(parts))
        return Finding(Verdict.CONDITIONAL, text, readings=readings, **more)
    return Finding(verdicts.pop(), text, readings=readings, **more)
