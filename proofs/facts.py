"""Produce payloads for facts about linear scores that hold for every deal size T.

The payloads are described in docs/certificates.md. Nothing here is trusted: the checkers
`arithmetic` and `ties` establish each payload anew.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SEARCH = 60  # the largest deal size searched for ties
COMBINE = 4  # the largest multiplier tried where several differences must vanish at once

Row = Sequence[int]
State = tuple[int, ...]


class NoFactError(ValueError):
    """Signal that no certificate of the asked sort was found."""


def expand_weights(weights: Row) -> list[list[int]]:
    """Return the score rows of a game where every seat counts the same turn by turn."""
    n = len(weights)
    return [[weights[(i - j) % n] for j in range(n)] for i in range(n)]


def combination(scores: Mapping[str, Any], multipliers: Row) -> list[int]:
    """Return the constant and coefficients of a combination of the scores."""
    rows = scores["rows"] if "rows" in scores else expand_weights(scores["weights"])
    forms = [[c, *row] for c, row in zip(scores["constants"], rows, strict=True)]
    return [sum(a * x for a, x in zip(multipliers, column, strict=True))
            for column in zip(*forms, strict=True)]


def identity(scores: Mapping[str, Any], multipliers: Row) -> dict[str, Any]:
    """Return the payload that the combination of scores equals one linear form."""
    table = combination(scores, multipliers)
    claim = {"fact": "identity", "scores": scores, "multipliers": list(multipliers),
             "equals": table}
    return {"claim": claim, "proof": {"combination": table}}


def residues(scores: Mapping[str, Any], multipliers: Row, modulus: int) -> dict[str, Any]:
    """Return the payload that T mod `modulus` fixes the combination's residue."""
    table = combination(scores, multipliers)
    constant, slope = table[0], table[1]
    if any((x - slope) % modulus for x in table[1:]):
        raise NoFactError(f"T does not fix the combination modulo {modulus}")
    claim = {"fact": "residues", "scores": scores, "multipliers": list(multipliers),
             "modulus": modulus,
             "residues": [(constant + slope * total) % modulus for total in range(modulus)]}
    return {"claim": claim, "proof": {"combination": table}}


def bounds(scores: Mapping[str, Any], multipliers: Row) -> dict[str, Any]:
    """Return the payload of the exact bounds of a combination, as constant + slope * T."""
    table = combination(scores, multipliers)
    claim = {"fact": "bounds", "scores": scores, "multipliers": list(multipliers),
             "low": [table[0], min(table[1:])], "high": [table[0], max(table[1:])]}
    return {"claim": claim, "proof": {"combination": table}}


@dataclass(frozen=True)
class _Group:
    """Hold what is known of the ties of one group of seats.

    `splits` has a tying split for every T up to the limit that has one. `period` says that T must
    be a multiple of it (0: only T = 0 ties), as `multipliers` and `modulus` show.
    """

    seats: tuple[int, ...]
    splits: dict[int, list[int]]
    period: int
    multipliers: tuple[int, ...]
    modulus: int


