"""A user's own file: whatever single field it changes is refused at once, or can be played."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest

from solver.describe import describe
from solver.errors import RulesSilent, VariantError
from solver.match import finish, new_match, next_deal
from solver.notation import read, write
from solver.outcome import outcome
from solver.position import Position
from solver.position_json import from_json, to_json
from solver.problems import problems
from solver.referee import legal_actions, step
from solver.variant import Variant, load
from solver.variant_fit import play_comes_out
from solver.variant_source import names
from tests.common.changes import changes
from tests.differential.questions import readings


def require_good(position: Position) -> None:
    """Fail unless a position that play has led to is free of problems and reads back."""
    assert problems(position) == []
    assert read(write(position))[0] == position
    assert from_json(to_json(position)) == position


def play_two_deals(variant: Variant) -> None:
    """Play at random, looking at every seventh position; the rules may fall silent."""
    rng = random.Random(variant.digest)
    match = new_match(variant)
    for seed in range(2):
        if match.over:
            return
        trump = rng.choice(variant.pack.suits) if variant.file.deal.trump == "named" else ""
        dealt, position = next_deal(match, seed, trump)
        plies = 0
        while not position.over:
            if plies % 7 == 0:
                require_good(position)
            position = step(position, rng.choice(legal_actions(position)))
            plies += 1
        require_good(position)
        outcome(position)
        match = finish(dealt, position)


def try_change(name: str, path: str, value: Any) -> None:
    """Load a variant with one field changed; play it if it loads."""
    try:
        variant = load(name, settings={path: value})
        play_comes_out(variant)  # asked by `variants check` alone
    except VariantError as error:
        faulty = ("lead.tiers: ", "follow.tiers: ", "pool.parts: ", "--set ")
        assert str(error).startswith(faulty), (path, value, str(error))
        return
    describe(variant)
    try:
        play_two_deals(variant)
    except RulesSilent:
        return
    except VariantError as error:  # a setting that does not fit the other form of the pool
        assert str(error).startswith("the pool is a "), (path, value, str(error))
    except Exception as error:
        error.add_note(f"{name}: {path} = {value!r}")
        raise


@pytest.mark.parametrize("name", names())
def test_every_reading_can_be_played(name: str) -> None:
    for variant in readings(name):
        with contextlib.suppress(RulesSilent):
            play_two_deals(variant)


@pytest.mark.parametrize("name", names())
def test_readings_chosen_together_can_be_played(name: str) -> None:
    usual, rng = load(name), random.Random(name)
    for _ in range(6):
        options = usual.file.options.items()
        chosen = {code: rng.choice(list(option.readings)) for code, option in options}
        try:
            variant = load(name, choose=chosen)
        except VariantError as error:
            assert "players" in str(error) or "does not come out even" in str(error)
            continue
        with contextlib.suppress(RulesSilent):
            play_two_deals(variant)


def test_a_joker_that_comes_back_again_and_again_leaves_cards_over() -> None:
    variant = load("gooseberry-3", choose={"G1": "card"})
    for seed in range(40):
        position, rng = next_deal(new_match(variant), seed)[1], random.Random(seed)
        while not position.over:
            position = step(position, rng.choice(legal_actions(position)))
        require_good(position)


@pytest.mark.parametrize("name", names())
def test_a_changed_field_is_refused_or_can_be_played(name: str) -> None:
    every = [*changes(load(name))]
    for path, value in random.Random(name).sample(every, len(every) // 8):
        try_change(name, path, value)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_changed_field_is_refused_or_can_be_played(name: str) -> None:
    for path, value in changes(load(name)):
        try_change(name, path, value)
