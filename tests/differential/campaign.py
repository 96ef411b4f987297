"""The compiled search against the reference on as many random endings as one likes, resumable.

python -m tests.differential.campaign              100,000 endings of all variants and readings
python -m tests.differential.campaign --report     what has been compared so far

Endings are asked in blocks: one variant under one reading, one seed; in every third block they are
first tricks of short hands. A finished block is a line in the log with the digests of the rules and
of the compiled searches, and is not done again for these.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.errors import RulesSilent
from solver.goals import OWN
from solver.kernel import kernel, plain
from solver.referee import legal_actions, step
from solver.search import AUTO, KERNEL, solve
from solver.variant_source import names
from tests.common.endings import minimax, openings, variant_endings
from tests.differential.questions import (
    Question,
    differs,
    for_himself,
    oracle,
    questions,
    random_goal,
    readings,
    report,
    shrunk,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solver.position import Position
    from solver.variant import Variant

LOG = Path("build/differential.jsonl")
ENDINGS = 100_000
BLOCK = 50
MOST_TRIES = 4  # blocks of a reading beyond its share, where the rules are often silent
NODES = 6_000  # the reference gives up beyond
MINIMAX_LEAVES = 400  # memo-less minimax judges too while there are no more ways to play
CARDS = {3: (2, 3, 4, 5), 4: (2, 3, 3, 4), 5: (2, 3, 3, 2)}  # a hand, block by block; else 2


def compiled_digest() -> str:
    """Return what tells these builds of the compiled searches from others."""
    found = hashlib.sha256()
    for module in (kernel(), plain.module()):
        assert module is not None
        found.update(Path(module.__file__).read_bytes())
    return found.hexdigest()[:12]


def ask(variant: Variant, seed: int) -> Counter[str]:
    """Compare one block; return how many endings came to what. Raises AssertionError."""
    cards = CARDS.get(variant.players, (2,))[seed % 4] if variant.players in CARDS else 2
    found: Counter[str] = Counter()
    positions = openings if seed % 3 == 2 else variant_endings
    some = questions(iter([variant]), BLOCK // 2, cards, 1000 + seed, positions)
    for number, asked in enumerate(some):
        found[_compared(for_himself(asked) if number % 6 == 5 else asked)] += 1
        rng = random.Random(f"{variant.digest}/{seed}/{number}")
        later = _later(asked.position, rng)
        if not later.over:
            found[_compared(Question(later, random_goal(later, rng)))] += 1
    return found


def _later(position: Position, rng: random.Random) -> Position:
    """Play about a trick at random: an ending of its own at little cost."""
    for _ in range(rng.randint(1, position.players)):
        try:
            position = step(position, rng.choice(legal_actions(position)))
        except RulesSilent:
            return position
        if position.over:
            break
    return position


def _compared(asked: Question) -> str:
    expected = oracle(asked, NODES, line=False)
    if expected is None:
        return "left out"
    for engine in (KERNEL, AUTO):  # the plain kernel is asked first where it takes the question
        how = differs(asked, solve, expected, engine=engine)
        if how:
            small = shrunk(asked, lambda q, e=engine: bool(differs(q, solve, engine=e)))
            raise AssertionError(report(small, f"{engine}: {how}"))
    if asked.goal.stance == OWN:
        return "reference, each for himself"
    ways = math.prod(math.factorial(len(hand)) for hand in asked.position.hands)
    if ways > MINIMAX_LEAVES:
        return "reference"
    try:
        value = minimax(*asked)
    except RulesSilent:
        return "reference"
    if value != expected.value:
        raise AssertionError(report(asked, f"minimax {value}, reference {expected.value}"))
    return "reference and minimax"


def blocks(variants: Sequence[str], endings: int) -> Iterator[tuple[Variant, int]]:
    """Yield readings with seeds, endlessly, so that every reading is asked before any twice."""
    asked = [reading for name in variants for reading in readings(name)]
    share = max(1, math.ceil(endings / BLOCK / len(asked)))
    for seed in range(share * MOST_TRIES):
        for reading in asked:
            yield reading, seed


def run(variants: Sequence[str], endings: int, log: Path) -> int:
    """Compare until so many endings are in the log; return how many are."""
    log.parent.mkdir(parents=True, exist_ok=True)
    digest = compiled_digest()
    done = {tuple(row["block"]): row for row in rows(log) if row["compiled"] == digest}
    total = sum(_endings(row) for row in done.values() if row["block"][0] in variants)
    for variant, seed in blocks(variants, endings):
        if total >= endings:
            break
        block = (variant.name, variant.digest, seed)
        if block in done:
            continue
        row = {"block": block, "compiled": digest, "found": ask(variant, seed)}
        with log.open("a") as file:
            print(json.dumps(row), file=file)
        total += _endings(row)
    return total


def _endings(row: dict[str, Any]) -> int:
    return sum(number for kind, number in row["found"].items() if kind != "left out")


def rows(log: Path) -> list[dict[str, Any]]:
    """Return the blocks in a log."""
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def summary(log: Path) -> str:
    """Return how many endings of which variants this build has been compared on."""
    found: Counter[str] = Counter()
    variants: Counter[str] = Counter()
    for row in rows(log):
        if row["compiled"] == compiled_digest():
            found.update(row["found"])
            variants[row["block"][0]] += _endings(row)
    few = ", ".join(f"{name} {number}" for name, number in sorted(variants.items()))
    kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(found.items()))
    return f"{sum(variants.values())} endings compared ({kinds})\n{few}"


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--endings", type=int, default=ENDINGS)
    parser.add_argument("--log", type=Path, default=LOG)
    parser.add_argument("--report", action="store_true")
    parser.add_argument("variants", nargs="*", default=names())
    asked = parser.parse_args()
    if not asked.report:
        run(asked.variants, asked.endings, asked.log)
    print(summary(asked.log))


if __name__ == "__main__":
    main()
