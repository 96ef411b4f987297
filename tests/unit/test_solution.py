"""The full solution of a puzzle: values, refutations, the graph of all defences."""

from __future__ import annotations

import random

import pytest

from puzzles.puzzle import read_line
from puzzles.solution import BEYOND, Solution, solution, solve_puzzle, temptations
from solver.errors import LimitReached, RulesSilent
from solver.goals import Goal, measured
from solver.limits import Limits
from solver.referee import legal_actions, step
from solver.reference import solve
from tests.common.endings import endings, minimax

GOOSEBERRY = "gooseberry-3 / B to lead / A: 9c 8s Ah | B: Qs Jh 7d | C: As 8h Jk / B makes 2"
BRIDGE = (
    "bridge / S to lead, trump s / N: As 4h 3h Ac | E: Ks 7h Qd 5d | "
    "S: 2s Ah Kd 2c | W: Qs Kh Jd 9c / N+S make 3"
)


def check(solved: Solution) -> None:
    """Every node is complete, its values are right and its refutations lose."""
    for node in solved.nodes:
        actions = [a for choice in node.choices for a in choice.actions]
        assert sorted(actions) == sorted(legal_actions(node.position))
        for choice in node.choices:
            for action in choice.actions:
                assert minimax(step(node.position, action), solved.goal) == choice.value
            follow = solved.follow(choice)
            if node.mine and not choice.keeps:
                assert choice.next == BEYOND
                check_refutation(solved, node.position, choice)
            elif node.mine or solved.complete:
                assert follow is not None or node is solved.root
        if not node.choices:
            assert solved.goal.met(measured(node.position, solved.goal)) is not False


def check_refutation(solved, position, choice):  # type: ignore[no-untyped-def]
    """The refuting line is legal, ends the deal and misses the goal."""
    position = step(position, choice.action)
    for action in choice.refutation:
        assert action in legal_actions(position)
        position = step(position, action)
    assert position.over
    assert measured(position, solved.goal) == choice.value
    assert solved.goal.met(choice.value) is False


def test_a_small_puzzle() -> None:
    solved = solve_puzzle(read_line(GOOSEBERRY))
    check(solved)
    assert solved.makeable and solved.complete
    assert [str(a.card) for a in solved.key] == ["Qs", "Jh"]
    (wrong,) = temptations(solved)
    assert str(wrong.choice.action.card) == "7d"
    assert wrong.choice.value == 0


def test_the_main_line_meets_the_goal() -> None:
    for text in (GOOSEBERRY, BRIDGE):
        puzzle = read_line(text)
        solved = solve_puzzle(puzzle)
        position = puzzle.position
        for action in solved.line():
            position = step(position, action)
        assert position.over
        assert solved.goal.met(measured(position, solved.goal))


def test_only_the_best_replies_when_there_are_too_many() -> None:
    puzzle = read_line(BRIDGE)
    full = solve_puzzle(puzzle)
    small = solve_puzzle(puzzle, most=len(full.nodes) - 1)
    assert full.complete and not small.complete
    assert len(small.nodes) < len(full.nodes)
    assert small.key == full.key
    line = solve_puzzle(puzzle, most=len(full.line()) + 1)
    assert not line.complete
    assert len(line.nodes) == len(full.line()) + 1
    assert line.key == small.key
    with pytest.raises(LimitReached):
        solve_puzzle(puzzle, most=2)
    with pytest.raises(LimitReached):
        solve_puzzle(puzzle, Limits(nodes=5))


def test_a_goal_that_cannot_be_made() -> None:
    solved = solve_puzzle(read_line(GOOSEBERRY.replace("makes 2", "makes 3")))
    assert not solved.makeable
    assert solved.key == ()
    assert len(solved.nodes) == 1
    check(solved)


@pytest.mark.parametrize("text", ["B makes most tricks", "B makes least tricks", "B avoids tricks",
                                  "B makes exactly 1", "B makes 3, with help",
                                  "B ends middling", "B scores most"])  # fmt: skip
def test_every_kind_of_goal(text: str) -> None:
    puzzle = read_line(GOOSEBERRY.replace("B makes 2", text))
    solved = solve_puzzle(puzzle)
    check(solved)
    expected = solve(puzzle.position, solved.goal)
    assert set(solved.key) == {a for a, v in expected.actions if solved.goal.met(v)}


def test_each_for_himself() -> None:
    puzzle = read_line(GOOSEBERRY.replace("B makes 2", "B makes 2, each for himself"))
    solved = solve_puzzle(puzzle)
    assert solved.root.choices[0].value == solve(puzzle.position, puzzle.goal).actions[0][1]


@pytest.mark.parametrize("name", ["spoil-five", "loo-simple", "jewels", "forty-five", "rams"])
def test_endings_of_other_games(name: str) -> None:
    rng = random.Random(name)
    for position in endings(name, 2, 2):
        try:
            check(solution(position, Goal(frozenset([rng.randrange(position.players)]))))
        except RulesSilent:
            continue
