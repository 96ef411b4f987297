"""`foolproof deal`, `play`, `replay`, `perft`: by hand, at random, and back from a transcript."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver.variant import load
from solver.variant_source import names
from tests.conftest import Run, refused

SHORT = ("play", "gooseberry-3", "--seed", "1", "--set", "deal.hand=2")


def test_a_deal_is_fixed_by_its_seed(run: Run) -> None:
    result = run("deal", "gooseberry-3", "--seed", "4")
    assert (
        result.output
        == """\
# seed 4
gooseberry-3
A to lead
A: Jc 7c As 8s Kh Qh Th Kd 9d 7d Jk
B: Kc Qc 9c Js Ts 9s Jh Ad Jd Td 8d
C: Ac Tc 8c Ks Qs 7s Ah 9h 8h 7h Qd
"""
    )
    assert run("deal", "G3", "--seed", "4").output == result.output
    line = run("deal", "G3", "--seed", "4", "--line").output
    assert line.startswith("gooseberry-3 / A to lead / A: Jc 7c As 8s Kh Qh Th Kd 9d 7d Jk | B: Kc")
    data = json.loads(run("deal", "G3", "--seed", "4", "--json").output)
    assert data["seed"] == 4
    assert data["position"]["hands"][0][:2] == ["Jc", "7c"]


def test_a_deal_without_a_seed_names_the_one_it_drew(run: Run) -> None:
    first = run("deal", "gooseberry-3").output
    seed = first.splitlines()[0].removeprefix("# seed ")
    assert run("deal", "gooseberry-3", "--seed", seed).output == first


def test_dealer_players_and_trump_can_be_chosen(run: Run) -> None:
    result = run("deal", "spoil-five", "--players", "3", "--dealer", "A", "--seed", "2")
    assert "spoil-five players=3\nB to lead\ndealer A\n" in result.output
    assert "trump h" in run("deal", "bridge", "--trump", "hearts", "--seed", "2").output
    refused(run("deal", "G3", "--dealer", "Z"), "'Z' is no seat")
    refused(run("deal", "bridge", "--trump", "q"), "'q' is no suit")
    refused(run("deal", "bridge", "--trump", "x"), "'x' is no suit of bridge; it has c (clubs)")
    for command in ("deal", "play"):
        refused(run(command, "whist", "--trump", "x"), "--trump: whist fixes its trump suit itself")
        refused(run(command, "rams", "--trump", "h"), "--trump: rams fixes its trump suit itself")
        refused(run(command, "G3", "--trump", "h"), "--trump: gooseberry-3 has no trumps")
    refused(run("deal", "G3", "--players", "1"), "Invalid value for '--players'")


def test_by_hand_with_undo_mistakes_and_quitting(run: Run) -> None:
    result = run(*SHORT, input="1\nu\nu\nKc\nfoo\n99\n\n8d\nq\n")
    assert result.exit_code == 0
    assert result.output.startswith("""\
Gooseberry Fool, Parlett's game for three: deal 1, seed 1, dealer C
Type a number or an action; 'u' takes the last action back, 'q' stops, '?' says this again.

gooseberry-3: A leads
> A  Qc 8d
  B  Kh Jd
  C  Qs 8h
  1) Qc   2) 8d
A> 1

gooseberry-3: B plays
  A  8d
> B  Kh Jd
  C  Qs 8h
  on the table: A Qc
  1) Kh   2) Jd
B> u

gooseberry-3: A leads
> A  Qc 8d
""")
    assert "trick 1, card 1, seat A: Kc is not in A's hand; legal are Qc, 8d.\n" in result.output
    assert "'foo' is no legal action; legal are Qc, 8d.\n" in result.output
    assert "'99' is no legal action; legal are Qc, 8d.\n" in result.output
    assert result.output.endswith(
        "  on the table: A 8d\n  1) Jd\nB> q\nstopped: B would be next\n\n"
    )


def test_by_hand_to_the_end(run: Run) -> None:
    result = run(*SHORT, input="1\n" * 20)
    assert result.exit_code == 0
    assert result.output.endswith("""\
A> 1
  trick 2 goes to C
seat  tricks  weighted tricks  middling bonus  score
A     0       2                10              12
B     1       1                0               1
C     1       3                0               3

