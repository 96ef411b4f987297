"""What a search that was stopped still says: bounds that hold, for every seat, and why."""

from __future__ import annotations

import os
import random
import signal
import threading

import pytest

from solver.dealing import deal
from solver.goals import ADVERSARY, LEAST, MOST, OWN, PLACES, Goal, measured
from solver.kernel import kernel
from solver.limits import Limits
from solver.position import Position
from solver.referee import step
from solver.search import REFERENCE, Answer, solve
from solver.variant import load
from solver.variant_source import names
from tests.common.endings import variant_endings
from tests.differential.questions import Question, for_himself, oracle, questions

compiled = pytest.mark.skipif(kernel() is None, reason="the compiled search was not built")


def ends(position: Position, found: Answer, goal: Goal) -> list[int]:
    """Return what every seat has at the end of an answer's line."""
    for action in found.line:
        position = step(position, action)
    return [measured(position, goal._replace(side=frozenset({i}))) for i in range(position.players)]


def inside(value: int, bounds: tuple[int | None, int | None]) -> bool:
    """Whether a value lies between two bounds."""
    low, high = bounds
    return (low is None or low <= value) and (high is None or value <= high)


@pytest.mark.parametrize("engine", ["auto", REFERENCE])
@pytest.mark.parametrize("name", names())
def test_bounds_of_every_seat_hold_where_each_plays_for_himself(name: str, engine: str) -> None:
    cards = 2 if load(name).players > 4 else 3
    for asked in questions(iter([load(name)]), 4, cards, seed=21):
        position, goal = for_himself(asked)
        if oracle(Question(position, goal), 20_000) is None:
            continue
        whole = solve(position, goal, engine=engine)
        worth = ends(position, whole, goal)
        assert whole.seats == tuple((value, value) for value in worth)
        assert whole.value == worth[min(goal.side)]
        for nodes in (1, 10, 40, 160, 640):
            found = solve(position, goal, Limits(nodes=nodes), engine)
            assert (found.stopped or "nodes") == "nodes"
            assert all(map(inside, worth, found.seats)), (nodes, worth, found, asked)
            assert (found.lower, found.upper) == found.seats[min(goal.side)]
            assert not found.stopped or not found.actions


@compiled
@pytest.mark.parametrize(("relation", "least"), [(MOST, 6), (LEAST, 1)])
def test_a_whole_deal_is_bounded_where_each_plays_for_himself(relation: str, least: int) -> None:
    """Far too long for max^n; what a seat can force, and be helped to, is known all the same."""
    exact = 0
    for number in range(4):
        position = deal(load("gooseberry-3"), number)
        goal = Goal(frozenset({0}), "tricks", relation, None, OWN)
        found = solve(position, goal, Limits(nodes=200_000))
        assert found.stopped == "nodes" and found.nodes < 210_000
        for seat, (low, high) in enumerate(found.seats):
            one = Goal(frozenset({seat}), "tricks", relation)
            forced = solve(position, one, line=False, actions=False).value
            assert None not in (low, high, forced)
            assert 0 <= low <= high <= 11  # type: ignore[operator]
            assert relation == LEAST or low <= forced  # type: ignore[operator]
            exact += forced == (low if relation == MOST else high)
    assert exact >= least


@compiled
def test_the_first_actions_that_are_settled_bound_a_seat() -> None:
    """The seat to act takes the best action that is known, or a better one."""
    better = 0
    for asked in questions(iter([load("gooseberry-3")]), 30, 4, seed=3):
        position, _ = asked
        goal = Goal(frozenset({position.turn}), stance=OWN)
        whole = solve(position, goal)
        for nodes in (200, 800, 3200):
            found = solve(position, goal, Limits(nodes=nodes))
            if not found.stopped:
                continue
            forced = solve(position, Goal(goal.side)).value
            assert found.lower is not None and forced is not None and whole.value is not None
            assert found.lower <= whole.value
            better += found.lower > forced
    assert better


@pytest.mark.parametrize("name", ["gooseberry-5-65", "whist", "loo-double", "skat-suit"])
def test_a_stopped_reference_has_the_bounds_of_the_rules(name: str) -> None:
    variant = load(name)
    position = deal(variant, 2, trump="s" if variant.file.deal.trump == "named" else "")
    found = solve(position, Goal(frozenset({0})), Limits(nodes=50), REFERENCE)
    assert (found.value, found.stopped, found.lower, found.nodes) == (None, "nodes", 0, 51)
    assert found.upper in (variant.hand_size, variant.hand_size + 1)
    place = Goal(frozenset({0}), PLACES[0])
    if variant.file.score.lines:
        assert solve(position, place, Limits(nodes=50), REFERENCE)[:3] == (None, 0, 1)


