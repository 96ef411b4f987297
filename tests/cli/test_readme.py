"""Everything that the README shows happens as it is shown."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import foolproof
from tests.conftest import Run

README = (Path(foolproof.__file__).parent / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", README, re.M | re.S)
FILES = re.findall(r"^```toml\n# (\S+)\n(.*?)^```", README, re.M | re.S)


def sessions() -> list[tuple[str, str]]:
    """Return every command of the README with the output shown below it."""
    found = []
    for block in BLOCKS:
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            found.append((command, shown))
    return found


def matches(shown: str, output: str) -> bool:
    """Compare an output with what is shown; a line of three dots stands for any lines."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in shown.splitlines()
    )
    return re.fullmatch(pattern, output) is not None


@pytest.mark.parametrize(("command", "shown"), sessions())
def test_what_the_readme_shows(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, shown: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in FILES:
        (tmp_path / name).write_text(content, encoding="utf-8")
    program, *words = shlex.split(command)
    assert program == "foolproof"
    result = run(*words)
    assert matches(shown, result.output), result.output


def test_the_readme_shows_the_main_commands() -> None:
    verbs = {command.split()[1] for command, _ in sessions()}
    assert {"variants", "deal", "play", "solve"} <= verbs
