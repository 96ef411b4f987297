"""Test the checkers by themselves, against brute force and against misuse."""

from __future__ import annotations

import ast
import itertools
import json
import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs import facts
from proofs.checkers import arithmetic, count, lrat, ties
from proofs.checkers.payload import Refused
from proofs.lrat import Refutation, refute
from tests.common.tampered import good, pigeons

FOLDER = Path(lrat.__file__).parent
FILES = sorted(FOLDER.glob("[a-z]*.py"))


def splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield all lists of natural numbers of one length and sum."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in splits(total - first, parts - 1):
            yield (first, *rest)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_checkers_stand_alone(path: Path) -> None:
    """A checker imports nothing but the standard library and what lies beside it."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            beside = FOLDER / f"{node.module}.py"
            names = [node.module or ""] if node.level == 0 else []
            assert node.level == 0 or (node.level == 1 and beside in FILES)
        assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("[a-z]*.py")), ids=lambda path: path.name)
def test_checkers_are_short(path: Path) -> None:
    """Everything that has to be trusted can be read at a glance."""
    assert len(path.read_text().splitlines()) < 90


def test_checkers_run_by_themselves(tmp_path: Path) -> None:
    """The folder of the checkers is all that they need."""
    proof = refute(pigeons(2))
    assert isinstance(proof, Refutation)
    (tmp_path / "elsewhere").mkdir()
    for path in FILES:
        (tmp_path / "elsewhere" / path.name).write_text(path.read_text())
    (tmp_path / "cnf").write_text(proof.dimacs)
    (tmp_path / "proof").write_text(proof.lrat)
    calls = [["lrat", "cnf", "proof"]]
    for name, kind in (("identity", "arithmetic"), ("ties", "ties"), ("count", "count")):
        (tmp_path / kind).write_text(json.dumps(good()[name].payload))
        calls.append([kind, kind])
    for checker, *args in calls:
        done = subprocess.run([sys.executable, "-E", "-s", "-m", f"elsewhere.{checker}", *args],
                              capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.stdout == "verified\n", done.stderr


WEIGHTS = st.lists(st.integers(-4, 4), min_size=2, max_size=4)
ROWS = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.lists(st.integers(-4, 4), min_size=n, max_size=n),
                       min_size=2, max_size=3))
SCORES = st.one_of(WEIGHTS.map(lambda w: {"weights": w}), ROWS.map(lambda rows: {"rows": rows}))


def tie_exists(rows: list[list[int]], groups: list[list[int]], total: int) -> bool:
    """Tell by trying every split whether some group can tie."""
    for split in splits(total, len(rows[0])):
        scores = [sum(a * t for a, t in zip(row, split, strict=True)) for row in rows]
        if any(len({scores[seat] for seat in group}) == 1 for group in groups):
            return True
    return False


@given(SCORES, st.booleans())
@settings(max_examples=150, deadline=None)
def test_ties_agree_with_brute_force(scores: dict[str, Any], all_seats: bool) -> None:
    """What is certified about ties is so for small deals, and no other start is accepted."""
    rows = scores.get("rows") or facts.expand_weights(scores["weights"])
    groups = [list(pair) for pair in itertools.combinations(range(len(rows)), 2)]
    try:
        if all_seats:
            groups = [list(range(len(rows)))]
            payload = facts.ties(scores, groups, 24)
        else:
            payload = facts.ties(scores, limit=24)
    except facts.NoFactError:
        return
    ties.check(payload)
    claim = payload["claim"]
    for total in range(7):
        start = claim["starts"][total % claim["modulus"]]
        claimed = total in claim["isolated"] or (start is not None and total >= start)
        assert claimed == tie_exists(rows, groups, total)
    for residue, start in enumerate(claim["starts"]):
        for other in {None, residue, residue + claim["modulus"]} - {start}:
            claim["starts"][residue] = other
            with pytest.raises(Refused):
                ties.check(payload)
        claim["starts"][residue] = start


@given(WEIGHTS, st.integers(-3, 3), st.integers(0, 6))
@settings(deadline=None)
def test_linear_facts_agree_with_brute_force(weights: list[int], shift: int, total: int) -> None:
    """What is certified about combinations of scores holds for every split tried."""
    n = len(weights)
    rows = facts.expand_weights(weights)
    scores = {"weights": weights, "constants": [shift] * n}
    for multipliers in ([1] * n, [1, -1] + [0] * (n - 2)):
        equal, bound = facts.identity(scores, multipliers), facts.bounds(scores, multipliers)
        arithmetic.check(equal)
        arithmetic.check(bound)
        constant, *slopes = equal["claim"]["equals"]
        values = set()
        for split in splits(total, n):
            value = sum(m * (shift + sum(a * t for a, t in zip(row, split, strict=True)))
                        for m, row in zip(multipliers, rows, strict=True))
            assert value == constant + sum(a * t for a, t in zip(slopes, split, strict=True))
            values.add(value)
        ends = [a + b * total for a, b in (bound["claim"]["low"], bound["claim"]["high"])]
        assert ends == [min(values), max(values)]
        modulus = math.gcd(*(x - slopes[0] for x in slopes))
        if modulus > 1:
            fixed = facts.residues(scores, multipliers, modulus)
            arithmetic.check(fixed)
            table = fixed["claim"]["residues"]
            assert {value % modulus for value in values} == {table[total % modulus]}


PACK = [{"rank": rank, "suit": suit} for rank in range(3) for suit in "ab"]
X = ["var", "x"]
RANKS = ["each", "c", X, ["get", ["var", "c"], "rank"]]
FLUSH = ["==", 1, ["distinct", "c", X, ["get", ["var", "c"], "suit"]]]


@pytest.mark.parametrize(("domain", "where", "size", "number"), [
    ({"kind": "splits", "total": 5, "parts": 3}, ["==", ["at", ["var", "t"], 0], 2], 21, 4),
    ({"kind": "splits", "total": 5, "parts": 3}, ["<", 3, ["max", 0, ["at", ["var", "t"], 4]]],
     21, 3),
    ({"kind": "splits", "total": 4, "parts": 1}, True, 1, 1),
    ({"kind": "splits", "total": 0, "parts": 2},
     ["all", "a", ["var", "t"], ["==", 0, ["var", "a"]]], 1, 1),
    ({"kind": "subsets", "items": PACK, "size": 3}, FLUSH, 20, 2),
    ({"kind": "multisets", "items": PACK, "size": 2}, FLUSH, 21, 12),
    ({"kind": "tuples", "items": PACK, "size": 2}, FLUSH, 36, 18),
    ({"kind": "arrangements", "items": PACK, "size": 2}, FLUSH, 30, 12),
    ({"kind": "tuples", "items": PACK, "size": 2}, ["in", 2, RANKS], 36, 20),
    ({"kind": "tuples", "items": [1, 2, 3], "size": 2},
     ["==", ["sum", "a", X, ["var", "a"]], ["*", 2, ["len", X]]], 9, 3),
    ({"kind": "product", "values": {"a": [1, 2, 3], "b": [False, True]}},
     ["if", ["var", "b"], ["<=", ["var", "a"], 1], ["==", ["%", ["var", "a"], 2], 0]], 6, 2),
    ({"kind": "product", "values": {"a": [-2, 0, 2]}},
     ["and", ["not", ["==", ["var", "a"], 0]],
      ["or", ["==", ["//", 4, ["var", "a"]], 2], ["==", ["-", 0, ["abs", ["var", "a"]]], 5]]],
     3, 1),
    ({"kind": "product", "values": {"a": [1, 2]}},
     ["any", "b", ["list", 1, 5], ["==", 1, ["count", "c", ["list", 1, 2],
                                            ["<", ["var", "c"], ["var", "a"]]]]], 2, 1),
])
def test_counts(domain: Any, where: Any, size: int, number: int) -> None:
    """Counts worked out by hand are accepted, and no others."""
    claim = {"domain": domain, "where": where, "size": size, "count": number}
    count.check({"claim": claim})
    wrongs = {"count": number + 1}, {"size": size + 1}, {"count": -1}, {"count": float(number)}
    for wrong in wrongs:
        with pytest.raises(Refused):
            count.check({"claim": {**claim, **wrong}})


@pytest.mark.parametrize("where", [
    ["*", "a", 10**9], ["%", "%999999999d", 5], ["at", ["list", 1], "%999999999d"],
    ["list", ["list", 1]], ["each", "a", ["list", 1], ["list", 1]],
    ["sum", "a", ["list", "b"], 1, 2],
    ["//", 1, 0], ["min"], ["var"], [], [[]], {"a": 1}, ["all", [], ["list", 1], True],
    ["get", 1, 2], ["+", None], ["not"], ["if", True], ["abs"], ["<", 1], ["distinct", "a", 5, 1],
])
def test_senseless_conditions_are_refused(where: Any) -> None:
    """A condition that makes no sense is refused, at no great cost."""
    claim = {"domain": {"kind": "splits", "total": 1, "parts": 1}, "where": where, "size": 1}
    for number in (0, 1):
        if isinstance(where, dict) and number == 0:
            continue  # a constant that is not true is met by no member
        with pytest.raises(Refused):
            count.check({"claim": {**claim, "count": number}})


def test_deep_and_long_conditions_are_refused() -> None:
    """A condition that nests too deep or takes too long is refused."""
    deep: Any = True
    for _ in range(5000):
        deep = ["not", deep]
    claim = {"domain": {"kind": "splits", "total": 1, "parts": 1}, "size": 1, "count": 1}
    with pytest.raises(Refused):
        count.check({"claim": {**claim, "where": deep}})


GARBAGE = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["claim", "proof", "fact", "scores", "domain", "where"]),
                        inner, max_size=3)), max_leaves=8)


@given(GARBAGE)
@settings(max_examples=300)
def test_garbage_is_only_ever_refused(payload: Any) -> None:
    """No JSON value breaks a checker in another way than a refusal."""
    with pytest.raises(Refused):
        arithmetic.check(payload)
    with pytest.raises(Refused):
        ties.check(payload)
    with pytest.raises(Refused):
        count.check(payload)
