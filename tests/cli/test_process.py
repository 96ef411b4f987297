"""The command as a real process: quick, quiet in a pipe, plain unless on a terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

import foolproof
from solver.kernel import kernel
from tests.conftest import Run

ROOT = Path(foolproof.__file__).parent
COMMAND = [sys.executable, "-m", "foolproof"]
ENDING = "gooseberry-3 / A to lead / A: Ks 9s 7h | B: As Jh Tc | C: 8d Qd Jk / B makes 2"


def said(stderr: str) -> str:
    """Return what a command said on stderr but for the notice where there was no compiler."""
    notice = "foolproof: the compiled search is missing"
    return "".join(t for t in stderr.splitlines(keepends=True) if not t.startswith(notice))


def process(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *args], cwd=ROOT, text=True, capture_output=True, timeout=60)


def on_terminal(*args: str, stream: str = "stdout", **environment: str) -> str:
    """Run the command with one stream on a pseudo-terminal; return what it wrote there."""
    pty = pytest.importorskip("pty")
    main, side = pty.openpty()
    known = {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "COLUMNS": "100",
    }
    streams = {"stdout": subprocess.DEVNULL, stream: side, "stdin": side}
    with subprocess.Popen([*COMMAND, *args], cwd=ROOT, env=known | environment, **streams):  # type: ignore[call-overload]
        os.close(side)
        written = b""
        while True:
            try:
                chunk = os.read(main, 4096)
            except OSError:
                break
            if not chunk:
                break
            written += chunk
    os.close(main)
    return written.decode().replace("\r\n", "\n")


def test_solving_a_small_ending_imports_nothing_heavy() -> None:
    script = (
        "import sys, foolproof\n"
        "try: foolproof.cli.main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "heavy = ('z3', 'pysat', 'rich', 'networkx', 'difflib', 'proofs.registry')\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )
    for args in (["solve", ENDING], ["--help"], ["variants", "list"]):
        done = subprocess.run(
            [sys.executable, "-c", script, *args],
            cwd=ROOT,
            text=True,
            capture_output=True,
            timeout=60,
        )
        assert done.stdout.splitlines()[-1] == "[]", args


def test_solving_a_small_ending_is_quick() -> None:
    before = os.times()
    for _ in range(3):
        process("solve", ENDING)
    after = os.times()
    spent = after.children_user - before.children_user
    assert spent / 3 < 0.6  # seconds of processor time; about 0.15 on an idle machine


def test_a_pipe_gets_plain_ascii() -> None:
    for args in (["solve", ENDING], ["variants", "list"], ["variants", "show", "spoil-five"]):
        done = process(*args)
        assert done.stdout.isascii()
        assert "\x1b" not in done.stdout
        assert said(done.stderr) == ""


def test_a_terminal_gets_symbols_and_colour() -> None:
    written = on_terminal("solve", ENDING)
    assert "♠K9" in written
    assert "\x1b[31m" in written
    assert "─" in written


def test_no_color_is_honoured() -> None:
    written = on_terminal("solve", ENDING, NO_COLOR="1")
    assert "♠K9" in written
    assert "\x1b[3" not in written


def test_a_terminal_without_unicode_gets_ascii() -> None:
    assert on_terminal("solve", ENDING, LANG="C", PYTHONIOENCODING="ascii").isascii()


def test_a_closed_pipe_is_no_error() -> None:
    shell = f'"{sys.executable}" -m foolproof play whist --random --seed 1 --deals 50 | head -n 1'
    done = subprocess.run(
        ["bash", "-c", shell], cwd=ROOT, text=True, capture_output=True, timeout=60
    )
    assert done.stdout == "Whist: deal 1, seed 1, dealer D\n"
    assert said(done.stderr) == ""


CLOSED = {  # what a shell closes, with the exit codes of: variants list, play, solve -
    "<&-": (0, 0, 2),
    ">&-": (2, 2, 2),
    "2>&-": (0, 0, 2),
    "<&- >&- 2>&-": (2, 2, 2),
}


@pytest.mark.parametrize("streams", CLOSED)
def test_closed_streams(streams: str) -> None:
    commands = ("variants list", "play rams --seed 1", "solve -")
    for command, code in zip(commands, CLOSED[streams], strict=True):
        shell = f'"{sys.executable}" -m foolproof {command} {streams}'
        done = subprocess.run(
            ["bash", "-c", shell], cwd=ROOT, text=True, capture_output=True, timeout=60,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == code, (command, done.stderr)
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("columns", ["1", "0", "-5", "many"])
def test_odd_widths_of_a_terminal(columns: str) -> None:
    for words in (["variants", "show", "gooseberry-3"], ["solve", ENDING], ["--help"]):
        done = subprocess.run(
            [*COMMAND, *words], cwd=ROOT, text=True, capture_output=True, timeout=60,
            env={**os.environ, "COLUMNS": columns},
        )  # fmt: skip
        assert done.returncode in (0, 1)
        assert said(done.stderr) == ""


NOT_BUILT = """
import sys

