"""Certificates for the claims about what may and can be played."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from proofs.certificates import formulas
from proofs.certificates.draft import Draft, certifies
from proofs.certificates.make import (
    calc,
    case,
    counted,
    details,
    eq,
    number,
    readings,
    shown,
    walked,
    witness_draft,
)
from proofs.certificates.terms import TERMS, at, op, var
from proofs.claims.playability import _variants
from proofs.claims.playability_joker import (
    _jokers,
    passing_witness,
    tiny_deals,
    two_jokers_lead,
)
from proofs.claims.playability_jokers import down_to
from proofs.claims.playability_mate import MATE_PACKS
from proofs.witness import ending
from solver.cards import FOOL, JOKER, Card, card_text
from solver.dealing import deal
from solver.position import start
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.claim import Claim, Finding


@certifies("B007", "B008", "J003", "K011", "F018", "F067", "F085")
def never_stuck(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify each of the claim's formulas."""
    asked = claim.parameters.get("asked", ["leads", "follows"])
    return [draft for variant in _variants(claim)
            for draft in formulas.never_stuck(variant, leads="leads" in asked,
                                              follows="follows" in asked)]


# --- leading and following Jokers -------------------------------------------------------------


@certifies("B009")
def joker_led_last(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the lemma, all plays of tiny deals, and leads that come early."""
    out = [formulas.joker_needs_jokers(_jokers(k)) for k in (1, 2, 3)]
    for reading in ("trick", "lead", "card"):
        variant = _jokers(1, reading)
        starts = [start(variant, hands) for hands in tiny_deals(1, 2)]
        out.append(walked(
            f"gift of the {reading}: in every play of the {len(starts)} deals of a Joker and five "
            "cards no Joker is led while a hand holds two cards", [variant], starts, "over",
            ["early Joker lead"], lambda row: row == [False]))
        for k in (2, 3):
            found, _ = two_jokers_lead(k, reading)
            out.append(witness_draft(
                f"{k} Jokers, gift of the {reading}: a Joker is led with a trick to come",
                [_jokers(k, reading)], found, joker_led=True, sizes=[1, 2, 2]))
    return out


@certifies("B010")
def following_joker(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the lemma, and the deals in which a follower to a Joker has a choice."""
    passing, sizes = passing_witness(1)
    two, _ = two_jokers_lead(2, "trick")
    out = [formulas.joker_needs_jokers(_jokers(1)),
           witness_draft("the Joker itself given away: legal play of a full deal leads to a led "
                         f"Joker while the other hands hold {sizes}", [_jokers(1, "card")],
                         passing, joker_led=True, sizes=None),
           witness_draft("two Jokers: both followers to a led Joker have two cards",
                         [_jokers(2)], two, joker_led=True, sizes=[1, 2, 2])]
    for reading in ("trick", "lead"):
        variant = _jokers(1, reading)
        starts = [start(variant, hands) for hands in tiny_deals(1, 2)]
        out.append(walked(f"gift of the {reading}: every play of {len(starts)} tiny deals leaves "
                          "no card over, so hands stay equal", [variant], starts, "over",
                          ["left over", "early Joker lead"], lambda row: row == [0, False]))
    return out


@certifies("B055")
def only_jokers(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the two deals."""
    return [witness_draft(f"legal play of 55 cards leads to a leader with nothing but {k} Jokers",
                          [load("G5-3J")], down_to(k, 1), only_Jokers_on_lead=True,
                          sizes=[k] * 5) for k in (2, 3)]


@certifies("B058")
def joker_frees(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the legal set, and how many cards C1 names."""
    variant = load("G5-3J", choose={"G7": "refuse"})
    out = [formulas.all_free(variant)]
    low = [Card("c", r) for r in "789T"]
    for k in (1, 2, 3):
        cards = [*[JOKER] * k, *low[: 5 - k]]
        position = ending(variant, [(card,) for card in cards])
        more: dict[str, Any] = {"named": k} if k > 1 else {"named": -1}
        out.append(shown(f"a led Joker and {k - 1} more: the rules name {k} "
                         f"winner{'s' if k > 1 else ''}", [variant],
                         case(position, cards, **more)))
    return out


@certifies("B051")
def mates(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the shares by counting the places of the mates."""
    out = []
    shares = details(finding, "shares")
    for name, pack in MATE_PACKS.items():
        size = 4 * pack["ranks"] * pack["copies"] + pack["jokers"]
        n = pack["players"]
        tricks, _undealt = divmod(size, n)
        mates_ = pack["copies"]
        # A place is a hand (0 to n-1) for the first n*T, or aside; mates are told apart by place.
        hand = [op("//", at(var("x"), i), tricks) for i in range(mates_)]
        inside = [h < n for h in hand]
        seats = op("distinct", "h", op("list", *[op("if", here, h, -1)
                                                 for here, h in zip(inside, hand, strict=True)]),
                   op("var", "h"))
        with_aside = TERMS.any(TERMS.no(here) for here in inside)
        one = TERMS.all([TERMS.any(inside),
                         eq(op("-", seats, op("if", with_aside, 1, 0)), 1)])
        out.append(counted(
            f"{name}: a natural card being turned, exactly one seat has a mate in {{count}} of "
            f"the {{size}} placings of its {mates_} mate{'s' * (mates_ > 1)} among the other "
            f"{size - 1} places", {"kind": "subsets", "items": list(range(size - 1)),
                                   "size": mates_}, one, [load("G3-40-mate")],
            agrees=shares and Fraction(shares[name]) * comb(size - 1, mates_)
            / Fraction(size - pack["jokers"], size)))
    return out


# --- Jokers & Jewels --------------------------------------------------------------------------

KINDS = {"plain": Card("c", "7"), "trump": Card("t", "5"), "Fool": FOOL}


def _leads(option: str, kinds: Sequence[str], legal_: Sequence[str], **more: Any
           ) -> dict[str, Any]:
    """Return an ending in which A leads from a hand of some kinds of card."""
    variant = load("K1", 2, {"K4": option})
    hand = tuple(KINDS[k] for k in kinds)
    other = tuple(Card("c", r) for r in "234")[: len(hand)]
    position = ending(variant, [hand, other])._replace(bids=(1, 1), done=36, **more)
    return case(position, [], legal=[card_text(KINDS[k]) for k in legal_])


@certifies("K015", "K014")
def leading_trump(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the lead from every type of hand while trump is unbroken."""
    rows: dict[tuple[str, ...], tuple[str, ...]] = {
        ("plain",): ("plain",), ("trump",): ("trump",), ("Fool",): ("Fool",),
        ("plain", "trump"): ("plain",), ("plain", "Fool"): ("plain", "Fool"),
        ("plain", "trump", "Fool"): ("plain", "Fool"),
    }
    out = []
    for option in ("no", "yes"):
        mixed = ("Fool",) if option == "no" else ("trump", "Fool")
        table = {**rows, ("trump", "Fool"): mixed}
        variant = load("K1", 2, {"K4": option})
        if claim.id == "K015":
            for hand, lead in table.items():
                out.append(shown(f"K4 {option}: from {' + '.join(hand)} A leads "
                                 f"{' or '.join(lead)}", [variant], _leads(option, hand, lead)))
            out += formulas.never_stuck(variant, follows=False)
            continue
        for broken in (False, True):
            for kinds in (("plain",), ("trump",), ("plain", "trump")):
                hand2 = tuple(KINDS[k] for k in kinds)
                first = (FOOL, *[Card("c", r) for r in "23"])[: len(hand2)]
                position = ending(variant, [first, hand2])._replace(
                    bids=(1, 1), done=36, broken=broken)
                lead = kinds if broken else table[kinds]
                out.append(shown(
                    f"K4 {option}, trump {'' if broken else 'un'}broken: behind a led Fool B has "
                    f"{' or '.join(lead)}, never the Fool", [variant],
                    case(position, [FOOL], legal=[card_text(KINDS[k]) for k in lead])))
    if claim.id == "K015":
        words = _leads("no", ("trump", "Fool"), ("Fool",)), _leads(
            "yes", ("trump", "Fool"), ("trump", "Fool"))
        out.append(readings("the readings differ from trump and Fool",
                            "May such a hand lead a trump?", [load("K1", 2),
                             load("K1", 2, {"K4": "yes"})], (["legal"], *words)))
    else:
        position = ending(load("K1", 2), [(FOOL, KINDS["plain"]), (Card("t", "5"), Card("t", "6"))])
        position = position._replace(done=30, bids=(1, 1))
        out.append(shown("a trump forced behind the Fool breaks trump", [load("K1", 2)],
                         case(position, [FOOL, Card("t", "5")], broken=True)))
    return out


@certifies("K009")
def one_nil(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the bids of both partners."""
    variant = load("K3")
    first = deal(variant, 1)
    numbers = [f"bid {i}" for i in range(1, 21)]
    return [
        shown("the first bidder may bid 1 to 20 or nil, but not 0", [variant],
              case(first, [], legal=[*numbers, "nil"])),
        shown("a partner of a nil bidder may bid 1 to 20 and not nil", [variant],
              case(first, ["A nil", "B bid 1"], legal=numbers)),
        shown("a partner of an ordinary bidder may bid nil too", [variant],
              case(first, ["A bid 5", "B bid 1"], legal=[*numbers, "nil"])),
        calc("so 440 of the 441 pairs are legal", eq(op("+", 20, number(20, 21)), 440),
             eq(number(21, 21), 441), variants=[variant]),
    ]
