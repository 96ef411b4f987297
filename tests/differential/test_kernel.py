"""The compiled search against the reference solver and a minimax without memo."""

from __future__ import annotations

import random
from typing import Any

import pytest

from solver import search
from solver.dealing import deal
from solver.errors import RulesSilent
from solver.goals import ADVERSARY, EXACTLY, HELP, LEAST, MOST, OWN, Goal, measured
from solver.kernel import kernel
from solver.notation import read
from solver.position import Position, start
from solver.referee import legal_actions, step
from solver.search import Limits, can_make, solve, solve_many
from solver.variant import Variant, load
from solver.variant_source import names
from tests.common.endings import minimax, openings, variant_endings
from tests.differential import campaign
from tests.differential.questions import (
    Question,
    differs,
    for_himself,
    oracle,
    questions,
    random_goal,
    readings,
    report,
    saved,
    shrunk,
)

pytestmark = pytest.mark.skipif(kernel() is None, reason="the compiled search was not built")

# Every switch that may only change the effort.
SWITCHES: tuple[dict[str, Any], ...] = (
    {"table": False},
    {"entries": 64},
    {"equivalents": False},
    {"relative_ranks": False},
    {"isomorphism": False},
    {"reversal": False},
    {"irrelevant_ranks": False},
    {"joker_bound": False},
    {"colour_bound": False},
    {"effort": 0},
    {"effort": 2, "rounds_from": 1},
    {"trump_bound": False},
    {"history": False, "good_first": False, "promise": False},
    {"quick_tricks": False, "last_trick": False},
    {"reach": False},
    {"relevance": False},
    {"outlook": False},
    {"threads": 2},
    {"driver": 1},
    {"driver": 2},
    {"driver": 3},
)


def short(name: str) -> int:
    """Return how many cards an ending may have that the reference is to solve quickly."""
    return 2 if load(name).players >= 7 else 3


def require_same(asked: Question, **options: Any) -> None:
    """Fail with a smallest disagreeing question, which is saved for the next runs."""
    how = differs(asked, solve, **options)
    if how:
        small = shrunk(asked, lambda question: bool(differs(question, solve, **options)))
        pytest.fail(report(small, differs(small, solve, **options) or how))


@pytest.mark.parametrize(("name", "asked"), saved())
def test_saved_questions_stay_right(name: str, asked: Question) -> None:
    require_same(asked, engine="kernel")


@pytest.mark.parametrize("name", names())
def test_kernel_agrees_with_the_reference_under_every_reading(name: str) -> None:
    for asked in questions(readings(name), 5, 2, seed=1):
        require_same(asked, engine="kernel")


@pytest.mark.parametrize("name", names())
def test_kernel_agrees_with_the_reference_on_first_tricks(name: str) -> None:
    for asked in questions(readings(name), 5, short(name), 1, openings):
        require_same(asked, engine="kernel")


ROBBED = [name for name in names() if load(name).file.events.rob is not None]


@pytest.mark.parametrize("name", ROBBED)
def test_a_robber_may_throw_away_what_is_certain(name: str) -> None:
    asked = 0
    variant = load(name)
    for position in openings(variant, 25, 3 if variant.players <= 4 else 2, seed=7):
        trumps = [card for hand in position.hands for card in hand if card.suit == position.trump]
        if not position.turn_up or all(card.rank != "A" for card in trumps):
            continue
        for seat in range(3):
            others = frozenset(range(position.players)) - {seat}
            for goal in (
                Goal(frozenset({seat}), "tricks", LEAST),
                Goal(others, "tricks", MOST, None, HELP),
            ):
                asked += 1
                require_same(Question(position, goal), engine="kernel")
    assert asked >= 12


@pytest.mark.parametrize("name", names())
def test_kernel_agrees_with_the_reference_on_longer_endings(name: str) -> None:
    for asked in questions(iter([load(name)]), 3, short(name), seed=2):
        require_same(asked, engine="kernel")


@pytest.mark.parametrize("name", names())
def test_kernel_agrees_with_minimax_without_memo(name: str) -> None:
    for asked in questions(iter([load(name)]), 5, 2, seed=3):
        if oracle(asked) is not None:
            assert solve(*asked, engine="kernel").value == minimax(*asked)


@pytest.mark.parametrize("name", names())
def test_each_for_himself_agrees_with_the_reference(name: str) -> None:
    for asked in questions(iter([load(name)]), 4, short(name), seed=8):
        own = for_himself(asked)
        require_same(own, engine="kernel")
        expected = oracle(own)
        if expected is not None:
            found = solve(*own)
            assert (found.line, found.engine) == (expected.line, search.EACH)


