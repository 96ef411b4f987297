"""A handful of endings by a quantified formula; the whole comparison is in the slow tier."""

from __future__ import annotations

import pytest

from proofs.encode.quantified import Quantified, makes, refusal
from proofs.encode.unrolled import Unrolled
from solver.errors import BadInput
from solver.goals import Goal, parse_goal
from solver.notation import read
from solver.outcome import outcome
from solver.variant import load
from tests.slow.test_quantified import check, questions


@pytest.mark.parametrize("name", ["trump-fool", "preferans-misere", "rams", "bridge", "irish-loo"])
def test_formula_and_search_agree_on_a_few(name: str) -> None:
    for position, goal in questions(name, 2, 2, seed=7):
        check(position, goal)


def test_seats_that_are_out_play_no_tricks() -> None:
    """Whatever cards they keep: their hands are longer than those that are played on."""
    asked = [q for q in questions("irish-loo", 24, 1, seed=7) if not all(q[0].active)]
    assert len(asked) >= 10
    for position, goal in asked:
        check(position, goal)


@pytest.mark.parametrize(("need", "made"), [(1, True), (2, False)])
def test_an_illegal_card_of_the_others_does_not_help_the_side(need: int, made: bool) -> None:
    """B must follow clubs; if he need not, or lost by not doing so, A would win otherwise."""
    text = "trump-fool / A to lead, trump h / A: Ac Kd | B: 2c 2h | C: 3c 3s"
    position, _ = read(text)
    assert makes(position, Goal(frozenset([0]), "tricks", "at least", need)) == made


def test_a_gift_is_chosen_by_the_winner() -> None:
    position, _ = read("gooseberry-3 / B to play, A led Ks / A: 7h | B: Jk 2c".replace("2c", "8c")
                       + " | C: Qs Qh")  # fmt: skip
    for goal in ("B makes 2", "A makes 1", "A+B make 2"):
        check(position, parse_goal(goal, position.variant))


def test_what_can_not_be_stated_is_refused() -> None:
    position, _ = read("spoil-five / A to lead, trump h / A: Ac | B: 2c | C: 3c | D: 4c | E: 6c")
    assert "jink" in refusal(position) or "rob" in refusal(position)
    with pytest.raises(BadInput):
        Quantified(position, frozenset([0]))


def test_an_unrolled_deal_is_replayed_and_meets_what_is_wanted() -> None:
    variant = load("gooseberry-3")
    whole = Unrolled(variant, 3)
    line = whole.solve(whole.cnf.all([whole.counts[1] == 2, whole.counts[2] == 1]))
    assert line is not None and line.end.over and line.end.taken == (0, 2, 1)
    assert sum(outcome(line.end).raw) == 9
    assert whole.solve(whole.counts[0] >= 4) is None
    assert Unrolled(load("preferans-misere"), 2).solve(True) is not None
    with pytest.raises(BadInput):
        Unrolled(load("rams"))
