"""Goals as text: what is written reads back as the same goal, and as one says it."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement, product

import pytest

from solver.errors import GoalError
from solver.goals import (
    ADVERSARY,
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    HELP,
    LEAST,
    MEASURES,
    MOST,
    OWN,
    PLACES,
    Goal,
    goal_text,
    parse_goal,
)
from solver.variant import load
from solver.variant_source import names


@pytest.mark.parametrize("name", names())
def test_every_goal_reads_back(name: str) -> None:
    variant = load(name)
    met = 0
    for side, measure, stance in product(({1}, {0, 1}), MEASURES, (ADVERSARY, HELP, OWN)):
        asked: list[tuple[str, int | None]] = [(MOST, None), (LEAST, None)]
        for named in (AT_LEAST, AT_MOST, EXACTLY):
            asked += [(named, number) for number in (-2, -1, 0, 1, 2, 15)]
        for relation, amount in [(AT_LEAST, 1)] if measure in PLACES else asked:
            goal = Goal(frozenset(side), measure, relation, amount, stance)
            text = goal_text(goal, variant)
            try:
                read = parse_goal(text, variant)
            except GoalError:
                continue  # the game lacks the measure, or there is no such number
            assert read == goal, text
            assert not re.search(r"\b1 (raw )?(trick|point|counter)s", text), text
            assert re.search(r"[ms]akes |takes |scores |avoids |ends ", text) or len(side) > 1, text
            met += 1
    assert met >= 100  # tricks can be counted in every game


def test_bounds_decide_a_goal_where_every_value_between_them_does() -> None:
    demands: list[tuple[str, int | None]] = [(MOST, None), (LEAST, None)]
    demands += product((AT_LEAST, AT_MOST), range(-1, 5))
    demands += product([EXACTLY], range(3))
    for (relation, amount), stance in product(demands, (ADVERSARY, HELP, OWN)):
        goal = Goal(frozenset({0}), "tricks", relation, amount, stance)
        most = 1 if goal.yes_or_no else 3
        for lower, upper in combinations_with_replacement(range(most + 1), 2):
            verdicts = {goal.met(value) for value in range(lower, upper + 1)}
            expected = verdicts.pop() if len(verdicts) == 1 else None
            if relation != EXACTLY or lower == upper:
                assert goal.decided(lower, upper) is expected, (goal, lower, upper)
        assert goal.decided(None, None) is None
    assert Goal(frozenset({0}), "tricks", AT_LEAST, 2).decided(2, None) is True
    assert Goal(frozenset({0}), "tricks", AT_MOST, 2).decided(None, 2) is True


def test_who_plays_for_himself_is_one_seat() -> None:
    with pytest.raises(GoalError, match="is one seat"):
        parse_goal("A+B make 2, each for himself", load("gooseberry-3"))


@pytest.mark.parametrize(
    ("game", "said", "text"),
    [
        ("gooseberry-3", "A makes 1", "A makes at least 1 trick"),
        ("gooseberry-3", "A+C make 1 trick", "A+C make at least 1 trick"),
        ("gooseberry-3", "A makes 2", "A makes at least 2 tricks"),
        ("gooseberry-3", "A makes exactly 0", "A makes exactly 0 tricks"),
        ("gooseberry-3", "A takes no trick", "A avoids tricks"),
        ("gooseberry-3", "A makes none", "A avoids tricks"),
        ("gooseberry-3", "A+B take no tricks, with help", "A+B avoid tricks, with help"),
        ("gooseberry-3", "A makes exactly no tricks", "A makes exactly 0 tricks"),
        ("gooseberry-3", "A scores 15", "A scores at least 15 points"),
        ("gooseberry-3", "A scores at most 1 point", "A scores at most 1 point"),
        ("gooseberry-3", "A makes at least 15 score", "A scores at least 15 points"),
        ("gooseberry-3", "A scores 12 raw", "A scores at least 12 raw points"),
        ("gooseberry-3", "B makes most", "B makes most tricks"),
        ("trump-fool-points", "A takes 1 point", "A takes at least 1 point"),
        ("rams", "A takes at most 3 counters", "A takes at most 3 counters"),
        ("rams", "A wins the pool", "A takes at least 1 counter"),
    ],
)
def test_goals_are_written_as_one_says_them(game: str, said: str, text: str) -> None:
    variant = load(game)
    assert goal_text(parse_goal(said, variant), variant) == text
