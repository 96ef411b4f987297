"""Puzzles as formulas: what a formula says of an ending is what the oracle says."""

from __future__ import annotations

import random

import pytest
from pysat.solvers import Solver

from puzzles.compose import examined
from puzzles.formula import Formula, refusal
from puzzles.generate import compose
from puzzles.placing import laid
from puzzles.recipe import Recipe
from puzzles.soundness import soundness
from solver.encode.gates import Bit
from solver.errors import RulesSilent
from solver.goals import AT_LEAST, AT_MOST, EXACTLY, HELP, Goal
from solver.position import Position
from solver.reference import solve
from solver.rules.algebra import Truth
from solver.variant import Variant, load
from solver.variant_source import names
from tests.conftest import Run, refused

FEW = 4  # seats, so that formulas stay small
STATED = [n for n in names() if load(n).players <= FEW and not refusal(load(n), "tricks")]
GOALS = [
    Goal(frozenset([0]), "tricks", AT_LEAST, 1),
    Goal(frozenset([0]), "tricks", AT_MOST, 0),
    Goal(frozenset([0, 1]), "tricks", EXACTLY, 1),
    Goal(frozenset([0]), "tricks", AT_LEAST, 2, HELP),
]


def trump_in(variant: Variant) -> str:
    return variant.keeps_trump_suit or (variant.pack.suits[0] if variant.has_trumps else "")


def ending(variant: Variant, rng: random.Random) -> Position:
    """Return an ending of two cards a hand, seat 0 to lead."""
    n = variant.players
    cards = rng.sample(list(variant.pack), 2 * n)
    hands = tuple(variant.pack.sort(tuple(cards[2 * i : 2 * i + 2])) for i in range(n))
    return laid(variant, hands, 0, trump_in(variant))


def held(formula: Formula, position: Position) -> list[list[int]]:
    """Return clauses that put a position's cards into the hands of a formula."""
    left = list(range(len(formula.pack)))
    clauses = []
    for row, hand in zip(formula.bits, position.hands, strict=True):
        numbers = []
        for card in hand:
            numbers.append(next(i for i in left if formula.pack[i] == card))
            left.remove(numbers[-1])
        for bits, i in zip(row, sorted(numbers), strict=True):
            bit = bits[i]
            assert isinstance(bit, Bit)
            clauses.append([bit.value])
    return clauses


def possible(formula: Formula, position: Position, term: Truth, wanted: bool) -> bool:
    """Whether a term can have a value when the hands are those of a position."""
    if not isinstance(term, Bit):
        return term == wanted
    unit = [term.value if wanted else -term.value]
    clauses = [*formula.cnf.clauses, *held(formula, position), unit]
    with Solver("cadical195", bootstrap_with=clauses) as solver:
        return bool(solver.solve())


def agree(formula: Formula, position: Position) -> bool | None:
    """Require that a formula's verdict on a position is the oracle's; return it, if it has one."""
    try:
        keeps = bool(formula.goal.met(solve(position, formula.goal).value))
    except RulesSilent:
        return None
    assert possible(formula, position, formula.root.keeps, keeps), position
    assert not possible(formula, position, formula.root.keeps, not keeps), position
    return keeps


@pytest.mark.parametrize("number", range(len(STATED)), ids=STATED)
def test_a_formula_says_what_the_oracle_finds(number: int) -> None:
    variant, rng = load(STATED[number]), random.Random(number)
    goals = (GOALS[number % 4], GOALS[(number + 1) % 4])
    formulas = [Formula(variant, 2, goal, trump_in(variant), None) for goal in goals]
    verdicts: set[bool | None] = set()
    for turn in range(80):
        if turn < 10 or not verdicts >= {True, False}:
            verdicts.add(agree(formulas[turn % 2], ending(variant, rng)))
    assert verdicts >= {True, False}


def test_ends_are_counted_as_the_referee_counts_them() -> None:
    variant, rng = load("gooseberry-3"), random.Random(3)
    formula = Formula(variant, 2, Goal(frozenset([0]), "middling", AT_LEAST, 1), "", None)
    assert {agree(formula, ending(variant, rng)) for _ in range(20)} == {True, False}


WISHES: list[dict[str, object]] = [
    {"goal": "1", "relation": "exactly", "key": "7s", "unlikely": True},
    {"goal": "0", "relation": "at most", "chain": 2},
    {"goal": "3", "stance": HELP, "chain": 3},
    {"measure": "middling", "require": "sound"},
    {"goal": "2", "key": "Qs", "min_grade": 3.0},
]


@pytest.mark.parametrize("wishes", WISHES)
def test_what_is_proposed_meets_the_wishes(wishes: dict[str, object]) -> None:
    base = {"variant": "gooseberry-3", "cards": 3, "seed": 5, "count": 1, "method": "sat"}
    recipe = Recipe(**{**base, **wishes})  # type: ignore[arg-type]
    made = compose(recipe, most_tried=60)
    assert made.full, made.reasons
    for puzzle in made.puzzles.puzzles:
        found = soundness(puzzle)
        assert found.sound and (found.strict or recipe.require == "sound")
        oracle = solve(puzzle.position, puzzle.goal)
        assert {a for a, v in oracle.actions if puzzle.goal.met(v)} == set(puzzle.key)
        assert recipe.key in ("", *(str(action.card) for action in puzzle.key))
        assert puzzle.features["quiet"] == 1.0 or not recipe.unlikely
        assert examined(recipe, puzzle.position)[0] == "accepted"


def test_proposals_are_nearly_all_sound() -> None:
    """The formula states the whole wish: nothing is left to chance but grade and duplicates."""
    recipe = Recipe("gooseberry-3", cards=3, goal="2", seed=1, count=99, method="sat")
    reasons = compose(recipe, most_tried=8).reasons
    assert set(reasons) <= {"accepted", "duplicate", "too short", "no such ending of these cards"}
    assert reasons["accepted"] >= 5


def test_what_can_not_be_stated_is_refused(run: Run) -> None:
    base = ["puzzle", "generate", "--method", "sat", "--jobs", "1", "-o", "x.json", "--variant"]
    refused(run(*base, "gooseberry-3"), "--method sat needs a number: --goal 2")
    refused(run(*base, "hearts", "--goal", "1"), "its event 'breaking' is not stated")
    refused(run(*base, "skat-suit", "--goal", "9", "--measure", "points"), "'points'")
    refused(run(*base, "whist", "--goal", "1", "--cards", "7"), "too many")
