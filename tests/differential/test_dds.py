"""Bridge against DDS: values, every card, whole tables."""

from __future__ import annotations

import random

import pytest

from solver.goals import Goal
from solver.kernel import kernel, plain
from solver.position import Position, start
from solver.referee import legal_actions, step
from solver.search import PLAIN, solve, table, value
from solver.variant import load

pytest.importorskip("endplay")
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.skipif(
        kernel() is None or plain.module() is None, reason="the compiled search was not built"
    ),
]


def position_of(cards: int, seed: int, played: int = 0) -> Position:
    """Return a random bridge position with so many cards on the table."""
    rng = random.Random(f"{cards}/{seed}")
    variant = load("bridge")
    pack = list(variant.pack)
    rng.shuffle(pack)
    hands = tuple(tuple(pack[i * cards : (i + 1) * cards]) for i in range(4))
    position = start(variant, hands, leader=rng.randrange(4))
    position = position._replace(trump=rng.choice(["", *"cdhs"]), done=13 - cards)
    for _ in range(played):
        position = step(position, rng.choice(legal_actions(position)))
    return position


def side_to_move(position: Position) -> Goal:
    return Goal(frozenset({position.turn, (position.turn + 2) % 4}))


@pytest.mark.parametrize("cards", range(2, 14))
def test_values(cards: int) -> None:
    from tests.common import dds

    for seed in range(40 if cards < 9 else 6):
        position = position_of(cards, seed)
        assert value(position, side_to_move(position)) == dds.value(position)


@pytest.mark.parametrize("cards", range(4, 14))
def test_every_card(cards: int) -> None:
    from tests.common import dds

    for seed in range(8 if cards < 10 else 3):
        position = position_of(cards, seed, played=seed % 4)
        answer = solve(position, side_to_move(position))
        assert answer.engine == PLAIN
        assert {a.card: v for a, v in answer.actions} == dds.card_values(position)


@pytest.mark.parametrize("seed", range(3))
def test_tables(seed: int) -> None:
    from tests.common import dds

    position = position_of(13, seed)  # DDS counts from 13 tricks: endings come out wrong
    assert {key: answer.value for key, answer in table(position).items()} == dds.table(position)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_more_tables(seed: int) -> None:
    test_tables(seed + 100)
