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


def openings(variant: Variant, count: int, cards: int, seed: int = 0) -> Iterator[Position]:
    """Yield first tricks of short hands, some in mid-trick: what holds in no ending may hold here.

    The turn-up can still be robbed, an opening card led, a trick called. Half of them have trumps
    where there are any. Hands are cut after a whole deal; draws have two cards left.
    """
    for number in range(count):
        rng = random.Random(f"opening/{variant.name}/{seed}/{number}")
        suits = ["c", "d", "h", "s"] if variant.file.deal.trump == "named" else [""]
        try:
            position = deal(variant, rng.randrange(10**6), trump=rng.choice(suits))
            while position.phase != PLAY and not position.over:
                position = step(position, rng.choice(legal_actions(position)))
            if position.over or position.done:
                continue
            position = _cut(position, rng, cards)
            for _ in range(rng.choice((0, 0, 1, 2))):
                later = step(position, rng.choice(legal_actions(position)))
                position = position if later.over else later
        except RulesSilent:
            continue
        yield position


def _cut(position: Position, rng: random.Random, cards: int) -> Position:
    """Leave so many cards in the longest hands, and as many fewer in others as they have."""
    view, most = position.view(), longest(position)
    trumps_first = rng.random() < 0.5
    hands, gone = [], list(position.dead)
    for hand in position.hands:
        kept = rng.sample(hand, len(hand))
        if trumps_first:
            kept.sort(key=lambda card: not view[card].trump)
        size = max(0, len(hand) - max(0, most - cards))
        hands.append(tuple(sorted(kept[:size], key=position.variant.pack.index.__getitem__)))
        gone += kept[size:]
    stock = position.stock
    if position.variant.file.events.draw is not None:
        stock, gone = stock[:2], [*gone, *stock[2:]]
    return position._replace(hands=tuple(hands), stock=stock, dead=tuple(gone))


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
