"""Certificates about packs and deals of Foster's games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs.certificates.draft import Draft, certifies
from proofs.certificates.make import (
    calc,
    case,
    choose,
    counted,
    eq,
    forall,
    in_pack,
    number,
    product,
    shown,
)
from proofs.certificates.terms import TERMS, at, op, var
from proofs.claims.counting_f import need
from solver.cards import Card, card_text, parse_cards
from solver.dealing import deal
from solver.rules.order import SUIT_INDEX
from solver.variant import load

if TYPE_CHECKING:
    from proofs.claim import Claim, Finding

N = var("n")


# --- Foster's games ---------------------------------------------------------------------------


@certifies("F001", "F005")
def sizes(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify how many trumps and plain cards there are under each trump suit."""
    variant = load("S1")
    out = []
    for trump in variant.pack.suits:
        view = variant.view(trump)
        trumps = sum(s.trump for s in view.values())
        out.append(in_pack(f"{trump} trump: {trumps} trumps", variant, lambda c: c.trump, trumps,
                           trump))
        for suit in variant.pack.suits:
            if suit != trump:
                size = sum(not s.trump and c.suit == suit for c, s in view.items())
                out.append(in_pack(
                    f"{trump} trump: {size} cards of {suit}", variant,
                    lambda c, suit=suit: TERMS.all([TERMS.no(c.trump),  # type: ignore[misc]
                                                    c.suit == SUIT_INDEX[suit]]), size, trump))
        face = variant.pack.index[Card("h", "A")]
        out.append(in_pack(f"{trump} trump: the ace of hearts is one", variant,
                           lambda c, face=face: TERMS.all([c.trump, c.face == face]), 1, trump))  # type: ignore[misc]
    return out


