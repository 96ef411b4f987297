"""JSON, the one-line text form, CSV and the choice of format."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.formats import FORMATS, dump, dumps, guess, load, loads
from puzzles.puzzle import PuzzleSet, read_line
from solver.errors import BadInput, FormatError
from tests.common.formats import (
    BRIDGE_LINES,
    OTHER_LINES,
    any_set,
    bridge_set,
    check_round_trip,
    check_survives,
    check_untouched,
)

GENERAL = ("json", "text", "csv")


@pytest.mark.parametrize("format", GENERAL)
def test_round_trip(format: str) -> None:
    check_round_trip(any_set(), format)


def test_json_keeps_title_and_settings() -> None:
    puzzles = replace(any_set(), title="A set", settings={"seed": 7, "cards": [4, 5]})
    document = check_round_trip(puzzles, "json")
    assert (document.title, document.settings) == (puzzles.title, puzzles.settings)


def test_json_keeps_what_it_does_not_know() -> None:
    text = json.dumps({"by": "me", "puzzles": [{"puzzle": OTHER_LINES[0], "rating": 5}]})
    document = check_untouched(text, "json")
    assert len(document.warnings) == 2
    changed = replace(document, puzzles=(document.puzzles[0].annotated(title="x"),))
    data = json.loads(dumps(changed, "json"))
    assert data["by"] == "me"
    assert data["puzzles"][0]["rating"] == 5
    assert data["puzzles"][0]["title"] == "x"
    with pytest.raises(FormatError, match="line 1, column 14: puzzle 1: unknown field 'rating'"):
        loads(text.replace('"by": "me", ', ""), format="json", strict=True)


def test_json_reads_bare_lists() -> None:
    text = json.dumps(list(OTHER_LINES))
    assert len(check_untouched(text, "json").puzzles) == 2


def test_text_keeps_comments_and_blanks() -> None:
    text = (
        "# mine\r\n\r\n  " + OTHER_LINES[0] + "   # why not\r\n#! {\"title\": \"x\"}\r\n"
        + BRIDGE_LINES[0] + "\n\n# end"
    )  # fmt: skip
    document = check_untouched(text, "text")
    first, second = document.puzzles
    assert second.title == "x"
    changed = replace(document, puzzles=(first, second.annotated(title="y")))
    assert dumps(changed, "text") == text.replace(
        '#! {"title": "x"}\r\n' + BRIDGE_LINES[0] + "\n",
        '#! {"title": "y"}\n' + second.line() + "\n",
    )
    gone = replace(document, puzzles=(second,))
    assert OTHER_LINES[0] not in dumps(gone, "text") and "# mine" in dumps(gone, "text")
    more = replace(document, puzzles=(first, second, read_line(BRIDGE_LINES[1])))
    assert loads(dumps(more, "text"), format="text").puzzles == more.puzzles


def test_csv_columns_in_any_order_and_more() -> None:
    text = (
        "mine,Themes,Position,PuzzleId\n"
        f'"a ""b""",squeeze duck,"{OTHER_LINES[0]}",7\n\n'
        f'"two\nlines",,"{OTHER_LINES[1]}",\n'
    )
    document = check_untouched(text, "csv")
    assert document.puzzles[0].themes == ("squeeze", "duck")
    assert document.puzzles[0].id == "7"
    assert "unknown column 'mine'" in document.warnings[0]
    changed = replace(
        document, puzzles=(document.puzzles[0].annotated(id="8"), document.puzzles[1])
    )
    rest = text[text.index('\n\n"two') :]
    line = document.puzzles[0].line()
    assert dumps(changed, "csv") == (
        f'mine,Themes,Position,PuzzleId\n"a ""b""",squeeze duck,{line},8{rest}'
    )


