"""The mirrored score: whether it is the mirrored game."""

from __future__ import annotations

import random

from proofs.claim import Claim, Finding, Witness, decided
from proofs.claims.playability_joker import tiny_deals
from proofs.registry import Effort, settles
from proofs.witness import ending
from solver.cards import Card, card_pretty
from solver.goals import Goal
from solver.notation import write
from solver.outcome import outcome
from solver.position import Position, start
from solver.referee import legal_actions, step
from solver.reference import solve
from solver.variant import Variant, load

Hands = tuple[tuple[Card, ...], ...]


def mirrored(hands: Hands) -> Hands:
    """Return the hands with the seats on the other side of A."""
    return (hands[0], *reversed(hands[1:]))


def _guarantees(variant: Variant, hands: Hands) -> tuple[int, ...]:
    """Return the raw score that each seat can make against all others."""
    position = start(variant, hands)
    return tuple(solve(position, Goal(frozenset({i}), "raw")).value for i in range(3))


def _splits(variant: Variant, hands: Hands) -> set[tuple[int, ...]]:
    found = set()
    todo = [start(variant, hands)]
    seen: set[Position] = set()
    while todo:
        position = todo.pop()
        if position in seen:
            continue
        seen.add(position)
        if position.over:
            found.add(outcome(position).raw)
        todo += [step(position, action) for action in legal_actions(position)]
    return found


@settles("B043")
def mirror_image(claim: Claim, effort: Effort) -> Finding:
    """Settle whether E' played clockwise is the mirror image of E played clockwise."""
    right, left = load("G3"), load("G3", choose={"E": "left"})
    deals = list(tiny_deals(1, 2))
    same_sets = same_values = 0
    first: Hands | None = None
    for hands in deals:
        other = mirrored(hands)
        same_sets += _splits(right, hands) == {mirror(s) for s in _splits(left, other)}
        equal = _guarantees(right, hands) == mirror(_guarantees(left, other))
        same_values += equal
        first = first if equal or first else hands
    three = None if first else _search_three(right, left, effort)
    found = first or three
    if found is None:
        return decided(True, f"no difference on {len(deals)} deals", details={"deals": len(deals)})
    values = _guarantees(right, found), mirror(_guarantees(left, mirrored(found)))
    size = len(found[0])
    text = " | ".join(
        f"{name}: {' '.join(card_pretty(x) for x in hand)}"
        for name, hand in zip("ABC", found, strict=True)
    )
    return decided(
        False,
        f"what can happen is mirrored ({same_sets} of {len(deals)} deals of two cards each: the "
        "same "
        f"sets of results), what can be forced is not ({same_values} of {len(deals)} the same): "
        "the "
        f"second and third player change places; {size} cards each, {text}: each seat can make "
        f"{values[0]} "
        f"under E, {values[1]} under E' in the mirrored deal",
        scope=f"n=3; all {len(deals)} deals of a Joker and five cards"
        + ("" if first else ", then three cards each"),
        method="every play; exact values for one seat against the others",
        mend="E' is the mirror image only if play, too, runs the other way",
        witness=Witness(
            "under E this deal, under E' its mirror image",
            f"foolproof solve '{write(ending(right, found))}' --goal 'B scores most raw'",
            write(ending(right, found)),
        ),
        details={
            "deals": len(deals),
            "same sets of results": same_sets,
            "same guarantees": same_values,
            "guarantees under E": values[0],
            "guarantees under E', mirrored back": values[1],
        },
    )


def mirror(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return numbers per seat with the seats on the other side of A."""
    return (scores[0], *reversed(scores[1:]))


def _search_three(right: Variant, left: Variant, effort: Effort) -> Hands | None:
    """Look for the difference in random deals of three cards each."""
    rng = random.Random(effort.seed)
    cards = list(right.pack.cards)
    for _ in range(400):
        drawn = rng.sample(cards, 9)
        hands = tuple(tuple(drawn[i * 3 : i * 3 + 3]) for i in range(3))
        if _guarantees(right, hands) != mirror(_guarantees(left, mirrored(hands))):
            return hands
    return None