class Hiding:
    def find_spec(self, name, path=None, target=None):
        if name in ("solver.kernel._kernel", "solver.kernel._plain"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hiding())
"""


@pytest.mark.parametrize("words", [
    ("solve", ENDING),
    ("puzzle", "generate", "--variant", "gooseberry-3", "--cards", "2", "--count", "1",
     "--tries", "20", "--jobs", "2", "-o", "{folder}/set.json"),
])  # fmt: skip
def test_a_missing_compiler_is_mentioned_once(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NOT_BUILT)
    done = subprocess.run(
        [*COMMAND, *(word.format(folder=tmp_path) for word in words)], cwd=ROOT, text=True,
        capture_output=True, env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert done.stderr.count("the compiled search is missing") == 1, done.stderr


def heed_interrupts() -> None:
    """Undo what a background shell hands on: that interrupts are ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_until_busy(pid: int) -> None:
    """Wait until a process has spent two seconds of processor time (so that it has begun)."""
    stat = Path(f"/proc/{pid}/stat")
    ticks = os.sysconf("SC_CLK_TCK")
    for _ in range(300):
        time.sleep(0.1)
        if stat.exists() and int(stat.read_text().rpartition(")")[2].split()[11]) > 2 * ticks:
            return


def interrupted(*words: str) -> tuple[int, str, str]:
    """Return how a command ends that is interrupted while it works hard."""
    with subprocess.Popen(
        [*COMMAND, *words], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=heed_interrupts,
    ) as running:  # fmt: skip
        wait_until_busy(running.pid)
        running.send_signal(signal.SIGINT)
        try:
            answer, message = running.communicate(timeout=60)
        finally:
            running.kill()
    return running.returncode, answer, said(message)


def interrupted_on_a_deal(command: str, *options: str) -> tuple[int, str, str]:
    """Return how a command ends that is interrupted while it searches a hard deal."""
    dealt = process("deal", "gooseberry-5-65", "--seed", "1", "--line").stdout.strip()
    return interrupted(command, dealt, "--goal", "A+C make most tricks", *options)


@pytest.mark.parametrize("options", [(), ("--threads", "2")])
def test_interrupting_ends_with_one_line(options: tuple[str, ...]) -> None:
    code, answer, message = interrupted_on_a_deal("solve", *options)
    assert code == 3
    assert "unknown, an interrupt stopped the search" in answer
    assert message == ""


@pytest.mark.parametrize("words", ["solve", "puzzle check"])
def test_an_interrupt_ends_the_work_on_a_whole_file(words: str, tmp_path: Path) -> None:
    dealt = process("deal", "gooseberry-5-65", "--seed", "1", "--line").stdout.strip()
    file = tmp_path / "many.txt"
    file.write_text(f"{dealt} / A+C make 7\n\n" * 3)
    code, answer, message = interrupted(*words.split(), str(file))
    assert (code, message) == (3, "")
    assert answer.count("an interrupt stopped the search") == 1
    assert "interrupted: the last 2 were not looked at" in answer


