"""What the compiled search knows of middling tricks: sure ones, ranks that matter, rounds."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from solver.dealing import deal
from solver.goals import Goal
from solver.kernel import kernel
from solver.position import Position, start
from solver.search import Limits, solve
from solver.variant import load
from tests.differential.questions import Question, differs, oracle, report

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(kernel() is None, reason="the compiled search was not built")

SUITS = (("c",), ("c", "s"), ("c", "h"), ("c", "s", "h"), ("c", "s", "h", "d"))
SIDES = ({0}, {2}, {0, 1}, {1, 3}, {0, 2, 3}, {1, 2, 3, 4})


def crowded(name: str, reading: dict[str, str], cards: int, count: int) -> Iterator[Question]:
    """Yield endings for five with all the Jokers and few suits, where colours and voids decide."""
    variant = load(name, choose=reading)
    jokers = [card for card in variant.pack if card.rank == "Joker"]
    for seed in range(count):
        rng = random.Random(f"{name} {reading} {cards} {seed}")
        suits = rng.choice([row for row in SUITS if len(row) > 1 or cards < 3])
        rest = [card for card in variant.pack if card.suit in suits]
        chosen = jokers + rng.sample(rest, 5 * cards - len(jokers))
        if rng.random() < 0.5:
            chosen.sort(key=lambda card: (card.suit in "cs", rng.random()))  # a colour in few hands
        else:
            rng.shuffle(chosen)
        hands = [chosen[i * cards : (i + 1) * cards] for i in range(5)]
        rng.shuffle(hands)
        position = start(variant, tuple(tuple(hand) for hand in hands))
        yield Question(position, Goal(frozenset(rng.choice(SIDES))))


GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("gooseberry-5", {}),
    ("gooseberry-5-65", {}),
    ("gooseberry-5-3j", {}),
    ("gooseberry-5-3j", {"G7": "last"}),
    ("gooseberry-5-3j", {"G7": "cancel"}),
    ("gooseberry-5-3j", {"G1": "lead"}),
    ("gooseberry-5-3j", {"G9": "joker first"}),
    ("gooseberry-5-3j", {"G9": "colour first"}),
)


@pytest.mark.parametrize(("name", "reading"), GAMES)
def test_bounds_hold_and_values_agree_where_colours_and_jokers_decide(
    name: str, reading: dict[str, str]
) -> None:
    for cards in (2, 3):
        for asked in crowded(name, reading, cards, 30):
            expected = oracle(asked)
            if expected is None:
                continue
            how = differs(asked, solve, engine="kernel")
            assert not how, report(asked, how)
            at_once = solve(*asked, Limits(nodes=1), "kernel", actions=False, line=False)
            assert at_once.lower is not None and at_once.upper is not None
            assert at_once.lower <= expected.value <= at_once.upper, report(asked, "bounds")


@pytest.mark.parametrize(("name", "reading"), GAMES)
def test_ranks_that_matter_are_all_told(name: str, reading: dict[str, str]) -> None:
    for asked in crowded(name, reading, 4, 25):
        every = solve(*asked, engine="kernel", options={"relevance": False}, line=False)
        assert solve(*asked, engine="kernel", line=False).actions == every.actions, asked


def lonely(others: str) -> Position:
    """Return an ending of three tricks in which A has black cards and the others these."""
    hands = [tuple(hand.split()) for hand in f"As Kc 7s | {others}".split("|")]
    variant = load("gooseberry-5")
    faces = {f"{card.rank}{card.suit}": card for card in variant.pack}
    return start(variant, tuple(tuple(faces[face] for face in hand) for hand in hands))


@pytest.mark.parametrize(
    ("others", "sure"),
    [
        ("7h 8h 9h | 7d 8d 9d | Th Jh Qh | Td Jd Qd", 3),
        ("7h 8h 9h | 7d 8d 9d | Th Jh Qh | Td Jd 9c", 2),
        ("7h 8h 9h | 7d 8d 9d | Th Jh 8c | Td Jd 9c", 1),
        ("7h 8h 9h | 7d 8d 9d | Th Jh 8c | Td Jc 9c", 0),
    ],
)
def test_a_card_alone_of_its_colour_wins(others: str, sure: int) -> None:
    position = lonely(others)
    at_once = solve(position, Goal(frozenset({0})), Limits(nodes=1), actions=False, line=False)
    assert at_once.lower == sure


def test_jokers_that_the_next_seat_cannot_forestall_win() -> None:
    # B has two Jokers and more clubs than A: it cannot keep one till A's is played.
    position = deal(load("gooseberry-5-3j"), 8)
    at_once = solve(position, Goal(frozenset({0})), Limits(nodes=1), actions=False, line=False)
    assert at_once.lower == 1


@pytest.mark.parametrize("side", [{0}, {0, 1}])
@pytest.mark.parametrize("name", ["gooseberry-5", "gooseberry-5-65"])
def test_rounds_change_nothing_but_the_effort(name: str, side: set[int]) -> None:
    variant = load(name, settings={"deal.hand": 6})
    for seed in range(3):
        position, goal = deal(variant, seed), Goal(frozenset(side))
        found: set[Any] = set()
        for options in ({"effort": 0}, {}, {"effort": 30, "rounds_from": 15}, {"threads": 2}):
            found.add(solve(position, goal, options=options, line=False).actions)
        assert len(found) == 1


@pytest.mark.parametrize("side", [{0, 1}, {2, 3, 4}])
@pytest.mark.parametrize("name", ["gooseberry-5", "gooseberry-5-65"])
def test_fewest_ways_first_saves_effort_only(name: str, side: set[int]) -> None:
    # Nine cards each: the leads of the larger side are looked at too.
    variant = load(name, settings={"deal.hand": 9})
    nodes = {True: 0, False: 0}
    for seed in range(4):
        values = set()
        for outlook in nodes:
            options = {"outlook": outlook}
            answer = solve(
                deal(variant, seed),
                Goal(frozenset(side)),
                options=options,
                actions=False,
                line=False,
            )
            nodes[outlook] += answer.nodes
            values.add(answer.value)
        assert len(values) == 1
    assert nodes[True] < nodes[False]
