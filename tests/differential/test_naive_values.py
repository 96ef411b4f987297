"""The compiled search against minimax over the naive second engine, which was written from the
documents: no code lies between the rules as read there and the values found here."""

from __future__ import annotations

import random
from typing import Any

import pytest

from solver.dealing import deal_out
from solver.errors import RulesSilent
from solver.goals import LEAST, MOST, Goal
from solver.kernel import kernel
from solver.position import PLAY, Position
from solver.referee import action_text, apply, begin, legal_actions
from solver.search import in_play, solve
from solver.variant import load
from tests.common.endings import longest
from tests.common.naive_twin import normal, twin
from tests.differential.test_naive_walks import PAIRED
from tests.naive import Gap

pytestmark = pytest.mark.skipif(kernel() is None, reason="the compiled search was not built")

ENDINGS = 5  # of every variant
MOST_DEALS = 60


def ending(name: str, seed: int) -> tuple[Position, Any] | None:
    """Play a deal at random in both engines until few cards are left; None if it ends before."""
    variant = load(name)
    rng = random.Random(f"{name}/{seed}/values")
    trump = rng.choice("cdhs") if variant.file.deal.trump == "named" else ""
    position = deal_out(variant, seed, dealer=rng.randrange(variant.players), trump=trump)
    game = twin(position)
    position = begin(position)
    cards = 2 if variant.players > 3 else 3
    while not position.over:
        drawn = variant.file.events.draw is not None and len(position.stock) > 2
        few = longest(position) <= cards and not drawn
        if few and position.phase == PLAY and in_play(position):
            return position, game
        action = rng.choice(legal_actions(position))
        text = normal(action_text(variant, action))
        try:
            game.carry_out(next(t for t in game.actions() if normal(t) == text))
            position = apply(position, action)
        except (Gap, RulesSilent):
            return None
    return None


def worth(game: Any, goal: Goal) -> int:
    """Return the measure of a finished naive game."""
    if goal.measure == "tricks":
        return sum(game.tricks()[seat] for seat in goal.side)
    (seat,) = goal.side
    return int(game.scores()["final"][seat])


def minimax(game: Any, goal: Goal) -> int:
    """Return the value of a goal by plain recursion on the naive engine; raise Gap."""
    if game.over():
        return worth(game, goal)
    values = []
    for action in game.actions():
        after = game.copy()
        after.carry_out(action)
        values.append(minimax(after, goal))
    return max(values) if (game.turn in goal.side) != goal.minimises else min(values)


def goals(position: Position, rng: random.Random) -> list[Goal]:
    """Return goals that both engines measure alike."""
    variant = position.variant
    players = range(variant.players)
    side = frozenset(rng.sample(players, rng.randint(1, variant.players - 1)))
    found = [Goal(side, "tricks", rng.choice([MOST, LEAST]))]
    convention = variant.file.outside and variant.sides  # no score in the sources
    if variant.file.score.lines and variant.file.pool is None and not convention:
        found.append(Goal(frozenset([rng.choice(players)]), "score", rng.choice([MOST, LEAST])))
    return found


@pytest.mark.parametrize("name", PAIRED)
def test_values_agree_with_the_naive_engine(name: str) -> None:
    compared = 0
    for seed in range(MOST_DEALS):
        reached = ending(name, seed)
        if reached is None:
            continue
        position, game = reached
        for goal in goals(position, random.Random(seed)):
            try:
                expected = minimax(game, goal)
                found = solve(position, goal, engine="kernel")
            except (Gap, RulesSilent):
                continue
            compared += 1
            assert found.value == expected, (position, goal)
        if compared >= ENDINGS:
            return
    assert compared
