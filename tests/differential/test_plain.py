"""The plain kernel against the generic kernel, the reference solver and a minimax without memo."""

from __future__ import annotations

import itertools
import os
import random
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from solver import search
from solver.goals import AT_LEAST, AT_MOST, EXACTLY, HELP, LEAST, MOST, Goal
from solver.kernel import kernel, plain
from solver.kernel.builds import best_build
from solver.position import Position, start
from solver.referee import legal_actions, step
from solver.search import KERNEL, PLAIN, Limits, can_make, solve, table
from solver.variant import Variant, load
from tests.common.endings import minimax
from tests.differential.questions import Question, differs, report, shrunk

pytestmark = pytest.mark.skipif(
    kernel() is None or plain.module() is None, reason="the compiled search was not built"
)
PAIR = frozenset({0, 2})
SIDES = [frozenset(s) for n in (1, 2, 3) for s in itertools.combinations(range(4), n)]
SWITCHES = ("table", "quick", "sure", "equals", "skip", "order")
COUNTED = 120_000  # wrong counts of trumps have changed one value in 90,000
SKAT_WHIST = {  # 32 cards, the ten above the king, the lowest card last
    "pack.groups": [{"suits": "csdh", "ranks": "A K Q J 10 9 8 7"}],
    "order.ranks": "A 10 K Q J 9 8 7",
    "deal.hand": 8,
}
UPSIDE_DOWN = {"order.reverse": True, "order.red": "2 3 4 5 6 7 8 9 10 J Q K A"}


def variants() -> dict[str, Variant]:
    """Return variants whose play the plain kernel takes."""
    built_in = {name: load(name) for name in ("bridge", "whist", "whist-notrump")}
    return built_in | {
        "32 cards": load("whist", settings=SKAT_WHIST),
        "reversed ranks": load("bridge", settings=UPSIDE_DOWN),
    }


def positions(variant: Variant, count: int, cards: int, seed: int) -> Iterator[Position]:
    """Yield random endings, led by every seat in turn, most of them in mid-trick."""
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        pack = list(variant.pack)
        rng.shuffle(pack)
        hands = tuple(tuple(pack[i * cards : (i + 1) * cards]) for i in range(4))
        position = start(variant, hands, leader=number % 4)
        trump = rng.choice(["", *"cdhs"]) if variant.has_trumps else ""
        done = variant.hand_size - cards
        taken = (done, 0, 0, 0)
        position = position._replace(trump=trump, done=done, taken=taken)
        for _ in range(rng.randrange(4)):
            position = step(position, rng.choice(legal_actions(position)))
        yield position


def goals(seed: int) -> Goal:
    """Return a goal for one of all sides, with or without an amount."""
    rng = random.Random(seed)
    relation = rng.choice([MOST, AT_LEAST])
    amount = None if relation == MOST else rng.randrange(9)
    return Goal(rng.choice([PAIR, frozenset({1, 3}), *SIDES]), "tricks", relation, amount)


def require_same(asked: Question) -> None:
    how = differs(asked, solve, engine=PLAIN)
    if how:
        small = shrunk(asked, lambda question: bool(differs(question, solve, engine=PLAIN)))
        pytest.fail(report(small, how))


@pytest.mark.parametrize("name", variants())
def test_agrees_with_the_reference(name: str) -> None:
    for number, position in enumerate(positions(variants()[name], 24, 3, seed=1)):
        require_same(Question(position, goals(number)))


@pytest.mark.parametrize("name", ["bridge", "32 cards"])
def test_agrees_with_minimax(name: str) -> None:
    for number, position in enumerate(positions(variants()[name], 8, 2, seed=2)):
        goal = goals(number)
        assert solve(position, goal, engine=PLAIN).value == minimax(position, goal)


@pytest.mark.parametrize("name", variants())
@pytest.mark.parametrize("cards", [4, 6, 7])
def test_agrees_with_the_generic_kernel(name: str, cards: int) -> None:
    for number, position in enumerate(positions(variants()[name], 10, cards, seed=cards)):
        goal = goals(number + 1000 * cards)
        ours, generic = solve(position, goal), solve(position, goal, engine=KERNEL)
        assert (ours.engine, generic.engine) == (PLAIN, KERNEL)
        assert (ours.value, ours.lower, ours.upper) == (generic.value,) * 3
        assert ours.actions == generic.actions
        assert sorted(a for group in ours.groups for a in group) == sorted(
            action for action, _ in ours.actions
        )
        values = dict(ours.actions)
        assert all(len({values[a] for a in group}) == 1 for group in ours.groups)


