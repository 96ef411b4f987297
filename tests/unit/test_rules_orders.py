"""How cards look under every trump, a second time: whole suits as lists, best card first."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from solver.cards import FOOL, JOKER, SUITS, Card, card_text, parse_cards
from solver.errors import VariantError
from solver.rules.order import NO_SUIT, SUIT_INDEX, TRUMP_SUIT, Order, Seen, high_to_low
from solver.variant import Variant, load
from solver.variant_source import names

REVERSED = {"order.reverse": True}
SORTS = [(name, trump) for name in names() for trump in ("", *load(name).pack.suits)]


def plain_suit(variant: Variant, suit: str) -> list[Card]:
    """Return the cards of a printed suit by the orders of the file, best first."""
    order = variant.file.order
    by_colour = {"red": order.red, "black": order.black}.get(SUITS[suit].colour, "")
    ranks = (order.suits.get(suit) or by_colour or order.ranks).split()
    cards = [Card(suit, "T" if rank == "10" else rank) for rank in ranks]
    there = [card for card in cards if card in variant.pack.index]
    return there[::-1] if order.reverse else there


def best_trumps(variant: Variant, trump: str) -> list[Card]:
    """Return what ranks above all other trumps, best first."""
    found: list[Card] = []
    for entry in variant.file.order.top_trumps:
        if entry.endswith(" same colour"):
            colour = SUITS[trump].colour if trump else ""
            others = [s for s in SUITS if SUITS[s].colour == colour != "" and s != trump]
            cards = [Card(suit, entry[0]) for suit in others]
        elif len(entry) == 2 and entry[1] in SUITS and entry != "10":
            cards = [Card(entry[1], entry[0])]
        else:
            cards = [Card(trump, entry)] if trump else []
        found += [c for c in cards if c in variant.pack.index and c not in found]
    return found


def suits_of(view: dict[Card, Seen], cards: Iterable[Card]) -> dict[int, list[Card]]:
    """Return the cards of every effective suit, best first; equal strengths are refused."""
    found: dict[int, list[Card]] = {}
    for card in sorted(cards, key=lambda c: -view[c].strength):
        found.setdefault(view[card].suit, []).append(card)
    for same in found.values():
        assert len({view[card].strength for card in same}) == len(same)
    return found


@pytest.mark.parametrize("name", ["gooseberry-3", "whist", "rams"])
def test_reversed_ranks(name: str) -> None:
    usual, variant = load(name), load(name, settings=REVERSED)
    for suit in variant.pack.suits:
        assert plain_suit(variant, suit) == plain_suit(usual, suit)[::-1]
    check_suits(variant, "")


@pytest.mark.parametrize(("name", "trump"), SORTS)
def test_suits(name: str, trump: str) -> None:
    check_suits(load(name), trump)


def check_suits(variant: Variant, trump: str) -> None:
    """Require that every card looks as the file says, under a trump."""
    view = variant.view(trump)
    best = best_trumps(variant, trump)
    suited = [card for card in variant.pack.faces if card not in (JOKER, FOOL)]
    found = suits_of(view, suited)
    trump_suit = SUIT_INDEX[trump] if trump else TRUMP_SUIT
    rest = plain_suit(variant, trump) if trump else []
    trumps = [*best, *(card for card in rest if card not in best)]
    assert variant.order.top_cards(trump) == best
    assert found.pop(trump_suit, []) == trumps
    for suit in variant.pack.suits:
        if suit != trump:
            cards = [card for card in plain_suit(variant, suit) if card not in best]
            assert found.pop(SUIT_INDEX[suit], []) == cards
    assert not found
    privileged = [e if len(e) == 2 and e[1] in SUITS else e + trump
                  for e in variant.file.order.privileged]
    for card, seen in view.items():
        assert (seen.joker, seen.fool) == (card == JOKER, card == FOOL)
        assert seen.trump == (card in trumps)
        assert seen.colour == {"": 0, "black": 1, "red": 2}[card.colour]
        assert seen.face == variant.pack.index[card]
        assert seen.privilege == (card in trumps and card_text(card) in privileged)
        if card in (JOKER, FOOL):
            assert (seen.suit, seen.strength, seen.height) == (NO_SUIT, 0, 0)
        else:
            common = variant.file.order.ranks.replace("10", "T").split()
            own = variant.file.order.suits.get(card.suit, "").replace("10", "T").split()
            ranks = common if card.rank in common else own
            assert seen.height == len(ranks) - ranks.index(card.rank)
            assert seen.points == variant.order.points.get(card, 0)


@pytest.mark.parametrize(
    ("name", "trump", "best", "suits"),
    [
        ("spoil-five", "s", "5s Js Ah As Ks Qs 2s 3s 4s 6s 7s 8s 9s Ts",
         {"h": "Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h", "c": "Kc Qc Jc Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc",
          "d": "Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d 2d Ad"}),
        ("spoil-five", "h", "5h Jh Ah Kh Qh Th 9h 8h 7h 6h 4h 3h 2h", {}),
        ("spoil-five", "d", "5d Jd Ah Ad Kd Qd Td 9d 8d 7d 6d 4d 3d 2d", {}),
        ("bierspiel", "s", "As 7d Ks Qs Js Ts 9s 8s 7s", {"d": "Ad Kd Qd Jd Td 9d 8d"}),
        ("bierspiel", "d", "Ad 7d Kd Qd Jd Td 9d 8d", {"s": "As Ks Qs Js Ts 9s 8s 7s"}),
        ("euchre", "h", "Jh Jd Ah Kh Qh Th 9h", {"d": "Ad Kd Qd Td 9d"}),
        ("five-card-loo", "h", "Jc Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h", {}),
        ("skat-grand", "", "Jc Js Jh Jd", {"h": "Ah Th Kh Qh 9h 8h 7h"}),
    ],
)  # fmt: skip
def test_orders_of_the_documents(name: str, trump: str, best: str, suits: dict[str, str]) -> None:
    view = load(name).view(trump)
    found = suits_of(view, [card for card in view if card not in (JOKER, FOOL)])
    trumps = SUIT_INDEX[trump] if trump else TRUMP_SUIT
    assert " ".join(card_text(card) for card in found[trumps]) == best
    for suit, text in suits.items():
        assert " ".join(card_text(card) for card in found[SUIT_INDEX[suit]]) == text


def test_a_demoted_card_is_the_last_trump_without_privilege() -> None:
    variant = load("spoil-five")
    for trump in variant.pack.suits:
        for demoted in parse_cards(f"Ah A{trump}"):
            view, usual = variant.view(trump, demoted), variant.view(trump)
            trumps = suits_of(view, [c for c in view if usual[c].trump])[SUIT_INDEX[trump]]
            before = suits_of(usual, [c for c in view if usual[c].trump])[SUIT_INDEX[trump]]
            assert trumps == [*(c for c in before if c != demoted), demoted]
            assert view[demoted].trump and not view[demoted].privilege
            assert [c for c in view if view[c] != usual[c]] == [demoted]


def test_the_order_refuses_a_card_without_a_rank() -> None:
    pack = load("whist").pack
    with pytest.raises(VariantError, match=r"^order\.ranks: the rank 2 is missing, but 2. is in"):
        Order(pack, list("AKQJT9876543"))
    every = list("AKQJT98765432")
    with pytest.raises(VariantError, match=r"^order\.red: the rank 3"):
        Order(pack, every, red=list("AKQJT9876542"))
    with pytest.raises(VariantError, match=r"^order\.suits\.c: the rank A"):
        Order(pack, every, red=every, by_suit={"c": every[1:]})
    # A card that is always trump needs no rank of its own.
    assert Order(load("five-card-loo").pack, every, black=every, top_trumps=["Jc"]).view("h")
    without_jack = [rank for rank in every if rank != "J"]
    aces = Order(pack, every, by_suit={"c": without_jack}, top_trumps=["Jc"]).view("h")
    assert aces[Card("c", "J")].trump and aces[Card("c", "J")].height == 10


def test_hands_are_sorted_by_suit_and_rank() -> None:
    view = load("spoil-five").view("s")
    hand = parse_cards("2c Ah Kc 5s 3h 7d Ad As")
    text = " ".join(card_text(card) for card in high_to_low(view, hand))
    assert text in ("Kc 2c 5s Ah As 7d Ad 3h", "Kc 2c 5s Ah As 3h 7d Ad")