def test_who_plays_for_himself_makes_exactly_what_he_makes() -> None:
    """A number asked for exactly does not change what each plays for."""
    for position in variant_endings(load("gooseberry-3"), 4, 3, seed=4):
        value = solve(position, Goal(frozenset({0}), stance=OWN)).value
        for amount in range(12):
            goal = Goal(frozenset({0}), "tricks", EXACTLY, amount, OWN)
            for engine in ("auto", "reference"):
                met = goal.met(solve(position, goal, engine=engine).value)
                assert met is (amount == value), (amount, value, engine)
            assert can_make(position, goal) is (amount == value)


@pytest.mark.parametrize("name", names())
def test_switches_change_nothing_but_the_effort(name: str) -> None:
    for number, asked in enumerate(questions(iter([load(name)]), 6, short(name), seed=4)):
        if oracle(asked) is None:
            continue
        plain = solve(*asked)
        for options in SWITCHES if number < 2 else SWITCHES[number % 4 :: 4]:
            other = solve(*asked, options=options)
            assert (other.value, other.actions) == (plain.value, plain.actions), (options, asked)


# All bounds and shortcuts at once; what is left finds the longer endings below all the same.
TABLE_ALONE: dict[str, Any] = {
    name: False
    for switch in SWITCHES
    for name, value in switch.items()
    if value is False and name not in {"table", "relative_ranks", "history"}
} | {"effort": 0}


@pytest.mark.parametrize("positions", [variant_endings, openings])
@pytest.mark.parametrize("name", names())
def test_longer_hands_give_the_same_without_bounds_and_shortcuts(name: str, positions: Any) -> None:
    cards = {3: 6, 4: 5, 5: 4}.get(load(name).players, 3)
    limits = Limits(nodes=200_000)
    for asked in questions(iter([load(name)]), 10, cards, 9, positions):
        try:
            usual = solve(*asked, limits, engine="kernel", line=False)
            plain = solve(*asked, limits, engine="kernel", line=False, options=TABLE_ALONE)
        except RulesSilent:
            continue
        if usual.value is None or plain.value is None:
            continue
        assert usual.value == plain.value, report(asked, "")
        if usual.actions and plain.actions:  # a limit may have stopped one of them
            assert usual.actions == plain.actions, report(asked, "")


@pytest.mark.parametrize("name", names())
def test_the_line_keeps_the_value(name: str) -> None:
    for asked in questions(iter([load(name)]), 4, short(name), seed=5):
        if oracle(asked) is None:
            continue
        here = asked.position
        value = solve(*asked).value
        for action in solve(*asked).line:
            assert action in legal_actions(here)
            here = step(here, action)
            assert solve(here, asked.goal, actions=False, line=False).value == value
        assert here.over
        assert measured(here, asked.goal) == value


@pytest.mark.parametrize("name", names())
def test_yes_or_no_agrees_with_the_value(name: str) -> None:
    for asked in questions(iter([load(name)]), 3, short(name), seed=6):
        found = oracle(asked)
        if found is None:
            continue
        words = {MOST: ("at least", MOST), LEAST: ("at most", LEAST)}.get(asked.goal.relation, ())
        for amount in (found.value - 1, found.value, found.value + 1):
            for relation in words:
                goal = asked.goal._replace(relation=relation, amount=amount)
                assert can_make(asked.position, goal) == goal.met(found.value)


def deals(name: str, count: int, goal: Goal) -> list[Any]:
    """Return full deals with the goal's answers, in order."""
    variant = load(name)
    return [solve(deal(variant, seed), goal).value for seed in range(count)]


def test_full_deals_give_the_same_under_every_switch() -> None:
    goal = Goal(frozenset({0}))
    usual = deals("gooseberry-3", 6, goal)
    variant = load("gooseberry-3")
    for options in SWITCHES[2:]:
        found = [
            solve(deal(variant, s), goal, options=options, actions=False, line=False).value
            for s in range(2 if options == {"equivalents": False} else 6)
        ]
        assert found == usual[: len(found)], options


def test_the_table_keeps_to_its_memory() -> None:
    variant = load("gooseberry-5")
    answer = solve(
        deal(variant, 3), Goal(frozenset({0, 1})), Limits(nodes=400_000, memory=1), line=False
    )
    assert answer.states * 16 <= 1 << 20


def test_threads_give_the_same_answers() -> None:
    variant = load("gooseberry-3")
    positions = [deal(variant, seed) for seed in range(16)]
    goal = Goal(frozenset({0}), "score")
    alone = [solve(position, goal)._replace(seconds=0.0) for position in positions]
    together = solve_many(positions, goal, threads=4)
    assert [answer._replace(seconds=0.0) for answer in together] == alone


