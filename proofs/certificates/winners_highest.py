"""Certificates for the claims about games in which the highest card wins."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from proofs.certificates import formulas, tricks
from proofs.certificates.draft import Draft, certifies
from proofs.certificates.make import (
    calc,
    case,
    choose,
    counted,
    details,
    eq,
    in_pack,
    interval,
    number,
    readings,
    sampled,
    shown,
    witnessed,
)
from proofs.certificates.terms import TERMS, at, items, op, seen, var
from proofs.claims.winners_highest import trump_row
from proofs.witness import ending
from solver.cards import Card
from solver.dealing import deal
from solver.rules.order import SUIT_INDEX
from solver.variant import load

if TYPE_CHECKING:
    from proofs.claim import Claim, Finding

# --- the highest card wins --------------------------------------------------------------------


def _worth(points: int) -> Any:
    return lambda card: card.points == points


def _above(strength: int) -> Any:
    return lambda card: TERMS.all([card.trump, card.strength > strength])


@certifies("J004", "J030")
def highest(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the order of every suit, two-card tricks, and three-card tricks by formula."""
    variant = load("J1" if claim.id == "J004" else "J3")
    out = []
    for trump in variant.pack.suits if claim.id == "J004" else [""]:
        out.append(tricks.strict_order(f"no two cards of a suit rank equal, {trump or 'no'} trump "
                                       "(so of any number of cards that can win one is best, and "
                                       "the card led can win)", variant, trump))
        out.append(tricks.unique_by_sat(variant, 2, trump))
    out.append(tricks.unique_by_sat(variant, 3, "s" if claim.id == "J004" else ""))
    if claim.id == "J030":
        out += formulas.never_stuck(variant)
        for worth, cards in ((4, 4), (3, 4), (2, 4), (1, 4), (0, 36)):
            out.append(in_pack(f"face down, {{count}} of 52 cards count {worth}, leaving "
                               f"{40 - worth} points", load("J2"),
                               _worth(worth), cards))
        out.append(calc("a hand of 17 of 52 with all 16 counting cards: 36 of C(52, 17) hands",
                        eq(choose(36, 1), 36), variants=[load("J2")]))
    return out


