"""The compiled search under the address and undefined-behaviour sanitizers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORK = """
from solver.dealing import deal
from solver.errors import RulesSilent
from solver.goals import Goal
from solver.search import EACH, KERNEL, PLAIN, Limits, can_make, solve, table
from solver.variant import load
from solver.variant_source import names
from tests.common.endings import variant_endings
from tests.differential.questions import for_himself, questions, readings

used = set()
for name in names():
    for number, asked in enumerate(questions(readings(name), 2, 4, seed=77)):
        try:
            used.add(solve(*asked, Limits(nodes=20_000), KERNEL).engine)
            if number % 4 == 0:
                used.add(solve(*for_himself(asked), Limits(nodes=20_000), KERNEL).engine)
        except RulesSilent:
            pass
for name in ("gooseberry-3", "gooseberry-5-65", "gooseberry-5-3j", "whist"):
    solve(deal(load(name), 1, trump="s" if name == "whist" else ""), Goal(frozenset({0})),
          Limits(nodes=50_000), KERNEL, threads=2)
for name in ("whist", "bridge"):
    pair = Goal(frozenset({0, 2}), "tricks", "at least", 3)
    for cards in (2, 5, 8):
        for position in variant_endings(load(name), 6, cards, seed=78):
            used.add(solve(position, pair, engine=PLAIN).engine)
            solve(position, pair, Limits(memory=0.001), PLAIN, threads=2)
            can_make(position, pair)
    opening = deal(load(name), 5, trump="s")
    solve(opening, pair, Limits(nodes=20_000), PLAIN)
    table(opening, Limits(nodes=20_000), threads=2)
assert used == {KERNEL, EACH, PLAIN}, used
print("clean")
"""


def library(name: str) -> str:
    """Return the compiler's path of a run-time library."""
    found = subprocess.run(
        ["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("cmake") and shutil.which("g++")), reason="no compiler")
def test_no_undefined_behaviour(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    for folder in ("solver", "tests"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("*.so"))
    shutil.copy(ROOT / "CMakeLists.txt", tree)
    configure = ["cmake", "-S", str(tree), "-B", str(tmp_path / "build")]
    options = [f"-DPython_EXECUTABLE={sys.executable}", "-DFOOLPROOF_SANITIZE=ON"]
    subprocess.run([*configure, *options], check=True, capture_output=True)
    subprocess.run(["cmake", "--build", str(tmp_path / "build")], check=True, capture_output=True)
    preload = f"{library('libasan.so')}:{library('libubsan.so')}"
    env = {**os.environ, "LD_PRELOAD": preload, "ASAN_OPTIONS": "detect_leaks=0"}
    env |= {"UBSAN_OPTIONS": "halt_on_error=1", "PYTHONPATH": str(tree)}
    ran = subprocess.run(
        [sys.executable, "-c", WORK], cwd=tree, env=env, capture_output=True, text=True
    )
    assert ran.stdout.strip() == "clean", ran.stderr[-3000:]
