"""Certificates for the claims about the middling rule on packs with one copy of each card."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from proofs.certificates import formulas, tricks
from proofs.certificates.draft import Draft, certifies
from proofs.certificates.make import (
    calc,
    case,
    choose,
    counted,
    eq,
    forall,
    number,
    product,
    shown,
    witnessed,
)
from proofs.certificates.make_scores import ties
from proofs.certificates.terms import TERMS, at, items, op, seen, var
from proofs.claims.winners_middling import ODD, pack_of
from proofs.clauses import clauses, swap
from proofs.trick_types import trick_types
from proofs.witness import ending
from solver.cards import Card
from solver.rules.order import SUIT_INDEX
from solver.rules.trick import emergent_suit, middling_of_three
from solver.variant import Variant, load

if TYPE_CHECKING:
    from proofs.claim import Claim, Finding
    from solver.rules.order import Seen

T4 = [at(var("t"), i) for i in range(4)]  # numbers of clubs, spades, hearts, diamonds


def parity(n: int, variant: Variant, where: Any, words: str, count: int | None = 0) -> Draft:
    """Draft on the numbers of clubs, spades, hearts and diamonds of a trick without Joker."""
    return counted(f"{n} cards: {words}: {{count}} exceptions among {{size}} numbers of clubs, "
                   "spades, hearts and diamonds", {"kind": "splits", "total": n, "parts": 4},
                   where, [variant], count)


def one_clause() -> Any:
    """Return that exactly one of C2a, C2b, C3a, C3b applies."""
    return TERMS.count(clauses(TERMS, *T4).values()) == 1


def clause_drafts(numbers: tuple[int, ...] = ODD) -> list[Draft]:
    """Draft for odd numbers of cards that one clause applies, and that it names an odd suit."""
    out = []
    for n in numbers:
        variant = pack_of("GN", 52, n)
        applied = clauses(TERMS, *T4)
        out.append(parity(n, variant, TERMS.no(one_clause()), "one clause applies"))
        odd = TERMS.all(TERMS.any([TERMS.no(yes), TERMS.odd(size)])
                        for yes, size in zip(applied.values(), T4, strict=True))
        if n == numbers[-1]:
            out.append(parity(n, variant, TERMS.no(odd), "the suit named has an odd number"))
    four = [var(x) for x in "cshd"]
    out.append(forall(
        "whatever the parities of the four numbers, with an odd sum one clause applies and names "
        "a suit of odd number (numbers 0 and 1 stand for all: only parities are read)",
        product(c=[0, 1], s=[0, 1], h=[0, 1], d=[0, 1]),
        TERMS.any([TERMS.no(TERMS.odd(op("+", *four))), TERMS.all([
            TERMS.count(clauses(TERMS, *four).values()) == 1,
            *[TERMS.any([TERMS.no(yes), x == 1])
              for yes, x in zip(clauses(TERMS, *four).values(), four, strict=True)]])]),
        [load("GN", 3)]))
    return out


def middle(sizes: tuple[int, ...] = (1, 3, 5, 7, 9, 11, 13)) -> list[Draft]:
    """Draft that of an odd number of different ranks of a suit the rule names just one."""
    out = []
    for m in sizes:
        variant = pack_of("GN", 52, max(3, m))
        ranks = [c for c in variant.pack.faces if c.suit == "h"]
        size = max(3, m)
        filler = [c for c in variant.pack.faces if c.suit == "c"][: size - m]
        sets = [[*ranks[:m], *filler]]
        if m <= 5:
            sets = [[*hand, *filler] for hand in combinations(ranks, m)]
        if len(filler) % 2 == 0:
            out.append(tricks.over_tricks(
                f"of {m} different hearts just the middle one wins ({{size}} sets, {{count}} "
                "exceptions)", variant, sets,
                lambda t, variant=variant, m=m: TERMS.no(TERMS.all([
                    TERMS.count(variant.wins(TERMS, t)) == 1, variant.wins(TERMS, t)[m // 2]])),
                0))
    return out


@certifies("B001")
def only_three(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify on what share Parlett's printed clauses name one card."""
    variant = pack_of("GN", 32, 3)
    out = []
    for n in range(2, 8):
        sizes = [at(var("t"), i) for i in range(4)]
        present = TERMS.count(s > 0 for s in sizes)
        black, red = sizes[0] + sizes[1], sizes[2] + sizes[3]
        named = op("if", present == 1, n % 2,
                   op("if", present == 2, TERMS.count(s == 1 for s in sizes),
                      op("if", present == 3, TERMS.count([black == 1, red == 1]), 0)))
        good = {3: comb(6, 3)}.get(n)
        out.append(counted(
            f"{n} cards: the printed clauses name one card for {{count}} of {{size}} numbers of "
            "clubs, spades, hearts, diamonds", {"kind": "splits", "total": n, "parts": 4},
            eq(named, 1), [variant], good))
        vectors = [(x, y, z, n - x - y - z) for x in range(n + 1) for y in range(n + 1 - x)
                   for z in range(n + 1 - x - y)]
        good_ways = [op("*", *[choose(8, k) for k in v]) for v in vectors
                     if _printed(v) == 1]
        total_ = sum(_ways(v) for v in vectors if _printed(v) == 1)
        out.append(calc(f"{n} cards: they stand for {total_} of {comb(32, n)} sets of 32 cards",
                        eq(op("+", *good_ways), total_) if good_ways else eq(total_, 0),
                        eq(choose(32, n), comb(32, n)), variants=[variant]))
    n_, right, left = var("n"), op("%", op("-", 0, 1), var("n")), op("%", 1, var("n"))
    out.append(forall(
        "own seat, right and left are all seats once each just for n = 3 (n = 2 to 60)",
        product(n=range(2, 61)),
        TERMS.all([op("distinct", "s", op("list", 0, right, left), var("s")) == 3, n_ == 3])
        == (n_ == 3), [variant]))
    return out