def test_one_hard_position_on_two_threads() -> None:
    variant = load("gooseberry-5")
    for seed in range(2):
        for goal in (Goal(frozenset({0, 1})), Goal(frozenset({0}), "score")):
            position = (
                deal(variant, seed)
                if goal.measure == "tricks"
                else deal(load("gooseberry-3"), seed)
            )
            alone, both = solve(position, goal), solve(position, goal, threads=2)
            assert (both.value, both.actions) == (alone.value, alone.actions)
    position = deal(load("gooseberry-5-65"), 0)
    answer = solve(position, Goal(frozenset({0, 1})), Limits(nodes=100_000, memory=8), threads=2)
    assert answer.stopped == "nodes"
    assert answer.nodes < 120_000  # each thread hands in its count every few thousand nodes
    assert answer.states * 16 <= 8 << 20
    assert answer.lower is not None
    assert answer.upper is not None
    assert 0 <= answer.lower < answer.upper <= 13


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("jokers", [1, 2])
def test_jokers_that_pass_from_hand_to_hand(players: int, jokers: int) -> None:
    """They make hands longer, so that more tricks follow than any hand has cards."""
    rules = {"trick.winner": "highest", "trick.equal": "first", "lead.tiers": ["any"]}
    rules |= {"trick.jokers": "first", "pack.jokers": jokers}
    variant = load("gooseberry-even", players, {"G1": "card"}, rules)
    cards = {2: 4, 4: 3, 6: 2}[players]
    rng = random.Random(players * 10 + jokers)
    longer = compared = 0
    for seed in range(16):
        position = placed_with_jokers(variant, cards, rng)
        asked = Question(position, random_goal(position, rng))
        asked = for_himself(asked) if seed % 5 == 4 else asked
        require_same(asked, engine="kernel")
        compared += oracle(asked) is not None
        whole = Question(position, Goal(frozenset(range(players)), stance=HELP))
        require_same(whole, engine="kernel")
        longer += (solve(*whole).value or 0) > cards
    assert compared >= 5
    assert longer or players > 2


def placed_with_jokers(variant: Variant, cards: int, rng: random.Random) -> Position:
    """Return an ending with all Jokers of the pack in play."""
    jokers = [card for card in variant.pack if not card.suit]
    others = rng.sample([card for card in variant.pack if card.suit], cards * variant.players)
    pack = [*jokers, *others][: cards * variant.players]
    rng.shuffle(pack)
    hands = tuple(tuple(pack[i::variant.players]) for i in range(variant.players))
    return start(variant, hands)._replace(done=variant.hand_size - cards)


def test_preferans_problem_of_one_trick() -> None:
    position, _ = read(
        "preferans-misere / A to lead / A: Qs Js 9c 7c Kd Qd Jd Td Jh 7h | "
        "B: Ts 9s 8s 7s 8c 9d 8d 7d 9h 8h | C: As Ks Qc Jc Tc Ad Ah Kh Qh Th"
    )
    goal = Goal(frozenset({1}), "tricks", LEAST)
    assert solve(position, goal).value == 1
    assert can_make(position, goal._replace(relation="at most", amount=1)) is True
    assert can_make(position, goal._replace(relation="at most", amount=0)) is False
    assert can_make(position, goal._replace(relation=EXACTLY, amount=1)) is not None


@pytest.mark.parametrize(
    ("name", "players"),
    [("loo-double", 3), ("irish-loo", 3), ("rounce", 3), ("rams", 3), ("spoil-five", 3)],
)
def test_decisions_before_play_agree_with_the_reference(name: str, players: int) -> None:
    variant = load(name, players)
    rng = random.Random(name)
    compared = 0
    for seed in range(8):
        position = deal(variant, seed)
        while not position.over and sum(call == "" for call in position.calls) > 1:
            if search.in_play(position):
                break
            position = step(position, rng.choice(legal_actions(position)))
        if position.over or search.in_play(position):
            continue
        measure = rng.choice(["tricks", "pool"])
        goal = Goal(frozenset({seed % 3}), measure, MOST, None, ADVERSARY)
        expected = oracle(Question(position, goal), 60_000)
        if expected is not None:
            found = solve(position, goal, engine="kernel")
            assert (found.value, found.actions) == (expected.value, expected.actions)
            compared += 1
    assert compared or name in ("spoil-five", "rams", "rounce")


@pytest.mark.slow
def test_a_hundred_thousand_endings() -> None:
    assert campaign.run(names(), campaign.ENDINGS, campaign.LOG) >= campaign.ENDINGS
