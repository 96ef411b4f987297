"""Every command is given what makes no sense: exit code and message, never a traceback."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import click
import pytest

from foolproof import cli
from tests.conftest import Run

ENDING = "gooseberry-3 / A to lead / A: 9c 7c | B: As Ts | C: Ks Jk / A makes 1"
FILES = {
    "empty": b"",
    "zeros": b"\x00" * 50,
    "every byte": bytes(range(256)),
    "UTF-16": ENDING.encode("utf-16"),
    "old line ends": ENDING.replace(" / ", "\r").encode(),
    "Cyrillic seat": ENDING.replace("A:", "\u0410:").encode(),
    "wide card": ENDING.replace("Ks", "\uff2b\uff53").encode(),
    "invisible blank": ENDING.replace("Ks", "K\u200bs").encode(),
    "turned round": f"\u202e{ENDING}".encode(),
    "one long line": f"{ENDING} {'x' * 100_000}".encode(),
    "deep.json": b"[" * 100_000,
    "twice.json": b'{"variant": "whist", "variant": "gooseberry-3", "hands": [["Ks"], [], [""]]}',
    "numbers.json": b'{"variant": "gooseberry-3", "hands": [[], [], []], "done": 1e400, "pool": 1}',
    "null.json": b"null",
    "text.json": b'"text"',
    "lists.json": b"[[[]]]",
    "no puzzles.json": b'{"puzzles": []}',
    "odd puzzles.json": b'{"puzzles": [1, {"puzzle": 3}], "title": 5}',
    "odd fields.json": json.dumps({"puzzles": [{"puzzle": ENDING, "key": 5}]}).encode(),
    "certificate.json": b'{"format": 1, "kind": "lrat"}',
    "open.toml": b"a = [",
    "round.toml": b'extends = "round.toml"\n',
    "up.toml": b'extends = "../../etc/passwd"\n',
    "nothing.toml": b'extends = ""\n',
    "twice.toml": b'extends = "whist"\nextends = "rams"\n',
    "date.toml": b'extends = "rams"\n[deal]\nhand = 1979-05-27\n',
    "infinite.toml": b'extends = "rams"\n[deal]\nhand = inf\n',
    "no readings.toml": b'extends = "rams"\n[options.X]\nquestion = "q"\n[options.X.readings]\n',
    "odd option.toml": b'extends = "rams"\n[options]\nX = 3\n',
    "open.csv": b'PuzzleId,Position\n"1',
    "odd.pbn": b'[Deal "X:"]\n[',
    "odd.lin": b"qx|o1|md|9|",
    "odd.rbn": b"H\nD\n:::",
    "odd.hands": b"N:... / trump q",
}
WORDS = (
    "", " ", "A", "\uff21", "|", "a|b", "{", "..", "/", "http://x", "-1", "9" * 20,
    "1e9", "%s", "{0}", "~", "x" * 3000, "x" * 200 + ".toml", "/".join("x" * 200),
)  # fmt: skip
VALUES = (
    "", "-1", "0", "9" * 20, "1e400", "nan", "\u00b2", "\uff11", "=", "a.b.c=[[[[", "x" * 3000,
    "score.lines.0=3", "/nonexistent/x", "/",
)  # fmt: skip
LONG = frozenset({"verify", "generate", "examine"})  # at work for minutes once they are content


class OutOfTime(BaseException):
    """A command is still at work, so it has not been led astray."""


def commands(group: click.Group, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*before, name))
        else:
            yield (*before, name)


COMMANDS = tuple(commands(cli))


def found(words: tuple[str, ...]) -> click.Command:
    """Return the command of some words."""
    command: click.Command | None = cli
    for word in words:
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), word)
    assert command is not None
    return command


def needed(command: click.Command, besides: click.Parameter | None = None) -> list[str]:
    """Return values for the options that must be given."""
    options = [p for p in command.params if isinstance(p, click.Option) and p.required]
    given = []
    for option in options:
        if option is not besides:
            given += [option.opts[-1], "out.md" if option.name == "output" else "rams"]
    return given


def attack(run: Run, *words: str) -> None:
    """Run a command for five seconds at most; fail if it meets an error of its own."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 5)
    try:
        result = run(*words, input=b"")
    except OutOfTime:
        return
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if isinstance(result.exception, OutOfTime):
        return
    told = (words, result.exit_code, result.output[-300:])
    assert result.exit_code in (0, 1, 2, 3), told
    assert "Traceback" not in result.output, told
    if result.exit_code == 2:
        assert result.stderr.strip() and len(result.stderr) < 3000, told


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Fill a folder with odd files, and work in it; return their names."""
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "good.txt").write_text(ENDING + "\n")
    monkeypatch.chdir(tmp_path)
    return [*FILES, "folder", "loop", "none", "none.toml"]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_odd_arguments(run: Run, files: list[str], words: tuple[str, ...]) -> None:
    command = found(words)
    count = sum(isinstance(p, click.Argument) for p in command.params)
    extra = [*needed(command), *(["--random", "--seed", "1"] if words == ("play",) else [])]
    for text in (*files, *WORDS) if count else ():
        attack(run, *words, *extra, "--", *[text] * count)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_odd_options(run: Run, files: list[str], words: tuple[str, ...]) -> None:
    command = found(words)
    names = [p.name for p in command.params if isinstance(p, click.Argument)]
    games = ("variant", "name", "one", "other")
    given = ["rams" if name in games else "good.txt" for name in names]
    for option in command.params:
        if not isinstance(option, click.Option) or option.is_flag or words[-1] in LONG:
            continue
        extra = [*needed(command, option), *(["--random"] if words == ("play",) else [])]
        for value in VALUES:
            attack(run, *words, *extra, f"{option.opts[-1]}={value}", "--", *given)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_files_that_may_not_be_read(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(ENDING)
    file.chmod(0)
    for words in COMMANDS:
        if any(isinstance(p, click.Argument) for p in found(words).params):
            attack(run, *words, *needed(found(words)), str(file))