""")


def test_the_end_of_the_input_is_quitting(run: Run) -> None:
    result = run(*SHORT, input="1\n")
    assert result.exit_code == 0
    assert result.output.endswith("stopped: B would be next\n\n")


def test_input_that_is_no_text(run: Run) -> None:
    refused(run(*SHORT, input=b"\xff\xfe\n"), "not UTF-8")


@pytest.mark.parametrize("name", names())
def test_random_deals_of_every_variant_replay(run: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / "played.txt"
    play = ["play", name, "--random", "--seed", "11", "--deals", "2"]
    if load(name).file.deal.trump == "named":
        play += ["--trump", "spades"]
    played = run(*play, "--transcript", str(file))
    if played.exit_code == 3:  # the rules are silent on a trick
        assert "the rules name" in played.stderr
        return
    assert played.exit_code == 0, played.output
    assert played.output.isascii()
    again = run("replay", str(file))
    assert again.exit_code == 0, again.output
    shown = [line for line in again.output.splitlines() if line.strip()]
    assert [line for line in played.output.splitlines() if line in shown] == shown
    data = json.loads(run("replay", str(file), "--json").output)
    own = json.loads(run(*play, "--json").output)
    assert data["deals"] == own["deals"]


TRANSCRIPT = """\
# a short deal
gooseberry-3
A to lead
A: Ks 9s 7h
B: As Jh Tc
C: 8d Qd Jk

actions
A Ks | B As | C Jk | C gift A
A 9s | B {reply} | C Qd
"""


def test_an_illegal_action_is_refused_with_ply_seat_rule_and_what_is_legal(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "transcript.txt"
    file.write_text(TRANSCRIPT.format(reply="Jh"))
    assert "unfinished: A would be next\n" in run("replay", str(file)).output
    file.write_text(TRANSCRIPT.replace("B As", "B Jh").format(reply="Jh"))
    refused(
        run("replay", str(file)),
        "line 9, ply 2: trick 9, card 2, seat B: Jh breaks the rule 'led suit'; legal are As.",
    )
    file.write_text(TRANSCRIPT.format(reply="Ac"))
    refused(run("replay", str(file)), "line 10, ply 6", "Ac is not in B's hand; legal are Tc, Jh.")
    file.write_text(TRANSCRIPT.replace("A 9s", "C 9s").format(reply="Jh"))
    refused(run("replay", str(file)), "line 10, ply 5: 'C 9s' is out of turn; it is A's turn.")
    file.write_text(TRANSCRIPT.replace("C gift A", "C gift Z").format(reply="Jh"))
    refused(
        run("replay", str(file)), "'gift Z' is no legal action; legal are gift A, gift B, gift C"
    )


def test_what_is_no_transcript(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "transcript.txt"
    for text, words in (
        ("", "an empty transcript"),
        ("actions\nKs\n", "line 1: actions without a position"),
        (TRANSCRIPT.format(reply="Jh") + "\nactions\nKs\n", "line 12: actions without a position"),
        (TRANSCRIPT.replace("Tc", "Ks").format(reply="Jh"), "duplicate-card: Ks"),
        (TRANSCRIPT.format(reply="Jh") + "A 7h | B Tc | C 8d | A Ks", "after the end of the deal"),
    ):
        file.write_text(text)
        refused(run("replay", str(file)), words)
    refused(run("replay", str(tmp_path)), "is a directory")


def test_a_transcript_that_can_not_be_written(run: Run, tmp_path: Path) -> None:
    refused(run(*SHORT, "--transcript", str(tmp_path / "none" / "x")), "can't be written")
    refused(run(*SHORT, "--transcript", str(tmp_path)), "can't be written")


def test_json_goes_with_chance_only(run: Run) -> None:
    refused(run(*SHORT, "--json"), "--json goes with --random")


def test_a_match_is_told(run: Run) -> None:
    result = run("play", "gooseberry-3", "--random", "--seed", "3", "--deals", "20")
    assert result.exit_code == 0
    last = result.output.splitlines()[-3:]
    assert last[0].startswith("after ")
    assert last[1].startswith("totals A ")
    assert last[2].startswith("won by ")


def test_perft(run: Run) -> None:
    dealt = run("deal", "gooseberry-3", "--seed", "4").output
    result = run("perft", "-", "--depth", "3", input=dealt)
    assert result.output == "depth  sequences\n1      10\n2      27\n3      60\n"
    data = json.loads(run("perft", "-", "--depth", "2", "--json", input=dealt).output)
    assert data["results"][0]["counts"] == [10, 27]
    line = run("deal", "gooseberry-3", "--seed", "4", "--line").output.strip()
    assert data["results"][0]["position"] == line


def test_a_match_that_ends_early_says_so(run: Run) -> None:
    output = run("play", "gooseberry-3", "--random", "--seed", "3", "--deals", "50").output
    assert "\nthe match ended after 6 of the 50 deals asked for\nafter 6 deals\n" in output


@pytest.mark.parametrize("word", ["?", "help"])
def test_help_while_playing(run: Run, word: str) -> None:
    output = run("play", "gooseberry-3", "--seed", "1", input=f"{word}\nq\n").output
    assert output.count("'?' says this again.") == 2
    assert "is not" not in output


def test_a_misspelt_heading_in_a_transcript(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deal.txt"
    assert run("play", "gooseberry-3", "--random", "--transcript", str(file)).exit_code == 0
    file.write_text(file.read_text().replace("\nactions\n", "\naction\n"))
    refused(run("replay", str(file)), "'action' begins no position; the word before actions is")


ENDING = "gooseberry-3 / A to lead / A: 9c 7c | B: As Ts | C: Ks Jk / A makes 1"
SOLVED = """\
Gooseberry Fool, Parlett's game for three: from a position, A makes at least 1 trick
gooseberry-3: A leads
> A  9c 7c
  B  As Ts
  C  Ks Jk
