"""`foolproof puzzle`: sheet, play, convert."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run, refused

GOOSEBERRY = "gooseberry-3 / B to lead / A: 9c 8s Ah | B: Qs Jh 7d | C: As 8h Jk / B makes 2"
JEWELS = (
    "jewels / A to lead / A: 21t Ks Nh | B: 10t 2h JOKER | C: Fool 9t 1t | D: Sd Kh jester / "
    "A+C make 1"
)
BRIDGE = "bridge / S to lead, trump s / N: As 4h | E: Ks 7h | S: 2s Ah | W: Qs Kh / N+S make 2"


@pytest.fixture
def puzzles(tmp_path: Path) -> str:
    """Return the path of a set of two puzzles."""
    path = tmp_path / "set.txt"
    path.write_text(f"# two\n{GOOSEBERRY}\n{JEWELS}\n", encoding="utf-8")
    return str(path)


# --- sheet --------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["html", "svg", "md"])
def test_sheet(run: Run, puzzles: str, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"booklet.{ending}"
    result = run("puzzle", "sheet", puzzles, "-o", str(path), "--title", "My booklet")
    assert result.output == f"{path}: 2 puzzles\n"
    assert result.exit_code == 0
    assert "My booklet" in path.read_text(encoding="utf-8")


def test_sheet_of_one_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "one.md"
    result = run("puzzle", "sheet", GOOSEBERRY, "-o", str(path), "--no-solutions")
    assert result.output == f"{path}: 1 puzzle\n"
    assert "Solutions" not in path.read_text(encoding="utf-8")


def test_sheet_refuses(run: Run, puzzles: str, tmp_path: Path) -> None:
    refused(run("puzzle", "sheet", puzzles, "-o", str(tmp_path / "x.doc")), "written as .html")
    refused(run("puzzle", "sheet", "none.json", "-o", "x.md"), "none.json: can't be read")
    refused(run("puzzle", "sheet", puzzles), "Missing option")


@pytest.mark.parametrize("text", ["[]", '{"puzzles": []}', "# nothing yet\n"])
def test_an_empty_set_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / ("s.txt" if text.startswith("#") else "s.json")
    path.write_text(text, encoding="utf-8")
    for words in (["check"], ["play"], ["sheet", "-o", str(tmp_path / "x.html")]):
        refused(run("puzzle", *words, str(path)), "holds no puzzle")
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_shipped_is_known_by_name(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    assert run("puzzle", "convert", "gooseberry-3-40-07", str(file)).exit_code == 0
    (puzzle,) = json.loads(file.read_text())["puzzles"]
    assert puzzle["id"] == "gooseberry-3-40-07"
    assert "1 puzzle\n" in run("puzzle", "sheet", "rams-07", "-o", str(tmp_path / "a.md")).output
    assert "strictly sound" in run("puzzle", "check", "rams-07").output
    assert run("puzzle", "convert", "gooseberry-3-40", str(file)).exit_code == 0
    assert len(json.loads(file.read_text())["puzzles"]) == 20
    told = "'rams-99' is neither a file nor a shipped set or problem"
    refused(run("puzzle", "check", "rams-99"), told, "Did you mean 'rams'?")


# --- play ---------------------------------------------------------------------------------------

GAME = """\
Type a number or an action; h hint, u take back, r start again, s solution, n next puzzle, q quit.

Puzzle 1 (Gooseberry Fool, Parlett's game for three)
You play B. Take at least two tricks, whatever A and C do.

  B leads
   C (0): As 8h Jk                                     A (0): 9c 8s Ah
                            >B (0): Qs Jh 7d
  1) Qs   2) Jh   3) 7d
B> Qs
  C plays As
  A plays 8s
  trick 9 goes to B

  B leads, tricks A 0  B 1  C 0
   C (0): 8h Jk                                           A (0): 9c Ah
                             >B (1): Jh 7d
  1) Jh   2) 7d
B> 1
  C plays 8h
  A plays Ah
  trick 10 goes to B

  B leads, tricks A 0  B 2  C 0
   C (0): Jk                                                 A (0): 9c
                               >B (2): 7d
  1) 7d
B> 7d
  C plays Jk
  A plays 9c
  C decides: gift A
  trick 11 goes to A
The goal is made.