@certifies("J032")
def same_game(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that the same three cards have another winner, and other differences."""
    parlett, japanese = load("G3"), load("J1")
    cards = [Card("c", r) for r in "789"]
    out = []
    for variant, taken in ((parlett, [0, 1, 0]), (japanese, [0, 0, 1])):
        position = ending(variant, [(c,) for c in cards])
        position = position._replace(trump="s") if variant is japanese else position
        out.append(shown(f"{variant.name}: of 7c 8c 9c "
                         f"{'8c' if variant is parlett else '9c'} wins", [variant],
                         case(position, cards, taken=taken, final=None)))
        out.append(shown(f"{variant.name}: {variant.hand_size} cards each", [variant],
                         case(deal(variant, 1), [], sizes=[variant.hand_size] * 3)))
    return out


@certifies("K013")
def fool(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that the Fool wins nothing, and the one trick without a winner."""
    out = [formulas.fool_wins_not(load("K1", choose={"K1": r}), n)
           for r in ("four", "three", "five") for n in range(1, 6)]
    out.append(tricks.unique_by_sat(load("K1"), 2, "t"))
    out.append(tricks.strict_order("no two cards of a suit rank equal", load("K1"), "t"))
    lone = load("K1", 5, {"K1": "three", "K6": "play on"})
    text = ("jewels players=5 K1=three K6=play_on / A to lead, done 13, bids 1 1 1 1 1 / A: Fool "
            "| B: - | C: - | D: - | E: -")
    out.append(shown("the Fool alone in a last trick (66 cards, 5 players, played on): the rules "
                     "name no winner", [lone], case(text, ["A Fool"], named=0)))
    return out


@certifies("F002")
def third_best(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the place of the ace of hearts in every state."""
    variant = load("S1", 2)
    ace = Card("h", "A")
    out = []
    for trump in "csdh":
        for demoted in (None, Card(trump, "A")):
            view = variant.view(trump, demoted)
            above = trump_row(variant, trump, demoted).index(ace)
            if (trump, demoted) != ("h", ace) and above != 2:
                raise ValueError("not third")
            out.append(counted(
                f"{trump} trump{', its ace not announced' if demoted else ''}: {{count}} trumps "
                "rank above the ace of hearts",
                {"kind": "subsets", "items": items(view), "size": 1},
                TERMS.all([seen(at(var("x"), 0)).trump,
                           seen(at(var("x"), 0)).strength > view[ace].strength]), [variant],
                12 if (trump, demoted) == ("h", ace) else 2))
    out.append(witnessed("the ace of trumps is played past in silence and ranks last", [variant],
                         finding, demoted="Ah", trump="h"))
    return out


@certifies("F003")
def plain_rows(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that every plain suit ranks as printed."""
    variant = load("S1")
    out = []
    for suit, text in claim.parameters["printed"].items():
        row = [Card(suit, "T" if r == "10" else r) for r in str(text).split()]
        other = next(t for t in "csdh" if t != suit)
        view = variant.view(other)
        cards = op("list", *items({c: view[c] for c in row}))
        falls = op("each", "c", cards, op("get", var("c"), "strength"))
        out.append(calc(f"{suit}: the printed row of {len(row)} cards falls in strength",
                        *[op("<", at(falls, i + 1), at(falls, i)) for i in range(len(row) - 1)],
                        variants=[variant]))
        out.append(in_pack(f"{suit}: {len(row)} plain cards", variant,
                           lambda c, suit=suit: TERMS.all([TERMS.no(c.trump),  # type: ignore[misc]
                                                           c.suit == SUIT_INDEX[suit]]),
                           len(row), other))
        spots = [c for c in row if c.rank not in "KQJ"]
        worth = [1 if c.rank == "A" else 10 if c.rank == "T" else int(c.rank) for c in spots]
        red = suit in "hd"
        out.append(calc(f"{suit}: after K Q J the spots {'fall' if red else 'rise'}: {worth}",
                        *[op("<", b, a) if red else op("<", a, b)
                          for a, b in pairwise(worth)], variants=[variant]))
    return out


@certifies("F019")
def trumps_win(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the order under every trump and demotion, and two- and three-card tricks."""
    variant = load("S1")
    out = []
    for trump in "csdh":
        for demoted in (None, Card(trump, "A")):
            out.append(tricks.strict_order(
                f"{trump} trump{', its ace demoted' if demoted else ''}: no two cards of a suit, "
                "or of the trumps, rank equal (so of any number one is best; the card led can "
                "win)", variant, trump, demoted))
        out.append(tricks.unique_by_sat(variant, 2, trump))
    out.append(tricks.unique_by_sat(variant, 3, "h"))
    return out


@certifies("F020")
def ace_of_hearts(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that the ace binds nobody on a heart lead, and that it wins when played."""
    variant = load("S1", 2)
    out = [formulas.ace_binds_not(variant, trump) for trump in "csd"]
    text = "spoil-five players=2 / A to lead, trump s, done 3, tricks 2 1 / A: Kh 2h | B: Ah 2c"
    out.append(shown("spades trump, king of hearts led: B with A hearts and 2 clubs is free",
                     [variant], case(text, ["A Kh"], legal=["2c", "Ah"])))
    out.append(shown("the ace of hearts, played as a trump, wins", [variant],
                     case(text, ["A Kh", "B Ah"], taken=[2, 2])))
    return out


# --- Rams and Loo -----------------------------------------------------------------------------


@certifies("F070")
def seven_of_diamonds(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify how many trumps rank above the ace under each order, and above the seven."""
    seven = Card("d", "7")
    out = []
    for order, above in (("piquet", 0), ("ecarte", 3)):
        variant = load("R1", choose={"R7": order})
        for trump in "csdh":
            view = variant.view(trump)
            ace = view[Card(trump, "A")].strength
            out.append(in_pack(
                f"{order}, {trump} trump: {{count}} trumps other than 7d rank above the ace, so "
                f"that next below it is place {above + 2}", variant,
                lambda c, ace=ace, face=variant.pack.index[seven]: TERMS.all([  # type: ignore[misc]
                    c.trump, c.strength > ace, TERMS.no(c.face == face)]), above, trump))
    variant = load("R3")
    for trump in "csdh":
        strength = variant.view(trump)[seven].strength
        out.append(in_pack(f"{trump} trump: {{count}} trump ranks above the seven of diamonds",
                           variant, _above(strength), 1, trump))
    return out


@certifies("F073")
def face_down(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the hands with several smallest cards, and the readings' other winner."""
    variant = load("R3")
    out = []
    for trump in "cd":
        plain = [s.height for s in variant.view(trump).values() if not s.trump]
        heights = [at(var("x"), i) for i in range(5)]
        least = op("min", *heights)
        several = TERMS.count(h == least for h in heights) > 1
        out.append(counted(f"{trump} trump: {{count}} of {{size}} hands of five without trump have "
                           "several smallest cards", {"kind": "subsets", "items": plain, "size": 5},
                           several, [variant], {"c": 6496, "d": 9366}[trump]))
    text = ("bierspiel players=3 B3={} / A to lead, trump h, calls play play play, pool 0 / A: 8c "
            "8s 9s Ts Js | B: 9c Qc Qs Ks As | C: Tc Jc Kc Ac 8d")
    pair = [case(text.format(w), ["A 8c", "B 9c", "C Tc"], turn=None, to=None)
            for w in ("no_trump", "own_suit")]
    out.append(readings("no trump falls to a face-down lead: the readings name other winners",
                        variant.file.options["B3"].question,
                        [load("R3", 3, {"B3": w}) for w in ("no trump", "own suit")],
                        (["to"], *pair)))
    out.append(shown("A without a trump may lead either of two eights", [load("R3", 3)],
                     case(text.format("no_trump"), [], legal=["8c", "8s"])))
    out.append(calc("two players: the other has no trump in C(18, 5) of C(26, 5) hands: 2142/16445",
                    eq(number(choose(18, 5), 16445), number(choose(26, 5), 2142)),
                    variants=[variant]))
    return out


@certifies("F084")
def discard_wins(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the deal, and how often it happens in a sample and in the finding's."""
    out = [witnessed("a card thrown before the trump was known wins its trick", [load("L1", 3)],
                     finding, to=None, trump=None)]
    for n in (3, 8):
        variant = load("L1", n)
        out.append(sampled(f"{n} players: in {{hits}} of {{of}} deals dealt and played at random a "
                           "discard wins (the finding's own sample is larger)", variant,
                           f"loo-simple players={n}", "a discard wins", 150))
        out.append(interval(f"{n} players: {{hits}} of the finding's {{of}} deals give the interval"
                            " {low} to {high} millionths", [variant],
                            details(finding, f"n={n}")))
    return out
