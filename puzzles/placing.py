"""Endings whose cards are laid, not dealt, and those that are one exchange of cards away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.recipe import trump_of
from solver.errors import BadInput
from solver.position import start

if TYPE_CHECKING:
    import random

    from puzzles.recipe import Recipe
    from solver.cards import Card
    from solver.position import Position
    from solver.variant import Variant


def placed(recipe: Recipe, variant: Variant, rng: random.Random) -> Position:
    """Return an ending of cards laid at random; raise BadInput where there are too few."""
    pack = list(variant.pack)
    rng.shuffle(pack)
    k = recipe.cards
    if k * variant.players > len(pack):
        raise BadInput(f"{variant.name} can't have {k} cards in each of {variant.players} hands.")
    hands = tuple(tuple(pack[i * k : (i + 1) * k]) for i in range(variant.players))
    first = rng.randrange(variant.players)
    return laid(variant, hands, first, trump_laid(recipe, variant, rng))


def trump_laid(recipe: Recipe, variant: Variant, rng: random.Random) -> str:
    """Return the trump suit of an ending that is not dealt, '' where there is none."""
    trump = variant.keeps_trump_suit
    if trump or not variant.has_trumps:
        return trump
    trump = trump_of(recipe, variant, rng)
    if not trump and variant.file.deal.trump == "turn-up":
        return rng.choice(list(variant.pack.suits))
    return trump


def laid(
    variant: Variant, hands: tuple[tuple[Card, ...], ...], first: int, trump: str
) -> Position:
    """Return the ending in which a seat leads from hands of equal size."""
    done = variant.tricks - len(hands[0])
    return start(variant, hands)._replace(leader=first, turn=first, done=done, trump=trump)


def swapped(position: Position, rng: random.Random) -> Position:
    """Return a position with two cards of different places changed, one of them in a hand."""
    hands = [list(hand) for hand in position.hands]
    outside = [c for c in position.variant.pack if not any(c in hand for hand in hands)]
    piles = [hand for hand in hands if hand] + ([outside] if outside else [])
    one, other = rng.sample(range(len(piles)), 2)
    a, b = rng.randrange(len(piles[one])), rng.randrange(len(piles[other]))
    piles[one][a], piles[other][b] = piles[other][b], piles[one][a]
    sort = position.variant.pack.sort
    return position._replace(hands=tuple(sort(tuple(hand)) for hand in hands))
