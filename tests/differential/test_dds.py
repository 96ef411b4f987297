"""Bridge against DDS: values, every card, whole tables."""

from __future__ import annotations

import random

import pytest

from solver.cards import Card
from solver.goals import Goal
from solver.kernel import kernel, plain
from solver.position import Position, start
from solver.referee import legal_actions, step
from solver.search import PLAIN, Limits, solve, table, value
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


@pytest.mark.parametrize("trump", ["", "s"])
def test_long_suits(trump: str) -> None:
    """Neighbours share each suit: the table's lists of patterns grow long and are split."""
    from tests.common import dds

    variant = load("bridge")
    hands: list[list[Card]] = [[], [], [], []]
    for suit, pair in zip("shdc", [(0, 1), (3, 0), (1, 2), (2, 3)], strict=True):
        for i, rank in enumerate("56789TJQKA"):
            hands[pair[1 - i % 2]].append(variant.pack.parse(rank + suit))
    position = start(variant, tuple(map(tuple, hands)))._replace(trump=trump, done=3)
    goal = side_to_move(position)
    expected = dds.value(position)
    for memory in (64.0, 0.25):
        answer = solve(position, goal, Limits(memory=memory), actions=False, line=False)
        assert (answer.engine, answer.value) == (PLAIN, expected)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_more_tables(seed: int) -> None:
    test_tables(seed + 100)
