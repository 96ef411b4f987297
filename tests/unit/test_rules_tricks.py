"""The rules of tricks stated a second time, by lists, on every trick of small packs.

The packs hold copies, Jokers, the Fool and trumps together, whether or not a game has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from solver.rules.algebra import PLAIN
from solver.rules.order import BLACK_SUITS, NO_SUIT, RED_SUITS, Seen
from solver.rules.trick import (
    EQUAL_CARDS,
    JOKER_READINGS,
    beats,
    emergent_suit,
    highest,
    led_card,
    middling,
    middling_of_three,
)


def card(suit: int, strength: int, trump: bool = False) -> Seen:
    """Return a card of a suit; black suits are those of `BLACK_SUITS`."""
    colour = 1 if suit in BLACK_SUITS else 2
    return Seen(suit, strength, colour, trump, False, False, False, 10 * suit + strength, 0, 0)


JOKER = Seen(NO_SUIT, 0, 0, False, True, False, False, 98, 0, 0)
FOOL = Seen(NO_SUIT, 0, 0, False, False, True, False, 99, 0, 0)
CLUB, DIAMOND = BLACK_SUITS[0], RED_SUITS[0]
TRUMPED = [
    card(CLUB, 1), card(CLUB, 2), card(DIAMOND, 2), card(RED_SUITS[1], 1, True),
    card(RED_SUITS[1], 2, True), FOOL, JOKER,
]  # fmt: skip
FOUR_SUITS = [*(card(suit, 1) for suit in range(4)), card(CLUB, 2), card(DIAMOND, 2), JOKER]


def tricks(cards: Sequence[Seen], *lengths: int) -> list[tuple[Seen, ...]]:
    """Return every trick of so many cards, any card any number of times."""
    return [trick for length in lengths for trick in product(cards, repeat=length)]


def led(trick: Sequence[Seen]) -> Seen:
    """Return the card that fixes the suit: a Fool that was led leaves it to the second."""
    return trick[1] if trick[0].fool and len(trick) > 1 else trick[0]


def highest_by_lists(trick: Sequence[Seen], equal: str) -> list[bool]:
    """Say who wins: the best trump, else the best of the suit led, of copies the first or last."""
    following = [c for c in trick if c.suit == led(trick).suit and not c.fool]
    can_win = [c for c in trick if c.trump] or following
    if not can_win:
        return [False] * len(trick)
    best = max(can_win, key=lambda c: c.strength)
    places = [i for i, c in enumerate(trick) if c.face == best.face]
    winner = places[0] if equal == "first" else places[-1]
    return [i == winner for i in range(len(trick))]


@pytest.mark.parametrize("equal", ["first", "last"])
def test_highest(equal: str) -> None:
    for trick in tricks(TRUMPED, 1, 2, 3, 4):
        assert highest(PLAIN, trick, equal) == highest_by_lists(trick, equal), trick
        assert led_card(PLAIN, trick) == led(trick)
    assert highest(PLAIN, trick) == highest_by_lists(trick, "first")


def test_beating() -> None:
    for one, other in product(TRUMPED, repeat=2):
        over = (one.trump, one.strength) > (other.trump, other.strength)
        fits = one.suit == other.suit or (one.trump and not other.trump)
        assert bool(beats(PLAIN, one, other)) == (over and fits), (one, other)


def emergent_by_lists(trick: Sequence[Seen]) -> int:
    """Name the suit that is odd in number, of the black ones if they are odd together, else red."""
    for suits in (BLACK_SUITS, RED_SUITS):
        numbers = {suit: sum(c.suit == suit for c in trick) for suit in suits}
        if sum(numbers.values()) % 2:
            return next(suit for suit in suits if numbers[suit] % 2)
    return NO_SUIT


def middling_by_lists(trick: Sequence[Seen], equal: str, jokers: str) -> list[bool]:
    """Say who wins by the middling rank, copies and Jokers being treated as the readings say."""
    places = [i for i, c in enumerate(trick) if c.joker]
    if jokers == "cancel" and len(places) % 2 == 0:
        places = []
    if places:
        winners = {"first": places[:1], "last": places[-1:], "cancel": places[-1:]}
        return [i in winners.get(jokers, places) for i in range(len(trick))]
    suit = emergent_by_lists(trick)
    there = [i for i, c in enumerate(trick) if c.suit == suit and suit != NO_SUIT]
    copies = {i: [j for j in there if trick[j].face == trick[i].face] for i in there}
    if equal == "refuse" and any(len(same) > 2 for same in copies.values()):
        return [False] * len(trick)
    if equal == "all":
        left = [i for i in there if len(copies[i]) == 1]
    elif equal == "none":
        left = there
    else:
        kept = -1 if equal == "pairs, last" else 0
        left = [i for i in there if len(copies[i]) % 2 and copies[i][kept] == i]
    ranks = sorted(trick[i].strength for i in left)
    middle = {ranks[(len(ranks) - 1) // 2], ranks[len(ranks) // 2]} if ranks else set()
    return [i in left and {c.strength} == middle for i, c in enumerate(trick)]


@pytest.mark.parametrize("equal", EQUAL_CARDS)
@pytest.mark.parametrize("jokers", JOKER_READINGS)
def test_middling(equal: str, jokers: str) -> None:
    one_suit = [*(card(CLUB, strength) for strength in (1, 2, 3)), JOKER]
    for trick in [*tricks(FOUR_SUITS, 1, 2, 3), *tricks(one_suit, 4, 5)]:
        by_lists = middling_by_lists(trick, equal, jokers)
        assert middling(PLAIN, trick, equal, jokers) == by_lists, trick


def test_emergent_suit() -> None:
    for trick in tricks(FOUR_SUITS, 1, 2, 3, 4):
        assert emergent_suit(PLAIN, trick) == emergent_by_lists(trick), trick


def test_parletts_wording() -> None:
    """For three natural cards without copies, or any with one Joker, it names the same card."""
    for trick in tricks([*FOUR_SUITS, card(CLUB, 3)], 3):
        if len({c.face for c in trick}) == 3:
            by_lists = middling_by_lists(trick, "none", "first")
            assert middling_of_three(PLAIN, trick) == by_lists, trick
