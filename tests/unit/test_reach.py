"""What the rules alone say a deal can come to holds for every way to play it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from solver.dealing import deal
from solver.errors import RulesSilent
from solver.goals import EXACTLY, HELP, Goal, measured
from solver.position import Position, start
from solver.reach import most_tricks, reach
from solver.referee import legal_actions, step
from solver.search import solve
from solver.variant import Variant, load
from solver.variant_source import names
from tests.differential.questions import readings


def played(position: Position, rng: random.Random) -> list[Position]:
    """Return every position of a deal played at random, the start and the end included."""
    found = [position]
    while not position.over:
        position = step(position, rng.choice(legal_actions(position)))
        found.append(position)
    return found


def deals(variant: Variant, count: int) -> Iterator[list[Position]]:
    """Yield deals played at random, as far as the rules have an answer."""
    for seed in range(count):
        named = variant.pack.suits[0] if variant.file.deal.trump == "named" else ""
        try:
            yield played(deal(variant, seed, trump=named), random.Random(seed))
        except RulesSilent:
            continue


def require_inside(line: list[Position], goal: Goal) -> None:
    """Fail where the end lies outside what an earlier position allowed."""
    end = measured(line[-1], goal)
    for position in line:
        low, high = reach(position, goal)
        assert low is None or low <= end, (position, goal)
        assert high is None or end <= high, (position, goal)


@pytest.mark.parametrize("name", names())
def test_no_deal_leaves_its_bounds(name: str) -> None:
    for variant in readings(name):
        measures = ["tricks", *(["points"] if any(variant.order.points.values()) else [])]
        for line in deals(variant, 3):
            for measure in measures:
                for seat in range(variant.players):
                    require_inside(line, Goal(frozenset({seat}), measure))
            require_inside(line, Goal(frozenset({0}), "tricks", EXACTLY, 1))
            left = sum(line[-1].taken) - sum(line[-2].taken)
            assert left <= most_tricks(line[-2])


@pytest.mark.parametrize("cards", [3, 4])
def test_a_joker_that_passes_on_makes_a_deal_longer(cards: int) -> None:
    """Two players hand one Joker to and fro: more tricks than either hand has cards."""
    rules = {"trick.winner": "highest", "trick.equal": "first", "lead.tiers": ["any"]}
    variant = load("gooseberry-even", 2, {"G1": "card"}, rules)
    low = [c for c in variant.pack if c.suit and c.suit in "cd"]
    high = [c for c in variant.pack if c.suit and c.suit in "hs"]
    joker = [c for c in variant.pack if not c.suit]
    hands = (tuple([*joker, *low[: cards - 1]]), tuple(high[:cards]))
    here = start(variant, hands)._replace(done=variant.hand_size - cards)
    all_tricks = Goal(frozenset({0, 1}), stance=HELP)
    longest = {3: 5, 4: 7}[cards]
    assert {solve(here, all_tricks, engine=e).value for e in ("auto", "reference")} == {longest}
    assert longest <= most_tricks(here) <= longest + 1
