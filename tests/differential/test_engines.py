"""What holds of every engine alike: lines, memory, threads, forks, the size of the table."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from solver.dealing import deal
from solver.errors import RulesSilent
from solver.goals import LEAST, MOST, OWN, Goal, measured
from solver.kernel import kernel
from solver.kernel.options import usual
from solver.limits import Limits
from solver.position import Position
from solver.referee import legal_actions, step
from solver.search import EACH, KERNEL, PLAIN, REFERENCE, WITH_TREE, Answer, in_play, solve
from solver.variant import load
from solver.variant_source import names
from tests.common.endings import variant_endings
from tests.differential.questions import Question, for_himself, oracle, questions
from tests.differential.test_kernel import SWITCHES

ROOT = Path(__file__).resolve().parents[2]
compiled = pytest.mark.skipif(kernel() is None, reason="the compiled search was not built")
ENGINES = [*(pytest.param(e, marks=compiled) for e in (PLAIN, KERNEL, EACH, WITH_TREE)), REFERENCE]


def asked_of(engine: str, cards: int = 4, count: int = 6) -> Iterator[Question]:
    """Yield questions that go to an engine when they are asked as `answered` asks them."""
    if engine == PLAIN:
        for number, position in enumerate(variant_endings(load("whist"), count, cards, seed=31)):
            yield Question(position, Goal(frozenset({number % 4, (number + 2) % 4})))
    elif engine == WITH_TREE:
        for seed in range(count):
            position = deal(load("loo-double", 3), seed)
            if not position.over and not in_play(position):
                yield Question(position, Goal(frozenset({seed % 3}), "tricks"))
    else:
        small = 3 if engine in (EACH, REFERENCE) else cards
        for number, position in enumerate(
            variant_endings(load("gooseberry-3"), count, small, seed=32)
        ):
            goal = Goal(frozenset({number % 3}), "tricks" if number % 2 else "score")
            yield Question(position, goal._replace(stance=OWN if engine == EACH else goal.stance))


def answered(question: Question, engine: str, **more: Any) -> Answer:
    """Ask an engine; fail where another one answers."""
    named = {EACH: KERNEL, WITH_TREE: KERNEL}.get(engine, engine)
    found = solve(*question, engine=named, **more)
    assert found.engine == engine
    return found


def bare(answer: Answer) -> Answer:
    """Return what must not depend on effort."""
    return answer._replace(seconds=0.0, nodes=0, states=0)


# --- lines ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_a_line_keeps_what_it_has_and_what_is_to_come(engine: str) -> None:
    """At every ply the value is the same: what the side has so far and what it still gets."""
    plies = 0
    for question in asked_of(engine):
        here, goal = question
        first = answered(question, engine)
        assert first.line
        for action in first.line:
            now = solve(here, goal, engine=REFERENCE if engine == REFERENCE else "auto")
            assert (now.value, now.seats) == (first.value, first.seats)
            assert action in legal_actions(here)
            here = step(here, action)
            plies += 1
        assert here.over
        assert measured(here, goal) == first.value
    assert plies > 15


@compiled
@pytest.mark.parametrize("name", ["irish-loo", "rams", "rounce", "euchre", "bierspiel"])
def test_lines_through_decisions_before_play_keep_the_value(name: str) -> None:
    variant = load(name)
    seen = 0
    for seed in range(3):
        here = deal(variant, seed)
        for _ in range(max(0, variant.players - 2)):  # short of deciding all of them
            if here.over or in_play(here):
                break
            before, here = here, step(here, legal_actions(here)[-1])
            if here.over or in_play(here):
                here = before
                break
        if here.over or in_play(here):
            continue
        goal = Goal(frozenset({seed % variant.players}), "tricks")
        first = solve(here, goal, Limits(nodes=300_000))
        if first.stopped or first.engine != WITH_TREE:
            continue
        for action in first.line:
            assert action in legal_actions(here)
            here = step(here, action)
            assert solve(here, goal, actions=False, line=False).value == first.value
        assert here.over
        seen += 1
    assert seen


# --- each for himself, without any memo -----------------------------------------------------------


def plain_max_n(position: Position, goal: Goal) -> tuple[int, ...]:
    """Return what each seat comes to by bare recursion; of equal actions the first is taken."""
    if position.over:
        return tuple(
            measured(position, goal._replace(side=frozenset({i})))
            for i in range(position.players)
        )
    sign = -1 if goal.minimises else 1
    ends = [plain_max_n(step(position, action), goal) for action in legal_actions(position)]
    return max(ends, key=lambda end: sign * end[position.turn])


@pytest.mark.parametrize("engine", ["auto", REFERENCE])
@pytest.mark.parametrize("name", names())
def test_each_for_himself_agrees_with_bare_recursion(name: str, engine: str) -> None:
    for number, asked in enumerate(questions(iter([load(name)]), 4, 2, seed=41)):
        position, goal = for_himself(asked)
        goal = goal._replace(relation=LEAST if number % 2 else MOST, amount=None)
        if oracle(Question(position, goal), 3_000) is None:
            continue
        expected = plain_max_n(position, goal)
        found = solve(position, goal, engine=engine)
        assert found.seats == tuple((value, value) for value in expected)
        assert found.value == expected[min(goal.side)]


# --- effort only ----------------------------------------------------------------------------------


@compiled
def test_every_switch_is_tried() -> None:
    tried = {name for options in SWITCHES for name in options}
    assert tried == set(usual())
    for name, value in usual().items():
        assert any(options.get(name, value) != value for options in SWITCHES), name


@compiled
def test_a_table_of_64_entries_answers_alike() -> None:
    """On positions for which the usual table holds many times more."""
    overfull = 0
    for name, cards in (("gooseberry-3", 11), ("gooseberry-5", 8), ("hearts", 8), ("spades", 8)):
        for number, position in enumerate(variant_endings(load(name), 4, cards, seed=51)):
            goal = Goal(frozenset({number % position.players}))
            try:
                usually = solve(position, goal, engine=KERNEL)
            except RulesSilent:
                continue
            small = solve(position, goal, engine=KERNEL, options={"entries": 64})
            assert small.states <= 64
            assert (small.value, small.actions) == (usually.value, usually.actions)
            overfull += usually.states > 256
    assert overfull >= 6


@pytest.mark.parametrize("engine", ENGINES)
def test_the_memory_of_the_table_changes_no_answer(engine: str) -> None:
    for question in asked_of(engine, cards=6):
        usually = answered(question, engine)
        small = answered(question, engine, limits=Limits(memory=0.004))
        assert (small.value, small.actions, small.seats) == (
            usually.value, usually.actions, usually.seats,
        )  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
def test_threads_of_one_process_answer_alike(engine: str) -> None:
    asked = list(asked_of(engine))
    alone = [bare(answered(question, engine)) for question in asked]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            together = list(pool.map(lambda question: bare(answered(question, engine)), asked))
            assert together == alone
    for question, one in zip(asked, alone, strict=True):
        two = answered(question, engine, threads=2)
        assert (two.value, two.actions, two.seats) == (one.value, one.actions, one.seats)


def _in_child(task: tuple[str, int]) -> list[Any]:
    engine, threads = task
    return [
        (found.value, found.actions, found.seats)
        for found in (answered(q, engine, threads=threads) for q in asked_of(engine))
    ]


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_forked_process_answers_alike(engine: str, threads: int) -> None:
    """Also where the parent's engine has been used, with threads of its own, before the fork."""
    alone = _in_child((engine, threads))
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.map_async(_in_child, [(engine, threads)] * 4).get(timeout=120)
    assert found == [alone] * 4