@pytest.mark.parametrize("name", variants())
def test_its_line_keeps_the_value(name: str) -> None:
    for number, position in enumerate(positions(variants()[name], 6, 5, seed=3)):
        goal = goals(number)
        answer = solve(position, goal)
        for action in answer.line:
            assert action in solve(position, goal, engine=KERNEL).best
            position = step(position, action)
        assert position.over


def test_can_make_is_the_value_compared() -> None:
    for number, position in enumerate(positions(load("bridge"), 12, 5, seed=4)):
        goal = goals(number)
        value = solve(position, goal, engine=KERNEL).value
        assert value is not None
        for amount in (value - 1, value, value + 1):
            asked = goal._replace(relation=AT_LEAST, amount=amount)
            assert can_make(position, asked) == asked.met(value)
            assert can_make(position, asked, history=True) == asked.met(value)


@pytest.mark.parametrize("name", ["bridge", "whist", "32 cards"])
def test_table_is_every_cell_solved_alone(name: str) -> None:
    variant = variants()[name]
    for position in itertools.islice(_openings(variant), 2):
        found = table(position)
        assert {answer.engine for answer in found.values()} == {PLAIN}
        assert len(found) == 20
        for (declarer, trump), answer in found.items():
            leader = (declarer + 1) % 4
            asked = position._replace(trump=trump, leader=leader, turn=leader)
            goal = Goal(frozenset({declarer, (declarer + 2) % 4}))
            assert answer.value == solve(asked, goal, engine=KERNEL).value


def _openings(variant: Variant) -> Iterator[Position]:
    for position in positions(variant, 100, 5, seed=5):
        if not position.trick:
            yield position


def test_a_game_without_trumps_has_a_table_of_four() -> None:
    position = next(_openings(load("whist-notrump")))
    assert {answer.engine for answer in table(position).values()} == {PLAIN}
    assert len(table(position)) == 4


# --- what does not qualify ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hearts", "spades", "oh-hell", "gooseberry-3", "euchre"])
def test_other_games_are_left_to_the_generic_kernel(name: str) -> None:
    variant = load(name)
    cards = min(3, variant.hand_size)
    hands = [tuple(variant.pack)[i * cards : (i + 1) * cards] for i in range(variant.players)]
    position = start(variant, tuple(hands))
    with pytest.raises(plain.NotLowerable):
        plain.lower(position, Goal(PAIR if variant.players == 4 else frozenset({0})))


@pytest.mark.parametrize(
    "settings",
    [
        {"trick.equal": "last", "pack.groups": [{"ranks": "A K Q J 10 9 8 7", "copies": 2}]},
        {"follow.tiers": ["led suit", "trumps", "any"]},
        {"lead.tiers": ["plain", "any"]},
        {"events.breaking": {"suit": "trumps"}},
        {"order.top_trumps": ["Qc", "Qs"]},  # clubs and trumps: fine only while 13 are in play
    ],
)
def test_other_rules_are_left_to_the_generic_kernel(settings: dict[str, Any]) -> None:
    variant = load("whist", settings=settings)
    pack = [card for card in variant.pack if card.suit in ("c", "s")][:24]
    hands = tuple(tuple(sorted(pack[i::4])) for i in range(4))
    position = start(variant, hands)._replace(trump="s")
    goal = Goal(PAIR)
    if "order.top_trumps" in settings:
        small = position._replace(hands=tuple(hand[:3] for hand in hands))
        assert solve(small, goal).engine == PLAIN
        assert solve(small, goal).value == solve(small, goal, engine=KERNEL).value
    else:
        with pytest.raises(plain.NotLowerable):
            plain.lower(position, goal)


@pytest.mark.parametrize(
    "goal",
    [
        Goal(PAIR, "tricks", EXACTLY, 2),
        Goal(PAIR, "tricks", AT_MOST, 2),
        Goal(PAIR, "tricks", LEAST),
        Goal(PAIR, "score"),
        Goal(PAIR, stance=HELP),
    ],
)
def test_other_goals_are_left_to_the_generic_kernel(goal: Goal) -> None:
    position = next(positions(load("bridge"), 1, 3, seed=6))
    assert solve(position, goal).engine == KERNEL


def test_jokers_are_left_to_the_generic_kernel() -> None:
    variant = load("whist", settings={"pack.jokers": 1})
    hands = tuple((card,) for card in list(variant.pack)[-4:])
    with pytest.raises(plain.NotLowerable):
        plain.lower(start(variant, hands), Goal(PAIR))