def _printed(v: tuple[int, ...]) -> int:
    present = [x for x in v if x]
    if len(present) == 1:
        return sum(v) % 2
    if len(present) == 2:
        return present.count(1)
    return [v[0] + v[1], v[2] + v[3]].count(1) if len(present) == 3 else 0


def _ways(v: tuple[int, ...]) -> int:
    return comb(8, v[0]) * comb(8, v[1]) * comb(8, v[2]) * comb(8, v[3])


@certifies("B002", "B013", "B014", "B019")
def any_odd(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify clauses, middles, types of tricks, and the tie law."""
    out: list[Draft] = []
    if claim.id in ("B002", "B013", "B019"):
        out += clause_drafts()
    if claim.id == "B013":
        for n in (3, 5):
            variant = pack_of("GN", 52, n)
            out.append(tricks.over_types(
                f"{n} cards: the clauses name the rule's emergent suit on all {{size}} types but "
                "{count}", variant, n, lambda t: TERMS.no(_same_suit(t)), 0))
        out.append(parity(4, pack_of("G-even", 52, 4), one_clause(),
                          "one clause applies (counted here as the exception)", 16))
        return out
    out += middle()
    if claim.id == "B014":
        return [*out, *[tricks.unique_by_types(load(g), load(g).players)
                        for g in ("G3", "G5", "G7a")]]
    for n in (3, 5, 7, 9):
        out.append(tricks.unique_by_types(pack_of("GN", 52, n, **{"pack.jokers": 1}), n))
    if claim.id == "B019":
        return [*out, tricks.unique_by_sat(load("G3"), 3), tricks.unique_by_sat(load("G5"), 5)]
    for n in (3, 5, 7, 9):
        variant = pack_of("GN", 52, n)
        prime = 3 if n == 9 else n
        out.append(ties(f"{n} players, for every T: raw scores can tie just if {prime} divides T, "
                        f"that is, gcd({n}, T) > 1", variant, modulus=prime))
    return out


def _same_suit(trick: list[Seen]) -> Any:
    numbers = [TERMS.count(c.suit == SUIT_INDEX[x] for c in trick) for x in "cshd"]
    applied = clauses(TERMS, *numbers)
    emergent = emergent_suit(TERMS, trick)
    return TERMS.all(TERMS.any([TERMS.no(yes), emergent == SUIT_INDEX[x]])
                     for yes, x in zip(applied.values(), "cshd", strict=True))


def turned(card: Seen, suits: dict[int, int]) -> Seen:
    """Return a card with suits exchanged, colours following."""
    suit: Any = card.suit
    for one, other in suits.items():
        suit = op("if", card.suit == one, other, suit)
    colour: Any = 0
    for letter in "cshd":
        colour = op("if", suit == SUIT_INDEX[letter], 1 if letter in "cs" else 2, colour)
    return card._replace(suit=suit, colour=colour)


def _other_colour(card: Seen) -> Seen:
    return turned(card, swap("cs", "hd"))


def _recoloured(variant: Variant, trick: list[Seen]) -> Any:
    """State that exchanging the colours of all cards moves the win to another place."""
    return _moved(variant, trick, lambda card: turned(card, swap("cs", "hd")))


def _moved(variant: Variant, trick: list[Seen], change: Any) -> Any:
    before, after = variant.wins(TERMS, trick), variant.wins(TERMS, [change(c) for c in trick])
    return TERMS.any(TERMS.no(eq(x, y)) for x, y in zip(before, after, strict=True))


@certifies("B003")
def even_numbers(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify where no clause applies, that the order decides elsewhere, and the fixed pair."""
    out = []
    for n in (2, 4, 6):
        for cards in (32, 40, 52):
            variant = pack_of("G-even", cards, n)
            half = cards // 2
            rows = [number(choose(half, b), choose(half, n - b)) for b in range(0, n + 1, 2)]
            hits = sum(comb(half, b) * comb(half, n - b) for b in range(0, n + 1, 2))
            out.append(calc(f"{n} of {cards} cards: an even number of black ones in {hits} of "
                            f"{comb(cards, n)} sets", eq(op("+", *rows), hits),
                            eq(choose(cards, n), comb(cards, n)), variants=[variant]))
        variant = pack_of("G-even", 52, n)
        black = (T4[0] + T4[1]) % 2
        named = TERMS.count(clauses(TERMS, *T4).values())
        out.append(parity(n, variant, TERMS.no(eq(named == 1, black == 1)),
                          "a clause applies just if the blacks are odd in number (and then the "
                          "reds are too)"))
        out.append(tricks.over_types(
            f"{n} cards: with an even number of black cards the rule names no card ({{count}} "
            "exceptions among {size} types)", variant, n,
            lambda t, variant=variant: TERMS.all([
                TERMS.count(c.colour == 1 for c in t) % 2 == 0,
                TERMS.count(variant.wins(TERMS, t)) > 0]), 0))
    ranks = at(var("x"), 0), at(var("x"), 1)
    out.append(counted("{count} pairs of ranks r < s of eight are mirrored onto themselves with no "
                       "card staying (as A and 7)", {"kind": "subsets", "items": list(range(8)),
                                                     "size": 2},
                       eq(op("+", *ranks), 7), [load("G-even")], 4))
    return out


@certifies("B015")
def black_first(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that for odd n one colour is odd, and for even n when the order matters."""
    out = []
    for n in (2, 3, 4, 5, 6, 7):
        variant = pack_of("GN" if n % 2 else "G-even", 52, n)
        black, red = (T4[0] + T4[1]) % 2, (T4[2] + T4[3]) % 2
        if n % 2:
            out.append(parity(n, variant, TERMS.no(black + red == 1), "just one colour is odd"))
        differ = partial(_recoloured, variant)
        if n % 2:
            out.append(tricks.over_types(f"{n} cards: reading C3 first changes the winner on "
                                         "{count} of {size} types", variant, n, differ, 0))
        else:
            out.append(tricks.over_types(
                f"{n} cards: reading C3 first changes the winner just where both colours are odd: "
                "{count} exceptions among {size} types", variant, n,
                lambda t, differ=differ: TERMS.no(eq(
                    differ(t), TERMS.count(c.colour == 1 for c in t) % 2 == 1)), 0))
            odd = [number(choose(26, b), choose(26, n - b)) for b in range(1, n, 2)]
            hits = sum(comb(26, b) * comb(26, n - b) for b in range(1, n, 2))
            out.append(calc(f"that is {hits} of {comb(52, n)} sets", eq(op("+", *odd), hits),
                            eq(choose(52, n), comb(52, n)), variants=[variant]))
    out.append(witnessed("two players, 7c and 7h: the club wins", [pack_of("G-even", 32, 2)],
                         finding, taken=[1, 0]))
    return out


@certifies("B017")
def lone_card(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify on the types with one card in the emergent suit that it wins."""
    out = []
    for n in (3, 5, 7, 9):
        variant = pack_of("GN", 52, n)

        def wrong(t: list[Seen], variant: Variant = variant) -> Any:
            emergent = emergent_suit(TERMS, t)
            alone = [c.suit == emergent for c in t]
            wins = variant.wins(TERMS, t)
            return TERMS.all([TERMS.count(alone) == 1, TERMS.any(
                TERMS.no(eq(x, y)) for x, y in zip(alone, wins, strict=True))])

        out.append(tricks.over_types(f"{n} cards: a lone card of the emergent suit does not win on "
                                     "{count} of {size} types", variant, n, wrong, 0))
    cards = [Card("c", "J"), Card("s", "9"), Card("h", "K")]
    out.append(shown("J clubs, 9 spades, K hearts: the king of hearts wins", [load("G3")],
                     case(ending(load("G3"), [(c,) for c in cards]), cards, taken=[0, 0, 1])))
    return out


@certifies("B018")
def parletts(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that the two rules name the same single card of every set of three."""
    variant = load("G3")

    def differ(t: list[Seen]) -> Any:
        ours, his = variant.wins(TERMS, t), middling_of_three(TERMS, t)
        return TERMS.any([TERMS.no(TERMS.count(his) == 1), *[
            TERMS.no(eq(x, y)) for x, y in zip(ours, his, strict=True)]])

    return [tricks.over_sets("the rules differ, or name not one card, on {count} of the {size} sets"
                             " of three of the 33 cards (each in six orders: 32736 triples; both "
                             "rules treat all places alike)", variant, 3, differ, 0),
            calc("5456 sets in six orders are 32736 triples", eq(number(5456, 6), 32736),
                 variants=[variant])]


@certifies("B044", "B045", "B047")
def symmetries(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify what changes of all cards do to the winner."""
    out = []
    if claim.id == "B044":
        out.append(formulas.changes_nothing("33 cards: reversing all ranks changes no winner",
                                            load("G3"), lambda c: c._replace(strength=-c.strength)))
        for g in ("G3", "G5", "G5-2P"):
            variant = load(g)
            out.append(tricks.over_types(
                f"{len(variant.pack)} cards: reversing all ranks changes the winner on {{count}} "
                "of {size} types", variant, variant.players,
                lambda t, v=variant: _moved(v, t, lambda c: c._replace(strength=0 - c.strength)),
                0))
        low = load("G3", choose={"Alow": "ace low"})
        height = seen(at(var("x"), 0))
        for variant, words in ((load("G3"), "height"), (low, "less the height")):
            sign = height.height if words == "height" else 0 - height.height
            out.append(counted(f"{(variant.order.reverse and 'ace low') or 'ace high'}: the "
                               f"strength "
                               f"is the {words} for all natural cards", {
                                   "kind": "subsets", "items": items(variant.view("")), "size": 1},
                               TERMS.all([TERMS.no(height.joker),
                                          TERMS.no(height.strength == sign)]), [variant], 0))
        return out
    pairs = {"clubs and spades": ("c", "s"), "hearts and diamonds": ("h", "d"),
             "black and red": ("cs", "hd")}
    if claim.id == "B047":
        pairs = {"spades and hearts": ("s", "h"), "spades and diamonds": ("s", "d")}
    for name, (one, other) in pairs.items():
        suits = swap(one, other)
        for n in (3, 5, 7, 9) if claim.id == "B045" else (3, 5):
            if claim.id == "B045":
                variant = pack_of("GN", 52, n)
                out.append(tricks.over_types(
                    f"{n} cards: exchanging {name} changes the winner on {{count}} of {{size}} "
                    "types", variant, n,
                    lambda t, v=variant, s=suits: _moved(v, t, lambda c: turned(c, s)), 0))
                continue
            variant = pack_of("GN", 32 if n == 3 else 44, n)
            kinds = [k for k in trick_types(variant.pack, n) if _differs(variant, k.cards, suits)]
            sets = sum(k.sets for k in kinds)
            out.append(tricks.over_tricks(
                f"{n} cards: with {name} exchanged in the pairing of colours another card wins on "
                f"{{count}} of these {{size}} types, which stand for {sets} sets", variant,
                [k.cards for k in kinds],
                lambda t, v=variant, s=suits: _moved(v, t, lambda c: turned(c, s)), len(kinds)))
            if n == 3:
                out.append(tricks.over_sets(
                    "3 of 32 cards: another card wins on {count} of {size} sets", variant, 3,
                    lambda t, v=variant, s=suits: _moved(v, t, lambda c: turned(c, s)), 2048))
    if claim.id == "B047":
        out.append(witnessed("three sevens: the card of the colour that is alone wins",
                             [load("G3")], finding, to=None, taken=None))
    return out


def _differs(variant: Variant, cards: tuple[Card, ...], suits: dict[int, int]) -> bool:
    from proofs.clauses import turned as plainly
    from solver.rules.algebra import PLAIN

    trick = [variant.view("")[c] for c in cards]
    return variant.wins(PLAIN, trick) != variant.wins(PLAIN, [plainly(c, suits) for c in trick])
