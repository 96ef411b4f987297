"""Measure bridge against DDS, deal by deal in one process (CPU time); every value is compared.

python benchmarks/bridge.py               200 seeded deals, notrump and spades
python benchmarks/bridge.py --tables 30   tables of 20 declarers and trumps as well
python benchmarks/bridge.py --data DIR    published hard deals: tables of the files of DIR (DDS's
                                          format), values checked
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from solver.goals import Goal
from solver.position import Position, start
from solver.search import Limits, solve, table
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from solver.cards import Hand
    from solver.variant import Variant

T = TypeVar("T")
SEATS = "NESW"
TABLE_ORDER = [*"shdc", ""]


def random_deal(rng: random.Random) -> Position:
    """Return a full bridge deal."""
    variant = load("bridge")
    pack = list(variant.pack)
    rng.shuffle(pack)
    hands = tuple(tuple(pack[i::4]) for i in range(4))
    return start(variant, hands, leader=rng.randrange(4))


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return a result and the CPU time in milliseconds."""
    began = time.process_time()
    result = work()
    return result, (time.process_time() - began) * 1e3


def line(name: str, times: Sequence[float]) -> str:
    """Return a line of statistics."""
    p95 = sorted(times)[int(0.95 * (len(times) - 1))]
    return (
        f"  {name:16}mean {statistics.mean(times):9.2f}  median {statistics.median(times):9.2f}  "
        f"p95 {p95:9.2f}  max {max(times):9.2f} ms"
    )


def report(title: str, ours: Sequence[float], theirs: Sequence[float]) -> None:
    """Print both engines and how many times longer DDS takes."""
    print(title)
    print(line("foolproof", ours))
    print(line("DDS", theirs))
    p95 = [sorted(times)[int(0.95 * (len(times) - 1))] for times in (theirs, ours)]
    print(
        f"  DDS / foolproof mean {statistics.mean(theirs) / statistics.mean(ours):9.2f}  "
        f"median {statistics.median(theirs) / statistics.median(ours):9.2f}  "
        f"p95 {p95[0] / p95[1]:9.2f}",
        flush=True,
    )


def deals(count: int, seed: int) -> None:
    """Measure the value of one leader's side."""
    from tests.common import dds

    for trump in ("", "s"):
        rng, ours, theirs, full = random.Random(seed), [], [], []
        for _ in range(count):
            position = random_deal(rng)._replace(trump=trump)
            goal = Goal(frozenset({position.turn, (position.turn + 2) % 4}))
            found, spent = timed(lambda: solve(position, goal, actions=False, line=False))  # noqa: B023
            ours.append(spent)
            expected, spent = timed(lambda: dds.value(position))  # noqa: B023
            theirs.append(spent)
            assert found.value == expected, position
            full.append(timed(lambda: solve(position, goal))[1])  # noqa: B023
        report(f"{'spades' if trump else 'notrump'}, {count} deals, value", ours, theirs)
        print(line("cards and line", full))


def tables(count: int, seed: int) -> None:
    """Measure the tricks of every declarer under every trump."""
    from tests.common import dds

    rng, ours, theirs = random.Random(seed), [], []
    for _ in range(count):
        position = random_deal(rng)
        found, spent = timed(lambda: table(position))  # noqa: B023
        ours.append(spent)
        expected, spent = timed(lambda: dds.table(position))  # noqa: B023
        theirs.append(spent)
        assert {key: answer.value for key, answer in found.items()} == expected, position
    report(f"tables of 20, {count} deals", ours, theirs)


# --- published deals ------------------------------------------------------------------------------


def published(path: Path) -> Iterator[tuple[Position, dict[tuple[int, str], int]]]:
    """Yield the deals of a file of DDS with their tables."""
    position = None
    for row in path.read_text().splitlines():
        if row.startswith("PBN"):
            position = read_pbn(row.split('"')[1])
        elif row.startswith("TABLE") and position is not None:
            numbers = [int(word) for word in row.split()[1:]]
            cells = ((d, trump) for trump in TABLE_ORDER for d in range(4))
            yield position, dict(zip(cells, numbers, strict=True))


def read_pbn(text: str) -> Position:
    """Return the deal of a line such as N:AK.Q... with hands clockwise."""
    first, *hands = text.replace(":", " ").split()
    variant = load("bridge")
    held = [_hand(variant, hand) for hand in hands]
    turned = [held[(seat - SEATS.index(first)) % 4] for seat in range(4)]
    return start(variant, tuple(turned))


def _hand(variant: Variant, text: str) -> Hand:
    suits = zip("shdc", text.split("."), strict=True)
    return tuple(variant.pack.parse(rank + suit) for suit, ranks in suits for rank in ranks)


def hard(folder: Path, seconds: float, memory: float) -> None:
    """Measure the tables of published deals; DDS's own times are on record elsewhere."""
    for path in sorted(folder.glob("*.txt")):
        times, stopped = [], 0
        for position, expected in published(path):
            found, spent = timed(lambda: table(position, Limits(None, seconds, memory)))  # noqa: B023
            known = {key: a.value for key, a in found.items() if a.known}
            assert all(value == expected[key] for key, value in known.items()), position
            stopped += len(known) < len(expected)
            times.append(spent)
        print(line(path.stem, times), f" {stopped} of {len(times)} stopped", flush=True)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--tables", type=int, default=0)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--data", type=Path, help="folder of hard deals in DDS's format")
    parser.add_argument("--seconds", type=float, default=60, help="limit of a hard table")
    parser.add_argument("--memory", type=float, default=1024, help="MB for a hard table")
    asked = parser.parse_args()
    if asked.deals:
        deals(asked.deals, asked.seed)
    if asked.tables:
        tables(asked.tables, asked.seed)
    if asked.data:
        hard(asked.data, asked.seconds, asked.memory)


if __name__ == "__main__":
    main()
