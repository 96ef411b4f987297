"""Barber's rule C on packs with one copy of each card: totality, equivalence, symmetry."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, gcd
from typing import TYPE_CHECKING, Any

from proofs import clauses as c
from proofs.claim import Claim, Finding, decided, when
from proofs.encode.cases import Cases
from proofs.encode.obligations import refuted
from proofs.registry import Effort, settles
from proofs.splits import lawful_distances
from proofs.tie_law import law_proved, level_split
from proofs.trick_types import trick_types, uniqueness, winners
from proofs.witness import ending, replayed
from solver.cards import Card, card_pretty
from solver.position import Position, play
from solver.rules.algebra import PLAIN
from solver.rules.order import SUIT_INDEX
from solver.rules.trick import emergent_suit, middling_of_three
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Sequence

RANKS = "A K Q J 10 9 8 7 6 5 4 3 2"
ODD = (3, 5, 7, 9, 11, 13, 15, 17)


def pack_of(name: str, cards: int, players: int, **settings: Any) -> Variant:
    """Return a variant with a single pack of so many cards, without Jokers unless set."""
    ranks = " ".join(RANKS.split()[: cards // 4])
    fields = {"pack.groups": [{"ranks": ranks}], "order.ranks": ranks, "pack.jokers": 0}
    return load(name, players, settings=fields | settings)


def one_trick(cards: Sequence[Card], variant: Variant) -> Position:
    """Return the ending in which each seat holds one of the cards."""
    return ending(variant, [(card,) for card in cards])


# --- B001: Parlett's rule as printed ----------------------------------------------------------


def named_by_print(counts: Sequence[int], reds: Sequence[bool]) -> int:
    """Return how many cards Parlett's printed clauses name, for numbers of cards per suit."""
    size = sum(counts)
    present = [x for x in counts if x]
    if len(present) == 1:
        return size % 2  # the middle card
    if len(present) == 2:
        return present.count(1)  # the single card
    if len(present) == 3:
        colours = Counter({True: 0, False: 0})
        for number, red in zip(counts, reds, strict=True):
            colours[red] += number
        return list(colours.values()).count(1)  # the card of the single colour
    return 0  # four suits: no clause


def _vectors(size: int) -> list[tuple[int, ...]]:
    return [
        (x, y, z, size - x - y - z)
        for x in range(size + 1)
        for y in range(size + 1 - x)
        for z in range(size + 1 - x - y)
    ]


def _defined_score(players: int) -> bool:
    """Whether own, right and left are different seats and all there are."""
    seats = [0, -1 % players, 1 % players]
    return sorted(seats) == list(range(players))


@settles("B001")
def only_three(claim: Claim, effort: Effort) -> Finding:
    """Settle for which numbers of players Parlett's rule and score are defined as printed."""
    reds = (False, False, True, True)
    shares = {}
    for n in range(2, 8):
        sets = {v: _ways(v, 8) for v in _vectors(n)}
        good = sum(w for v, w in sets.items() if named_by_print(v, reds) == 1)
        shares[n] = Fraction(good, sum(sets.values()))
    trick = [n for n, share in shares.items() if share == 1]
    score = [n for n in range(2, 30) if _defined_score(n)]
    # For n >= 4 take two cards of one suit and n-2 of another: neither is single.
    beyond = all(named_by_print((2, n - 2, 0, 0), reds) != 1 for n in range(4, 60))
    return decided(
        trick == [3] and score == [3] and beyond,
        "defined for three players alone: one card is named by the printed clauses in "
        + ", ".join(f"{float(s):.1%} (n={n})" for n, s in shares.items())
        + " of the sets of 32 cards; own, right and left are all seats once each only for n=3",
        scope="trick rule: n=2..7 by count, n>=4 by a suit of 2 and one of n-2; score: every n",
        method="all suit counts; from n=4 on two suits of 2 and n-2 cards name no card",
        details={
            "share of sets with one card named": {n: str(s) for n, s in shares.items()},
            "trick rule defined for": trick,
            "score defined for": score,
        },
    )


def _ways(vector: Sequence[int], ranks: int) -> int:
    product = 1
    for number in vector:
        product *= comb(ranks, number)
    return product


# --- all odd numbers --------------------------------------------------------------------------


def _unique_for_all_odd() -> tuple[bool, dict[int, int]]:
    """Return whether every type of trick has one winner, and the types looked at, by players."""
    types = {}
    good = c.one_clause_for_odd() and c.middle_is_unique()
    for n in ODD:
        variant = pack_of("GN", 52, n, **{"pack.jokers": 1})
        found = uniqueness(variant, n)
        types[n] = found.types
        good = good and not found.failing and c.same_suit_as_rule(variant, n)[1] == 0
    return good, types


