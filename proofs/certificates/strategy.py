"""Certificates for the claims about play: samples, exact counts, and endings solved outright."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any

from proofs.certificates.draft import Draft, certifies
from proofs.certificates.make import (
    calc,
    case,
    choose,
    counted,
    details,
    eq,
    forced,
    in_pack,
    interval,
    number,
    sampled,
    shown,
    witnessed,
)
from proofs.certificates.make_scores import scores, split_count, taken
from proofs.certificates.terms import TERMS, at, items, op, seen, var
from proofs.claims.strategy_advice import shortening_hurts
from proofs.claims.strategy_spoil import KINDS, robbers, two_tricks
from proofs.claims.strategy_trumps import lowered
from solver.cards import Card, card_text
from solver.notation import read
from solver.referee import legal_actions, step
from solver.rules.algebra import PLAIN
from solver.rules.trick import emergent_suit
from solver.variant import load

if TYPE_CHECKING:
    from proofs.claim import Claim, Finding


@certifies("B016", "B056", "B057")
def random_play(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify samples, and the exact shares of uniform draws."""
    five = load("G5-3J")
    if claim.id == "B056":
        return [
            sampled("in {hits} of {of} deals dealt and played at random a leader has nothing but "
                    "two or three Jokers", five, "gooseberry-5-3j", "only Jokers on lead", 150),
            interval("{hits} of the finding's {of} deals give the interval {low} to {high} "
                     "millionths", [five], details(finding, "share")),
        ]
    if claim.id == "B057":
        return [sampled("of {of} Jokers in random play {hits} were forced out by the follow rule",
                        five, "gooseberry-5-3j", "Joker forced", 100,
                        near=details(finding, "forced by B3"))]
    out = []
    for name, text, deals in (("G3", "gooseberry-3", 100), ("G5", "gooseberry-5", 60),
                              ("G5-3J", "gooseberry-5-3j", 40), ("G5-2P", "gooseberry-5-65", 40),
                              ("G7a", "gooseberry-7-63", 40)):
        out.append(sampled(f"{name}: of {{of}} tricks without Joker in random play {{hits}} have "
                           "one card in the emergent suit", load(name), text,
                           "one card in the emergent suit", deals,
                           near=details(finding, "random play", name, "one card")))
    return [*out, *_uniform(3), *_uniform(5), *_uniform(7)]


def _uniform(n: int) -> list[Draft]:
    """Draft the exact share of draws with one card in the emergent suit."""
    variant = load({3: "G3", 5: "G5", 7: "G7a"}[n])
    real = [sum(c.suit == s for c in variant.pack) for s in variant.pack.suits]
    view = variant.view("")
    faces = {s: next(view[c] for c in view if c.suit == s) for s in variant.pack.suits}
    ways, hits, whole = [], 0, 0
    for a in range(n + 1):
        for b in range(n + 1 - a):
            for c in range(n + 1 - a - b):
                vector = (a, b, c, n - a - b - c)
                trick = [faces[s] for s, k in zip(variant.pack.suits, vector, strict=True)
                         for _ in range(k)]
                suit = emergent_suit(PLAIN, trick)
                one = sum(card.suit == suit for card in trick) == 1
                count = 1
                for size, k in zip(real, vector, strict=True):
                    count *= comb(size, k)
                whole += count
                if one and count:
                    hits += count
                    ways.append(op("*", *[choose(s, k)
                                          for s, k in zip(real, vector, strict=True)]))
    return [calc(f"{n} of {sum(real)} cards: {hits} of {whole} draws have one card in the emergent "
                 "suit (a sum over the numbers of cards of each suit)", eq(op("+", *ways), hits),
                 eq(choose(sum(real), n), whole), variants=[variant])]


# --- trumps -----------------------------------------------------------------------------------


def _master(h: int) -> Fraction:
    def mine(k: int) -> Fraction:
        return Fraction(comb(50 - k, 16 - k), comb(50, 16))

    turned = Fraction(h, 12) * mine(h - 1) if h else Fraction(0)
    return turned + Fraction(12 - h, 12) * mine(h)


def _above(strength: int) -> Any:
    return lambda card: TERMS.all([card.trump, card.strength > strength])


