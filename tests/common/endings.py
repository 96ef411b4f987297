"""Random endings of every variant, and a minimax without memo to judge them by."""

from __future__ import annotations

import random
from collections.abc import Iterator

from solver.dealing import deal
from solver.errors import RulesSilent
from solver.goals import HELP, Goal, measured
from solver.position import PLAY, Position, start
from solver.referee import legal_actions, step
from solver.variant import Variant, load


def longest(position: Position) -> int:
    """Return the cards of the longest hand that takes part."""
    return max(len(hand) for hand, a in zip(position.hands, position.active, strict=True) if a)


def ending(position: Position, rng: random.Random, cards: int) -> Position:
    """Play on at random until no hand has more than so many cards (also in mid-trick)."""
    while not position.over:
        sizes = longest(position)
        few_stock = position.variant.file.events.draw is None or len(position.stock) <= 2
        if position.phase == PLAY and sizes <= cards and few_stock:
            return position
        position = step(position, rng.choice(legal_actions(position)))
    return position


def endings(name: str, count: int, cards: int, seed: int = 0) -> Iterator[Position]:
    """Yield random endings of a variant, some in mid-trick."""
    variant = load(name) if isinstance(name, str) else name
    yield from variant_endings(variant, count, cards, seed)


def variant_endings(variant: Variant, count: int, cards: int, seed: int = 0) -> Iterator[Position]:
    """Yield random endings of a variant given as an object."""
    found = 0
    suits = ["c", "d", "h", "s", *([] if variant.file.deal.must_name else [""])]
    for number in range(count * 20):
        rng = random.Random(f"{variant.name}/{seed}/{number}")
        trump = rng.choice(suits) if variant.file.deal.trump == "named" else ""
        try:
            position = ending(deal(variant, rng.randrange(10**6), trump=trump), rng, cards)
            for _ in range(rng.choice((0, 0, 1, 2))):
                if not position.over:
                    position = step(position, rng.choice(legal_actions(position)))
        except RulesSilent:
            continue
        if not position.over:
            found += 1
            yield position
        if found >= count:
            return
    if not found:  # hardly any deal can be played so far: place the cards at random
        yield from (placed(variant, cards, seed + number) for number in range(count))


def placed(variant: Variant, cards: int, seed: int) -> Position:
    """Return an ending whose cards have been placed at random."""
    pack = list(variant.pack)
    random.Random(seed).shuffle(pack)
    hands = tuple(tuple(pack[i * cards : (i + 1) * cards]) for i in range(variant.players))
    position = start(variant, hands)._replace(done=variant.hand_size - cards)
    if variant.has_trumps and not position.trump:
        position = position._replace(trump=random.Random(seed).choice(variant.pack.suits))
    return position


def minimax(position: Position, goal: Goal) -> int:
    """Return the exact value of a goal by plain recursion on the referee."""
    if position.over:
        return measured(position, goal)
    values = [minimax(step(position, action), goal) for action in legal_actions(position)]
    mine = position.turn in goal.side or goal.stance == HELP
    return max(values) if mine != goal.minimises else min(values)