"""


def test_playing_on_from_a_position_however_it_is_given(run: Run, tmp_path: Path) -> None:
    file, data = tmp_path / "ending.txt", tmp_path / "ending.json"
    file.write_text(ENDING + "\n")
    position = json.loads(run("deal", "whist", "--seed", "1", "--json").output)["position"]
    data.write_text(json.dumps({"position": position, "goal": "A+C make 7"}))
    by_text = run("play", ENDING, "--random", "--seed", "1")
    assert by_text.output.startswith(SOLVED)
    assert "A makes at least 1 trick: " in by_text.output
    assert run("play", str(file), "--random", "--seed", "1").output == by_text.output
    assert run("play", "-", "--random", "--seed", "1", input=ENDING).output == by_text.output
    whist = run("play", str(data), "--random", "--seed", "1").output
    assert "\n13. " in whist and "A+C make at least 7 tricks: " in whist
    hand = run("play", ENDING, input="9c\n1\n1\ngift A\n1\n1\n1\n")
    assert hand.output.endswith("A makes at least 1 trick: made (it came to 2)\n")


def test_playing_a_shipped_problem_by_its_name(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "played.txt"
    played = run("play", "rams-07", "--random", "--seed", "2", "--transcript", str(kept), "--json")
    deal = json.loads(played.output)["deals"][0]
    assert deal["goal"] == "C makes at least 3 tricks"
    assert deal["made"] == (deal["value"] >= 3) == (deal["tricks"][2] >= 3)
    assert json.loads(run("replay", str(kept), "--json").output)["deals"][0]["tricks"] == (
        deal["tricks"]
    )
    assert run("solve", "rams-07").output.startswith("rams: C leads")


def test_one_of_several_positions_is_chosen_by_number(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(f"{ENDING}\n\n{ENDING.replace('A makes 1', 'C makes 1')}\n")
    refused(run("play", str(file), "--random"), "2 positions; choose one with --number")
    refused(run("play", str(file), "--random", "--number", "3"), "there are only 2 positions")
    assert "C makes at least 1" in run("play", str(file), "--random", "--number", "2").output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", ENDING, "--dealer", "A"), "--dealer: goes with a variant"),
        (("play", ENDING, "--players", "3"), "--players: goes with a variant"),
        (("play", ENDING, "--deals", "2"), "--deals: goes with a variant"),
        (("play", ENDING, "--option", "G1=lead"), "--option: goes with a variant"),
        (("play", "gooseberry-3", "--number", "2"), "--number: goes with a file of positions"),
        (("play", "-"), "put it into a file"),
        (("play", "goosebery-3"), "Did you mean 'gooseberry-3'? A position, a file of"),
        (("play", "rams-99"), "'rams-99' is no variant"),
        (("play", ENDING.replace("9c", "Ks")), "duplicate-card"),
        (("play", ENDING, "--set", "trick.winner=9"), "trick.winner"),
    ],
)
def test_what_does_not_go_with_a_position(run: Run, words: tuple[str, ...], message: str) -> None:
    refused(run(*words), message)


def test_settings_reach_a_position_in_json(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(run("deal", "gooseberry-3", "--seed", "1", "--json").output)
    data = json.loads(file.read_text())["position"]
    file.write_text(json.dumps(data))
    setting = ("--set", "score.lines.1.bonus=12")
    for command in ("solve", "play"):
        refused(run(command, str(file), "--set", "score.lines.1.bonus=x"), "score.lines.1.bonus")
    deal = json.loads(run("play", str(file), "--random", "--json", *setting).output)["deals"][0]
    assert deal["lines"][1]["added"].count(12) == 1


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("jewels", "A decides (bid)\n"),
        ("euchre", "A decides (make trump), no trump yet, turned up"),
        ("loo-simple", "A leads, no trump yet, pool"),
        ("whist", "A leads, trump "),
    ],
)
def test_trump_is_told_where_it_tells_something(run: Run, game: str, told: str) -> None:
    assert f"{game}: {told}" in run("play", game, "--random", "--seed", "2").output


def test_every_column_of_an_outcome_has_a_name_of_its_own(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my-game.toml"
    file.write_text("extends = 'whist'\n[score]\nlines = [{ kind = 'tricks', each = 2 }]\n")
    output = run("play", str(file), "--random", "--seed", "2").output
    assert "seat  tricks  for tricks  score\n" in output
