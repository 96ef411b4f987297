"""Endings laid out for a theme that chance hardly ever brings about: the matrix of a squeeze."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from solver.cards import Card
    from solver.variant import Variant

SQUEEZE = "squeeze"
FEWEST = 3  # cards in the smallest matrix


def squeeze_matrix(
    variant: Variant, cards: int, trump: str, rng: random.Random
) -> tuple[tuple[Card, ...], ...] | None:
    """Return hands, the leader's first, in which the last winner squeezes the next seat.

    The leader has winners, a lone menace and a low card to his partner's entry, who has a menace
    beside it and follows to every winner, so that he has nothing to choose; the seat between guards
    both. None where a game has no such partnership, or the pack too few cards.
    """
    sides = variant.sides
    partners = variant.players == 4 and bool(sides) and sides[0] == sides[2]
    if not partners or variant.file.trick.winner != "highest" or cards < FEWEST:
        return None
    suits = list(variant.pack.suits)
    rng.shuffle(suits)
    if trump:  # the winners are trumps, or trumps are gone
        suits.remove(trump)
        suits = [trump, *suits] if rng.random() < 0.5 else [*suits, trump]
    if len(suits) < 4 or variant.has_copies:
        return None
    return _filled(variant, cards, trump, suits, rng)


def _filled(
    variant: Variant, cards: int, trump: str, suits: list[str], rng: random.Random
) -> tuple[tuple[Card, ...], ...] | None:
    view = variant.view(trump)

    def falling(suit: str) -> list[Card]:
        found = [card for card in variant.pack.faces if card.suit == suit]
        return sorted(found, key=lambda card: -view[card].strength)

    runs, long, lone, idle = map(falling, suits)
    early = cards - FEWEST  # tricks that everybody can follow
    if len(runs) < 2 + 4 * early or min(len(long), len(lone)) < 2 * FEWEST:
        return None
    won, lower = runs[: early + 1], runs[early + 1 :]
    rng.shuffle(lower)
    top, *guards, menace, small = _chosen(long, 5, rng)
    guard, threat, *below = _chosen(lone, 5, rng)
    rest = below if suits[-1] == trump else [*below, *_chosen(idle, FEWEST, rng)]
    fourth = rng.sample(rest, FEWEST)
    return (
        (*won, threat, small),
        (*lower[:early], *guards, guard),
        (*lower[early : 2 * early + 1], top, menace),
        (*lower[2 * early + 1 : 3 * early + 1], *fourth),
    )


def _chosen(cards: list[Card], number: int, rng: random.Random) -> list[Card]:
    """Choose cards at random, the best first."""
    return [cards[i] for i in sorted(rng.sample(range(len(cards)), number))]