def test_uneven_hands_are_left_to_the_generic_kernel() -> None:
    position = next(positions(load("bridge"), 1, 3, seed=7))
    uneven = position._replace(hands=(position.hands[0][:1], *position.hands[1:]))
    with pytest.raises(plain.NotLowerable):
        plain.lower(uneven, Goal(PAIR))


# --- what may change the speed only ---------------------------------------------------------------


def builds() -> list[Any]:
    """Return every build of the plain kernel that runs here."""
    import importlib

    portable = importlib.import_module("solver.kernel._plain")
    return [portable] if plain.module() is portable else [portable, plain.module()]


@pytest.mark.parametrize("module", ["_kernel", "_plain"])
@pytest.mark.parametrize("supported", [False, True])
def test_the_build_for_avx2_is_loaded_only_where_the_processor_has_it(
    monkeypatch: pytest.MonkeyPatch, supported: bool, module: str
) -> None:
    loaded = []

    def load_module(name: str) -> Any:
        loaded.append(name.rpartition(".")[2])
        return SimpleNamespace(supports_v3=lambda: supported)

    monkeypatch.setattr("solver.kernel.builds.importlib.import_module", load_module)
    best_build(module)
    assert loaded == ["_plain", f"{module}_v3" if supported else module]


def test_every_feature_of_the_build_for_avx2_is_asked_for() -> None:
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text().splitlines() if listed.exists() else []
    flags = next((set(line.split()) for line in lines if line.startswith("flags")), None)
    if flags is None:
        pytest.skip("this system lists no features of an x86-64 processor")
    needed = {"avx2", "bmi1", "bmi2", "fma", "f16c", "movbe", "popcnt", "abm"}
    assert builds()[0].supports_v3() is (needed <= flags)


def roots(count: int, cards: int, seed: int) -> list[plain.Lowered]:
    return [
        plain.lower(position, Goal(SIDES[i % len(SIDES)] if i % 3 else PAIR))
        for i, position in enumerate(positions(load("bridge"), count, cards, seed))
    ]


def rebuilt(build: Any, root: Any) -> Any:
    """Return a root as a record of another build."""
    out = build.Root()
    for word in ("hands", "trump", "leader", "side", "table"):
        setattr(out, word, getattr(root, word))
    return out


def bounds(solver: Any, build: Any, root: Any) -> tuple[int, int]:
    found = solver.solve(rebuilt(build, root), build.Options())
    return found.lower, found.upper


def test_builds_table_sizes_and_switches_keep_every_value() -> None:
    asked = roots(24, 6, seed=8)
    for build in builds() if plain.module() else ():
        solvers = [build.Solver(size) for size in (16, 0.001, 0.05)]
        for switch in SWITCHES:
            solvers.append(build.Solver(16))
            solvers[-1].switch_off(switch)
        for lowered in asked:
            expected = bounds(plain.module().Solver(16), plain.module(), lowered.root)  # type: ignore[union-attr]
            assert expected[0] == expected[1]
            assert {bounds(s, build, lowered.root) for s in solvers} == {expected}
        assert solvers[1].table_clears > 0  # it did run full


def test_all_switches_off() -> None:
    build = plain.module()
    assert build is not None
    bare = build.Solver(16)
    for switch in SWITCHES:
        bare.switch_off(switch)
    for lowered in roots(20, 4, seed=9):
        assert bounds(bare, build, lowered.root) == bounds(build.Solver(16), build, lowered.root)


def random_root(build: Any, rng: random.Random) -> Any:
    """Return a root of three to seven cards from a few suits, half of them with a trump led."""
    cards, root = rng.randrange(3, 8), build.Root()
    span = rng.choice((52, 4 * cards, min(52, 4 * cards + rng.randrange(12))))
    pack = rng.sample(range(52), 52)
    dealt = [card for card in pack if card < span][: 4 * cards]
    held = [[divmod(card, 13) for card in dealt[seat::4]] for seat in range(4)]
    root.trump, root.leader = rng.choice((-1, 0, 1, 2, 3)), rng.randrange(4)
    root.side = rng.choice((5, 10))
    table: list[tuple[int, int]] = []
    trump_led = rng.random() < 0.5
    for i in range(1 if trump_led else rng.randrange(4)):
        hand = held[(root.leader + i) % 4]
        suit = table[0][0] if table else root.trump if trump_led else -1
        table.append(rng.choice([card for card in hand if card[0] == suit] or hand))
        hand.remove(table[-1])
    root.table = table
    root.hands = [
        [sum(1 << rank for suit, rank in hand if suit == lane) for lane in range(4)]
        for hand in held
    ]
    return root