puzzle  id  result  slips  hints  taken back  solution seen
1       -   made    0      0      0           no
"""


def test_play(run: Run) -> None:
    result = run("puzzle", "play", GOOSEBERRY, input="Qs\n1\n7d\n")
    assert result.output == GAME
    assert result.exit_code == 0


def test_play_with_everything(run: Run, puzzles: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    words = "h\nh\n?\n\n9\nKs\n7d\nh\nu\nu\nJh\nh\nr\nr\ns\nn\nNh\n1\n1\n1\n1\n1\n1\n"
    result = run("puzzle", "play", puzzles, "--log", str(log), "--defence", "trap", input=words)
    assert result.exit_code == 0
    for words in (
        "Hint: Of three really different choices one lets the goal slip at once.",
        "Hint: Beware of 7d: C answers with Jk.",
        "'9' is no legal action",
        "Ks is not in B's hand",
        "7d: the goal slips.",
        "Hint: the goal has slipped; take back with u.",
        "There is nothing to take back.",
        "choices keep the goal.",
        "Solution: B plays Qs or Jh: each of these is right.",
        "7d comes to 0 only",
        "Puzzle 2",
        "The goal is made.",
    ):
        assert words.replace("♦", "d") in result.output.replace("Joker", "Jk"), words
    first, second = (json.loads(line) for line in log.read_text().splitlines())
    assert (first["outcome"], first["slips"], first["taken_back"]) == ("left", 1, 2)
    assert first["shown"] is True
    assert second["outcome"] == "made"
    assert second["actions"][0] == "A Nh"
    assert run(
        "puzzle", "play", puzzles, "--log", str(tmp_path / "no" / "x"), input="q\n"
    ).exit_code


def test_play_ends_with_its_input(run: Run, puzzles: str) -> None:
    result = run("puzzle", "play", puzzles, "--number", "2", input="")
    assert result.exit_code == 0
    assert "Puzzle 2" in result.output and "Puzzle 1" not in result.output
    assert result.output.endswith("2       -   left    0      0      0           no\n")


def test_play_says_what_it_cannot_solve(run: Run, puzzles: str) -> None:
    result = run("puzzle", "play", puzzles, "--seconds", "0", input="")
    assert result.exit_code == 0
    assert "unsolved" in result.output or "left" in result.output


def test_play_refuses(run: Run, puzzles: str) -> None:
    refused(run("puzzle", "play", "-"), "stdin is for your answers")
    refused(run("puzzle", "play", puzzles, "--number", "3"), "the last puzzle of the set is 2")
    refused(run("puzzle", "play", puzzles, input=b"\xff\n"), "not UTF-8")


def test_play_writes_every_card_one_way(run: Run, tmp_path: Path) -> None:
    """Hints, key, line and failing cards are written as they are typed: Jk, Td."""
    line = "gooseberry-3 / A to lead / A: Ts Kh Jk | B: As Jh 7d | C: Qs Th Td / A makes 1"
    path = tmp_path / "one.txt"
    path.write_text(line, encoding="utf-8")
    result = run("puzzle", "play", str(path), input="h\nh\nh\ns\nq\n")
    assert result.exit_code == 0 and "Solution" in result.output and "Jk" in result.output
    assert "Joker" not in result.output and "10" not in result.output.replace("10. ", "")


# --- convert ------------------------------------------------------------------------------------


def test_convert_there_and_back(run: Run, tmp_path: Path) -> None:
    first = tmp_path / "0.txt"
    first.write_text(f"{BRIDGE}\n", encoding="utf-8")
    ways = ["json", "pbn", "lin", "rbn", "hands", "csv", "txt"]
    for number, ending in enumerate(ways):
        source = first if number == 0 else tmp_path / f"{number}.{ways[number - 1]}"
        target = tmp_path / f"{number + 1}.{ending}"
        result = run("puzzle", "convert", str(source), str(target), "--strict")
        assert result.output == f"{target}: 1 puzzle\n"
    again = run("puzzle", "convert", str(first), "-", "--to", "text").output
    assert (tmp_path / "7.txt").read_text().splitlines()[
        -1
    ] == again.strip() or again == f"{BRIDGE}\n"


def test_convert_stdin_to_stdout(run: Run) -> None:
    result = run("puzzle", "convert", "-", "-", "--to", "csv", input=f"{GOOSEBERRY}\n")
    assert result.stdout.splitlines()[1].startswith(",gooseberry-3 / B to lead / A: 9c")


def test_convert_warns_and_refuses(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    path.write_text('[Board "1"]\n\nGenerated 10 hands\n', encoding="utf-8")
    result = run("puzzle", "convert", str(path), str(tmp_path / "a.json"))
    assert result.exit_code == 0
    assert result.stderr.count("warning: ") == 2
    assert f"{path}, line 3, column 1: 'Generated 10 hands'" in result.stderr
    refused(run("puzzle", "convert", str(path), "-", "--strict"), f"{path}, line 3, column 1")
    refused(run("puzzle", "convert", GOOSEBERRY, "x.pbn"), "holds bridge only")
    refused(run("puzzle", "convert", GOOSEBERRY, "x.pbn", "--to", "xyz"), "Invalid value")


def test_help(run: Run) -> None:
    result = run("puzzle", "--help")
    for command in ("convert", "play", "sheet"):
        assert f"\n  {command} " in result.output
    refused(run("puzzle", "nonsense"), "No such command")


# --- generate -----------------------------------------------------------------------------------


def test_puzzles_of_an_own_game_bear_its_name_not_the_path_of_its_file(
    run: Run, tmp_path: Path
) -> None:
    game, made = tmp_path / "my game.toml", tmp_path / "set.json"
    game.write_text("extends = 'gooseberry-3'\nname = 'short'\n[deal]\nhand = 6\n")
    words = ("--variant", f'"{game}"', "--cards", "3", "--count", "1", "--jobs", "1")
    assert run("puzzle", "generate", *words, "-o", str(made)).exit_code == 0
    data = json.loads(made.read_text())
    assert data["title"] == "short: 3 cards"
    assert data["puzzles"][0]["id"] == "short-0-001"


def test_an_interrupted_set_says_where_it_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("puzzles.generate.compose", interrupted)
    made = tmp_path / "set.json"
    result = run("puzzle", "generate", "--variant", "gooseberry-3", "-o", str(made))
    assert result.exit_code == 130 and not made.exists()
    assert f"kept in {made}.journal: the same command goes on from there" in result.stderr
