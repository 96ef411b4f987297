"""Malformed input of every kind: exit code 2, one clear message, never a traceback."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.types import FloatParamType

from foolproof import cli
from solver.command_options import Finite
from tests.conftest import Run, refused

GOOD = "gooseberry-3 / A to lead / A: Ks 9s 7h | B: As Jh Tc | C: 8d Qd Jk / B makes 2"

TEXTS = {
    "": "no position",
    "   ": "no position",
    "# only a comment": "no position",
    " / ": "an empty position",
    "nosuchgame / A to lead / A: Ks | B: As | C: Qs": "'nosuchgame' is no variant",
    "A to lead / A: Ks | B: As | C: Qs": "expected the name of a variant first",
    GOOD.replace("Ks", "Xx"): "'Xx' is not a card",
    GOOD.replace("Ks", "2s"): "2s is not in this pack of 33",
    GOOD.replace("Ks", "As"): "duplicate-card: As",
    GOOD.replace("Ks ", ""): "unequal-hands",
    GOOD.replace("B:", "E:"): "'E' is no seat: expected one of A, B, C",
    GOOD.replace("B:", "A:"): "seat A has two hands",
    GOOD.replace("| B: As Jh Tc ", ""): "no hand is given for B",
    "oh-hell / A: Ks | B: As | C: Qs": "and 'oh-hell players=3' for 3 players",
    GOOD.replace("| C", "| D: 7c | C"): "'D' is no seat",
    GOOD.replace("A to lead", "A to laed"): "phase 'laed'",
    GOOD.replace("A to lead", "Z to lead"): "'Z' is no seat",
    GOOD.replace("A to lead", "A to lead, trunp h"): "Did you mean 'trump'?",
    GOOD.replace("A to lead", "A to lead, trump q"): "'q' is no suit",
    GOOD.replace("A to lead", "A to lead, trump h"): "needless-trump",
    GOOD.replace("A to lead", "A to lead, tricks 1 2"): "expected 3 numbers, one per seat",
    GOOD.replace("A to lead", "A to lead, tricks 9 9 9"): "too-many",
    GOOD.replace("A to lead", "A to lead, done x"): "'x': expected a number",
    GOOD.replace("A to lead", "B led As, C to play"): "unequal-hands",
    GOOD.replace("A to lead", "A led Qh"): "unequal-hands",
    GOOD.replace("A to lead", "A to lead, called"): "needless-call: 'called' is stated",
    GOOD.replace("A to lead", "A led Qh, played A B"): "expected the seats of the 1 cards on the",
    GOOD.replace("A to lead", "A led Qh, played Z"): "'Z' is no seat",
    GOOD.replace("gooseberry-3", "gooseberry-3 players=4"): "is for 3 players, not 4",
    GOOD.replace("gooseberry-3", "gooseberry-3 players=many"): "players=many: expected a number",
    GOOD.replace("gooseberry-3", "gooseberry-3 G1=nix"): "'nix' is no reading of G1",
    GOOD.replace("gooseberry-3", "gooseberry-3 H1=nix"): "has no option H1",
    GOOD.replace("gooseberry-3", "gooseberry-3 nix"): "expected an option such as players=4",
    GOOD.replace("B makes 2", "B maks 2"): "'B maks 2' is no fact of a position",
    GOOD.replace("B makes 2", "Q makes 2"): "'Q' is no seat",
    GOOD.replace("B makes 2", "B makes"): "how many?",
    GOOD.replace("B makes 2", "B makes tow"): "'tow' is not understood.",
    GOOD.replace("B makes 2", "A+B end middling"): "a goal for one seat",
    "{": "not JSON",
    "[1, 2": "not JSON",
    "{}": "expected an object with 'variant' and 'hands'",
    "[3]": "position 1: JSON position",
    '{"variant": "gooseberry-3"}': "field 'hands' is missing",
    '{"variant": "gooseberry-3", "hands": [["Ks"], ["As"]]}': "expected 3 hands",
    '{"variant": "gooseberry-3", "hands": 7}': "JSON position",
    '{"variant": "gooseberry-3", "hands": [["Ks"], ["As"], ["Qs"]], "trun": 1}': "'trun'",
    '{"variant": "gooseberry-3", "hands": [["Ks"], ["As"], ["Qs"]], "turn": "x"}': "JSON position",
    '{"variant": "gooseberry-3", "hands": [["Ks"], ["As"], ["Qs"]], "goal": 3}': "'goal' must be",
    "[" * 50_000: "nested too deeply",
    GOOD.replace("A to lead", "A to lead, done 99999999999"): "the number is too large",
    '{"variant": "gooseberry-3", "hands": ' + "9" * 5000 + "}": "a number in it is too large",
}


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_malformed_position(run: Run, text: str, tmp_path: Path) -> None:
    refused(run("solve", text), TEXTS[text])
    refused(run("solve", "-", input=text), TEXTS[text])
    file = tmp_path / "position.txt"
    file.write_text(text)
    refused(run("solve", str(file)), TEXTS[text])


CONTENTS = {
    "garbage": (b"\xff\xfe\x00\x01 garbage \x80", "not UTF-8 text (byte 0)"),
    "zeros": (b"\x00" * 1000, "is no variant"),
    "empty": (b"", "no position"),
    "latin": ("gooseberry-3 / Ä".encode("latin-1"), "not UTF-8 text"),
    "huge": (b"A" * 4_000_001, "larger than 4,000,000 bytes"),
    "one word": (b"A" * 1_000_000, "is no variant"),
    "binary": (bytes(range(256)) * 10, "not UTF-8 text"),
}


@pytest.mark.parametrize("kind", CONTENTS)
@pytest.mark.parametrize("command", ["solve", "replay", "perft"])
def test_files_of_garbage(run: Run, tmp_path: Path, command: str, kind: str) -> None:
    content, words = CONTENTS[kind]
    file = tmp_path / "garbage.txt"
    file.write_bytes(content)
    words = words.replace("no position", "position")
    message = refused(run(command, str(file)), words.removeprefix("no "))
    assert len(message) < 500
    refused(run(command, "-", input=content), words.removeprefix("no "))


def test_a_byte_order_mark_and_windows_lines_are_read(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "windows.txt"
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.replace(" / ", "\r\n").encode() + b"\r\n")
    assert run("solve", str(file)).exit_code == 1


def test_files_that_can_not_be_read(run: Run, tmp_path: Path) -> None:
    refused(run("solve", str(tmp_path)), "is a directory; expected a file")
    refused(run("solve", str(tmp_path / "none.txt")), "there is no such file")
    refused(run("solve", "none.txt"), "none.txt: there is no such file")
    loop = tmp_path / "loop.txt"
    loop.symlink_to(loop)
    refused(run("solve", str(loop)), "")


def test_usage_errors(run: Run) -> None:
    refused(run("slove", GOOD), "There is no command 'slove'. Did you mean 'solve'?")
    refused(run("solve"), "Missing argument")
    refused(run("solve", GOOD, "--limit", "-3"), "--limit")
    refused(run("solve", GOOD, "--nix"), "--nix")
    refused(run("variants", "nix"), "No such command 'nix'")


@pytest.mark.parametrize("group", [(), ("puzzle",), ("variants",), ("design",)])
def test_a_group_of_commands_alone_shows_its_help(run: Run, group: tuple[str, ...]) -> None:
    alone = run(*group)
    assert (alone.exit_code, alone.stdout) == (2, "")
    assert alone.stderr == run(*group, "--help").stdout


FIELDS = {
    '"hands": 7': "hands: expected a list with a list of cards per seat, found a number",
    '"hands": [["Ks"], ["As"], 3]': "hands, entry 2: expected a list of cards",
    '"hands": [["Ks"], ["As"], [3]]': "hands, entry 2: expected a card such as 'Ks'",
    '"hands": [["Ks"], ["As"], ["Zz"]]': "hands, entry 2: 'Zz' is not a card",
    '"turn": "x"': "turn: expected a whole number, found the text 'x'",
    '"turn": 7': "turn: expected a seat from 0 to 2, found 7",
    '"turn": NaN': "turn: expected a whole number, found a decimal number",
    '"done": Infinity': "done: expected a whole number, found a decimal number",
    '"done": 99999999999': "done: the number is too large",
    '"done": null': "done: expected a whole number, found null",
    '"done": true': "done: expected a whole number, found true",
    '"taken": 1': "taken: expected a list with an entry per seat, found a number",
    '"taken": [1, 2]': "expected 3 taken, one per seat, not 2",
    '"taken": [0, 0, "x"]': "taken, entry 2: expected a whole number, found the text 'x'",
    '"trick": [1]': "trick: expected a list of seats with their cards, such as [[0, 'Ks']]",
    '"trick": [[0, 5]]': "trick: expected a card such as 'Ks', found a number",
    '"broken": "no"': "broken: expected true or false, found the text 'no'",
    '"phase": 3': "phase: expected a text, found a number",
    '"trump": "q"': "'q' is no suit",
    '"demoted": 4': "demoted: expected a card such as 'Ks', found a number",
    '"won": [[], [], {}]': "won, entry 2: expected a list of cards such as ['Ks', '9s'], found an",
    '"active": [1, 1, 1]': "active, entry 0: expected true or false, found a number",
}


@pytest.mark.parametrize("field", FIELDS)
def test_json_fields_of_the_wrong_kind(run: Run, field: str) -> None:
    """The message names the field and what was expected there, in no words of Python's."""
    hands = "" if field.startswith('"hands"') else ', "hands": [["Ks"], ["As"], ["Qs"]]'
    message = refused(run("solve", f'{{"variant": "gooseberry-3"{hands}, {field}}}'), FIELDS[field])
    assert "object is not" not in message and "int()" not in message