def ties(scores: Mapping[str, Any], groups: str | Sequence[Row] = "pairs",
         limit: int = SEARCH) -> dict[str, Any]:
    """Return the payload that says for which T some group of seats can have equal scores.

    The tying splits of a group are closed under addition, so adding one tying split of size m to
    any other gives ties for a whole progression. The smallest m that leaves no residue class
    open is taken.
    """
    for reach in (limit // 4, limit // 2, limit):  # small deals mostly do, and are quick
        known = [_study(gaps, seats, reach) for seats, gaps in _gaps(scores, groups)]
        period, starts, witnesses = _settle(known, reach)
        if period:
            break
    else:
        raise NoFactError(f"no period up to {limit} settles every residue class")
    reached = {total for group in known for total in group.splits}
    isolated = sorted(total for total in reached
                      if (start := starts[total % period]) is None or total < start)
    claim = {"fact": "ties", "scores": scores, "isolated": isolated, "modulus": period,
             "groups": groups if isinstance(groups, str) else [list(g) for g in groups],
             "starts": starts}
    refutations = [{"group": list(group.seats), "multipliers": list(group.multipliers),
                    "modulus": group.modulus} for group in known if None in starts]
    return {"claim": claim, "proof": {"witnesses": witnesses, "refutations": refutations}}


def _settle(known: list[_Group], limit: int
            ) -> tuple[int, list[int | None], list[dict[str, Any] | None]]:
    """Return the least period that leaves no residue open (0: none), and what `_starts` finds."""
    for period in range(1, limit + 1):
        starts, witnesses = _starts(known, period)
        if all(start is not None or all(_excluded(group, residue, period) for group in known)
               for residue, start in enumerate(starts)):
            return period, starts, witnesses
    return 0, [], []


def _gaps(scores: Mapping[str, Any], groups: str | Sequence[Row]
          ) -> list[tuple[tuple[int, ...], list[list[int]]]]:
    """Return each group of seats with the differences that vanish when it ties."""
    rows = scores["rows"] if "rows" in scores else expand_weights(scores["weights"])
    if isinstance(groups, str):
        pairs = itertools.combinations(range(len(rows)), 2)
        groups = [pair for pair in pairs if "rows" in scores or pair[0] == 0]
    return [(tuple(group), [[a - b for a, b in zip(rows[group[0]], rows[seat], strict=True)]
                            for seat in group[1:]]) for group in groups]


def _study(gaps: list[list[int]], seats: tuple[int, ...], limit: int) -> _Group:
    """Return the tying splits of a group up to the limit, and why other T are excluded."""
    best = (1, (0,) * len(gaps), 2)
    spread = (1, -1) if len(gaps) == 1 else range(-COMBINE, COMBINE + 1)
    for multipliers in itertools.product(spread, repeat=len(gaps)):
        columns = [sum(a * x for a, x in zip(multipliers, column, strict=True))
                   for column in zip(*gaps, strict=True)]
        if min(columns) > 0:
            best = (0, multipliers, 0)
            break
        modulus = math.gcd(*(x - columns[0] for x in columns))
        if modulus and modulus // math.gcd(modulus, columns[0]) > best[0]:
            best = (modulus // math.gcd(modulus, columns[0]), multipliers, modulus)
    return _Group(seats, _tying_splits(gaps, limit), *best)


def _tying_splits(gaps: list[list[int]], limit: int) -> dict[int, list[int]]:
    """Return for every T up to the limit a split that makes all gaps 0, where there is one."""
    steps = list(zip(*gaps, strict=True))
    origin: State = (0,) * len(gaps)
    layers: list[dict[State, int]] = [{origin: -1}]  # the last part added on the way there
    for _ in range(limit):
        layers.append({tuple(map(sum, zip(state, step, strict=True))): part
                       for state in layers[-1] for part, step in enumerate(steps)})
    splits = {}
    for total in range(limit + 1):
        if origin not in layers[total]:
            continue
        split, state = [0] * len(steps), origin
        for layer in range(total, 0, -1):
            part = layers[layer][state]
            split[part] += 1
            state = tuple(a - b for a, b in zip(state, steps[part], strict=True))
        splits[total] = split
    return splits


def _starts(known: list[_Group], period: int
            ) -> tuple[list[int | None], list[dict[str, Any] | None]]:
    """Return per residue the least T from which all tie, and the splits that show it."""
    starts: list[int | None] = [None] * period
    witnesses: list[dict[str, Any] | None] = [None] * period
    for group in known:
        step = group.splits.get(period)
        for total, base in group.splits.items() if step is not None else ():
            start = starts[total % period]
            if start is None or total < start:
                starts[total % period] = total
                witnesses[total % period] = {"group": list(group.seats), "base": base,
                                             "step": step}
    return starts, witnesses


def _excluded(group: _Group, residue: int, period: int) -> bool:
    """Tell whether the group cannot tie for any T > 0 of the residue class."""
    return group.period == 0 or residue % math.gcd(group.period, period) != 0
