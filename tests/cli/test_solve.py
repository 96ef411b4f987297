"""`foolproof solve`: whole outputs, exit codes, several positions, limits, goals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver.kernel import kernel
from tests.conftest import Run, refused

PUZZLE = "gooseberry-3 / A to lead / A: 9c 7c Ah 9h | B: As Ts Jh Jd | C: Ks 8h 9d Jk / A makes 2"
REFUTED = "gooseberry-3 / A to lead / A: Ks 9s 7h | B: As Jh Tc | C: 8d Qd Jk / B makes 2"
SILENT = "gooseberry-even players=2 / A to lead / A: Ks Qs | B: As Jh / A makes 1"


def test_a_goal_that_can_be_made(run: Run) -> None:
    result = run("solve", PUZZLE)
    assert result.exit_code == 0
    shown, line, searched = result.output.rsplit("\n\n", 2)
    assert searched.startswith("searched ")
    # Which of several best lines is shown is the engine's affair: four tricks, two of them A's.
    assert len(line.splitlines()) == 4
    assert line.count("-> A") == 2
    assert (
        shown
        == """\
gooseberry-3: A leads
> A  9c 7c Ah 9h
  B  As Ts Jh Jd
  C  Ks 8h 9d Jk
A makes at least 2 tricks: makeable (best play gives 2)

card   value
9c 7c  1
Ah     1
9h     2      best"""
    )


def test_a_goal_that_can_not_be_made(run: Run) -> None:
    result = run("solve", REFUTED, "--no-line")
    assert result.exit_code == 1
    shown, _, searched = result.output.rpartition("\n\n")
    assert searched.startswith("searched ")
    assert (
        shown
        == """\
gooseberry-3: A leads
> A  Ks 9s 7h
  B  Tc As Jh
  C  Qd 8d Jk
B makes at least 2 tricks: not makeable (best play gives 0)

card   value
Ks 9s  0      best
7h     0      best"""
    )


def test_json_holds_everything_that_the_text_says(run: Run) -> None:
    result = run("solve", PUZZLE, "--json")
    (answer,) = json.loads(result.output)["results"]
    assert answer["verdict"] == "makeable"
    assert answer["goal"] == "A makes at least 2 tricks"
    assert answer["value"] == 2
    assert {"action": "9h", "value": 2, "best": True} in answer["actions"]
    assert answer["line"][0] == "9h"
    assert len(answer["line"]) in (12, 13)  # with a gift if the Joker wins a trick
    again = run("solve", json.dumps({"position": answer["data"], "goal": answer["goal"]}), "--json")
    assert json.loads(again.output)["results"] == [answer]


def test_a_goal_on_the_command_line_replaces_the_own_one(run: Run) -> None:
    for goal, code in (
        ("A makes 3", 1),
        ("A avoids tricks", 1),
        ("A+B make 4", 1),
        ("C makes 1", 0),
    ):
        assert run("solve", PUZZLE, "--goal", goal).exit_code == code, goal


def test_without_a_goal_the_seat_to_act_makes_most(run: Run) -> None:
    result = run("solve", PUZZLE.rpartition(" / ")[0])
    assert "A makes most tricks: 2\n" in result.output
    assert result.exit_code == 0


@pytest.mark.parametrize("goal", ["A makes exactly 2", "A ends middling", "A makes 2, with help"])
def test_goals_of_other_kinds(run: Run, goal: str) -> None:
    assert run("solve", PUZZLE, "--goal", goal).exit_code in (0, 1)


def test_several_positions_in_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "endings.txt"
    block = PUZZLE.replace(" / ", "\n").replace(" | ", "\n")
    file.write_text(f"# two endings\n\n{REFUTED}\n\n\n# the second\n{block}\n")
    result = run("solve", str(file), "--no-line")
    assert result.exit_code == 1
    assert f"# {file}, line 3\n" in result.output
    assert f"# {file}, line 6\n" in result.output
    assert result.output.count("searched ") == 2


def test_all_bad_positions_of_a_file_are_named_before_any_is_solved(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "endings.txt"
    file.write_text(f"{PUZZLE}\n\n{PUZZLE.replace('9c', 'Zz')}\n\n{PUZZLE.replace('9c', 'Jd')}\n")
    result = run("solve", str(file))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == (
        f"error: {file}, line 3: hand A: 'Zz' is not a card: expected a rank (A K Q J 10 9 8 "
        "7) and a suit (c s h d), such as Ac, or Jk for a Joker.\n"
        f"{file}, line 5: the position has a problem:\n"
        "  duplicate-card: Jd occurs 2 times, but the pack has 1\n"
    )


def test_every_problem_of_a_position_is_listed(run: Run) -> None:
    result = run("solve", "gooseberry-3 / A to lead / A: Ks 9s | B: Ks | C: 8d Qd 9s / A makes 1")
    assert result.exit_code == 2
    assert (
        result.stderr
        == """\
