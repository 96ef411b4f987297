"""Certificates for the claims about packs, deals and numbers of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proofs.certificates import tricks
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
    readings,
    shown,
    witness_draft,
    witnessed,
)
from proofs.certificates.make_scores import scores, split_count, tied, ties, total
from proofs.certificates.terms import TERMS, at, items, op, seen, var
from proofs.claims.counting import as_printed
from proofs.claims.counting_k import all_tricks_deal, jewels
from proofs.trick_types import trick_types, winners
from solver.cards import Card
from solver.dealing import deal
from solver.rules.order import SUIT_INDEX
from solver.variant import load

if TYPE_CHECKING:
    from proofs.claim import Claim, Finding
    from solver.variant import Variant

N, T, R = var("n"), var("T"), var("r")


def fits(variant: Variant) -> Draft:
    """Draft that the deal comes out of the pack as the variant deals it."""
    n, t, left = variant.players, variant.tricks, variant.undealt
    cards = items(variant.view(""), variant.pack.count)
    where = eq(n * t + left, len(cards))
    return counted(f"{n}·{t} + {left} = {{size}}: each of the cards of {variant.name} counted",
                   {"kind": "subsets", "items": cards, "size": 1},
                   TERMS.all([where, eq(1, 1)]), [variant], len(cards))


@certifies("B004", "B005", "B049", "B052", "B053", "B059", "B066", "B067", "B068")
def pack(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify deal, winners, total and ties of a pack."""
    stated = claim.parameters
    variant = as_printed(stated["variant"], stated.get("adds", ""))
    n = variant.players
    out = [
        fits(variant),
        total(f"raw scores total {n * (n - 1) // 2}·T for every split of every T", variant,
              n * (n - 1) // 2),
        ties(f"for every T: raw scores can tie just if {n} divides T (so not for T = "
             f"{variant.tricks})", variant, modulus=n),
        split_count(f"{{count}} of the {{size}} splits of {variant.tricks} tricks tie in raw "
                    "scores", variant, tied(scores(variant, final=False)), 0),
    ]
    if claim.id in ("B053", "B067", "B068"):
        failing = sum(1 for kind in trick_types(variant.pack, n)
                      if len(winners(variant, kind.cards)) != 1)
        out.append(tricks.unique_by_types(variant, n, failing))
        out.append(witnessed("legal play of a full deal comes to a trick for which the rules "
                             "name two winners", [variant], finding, named=2))
        for field, word in (("jokers", "first"), ("jokers", "last"), ("jokers", "cancel"),
                            ("equal", "pairs, first")):
            if (field == "jokers") == (claim.id == "B053"):
                filled = load(variant.name, settings={f"trick.{field}": word})
                out.append(tricks.unique_by_types(filled, n))
        return out
    out.append(tricks.unique_by_types(variant, n))
    if claim.id == "B004":
        out.append(tricks.over_sets(f"of the {{size}} sets of 3 of the {len(variant.pack)} cards "
                                    "{count} have not exactly one winner", variant, 3,
                                    lambda t: TERMS.no(tricks.one_winner(variant)(t)), 0))
    if n == 3:
        out.append(tricks.unique_by_sat(variant, n))
    return out


@certifies("B065")
def too_small(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the cards left over, and the ties of seven tricks."""
    variant = load("GN", 7)
    size = len(variant.pack)
    left = size - 7 * T
    return [
        in_pack(f"the pack has {size} cards", variant, lambda c: eq(1, 1), size),
        forall("for T = 1 to 7 more than two cards are left over", product(T=range(1, 8)),
               TERMS.all([left > 2, size - 8 * 7 < 0]), [variant]),
        ties("for every T: raw scores of seven can tie just if 7 divides T", variant, modulus=7),
        split_count("{count} of the {size} splits of 7 tricks tie", variant,
                    tied(scores(variant, final=False)), 1709, tricks=7),
    ]


@certifies("J001")
def one_over(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify 3 * 17 + 1 = 52."""
    return [fits(load("J1"))]


@certifies("J005")
def all_tricks(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify winners and legal cards, and the sum of the tricks."""
    from proofs.certificates.make import refuted
    from proofs.never_stuck import stuck_formula

    variant = load("J1")
    out = [tricks.unique_by_sat(variant, 3, trump) for trump in "ch"]
    for trump in variant.pack.suits:
        for on_table in (0, 1, 2):
            out.append(refuted(
                f"no hand is without a legal card, {trump} trump, {on_table} cards on the table",
                [variant],
                lambda trump=trump, on_table=on_table: stuck_formula(  # type: ignore[misc]
                    variant, variant.view(trump), leading=on_table == 0, on_table=on_table)))
        out.append(tricks.strict_order(
            f"no two cards of a suit rank equal, {trump} trump (so the best of trumps, or of the "
            "suit led, is one card)", variant, trump))
    out.append(fits(variant))
    return out


@certifies("J016")
def equal_deals(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify when all seats deal equally often."""
    n = load("J1").players
    deals = [op("//", R + (n - 1 - seat), n) for seat in range(n)]  # of r deals, seat by seat
    even = TERMS.all([deals[0] == deals[seat] for seat in range(1, n)])
    return [
        forall(f"of r = 0 to 36 rounds all {n} seats deal equally often just if {n} divides r "
               "(n more rounds give each one more)", product(r=range(37)),
               even == (R % n == 0), [load("J1")]),
        calc("9 and 12 rounds are 3·3 and 3·4", eq(number(n, 3), 9), eq(number(n, 4), 12),
             variants=[load("J1")]),
    ]


@certifies("J021")
def trumps_in_hand(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify mean and share by products of binomials."""
    variant = load("J1")
    trumps = sum(card.suit == "c" for card in variant.pack) - 1
    play, hand = len(variant.pack) - 1, variant.hand_size
    ways = [op("*", choose(trumps, k), choose(play - trumps, hand - k)) for k in range(13)]
    share, whole = 160716028, 333515525
    most = [op("<", ways[k], ways[4]) for k in range(13) if k != 4]
    return [
        in_pack(f"{trumps} trumps are in play besides the turn-up", variant,
                lambda c: TERMS.all([c.suit == SUIT_INDEX["c"], TERMS.no(c.height == 13)]),
                trumps, "c"),
        calc(f"mean: {hand}·{trumps} = 4·{play}, and {hand}·{trumps + 1} = 13/3·{play}",
             eq(number(hand, trumps), number(4, play)),
             eq(number(3, hand, trumps + 1), number(13, play)), variants=[variant]),
        calc(f"{share}/{whole} of hands have 4 or 5 trumps (48.188 %)",
             eq(op("*", op("+", ways[4], ways[5]), whole),
                op("*", choose(play, hand), share)), variants=[variant]),
        calc("hands with 0 to 12 trumps are all hands, and 4 trumps are the likeliest",
             eq(op("+", *ways), choose(play, hand)), *most, variants=[variant]),
    ]


@certifies("J028", "J029")
def points(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the value of the pack, and of what is left without the turn-up."""
    variant = load("J2")
    cards = items(variant.view(""), variant.pack.count)
    one = {"kind": "subsets", "items": cards, "size": 1}
    whole = op("sum", "c", op("list", *cards), op("get", var("c"), "points"))
    value = seen(at(var("x"), 0)).points
    out = [counted("the points of all cards add up to 40", {"kind": "tuples", "items": [],
                   "size": 0}, eq(whole, 40), [variant], 1)]
    for worth, number_ in ((4, 4), (3, 4), (2, 4), (1, 4), (0, 36)):
        out.append(counted(f"{{count}} of {{size}} cards count {worth}" + (
            f": turned up, they leave {40 - worth} points" if claim.id == "J029" else ""), one,
            value == worth, [variant], number_))
    if claim.id == "J029":
        out.append(calc("the mean of 36, 37, 38, 39 (4 of 52 each) and 40 (36 of 52) is 510/13",
                        eq(number(510, 52), number(13, 4 * (36 + 37 + 38 + 39) + 36 * 40)),
                        variants=[variant]))
        order = sorted(variant.pack, key=lambda c: c != Card("h", "A"))[::-1]
        played = deal(variant, order=order)
        actions = []
        from solver.referee import legal_actions, step
        here = played
        while not here.over:
            actions.append(legal_actions(here)[0])
            here = step(here, actions[-1])
        out.append(shown("with an ace turned up the three capture 36 points",
                         [variant], case(played, actions, points=None, turn_up=None)))
    return out


# --- Jokers & Jewels --------------------------------------------------------------------------


@certifies("K001")
def books(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the number of Book cards, and two ways to choose them that differ."""
    variant, other = load("K1", 2), load("K1", 2, {"K2": "sevens"})
    ways: Any = 1
    for left in range(20, 0, -3):
        ways = op("*", ways, choose(left, 2))
    numbered = in_pack("21 trumps are numbered", variant,
                       lambda c: TERMS.all([c.trump, c.strength <= 21]), 21, "t")
    first = ("jewels players=2 / A to lead, done 39, broken, bids 1 1, A won 1t 2t / "
             "A: 4t | B: 5c")
    second = first.replace("players=2", "players=2 K2=sevens")
    captured = {"legal": None, "raw": None}
    return [
        numbered,
        calc("7·3 = 21 cards are divided into 7 threes in 36212176000 ways",
             eq(number(7, 3), 21), eq(ways, 36212176000), variants=[variant]),
        readings("read one way 1t and 2t are two of a Book's three cards, read another not: the "
                 "captured cards score differently", "Which three trumps make a Book?",
                 [variant, other],
                 (["raw"], case(first, ["A 4t", "B 5c"], **captured | {"legal": []}),
                  case(second, ["A 4t", "B 5c"], **captured | {"legal": []}))),
    ]


@certifies("K002", "K003")
def ten_each(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify for which n ten cards each come out of a pack, and the size of the Library."""
    out = []
    for suits in (3, 4, 5):
        variant = jewels(suits)
        size = len(variant.pack)
        most = size // 10
        library = [size - 10 * n for n in range(2, most + 1)]
        out.append(in_pack(f"the pack with {suits} plain suits has {size} cards", variant,
                           lambda c: eq(1, 1), size))
        out.append(forall(f"10n <= {size} just for n <= {most} (n = 2 to 20)",
                          product(n=range(2, 21)), (size >= 10 * N) == (most >= N), [variant]))
        if claim.id == "K003":
            out.append(calc(f"{size} - 10n for n = 2 to {most} is {library}",
                            *[eq(op("-", size, number(10, n)), left)
                              for n, left in zip(range(2, most + 1), library, strict=True)],
                            variants=[variant]))
            for n in range(2, most + 1):
                start = deal(jewels(suits, n), 1)
                out.append(shown(f"dealt to {n}, the Library holds {size - 10 * n}",
                                 [start.variant], case(start, stock=size - 10 * n)))
    return out


@certifies("K004", "K005", "K006")
def jewel_pack(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify ranks, order and size of the pack."""
    variant = load("K1")
    spades = items({c: s for c, s in variant.view("t").items() if c.suit == "s"})
    trumps = items({c: s for c, s in variant.view("t").items() if c.suit == "t"})
    ranks = claim.parameters.get("printed", "").split()
    order = tricks.strict_order("no two cards of a suit rank equal", variant, "t")
    if claim.id == "K004":
        out = [in_pack("a plain suit has 14 cards", variant, lambda c: c.suit == SUIT_INDEX["s"],
                       14, "t"), order]
        strengths = op("each", "c", op("list", *spades), op("get", var("c"), "strength"))
        out.append(counted("the suit's strengths are 14 to 1 in the printed order, N and S the "
                           "eleventh and tenth", {"kind": "tuples", "items": [], "size": 0},
                           TERMS.all([at(strengths, i) == len(ranks) - i
                                      for i in range(len(ranks))]), [variant], 1))
        return out
    if claim.id == "K005":
        strengths = op("each", "c", op("list", *trumps), op("get", var("c"), "strength"))
        return [in_pack("23 cards are trumps", variant, lambda c: c.trump, 23, "t"), order,
                counted("the trumps have 23 different strengths",
                        {"kind": "tuples", "items": [], "size": 0},
                        eq(op("distinct", "s", strengths, var("s")), 23), [variant], 1)]
    out = []
    for suits, size in ((3, 66), (4, 80), (5, 94)):
        here = jewels(suits)
        out.append(in_pack(f"with {suits} plain suits {14 * suits} + 24 = {size} cards",
                           here, lambda c, suits=suits, size=size: eq(14 * suits + 24, size),  # type: ignore[misc]
                           size))
    out.append(in_pack("24 cards are trumps or the Fool", variant,
                       lambda c: TERMS.any([c.trump, c.fool]), 24, "t"))
    return out


@certifies("K007")
def largest_bid(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify for every pack and n a deal in which one seat takes every trick."""
    out = []
    for suits in (3, 4, 5):
        for n in jewels(suits).file.players.allowed:
            variant = jewels(suits, n)
            most = len(variant.pack) // n
            found = all_tricks_deal(variant)
            out.append(witness_draft(
                f"{len(variant.pack)} cards, {n} players: a seat that bid {most} takes all {most} "
                "tricks", [variant], found[1] if found else None,
                taken=[most, *[0] * (n - 1)], phase="over"))
    return out
