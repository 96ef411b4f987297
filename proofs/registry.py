"""The claims sheet, and which function settles which claim.

Groups are the pairs `claims/NAME.toml` (data) and `claims/NAME.py` (functions decorated with
`settles`). A claim without a function is reported as not settled yet.
"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from fnmatch import fnmatch
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import msgspec

from proofs.claim import Claim, Finding, Verdict
from solver.errors import BadInput, LimitReached, nearest

CLAIMS = Path(__file__).parent / "claims"
# In the order of the sheet.
GROUPS = (
    "counting",
    "playability",
    "winners",
    "scores",
    "pools",
    "stock",
    "examples",
    "strategy",
    "silences",
    "definitions",
    "not_checkable",
)


class Effort(NamedTuple):
    """How much work simulations and deep searches may do: 1 is the quick report."""

    factor: float = 1.0
    seed: int = 1


Settler = Callable[[Claim, Effort], Finding]
_SETTLERS: dict[str, Settler] = {}


def settles(*kinds: str) -> Callable[[Settler], Settler]:
    """Register a function for claims by kind (a claim's `kind`, else its id)."""

    def register(function: Settler) -> Settler:
        for kind in kinds:
            if kind in _SETTLERS:
                raise ValueError(f"two functions settle {kind}")
            _SETTLERS[kind] = function
        return function

    return register


class Group(NamedTuple):
    """A group of the sheet: its name, its title and its claims."""

    name: str
    title: str
    claims: tuple[Claim, ...]


@lru_cache(maxsize=1)
def groups() -> tuple[Group, ...]:
    """Return all groups in the order of the sheet."""
    found = []
    for name in GROUPS:
        path = CLAIMS / f"{name}.toml"
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        claims = msgspec.convert(data.get("claim", []), tuple[Claim, ...])
        found.append(Group(name, data["title"], claims))
    return tuple(found)


@lru_cache(maxsize=1)
def claims() -> dict[str, Claim]:
    """Return every claim by id."""
    return {claim.id: claim for group in groups() for claim in group.claims}


def select(patterns: tuple[str, ...]) -> list[Claim]:
    """Return the claims whose id matches a pattern (`B0*`), or whose group is named; all if none.

    Raises BadInput for a pattern that matches nothing.
    """
    if not patterns:
        return list(claims().values())
    chosen: dict[str, Claim] = {}
    for pattern in patterns:
        by_group = {g.name: g.claims for g in groups()}.get(pattern.lower(), ())
        matching = [*by_group, *(c for i, c in claims().items() if fnmatch(i, pattern.upper()))]
        if not matching:
            known = [*claims(), *GROUPS]
            raise BadInput(f"no claim matches '{pattern}'.{nearest(pattern, known)}")
        chosen.update({claim.id: claim for claim in matching})
    return list(chosen.values())


@lru_cache(maxsize=1)
def group_names() -> dict[str, str]:
    """Return the name of every claim's group by the claim's id."""
    return {claim.id: group.name for group in groups() for claim in group.claims}


@lru_cache(maxsize=len(GROUPS))
def load_settlers(group: str) -> None:
    """Import the functions of a group, if it has any; a single claim needs no other group's."""
    if (CLAIMS / f"{group}.py").is_file():
        import_module(f"proofs.claims.{group}")


def settle(claim: Claim, effort: Effort = Effort()) -> Finding:
    """Compute the finding of a claim; a limit reached is the verdict 'unknown'."""
    load_settlers(group_names().get(claim.id, ""))
    function = _SETTLERS.get(claim.kind or claim.id) or _SETTLERS.get(claim.id)
    if function is None:
        return Finding(Verdict.NOT_SETTLED, "no method yet")
    begun = time.perf_counter()
    try:
        finding = function(claim, effort)
    except LimitReached as error:
        finding = Finding(Verdict.UNKNOWN, str(error))
    return finding.timed(time.perf_counter() - begun)
