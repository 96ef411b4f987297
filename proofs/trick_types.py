"""Tricks by type: one trick for all that differ only in which ranks of a suit were played.

Rules that compare ranks only within a suit give the same answer for all tricks of a type, so that
a few thousand types settle every trick of a pack. `sets` counts what a type stands for, and the
counts of all types must add up to all sets of cards of the pack.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from solver.cards import Card
from solver.referee import winning_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.cards import Pack
    from solver.variant import Variant

Pattern = tuple[int, ...]  # copies of each rank that occurs, from the lowest rank up


class TrickType(NamedTuple):
    """Cards that stand for a type, and how much is of it.

    `sets` of faces, and `draws`: sets in which equal cards count as different ones, so that each
    is as likely as any other.
    """

    cards: tuple[Card, ...]
    sets: int
    draws: int


@lru_cache(maxsize=4096)
def patterns(size: int, copies: int) -> tuple[Pattern, ...]:
    """Return every way to make up `size` cards of a suit from ranks of at most `copies` each."""
    if size == 0:
        return ((),)
    return tuple(
        (first, *rest)
        for first in range(1, min(copies, size) + 1)
        for rest in patterns(size - first, copies)
    )


def _placed(pattern: Pattern, counts: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the lowest ranks on which a pattern can lie, or None if there are none."""
    places = []
    at = 0
    for copies in pattern:
        while at < len(counts) and counts[at] < copies:
            at += 1
        if at == len(counts):
            return None
        places.append(at)
        at += 1
    return tuple(places)


@lru_cache(maxsize=65536)
def _ways(pattern: Pattern, counts: tuple[int, ...]) -> int:
    """Return on how many choices of ranks a pattern can lie."""
    if not pattern:
        return 1
    if len(pattern) > len(counts):
        return 0
    here = _ways(pattern[1:], counts[1:]) if counts[0] >= pattern[0] else 0
    return here + _ways(pattern, counts[1:])


@lru_cache(maxsize=65536)
def _draws(pattern: Pattern, counts: tuple[int, ...]) -> int:
    """Return the same with equal cards told apart."""
    if not pattern:
        return 1
    if len(pattern) > len(counts):
        return 0
    here = comb(counts[0], pattern[0]) * _draws(pattern[1:], counts[1:])
    return here + _draws(pattern, counts[1:])


class _Suit(NamedTuple):
    faces: tuple[Card, ...]  # from the lowest rank up
    counts: tuple[int, ...]

    def options(self, size: int) -> list[TrickType]:
        """Return the types of `size` cards of this suit."""
        found = []
        for pattern in patterns(size, max(self.counts)):
            places = _placed(pattern, self.counts)
            if places is None:
                continue
            cards = tuple(
                self.faces[place]
                for place, copies in zip(places, pattern, strict=True)
                for _ in range(copies)
            )
            found.append(
                TrickType(cards, _ways(pattern, self.counts), _draws(pattern, self.counts))
            )
        return found


def _suits(pack: Pack) -> list[_Suit]:
    suits = []
    for letter in pack.suits:
        faces = tuple(face for face in reversed(pack.faces) if face.suit == letter)
        suits.append(_Suit(faces, tuple(pack.count[face] for face in faces)))
    for face in pack.faces:
        if not face.suit:  # each kind of card without a suit is a class of its own
            suits.append(_Suit((face,), (pack.count[face],)))
    return suits


def trick_types(pack: Pack, size: int) -> Iterator[TrickType]:
    """Yield the types of all sets of `size` cards of a pack."""
    suits = _suits(pack)

    def rest(number: int, left: int) -> Iterator[TrickType]:
        if number == len(suits):
            if left == 0:
                yield TrickType((), 1, 1)
            return
        for share in range(left + 1):
            mine = suits[number].options(share)
            if mine:
                for tail in rest(number + 1, left - share):
                    for head in mine:
                        yield TrickType(
                            head.cards + tail.cards, head.sets * tail.sets, head.draws * tail.draws
                        )

    return rest(0, size)


def winners(variant: Variant, cards: tuple[Card, ...], trump: str = "") -> tuple[int, ...]:
    """Return the places of the cards that the rules of a variant name as winners."""
    view = variant.view(trump)
    return winning_cards(variant, tuple(view[card] for card in cards))


class Uniqueness(NamedTuple):
    """How many types and sets were looked at, and those without exactly one winner."""

    types: int
    sets: int
    draws: int
    failing: tuple[TrickType, ...]
    winner_counts: dict[int, int]

    @property
    def failing_sets(self) -> int:
        """Sets of faces on which no single card wins."""
        return sum(kind.sets for kind in self.failing)

    @property
    def failing_share(self) -> float:
        """Their share of random draws of so many cards."""
        return sum(kind.draws for kind in self.failing) / self.draws


@lru_cache(maxsize=64)
def uniqueness(variant: Variant, size: int) -> Uniqueness:
    """Look at every type of trick of a variant without trumps: is there exactly one winner?"""
    types = sets = draws = 0
    failing = []
    by_count: dict[int, int] = {}
    for kind in trick_types(variant.pack, size):
        types += 1
        sets += kind.sets
        draws += kind.draws
        count = len(winners(variant, kind.cards))
        by_count[count] = by_count.get(count, 0) + kind.sets
        if count != 1:
            failing.append(kind)
    return Uniqueness(types, sets, draws, tuple(failing), dict(sorted(by_count.items())))


def count_sets(pack: Pack, size: int) -> int:
    """Count the sets of `size` cards of a pack (equal cards not told apart) by another way."""
    ways = [1] + [0] * size
    for face in pack.faces:
        most = pack.count[face]
        ways = [sum(ways[s - k] for k in range(min(most, s) + 1)) for s in range(size + 1)]
    return ways[size]
