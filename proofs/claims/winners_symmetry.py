"""What changes nothing in rule C, what does, and why even numbers of players are harder."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from proofs import clauses as c
from proofs.claim import Claim, Finding, decided
from proofs.claims.winners_middling import one_trick, pack_of
from proofs.encode.cases import Cases
from proofs.registry import Effort, settles
from proofs.trick_types import trick_types, uniqueness
from proofs.witness import replayed
from solver.cards import card_pretty
from solver.position import play
from solver.rules.algebra import PLAIN
from solver.variant import load

if TYPE_CHECKING:
    from solver.cards import Card


@settles("B044")
def ace_high_or_low(claim: Claim, effort: Effort) -> Finding:
    """Settle that reversing all ranks changes no winner."""
    for name in ("G3", "G5", "G5-2P"):
        high, low = load(name).view(""), load(name, choose={"Alow": "ace low"}).view("")
        if {k: s.strength for k, s in low.items()} != {k: -s.strength for k, s in high.items()}:
            return decided(False, "ace low is not the reversed order")
    proved = {
        name: c.unchanged(claim.id, "reversed", v, v.players, c.reversed_rank, v.view(""))
        for name in ("G3", "G5", "G5-2P")
        for v in [load(name)]
    }
    variant = load("G3")
    a = Cases(list(variant.view("").values()), 3)
    before = variant.wins(a, a.trick)
    after = variant.wins(a, [c.reversed_rank(card) for card in a.trick])
    differ = a.all(
        [a.distinct(), a.any(a.no(a.same(x, y)) for x, y in zip(before, after, strict=True))]
    )
    return decided(
        all(proved.values()) and a.size_of(differ) == 0,
        f"no trick of {', '.join(proved)} changes its winner when all ranks are reversed; "
        f"{a.size_of(a.distinct())} ordered triples of 33 cards compared one by one",
        scope="33 cards n=3, 45 cards n=5, 65 cards (double pack) n=5; any odd n: 'below' and "
        "'above' stand alike in the rule",
        method="SAT over all tricks; all ordered triples",
        details={"refuted": proved, "triples changed": a.size_of(differ)},
    )


SWAPS = {
    "clubs and spades": ("c", "s"),
    "hearts and diamonds": ("h", "d"),
    "black and red": ("cs", "hd"),
}


@settles("B045")
def swapped_suits(claim: Claim, effort: Effort) -> Finding:
    """Settle that exchanging suits of a colour, or the colours, changes no winner (odd n)."""
    proved = {}
    for name, (one, other) in SWAPS.items():
        suits = c.swap(one, other)
        for v in (load("G3"), load("G5")):
            proved[f"{name}, {v.name}"] = c.unchanged(
                claim.id, name, v, v.players, lambda card, s=suits: c.turned(card, s), v.view("")
            )
    types = {}
    wrong = 0
    for n in (3, 5, 7, 9):
        variant = pack_of("GN", 52, n)
        view = variant.view("")
        kinds = list(trick_types(variant.pack, n))
        types[n] = len(kinds)
        for kind in kinds:
            trick = [view[card] for card in kind.cards]
            before = variant.wins(PLAIN, trick)
            for one, other in SWAPS.values():
                suits = c.swap(one, other)
                wrong += before != variant.wins(PLAIN, [c.turned(card, suits) for card in trick])
    return decided(
        all(proved.values()) and wrong == 0,
        "none of the three exchanges changes a winner: all tricks of 33 cards (n=3) and 45 cards "
        "(n=5), "
        f"and all {sum(types.values())} types of tricks for n=3 to 9",
        scope="odd n; for all odd n because exactly one suit of one colour is odd",
        method="SAT over all tricks; types of tricks",
        details={"refuted": proved, "types": types, "changed": wrong},
    )


@settles("B047")
def colours_matter(claim: Claim, effort: Effort) -> Finding:
    """Settle whether pairing the suits into colours differently changes winners."""
    pairings = {"♣♥ and ♠♦": c.swap("s", "h"), "♣♦ and ♠♥": c.swap("s", "d")}
    shares: dict[str, dict[str, str]] = {}
    example: tuple[Card, ...] = ()
    texts = []
    for name, suits in pairings.items():
        for n, cards in ((3, 32), (5, 44)):
            variant = pack_of("GN", cards, n)
            view = variant.view("")
            total = differ = 0
            for kind in trick_types(variant.pack, n):
                trick = [view[card] for card in kind.cards]
                other = [c.turned(card, suits) for card in trick]
                total += kind.sets
                if variant.wins(PLAIN, trick) != variant.wins(PLAIN, other):
                    differ += kind.sets
                    example = example or kind.cards
            shares.setdefault(name, {})[f"n={n}, {cards} cards"] = f"{differ}/{total}"
            texts.append(f"{name}, n={n}: {differ} of {total}")
    variant = load("G3")
    witness = None
    if example:
        witness = replayed(
            "three suits: the card of the colour that is alone wins; pair the suits otherwise and "
            "another card does",
            one_trick(example, variant),
            [play(card) for card in example],
        )
    return decided(
        bool(example),
        "yes: with the suits paired otherwise the winner changes on "
        + "; ".join(texts)
        + f" sets without Joker; smallest: {' '.join(card_pretty(x) for x in example)}",
        scope="n=3 with 32 cards, n=5 with 44 cards",
        method="all types of tricks under each pairing",
        witness=witness,
        details={"changed sets": shares},
    )


# --- B003: even numbers -----------------------------------------------------------------------


@settles("B003")
def even_numbers(claim: Claim, effort: Effort) -> Finding:
    """Settle how far the rule fails for even numbers, and whether any rule could do."""
    rows = {}
    for cards in (32, 40, 52):
        for n in (2, 4, 6):
            variant = pack_of("G-even", cards, n)
            found = uniqueness(variant, n)
            silent_sets = found.winner_counts.get(0, 0)
            half = cards // 2
            counted = sum(comb(half, b) * comb(half, n - b) for b in range(0, n + 1, 2))
            if silent_sets != counted or found.sets != comb(cards, n):
                return decided(False, "count and types disagree", details={"n": n, "cards": cards})
            rows[f"n={n}, {cards} cards"] = Fraction(silent_sets, found.sets)
    blocked = {n: closed_without_fixed(n, 32 // 4) for n in range(2, 33)}
    none_for_even = all(count > 0 for n, count in blocked.items() if n % 2 == 0)
    none_for_odd = all(count == 0 for n, count in blocked.items() if n % 2)
    largest = {
        cards: max(n for n in range(1, cards + 1) if closed_without_fixed(n, cards // 4))
        for cards in (32, 40, 52)
    }
    return decided(
        none_for_even and none_for_odd,
        "no branch fires on "
        + ", ".join(f"{float(s):.2%} ({name})" for name, s in rows.items())
        + " of the sets of cards; on all others both colours are odd and the order of C2, C3 "
        "decides; "
        "and no rule at all can do: A♠ 7♠ is its own image under reversal, so that a rule blind to "
        "seats and unchanged by reversal would have to name a card that reversal leaves alone",
        scope="(i) n=2, 4, 6 with 32, 40, 52 cards; (ii) every even n up to "
        + ", ".join(f"{n} with {cards} cards" for cards, n in largest.items()),
        method="counts of black cards, checked by types of tricks; sets equal to their reversal",
        details={
            "no branch": {name: str(s) for name, s in rows.items()},
            "order of C2, C3 matters": {name: str(1 - s) for name, s in rows.items()},
            "sets equal to their reversal without a fixed card, 32 cards": {
                n: blocked[n] for n in (2, 3, 4, 5)
            },
            "largest number of players without any rule": largest,
        },
    )


def closed_without_fixed(n: int, ranks: int) -> int:
    """Count n-card sets of four suits that reversal maps to themselves moving every card.

    They are made of pairs of mirrored ranks; of an odd number of ranks the middle one is in none.
    """
    return 0 if n % 2 else comb(4 * (ranks // 2), n // 2)
