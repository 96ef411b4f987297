"""Cards, packs and their notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import (
    FOOL,
    JOKER,
    RANKS,
    SUITS,
    Card,
    Pack,
    card_pretty,
    card_text,
    hand_text,
    parse_card,
    parse_cards,
)
from solver.errors import CardError, FoolproofError
from solver.variant import load
from solver.variant_source import names

ANY_CARD = st.builds(Card, st.sampled_from("csdhx"), st.sampled_from(RANKS[:6] + RANKS[8:]))
TRUMPS = st.builds(Card, st.just("t"), st.sampled_from(["JOKER", "jester", "T", "21", "9", "1"]))
CARDS = st.one_of(ANY_CARD, TRUMPS, st.just(JOKER), st.just(FOOL))


@given(CARDS)
def test_a_card_reads_back(card: Card) -> None:
    """Plain and pretty text both read back to the card."""
    pack = Pack([card])
    assert pack.parse(card_text(card)) == card
    assert pack.parse(card_pretty(card)) == card


@given(CARDS.filter(lambda c: c.rank in "AKQJT98765432"))
def test_either_order_and_any_case(card: Card) -> None:
    """Suit and rank may stand in either order, in any case, with 10 for T."""
    rank = "10" if card.rank == "T" else card.rank
    symbol = SUITS[card.suit].symbol
    for text in (rank + card.suit, rank.lower() + card.suit.upper(), symbol + rank, rank + symbol):
        assert parse_card(text) == card


@given(st.text(max_size=8))
def test_garbage_is_a_card_error_or_a_card(text: str) -> None:
    """Whatever is read, the only error is a CardError."""
    try:
        assert isinstance(parse_card(text), Card)
    except CardError as error:
        assert "expected" in str(error)


@pytest.mark.parametrize("name", names())
def test_every_pack_reads_back(name: str) -> None:
    """The whole pack of every variant survives writing and reading, plain and pretty."""
    pack = load(name).pack
    assert len(pack) <= 128
    for pretty in (False, True):
        again = pack.sort(pack.parse_all(hand_text(pack.cards, pretty=pretty)))
        assert again == pack.cards


def test_a_symbol_heads_several_ranks() -> None:
    """A suit symbol may stand once before its ranks."""
    assert parse_cards("♠QJ ♦K10") == parse_cards("Qs Js Kd Td")


def test_a_foreign_card_is_named_with_a_near_one() -> None:
    """A card that the pack lacks is refused with the nearest card it has."""
    with pytest.raises(CardError, match="6c is not in this pack of 33"):
        load("gooseberry-3").pack.parse("6c")


def test_a_pack_has_at_most_128_cards() -> None:
    """Larger packs are refused."""
    with pytest.raises(FoolproofError, match="at most 128"):
        Pack([Card("c", "A")] * 129)
