"""Comparing variants: what is the same, what differs, and whether the witness shows it."""

from __future__ import annotations

import random

import pytest

from proofs.compare import DIFFERENT, SAME, WORDS, Comparison, Part, compare
from proofs.random_play import replay
from proofs.splits import score, splits
from solver.dealing import deal
from solver.notation import read
from solver.outcome import outcome
from solver.referee import legal_actions, legal_cards, step
from solver.variant import load
from solver.variant_text import read_variant


def compared(one: str, other: str) -> Comparison:
    return compare(read_variant(one), read_variant(other))


def part(found: Comparison, name: str) -> Part:
    return next(p for p in found.parts if p.name == name)


def differing(found: Comparison) -> list[str]:
    return [p.name for p in found.parts if p.verdict == DIFFERENT]


@pytest.mark.parametrize(
    ("one", "other", "parts"),
    [
        ("gooseberry-3", "gooseberry-3", []),
        ("gooseberry-3", "gooseberry-3 Alow=ace_low", []),
        ("gooseberry-3", "gooseberry-3 E=left", ["score"]),
        ("gooseberry-3", "gooseberry-3 G1=lead", ["events"]),
        ("gooseberry-3", "gooseberry-3 G9=joker_first", ["follow"]),
        ("gooseberry-3", "gooseberry-3 SS=open", ["match"]),
        ("gooseberry-5-3j", "gooseberry-5-3j G7=last", ["trick"]),
        ("rams", "rams R3=free", ["follow"]),
        ("spoil-five", "spoil-five S3=single", ["follow"]),
        ("jewels", "jewels K3=missed_only", ["score"]),
        ("jewels", "jewels K4=yes", ["lead"]),
        ("loo-unlimited", "loo-double", ["pool"]),
        ("gooseberry-3", "gooseberry-n players=3 JK=one", ["pack", "deal"]),
    ],
)
def test_where_variants_differ(one: str, other: str, parts: list[str]) -> None:
    found = compared(one, other)
    if "pack" in parts:
        assert set(parts) <= set(differing(found))
    else:
        assert differing(found) == parts
    assert found.exit_code == bool(parts)
    assert found.data()["verdict"] == (DIFFERENT if parts else SAME)


def test_words_that_have_no_effect_leave_the_game_the_same() -> None:
    longer = "gooseberry-3 follow.tiers=" + '["led\\u0020suit","jokers","any"]'
    found = compared("gooseberry-3", longer)
    assert found.verdict == SAME and part(found, "follow").verdict == SAME
    assert part(compared("gooseberry-3", "gooseberry-3 Alow=ace_low"), "order").verdict == WORDS


def test_the_smallest_hand_is_one_on_which_the_referee_differs() -> None:
    found = part(compared("gooseberry-3", "gooseberry-3 G9=colour_first"), "follow")
    assert found.witness is not None and found.witness.position
    position, _ = read(found.witness.position)
    assert len(position.hands[position.turn]) == 2
    other = position._replace(variant=load("gooseberry-3", choose={"G9": "colour first"}))
    assert set(legal_cards(position)) != set(legal_cards(other))


def test_the_differing_trick_replays_and_has_other_winners() -> None:
    found = part(compared("gooseberry-5-3j", "gooseberry-5-3j G7=last"), "trick")
    assert found.witness is not None
    end = replay(found.witness)
    assert "Jk Jk" in found.text and end.trick


def test_the_differing_split_is_the_smallest() -> None:
    one, other = load("gooseberry-3"), load("gooseberry-3", choose={"E": "left"})
    found = part(compare(one, other), "score")
    assert "tricks 11 0 0 score 21 22 0, or 21 0 22" in found.text
    assert score(one, (11, 0, 0)).final != score(other, (11, 0, 0)).final


def test_the_same_in_effect_is_the_same_in_play() -> None:
    one, other = load("gooseberry-3"), load("gooseberry-3", choose={"Alow": "ace low"})
    for seed in range(20):
        left, right, rng = deal(one, seed), deal(other, seed), random.Random(seed)
        right = right._replace(hands=left.hands)
        while not left.over:
            assert set(legal_actions(left)) == set(legal_actions(right))
            action = rng.choice(legal_actions(left))
            left, right = step(left, action), step(right, action)
        assert outcome(left).final == outcome(right).final
    assert all(score(one, t) == score(other, t) for t in splits(3, 11))


def test_played_apart_by_an_event() -> None:
    found = part(compared("loo-double", "loo-double L7=free"), "events")
    assert "defend" in found.text and found.witness is not None
    position = replay(found.witness)
    assert "defend" in {action.word for action in legal_actions(position)}


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("skat-suit", "lead.first", "declarer"),
        ("preferans-misere", "lead.first", "declarer"),
        ("hearts", "lead.first", "eldest"),
        ("bierspiel", "lead.face_down", "no"),
        ("bierspiel", "lead.face_down", "as its suit"),
    ],
)
def test_who_leads_first_and_how_is_told_by_play(name: str, field: str, value: str) -> None:
    """No formula states these; deals played with both, the dealer moving on, tell them apart."""
    found = compare(load(name), load(name, settings={field: value}))
    (part,) = [part for part in found.parts if part.verdict == DIFFERENT]
    assert part.name == ("first lead" if field == "lead.first" else "face-down lead")
    assert part.witness is not None


def test_the_eldest_of_those_who_play_leads_in_any_case() -> None:
    assert compare(load("rams"), load("rams", settings={"lead.first": "eldest"})).verdict == SAME