error: the position has 3 problems:
  duplicate-card: Ks occurs 2 times, but the pack has 1
  duplicate-card: 9s occurs 2 times, but the pack has 1
  unequal-hands: hands must be equal; with the trick on the table they are A 2, B 1, C 3
"""
    )


@pytest.mark.parametrize("option", [("--limit", "10"), ("--seconds", "1e-6")])
def test_a_limit_gives_unknown(run: Run, option: tuple[str, str]) -> None:
    whole = run("deal", "gooseberry-7-77", "--seed", "1", "--line").output.strip()
    result = run("solve", whole, *option)
    assert result.exit_code == 3
    assert "A makes most tricks: unknown, the limit on" in result.output
    assert "the value lies between" in result.output
    (answer,) = json.loads(run("solve", whole, "--json", *option).output)["results"]
    assert answer["verdict"] == "unknown"
    assert "limit" in answer["reason"]
    assert answer["value"] is None
    assert answer["stopped"] == ("nodes" if option[0] == "--limit" else "seconds")
    assert 0 <= answer["lower"] < answer["upper"] <= 11


def test_every_seat_is_bounded_where_each_plays_for_himself(run: Run) -> None:
    own = f"{PUZZLE} each for himself"
    whole = json.loads(run("solve", own, "--json").output)["results"][0]
    worth = {seat: bounds["lower"] for seat, bounds in whole["seats"].items()}
    assert all(bounds["lower"] == bounds["upper"] for bounds in whole["seats"].values())
    assert sum(worth.values()) == 4 and worth["A"] == whole["value"]
    told = ", ".join(f"{seat} {value}" for seat, value in worth.items())
    assert f"\neach comes to: {told}\n" in run("solve", own).output
    result = run("solve", own, "--limit", "60", "--json")
    assert result.exit_code == 3
    (part,) = json.loads(result.output)["results"]
    assert part["stopped"] == "nodes"
    assert {"lower": part["lower"], "upper": part["upper"]} == part["seats"]["A"]
    for seat, bounds in part["seats"].items():
        assert bounds["lower"] <= worth[seat] <= bounds["upper"]
    shown = run("solve", own, "--limit", "60").output
    assert "\neach comes to: A between " in shown


@pytest.mark.parametrize(
    ("memory", "told"),
    [
        ("1e12", "memory: expected at most the"),
        ("0", "not in the range"),
        ("-1", "not in the range"),
        ("nan", "not a finite number"),
        ("much", "not a valid float"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "explain"])
def test_memory_that_can_not_be_had_is_refused(
    run: Run, command: str, memory: str, told: str
) -> None:
    card = ("--card", "9h") if command == "explain" else ()
    result = run(command, PUZZLE, "--memory", memory, *card)
    assert result.exit_code == 2
    assert told in result.stderr


def test_the_size_of_the_table_changes_no_answer(run: Run) -> None:
    answers = [
        json.loads(run("solve", PUZZLE, "--memory", size, "--json").output)["results"][0]["actions"]
        for size in ("0.01", "256")
    ]
    assert answers[0] == answers[1]


def test_a_refuted_goal_shows_the_refuting_line(run: Run) -> None:
    shown = run("solve", REFUTED).output
    assert "\n\nRefuted by:\n 9. A " in shown
    assert "Refuted by:" not in run("solve", PUZZLE).output


@pytest.mark.parametrize(
    ("goal", "verdict", "code"),
    [("A makes 99", "not makeable", 1), ("A makes at most 99", "makeable", 0)],
)
def test_bounds_that_decide_the_goal_are_an_answer(
    run: Run, goal: str, verdict: str, code: int
) -> None:
    (answer,) = json.loads(run("solve", PUZZLE, "--goal", goal, "--limit", "1", "--json").output)[
        "results"
    ]
    assert (answer["verdict"], answer["value"], answer["stopped"]) == (verdict, None, "nodes")
    assert 0 <= answer["lower"] <= 2 <= answer["upper"] <= 4
    result = run("solve", PUZZLE, "--goal", goal, "--limit", "1")
    assert result.exit_code == code
    between = f"between {answer['lower']} and {answer['upper']}"
    assert f": {verdict} (best play gives {between}: the limit on nodes" in result.output


@pytest.mark.skipif(kernel() is None, reason="the compiled search was not built")
def test_a_value_without_values_of_the_actions_says_so(run: Run) -> None:
    told = set()
    for nodes in range(1, 400, 20):
        (answer,) = json.loads(run("solve", PUZZLE, "--limit", str(nodes), "--json").output)[
            "results"
        ]
        shown = run("solve", PUZZLE, "--limit", str(nodes)).output
        bare = answer.get("value") is not None and not answer["actions"]
        assert ("before every action had its value" in shown) is bare, nodes
        assert not bare or answer["stopped"] == "nodes"
        told.add(bare)
    assert told == {True, False}


def test_a_certificate_needs_the_exact_value(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "strategy.json"
    for goal in ("A makes 2", "A makes 99"):
        result = run("solve", PUZZLE, "--goal", goal, "--limit", "1", "--certificate", str(file))
        assert result.exit_code == 3
        assert "a strategy needs the exact value" in result.stderr
        assert not file.exists()


def test_a_certificate_is_found_within_the_limits_or_not_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "strategy.json"
    (solved,) = json.loads(run("solve", PUZZLE, "--json").output)["results"]
    told = set()
    for nodes in range(solved["nodes"], 20 * solved["nodes"], solved["nodes"]):
        result = run("solve", PUZZLE, "--limit", str(nodes), "--certificate", str(file))
        assert "makeable" in result.stdout
        assert result.exit_code == (0 if file.exists() else 3)
        assert file.exists() or refused(
            result, f"{file} is not written: the limit on nodes stopped the search for a strategy",
            code=3,
        )  # fmt: skip
        told.add(file.exists())
        file.unlink(missing_ok=True)
    assert told == {True, False}


def test_silent_rules_give_unknown(run: Run) -> None:
    result = run("solve", SILENT)
    assert result.exit_code == 3
    assert "the rules name" in result.output
    (answer,) = json.loads(run("solve", SILENT, "--json").output)["results"]
    assert (answer["verdict"], answer["stopped"]) == ("unknown", "rules")
    assert answer["value"] is answer["lower"] is answer["upper"] is None
    assert "the rules name" in answer["reason"]


def test_from_stdin(run: Run) -> None:
    assert run("solve", "-", input=PUZZLE).exit_code == 0
    assert run("solve", "-", input=PUZZLE.encode()).exit_code == 0


def test_rules_given_beside_the_position(run: Run) -> None:
    bare = PUZZLE.partition(" / ")[2]
    refused(run("solve", bare), "expected the name of a variant first")
    assert run("solve", bare, "--variant", "G3").output == run("solve", PUZZLE).output


def test_a_finished_deal_has_its_value(run: Run) -> None:
    over = "gooseberry-3 / A to lead, over, tricks 5 3 3 / A: - | B: - | C: - / A makes 5"
    result = run("solve", over)
    assert result.exit_code == 0
    assert "makeable (best play gives 5)" in result.output


def test_help_tells_the_exit_codes(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    for line in ("0  done", "1  refuted", "2  bad input", "3  unknown", "4  an error"):
        assert line in result.output
