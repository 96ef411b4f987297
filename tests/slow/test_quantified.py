"""Endings by one quantified formula, by the reference solver and by the compiled search."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from proofs.encode.quantified import makes, refusal
from solver import reference
from solver.goals import Goal
from solver.position import Position
from solver.search import solve
from tests.common.endings import endings

VARIANTS = [
    "gooseberry-3", "gooseberry-3-40", "trump-fool", "trump-fool-notrump", "preferans-misere",
    "skat-null", "rams", "bridge", "euchre", "irish-loo",
]  # fmt: skip


def questions(name: str, count: int, cards: int, seed: int = 0) -> Iterator[tuple[Position, Goal]]:
    """Yield endings with a goal on either side of what can be reached."""
    for number, position in enumerate(endings(name, count, cards, seed)):
        if refusal(position):
            continue
        rng = random.Random(f"{name}/{number}")
        side = frozenset(rng.sample(range(position.players), rng.choice((1, 1, 2))))
        value = reference.solve(position, Goal(side)).value
        yield position, Goal(side, "tricks", "at least", value + rng.choice((0, 1)))


def check(position: Position, goal: Goal) -> None:
    """Require that formula, reference and front door agree."""
    value = reference.solve(position, goal).value
    assert solve(position, goal).value == value
    assert makes(position, goal) == goal.met(value)


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_formula_and_search_agree(name: str) -> None:
    """Twenty-four endings of each of ten variants, of two cards in each hand."""
    asked = list(questions(name, 24, 2))
    assert len(asked) >= 20
    for position, goal in asked:
        check(position, goal)
    assert len({goal.met(reference.solve(p, goal).value) for p, goal in asked}) == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["trump-fool", "preferans-misere"])
def test_endings_of_three_cards(name: str) -> None:
    asked = [q for q in questions(name, 12, 3, seed=1) if len(q[0].trick) > 0][:3]
    assert asked
    for position, goal in asked:
        check(position, goal)
