"""The readers of positions, goals, transcripts and variant files raise FoolproofError only."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solver.cards import parse_cards
from solver.errors import FoolproofError
from solver.goals import parse_goal
from solver.inputs import chosen_settings, read_questions
from solver.notation import read
from solver.position_json import from_json, to_json
from solver.problems import problems
from solver.transcript import read_deals
from solver.variant import load

ENDING = "gooseberry-3 / A to lead / A: Ks 9s 7h | B: As Jh Tc | C: 8d Qd Jk / B makes 2"
PIECES = [
    "gooseberry-3",
    "spoil-five",
    "hearts",
    "jewels",
    "bridge",
    "players=5",
    "players=x",
    "players=²",
    "players=0",
    "players=99",
    "done ²",
    "tricks ² ² ²",
    "bids ² ² ²",
    "pool " + "9" * 5000,
    "A makes ²",
    "A makes " + "9" * 5000,
    "G1=lead",
    "G1=",
    "a.b=1",
    "deal.hand=99",
    'x.y="',
    " / ",
    "/",
    "|",
    ":",
    ",",
    ";",
    "\n",
    "#",
    "-",
    "A",
    "B",
    "C",
    "N",
    "A:",
    "B: ",
    "C: -",
    "Ks",
    "10♥",
    "♠KQ7",
    "Jk",
    "2c",
    "As As",
    "to lead",
    "to",
    "led",
    "won",
    "to gift",
    "to bid",
    "A to play",
    "trump",
    "trump h",
    "tricks",
    "tricks 1 0 2",
    "tricks 9 9 9",
    "done",
    "done 3",
    "done -1",
    "dealer",
    "dealer B",
    "stock 7c",
    "turn-up 7d",
    "widow",
    "dead 7s",
    "broken",
    "called",
    "demoted",
    "demoted Ah 2c",
    "bids 3 nil -",
    "bids",
    "calls play pass -",
    "out",
    "out A B C",
    "barred B",
    "pool 10",
    "result walk",
    "over",
    "B makes 2",
    "makes",
    "A scores raw",
    "A+B make exactly all",
    "²",
    "٣",
    "\x00",
    "🃏",
    "1" * 300,
    "-" * 40,
]


def quiet(text: str) -> None:
    """Read and judge a text; anything but FoolproofError fails the test."""
    try:
        position, goal = read(text)
        problems(position)
        parse_goal(goal, position.variant)
    except FoolproofError as error:
        assert str(error)


@given(st.lists(st.sampled_from(PIECES), max_size=14))
def test_pieces_of_positions_in_any_order(pieces: list[str]) -> None:
    quiet(" ".join(pieces))


@given(st.text())
@example("=")
@example('"')
@example("gooseberry-3 =")
@example(":::")
def test_any_text(text: str) -> None:
    quiet(text)
    for reader in (parse_cards, lambda t: list(read_deals(t)), lambda t: parse_goal(t, load("G3"))):
        try:
            reader(text)
        except FoolproofError as error:
            assert str(error)


@given(st.data())
def test_a_position_with_a_piece_replaced(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(ENDING)))
    end = data.draw(st.integers(start, min(len(ENDING), start + 12)))
    quiet(ENDING[:start] + data.draw(st.sampled_from(PIECES) | st.text(max_size=4)) + ENDING[end:])


@given(st.lists(st.sampled_from(PIECES), max_size=6))
def test_a_position_with_facts_added(facts: list[str]) -> None:
    quiet(ENDING.replace("A to lead", ", ".join(["A to lead", *facts])))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(PIECES) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@given(st.sampled_from(sorted(to_json(read(ENDING)[0]))), JSON)
def test_json_with_a_field_replaced(field: str, value: object) -> None:
    data = {**to_json(read(ENDING)[0]), field: value}
    try:
        problems(from_json(data))
    except FoolproofError as error:
        assert str(error)


@given(JSON)
def test_any_json(value: object) -> None:
    try:
        from_json(value)
    except FoolproofError as error:
        assert str(error)


@given(
    st.lists(
        st.sampled_from(PIECES) | st.sampled_from(["actions", "A Ks", "B As", "\n\n", "gift A"])
    )
)
def test_transcripts(pieces: list[str]) -> None:
    try:
        list(read_deals(" ".join(pieces)))
    except FoolproofError as error:
        assert str(error)


FIELDS = st.sampled_from(
    [
        "pack.jokers",
        "pack.groups",
        "pack.groups.0.ranks",
        "deal.hand",
        "deal.packets",
        "order.ranks",
        "players.seats",
        "players.allowed",
        "score.lines",
        "score.lines.0.kind",
        "score.lines.0.weights",
        "score.points",
        "score.books",
        "follow.tiers",
        "lead.first",
        "trick.winner",
        "events.gift.gives",
        "events",
        "options",
        "choose",
        "pool",
        "match.target",
        "order.top_trumps",
        "lead.opening",
        "score.lines.9.kind",
        "deal.second_turn_up",
        "order.suits",
        "pack.add",
        "score.card_points",
    ]
)


@given(st.sampled_from(["gooseberry-3", "spoil-five", "hearts"]), FIELDS, JSON)
def test_settings_of_any_kind(name: str, field: str, value: object) -> None:
    try:
        load(name, settings={field: value})
    except FoolproofError as error:
        assert str(error)


@pytest.mark.parametrize(
    "word", ["", "=", "x=", "=1", "a.b=[[[", "a.b=1\nc=2", "a.b=" + "[" * 3000]
)
def test_settings_as_words(word: str) -> None:
    try:
        chosen_settings([word])
    except FoolproofError as error:
        assert str(error)


@given(content=st.binary(max_size=200))
@example(content=b"\xff\xfe")
@example(content=b"\xef\xbb\xbfgooseberry-3")
@example(content=b"{" * 100_000)
@example(content=b"[" * 100_000)
def test_files_of_garbage(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path: Path = tmp_path_factory.getbasetemp() / "garbage.toml"
    path.write_bytes(content)
    for reader in (read_questions, load):
        try:
            reader(str(path))
        except FoolproofError as error:
            assert str(error)
