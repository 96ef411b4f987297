"""What must be true of every deal of every variant, whatever the players do."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.dealing import deal
from solver.errors import FoolproofError, IllegalAction, RulesSilent, VariantError
from solver.notation import read, write
from solver.outcome import outcome
from solver.position import Action, Position, play
from solver.position_json import from_json, to_json
from solver.problems import problems
from solver.referee import action_text, apply, legal_actions, legal_cards, parse_action
from solver.rules.algebra import PLAIN
from solver.rules.tiers import legal
from solver.variant import load
from solver.variant_source import names

NAMES = names()


def walk(name: str, seed: int) -> list[tuple[Position, Action]]:
    """Play one random deal; return every position with the action taken in it."""
    rng = random.Random(f"{name}{seed}")
    variant = load(name)
    counts = variant.file.players.allowed
    if counts:
        variant = load(name, rng.choice(counts))
    trump = rng.choice("cdhs") if variant.file.deal.trump == "named" else ""
    position = deal(variant, seed, trump=trump, dealer=rng.randrange(variant.players))
    steps = []
    while not position.over:
        action = rng.choice(legal_actions(position))
        steps.append((position, action))
        try:
            position = apply(position, action)
        except RulesSilent:
            return steps
    steps.append((position, Action("over")))
    return steps


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_deal_keeps_its_promises(name: str, seed: int) -> None:
    """Cards are conserved, an action exists until the end, texts and JSON read back."""
    steps = walk(name, seed)
    cards = steps[0][0].cards()
    for position, action in steps:
        assert position.cards() == cards
        assert problems(position) == []
        again, _ = read(write(position))
        differing = {f for f in position._fields if getattr(again, f) != getattr(position, f)}
        assert not differing, write(position)
        assert read(write(position, block=True)) == (position, "")
        assert read(write(position, pretty=True)) == (position, "")
        assert from_json(to_json(position)) == position
        if position.over:
            assert legal_actions(position) == ()
            outcome(position)
        else:
            text = action_text(position.variant, action)
            assert parse_action(position, text) == action


@pytest.mark.parametrize("name", NAMES)
def test_no_card_vanishes_where_some_are_never_dealt(name: str) -> None:
    """A shorter hand than the file's leaves cards over that no event may lose."""
    usual, rng = load(name), random.Random(name)
    try:
        variant = load(name, settings={"deal.hand": usual.hand_size - 1, "deal.packets": []})
    except VariantError:
        return
    for seed in range(6):
        trump = rng.choice("cdhs") if variant.file.deal.trump == "named" else ""
        position = deal(variant, seed, trump=trump)
        cards = position.cards()
        while not position.over:
            try:
                position = apply(position, rng.choice(legal_actions(position)))
            except RulesSilent:
                break
            assert position.cards() == cards


def test_a_skat_that_counts_leaves_no_card_undealt() -> None:
    with pytest.raises(VariantError, match="3 cards that are never dealt would count"):
        load("skat-suit", settings={"deal.hand": 9, "deal.packets": []})


@pytest.mark.parametrize("name", NAMES)
def test_illegal_cards_are_refused_with_the_rule(name: str) -> None:
    """A card that is not legal is refused with seat, rule and the legal actions."""
    for position, _ in walk(name, 7):
        if position.over or position.phase != "play":
            continue
        for card in set(position.hands[position.turn]) - set(legal_cards(position)):
            with pytest.raises(IllegalAction, match=r"breaks the rule '.+'; legal are "):
                apply(position, play(card))


@pytest.mark.parametrize("name", NAMES)
def test_legal_cards_are_those_of_the_stated_rule(name: str) -> None:
    """The referee's first-tier loop equals the rule as it is stated for the prover."""
    from solver.referee import binding_tier, situation

    for position, _ in walk(name, 11):
        if position.over or position.phase != "play" or not position.hands[position.turn]:
            continue
        variant = position.variant
        if variant.file.events.rob:
            continue  # a silent card is bound by another view, see events.rob
        hand = tuple(dict.fromkeys(position.hands[position.turn]))
        s = situation(position, hand)
        leading = not s.trick or (len(s.trick) == 1 and s.trick[0].fool)
        tiers = variant.lead_tiers if leading else variant.follow_tiers
        stated = legal(PLAIN, tiers, s)
        _, allowed = binding_tier(position)
        by_rule = {card for card, yes in zip(hand, stated, strict=True) if yes}
        assert by_rule <= allowed
        assert variant.always_tiers or by_rule == allowed


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=120))
def test_reading_garbage_raises_only_our_errors(text: str) -> None:
    """No text makes the reader fail in any other way than with its own errors."""
    try:
        read(text)
    except FoolproofError as error:
        assert str(error)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_mutated_positions_raise_only_our_errors(data: st.DataObject) -> None:
    """Cutting, doubling and swapping parts of a good text never ends in a foreign error."""
    steps = walk(data.draw(st.sampled_from(NAMES)), 5)
    text = write(steps[data.draw(st.integers(0, 30)) % len(steps)][0])
    at = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(at, min(len(text), at + 12)))
    junk = data.draw(st.text(max_size=5))
    try:
        position, _ = read(text[:at] + junk + text[end:])
        problems(position)
    except FoolproofError as error:
        assert str(error)
