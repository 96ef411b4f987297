"""`foolproof solve --certificate` and `foolproof check`: good files, damaged and foreign ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run, refused

PUZZLE = "gooseberry-3 / A to lead / A: 9c 7c Ah 9h | B: As Ts Jh Jd | C: Ks 8h 9d Jk / A makes 2"


@pytest.fixture
def written(run: Run, tmp_path: Path) -> Path:
    """Return the file of a certificate."""
    file = tmp_path / "strategy.json"
    assert run("solve", PUZZLE, "--certificate", str(file)).exit_code == 0
    return file


def test_a_certificate_is_accepted_and_says_what_it_proves(run: Run, written: Path) -> None:
    result = run("check", str(written))
    assert result.exit_code == 0
    assert "accepted: A can force that A makes at least 2 tricks (" in result.stdout
    (found,) = json.loads(run("check", str(written), "--json").stdout)["results"]
    assert found["accepted"] and found["proves"] == ["A can force that A makes at least 2 tricks"]
    assert run("check", "-", input=written.read_bytes()).exit_code == 0


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("truncated", "it is not JSON"),
        ("corrupted", "altered or damaged"),
        ("mismatched", "altered or damaged"),
        ("foreign", "not a strategy certificate"),
    ],
)
def test_a_damaged_certificate_is_refused_with_the_reason(
    run: Run, written: Path, kind: str, told: str
) -> None:
    text = written.read_text()
    damaged = {
        "truncated": text[: len(text) // 2],
        "corrupted": text.replace('"9h"', '"Ah"', 1),
        "mismatched": text.replace("A: 9c 7c", "A: Jc 7c"),
        "foreign": '{"puzzles": []}',
    }[kind]
    assert damaged != text
    good = written.with_name("good.json")
    good.write_text(text)
    written.write_text(damaged)
    result = run("check", str(good), str(written))
    assert result.exit_code == 1
    assert f"{good}: accepted: " in result.stdout
    assert f"{written}: refused: " in result.stdout and told in result.stdout
    found = json.loads(run("check", str(written), "--json").stdout)["results"]
    assert not found[0]["accepted"] and told in found[0]["reason"]


def test_a_file_that_there_is_not_is_bad_input(run: Run, tmp_path: Path) -> None:
    refused(run("check", str(tmp_path / "none.json")), "there is no such file")