@certifies("F006")
def printed_rows(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that each printed row has the Five twice, and no other fault."""
    variant = load("S1")
    out = []
    for suit, text in claim.parameters["rows"].items():
        row = [card_text(card) for card in parse_cards(text)]
        view = variant.view(suit)
        trumps = [card_text(c) for c in sorted((c for c, s in view.items() if s.trump),
                                               key=lambda c: -view[c].strength)]
        printed, real = op("list", *row), op("list", *trumps)
        out.append(calc(
            f"the row for {suit} prints {len(row)} cards, {len(row) - 1} of them different, "
            f"5{suit} twice; without the second it is the {len(trumps)} trumps in order",
            eq(op("distinct", "c", printed, var("c")), len(row) - 1),
            eq(op("count", "c", printed, eq(var("c"), f"5{suit}")), 2),
            eq(op("len", real), len(row) - 1),
            op("all", "c", printed, op("in", var("c"), real)),
            eq(op("list", *[c for i, c in enumerate(row) if i == 0 or c != f"5{suit}"]), real),
            variants=[variant]))
    return out


@certifies("F007")
def best_trumps(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify how many cards are the best trumps under each trump suit."""
    variant = load("S1")
    out = []
    for trump in variant.pack.suits:
        named = {Card(trump, r) for r in "5JA"} | {Card("h", "A")}
        faces = sorted(variant.pack.index[c] for c in named)
        floor = min(variant.view(trump)[c].strength for c in named)
        out.append(in_pack(
            f"{trump} trump: Five, Jack, ace of hearts and ace of trumps are {{count}} cards, "
            "and no other trump ranks as high", variant,
            lambda c, faces=faces, floor=floor: TERMS.all([  # type: ignore[misc]
                c.trump, c.strength >= floor, op("in", c.face, op("list", *faces))]),
            len(named), trump))
        out.append(in_pack(f"{trump} trump: {len(named)} trumps rank so high", variant,
                           lambda c, floor=floor: TERMS.all([c.trump, c.strength >= floor]),  # type: ignore[misc]
                           len(named), trump))
    return out


@certifies("F008", "F037", "F065", "F046", "F071")
def deals_fit(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify for which numbers of players the cards suffice."""
    name, stated = claim.parameters["variant"], claim.parameters["players"]
    variant = load(name, stated[0])
    size, per = len(variant.pack), variant.hand_size
    extra = need(variant) - per * stated[0] + (claim.id == "F071")
    most = (size - extra) // per
    out = [in_pack(f"the pack has {size} cards", variant, lambda c: eq(1, 1), size),
           forall(f"{per}n + {extra} <= {size} just for n <= {most} (n = 2 to 20)",
                  product(n=range(2, 21)), (per * N + extra <= size) == (most >= N), [variant])]
    for n in stated:
        here = load(name, n)
        start = deal(here, 1)
        held = [here.hand_size if i in here.dealt_seats(n - 1) else 0 for i in range(n)]
        out.append(shown(f"a deal to {n} players comes out of the pack", [here],
                         case(start, sizes=held)))
    if claim.id == "F046":
        out.append(calc("six hands of five, a widow of five and a turn-up would be 36 of 32 cards",
                        eq(op("+", number(5, 6), 5, 1), 36),
                        op("<", size, 36), variants=[variant]))
    if claim.id == "F071":
        for n in stated:
            here = load(name, n)
            seven = Card("d", "7")
            others = [c for c in here.pack.cards if c != seven]
            place = need(here) - 1
            start = deal(here, order=[*others[:place], seven, *others[place:]])
            out.append(shown(f"with {n} players a second card is turned after 7d", [here],
                             case(start, turn_up=[card_text(c) for c in start.turn_up])))
    return out


@certifies("F077")
def loo_fits(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify simple and double, and that with four or more a double always follows."""
    variant = load("L1", 3)
    size = len(variant.pack)
    t = [at(var("t"), i) for i in range(4)]
    return [
        forall("a simple: 3n + 1 <= 52 for n = 3 to 17", product(n=range(3, 18)),
               size >= 3 * N + 1, [variant]),
        forall("a double: 3n + 3 + 1 <= 52 just for n <= 16 (n = 3 to 17)",
               product(n=range(3, 18)), (size >= 3 * N + 4) == (N <= 16), [load("L2", 3)]),
        calc("17 players would need 55 cards", eq(op("+", number(3, 17), 3, 1), 55),
             variants=[load("L2", 3)]),
        counted("three tricks never give all of four players a trick (nor more than four)",
                {"kind": "splits", "total": 3, "parts": 4},
                TERMS.all(x > 0 for x in t), [load("L1", 4)], 0),
        counted("with three players all have a trick in {count} of {size} splits",
                {"kind": "splits", "total": 3, "parts": 3},
                TERMS.all(x > 0 for x in t[:3]), [variant], 1),
    ]


@certifies("F010")
def first_jack(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the number of Jacks, the latest first one, and the mean."""
    out = []
    for name in ("S1", "L1", "R1"):
        variant = load(name)
        size, height = len(variant.pack), variant.view("")[Card("c", "J")].height
        out.append(in_pack(f"{name}: 4 of {size} cards are Jacks", variant,
                           lambda c, height=height: c.height == height, 4))  # type: ignore[misc]
        # The first Jack is card i: the other three lie behind it.
        ways = [choose(size - i, 3) for i in range(1, size + 1)]
        mean = op("+", *[number(i, w) for i, w in enumerate(ways, 1)])
        out.append(calc(
            f"{name}: the first Jack is at most card {size - 3}, and on average card "
            f"({size} + 1)/5", eq(choose(3, 3), 1), eq(choose(2, 3), 0),
            eq(op("+", *ways), choose(size, 4)),
            eq(number(5, mean), number(size + 1, choose(size, 4))), variants=[variant]))
    return out


@certifies("F014")
def cut(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the places at which the pack can be cut."""
    variant = load("S1")
    left = var("left")
    out = [counted(f"{n} players: {{count}} places leave at least {n} cards in each packet",
                   product(left=range(53)), TERMS.all([left >= n, 52 - left >= n]), [variant],
                   53 - 2 * n) for n in range(2, 11)]
    out.append(forall("some place leaves n cards in each packet just for n <= 26 (n = 1 to 52)",
                      product(n=range(1, 53)), (2 * N <= 52) == (N <= 26), [variant]))
    return out


@certifies("F015")
def packets(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that the packets make five."""
    out = [calc("2 + 3 = 5 and 3 + 2 = 5", eq(op("+", 2, 3), 5), eq(op("+", 3, 2), 5),
                variants=[load("S1")])]
    for sizes_ in ([2, 3], [3, 2]):
        variant = load("S1", settings={"deal.packets": sizes_})
        start = deal(variant, 1)
        out.append(shown(f"dealt in packets of {sizes_} everybody has five", [variant],
                         case(start, sizes=[5] * variant.players)))
    return out


@certifies("F016")
def who_may_rob(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the chance by counting turn-ups and places of the ace, with three examples."""
    variant = load("S1")
    turned, place = var("turned"), var("place")
    out = []
    for n in range(2, 11):
        out.append(counted(
            f"{n} players: in {{count}} of {{size}} pairs (rank turned up, place of the ace of "
            "trumps among the other 51 cards) an ace is turned or a hand has it: 3(17 + 20n)/663",
            product(turned=range(13), place=range(51)),
            TERMS.any([turned == 0, place < 5 * n]), [variant], 3 * (17 + 20 * n)))
    for turn, words in (("Ac", "the dealer"), ("9c", "the holder of the ace")):
        start = deal(load("S1", 3), order=_rob_order(turn))
        out.append(shown(f"{words} alone is entitled with {turn} turned", [load("S1", 3)],
                         case(start, turn=None, legal=None)))
    return out


def _rob_order(turn: str) -> list[Card]:
    """Return a pack in which the ace of clubs is dealt first, and this card turned."""
    variant = load("S1", 3)
    (card,) = parse_cards(turn)
    ace = Card("c", "A")
    rest = [c for c in variant.pack.cards if c not in (card, ace)]
    front = [ace, *rest[:14]] if card != ace else rest[:15]
    return [*front, card, *(c for c in variant.pack.cards if c not in (*front, card))]