def test_counts_agree_with_play() -> None:
    build = plain.module()
    assert build is not None
    counting, playing = build.Solver(4), build.Solver(4)
    for switch in ("quick", "sure"):
        playing.switch_off(switch)
    rng, options = random.Random(1), build.Options()
    for number in range(COUNTED):
        root = random_root(build, rng)
        with_counts, by_play = (s.solve(root, options) for s in (counting, playing))
        assert with_counts.lower == by_play.lower, (number, root.hands, root.table, root.trump)


# --- limits ---------------------------------------------------------------------------------------


def deal_of(seed: int) -> Position:
    variant = load("bridge")
    pack = list(variant.pack)
    random.Random(seed).shuffle(pack)
    return start(variant, tuple(tuple(pack[i::4]) for i in range(4)))._replace(trump="s")


def long_suits() -> Position:
    """Return a deal with two long suits in each hand: seconds of search at least."""
    odd, even = "2468TQA", "3579JK"
    held = [("s", odd, "h", even), ("d", odd, "s", even), ("c", odd, "d", even)]
    text = [*held, ("h", odd, "c", even)]
    variant = load("bridge")
    hands = tuple(
        tuple(variant.pack.parse(rank + s) for s, ranks in ((a, b), (c, d)) for rank in ranks)
        for a, b, c, d in text
    )
    return start(variant, hands)._replace(trump="s")


def test_a_node_limit_gives_sound_bounds() -> None:
    position, goal = deal_of(1), Goal(PAIR)
    exact = solve(position, goal).value
    assert exact is not None
    for nodes in (1, 10, 1000, 20_000):
        found = solve(position, goal, Limits(nodes=nodes))
        assert found.lower is not None and found.upper is not None
        assert found.lower <= exact <= found.upper
        assert found.stopped == "nodes" and found.nodes == nodes and not found.actions
    amount = goal._replace(relation=AT_LEAST, amount=exact)
    assert can_make(position, amount, Limits(nodes=1)) is None


@pytest.mark.parametrize("threads", [1, 2])
def test_seconds_and_control_c_stop_a_table(threads: int) -> None:
    found = table(long_suits(), Limits(seconds=0.2), threads)
    assert any(answer.stopped == "seconds" for answer in found.values())
    assert all(answer.known or answer.stopped for answer in found.values())
    # A background shell hands on that interrupts are ignored: heed them for this test.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        found = table(long_suits(), Limits(seconds=60), threads)
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert any(answer.stopped == "interrupted" for answer in found.values())


def test_threads_share_no_solver() -> None:
    asked = [deal_of(seed) for seed in range(6)]
    alone = [solve(position, Goal(PAIR)).value for position in asked]
    assert [a.value for a in search.solve_many(asked, Goal(PAIR), threads=3)] == alone


def test_threads_on_one_position_change_the_effort_only() -> None:
    for number, position in enumerate(positions(load("bridge"), 12, 7, seed=10)):
        goal = goals(number)
        alone = solve(position, goal)
        for threads, memory in ((2, 256.0), (3, 1.0)):
            found = solve(position, goal, Limits(memory=memory), threads=threads)
            assert (found.engine, found.value) == (PLAIN, alone.value)
            assert (found.actions, found.groups) == (alone.actions, alone.groups)
            here = position
            for action in found.line:
                assert action in solve(here, goal).best
                here = step(here, action)
            assert here.over
    deal = deal_of(2)
    values = {key: answer.value for key, answer in table(deal).items()}
    assert {key: answer.value for key, answer in table(deal, threads=2).items()} == values


def test_limits_hold_for_all_threads_together() -> None:
    position, goal = deal_of(1), Goal(PAIR)
    exact = solve(position, goal).value
    assert exact is not None
    for nodes in (1, 1000, 20_000):
        found = solve(position, goal, Limits(nodes=nodes), threads=2)
        assert found.lower is not None and found.upper is not None
        assert found.lower <= exact <= found.upper
        assert found.stopped == "nodes" and found.nodes <= nodes


def test_ill_formed_roots_are_refused() -> None:
    build = plain.module()
    assert build is not None
    for word, value in (("trump", 4), ("leader", 4), ("side", 16), ("table", [(0, 2)])):
        root = build.Root()
        root.hands = [[1, 0, 0, 0], [2, 0, 0, 0], [4, 0, 0, 0], [8, 0, 0, 0]]
        setattr(root, word, value)
        with pytest.raises(ValueError):
            build.Solver(1).solve(root, build.Options())