def test_an_explanation_ends_with_one_interrupt() -> None:
    dealt = process("deal", "gooseberry-5-65", "--seed", "1", "--line").stdout
    card = dealt.partition("A: ")[2].split()[0]
    code, answer, message = interrupted_on_a_deal("explain", "--card", card)
    assert (code, message) == (3, "")
    assert "unknown, an interrupt stopped the search" in answer


@pytest.mark.skipif(kernel() is None, reason="the compiled search was not built")
def test_an_interrupted_strategy_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "strategy.json"
    dealt = process("deal", "gooseberry-3", "--seed", "4", "--line").stdout.strip()
    code, answer, message = interrupted("solve", dealt, "--certificate", str(file))
    assert "searched" in answer
    assert (code, file.exists()) == (3, False)
    assert f"{file} is not written: an interrupt stopped" in message


INTERRUPTED_IMPORT = """
import runpy, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            raise KeyboardInterrupt

wanted = sys.argv.pop(1)
sys.meta_path.insert(0, Interrupting())
runpy.run_module("foolproof", run_name="__main__")
"""


@pytest.mark.parametrize(
    "module", ["click", "click.core", "solver.errors", "solver.commands", "solver.notation",
               "msgspec", "solver.kernel", "solver.display"]
)  # fmt: skip
def test_interrupting_an_import_ends_with_one_line(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT, module, "solve", ENDING],
        cwd=ROOT, text=True, capture_output=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 130
    assert done.stderr.strip() == "interrupted."
    assert done.stdout == ""


def test_exit_codes_reach_the_shell() -> None:
    assert process("solve", ENDING).returncode == 1
    assert process("solve", ENDING, "--goal", "B makes 0").returncode == 0
    assert process("solve", ENDING, "--limit", "1").returncode == 3
    assert process("solve", "nonsense / A: Ks").returncode == 2
    assert process("--version").stdout == f"foolproof {foolproof.__version__}\n"


def test_arguments_that_are_no_text() -> None:
    done = subprocess.run(
        [*COMMAND, "solve", b"gooseberry-3 / \xff\xfe"], cwd=ROOT, capture_output=True, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: ")
    assert b"Traceback" not in done.stderr


@click.command("explode")
def explode() -> None:
    """Fail as only a bug can."""
    raise ZeroDivisionError("a bug")


@click.command("exhaust")
def exhaust() -> None:
    """Run out of memory."""
    raise MemoryError


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.commands.COMMANDS", (explode, exhaust))


@pytest.mark.usefixtures("faulty")
def test_an_error_of_our_own_is_admitted(run: Run) -> None:
    result = run("explode")
    assert result.exit_code == 4
    assert result.stdout == ""
    assert result.stderr == (
        "error: foolproof met an error of its own: ZeroDivisionError: a bug. Please report it with "
        "the command that led here; 'foolproof --debug ...' shows where it happened.\n"
    )
    assert "in explode" in run("--debug", "explode").stderr


@pytest.mark.usefixtures("faulty")
def test_exhausted_memory_is_unknown(run: Run) -> None:
    result = run("exhaust")
    assert result.exit_code == 3
    assert result.stderr == "error: memory ran out before there was an answer.\n"


@pytest.mark.parametrize(
    "words", ["design packs --players 3 --copies 1 --jokers 1 --over 2", "verify B02* --quick"]
)
def test_long_work_shows_how_far_it_is_on_a_terminal_only(words: str) -> None:
    shown = on_terminal(*words.split(), stream="stderr")
    assert "dealing" in shown or "settling" in shown
    assert said(process(*words.split()).stderr) == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("words", ["--help", "variants list", "deal whist --json"])
def test_output_that_can_not_be_written(words: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, *words.split()], cwd=ROOT, text=True, stdout=full, stderr=subprocess.PIPE,
            timeout=60,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "error: can't write the output: No space left on device.\n"


def test_a_narrow_terminal_cuts_no_name() -> None:
    written = on_terminal("variants", "list", COLUMNS="40")
    assert "spoil-five-dealer-pays" in written
    assert "…" not in written
