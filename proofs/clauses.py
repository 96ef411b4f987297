"""Barber's clauses C2a to C3b as statements about numbers of cards, for any number of players.

The rule itself is `rules.trick.middling`; here its text is split up, so that a solver can show for
all numbers at once that one clause applies and that one card is in the middle. `same_suit_as_rule`
ties the clauses to the rule.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import z3

from proofs.algebra import Z3, proved
from proofs.encode.obligations import refuted
from proofs.trick_types import trick_types
from solver.encode.cnf import Cnf
from solver.rules.algebra import PLAIN
from solver.rules.order import NO_SUIT, SUIT_INDEX, Seen
from solver.rules.scoring import rising_weights
from solver.rules.trick import emergent_suit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from solver.cards import Card
    from solver.rules.algebra import Algebra, Truth
    from solver.variant import Variant

CLAUSES = {"C2a": "c", "C2b": "s", "C3a": "h", "C3b": "d"}


def clauses(a: Algebra, c: Any, s: Any, h: Any, d: Any) -> dict[str, Truth]:
    """State for given numbers of clubs, spades, hearts, diamonds which clauses apply."""
    black, red = a.odd(c + s), a.odd(h + d)
    return {
        "C2a": a.all([black, a.odd(c)]),
        "C2b": a.all([black, a.odd(s)]),
        "C3a": a.all([a.no(black), red, a.odd(h)]),
        "C3b": a.all([a.no(black), red, a.odd(d)]),
    }


def _counts() -> tuple[list[Any], Any]:
    counts = [z3.Int(name) for name in "cshd"]
    return counts, z3.And(*(x >= 0 for x in counts))


@lru_cache(maxsize=1)
def one_clause_for_odd() -> bool:
    """Prove for all numbers of cards with an odd sum that exactly one clause applies."""
    counts, natural = _counts()
    applied = Z3.count(clauses(Z3, *counts).values())
    return proved(applied == 1, natural, z3.Sum(*counts) % 2 == 1)


@lru_cache(maxsize=1)
def one_colour_is_odd() -> bool:
    """Prove for all numbers with an odd sum that exactly one colour is odd (order can't matter)."""
    counts, natural = _counts()
    black, red = (counts[0] + counts[1]) % 2, (counts[2] + counts[3]) % 2
    return proved(black + red == 1, natural, z3.Sum(*counts) % 2 == 1)


@lru_cache(maxsize=1)
def middle_is_unique() -> bool:
    """Prove for every odd m that of m cards of different rank exactly one is in the middle.

    The card with p cards below it has m-1-p above; it is middling by the rule's own test just if
    p is half of m-1.
    """
    m, p = z3.Int("m"), z3.Int("p")
    middle = z3.And(2 * p < m, 2 * (m - 1 - p) < m)
    given = (m % 2 == 1, p >= 0, p < m)
    return proved(middle == (2 * p == m - 1), *given)


@lru_cache(maxsize=1)
def pairs_leave_odd() -> bool:
    """Prove that taking equal cards away in pairs leaves every suit's and colour's parity."""
    m, pairs = z3.Int("m"), z3.Int("pairs")
    left = m - 2 * pairs
    return proved(
        z3.And(left % 2 == m % 2, z3.Implies(m % 2 == 1, left >= 1)), pairs >= 0, left >= 0
    )


@lru_cache(maxsize=1)
def weights_step_for_all() -> bool:
    """Prove for every n that weights d seats apart differ by d or by d - n (rule E).

    So s_i - s_(i-d) = d·T - n·b for some b, which is 0 only if n divides d·T; no such d exists
    where n and T have no common factor.
    """
    n, d, k = z3.Int("n"), z3.Int("d"), z3.Int("k")

    def weight(place: Any) -> Any:
        return z3.If(place == n - 1, 0, place + 1)

    further = z3.If(k + d < n, k + d, k + d - n)
    step = weight(further) - weight(k)
    given = (d > 0, d < n, k >= 0, k < n)
    stated = all(
        [0 if k == m - 1 else k + 1 for k in range(m)] == rising_weights(m) for m in range(2, 61)
    )
    return stated and proved(z3.Or(step == d, step == d - n), *given)


def same_suit_as_rule(variant: Variant, size: int) -> tuple[int, int]:
    """Compare clauses and rule on all types of Joker-free tricks: (types, disagreements)."""
    view = variant.view("")
    types = wrong = 0
    for kind in trick_types(variant.pack, size):
        trick = [view[card] for card in kind.cards]
        if any(card.joker for card in trick):
            continue
        types += 1
        numbers = [sum(c.suit == SUIT_INDEX[letter] for c in trick) for letter in "cshd"]
        applied = [name for name, yes in clauses(PLAIN, *numbers).items() if yes]
        suit = emergent_suit(PLAIN, trick)
        named = [SUIT_INDEX[CLAUSES[name]] for name in applied] or [NO_SUIT]
        wrong += named != [suit]
    return types, wrong


# --- symmetries -------------------------------------------------------------------------------


def turned(card: Seen, suits: Mapping[int, int]) -> Seen:
    """Return a card with its suit changed (colours follow the suits)."""
    colours = {SUIT_INDEX[x]: 1 if x in "cs" else 2 for x in "cshd"} | {NO_SUIT: 0}
    if isinstance(card.suit, int):
        suit = suits.get(card.suit, card.suit)
        return card._replace(suit=suit, colour=colours[suit])
    suit = card.suit.mapped(lambda v: suits.get(v, v))
    return card._replace(suit=suit, colour=suit.mapped(lambda v: colours[v]))


def reversed_rank(card: Seen) -> Seen:
    """Return a card in the reversed order of its suit."""
    return card._replace(strength=-card.strength)


def swap(first: str, second: str) -> dict[int, int]:
    """Return the exchange of two suits, or of two pairs of suits."""
    pairs = list(zip(first, second, strict=True))
    return {SUIT_INDEX[a]: SUIT_INDEX[b] for a, b in [*pairs, *((b, a) for a, b in pairs)]}


def unchanged(
    claim: str, name: str, variant: Variant, size: int, change: Any, view: Mapping[Card, Seen]
) -> bool:
    """Refute that a change of all cards can change the place of the winner (all tricks at once).

    The rule treats all places alike, so that tricks in the order of the pack stand for all.
    """
    a = Cnf()
    trick = a.trick(view, variant.pack.count, size, sort=True)
    before = variant.wins(a, trick)
    after = variant.wins(a, [change(card) for card in trick])
    a.require(a.any(a.no(a.same(x, y)) for x, y in zip(before, after, strict=True)))
    return refuted(claim, f"{variant.name}: {name}", a)


def unique_winner_formula(
    variant: Variant, size: int, trump: str = "", *, sort: bool = False
) -> Cnf:
    """State that some trick of a pack has no winner or more than one."""
    a = Cnf()
    trick = a.trick(variant.view(trump), variant.pack.count, size, sort=sort)
    a.require(a.no(a.exactly_one(variant.wins(a, trick))))
    return a


def paired_off_first(a: Algebra, trick: Sequence[Seen]) -> list[Seen]:
    """Return the trick with equal cards struck out in pairs before any suit is chosen."""
    out = []
    for i, card in enumerate(trick):
        same = [trick[j].face == card.face for j in range(len(trick)) if j != i]
        earlier = [trick[j].face == card.face for j in range(i)]
        stands = a.all([a.no(a.odd(a.count(same))), *(a.no(x) for x in earlier)])
        out.append(
            card._replace(
                suit=a.when(stands, card.suit, NO_SUIT), colour=a.when(stands, card.colour, 0)
            )
        )
    return out
