"""Random questions about random endings, and what to do when two engines disagree on one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from solver.errors import LimitReached, RulesSilent, VariantError
from solver.goals import (
    ADVERSARY,
    EXACTLY,
    HELP,
    LEAST,
    MOST,
    OWN,
    PLACES,
    Goal,
    goal_text,
    parse_goal,
)
from solver.limits import Limits
from solver.notation import read, write
from solver.position import PLAY, Position, without
from solver.problems import problems
from solver.reference import Solution
from solver.reference import solve as reference_solve
from solver.search import Answer
from solver.variant import Variant, load
from tests.common.endings import variant_endings

SAVED = Path(__file__).parent / "saved"


class Question(NamedTuple):
    """A position with a goal."""

    position: Position
    goal: Goal


def readings(name: str) -> Iterator[Variant]:
    """Yield a variant under its first readings, then with one other reading at a time."""
    usual = load(name)
    yield usual
    for code, option in usual.file.options.items():
        for word in list(option.readings)[1:]:
            try:
                yield load(name, choose={code: word})
            except VariantError:
                continue  # this reading needs another one beside it


def questions(
    variants: Iterator[Variant],
    count: int,
    cards: int,
    seed: int,
    positions: Callable[..., Iterator[Position]] = variant_endings,
) -> Iterator[Question]:
    """Yield questions about so many endings, or other positions, of every variant."""
    for variant in variants:
        rng = random.Random(f"{variant.name}/{variant.digest}/{seed}")
        for position in positions(variant, count, cards, seed):
            yield Question(position, random_goal(position, rng))


def random_goal(position: Position, rng: random.Random) -> Goal:
    """Return a goal that makes sense in the variant; tricks more often than others."""
    variant = position.variant
    side = rng.sample(range(position.players), rng.randint(1, position.players - 1))
    measures = ["tricks"] * 4 + list(PLACES) + (["points"] * 3 if variant.counting else [])
    measures += ["raw", "score"] if variant.file.pool is None else ["pool", "pool", "pool"]
    measure = rng.choice(measures)
    relation = rng.choice([MOST, LEAST, EXACTLY])
    amount = rng.randint(0, 4) if relation == EXACTLY else None
    seats = frozenset(side[:1] if measure in PLACES else side)
    return Goal(seats, measure, relation, amount, rng.choice([ADVERSARY] * 4 + [HELP]))


def for_himself(question: Question) -> Question:
    """Return the question with every seat playing for itself."""
    goal = question.goal
    return question._replace(goal=goal._replace(side=frozenset({min(goal.side)}), stance=OWN))


def oracle(question: Question, nodes: int = 20_000, *, line: bool = True) -> Solution | None:
    """Return the reference's answer; None where it is too long or the rules are silent."""
    try:
        return reference_solve(*question, Limits(nodes), line=line)
    except (LimitReached, RulesSilent):
        return None


def differs(
    question: Question,
    solve: Callable[..., Answer],
    expected: Solution | None = None,
    **options: Any,
) -> str:
    """Say how an engine's answer differs from the reference's ('' if it does not)."""
    expected = expected or oracle(question)
    if expected is None:
        return ""
    try:
        found = solve(*question, **options)
    except RulesSilent:
        return ""
    if found.value != expected.value:
        return f"value {found.value}, expected {expected.value}"
    if found.actions and found.actions != expected.actions:
        return f"actions {found.actions}, expected {expected.actions}"
    return ""


def shrunk(question: Question, fails: Callable[[Question], bool]) -> Question:
    """Return a failing question with as few cards as can be found."""
    smaller = True
    while smaller:
        smaller = False
        for candidate in _smaller(question):
            try:
                still_fails = not problems(candidate.position) and fails(candidate)
            except Exception:
                continue  # not a position of this variant any more
            if still_fails:
                question, smaller = candidate, True
                break
    return question


def _smaller(question: Question) -> Iterator[Question]:
    """Yield the question with one card fewer in every hand, or the trick on the table taken up."""
    position, goal = question
    if position.phase != PLAY:
        return
    rng = random.Random(str(position.hands))
    for _ in range(60):
        if min(map(len, position.hands)) < 1 + (not position.trick):
            return
        hands = tuple(without(hand, rng.choice(hand)) for hand in position.hands)
        yield Question(position._replace(hands=hands, done=position.done + 1), goal)


def report(question: Question, how: str) -> str:
    """Save a failing question beside the tests and describe it."""
    line = write(question.position, goal_text(question.goal, question.position.variant))
    SAVED.mkdir(exist_ok=True)
    number = len(list(SAVED.glob("*.txt")))
    (SAVED / f"{question.position.variant.name}-{number}.txt").write_text(line + "\n")
    return f"{how}: {line}"


def saved() -> list[tuple[str, Question]]:
    """Return the questions that once failed."""
    found = []
    for path in sorted(SAVED.glob("*.txt")):
        position, goal = read(path.read_text())
        found.append((path.stem, Question(position, parse_goal(goal, position.variant))))
    return found