@settles("B002")
def any_odd_number(claim: Claim, effort: Effort) -> Finding:
    """Settle winner and ties for every odd number of players."""
    unique, types = _unique_for_all_odd()
    unique = unique and c.weights_step_for_all()
    law = {n: law_proved(n) for n in ODD[: 4 if effort.factor <= 1 else 8]}
    composite = {n: _ties(n) for n in (9, 15)}
    nine = level_split(9, lawful_distances(9, 6)[0], 6)
    return (
        when(
            "(i) always, (ii) the numbers of players and of tricks have no common factor",
            "(i) one winner: proved for all numbers of cards of each suit, and on all "
            f"{sum(types.values())}"
            f" types of tricks for n=3 to 17; (ii) raw scores can tie exactly when gcd(n, T) > 1, "
            f"proved for every T with n={', '.join(map(str, law))} and its steps for all n: it "
            "is "
            "enough for prime n that T is no multiple of n, but nine players tie with T=6, for "
            "example "
            f"{' '.join(map(str, nine))}",
            scope="every odd n>=3, one copy of each card, at most one Joker; every T",
            method="z3: parity of suit counts and place in the middle for all sizes; trick types; "
            "z3 with T symbolic; s_i - s_(i-d) = dT - nb",
            mend="(ii) 'because the numbers of tricks and of players have no common factor'",
            details={
                "unique": unique,
                "types by n": types,
                "tie law proved for every T": law,
                "T that tie, n=9 and 15 (T<=16)": composite,
                "tie with n=9, T=6": nine,
            },
        )
        if unique and all(law.values())
        else decided(False, "a step of the argument fails", details={"unique": unique, "law": law})
    )


def _ties(n: int) -> list[int]:
    return [t for t in range(1, 17) if gcd(n, t) > 1]


@settles("B019")
def extends_to_odd(claim: Claim, effort: Effort) -> Finding:
    """Settle uniqueness of the winner for all odd numbers, one copy of each card."""
    unique, types = _unique_for_all_odd()
    sat = []
    for variant in (load("G3"), load("G5")):
        n, text = variant.players, f"{variant.name}: not one winner (cards in order)"
        sat.append(c.unique_winner_formula(variant, n).solve() is None)
        sat.append(refuted(claim.id, text, c.unique_winner_formula(variant, n, sort=True)))
    return decided(
        unique and all(sat),
        "for every odd n one clause applies (parity of four counts with an odd sum) and an odd "
        "number "
        f"of different ranks has one middle; {sum(types.values())} types of tricks for n=3 to 17 "
        "and "
        "all tricks of 33 cards (n=3) and 45 cards (n=5) have one winner",
        scope="every odd n, any pack with one copy of each card and at most one Joker",
        method="z3 over all suit counts and sizes; types of tricks; SAT with proof",
        details={"types by n": types, "formulas refuted": len(sat)},
    )


@settles("B013")
def one_clause(claim: Claim, effort: Effort) -> Finding:
    """Settle that exactly one of the four clauses applies to a Joker-free trick."""
    compared = {n: c.same_suit_as_rule(pack_of("GN", 52, n), n) for n in ODD[:5]}
    vectors = {n: len(_vectors(n)) for n in compared}
    one = {n: sum(sum(c.clauses(PLAIN, *v).values()) == 1 for v in _vectors(n)) for n in compared}
    even = sum(sum(c.clauses(PLAIN, *v).values()) == 1 for v in _vectors(4))
    return decided(
        c.one_clause_for_odd() and one == vectors and not any(w for _, w in compared.values()),
        "exactly one of C2a, C2b, C3a, C3b applies for all numbers of clubs, spades, hearts and "
        f"diamonds with an odd sum; counted for n=3 to 11 ({sum(vectors.values())} vectors of "
        "counts); "
        f"with four cards in {even} of {len(_vectors(4))} vectors only",
        scope="every odd n, any pack",
        method="z3 over all natural numbers; all vectors of counts",
        details={"vectors": vectors, "with one clause": one},
    )


@settles("B014")
def middling_rank(claim: Claim, effort: Effort) -> Finding:
    """Settle that the emergent suit has one card of middling rank."""
    found = {name: uniqueness(load(name), load(name).players) for name in ("G3", "G5", "G7a")}
    return decided(
        c.middle_is_unique() and not any(u.failing for u in found.values()),
        "an odd number of cards of different rank has exactly one with as many above as below it; "
        + ", ".join(f"{name}: {u.types} types, {u.sets} sets of cards" for name, u in found.items())
        + ", one winner each",
        scope="every odd n, one copy of each card",
        method="z3 for every odd size of the suit; types of tricks",
        details={name: {"types": u.types, "sets": u.sets} for name, u in found.items()},
    )


