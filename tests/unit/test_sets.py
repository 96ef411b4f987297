"""The shipped sets: sound by the oracle, proved by their certificates, graded, reproducible."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzles.canon import canonical
from puzzles.compose import judged
from puzzles.formats import load
from puzzles.puzzle import Puzzle
from puzzles.shipped import (
    DOZEN,
    EACH,
    SETS,
    SHIPPED,
    Shipped,
    certificate,
    certificate_path,
    make,
    make_dozen,
    recipes,
    spread,
)
from puzzles.soundness import soundness
from puzzles.themes import THEMES
from solver import reference
from solver.goals import EXACTLY
from solver.notation import read
from solver.referee import apply, parse_action
from solver.strategy import AT_LEAST, AT_MOST, check, loads

NAMES = [shipped.variant for shipped in SHIPPED]


def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    return load(SETS / f"{name}.json").puzzles


def test_there_are_enough() -> None:
    assert len(NAMES) >= 10
    assert {path.stem for path in SETS.glob("*.json")} == {*NAMES, DOZEN}
    for name in NAMES:
        assert len(puzzles_of(name)) == EACH


@pytest.mark.parametrize(
    "puzzle", [pytest.param(p, id=p.id) for name in NAMES for p in puzzles_of(name)]
)
def test_the_oracle_finds_the_same_key(puzzle: Puzzle) -> None:
    """Each puzzle is a test of its own, so that workers share the plain search."""
    found = reference.solve(puzzle.position, puzzle.goal)
    right = {action for action, value in found.actions if puzzle.goal.met(value)}
    assert right == set(puzzle.key), puzzle.line()
    assert len(right) < len(found.actions)


@pytest.mark.parametrize("name", NAMES)
def test_every_puzzle_is_strictly_sound(name: str) -> None:
    for puzzle in puzzles_of(name):
        assert soundness(puzzle).strict, puzzle.line()


@pytest.mark.parametrize("name", NAMES)
def test_every_puzzle_is_proved(name: str) -> None:
    for puzzle in puzzles_of(name):
        position, goal, (proof,) = check(loads(certificate_path(puzzle).read_text()))
        assert (position, goal) == (puzzle.position, puzzle.goal)
        amount = 1 if goal.relation == EXACTLY else goal.amount
        assert proof.bound.holder == "side" and proof.bound.value == amount
        assert proof.bound.relation == (AT_MOST if goal.minimises else AT_LEAST)


@pytest.mark.parametrize("name", NAMES)
def test_sets_rise_from_gentle_to_fiendish(name: str) -> None:
    puzzles = puzzles_of(name)
    grades = [puzzle.grade or 0.0 for puzzle in puzzles]
    assert grades == sorted(grades)
    fifths = [sum(low <= min(grade, 9.9) < low + 2 for grade in grades) for low in range(0, 10, 2)]
    assert grades[-1] >= 8.0 and all(1 <= count <= 8 for count in fifths), grades
    assert len({canonical(p.position, p.goal) for p in puzzles}) == EACH
    assert all(set(puzzle.themes) <= set(THEMES) for puzzle in puzzles)


@pytest.mark.parametrize("name", NAMES)
def test_origins_lead_there(name: str) -> None:
    for puzzle in puzzles_of(name):
        deal, play = puzzle.origin
        position, _ = read(deal)
        for text in play.split(", ") if play else []:
            position = apply(position, parse_action(position, text))
        assert position.hands == puzzle.position.hands
        assert (position.turn, position.trump) == (puzzle.position.turn, puzzle.position.trump)


def test_the_dozen() -> None:
    dozen = puzzles_of(DOZEN)
    assert len(dozen) == 12
    assert len({puzzle.variant.name for puzzle in dozen}) == 12
    known = {puzzle.id: puzzle for name in NAMES for puzzle in puzzles_of(name)}
    assert all(known[puzzle.id] == puzzle for puzzle in dozen)


def test_the_dozen_is_chosen_again(tmp_path: Path) -> None:
    make_dozen([load(SETS / f"{name}.json") for name in NAMES], tmp_path)
    assert (tmp_path / f"{DOZEN}.json").read_bytes() == (SETS / f"{DOZEN}.json").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_puzzles_come_out_of_their_recipes_again(name: str) -> None:
    """The first puzzles of a recipe are those that the set was chosen from."""
    shipped = next(entry for entry in SHIPPED if entry.variant == name)
    shown = {puzzle.line(): puzzle for puzzle in puzzles_of(name)}
    for recipe in recipes(shipped)[:1]:
        for number in range(40):
            found = judged(recipe, number).puzzle
            if found and found["puzzle"] in shown:
                again = shown[found["puzzle"]]
                assert again.grade == found["grade"]
                assert list(again.themes) == found.get("themes", [])


def test_certificates_are_made_again_alike() -> None:
    for name in NAMES[:3]:
        puzzle = puzzles_of(name)[0]
        assert certificate(puzzle) == certificate_path(puzzle).read_text()


def test_grades_are_chosen_evenly() -> None:
    puzzle = puzzles_of(NAMES[0])[0]
    many = [puzzle.annotated(grade=grade / 10) for grade in range(101)]
    assert [p.grade for p in spread(many, 5)] == [0.0, 2.5, 5.0, 7.5, 10.0]


@pytest.mark.slow
@pytest.mark.parametrize("shipped", SHIPPED, ids=NAMES)
def test_sets_are_made_again_bit_for_bit(shipped: Shipped, tmp_path: Path) -> None:
    make(shipped, tmp_path)
    for path in tmp_path.rglob("*.json"):
        assert path.read_bytes() == (SETS / path.relative_to(tmp_path)).read_bytes()
