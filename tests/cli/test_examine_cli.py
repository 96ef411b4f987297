"""`foolproof examine`, `compare`, `design` and `find`: outputs, exit codes, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver.transcript import read_deals
from tests.conftest import Run, refused

MINE = """
extends = "gooseberry-3"
[score]
lines.1.bonus = 9
"""
BROKEN = """
extends = "trump-fool-notrump"
[follow]
tiers = ["led suit"]
"""


def test_examine_a_built_in(run: Run) -> None:
    result = run("examine", "gooseberry-3")
    assert result.exit_code == 0 and result.output.isascii()
    assert result.output.startswith("Gooseberry Fool, Parlett's game for three")
    assert "3 of 78 splits make scores after the bonus equal" in " ".join(result.output.split())
    assert result.output.splitlines()[-1].startswith("gooseberry-3: 0 errors, 0 warnings")


def test_examine_ones_own_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    data = json.loads(run("examine", str(path), "--json").output)
    assert data["summary"]["error"] == 0 and data["variant"] == "mine"
    ties = [r for r in data["remarks"] if r["check"] == "ties" and r["grade"] == "ok"]
    assert [r["details"]["stage"] for r in ties] == ["raw", "final"]


def test_examine_ends_with_one_for_an_error(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(BROKEN)
    result = run("examine", str(path))
    assert result.exit_code == 1
    assert "No card is legal to follow" in result.output
    command = next(line for line in result.output.splitlines() if "foolproof replay" in line)
    assert str(path) in command


def test_examine_refuses_bad_input(run: Run, tmp_path: Path) -> None:
    refused(run("examine", "gooseberry-33"), "Did you mean")
    refused(run("examine", "gooseberry-3", "--players", "4"), "for 3 players")
    refused(run("examine", "gooseberry-3", "--option", "Q9=x"), "no option Q9")
    path = tmp_path / "bad.toml"
    path.write_text('extends = "gooseberry-3"\nplayerz = 3\n')
    refused(run("examine", str(path)), "playerz", "line 2")


def test_compare(run: Run) -> None:
    same = run("compare", "gooseberry-3", "gooseberry-3 Alow=ace_low")
    assert same.exit_code == 0 and same.output.splitlines()[-1] == "the same game"
    other = run("compare", "gooseberry-3", "gooseberry-3 E=left")
    assert other.exit_code == 1 and other.output.splitlines()[-1] == "different games: score"
    data = json.loads(run("compare", "trump-fool", "whist", "--json").output)
    assert data["verdict"] == "different" and data["parts"][0]["text"] == "3 players, 4 players"
    (score,) = [part["text"] for part in data["parts"] if part["part"] == "score"]
    assert score.startswith('lines: [{"kind": "tricks"') and " and [{" in score
    told = run("compare", "oh-hell", "spades").output
    assert "events    different: bid.least: 0 and 1\n" in told
    refused(run("compare", "gooseberry-3", "nonsense"), "no variant")


def test_design_schedule(run: Run) -> None:
    result = run("design", "schedule", "--players", "3", "--tricks", "11", "--bonus", "10")
    assert result.exit_code == 0
    assert "0    3        6" in result.output
    data = json.loads(
        run("design", "schedule", "--players", "3", "--tricks", "11", "--json").output
    )
    assert len(data["schedules"]) == 6 and data["complete"]
    none = run("design", "schedule", "--players", "4", "--tricks", "6")
    assert none.exit_code == 1 and "tricks 3 0 3 0 tie seats" in none.output
    free = run("design", "schedule", "--players", "3", "--tricks", "6", "--free")
    assert free.exit_code == 1 and "tricks 2 2 2 tie all seats" in free.output
    refused(run("design", "schedule", "--players", "3", "--tricks", "4", "--free", "--bonus", "3"))


def test_design_bonus_and_packs(run: Run) -> None:
    result = run("design", "bonus", "--players", "5", "--tricks", "9")
    assert "never a tie with a bonus of 5 10 14 15 and anything above 18" in result.output
    assert run("design", "bonus", "--players", "5", "--tricks", "10").exit_code == 1
    refused(run("design", "bonus", "--players", "4", "--tricks", "9"), "odd")
    refused(
        run("design", "bonus", "--players", "3", "--tricks", "9", "--weights", "1,x"), "numbers"
    )
    result = run("design", "packs", "--players", "3", "--copies", "1", "--jokers", "1", "--json")
    packs = {(d["pack"], d["cards each"]) for d in json.loads(result.output)["packs"]}
    assert ("32", 11) in packs


def test_find_replays(run: Run) -> None:
    goal = ("--cards", "3", "--goal", "A makes 3", "--with-help")
    result = run("find", "--variant", "gooseberry-3", *goal)
    assert result.exit_code == 0
    (played,) = read_deals(result.output)
    assert played.end.over and played.end.taken[0] == 3
    position = result.output.splitlines()[0]
    assert run("solve", position).exit_code == 0


def test_find_a_tie_by_a_formula(run: Run) -> None:
    result = run("find", "--variant", "gooseberry-3", "--cards", "3", "--property", "tricks 3 0 0",
                 "--tries", "1", "--json")  # fmt: skip
    assert json.loads(result.output)["found"]
    text = ("--property", "final scores tied")
    (played,) = read_deals(run("find", "--variant", "gooseberry-3", *text).output)
    assert played.end.over


def test_find_says_what_it_cannot_find(run: Run) -> None:
    none = run("find", "--variant", "gooseberry-3", "--cards", "1", "--goal", "A makes exactly 2",
               "--with-help", "--tries", "3")  # fmt: skip
    assert none.exit_code == 1 and "there is none" in none.output
    open_ = run("find", "--variant", "gooseberry-3", "--property", "rules silent", "--tries", "2")
    assert open_.exit_code == 3 and "not found" in open_.output
    late = run("find", "--variant", "whist-notrump", "--property", "tricks 13 0 0 0", "--tries",
               "1", "--seconds", "0.01")  # fmt: skip
    assert late.exit_code == 3 and "not settled in time" in late.output
    silent = run("find", "--variant", "rams", "--property", "tricks 5 0 0 0", "--tries", "2")
    assert silent.exit_code == 3 and "'declare' is not stated as a formula" in silent.output
    refused(run("find", "--variant", "gooseberry-3"), "--goal")
    refused(run("find", "--variant", "gooseberry-3", "--property", "raw tie"), "no property")
    refused(run("find", "--variant", "gooseberry-3", "--cards", "40", "--goal", "A makes 1"))


@pytest.mark.parametrize("command", ["examine", "compare", "design", "find"])
def test_help(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0 and result.output.startswith("Usage: ")
