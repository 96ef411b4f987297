"""Certificates about what may be played in Spoil Five, Rams and Loo."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any

from proofs.certificates import formulas
from proofs.certificates.draft import Draft, certifies
from proofs.certificates.make import (
    calc,
    case,
    counted,
    eq,
    number,
    product,
    readings,
    shown,
    walked,
    witnessed,
)
from proofs.certificates.terms import TERMS, Term, at, items, op, seen, var
from proofs.claims.playability_rams import SEATS
from proofs.claims.playability_reneging import _king_deals
from proofs.never_stuck import trumps_of
from solver.cards import Card, card_text
from solver.dealing import deal
from solver.position import Position
from solver.rules.tiers import Situation, legal
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.claim import Claim, Finding
    from solver.rules.order import Seen


# --- Spoil Five -------------------------------------------------------------------------------


def _state(variant: Variant, trump: str, names: list[Card], lead_names: list[Card]
           ) -> tuple[dict[str, Any], list[Any], Seen, list[Any], Any]:
    """Return domain, held, led, legal and the plain card's truth over subsets of some trumps."""
    view = variant.view(trump)
    cards = [view[c] for c in names]
    other = next(s for s in view.values() if not s.trump)
    domain = product(**{f"h{i}": [False, True] for i in range(len(names))},
                     plain=[False, True], led=items({c: view[c] for c in lead_names}))
    held: list[Any] = [var(f"h{i}") for i in range(len(names))]
    led = seen(var("led"))
    s = Situation([*cards, other], [*held, var("plain")], [led],
                  withhold_only_alone=variant.file.follow.withhold_only_alone)
    return domain, held, led, legal(TERMS, variant.follow_tiers, s), var("plain")


def _few_trumps(variant: Variant, trump: str) -> tuple[list[Card], list[Card]]:
    """Return the four best trumps, three others to hold, and leads among and between them."""
    view = variant.view(trump)
    row = sorted((c for c, s in view.items() if s.trump), key=lambda c: -view[c].strength)
    return [*row[:4], row[5], row[8], row[-1]], [*row[:4], row[5], row[7], row[9]]


def _absent(held: Sequence[Any], faces: Sequence[int], led: Seen) -> Any:
    return TERMS.all(TERMS.no(TERMS.all([h, led.face == f]))
                     for h, f in zip(held, faces, strict=True))


