"""Measure the compiled search: CPU time and nodes of fixed sets of seeded positions.

python benchmarks/search.py              the bars: value of whole deals and endings
python benchmarks/search.py --ideas      what every idea saves (the set with it switched off)
python benchmarks/search.py --five 20    share of five-player deals solved within the limit
python benchmarks/search.py --threads 2  nodes of all threads together, against those of one
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from solver.dealing import deal
from solver.goals import LEAST, Goal
from solver.notation import read
from solver.position import Position, start
from solver.search import Limits, solve
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MISERE = (
    "preferans-misere / A to lead / A: Qs Js 9c 7c Kd Qd Jd Td Jh 7h | "
    "B: Ts 9s 8s 7s 8c 9d 8d 7d 9h 8h | C: As Ks Qc Jc Tc Ad Ah Kh Qh Th"
)
IDEAS = {
    "table": "transposition table",
    "equivalents": "equivalent cards",
    "relative_ranks": "relative ranks in the key",
    "isomorphism": "suits and colours changing places",
    "reversal": "mirrored ranks (middling)",
    "irrelevant_ranks": "ranks of suits that two seats hold (middling)",
    "joker_bound": "bound from Jokers",
    "colour_bound": "bound from colours in one hand (middling)",
    "trump_bound": "bound from top trumps",
    "quick_tricks": "cashable tricks",
    "last_trick": "last trick at once",
    "good_first": "last card by its outcome",
    "promise": "masters and cheap wins first",
    "history": "refutations by suit led",
    "reach": "ends still reachable",
    "relevance": "results kept by relevant ranks (middling, four seats and more)",
    "outlook": "fewest ways for the others to win the trick first (the same)",
    "effort": "rounds of growing effort (the same)",
}


class Sample(NamedTuple):
    """Positions with one goal."""

    name: str
    positions: Callable[[int], list[Position]]
    goal: Goal
    size: int


def deals(name: str, **options: Any) -> Callable[[int], list[Position]]:
    """Return a maker of whole deals by seed."""
    return lambda count: [deal(load(name), seed, **options) for seed in range(count)]


def endings(cards: int, trump: str) -> Callable[[int], list[Position]]:
    """Return a maker of random four-player whist endings."""

    def make(count: int) -> list[Position]:
        variant = load("whist" if trump else "whist-notrump")
        found = []
        for seed in range(count):
            pack = list(variant.pack)
            random.Random(seed).shuffle(pack)
            hands = tuple(tuple(pack[i * cards : (i + 1) * cards]) for i in range(4))
            found.append(start(variant, hands)._replace(trump=trump, done=13 - cards))
        return found

    return make


def misere(count: int) -> list[Position]:
    """Return the preferans problem in which one trick is forced."""
    return [read(MISERE)[0]] * count


ONE, PAIR = frozenset({0}), frozenset({0, 2})
SAMPLES = (
    Sample("gooseberry 33 cards, one seat", deals("gooseberry-3"), Goal(ONE), 200),
    Sample("gooseberry 33 cards, two seats", deals("gooseberry-3"), Goal(frozenset({1, 2})), 200),
    Sample("gooseberry 33 cards, score", deals("gooseberry-3"), Goal(ONE, "score"), 20),
    Sample("gooseberry 45 cards, one seat", deals("gooseberry-5"), Goal(ONE), 20),
    Sample("whist trump, 5 cards", endings(5, "s"), Goal(PAIR), 200),
    Sample("whist trump, 8 cards", endings(8, "s"), Goal(PAIR), 100),
    Sample("whist no trump, 8 cards", endings(8, ""), Goal(PAIR), 100),
    Sample("preferans misere", misere, Goal(frozenset({1}), "tricks", LEAST), 5),
)
FIVE = (
    Sample("45 cards, 1 against 4", deals("gooseberry-5"), Goal(ONE), 0),
    Sample("45 cards, 2 against 3", deals("gooseberry-5"), Goal(frozenset({0, 1})), 0),
    Sample("55 cards, 1 against 4", deals("gooseberry-5-3j"), Goal(ONE), 0),
    Sample("55 cards, 2 against 3", deals("gooseberry-5-3j"), Goal(frozenset({0, 1})), 0),
    Sample("65 cards, 1 against 4", deals("gooseberry-5-65"), Goal(ONE), 0),
    Sample("65 cards, 2 against 3", deals("gooseberry-5-65"), Goal(frozenset({0, 1})), 0),
)


class Measured(NamedTuple):
    """Sorted CPU milliseconds and nodes; how many were not solved."""

    times: list[float]
    nodes: list[int]
    unsolved: int


def measure(
    positions: Sequence[Position],
    goal: Goal,
    limits: Limits,
    options: Mapping[str, Any] | None = None,
) -> Measured:
    """Solve the positions one after the other for their value alone."""
    times, nodes, unsolved = [], [], 0
    for position in positions:
        began = time.thread_time()
        answer = solve(position, goal, limits, actions=False, line=False, options=options)
        times.append((time.thread_time() - began) * 1e3)
        nodes.append(answer.nodes)
        unsolved += answer.value is None
    return Measured(sorted(times), sorted(nodes), unsolved)


def row(name: str, found: Measured) -> str:
    """Return one line of the report."""
    times, nodes = found.times, found.nodes
    late = times[int(0.95 * (len(times) - 1))]
    return (
        f"{name:32} {statistics.median(times):9.3f} {statistics.mean(times):9.3f} {late:9.3f} "
        f"{times[-1]:9.3f} {int(statistics.median(nodes)):10} {int(statistics.mean(nodes)):10} "
        f"{found.unsolved or ''}"
    )


HEAD = (
    f"{'':32} {'median':>9} {'mean':>9} {'p95':>9} {'worst ms':>9} {'nodes med':>10} {'mean':>10}"
)


def bars() -> None:
    """Report the bars."""
    print(HEAD)
    for sample in SAMPLES:
        print(row(sample.name, measure(sample.positions(sample.size), sample.goal, Limits())))


def ideas() -> None:
    """Report the mean nodes with one idea switched off at a time."""
    samples = [s._replace(size=12) for s in (*SAMPLES[:4], FIVE[1], *SAMPLES[5:7])]
    print(
        f"{'switched off':50}"
        + "".join(f"{s.name.removeprefix('gooseberry '):>24}" for s in samples)
    )
    for word, name in {"": "nothing", **IDEAS}.items():
        options = {word or "table": 0 if word == "effort" else not word}  # options: this kernel
        cells = []
        for sample in samples:
            limits = Limits(nodes=20_000_000)
            found = measure(sample.positions(sample.size), sample.goal, limits, options)
            mark = ">" if found.unsolved else ""
            cells.append(f"{mark}{statistics.mean(found.nodes):,.0f}")
        print(f"{name:50}" + "".join(f"{cell:>24}" for cell in cells), flush=True)


def five(count: int, nodes: int, memory: float) -> None:
    """Report the share of five-player deals solved within a number of nodes."""
    print(HEAD)
    for sample in FIVE:
        limits = Limits(nodes=nodes, memory=memory)
        found = measure(sample.positions(count), sample.goal, limits)
        print(row(sample.name, found), f"unsolved of {count}", flush=True)


def threads(count: int) -> None:
    """Report how many more nodes some threads need for hard positions than one does."""
    cases = [(FIVE[1], 12), (FIVE[3], 12), (SAMPLES[2], 12)]
    print(f"{'':32} {'1 thread':>12} {f'{count} threads':>12}  ratio, ideal speed-up")
    for sample, size in cases:
        nodes = {1: 0, count: 0}
        for position in sample.positions(size):
            values = set()
            for number in nodes:
                found = solve(position, sample.goal, actions=False, line=False, threads=number)
                nodes[number] += found.nodes
                values.add(found.value)
            assert len(values) == 1
        ratio = nodes[count] / nodes[1]
        print(f"{sample.name:32} {nodes[1]:12} {nodes[count]:12} {ratio:6.2f} {count / ratio:6.2f}")


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ideas", action="store_true")
    parser.add_argument("--five", type=int, metavar="DEALS")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--nodes", type=int, default=120_000_000, help="about 60 s of CPU time")
    parser.add_argument("--memory", type=float, default=4096.0, help="table in MB")
    asked = parser.parse_args()
    if asked.ideas:
        ideas()
    elif asked.threads:
        threads(asked.threads)
    elif asked.five:
        five(asked.five, asked.nodes, asked.memory)
    else:
        bars()


if __name__ == "__main__":
    main()