@settles("B015")
def black_before_red(claim: Claim, effort: Effort) -> Finding:
    """Settle whether reading C3 before C2 can change a winner."""
    swapped = c.swap("cs", "hd")
    changed = {}
    for n in (2, 3, 4, 5, 6, 7):
        variant = pack_of("GN" if n % 2 else "G-even", 52, n)
        view = variant.view("")
        total = differ = 0
        for kind in trick_types(variant.pack, n):
            trick = [view[card] for card in kind.cards]
            total += kind.sets
            # Exchanging the colours of all cards reads the clauses in the other order.
            other = [c.turned(card, swapped) for card in trick]
            if variant.wins(PLAIN, trick) != variant.wins(PLAIN, other):
                differ += kind.sets
        changed[n] = Fraction(differ, total)
    odd_same = all(share == 0 for n, share in changed.items() if n % 2)
    even_differ = all(share > 0 for n, share in changed.items() if n % 2 == 0)
    variant = pack_of("G-even", 32, 2)
    pair = [Card("c", "7"), Card("h", "7")]
    witness = replayed(
        "two players: C2 first gives the club, C3 first would give the heart",
        one_trick(pair, variant),
        [play(card) for card in pair],
    )
    return (
        when(
            "the number of players is even",
            "odd n: never, since exactly one colour is odd; even n: whenever both colours are odd, "
            "in "
            + ", ".join(f"{float(s):.1%} (n={n})" for n, s in changed.items() if n % 2 == 0)
            + " of the sets of 52 cards",
            scope="every n, any pack",
            method="z3 over all natural numbers; all types of tricks of 52 cards for n=2..7",
            witness=witness,
            details={
                "can change, odd n": not odd_same,
                "share of sets changed": {n: str(s) for n, s in changed.items()},
            },
        )
        if c.one_colour_is_odd() and odd_same and even_differ
        else decided(
            False, "the order matters otherwise than by parity", details={"changed": str(changed)}
        )
    )


@settles("B017")
def emergent_suit_of_one(claim: Claim, effort: Effort) -> Finding:
    """Settle that a lone card of the emergent suit wins."""
    seen = wrong = 0
    for n in (3, 5, 7, 9):
        variant = pack_of("GN", 52, n)
        view = variant.view("")
        for kind in trick_types(variant.pack, n):
            trick = [view[card] for card in kind.cards]
            suit = emergent_suit(PLAIN, trick)
            alone = [i for i, card in enumerate(trick) if card.suit == suit]
            if len(alone) == 1:
                seen += 1
                wrong += list(winners(variant, kind.cards)) != alone
    example = (Card("c", "J"), Card("s", "9"), Card("h", "K"))
    won = [card_pretty(example[i]) for i in winners(load("G3"), example)]
    return decided(
        wrong == 0 and seen > 0,
        f"on all {seen} types of tricks with one card in the emergent suit that card wins (n=3 to "
        "9); "
        f"J♣ 9♠ K♥: {' '.join(won)}",
        scope="n=3, 5, 7, 9 by type; any odd n: of one card none is above and none below",
        method="types of tricks; worked example",
        details={"types": seen, "example": won},
    )


@settles("B018")
def equals_parletts_rule(claim: Claim, effort: Effort) -> Finding:
    """Compare Barber's rule with Parlett's wording on all ordered triples."""
    variant = load("G3")
    cards = list(variant.view("").values())
    a = Cases(cards, 3)
    distinct = a.distinct()
    ours, his = variant.wins(a, a.trick), middling_of_three(a, a.trick)
    differ = a.all([distinct, a.any(a.no(a.same(x, y)) for x, y in zip(ours, his, strict=True))])
    one = a.all([distinct, a.exactly_one(his)])
    total, bad = a.size_of(distinct), a.size_of(differ)
    branches = _branches(a, distinct)
    return decided(
        bad == 0 and a.size_of(one) == total,
        f"the same single winner on all {total} ordered triples of the 33 cards ("
        + ", ".join(f"{name} {count}" for name, count in branches.items())
        + ")",
        scope="n=3, 32 cards and a Joker",
        method="all ordered triples at once, both rules",
        details={"triples": total, "differ": bad, "by Parlett's cases": branches},
    )


def _branches(a: Cases, distinct: Any) -> dict[str, int]:
    joker = a.any(card.joker for card in a.trick)
    suits = [a.any(card.suit == SUIT_INDEX[letter] for card in a.trick) for letter in "cshd"]
    number = a.count(suits)
    out = {"Joker": a.size_of(a.all([distinct, joker]))}
    for k, name in ((1, "one suit"), (2, "two suits"), (3, "three suits")):
        out[name] = a.size_of(a.all([distinct, a.no(joker), number == k]))
    return out