@certifies("F022", "F023", "F024", "F025")
def reneging(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the sentences over sets of trumps that stand for all, and the readings' difference.

    The rules ask of a trump only whether it may be withheld and whether it is above the lead.
    """
    out = []
    for trump in "csdh":
        terms: dict[str, Any] = {}
        for option in ("all", "single"):
            variant = load("S1", choose={"S3": option})
            names, leads = _few_trumps(variant, trump)
            view = variant.view(trump)
            cards = [view[c] for c in names]
            domain, held, led, lawful, plain = _state(variant, trump, names, leads)
            can = TERMS.all([_absent(held, [c.face for c in cards], led),
                             TERMS.count(held) >= 1])
            terms[option] = (lawful, can, plain)
            five = view[Card(trump, "5")].face
            lower = TERMS.any(h for h, c in zip(held, cards, strict=True) if not c.privilege)
            high_below = TERMS.any(
                TERMS.all([h, c.strength < led.strength])
                for h, c in zip(held, cards, strict=True) if c.privilege)
            against = {"F023": TERMS.all([can, led.face == five, lawful[-1]]),
                       "F024": TERMS.all([can, high_below, lawful[-1]]),
                       "F025": TERMS.all([can, lawful[-1], lower])}
            sentence = {"F023": "the Five led lets nobody with a trump refuse",
                        "F024": "a lead above a Jack or heart ace held lets nobody refuse",
                        "F025": "nobody who holds another trump may refuse"}
            if claim.id != "F022":
                out.append(counted(
                    f"{trump} trump, reading '{option}': {sentence[claim.id]}; {{count}} "
                    f"exceptions among {{size}} states of {len(names)} trumps that stand for all "
                    f"(the four best and three others), {len(leads)} leads, plain card or not",
                    domain, against[claim.id], [variant], 0))
        if claim.id == "F022":
            first, second = terms["all"], terms["single"]
            differ = TERMS.any(TERMS.no(eq(x, y)) if isinstance(x, Term) or isinstance(y, Term)
                               else x != y for x, y in zip(first[0], second[0], strict=True))
            rest = TERMS.any(h for h, c in zip(held, cards, strict=True) if not c.privilege)
            below = TERMS.any(TERMS.all([h, c.strength < led.strength])
                              for h, c in zip(held, cards, strict=True) if c.privilege)
            high = TERMS.count(h for h, c in zip(held, cards, strict=True) if c.privilege)
            where = TERMS.all([plain, high >= 2, TERMS.no(rest), TERMS.no(below)])
            both = [load("S1", choose={"S3": o}) for o in ("all", "single")]
            out.append(counted(
                f"{trump} trump: the readings differ just when two or three of Five, Jack and "
                "heart ace, all above the lead, are held with a plain card and no other trump: "
                "{count} exceptions among {size} states (see docs: seven trumps stand for all)",
                domain, TERMS.all([first[1], TERMS.no(eq(differ, where))]), both, 0))
            # Three are counted one by one for one suit of 14 trumps and for that of 13.
            out += [_pairs_of(trump, k, both) for k in ((1, 2, 3) if trump in "ch" else (1, 2))]
    if claim.id == "F022":
        text = ("spoil-five players=2 S3={} / A to lead, trump s, done 2, tricks 1 1 / "
                "A: 6s 2c 3c | B: 5s Js 4d")
        pair = [case(text.format(word), ["A 6s"], legal=want) for word, want in (
            ("all", ["5s", "Js", "4d"]), ("single", ["5s", "Js"]))]
        out.append(readings("a hand of Five, Jack and a plain card behind 6s: refusal under one "
                            "reading only", "May several high trumps be withheld together?",
                            [load("S1", 2, {"S3": w}) for w in ("all", "single")],
                            (["legal"], *[{**p, "facts": {"legal": None}} for p in pair])))
    return out


def _pairs_of(trump: str, k: int, both: Sequence[Variant]) -> Draft:
    """Count the sets of k trumps and trumps led for which the readings differ, one by one."""
    view = both[0].view(trump)
    trumps = {card: seen_ for card, seen_ in view.items() if seen_.trump}
    plain = next(seen_ for seen_ in view.values() if not seen_.trump)
    lead, *hand = (seen(at(var("x"), i)) for i in range(k + 1))
    in_order = TERMS.all(a.face < b.face for a, b in pairwise(hand))
    lawful = [
        legal(TERMS, v.follow_tiers, Situation([*hand, plain], [True] * (k + 1), [lead],
              withhold_only_alone=v.file.follow.withhold_only_alone)) for v in both]
    differ = TERMS.any(TERMS.no(eq(x, y)) for x, y in zip(*lawful, strict=True))
    # Both held and the lead below: under Five and Jack, or under the ace with either or both.
    found = {2: (len(trumps) - 2) + 2 * (len(trumps) - 3), 3: len(trumps) - 3}.get(k, 0)
    return counted(
        f"{trump} trump: with a plain card and {k} of {len(trumps)} trumps held behind another, "
        f"each set once, {{count}} of {comb(len(trumps) - 1, k) * len(trumps)} pairs of set and "
        "lead have other legal cards under the two readings (of {size} arrangements those in "
        "order)",
        {"kind": "arrangements", "items": items(trumps), "size": k + 1},
        TERMS.all([in_order, differ]), both, found)


@certifies("F030")
def holding_up(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that the Five is never the one legal card of several."""
    out = []
    for trump in "csdh":
        for option in ("all", "single"):
            variant = load("S1", choose={"S3": option})
            view = variant.view(trump)
            names, leads = _few_trumps(variant, trump)
            plain = [c for c, s in view.items() if not s.trump]
            suit = [c for c in plain if c.suit == plain[0].suit]
            off = next(c for c in plain if c.suit != plain[0].suit)
            hand = [*names, suit[1], off]
            domain = product(**{f"h{i}": [False, True] for i in range(len(hand))},
                             led=items({c: view[c] for c in [*leads, suit[0]]}))
            held = [var(f"h{i}") for i in range(len(hand))]
            led = seen(var("led"))
            s = Situation([view[c] for c in hand], held, [led],
                          withhold_only_alone=variant.file.follow.withhold_only_alone)
            lawful = legal(TERMS, variant.follow_tiers, s)
            five = lawful[hand.index(Card(trump, "5"))]
            only = TERMS.all([_absent(held, [view[c].face for c in hand], led), five,
                              TERMS.count(lawful) == 1, TERMS.count(held) >= 2])
            out.append(counted(
                f"{trump} trump, reading '{option}': the Five is the only legal card of several "
                "in {count} of {size} states (seven trumps that stand for all, a card of the suit "
                "led, a card of another suit; every kind of lead)", domain, only, [variant], 0))
    out.append(witnessed("the Five led makes a lone Jack fall", [load("S1", 2)], finding,
                         taken=[3, 1]))
    return out


@certifies("F044")
def robbing_king(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify two deals that look alike to the holder of the king."""
    out = []
    for n in (2, 4, 6):
        pair = next(p for seed in range(99) if (p := _king_deals(n, seed, 0)))
        hand = [card_text(c) for c in pair[0].hands[pair[0].turn]]
        up = [card_text(c) for c in pair[0].turn_up]
        cases = [case(p, [], legal=None, hand=hand, turn_up=up) for p in pair]
        out.append(shown(f"{n} players: the same hand and turn-up; with the ace undealt A may rob "
                         "(first deal), with the ace in B's hand not (second deal)",
                         [p.variant for p in pair], *cases))
        out.append(calc(f"46 cards are unseen, {5 * (n - 1)} of them in other hands",
                        eq(op("-", 52, 6), 46), variants=[pair[0].variant]))
    return out


# --- Rams -------------------------------------------------------------------------------------


# What every course of declarations among n players must come to.
ENDS: dict[str, Any] = {
    "F051": lambda n, row: row[0] <= 1,
    "F062": lambda n, row: not row[0] or row[1] == (n < 6),
    "F052": lambda n, row: row[0] or n == 6 or row[1] != "walk",
    "F047": lambda n, row: n < 6 or row[0] or not row[2],
}


def _declaring(name: str, n: int, pool: int) -> Position:
    return deal(load(name, n), 1, pool=pool)


@certifies("F047", "F051", "F052", "F062", "F072")
def declarations(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify by walking through every sequence of declarations."""
    out = []
    games = {"F051": [(g, n, p) for g in ("R1", "R1a", "R2", "R3") for n in SEATS
                      for p in (5, 10) if n in load(g).file.players.allowed],
             "F062": [("R1", n, p) for n in SEATS for p in (5, 10)],
             "F072": [("R3", n, 0) for n in SEATS]}
    for name, n, pool in games.get(claim.id, [("R1", n, 10) for n in SEATS]):
        first = _declaring(name, n, pool)
        where = f"{first.variant.name}, {n} players, pool {pool}"
        text = {
            "F051": "no sequence of declarations has two takers of the widow",
            "F062": "whether all hold cards, by whether a general was announced",
            "F072": "the numbers of declarers that occur",
            "F052": "how sequences end: with 3 to 5 no lone declarer is left without an opponent, "
                    "with 6 some are ('walk')",
            "F047": "who plays, and whether the dealer can: with 6 the dealer never does",
        }[claim.id]
        measures = {"F051": ["widows"], "F062": ["general", "all hold cards"],
                    "F072": ["declarers", "result"], "F052": ["general", "result"],
                    "F047": ["general", "declarers", "dealer declares", "pone declares",
                             "result"]}[claim.id]
        only = partial(ENDS[claim.id], n) if claim.id in ENDS else None
        out.append(walked(f"{where}: {text}", [first.variant], [first], "declare", measures, only))
    if claim.id in ("F047", "F052"):
        out.append(witnessed("six players: a lone declarer, and nobody who could oppose",
                             [load("R1", 6)], finding, result="walk"))
    return out


@certifies("F053")
def must_head(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the sixteen formulas and the example."""
    out = [formulas.heading(load("R1", choose={"R7": order}), trump, m)
           for order in ("piquet", "ecarte") for trump in "csdh" for m in (1, 2)]
    text = ("rams players=3 / A to lead, trump h, done 2, tricks 1 1 0, pool 10, calls play play "
            "play / A: 9c 7d 8d | B: Kc Jc 7c | C: 7h 8h 9h")
    out.append(shown("9c led: of K J 7 king or jack may be played", [load("R1", 3)],
                     case(text, ["A 9c"], legal=["Kc", "Jc"])))
    return out


@certifies("F055", "F056")
def trumped_trick(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify on how many pairs the readings differ, and an example."""
    void = claim.id == "F055"
    option, words = ("R3", ("must", "free")) if void else ("R4", ("nothing", "best of suit"))
    lawful, both = [], []
    for word in words:
        variant = load("R1", choose={option: word})
        both.append(variant)
        view = variant.view("h")
        suit = [c for c in view if c.suit == ("h" if void else "c")]
        off = view[Card("d", "7")]
        held = [var(f"h{i}") for i in range(len(suit))]
        best = seen(var("best"))
        trick = [view[Card("c", "7")], best] if void else [best, view[Card("h", "7")]]
        s = Situation([*[view[c] for c in suit], off], [*held, True], trick)
        lawful.append(legal(TERMS, variant.follow_tiers, s))
    domain = product(**{f"h{i}": [False, True] for i in range(len(suit))},
                     best=items({c: view[c] for c in suit}))
    size = TERMS.count(held)
    valid = TERMS.all([_absent(held, [view[c].face for c in suit], best), size >= 1, size <= 5])
    differ = TERMS.any(TERMS.no(eq(x, y)) for x, y in zip(*lawful, strict=True))
    out = [
        counted("{count} of 952 pairs (best card, cards of the suit held, at most five) have "
                "different legal cards under the two readings", domain,
                TERMS.all([valid, differ]), both, 476),
        counted("{count} pairs there are", domain, valid, both, 952),
    ]
    others = 16 if void else 23
    ways = []
    for k in range(1, 6):
        # Some card above the best and some below it, out of the seven others.
        pairs = sum(comb(7, k) - comb(b, k) - comb(7 - b, k) for b in range(8))
        out.append(counted(f"of the pairs that differ {{count}} have {k} cards of the suit", domain,
                           TERMS.all([valid, differ, size == k]), both, pairs))
        ways.append(number(pairs, comb(others, 5 - k)))
    hands = 50960 if void else 138572
    out.append(calc(f"filled up to five from {others} other cards they are {hands} hands",
                    eq(op("+", *ways), hands), variants=both))
    if void:
        text = ("rams players=3 R3={} / A to lead, trump h, done 3, tricks 1 1 1, pool 10, calls "
                "play play play / A: 9c 8c | B: Th 8d | C: Kh 7h")
        actions, hand = ["A 9c", "B Th"], "must overtrump, or not"
    else:
        text = ("rams players=3 R4={} / A to lead, trump h, done 3, tricks 1 1 1, pool 10, calls "
                "play play play / A: 9c 8s | B: Th 8d | C: Kc 7c")
        actions, hand = ["A 9c", "B Th"], "must beat the suit's best, or not"
    pair = [case(text.format(w.replace(" ", "_")), actions, legal=None) for w in words]
    out.append(readings(f"behind 9c trumped by Th C {hand}", load("R1").file.options[option]
                        .question, [load("R1", 3, {option: w}) for w in words],
                        (["legal"], *pair)))
    return out


# --- Loo --------------------------------------------------------------------------------------


@certifies("F087")
def trump_lead(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that both readings have a lead for every hand, and the same leads."""
    always, later = load("L1", settings={"lead.tiers": ["trumps", "any"]}), load("L1")
    out = [d for v in (always, later) for d in formulas.never_stuck(v, follows=False)]
    out += [formulas.alike(f"the leads are the same under both readings, {t or 'unknown'} trump",
                           always, later, t, 0) for t in trumps_of(later)]
    return out


def _void_pairs(both: Sequence[Variant], trump: str, suit: str) -> list[Draft]:
    """Count the hands of two, void in the suit led, for which the readings differ."""
    view = both[0].view(trump)
    turned = max((c for c in view if c.suit == trump), key=lambda c: view[c].strength)
    lead = min((c for c in view if c.suit == suit), key=lambda c: view[c].strength)
    cards = items({c: s for c, s in view.items() if c.suit != suit and c != turned})
    hand = [seen(at(var("x"), i)) for i in range(2)]
    first, second = (legal(TERMS, v.follow_tiers,
                           Situation(hand, [True, True], [view[lead]], number=2)) for v in both)
    differ = TERMS.any(TERMS.no(eq(x, y)) for x, y in zip(first, second, strict=True))
    domain = {"kind": "subsets", "items": cards, "size": 2}
    mixed = TERMS.count(c.trump for c in hand) == 1
    where = f"{suit} led, {trump} trump, one turned"
    return [
        counted("{count} of {size} hands of two that are void in the suit led have other legal "
                f"cards under the two readings ({where})", domain, differ, both, 312),
        counted(f"these are the hands of one trump and one other card ({where}): {{count}} "
                "exceptions", domain, TERMS.no(eq(differ, mixed)), both, 0),
    ]


@certifies("F093")
def void_in_simple(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify for how many hands of two the readings differ, and an example."""
    both = [load("L1", choose={"L4": word}) for word in ("must", "free")]
    out = [draft for trump in "csdh" for suit in "csdh" if suit != trump
           for draft in _void_pairs(both, trump, suit)]
    text = ("loo-simple players=3 L4={} / A to lead, trump s, done 1, tricks 1 0 0, turn-up As / "
            "A: 2c 3c | B: 4s 5d | C: 6d 7d")
    pair = [case(text.format(w), ["A 2c"], legal=None) for w in ("must", "free")]
    return [
        *out,
        readings("4s 5d behind a club: the trump must be played, or need not",
                 load("L1").file.options["L4"].question, [load("L1", 3, {"L4": w})
                 for w in ("must", "free")], (["legal"], *pair)),
    ]
