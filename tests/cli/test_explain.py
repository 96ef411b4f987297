"""`foolproof explain`: right and wrong cards, and what is said where a limit stops the search."""

from __future__ import annotations

import json
from typing import Any

import pytest

from solver.kernel import kernel
from tests.conftest import Run

PUZZLE = "gooseberry-3 / A to lead / A: 9c 7c Ah 9h | B: As Ts Jh Jd | C: Ks 8h 9d Jk / A makes 2"


def explained(run: Run, card: str, *options: str) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the only result of `explain --json`."""
    result = run("explain", PUZZLE, "--card", card, "--json", *options)
    (found,) = json.loads(result.stdout)["results"]
    assert result.stderr == ""
    return result.exit_code, found


def test_a_wrong_card_is_refuted(run: Run) -> None:
    result = run("explain", PUZZLE, "--card", "Ah")
    assert result.exit_code == 1
    shown, line = result.stdout.rstrip().rsplit("\n\n", 1)
    assert shown.endswith("Ah leads to 1, while 9h leads to 2. Refuted by:")
    assert len(line.splitlines()) == 4
    code, found = explained(run, "Ah")
    assert (code, found["verdict"], found["value"], found["best"]) == (1, "wrong", 1, 2)
    assert found["line"][0] == "Ah" and found["best_actions"] == ["9h"]
    assert "stopped" not in found


def test_a_right_card_is_right(run: Run) -> None:
    result = run("explain", PUZZLE, "--card", "9h")
    assert result.exit_code == 0
    assert "9h is right: it keeps 2." in result.stdout
    assert explained(run, "9h")[1]["verdict"] == "right"


@pytest.mark.parametrize(
    ("goal", "rows", "told"),
    [
        (
            "A+B make exactly 3",
            ["9c 7c  made    best", "Ah     missed", "9h     missed"],
            ("9c is right: it makes the goal; so does 7c.",
             "Ah misses the goal, while 9c, 7c make it. Refuted by:"),
        ),
        (
            "B+C make exactly 3",
            ["9c 7c  made", "Ah     made", "9h     missed  best"],
            ("9c lets the goal be made, while 9h stops it. Refuted by:",
             "Ah lets the goal be made, while 9h stops it. Refuted by:"),
        ),
        (
            "A ends middling",
            ["9c 7c  missed", "Ah     missed", "9h     missed"],
            ("Nothing makes the goal: 9c misses it; so do 7c, Ah, 9h.",
             "Nothing makes the goal: Ah misses it; so do 9c, 7c, 9h."),
        ),
        (
            "B+C make exactly 1",
            ["9c 7c  made   best", "Ah     made   best", "9h     made   best"],
            ("Nothing stops the goal: 9c lets it be made; so do 7c, Ah, 9h.",
             "Nothing stops the goal: Ah lets it be made; so do 9c, 7c, 9h."),
        ),
    ],
)  # fmt: skip
def test_a_goal_that_is_made_or_missed_has_no_numbers(
    run: Run, goal: str, rows: list[str], told: tuple[str, str]
) -> None:
    puzzle = PUZZLE.replace("A makes 2", goal)
    table = run("solve", puzzle, "--no-line").stdout.partition("value\n")[2]
    assert [line.rstrip() for line in table.splitlines()[:3]] == rows
    said = [run("explain", puzzle, "--card", card).stdout.splitlines()[4] for card in ("9c", "Ah")]
    assert tuple(said) == told


@pytest.mark.parametrize(("option", "size"), [("--nodes", "1"), ("--limit", "1")])
def test_a_limit_makes_it_unknown(run: Run, option: str, size: str) -> None:
    result = run("explain", PUZZLE, "--card", "Ah", option, size)
    assert result.exit_code == 3
    assert "Ah: unknown, the limit on nodes stopped the search after" in result.stdout
    code, found = explained(run, "Ah", option, size)
    assert (code, found["verdict"], found["stopped"]) == (3, "unknown", "nodes")
    assert found["value"] is None and found["best"] is None
    assert found["lower"] <= 1 <= found["upper"]
    assert found["best_lower"] <= 2 <= found["best_upper"]
    assert "limit on nodes" in found["reason"]


def test_time_that_is_up_makes_it_unknown(run: Run) -> None:
    deal = run("deal", "gooseberry-5-65", "--seed", "1", "--line").stdout.strip()
    card = deal.partition("A: ")[2].split()[0]
    result = run("explain", deal, "--card", card, "--seconds", "1e-6", "--json")
    assert result.exit_code == 3
    (found,) = json.loads(result.stdout)["results"]
    assert (found["verdict"], found["stopped"]) == ("unknown", "seconds")


def test_no_limit_ever_changes_a_verdict(run: Run) -> None:
    """Whatever is said under a limit is what is said without one, or 'unknown'."""
    for card in ("9c", "Ah", "9h"):
        _, whole = explained(run, card)
        told = set()
        for nodes in (*range(1, 600, 30), 2000, 5000):
            code, found = explained(run, card, "--nodes", str(nodes))
            assert found["verdict"] in (whole["verdict"], "unknown"), nodes
            assert code == {"right": 0, "wrong": 1, "unknown": 3}[found["verdict"]]
            if "stopped" in found:
                assert found["lower"] <= whole["value"] <= found["upper"]
                assert found["best_lower"] <= whole["best"] <= found["best_upper"]
            told.add(found["verdict"])
        assert told == {whole["verdict"], "unknown"}


@pytest.mark.skipif(kernel() is None, reason="the compiled search was not built")
def test_bounds_with_nothing_in_common_decide(run: Run) -> None:
    """The best value may be known, and the card's only to be less."""
    shown = set()
    for nodes in range(1, 600, 10):
        result = run("explain", PUZZLE, "--card", "Ah", "--nodes", str(nodes))
        if result.exit_code == 1:
            shown.add(result.stdout.splitlines()[4])
    assert shown
    assert all(text.startswith("Ah leads to ") and " while " in text for text in shown)
