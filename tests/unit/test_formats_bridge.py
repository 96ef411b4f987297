"""PBN, LIN, RBN and plain hand strings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.formats import dumps, loads
from puzzles.puzzle import PuzzleSet, read_line
from solver.errors import FormatError
from solver.goals import goal_text
from tests.common.formats import (
    DEAL,
    OTHER_LINES,
    bridge_set,
    check_round_trip,
    check_survives,
    check_untouched,
)

BRIDGE = ("pbn", "lin", "rbn")
PBN = r"""% PBN 2.1
% EXPORT
%Content-type: text/x-pbn; charset=ISO-8859-1
{ a comment
  [Board "99"] of two lines }
[Event "A \"cup\" of \\ tea"]
[Site ""] [Date "2026.??.??"] ; the rest of the line
[Board "1"]
[West "#"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQ2.KQ3.A98.432 JT9.J98.KQJ.KJ98 8543.A52.T32.AQT 76.T764.7654.765"]
[Scoring "##IMP"]
[Declarer "S"]
[Contract "4SX"]
[Result "10"]
[Auction "N"]
1S Pass 4S X =1=
Pass Pass Pass
[Note "1:a very {strange} double"]
[Play "W"]
D6 D9 DK D3
*
[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]
N NT 9
{closing words}

[Board "2"]
[Dealer "E"]
[Deal "#"]
[Declarer "N"]
[Contract "3NT"]
[Event "#"]

[Board "3"]
{an end position}
[Deal "W:K.A.. .K2.. A.3.. Q.4.."]
[Declarer "E"]
[Contract "?"]
[Goal "W+E make 1"]
[Play "S"]

[Board "4"]
[Deal "N:AKQ2.KQ3.A98.432 - - -"]

[Board "5"]
[Result "?"]

Generated 1000 hands
Time needed    0.01 sec
"""


def test_pbn() -> None:
    document = check_untouched(PBN, "pbn")
    first, second, third = document.puzzles
    assert first.id == "1"
    assert first.position.trump == "s"
    assert first.position.leader == first.variant.seat("W")
    assert first.task == "N+S make at least 10 tricks"
    assert second.position.hands == first.position.hands
    assert second.position.leader == second.variant.seat("E")
    assert second.task == "N+S make at least 9 tricks"
    assert third.position.done == 11
    assert third.position.leader == third.variant.seat("S")
    assert third.task == "E+W make at least 1 trick"
    words = "\n".join(document.warnings)
    for part in (
        "no trump is known",
        "cards of E, S, W are unknown",
        "without a deal",
        "line 49, column 1: 'Generated 1000 hands'",
        "'Time needed 0.01 sec'",
    ):
        assert part in words, words
    assert len(document.warnings) == 5


def test_pbn_strict() -> None:
    loads(PBN[: PBN.index('[Board "3"]')], format="pbn", strict=True)
    with pytest.raises(FormatError, match=r"x.pbn, line 37, column 8: no trump is known"):
        loads(PBN[: PBN.index("Generated")], format="pbn", strict=True, file="x.pbn")


def test_pbn_changes_only_what_has_changed() -> None:
    document = loads(PBN, format="pbn")
    first, *rest = document.puzzles
    changed = replace(document, puzzles=(first.annotated(title="new", grade=2), *rest))
    text = dumps(changed, "pbn")
    new = '[Goal "N+S make at least 10 tricks"]\n[Title "new"]\n[Grade "2"]\n'
    assert text.replace(new, "") == PBN.replace("4SX", "4S")
    assert loads(text, format="pbn").puzzles == changed.puzzles
    back = replace(loads(text, format="pbn"), puzzles=document.puzzles)
    assert "Grade" not in dumps(back, "pbn")


def test_pbn_board_that_others_inherit_from() -> None:
    document = loads(PBN, format="pbn")
    first, *rest = document.puzzles
    other = replace(first, position=document.puzzles[2].position)
    changed = replace(document, puzzles=(other, *rest))
    assert loads(dumps(changed, "pbn"), format="pbn").puzzles == changed.puzzles


def test_pbn_without_empty_lines() -> None:
    text = (
        f'[Board "1"][Deal "{DEAL}"][Contract "1C"][Declarer "W"]\n'
        '[Board "2"]\n[Deal "#"][Contract "1N"][Declarer "W"]'
    )
    document = check_untouched(text, "pbn")
    assert [p.position.trump for p in document.puzzles] == ["c", ""]
    assert "a new board without an empty line" in document.warnings[0]


def test_fourth_hand_gets_the_rest() -> None:
    words = DEAL.split()
    for hands in (f"{words[0]} {words[1]} - {words[3]}", DEAL):
        text = f'[Deal "{hands}"]\n[Contract "4S"]\n[Declarer "N"]\n'
        (puzzle,) = loads(text, format="pbn", strict=True).puzzles
        assert len(puzzle.position.hands[2]) == 13


LIN = (
    "vg|Match,1,I,1,2,,,,|\n\nqx|o1|pn|ann,bob,cid,dot|st||md|3S2345H345DJT98CA5,"
    "SAKQHAKQDAK2CKQ43,S876HJT9DQ76CJT98,|rh||ah|Board 7|sv|n|mb|p|mb|1N!|an|15-17|mb|p|mb|3N|"
    "mb|p|mb|p|mb|p|pg||pc|S2|pc|SA|\npg||qx|o2|md|1SAH2,SKH3,SQH4,SJH5|mb|1C|mb|p|mb|2C|"
    "mb|p|mb|p|mb|p|nt|Goal: N+S make 1|pg||\n"
)


def test_lin() -> None:
    document = check_untouched(LIN, "lin")
    first, second = document.puzzles
    assert not document.warnings
    assert first.position.trump == ""
    assert first.position.leader == first.variant.seat("S")
    assert first.task == "E+W make at least 9 tricks"
    assert len(first.position.hands[1]) == 13
    assert second.position.trump == "c"
    assert second.position.leader == second.variant.seat("W")
    changed = replace(document, puzzles=(first.annotated(title="a|b~"), second))
    text = dumps(changed, "lin")
    assert "pn|ann,bob,cid,dot|" in text and "pc|SA|" in text and text.endswith(LIN[-60:])
    assert loads(text, format="lin").puzzles == changed.puzzles


RBN = """% RBN
D 19970112:1930
T Two:: or three:Ann
L Here
B 9
H W:K.A..:.K2..:A.3..:Q.4..
A WB:1S2HP4H:A
C 4H:E
{a text
of two lines}
P SQKH2A:HK34A
1 a note

B 10
C 3N:W:S
{Goal: E+W make at least 1 trick}

B 11
A NZ:P1SX2S:PP3S*1A
R 9
"""


def test_rbn() -> None:
    document = check_untouched(RBN, "rbn")
    first, second, third = document.puzzles
    assert not document.warnings
    assert (first.title, first.author, first.id) == ("Two: or three", "Ann", "9")
    assert first.position.trump == "h"
    assert first.position.leader == first.variant.seat("S")
    assert second.position.hands == first.position.hands
    assert (second.position.trump, second.position.leader) == ("", 2)
    assert second.task == "E+W make at least 1 trick"
    assert third.position.trump == "s"
    assert third.position.leader == third.variant.seat("W")
    changed = replace(document, puzzles=(first, second.annotated(grade=1.5), third))
    text = dumps(changed, "rbn")
    assert text.startswith(RBN[: RBN.index("B 10")])
    assert loads(text, format="rbn").puzzles == changed.puzzles


def test_the_play_of_a_changed_board_is_kept_while_it_fits() -> None:
    plays = {"lin": "pc|S2|pc|SA|", "rbn": "P SQKH2A:HK34A", "pbn": "D6 D9 DK D3"}
    for format, play in plays.items():
        text = TEXTS[format]
        document = loads(text, format=format)
        first, *rest = document.puzzles
        named = replace(document, puzzles=(first.annotated(title="x"), *rest))
        assert play in dumps(named, format)
        turned = first.annotated(position=first.position._replace(leader=0, turn=0))
        changed = replace(document, puzzles=(turned, *rest))
        assert play not in dumps(changed, format)
        assert loads(dumps(changed, format), format=format).puzzles == changed.puzzles


HANDS = f"""# some hands
{DEAL} / trump s, W to lead / N+S make 10
#! {{"Title": "an ending"}}
K.A.. .K2.. A.3.. Q.4.. / notrump / N+S make most tricks
"""


def test_hands() -> None:
    document = check_untouched(HANDS, "hands")
    first, second = document.puzzles
    assert first.position.leader == 3
    assert second.position.leader == 0
    assert second.title == "an ending"
    assert document.warnings == ("line 4, column 1: no leader is named; N leads.",)
    check_round_trip(PuzzleSet("", (first, second, second.annotated(key=()))), "hands")
    with pytest.raises(FormatError, match="no trick on the table"):
        dumps(PuzzleSet("", bridge_set().puzzles[2:3]), "hands")


@pytest.mark.parametrize("format", BRIDGE)
def test_round_trip(format: str) -> None:
    check_round_trip(bridge_set(), format)


@pytest.mark.parametrize("format", (*BRIDGE, "hands"))
def test_other_games_are_refused(format: str) -> None:
    with pytest.raises(FormatError, match="holds bridge only, not gooseberry-3"):
        dumps(PuzzleSet("", (read_line(OTHER_LINES[0]),)), format)


@pytest.mark.parametrize("format", (*BRIDGE, "hands"))
def test_nothing_in_it(format: str) -> None:
    for text in ("", "\n \n", "\ufeff"):
        assert check_untouched(text, format).puzzles == ()


DECL = '[Contract "4S"]\n[Declarer "N"]\n'
PBN_END = '[Deal "W:A.2.. K.3.. J.K.. Q.A.."]\n[Contract "1S"]\n[Declarer "S"] [Play "W"]\n'
LIN_END = "md|1SQHA,SAH2,SKH3,SJHK|mb|1S|mb|p|mb|p|mb|p|"  # dealer South, West leads
RBN_END = "H W:A.2..:K.3..:Q.A..:J.K..\nC 1N:S\n"
MALFORMED = [
    ("pbn", '[Board "1]\n', "line 1, column 1: a broken tag pair: its text does not end"),
    ("pbn", "[Board 1]\n", 'expected [Name "value"]'),
    ("pbn", '[Board "1"]\n\n  [Board', "line 3, column 3: a broken tag pair"),
    ("pbn", '[Board "1"] {no end', "line 1, column 13: a comment begins"),
    ("pbn", '[Deal "N:AA... - - -"]', "line 1, column 8: 'AA...': a card stands twice"),
    ("pbn", '[Deal "N:A..... - - -"]', "expected four suits between dots"),
    ("pbn", '[Deal "N:1... - - -"]', "'1' is no rank"),
    ("pbn", '[Deal "N:A... A... - -"]', "stands in the hands of N and E"),
    ("pbn", '[Deal "A... K... - -"]', "expected a deal such as"),
    ("pbn", '[Deal "N:A... K... Q... J... T..."]', "a deal of 5 hands"),
    ("pbn", f'[Deal "N:A... K... Q... J9..."]\n{DECL}', "the hands are not equal"),
    ("pbn", f'[Deal "N:... ... ... ..."]\n{DECL}', "the hands are not equal"),
    ("pbn", f'[Deal "{DEAL}"]\n[Goal "we win"]\n{DECL}', "'we' is no seat"),
    ("pbn", f'[Deal "{DEAL}"]\n[Key "2h, 2d"]\n{DECL}', "line 1, column 8: "),
    ("pbn", f'[Deal "{DEAL}"]\n[Grade "hard"]\n{DECL}', "Grade 'hard' can't be read"),
    ("pbn", f'[Deal "{DEAL}"]\n[Position "x / y"]\n{DECL}', "line 1, column 8: "),
    ("pbn", f"{PBN_END}S2 - - -\n", "line 4, column 1: trick 12, card 1, seat W: 2s is not in W's"),
    ("pbn", f"{PBN_END}SA SK SJ HA\n", "line 4, column 10: trick 12, card 4, seat S: Ah breaks"),
    ("pbn", f"{PBN_END}SA SK SJ SQ\nH2 H3 XX HA", "line 5, column 7: 'XX' is no legal action"),
    ("lin", "md|3SAA,,,|", "line 1, column 4: 'SAA': a card stands twice"),
    ("lin", "st||md|3XA,,,|", "line 1, column 8: 'XA': expected suits"),
    ("lin", "md|3SAx,,,|", "'X' is no rank"),
    ("lin", "md|3SA,SK,SQ,SJ,ST|", "a deal of 5 hands"),
    ("lin", "md|3SA,SA,SQ,SJ|", "stands in the hands of"),
    ("lin", "md|3SA,SK,SQ,SJT|mb|1S|", "the hands are not equal"),
    ("lin", "md|3SA,SK,SQ,SJ|mb|1S|nt|Goal: why|", "'why' is no goal"),
    ("lin", f"{LIN_END}\npc|HA|", "line 2, column 4: trick 12, card 1, seat W: Ah is not in W's"),
    ("lin", f"{LIN_END}pc|SA|pc|H3|", "column 55: trick 12, card 2, seat N: 3h breaks the rule"),
    ("lin", f"{LIN_END}pc|SA|\npc|S1|", "line 2, column 4: 'S1' is no card such as SA"),
    ("lin", f"{LIN_END}pc|SAKQJ|", "'SAKQJ' is no card such as SA"),
    ("lin", f"{LIN_END}pc|SASKSJSQ|pc|H2H3HKHA|pc|S2|", "2S is played when the deal is over"),
    ("rbn", f"{RBN_END}P SAKQJ:H2Q\n", "line 3, column 11: trick 13, card 2, seat N: Qh is not"),
    ("rbn", f"{RBN_END}P SAH3QJ\n", "line 3, column 5: trick 12, card 2, seat N: 3h breaks"),
    ("rbn", f"{RBN_END}P AKQJ\n", "line 3, column 3: 'A': a lead needs its suit"),
    ("rbn", "H W:AA...:K...:Q...:J...", "line 1, column 3: 'AA...': a card stands twice"),
    ("rbn", "\nB 1\nH AKQ", "line 3, column 3: 'AKQ': expected hands"),
    ("rbn", "H W:A...:K...:Q...:J...:T...", "5 hands: expected four"),
    ("rbn", "H W:A...:K...:Q...:JT...\nC 4S:W", "the hands are not equal"),
    ("rbn", "{never ended\n\nB 1\n", "line 1, column 1: a text in braces"),
    ("rbn", "H W:A...:K...:Q...:J...\nC 4S:W\n{Grade: x}", "Grade 'x' can't be read"),
    ("hands", "N:A... K... Q... J... T...", "line 1, column 1: 5 hands"),
    ("hands", "\nN:A... K... Q... A...", "line 2, column 1: As stands in the hands of N and W"),
    ("hands", "N:A... K... Q... J... / win", "line 1, column 1: 'win' is no goal"),
    ("hands", "what is this", "expected four suits"),
    ("hands", "#! 3\nN:A... K... Q... J...", "expected annotations"),
    ("hands", "N:A... K... Q... J... / trump z / N+S make 1", "'z' is no suit"),
]  # fmt: skip


@pytest.mark.parametrize(("format", "text", "message"), MALFORMED)
def test_malformed(format: str, text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text, format=format, file="f")
    assert str(caught.value).startswith("f, line ")
    assert message in str(caught.value)


ODD = [
    ("rbn", f"{RBN_END}P SAKQJ:claim\n", "line 3, column 9: 'claim' is no card; the rest"),
    ("pbn", "some words\n", "no part of a board"),
    ("pbn", f'[Deal "{DEAL}"]\n[Contract "8S"]\n[Declarer "N"]\n', "'8S' is no contract"),
    ("pbn", f'[Deal "{DEAL}"]\n[Contract "4S"]\n[Declarer "Q"]\n', "'Q' is no seat"),
    ("pbn", f'[Deal "{DEAL}"]\n', "neither declarer nor leader"),
    ("pbn", f'[Deal "{" ".join(DEAL.split()[:2])}"]\n{DECL}', "a deal of 2 hands"),
    ("pbn", "%" + "x" * 300, "a line longer than 255"),
    ("lin", "md|9SA,SK,SQ,SJ|mb|1S|", "'9' is no dealer"),
    ("lin", "md|1SA,SK,SQ|mb|1S|", "cards of E are unknown"),
    ("lin", "md|1SA,SK,SQ,SJ|", "neither declarer nor leader"),
    ("lin", "md|1SA,SK,SQ,SJ|mb|1S|rest", "'rest': no value follows"),
    ("lin", "what is|this|", "no name of a pair"),
    ("rbn", "B 1\n", "without hands"),
    ("rbn", "some words", "no label"),
    ("rbn", "H W:A...:K...:Q...:J...\nC 9S:W\n", "no contract such as"),
    ("rbn", "B 1\nB 2\nH W:A...:K...:Q...:J...\nC 1S:W\n", "a second label B"),
    ("hands", "N:A... K... Q... J... / S to lead / N+S make 1", "no trump is known"),
]


@pytest.mark.parametrize(("format", "text", "message"), ODD)
def test_odd_files_give_a_warning_and_strictly_an_error(
    format: str, text: str, message: str
) -> None:
    document = check_untouched(text, format)
    assert any(message in warning for warning in document.warnings), document.warnings
    with pytest.raises(FormatError) as caught:
        loads(text, format=format, strict=True)
    assert message in str(caught.value)


TEXTS = {"pbn": PBN, "lin": LIN, "rbn": RBN, "hands": HANDS}
NAMES = st.sampled_from(sorted(TEXTS))
SIGNS = st.text(st.sampled_from('{}[]"|:;.%#~ \nNESWAKJ19xh\\é\0\r')) | st.text(max_size=30)


@given(NAMES, SIGNS)
def test_any_text_is_read_or_refused(format: str, text: str) -> None:
    check_survives(text, format)


@given(NAMES, st.integers(0), SIGNS, st.integers(0, 20))
def test_damaged_files_are_read_or_refused(format: str, at: int, new: str, cut: int) -> None:
    text = TEXTS[format]
    at %= len(text)
    check_survives(text[:at] + new + text[at + cut :], format)


@given(st.lists(st.sampled_from(bridge_set().puzzles), max_size=4), st.sampled_from(BRIDGE))
def test_sets_round_trip(puzzles: list, format: str) -> None:  # type: ignore[type-arg]
    check_round_trip(PuzzleSet("", tuple(puzzles)), format)


def test_goals_of_contracts_read_as_goals() -> None:
    for format, text in TEXTS.items():
        for puzzle in loads(text, format=format).puzzles:
            assert goal_text(puzzle.goal, puzzle.variant) == puzzle.task
