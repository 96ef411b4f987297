"""Random rules: whatever the compiled search takes must mean what the referee says it means.

Built-in variants are crossed and mutated through settings. The lowering then either refuses with a
reason (NotLowerable) or its answers are those of the reference solver.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from solver.errors import FoolproofError, RulesSilent, VariantError
from solver.kernel import kernel
from solver.kernel.lower import lower
from solver.kernel.refused import NotLowerable
from solver.position import Position
from solver.search import solve
from solver.variant import Variant, load, names
from tests.common.endings import placed, variant_endings
from tests.differential.questions import (
    Question,
    differs,
    for_himself,
    oracle,
    random_goal,
    report,
    shrunk,
)

pytestmark = pytest.mark.skipif(kernel() is None, reason="the compiled search was not built")

MOST_PLAYERS = 7
# What may be said in one field, whatever the rest of the file says.
WORDS: dict[str, tuple[Any, ...]] = {
    "trick.winner": ("highest", "middling", "middling of three"),
    "trick.equal": ("first", "last", "pairs, first", "pairs, last", "all", "refuse", "none"),
    "trick.jokers": ("first", "last", "cancel", "refuse"),
    "lead.face_down": ("no", "wins if no trump", "as its suit"),
    "lead.trump_leads": ("none", "declarers less one"),
    "follow.withhold_only_alone": (True, False),
    "order.reverse": (True, False),
    "pack.jokers": (0, 1, 2, 3),
    "pack.fools": (0, 1),
    "deal.trump": ("none", "named", "d", "h"),
    "events.gift": ({"gives": "trick"}, {"gives": "lead"}, {"gives": "card"}),
    "events.jink": ({"at": 1}, {"at": 2}),
    "events.breaking": ({"suit": "trumps"}, {"suit": "h"}),
    "events.draw": ({"short": "stop"}, {"short": "play on"}),
    "events.late_trump": ({},),
    "score.undealt": ("lost", "last trick"),
}
# What another built-in variant says in one field.
CROSSED = (
    "lead.tiers", "lead.opening", "follow.tiers", "follow.always", "order.privileged",
    "order.top_trumps", "order.red", "score.lines", "score.points", "score.card_points",
    "score.suit_points", "score.books", "pool",
)  # fmt: skip


@lru_cache(maxsize=1)
def said() -> dict[str, list[Any]]:
    """Return what the built-in variants say in the fields that are crossed."""
    found: dict[str, list[Any]] = {field: [] for field in CROSSED}
    for name in names():
        for field in CROSSED:
            value: Any = load(name).file
            for part in field.split("."):
                value = getattr(value, part)
            if field != "pool" and value and value not in found[field]:
                found[field].append(value)
    return {field: values for field, values in found.items() if values}


def mutant(rng: random.Random) -> Variant:
    """Return a built-in variant for some number of players, a few fields changed.

    Raises VariantError.
    """
    settings: dict[str, Any] = {}
    for _ in range(rng.randint(1, 4)):
        choices: dict[str, Any] = {**WORDS, **said()} if rng.random() < 0.5 else said()
        field = rng.choice(list(choices))
        settings[field] = rng.choice(choices[field])
    name = rng.choice(names())
    few = [n for n in load(name).file.players.allowed if n <= MOST_PLAYERS]
    return load(name, rng.choice([None, *few]), settings=settings)


def positions(variant: Variant, seed: int) -> list[Position]:
    """Return a few endings, played or placed."""
    cards = 2 if variant.players > 4 else 3
    try:
        return list(variant_endings(variant, 2, cards, seed))
    except FoolproofError:  # the deal does not come out; the cards can be placed all the same
        if len(variant.pack) < cards * variant.players:
            return []
        return [placed(variant, cards, seed)]


def outcome(question: Question) -> str:
    """Compare the engines on a question; say what came of it."""
    try:
        lower(*question)
        if oracle(question, 4_000, line=False) is None:
            return "silent or long"
        how = differs(question, solve, engine="kernel")
    except NotLowerable as refused:
        assert str(refused)
        return "refused"
    if how:
        small = shrunk(question, lambda q: bool(differs(q, solve, engine="kernel")))
        pytest.fail(report(small, f"{how} under {question.position.variant.settings}"))
    return "equal"


def fuzz(seeds: range) -> Counter[str]:
    """Return how many questions about mutants came to what."""
    found: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(f"lowering/{seed}")
        try:
            variant = mutant(rng)
        except VariantError:
            found["no variant"] += 1
            continue
        for position in positions(variant, seed):
            question = Question(position, random_goal(position, rng))
            found[outcome(for_himself(question) if rng.random() < 0.15 else question)] += 1
    return found


def test_mutants_are_refused_or_solved_alike() -> None:
    found = fuzz(range(60))
    assert found["equal"] >= 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_mutants(part: int) -> None:
    assert fuzz(range(100 + 300 * part, 400 + 300 * part))["equal"] >= 100


def test_silence_is_told_alike() -> None:
    """Where no order of play leads to a winner, both engines say so."""
    variant = load("gooseberry-3", settings={"trick.winner": "middling", "trick.jokers": "refuse"})
    deals = [placed(variant, 1, seed) for seed in range(40)]
    silent = 0
    for position in deals:
        goal = random_goal(position, random.Random(1))
        if oracle(Question(position, goal)) is None:
            silent += 1
            with pytest.raises(RulesSilent):
                solve(position, goal, engine="kernel")
    assert silent < len(deals)
