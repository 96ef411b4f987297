"""The grade: features from the solution, a scale of deciles, harder puzzles above easier ones."""

from __future__ import annotations

import pytest

from puzzles.grade import (
    KNOTS,
    WEIGHTS,
    features,
    graded,
    refutation,
    scaled,
    solved_fast,
    trick_taken,
    weighted,
)
from puzzles.puzzle import read_line
from puzzles.solution import solve_puzzle
from solver.goals import measured
from solver.referee import step

EASY = read_line(
    "whist-notrump / A to lead / A: 6s 9h | B: Jh Qd | C: 6c As | D: Js 2d / A+C make 1"
)
HARD = read_line(
    "whist-notrump / A to lead / A: Ks 7s 5h Qd | B: Tc 6c 3c 2d | C: 5s Qh 7h 6d | D: Jc As Jh 6h"
    " / A+C make 3"
)


def test_the_scale_is_even_between_its_knots() -> None:
    assert list(KNOTS) == sorted(set(KNOTS)) and len(KNOTS) == 11
    assert [scaled(knot) for knot in KNOTS] == [float(grade) for grade in range(11)]
    assert scaled(KNOTS[0] - 1) == 0.0 and scaled(KNOTS[-1] + 1) == 10.0
    assert scaled((KNOTS[4] + KNOTS[5]) / 2) == 4.5


def test_a_squeeze_is_harder_than_a_lead_to_an_ace() -> None:
    easy, hard = graded(EASY)[0], graded(HARD)[0]
    assert easy.grade is not None and hard.grade is not None
    assert easy.grade < 2 and hard.grade > easy.grade + 3
    assert set(easy.features) == set(WEIGHTS)


def test_features_of_a_puzzle_of_one_decision() -> None:
    numbers = features(solved_fast(EASY))
    assert numbers["bits"] == 1.0  # two cards, one of them right
    assert numbers["chain"] == 1.0
    assert numbers["quiet"] == 1.0  # the spade six is the lowest card
    assert numbers["surrender"] == 0.0


def test_features_do_not_depend_on_the_engine() -> None:
    """The oracle's tree gives the same numbers as the fast one."""
    for puzzle in (EASY, HARD):
        assert features(solve_puzzle(puzzle)) == features(solved_fast(puzzle))


def test_cards_of_seats_that_are_out_do_not_count() -> None:
    text = (
        "irish-loo players=3 / A to lead, trump h, calls stay stay pass, out C / "
        "A: Ks 9s | B: As 7c | C: {} / A makes 1"
    )
    long, short = (read_line(text.format(cards)) for cards in ("Kd Qd Jd Td 9d", "Kd Qd"))
    assert features(solved_fast(long)) == features(solved_fast(short))


def test_keys_are_filled_in() -> None:
    puzzle, solved = graded(HARD)
    assert [str(action.card) for action in puzzle.key] == ["Qd"]
    assert solved.makeable and trick_taken(solved) is True


def test_refutations_miss_the_goal() -> None:
    solved = solved_fast(HARD)
    for choice in solved.root.wrong:
        position = step(solved.root.position, choice.action)
        for action in refutation(solved, choice):
            position = step(position, action)
        assert position.over and measured(position, HARD.goal) < 3


def test_harder_by_each_weight() -> None:
    numbers = dict.fromkeys(WEIGHTS, 1.0)
    for name in WEIGHTS:
        assert weighted({**numbers, name: 2.0}) > weighted(numbers)
    with pytest.raises(KeyError):
        weighted({"luck": 1.0})
