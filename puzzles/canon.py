"""The canonical form of a task: puzzles that differ by names of suits, ranks or seats are one.

Suits may be renamed where the variant sees every card of one suit as it sees the same rank of the
other (strength, trump, privilege, points, named cards); ranks may be closed up within a suit where
no rule names a rank or counts a card; seats are counted from the one to act.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

from solver.cards import SUITS, Card, card_text
from solver.reference import future_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solver.goals import Goal
    from solver.position import Position
    from solver.variant import Variant


def canonical(position: Position, goal: Goal) -> str:
    """Return a text that is equal for tasks that are the same but for names."""
    position = _slim(position, goal)
    return min(_written(position, goal, renaming) for renaming in renamings_of(position))


def renamings_of(position: Position) -> tuple[Mapping[str, str], ...]:
    """Return every renaming of suits that the rules can't tell, for the trumps of a position."""
    return _renamings(position.variant, position.trump, position.demoted)


@lru_cache(maxsize=512)
def _renamings(variant: Variant, trump: str, demoted: Card | None) -> tuple[Mapping[str, str], ...]:
    suits = variant.pack.suits
    found = []
    for image in permutations(suits):
        renaming = dict(zip(suits, image, strict=True))
        if demoted is None and _same(variant, trump, renaming):
            found.append(renaming)
    return tuple(found) or ({suit: suit for suit in suits},)


def _same(variant: Variant, trump: str, renaming: Mapping[str, str]) -> bool:
    view = variant.view(trump)
    if variant.file.trick.winner.startswith("middling") and not _keeps_colours(variant, renaming):
        return False
    named = variant.book_cards
    effective: dict[int, int] = {}
    for card in variant.pack.faces:
        twin = renamed(card, renaming)
        if twin not in view or variant.pack.count[card] != variant.pack.count[twin]:
            return False
        a, b = view[card], view[twin]
        if a._replace(suit=0, face=0, colour=0) != b._replace(suit=0, face=0, colour=0):
            return False
        if effective.setdefault(a.suit, b.suit) != b.suit or (card in named) != (twin in named):
            return False
    return True


def _keeps_colours(variant: Variant, renaming: Mapping[str, str]) -> bool:
    """Whether suits of one colour stay of one colour, which may be the other one.

    Among an odd number of cards only one colour can be odd, so that it does not matter which one
    is asked first; among an even number it does, and the colours must stay.
    """
    image: dict[str, str] = {}
    for suit, other in renaming.items():
        a, b = SUITS[suit].colour, SUITS[other].colour
        if image.setdefault(a, b) != b or (variant.players % 2 == 0 and a != b):
            return False
    return True


def renamed(card: Card, renaming: Mapping[str, str]) -> Card:
    """Return a card with its suit renamed."""
    return Card(renaming[card.suit], card.rank) if card.suit else card


def _slim(position: Position, goal: Goal) -> Position:
    """Forget whose tricks were whose where only the tricks to come are asked for."""
    if goal.measure != "tricks" or position.variant.file.events.jink is not None:
        return position
    n = position.players
    return position._replace(won=((),) * n, dead=(), taken=(0,) * n)


def _written(position: Position, goal: Goal, renaming: Mapping[str, str]) -> str:
    names = _names(position, renaming)
    n, first = position.players, position.turn
    past = sum(position.taken[seat] for seat in goal.side)
    amount = None if goal.amount is None else goal.amount - past * (goal.measure == "tricks")

    def plain(value: Any) -> Any:
        if isinstance(value, Card):
            return names.get(value) or card_text(renamed(value, renaming))
        return [plain(item) for item in value] if isinstance(value, tuple) else value

    hands = [sorted(map(plain, position.hands[(first + i) % n])) for i in range(n)]
    side = sorted((seat - first) % n for seat in goal.side)
    rest = future_key(position._replace(hands=(), trump=""), goal)
    trump = renaming.get(position.trump, "")
    facts = (hands, trump, side, goal.measure, goal.relation, amount, goal.stance)
    # Seats in what is left stay as they are: only endings at the lead are really turned round.
    left = plain(rest) if position.trick or position.phase != "play" else position.done
    extra = (position.broken, position.called, plain(position.taken if past else ()))
    return repr((position.variant.digest, facts, left, extra))


def _names(position: Position, renaming: Mapping[str, str]) -> dict[Card, str]:
    """Return closed-up names of the cards in play; nothing where ranks can't be closed up."""
    variant = position.variant
    if variant.names_ranks or variant.counting or variant.has_copies:
        return {}
    view = position.view()
    live = {card for hand in position.hands for card in hand} | set(position.trick_cards)
    order = sorted(live, key=lambda card: (view[card].suit, view[card].strength))
    place: dict[int, int] = {}
    names = {}
    for card in order:
        suit = view[card].suit
        place[suit] = place.get(suit, -1) + 1
        kind = next((renaming[c.suit] for c in order if view[c].suit == suit and c.suit), "")
        names[card] = f"{kind}{place[suit]:02}{'!' if view[card].privilege else ''}"
    return names