@certifies("J022", "J023")
def high_trumps(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the order of trumps, exact chances, and samples."""
    variant = load("J1")
    out = []
    for trump in variant.pack.suits:
        view = variant.view(trump)
        for rank, above in (("A", 0), ("K", 1)):
            strength = view[Card(trump, rank)].strength
            out.append(in_pack(f"{trump}: {{count}} trumps rank above the {rank}", variant,
                               _above(strength), above, trump))
        cards = items({c: s for c, s in view.items() if c != Card(trump, "A")})
        led = view[Card(trump, "A")]
        pair = [seen(at(var("x"), i)) for i in range(2)]
        if claim.id == "J022" and trump == "c":
            out.append(counted("the ace of trumps, led, loses to {count} of {size} ordered pairs of"
                               " cards", {"kind": "arrangements", "items": cards, "size": 2},
                               TERMS.no(variant.wins(TERMS, [led, *pair])[0]), [variant], 0))
            king = view[Card(trump, "K")]
            rest = items({c: s for c, s in view.items() if c != Card(trump, "K")})
            out.append(counted("the king of trumps, led, loses to {count} of {size} ordered pairs, "
                               "those with the ace", {"kind": "arrangements", "items": rest,
                                                      "size": 2},
                               TERMS.no(variant.wins(TERMS, [king, *pair])[0]), [variant], 100))
    if claim.id == "J022":
        out.append(calc("an opponent has not the ace with chance 25/212 (my king, not the ace) and "
                        "113/300 (my king): 16 of 50 unknown cards are mine, 12 trumps can be "
                        "turned",
                        eq(number(25, op("+", 50, number(11, 34))), number(212, 50)),
                        eq(number(300, op("+", 50, number(11, 16))), number(113, 12, 50)),
                        variants=[variant]))
        return out
    for h, rank in enumerate("AKQJT"):
        share = _master(h)
        ways = op("+", number(h, choose(51 - h, 17 - h)) if h else 0,
                  number(12 - h, choose(50 - h, 16 - h)))
        out.append(calc(f"no opponent has a higher trump than my {rank} with chance "
                        f"{share.numerator}/{share.denominator} before play",
                        eq(number(ways, share.denominator),
                           number(share.numerator, 12, choose(50, 16))), variants=[variant]))
    out.append(sampled("of {of} trump leads in random play {hits} won the trick", variant,
                       "trump-fool", "trump lead wins", 60))
    return out


@certifies("J024")
def voids(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that a void lets every trump be played, and an ending that the short lead spoils."""
    variant = load("J1")
    text, short, long = shortening_hurts(lowered(), 1)
    position, _ = read(text)
    out = [forced(f"A on lead makes {long} tricks against both others, {short} from the shorter "
                  "suit (every lead's value is listed)", position, 0, "most", long,
                  variants=[variant])]
    full = ("trump-fool / A to lead, trump s, turn-up 2s, done 14, tricks 5 5 4 / A: 5c 6c 7c | "
            "B: As 3s 9d | C: 8d 9h Th")
    out.append(shown("void of clubs, B may play any trump", [variant],
                     case(full, ["A 5c"], legal=None)))
    return out


@certifies("J026")
def lowest(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify what a trick fewer scores, and the ending in which the lowest card costs one."""
    variant = load("J1")
    t = taken(3)
    before = scores(variant)[0]
    out = []
    for receiver in (1, 2):
        given = [t[0] - 1, *[t[i] + 1 if i == receiver else t[i] for i in (1, 2)]]
        after = scores(variant, tricks=given)[0]
        for words, where, hits in (("more", after > before, 12), ("the same", after == before, 3),
                                   ("less", after < before, 138)):
            out.append(split_count(f"a trick of A given to {'ABC'[receiver]}: A scores {words} in "
                                   "{count} of the splits", variant,
                                   TERMS.all([t[0] > 0, where]), hits))
    ending = "trump-fool / B to lead, trump s / A: Ah Qh | B: Kh Jh | C: Th 9h"
    out.append(forced("A, to take few, can keep to one trick", ending, 0, "least", 1,
                      variants=[variant]))
    out.append(witnessed("a full deal in which A's lowest cards take two of the last two tricks",
                         [variant], finding, phase="over", taken=None))
    return out


@certifies("J027")
def low_leads(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify against how many pairs a lowest card wins, a deal, and a sample."""
    variant = load("J1")
    view = variant.view("s")
    led = view[Card("c", "2")]
    cards = items({c: s for c, s in view.items() if c != Card("c", "2")})
    pair = [seen(at(var("x"), i)) for i in range(2)]
    wins = variant.wins(TERMS, [led, *pair])[0]
    domain = {"kind": "arrangements", "items": cards, "size": 2}
    bound = TERMS.any(TERMS.any([c.trump, c.suit == led.suit]) for c in pair)
    return [
        counted("2c led, spades trump: it beats {count} of {size} ordered pairs of cards", domain,
                wins, [variant], 650),
        counted("it beats none that holds a club or a trump ({count})", domain,
                TERMS.all([wins, bound]), [variant], 0),
        witnessed("a full deal in which the lowest club, led, wins", [variant], finding, to="A"),
        sampled("of {of} leads of a lowest card by A in random play {hits} win", variant,
                "trump-fool", "lowest lead wins", 80,
                near=details(finding, "random play")),
    ]


# --- Spoil Five -------------------------------------------------------------------------------


@certifies("F031")
def robbers_trumps(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the poorest robbers of each kind."""
    out = []
    for kind, (game, turned, title) in KINDS.items():
        variant = load(game, players=2)
        for trump in variant.pack.suits:
            view = variant.view(trump)
            position = next(iter(robbers(variant, trump, turned, title)))
            best = None
            for action in legal_actions(position):
                if action.word == "rob" and not view[action.card].trump:
                    best = action
                    break
            if best is None:
                continue
            after = step(position, best)
            hand = [card_text(c) for c in after.hands[0]]
            trumps = [card_text(c) for c in after.hands[0] if view[c].trump]
            hands = [hand, [card_text(c) for c in after.hands[1]]]
            out.append(shown(f"{kind}, {trump} trump: with no other trump before, and a plain card "
                             f"laid away, {' '.join(trumps)} are the robber's trumps", [variant],
                             case(position, [best], hands=hands)))
            title_away = [a for a in legal_actions(position)
                          if a.word == "rob" and view[a.card].trump]
            if title_away:
                less = step(position, title_away[0])
                out.append(shown(f"{kind}, {trump} trump: laying the title itself away leaves one",
                                 [variant], case(position, [title_away[0]], hands=[
                                     [card_text(c) for c in h] for h in less.hands])))
    return out


@certifies("F032")
def combine(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify moments in which the third trick can and cannot be forced, and the interval."""
    variant = load("S1")
    out = [interval("against all others together {hits} of the finding's {of} states: interval "
                    "{low} to {high} millionths", [variant],
                    details(finding, "against all together"))]
    rng, wanted = Random(1), {True: 2, False: 2}
    for seed in range(60):
        state = two_tricks(variant, rng, 77_000 + seed)
        if state is None or state.position.done < 3:
            continue
        can = state.against_all()
        if not wanted[can]:
            continue
        wanted[can] -= 1
        seat = state.seat
        name = state.position.variant.seat_name(seat)
        played = state.position._replace(stock=())
        out.append(forced(f"{name}, with two tricks, can{'' if can else 'not'} force a third "
                          f"against"
                          " all others together (the value is what he ends with)", played, seat,
                          "most", variants=[variant]))
    out.append(sampled("in {hits} of {of} deals of Spoil Five dealt and played at random some seat "
                       "has three tricks", variant, "spoil-five", "a seat has three tricks", 60))
    return out


@certifies("F033", "F034")
def timing(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the intervals of the shares for early and late use of trumps."""
    variant = load("S1")
    out = []
    for opponents in ("random", "take cheaply"):
        for outcome in ("seat A wins the pool", "another seat wins it", "spoiled"):
            for when in ("early", "late"):
                out.append(interval(
                    f"opponents {opponents}, trumps {when}: {outcome} in {{hits}} of the finding's "
                    "{of} deals: interval {low} to {high} millionths (the difference of both, on "
                    "the same deals, is not certified)", [variant],
                    details(finding, opponents, outcome, when), "normal"))
    return out