def test_a_word_that_is_no_file(run: Run) -> None:
    refused(run("solve", "nofile"), "'nofile' is neither a file nor a position")
    told = "'whist' is a game, and a position is asked for: 'foolproof deal whist' writes one"
    refused(run("solve", "whist"), told)


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
def test_seconds_that_are_no_number(run: Run, number: str) -> None:
    refused(run("solve", GOOD, "--seconds", number), "--seconds")
    refused(run("verify", "B027", "--effort", number), "--effort")
    refused(run("puzzle", "check", GOOD, "--seconds", number), "--seconds")
    words = ["--variant", "gooseberry-3", "--min-grade", number, "-o", "x.json"]
    refused(run("puzzle", "generate", *words), "--min-grade")


def options_of(command: click.Command) -> list[tuple[str, click.Parameter]]:
    """Return the options of a command and of all commands below it, each with their names."""
    found = [(str(command.name), option) for option in command.params]
    if isinstance(command, click.Group):
        with click.Context(command) as context:
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                assert below is not None
                found += options_of(below)
    return found


def test_no_option_takes_nan_or_inf() -> None:
    numbers = [pair for pair in options_of(cli) if isinstance(pair[1].type, FloatParamType)]
    assert len(numbers) > 5
    assert not [pair for pair in numbers if not isinstance(pair[1].type, Finite)]


def test_a_word_that_is_no_card_names_the_cards_of_the_pack(run: Run) -> None:
    said = refused(run("solve", "jewels players=2 / A: Zz | B: As"), "'Zz' is not a card")
    assert "a rank (A K Q N S 10 9" in said
    assert "and a suit (c s h d t)" in said
    assert said.endswith("or JOKER, or jester, or Fool.\n")