MALFORMED = [
    ("json", "", "line 1, column 1: not JSON"),
    ("json", '{"puzzles": [}', "line 1, column 14: not JSON"),
    ("json", "[[[[", "not JSON"),
    ("json", "[" * 100_000, "not JSON"),
    ("json", '[{"grade": NaN}]', "NaN is no number of JSON"),
    ("json", "[" + "9" * 5000 + "]", "not JSON that can be read"),
    ("json", "3", "expected an object with a list 'puzzles'"),
    ("json", '{"puzzles": {}}', "expected an object with a list"),
    ("json", '{"puzzles": [3]}', "line 1, column 14: puzzle 1: expected an object"),
    ("json", '{"puzzles": [\n  {"puzzle": "nonsense / A: Ks"}]}', "line 2, column 3: "),
    ("json", '{"puzzles": [{"puzzle": "x", "key": 3}]}', "'key' is of the wrong kind"),
    ("json", '{"puzzles": [{"puzzle": "x", "key": [3]}]}', "lists of texts"),
    ("json", '{"puzzles": [{"puzzle": "x", "grade": true}]}', "'grade' is of the wrong kind"),
    ("json", '{"puzzles": [{"puzzle": "x", "features": {"a": "b"}}]}', "must be numbers"),
    ("json", '{"title": 3, "puzzles": []}', "'title' must be a text"),
    ("json", f'["{OTHER_LINES[0]}", {{"puzzle": "{OTHER_LINES[0]}", "key": ["2s"]}}]', "2s"),
    ("text", "gooseberry-3 / A: Ks", "line 1, column 1: no hand is given for B, C"),
    ("text", f"\n{OTHER_LINES[0]}\n\nwhat is this", "line 4, column 1: "),
    ("text", OTHER_LINES[0].replace("/ B makes 2", ""), "no goal is stated"),
    ("text", '#! {"title": }\n' + OTHER_LINES[0], "line 1, column 14: the annotations"),
    ("text", "#! [1]\n" + OTHER_LINES[0], "expected annotations"),
    ("text", '#! {"key": 3}\n' + OTHER_LINES[0], "line 2, column 1: "),
    ("text", '#! {"key": ["2s"]}\n' + OTHER_LINES[0], "line 2, column 1: "),
    ("csv", "", "expected a header"),
    ("csv", "a,b\n1,2\n", "no column 'Position'"),
    ("csv", "Position,Position\n", "names a column twice"),
    ("csv", "PuzzleId,Position\n1\n", "line 2, column 1: expected 2 fields"),
    ("csv", 'PuzzleId,Position\n1,"abc\n', "line 2, column 1: not CSV"),
    ("csv", f'Grade,Position\nhard,"{OTHER_LINES[0]}"\n', "'hard' is no grade"),
    ("csv", f'Features,Position\n3,"{OTHER_LINES[0]}"\n', "Features: expected an object"),
    ("csv", f'Origin,Position\n[,"{OTHER_LINES[0]}"\n', "Origin is not JSON"),
    ("csv", f'Moves,Position\n2s,"{OTHER_LINES[0]}"\n', "2s"),
]


@pytest.mark.parametrize(("format", "text", "message"), MALFORMED)
def test_malformed(format: str, text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text, format=format, file="some.file")
    assert str(caught.value).startswith("some.file, line ")
    assert message in str(caught.value)


@pytest.mark.parametrize("format", FORMATS)
def test_files(format: str, tmp_path: Path) -> None:
    puzzles = PuzzleSet("", bridge_set().puzzles[:2]) if format == "hands" else bridge_set()
    ending = {"text": "txt"}.get(format, format)
    path = tmp_path / f"set.{ending}"
    dump(puzzles, path)
    assert load(path).puzzles == puzzles.puzzles
    data = path.read_bytes()
    dump(load(path), path)
    assert path.read_bytes() == data
    nameless = tmp_path / "nameless"
    nameless.write_bytes(data)
    assert guess(nameless, data.decode()) == format
    assert load(nameless).puzzles == puzzles.puzzles


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json", tmp_path / "none" / "x.pbn"):
        with pytest.raises(BadInput, match="can't be read"):
            load(path)
    with pytest.raises(BadInput, match="can't be written"):
        dump(any_set(), tmp_path / "none" / "x.json")
    with pytest.raises(FormatError, match="Did you mean 'json'"):
        loads("", format="jsom")


LINES = st.sampled_from((*BRIDGE_LINES, *OTHER_LINES))
SIGNS = st.text(st.sampled_from('{}[]",:/|#! \n\rsAKJ19xé\0')) | st.text(max_size=30)


@given(st.sampled_from(GENERAL), SIGNS)
def test_any_text_is_read_or_refused(format: str, text: str) -> None:
    check_survives(text, format)


@given(st.sampled_from(GENERAL), st.integers(0), SIGNS, st.integers(0, 20))
def test_damaged_files_are_read_or_refused(format: str, at: int, new: str, cut: int) -> None:
    text = dumps(any_set(), format)
    at %= len(text)
    check_survives(text[:at] + new + text[at + cut :], format)
