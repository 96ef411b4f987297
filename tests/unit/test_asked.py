"""What can't be asked of a search is refused by name: engines, switches, limits."""

from __future__ import annotations

import math
from typing import Any

import pytest

from solver import reference, search
from solver.dealing import deal
from solver.errors import BadInput, GoalError
from solver.goals import AT_LEAST, EXACTLY, OWN, Goal
from solver.kernel import kernel
from solver.kernel.options import usual
from solver.limits import Limits, machine_mb
from solver.search import ENGINES, KERNEL, PLAIN, can_make, solve, solve_many, table
from solver.variant import load
from tests.common.endings import variant_endings

GOAL = Goal(frozenset({0}), "tricks", "at least", 1)
POSITION = next(variant_endings(load("gooseberry-3"), 1, 3))


@pytest.mark.parametrize("engine", ["nope", "", "Kernel", "kernel, max^n", None, 3])
def test_an_engine_that_there_is_not_is_refused(engine: Any) -> None:
    with pytest.raises(BadInput, match=r"^engine: expected one of 'auto', .*, found ") as told:
        solve(POSITION, GOAL, engine=engine)
    assert repr(engine) in str(told.value)


def test_a_near_miss_of_an_engine_is_named() -> None:
    with pytest.raises(BadInput, match="Did you mean 'reference'"):
        solve(POSITION, GOAL, engine="referense")


def test_an_engine_that_does_not_take_the_question_says_why() -> None:
    with pytest.raises(BadInput, match=r"^engine: 'kernel, plain' does not take this: .*'auto'"):
        solve(POSITION, GOAL, engine=PLAIN)
    before = deal(load("loo-double"), 3)
    own = Goal(frozenset({0}), stance=OWN)
    with pytest.raises(BadInput, match=r"^engine: 'kernel' does not take this: .*'auto'"):
        solve(before, own, engine=KERNEL)


def test_without_a_compiler_the_compiled_engines_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.engines.kernel", lambda: None)
    monkeypatch.setattr("solver.kernel.plain.module", lambda: None)
    for engine in ENGINES:
        if engine in (KERNEL, PLAIN):
            with pytest.raises(BadInput, match="was not built"):
                solve(POSITION, GOAL, engine=engine)
        else:
            assert solve(POSITION, GOAL, engine=engine).engine == search.REFERENCE


@pytest.mark.skipif(kernel() is None, reason="the compiled search was not built")
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"hurry": True}, "^options: expected any of .*, found hurry"),
        ({"isomorphisms": True}, "Did you mean 'isomorphism'"),
        ({"memory_mb": 1}, "^options: expected any of .*, found memory_mb"),
        ({"seconds": 1}, "found seconds"),
        ({"isomorphism": 1}, "^options: isomorphism: expected True or False, found 1"),
        ({"table": "no"}, "^options: table: expected True or False, found 'no'"),
        ({"driver": 4}, "^options: driver: expected a whole number from 0 to 3, found 4"),
        ({"driver": True}, "^options: driver: "),
        ({"threads": 0}, "^options: threads: expected a whole number from 1 to 64, found 0"),
        ({"entries": -1}, "^options: entries: "),
        ({"entries": 2**70}, "^options: entries: "),
        ({"entries": 1.5}, "^options: entries: "),
    ],
)
def test_switches_that_there_are_not_are_refused(options: dict[str, Any], told: str) -> None:
    for ask in (
        lambda: solve(POSITION, GOAL, options=options),
        lambda: solve(POSITION, GOAL, engine="reference", options=options),
        lambda: solve(deal(load("loo-double"), 3), GOAL, options=options),
        lambda: can_make(POSITION, GOAL, **options),
    ):
        with pytest.raises(BadInput, match=told):
            ask()


@pytest.mark.skipif(kernel() is None, reason="the compiled search was not built")
def test_every_switch_can_be_set_to_what_it_usually_is() -> None:
    assert usual()
    assert solve(POSITION, GOAL, options=usual()).value == solve(POSITION, GOAL).value


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"nodes": 0}, "nodes"),
        ({"nodes": True}, "nodes"),
        ({"nodes": math.nan}, "nodes"),
        ({"nodes": "many"}, "nodes"),
        ({"seconds": -0.5}, "seconds"),
        ({"seconds": math.nan}, "seconds"),
        ({"seconds": "long"}, "seconds"),
        ({"memory": -1}, "memory"),
        ({"memory": math.nan}, "memory"),
        ({"memory": math.inf}, "memory"),
        ({"memory": None}, "memory"),
        ({"memory": 1e12}, "memory"),
    ],
)
@pytest.mark.parametrize("engine", ["auto", "reference"])
def test_what_is_no_limit_is_refused(engine: str, wrong: dict[str, Any], named: str) -> None:
    limits, opening = Limits(**wrong), deal(load("bridge"), 1)
    for stance in ("adversary", OWN):
        with pytest.raises(BadInput, match=f"^{named}: expected .*found "):
            solve(POSITION, GOAL._replace(stance=stance), Limits(**wrong), engine)
    for ask in (
        lambda: reference.solve(POSITION, GOAL, limits),
        lambda: can_make(POSITION, GOAL, limits),
        lambda: can_make(opening, GOAL, limits),
        lambda: table(opening, limits),
    ):
        with pytest.raises(BadInput, match=f"^{named}: expected"):
            ask()


def test_all_of_the_memory_of_a_machine_can_be_asked_for() -> None:
    """It is touched only as the table fills."""
    limits = Limits(memory=min(machine_mb(), 2**14))
    assert solve(POSITION, GOAL, limits).value == solve(POSITION, GOAL).value


def test_a_question_without_an_amount_is_refused() -> None:
    with pytest.raises(GoalError, match=r"^amount: expected"):
        can_make(POSITION, Goal(frozenset({0})))


@pytest.mark.parametrize("threads", [0, -1, 65, 1.5])
def test_what_is_no_number_of_threads_is_refused(threads: Any) -> None:
    position, goal = deal(load("bridge"), 1), Goal(frozenset({0}))
    for ask in (
        lambda: solve(position, goal, threads=threads),
        lambda: solve_many([position], goal, threads=threads),
        lambda: table(position, threads=threads),
    ):
        with pytest.raises(BadInput, match=r"^threads: expected"):
            ask()


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"side": frozenset()}, "side"),
        ({"side": frozenset({4})}, "side"),
        ({"side": frozenset({0, 1}), "stance": OWN}, "side"),
        ({"measure": "luck"}, "measure"),
        ({"relation": "more"}, "relation"),
        ({"stance": "friend"}, "stance"),
        ({"relation": EXACTLY, "amount": None}, "amount"),
        ({"amount": 10**12}, "amount"),
        ({"amount": 1.5}, "amount"),
    ],
)
@pytest.mark.parametrize("name", ["gooseberry-3", "bridge"])
def test_goals_without_sense_are_refused(name: str, wrong: dict[str, Any], named: str) -> None:
    goal = Goal(frozenset({0}), "tricks", AT_LEAST, 1)._replace(**wrong)
    position = deal(load(name), 1)
    with pytest.raises(GoalError, match=f"^{named}: "):
        solve(position, goal)
    if goal.amount is not None:
        with pytest.raises(GoalError, match=f"^{named}: "):
            can_make(position, goal)
