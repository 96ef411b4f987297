"""The quality of what is generated: yield, spread of grades, uniqueness that is no accident."""

from __future__ import annotations

import random

import pytest

from puzzles.compose import examined
from puzzles.generate import compose
from puzzles.placing import swapped
from puzzles.recipe import RETROGRADE, Recipe
from puzzles.soundness import soundness
from solver.kernel import kernel

pytestmark = pytest.mark.skipif(kernel() is None, reason="without the compiled search: minutes")


def test_grades_of_a_set_spread_out() -> None:
    made = compose(Recipe("gooseberry-3", cards=4, seed=11, count=24))
    grades = sorted(puzzle.grade or 0.0 for puzzle in made.puzzles.puzzles)
    assert len({int(grade) for grade in grades}) >= 6
    assert grades[-1] - grades[0] >= 5.0
    tenths = [sum(int(grade) == tenth for grade in grades) for tenth in range(11)]
    assert max(tenths) <= len(grades) // 3


@pytest.mark.parametrize("name", ["gooseberry-3", "whist-notrump", "rams"])
def test_yield_is_worth_the_wait(name: str) -> None:
    made = compose(Recipe(name, cards=3, seed=3, count=5, method=RETROGRADE), most_tried=600)
    assert made.full, made.reasons


def test_puzzles_of_a_set_differ() -> None:
    made = compose(Recipe("gooseberry-3", cards=3, seed=4, count=15))
    assert len({puzzle.line() for puzzle in made.puzzles.puzzles}) == 15


def test_a_swap_of_two_cards_is_never_overlooked() -> None:
    """Whatever a swap does to a puzzle, the quick verdict and the full one agree on it."""
    made = compose(Recipe("gooseberry-3", cards=3, goal="2", seed=6, count=3))
    rng = random.Random(6)
    spoilt = 0
    for puzzle in made.puzzles.puzzles:
        for _ in range(12):
            other = puzzle.annotated(position=swapped(puzzle.position, rng), key=())
            reason, _ = examined(Recipe("gooseberry-3", cards=3, goal="2", chain=1), other.position)
            strict = soundness(other).strict
            if reason in ("accepted", "unmakeable", "cooked"):
                assert strict == (reason == "accepted")
            spoilt += not strict
    assert spoilt >= 12
