"""The reference solver against a minimax without memo, on endings of every variant."""

from __future__ import annotations

import random

import pytest

from solver.errors import LimitReached, RulesSilent
from solver.goals import ADDITIVE, HELP, MEASURES, Goal, additive, measured
from solver.limits import Limits, stop_words
from solver.position import Position
from solver.referee import legal_actions, step
from solver.reference import solve
from solver.variant_source import names
from tests.common.endings import endings, minimax


def goals_for(position: Position, rng: random.Random) -> list[Goal]:
    """Return a few goals of different kinds that make sense in the variant."""
    n = position.players
    side = frozenset(rng.sample(range(n), rng.randint(1, n - 1)))
    one = frozenset([rng.randrange(n)])
    out = [Goal(side), Goal(one, relation="least"), Goal(one, "tricks", "exactly", 1)]
    if position.variant.file.score.lines:
        out.append(Goal(one, rng.choice(["score", "raw"])))
        out.append(Goal(one, rng.choice(["middling", "last"])))
    if position.variant.file.score.points or position.variant.file.score.card_points:
        out.append(Goal(side, "points"))
    if position.variant.file.pool is not None:
        out.append(Goal(one, "pool"))
    out.append(Goal(one, "tricks", stance=HELP))
    return out


@pytest.mark.parametrize("name", names())
def test_reference_equals_minimax(name: str) -> None:
    """Every legal action of every ending has the value that plain recursion gives it."""
    rng = random.Random(name)
    seats = next(endings(name, 1, 2)).players
    cards = 3 if seats <= 3 else 2
    for position in endings(name, 6, cards):
        for goal in goals_for(position, rng):
            try:
                expected = {a: minimax(step(position, a), goal) for a in legal_actions(position)}
            except RulesSilent:
                continue
            solution = solve(position, goal)
            assert dict(solution.actions) == expected
            check_line(position, goal, solution.value, solution.line)


def check_line(position: Position, goal: Goal, value: int, line: tuple) -> None:  # type: ignore[type-arg]
    """The line is legal, ends the deal and keeps the value at every ply."""
    for action in line:
        assert action in legal_actions(position)
        assert solve(position, goal, line=False).value == value
        position = step(position, action)
    assert position.over
    assert measured(position, goal) == value


def test_a_limit_is_never_an_answer() -> None:
    """A search that is cut short raises instead of answering."""
    position = next(endings("gooseberry-3", 1, 5))
    for limits, name in ((Limits(nodes=3), "nodes"), (Limits(seconds=0), "seconds")):
        with pytest.raises(LimitReached, match=stop_words(name)) as stopped:
            solve(position, Goal(frozenset([0])), limits)
        assert stopped.value.stopped == name


def test_additive_measures_are_those_that_grow() -> None:
    """Only tricks and points can be searched without what came before."""
    for name in MEASURES:
        assert additive(Goal(frozenset([0]), name)) == (name in ADDITIVE)
