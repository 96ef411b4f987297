"""Soundness: keys, cooks, transpositions, duals, defences; all of it against the oracle."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from puzzles.compose import examined
from puzzles.fast import FastJudge, Graph
from puzzles.puzzle import Puzzle, read_line
from puzzles.recipe import Recipe, goal_of
from puzzles.solution import Solution, solve_puzzle
from puzzles.soundness import (
    BEST,
    COOKED,
    DUAL,
    FORCED,
    GIVES,
    NO_CHOICE,
    SOUND,
    STRICT,
    UNKNOWN,
    UNMAKEABLE,
    WRONG_KEY,
    first_defect,
    soundness,
)
from solver.errors import RulesSilent
from solver.goals import EXACTLY, Goal, measured
from solver.limits import Limits
from solver.position import Position
from solver.referee import legal_actions, step
from solver.search import solve
from tests.common.endings import endings, minimax
from tests.conftest import Run, refused

ORDER = "gooseberry-3 / B to lead / A: 9c 8s Ah | B: Qs Jh 7d | C: As 8h Jk / B makes 2"
BRIDGE = (
    "bridge / S to lead, trump s / N: As 4h 3h Ac | E: Ks 7h Qd 5d | "
    "S: 2s Ah Kd 2c | W: Qs Kh Jd 9c / N+S make 3"
)
# The spade reaches the partner's ace; after the heart the others take both tricks.
TWO_CARDS = "whist-notrump / A to lead / A: 6s 9h | B: Jh Qd | C: 6c As | D: Js 2d / A+C make {}"


def names(actions) -> list[str]:  # type: ignore[no-untyped-def]
    return [str(action.card) for action in actions]


def test_an_order_of_play_is_told_from_a_cook() -> None:
    found = soundness(read_line(ORDER))
    assert found.verdict == DUAL and not found.sound
    assert names(found.keys[0].actions) == ["Qs"]
    (other,) = found.cooks
    assert names(other.actions) == ["Jh"] and other.transposes
    assert [(names(d.actions), d.kind) for d in found.defences] == [(["As"], FORCED)]


def test_cooks_come_with_lines_that_make_the_goal() -> None:
    puzzle = read_line(BRIDGE)
    found = soundness(puzzle)
    assert found.verdict == COOKED
    firsts = [str(c.actions[0].card) for c in (*found.keys, *found.cooks)]
    assert firsts == names(solve_puzzle(puzzle).key)
    from solver.goals import measured
    from solver.referee import apply

    for answer in (*found.keys, *found.cooks):
        position = puzzle.position
        for action in answer.line:
            position = apply(position, action)
        assert position.over and measured(position, puzzle.goal) >= 3


def test_a_goal_out_of_reach() -> None:
    assert soundness(read_line(ORDER.replace("makes 2", "makes 3"))).verdict == UNMAKEABLE


def test_a_key_that_does_not_work_is_named() -> None:
    puzzle = read_line(ORDER)
    wrong = next(a for a in soundness_actions(puzzle) if str(a.card) == "7d")
    assert soundness(puzzle.annotated(key=(wrong,))).verdict == WRONG_KEY


def soundness_actions(puzzle: Puzzle):  # type: ignore[no-untyped-def]
    from solver.referee import legal_actions

    return legal_actions(puzzle.position)


def test_one_legal_card_is_no_puzzle() -> None:
    line = "whist-notrump / A to lead / A: 2c | B: Kc | C: Ac | D: 3c / A+C make 1"
    assert soundness(read_line(line)).verdict == NO_CHOICE


def test_two_cards() -> None:
    found = soundness(read_line(TWO_CARDS.format(1)))
    assert found.sound and found.strict
    assert names(found.keys[0].actions) == ["6s"]
    assert soundness(read_line(TWO_CARDS.format(3))).verdict == UNMAKEABLE


@pytest.mark.parametrize(
    ("limits", "why"), [(Limits(nodes=1), "nodes"), (Limits(seconds=0.0), "seconds")]
)
def test_a_limit_makes_it_unknown(limits: Limits, why: str) -> None:
    found = soundness(read_line(BRIDGE), limits)
    assert found.verdict == UNKNOWN and not found.sound
    assert found.stopped == why
    low, high = found.bounds
    assert low is not None and high is not None and 0 <= low <= 3 <= high <= 4


def test_too_many_positions_leave_the_value_known() -> None:
    puzzle = read_line(BRIDGE)
    value = solve(puzzle.position, puzzle.goal).value
    found = soundness(puzzle, most=3)
    assert (found.verdict, found.stopped) == (UNKNOWN, "positions")
    assert found.bounds == (value, value)


def test_bounds_of_what_is_unknown_hold_the_value() -> None:
    """Whichever search is stopped: for one side, for a goal without a number, for each alone."""
    told = set()
    for goal in ("B makes 2", "B makes most tricks", "B makes 2, each for himself"):
        puzzle = read_line(ORDER.replace("B makes 2", goal))
        value = solve(puzzle.position, puzzle.goal).value
        for nodes in (1, 5, 25, 125):
            found = soundness(puzzle, Limits(nodes=nodes))
            if found.verdict != UNKNOWN:
                continue
            low, high = found.bounds
            assert found.stopped == "nodes"
            assert low is not None and value is not None and high is not None
            assert low <= value <= high
            told.add(goal)
    assert len(told) == 3


def test_silent_rules_are_the_reason() -> None:
    silent = "gooseberry-even players=2 / A to lead / A: Ks Qs | B: As Jh / A makes 1"
    found = soundness(read_line(silent))
    assert (found.verdict, found.stopped, found.bounds) == (UNKNOWN, "rules", (None, None))


@pytest.mark.parametrize("puzzle", [ORDER.replace("makes 2", "makes 3"), TWO_CARDS.format(3)])
def test_what_can_not_be_made_is_refuted_by_a_line(puzzle: str) -> None:
    asked = read_line(puzzle)
    found = soundness(asked)
    here = asked.position
    for action in found.refutation:
        assert action in legal_actions(here)
        here = step(here, action)
    assert here.over
    assert asked.goal.met(measured(here, asked.goal)) is False


def test_another_seat_to_act_has_no_choice() -> None:
    assert soundness(read_line(ORDER.replace("B makes", "A makes"))).verdict == NO_CHOICE


def test_defences_are_told_apart() -> None:
    kinds = set()
    for position in endings("gooseberry-3", 12, 3, seed=4):
        recipe = Recipe("gooseberry-3", cards=3)
        if position.trick or (goal := goal_of(recipe, position)) is None:
            continue
        found = soundness(Puzzle(position, goal))
        kinds |= {defence.kind for defence in found.defences}
        if found.defences:
            assert {FORCED, BEST} & {defence.kind for defence in found.defences}
        assert set(found.set_play) | {position.turn} == set(range(3))
    assert {BEST, GIVES} <= kinds


# --- against the oracle ---------------------------------------------------------------------


def strictly(position: Position, goal: Goal) -> str:
    """Find the verdict by plain minimax on the full tree, in the words of the definition."""
    solved = solve_puzzle(Puzzle(position, goal))
    if not solved.makeable:
        return UNMAKEABLE
    if len(solved.root.choices) < 2:
        return NO_CHOICE
    if len(solved.root.right) > 1:
        return COOKED
    return SOUND if _undecided(solved, solved.goal) else STRICT


def _undecided(solved: Solution, goal: Goal) -> bool:
    waiting, seen = [solved.root], set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen or _safe(node.position, goal):
            continue
        seen.add(id(node))
        if node.mine and len(node.right) > 1:
            return True
        held = [c.value for c in node.choices]
        least = max(held) if goal.minimises else min(held)
        for choice in node.choices:
            if choice.keeps if node.mine else choice.value == least:
                after = solved.follow(choice)
                assert after is not None
                waiting.append(after)
    return False


def _safe(position: Position, goal: Goal) -> bool:
    """Whether every way of playing on meets the goal, by walking through all of them."""
    from solver.referee import legal_actions, step

    if position.over:
        return (
            minimax(position, goal) == 1
            if goal.relation == EXACTLY
            else bool(goal.met(minimax(position, goal)))
        )
    return all(_safe(step(position, action), goal) for action in legal_actions(position))


@pytest.mark.parametrize("name", ["gooseberry-3", "whist-notrump", "spoil-five", "rams", "jewels"])
@pytest.mark.parametrize("relation", ["at least", "at most", "exactly"])
def test_verdicts_agree_with_the_full_tree(name: str, relation: str) -> None:
    met = 0
    for number, position in enumerate(endings(name, 6, 3, seed=7)):
        if position.trick:
            continue
        goal_number = str(random.Random(number).randrange(0, 3))
        recipe = Recipe(name, cards=3, goal=goal_number, relation=relation)
        goal = goal_of(recipe, position)
        assert goal is not None
        try:
            graph = Graph(FastJudge(goal), 10_000)
            found = first_defect(graph, graph.spot(position))
            assert found == strictly(position, goal)
            whole = soundness(Puzzle(position, goal)).verdict
        except RulesSilent:
            continue
        assert whole == found or (whole == DUAL and found == COOKED)
        met += 1
    assert met


def test_swapping_two_cards_is_noticed() -> None:
    """Near relatives of a sound puzzle, two cards swapped, are found to be none."""
    from puzzles.placing import swapped

    puzzle = read_line(TWO_CARDS.format(1))
    rng = random.Random(1)
    recipe = Recipe("whist-notrump", cards=2, goal="1")
    reasons = [examined(recipe, swapped(puzzle.position, rng))[0] for _ in range(40)]
    assert COOKED in reasons and UNMAKEABLE in reasons


# --- the command ----------------------------------------------------------------------------


def test_check_says_what_a_puzzle_is(run: Run, tmp_path: Path) -> None:
    result = run("puzzle", "check", ORDER)
    assert result.exit_code == 1
    assert "dual: 1 more first choice makes it, in another order of play." in result.output
    assert "key Qs:" in result.output and "order of play Jh:" in result.output
    result = run("puzzle", "check", TWO_CARDS.format(1))
    assert result.exit_code == 0 and "strictly sound" in result.output
    file = tmp_path / "set.txt"
    file.write_text(f"{TWO_CARDS.format(1)}\n{BRIDGE}\n")
    result = run("puzzle", "check", str(file), "--json")
    assert result.exit_code == 1
    data = json.loads(result.output)["puzzles"]
    assert [entry["verdict"] for entry in data] == [STRICT, COOKED]
    assert run("puzzle", "check", "-", input=BRIDGE).exit_code == 1


def test_exit_codes_of_check(run: Run) -> None:
    assert run("puzzle", "check", BRIDGE, "--nodes", "1").exit_code == 3
    refused(run("puzzle", "check", "no-such-file.json"), "no-such-file.json")
    refused(run("puzzle", "check", ORDER.replace("Qs", "Zs")), "Zs")


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("A makes 4", "unmakeable: no first choice makes the goal: best play gives 2.\n"),
        ("A avoids tricks", "unmakeable: no first choice makes the goal: best play gives 3.\n"),
        ("A makes exactly 2", "unmakeable: no first choice makes the goal.\n"),
        ("A makes 1", "cooked: 2 more first choices make the goal.\n"),
        ("A makes exactly 1, with help", "set play, with the lead at: B made, C made\n"),
        ("A makes 2", "set play, with the lead at: B 2, C 2\n"),
    ],
)
def test_check_tells_a_composer_what_is_wrong(run: Run, goal: str, said: str) -> None:
    """What can't be made comes with what can; yes and no are not written as if they were tricks."""
    line = "gooseberry-3 / A to lead / A: 9c 7c Ah 9h | B: As Ts Jh Jd | C: Ks 8h 9d Jk / "
    assert said in run("puzzle", "check", line + goal).output
