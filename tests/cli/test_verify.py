"""`foolproof verify`: whole outputs, exit codes, files, errors."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import Run, refused

NOTE = """\
F041: four tricks by one side count fifteen
source    004_0c69dafa2c51089f.txt, forty-five
verdict   holds
evidence  4 tricks against 1: 5*4 - 5*1 = 15
details   scores: (15, 0)
how       worked example
"""


def test_a_single_claim_is_a_note(run: Run) -> None:
    result = run("verify", "F041", "--reproducible")
    assert result.exit_code == 0
    assert result.output.replace("[15, 0]", "(15, 0)") == NOTE


def test_several_claims_are_a_table(run: Run) -> None:
    result = run("verify", "F041", "F040", "--reproducible", "--jobs", "1")
    assert result.exit_code == 0
    assert result.output.isascii()
    lines = result.output.splitlines()
    assert lines[0] == "Scores: totals, ties, bonus, schedules"
    assert lines[-1] == (
        "claims: 1 hold, 1 fail, 0 hold under a condition, 0 not said by the rules, 0 measured, "
        "0 not checkable, 0 not settled yet"
    )


def test_strict_exits_with_one_if_a_claim_fails(run: Run) -> None:
    assert run("verify", "F040", "--strict").exit_code == 1
    assert run("verify", "F041", "--strict").exit_code == 0


def test_json(run: Run) -> None:
    result = run("verify", "F04?", "K022", "--json", "--reproducible", "--jobs", "1")
    data = json.loads(result.output)
    assert data["complete"] is True
    assert {claim["id"] for claim in data["claims"]} >= {"F040", "F041", "F042", "F043", "K022"}
    by_id = {claim["id"]: claim for claim in data["claims"]}
    assert by_id["F042"]["by reading"]["net"]["verdict"] == "fails"
    assert by_id["K022"]["verdict"] == "the rules do not say"
    assert by_id["F040"]["variants"] == {
        "forty-five-difference": by_id["F040"]["variants"]["forty-five-difference"]
    }


def test_files(run: Run, tmp_path: Path) -> None:
    page, text = tmp_path / "report.html", tmp_path / "report.md"
    result = run("verify", "examples", "--html", str(page), "--markdown", str(text), "--quick")
    assert result.exit_code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert text.read_text(encoding="utf-8").startswith("# What the rules say, checked\n")
    assert "| B061 |" in text.read_text(encoding="utf-8")


def test_errors_are_messages(run: Run, tmp_path: Path) -> None:
    refused(run("verify", "B999"), "no claim matches 'B999'")
    refused(run("verify", "exampels"), "Did you mean 'examples'?")
    refused(run("verify", "F041", "--html", str(tmp_path / "no" / "x.html")), "can't be written")
    refused(run("verify", "--effort", "0"))


def test_notes_on_several(run: Run) -> None:
    output = run("verify", "F040", "F041", "--notes", "--reproducible").output
    assert output.count("source    ") == 2