@pytest.mark.parametrize("stance", ["adversary", OWN])
@pytest.mark.parametrize("engine", ["auto", REFERENCE])
def test_of_two_limits_the_one_that_was_reached_is_named(engine: str, stance: str) -> None:
    position = deal(load("gooseberry-5-65"), 1)
    goal = Goal(frozenset({0}), "score" if engine == "auto" else "tricks", MOST, None, stance)
    assert solve(position, goal, Limits(300, 300.0), engine).stopped == "nodes"
    assert solve(position, goal, Limits(10**12, 0.05), engine).stopped == "seconds"


def test_limits_before_play_name_the_one_that_was_reached() -> None:
    position = deal(load("loo-double"), 3)
    goal = Goal(frozenset({0}), "pool")
    assert solve(position, goal, Limits(30, 300.0)).stopped == "nodes"
    assert solve(position, goal, Limits(10**12, 0.001)).stopped == "seconds"


def test_memory_that_runs_out_is_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(*_: object) -> None:
        raise MemoryError

    for engine in ("by_plain", "by_kernel", "by_reference"):
        monkeypatch.setattr(f"solver.search.{engine}", burst)
    position = next(variant_endings(load("gooseberry-3"), 1, 3))
    for stance in ("adversary", OWN):
        found = solve(position, Goal(frozenset({0}), stance=stance))
        assert (found.value, found.stopped) == (None, "memory")
        assert found.lower is not None and found.upper is not None
        assert 0 <= found.lower < found.upper <= 11


def test_nothing_is_claimed_of_scores_without_a_search() -> None:
    """Whatever the limit, the bounds on a score hold for play at random too."""
    rng = random.Random(5)
    variant = load("gooseberry-3")
    for position in variant_endings(variant, 6, 3, seed=9):
        goal = Goal(frozenset({rng.randrange(3)}), "score", MOST, None, OWN)
        whole = solve(position, goal)
        for nodes in (1, 20, 100):
            found = solve(position, goal, Limits(nodes=nodes), REFERENCE)
            assert whole.value is not None and inside(whole.value, (found.lower, found.upper))


# --- the compiled search -----------------------------------------------------------------------


@compiled
def test_limits_give_bounds_and_never_an_answer() -> None:
    variant = load("gooseberry-5-65")
    for seed in range(3):
        position = deal(variant, seed)
        for nodes in (1, 100, 1000):
            answer = solve(position, Goal(frozenset({0})), Limits(nodes=nodes))
            assert answer.value is None
            assert answer.stopped == "nodes"
            assert answer.lower is not None
            assert answer.upper is not None
            assert 0 <= answer.lower < answer.upper <= 13
    answer = solve(deal(variant, 1), Goal(frozenset({0, 1})), Limits(seconds=0.05))
    assert answer.stopped == "seconds"
    assert answer.seconds < 1.0


@compiled
@pytest.mark.parametrize("stance", [ADVERSARY, OWN])
@pytest.mark.parametrize("threads", [1, 2])
def test_control_c_gives_bounds(stance: str, threads: int) -> None:
    # A background shell hands on that interrupts are ignored: heed them for this test.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        goal = Goal(frozenset({0}), "score", MOST, None, stance)
        found = solve(deal(load("gooseberry-5-65"), 1), goal, Limits(seconds=60), threads=threads)
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert found.stopped == "interrupted"
    assert found.value is None and not found.actions


@compiled
@pytest.mark.parametrize("name", ["gooseberry-5-65", "bridge"])
def test_no_time_at_all_is_a_limit_too(name: str) -> None:
    assert solve(deal(load(name), 1), Goal(frozenset({0})), Limits(seconds=0)).stopped == "seconds"


@compiled
def test_bounds_hold_the_value() -> None:
    variant = load("gooseberry-3")
    for seed in range(5):
        position = deal(variant, seed)
        value = solve(position, Goal(frozenset({1}))).value
        for nodes in (50, 500, 2000, 5000):
            answer = solve(position, Goal(frozenset({1})), Limits(nodes=nodes), line=False)
            assert answer.lower <= value <= answer.upper  # type: ignore[operator]


@compiled
@pytest.mark.parametrize(("name", "measure"), [("loo-double", "tricks"), ("euchre", "tricks")])
def test_limits_before_play_give_bounds(name: str, measure: str) -> None:
    position = deal(load(name), 3)
    goal = Goal(frozenset({0}), measure)
    value = solve(position, goal).value
    assert value is not None
    for nodes in (1, 30, 300, 1000):
        answer = solve(position, goal, Limits(nodes=nodes))
        assert answer.stopped == "nodes"
        assert answer.lower is not None
        assert answer.upper is not None
        assert 0 <= answer.lower <= value <= answer.upper <= 5