ANY_MACHINE = """
import sys

class Hiding:
    def find_spec(self, name, path=None, target=None):
        if name.endswith("_v3"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hiding())
from solver.kernel import kernel, plain
from tests.differential.test_engines import some_answers

print(kernel().__name__, plain.module().__name__)
print(some_answers())
"""


def some_answers() -> str:
    """Tell what the compiled searches say of an ending of each variant."""
    found = []
    for name in names():
        for asked in questions(iter([load(name)]), 3, 3, seed=9):
            try:
                answer = solve(*asked, Limits(nodes=50_000), threads=1)
            except RulesSilent:
                continue
            found.append((name, answer.value, answer.actions, answer.nodes))
    return str(found)


@compiled
def test_the_builds_for_any_machine_and_for_this_one_answer_alike() -> None:
    """Node for node."""
    told = subprocess.run(
        [sys.executable, "-c", ANY_MACHINE],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        check=True, timeout=300,
    )  # fmt: skip
    builds, answers = told.stdout.splitlines()
    assert builds == "solver.kernel._kernel solver.kernel._plain"
    assert answers == some_answers()


GROWTH = """
import gc, sys
from tests.differential.test_engines import answered, asked_of

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

asked = list(asked_of(sys.argv[1], cards=5, count=8))
for number in range(40):
    answered(asked[number % len(asked)], sys.argv[1])
gc.collect()
before = resident()
for number in range(1000):
    answered(asked[number % len(asked)], sys.argv[1])
gc.collect()
print(resident() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system tells no memory")
@pytest.mark.parametrize("engine", ENGINES)
def test_a_thousand_solves_take_no_more_memory(engine: str) -> None:
    """In a process of its own: what other tests have taken would hide it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    grown = subprocess.run(
        [sys.executable, "-c", GROWTH, engine],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=500,
    )  # fmt: skip
    assert int(grown.stdout) < 10_000_000
