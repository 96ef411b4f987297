"""Which card wins a trick.

Each rule takes the trick's cards in the order played and states, for every card, the condition
under which that card wins. The rules never promise that exactly one card wins: whether they do is
a claim to be proved, and a trick on which they don't is one for which the rules are silent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.rules.order import BLACK_SUITS, NO_SUIT, RED_SUITS, Seen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solver.rules.algebra import Algebra, Truth

EQUAL_CARDS = ("first", "last", "pairs, first", "pairs, last", "all", "refuse", "none")
JOKER_READINGS = ("first", "last", "cancel", "refuse")


def led_card(a: Algebra, trick: Sequence[Seen]) -> Seen:
    """Return the card that fixes the led suit: the first, or the second when the Fool was led."""
    if len(trick) == 1:
        return trick[0]
    fool = trick[0].fool
    return Seen(*(a.when(fool, second, first) for first, second in zip(*trick[:2], strict=True)))


def beats(a: Algebra, card: Seen, other: Seen) -> Truth:
    """State that `card` ranks above `other`: trump over plain suit, else by strength."""
    return a.any(
        [
            a.all([card.trump, a.no(other.trump)]),
            a.all([card.suit == other.suit, card.strength > other.strength]),
        ]
    )


def highest(a: Algebra, trick: Sequence[Seen], equal: str = "first") -> list[Truth]:
    """State who wins by the highest trump, else the highest card of the suit led.

    Sources: WN-NT, WN-T, WN-SF, WN-LATE, WN-JJ. The Fool never wins. Of equal cards the `first`
    (or `last`) played wins. A Joker, where such a game has one, wins only if it alone was led.
    """
    led = led_card(a, trick)
    return [a.all(_highest_terms(a, trick, led, i, equal)) for i in range(len(trick))]


def _highest_terms(
    a: Algebra, trick: Sequence[Seen], led: Seen, i: int, equal: str
) -> list[Truth]:
    card = trick[i]
    terms = [a.no(card.fool), a.any([card.trump, card.suit == led.suit])]
    for j, other in enumerate(trick):
        if j == i:
            continue
        terms.append(a.no(beats(a, other, card)))
        if (equal == "first" and j < i) or (equal == "last" and j > i):
            terms.append(a.no(other.face == card.face))
    return terms


def emergent_suit(a: Algebra, trick: Sequence[Seen]) -> Truth:
    """State the emergent suit (index, or NO_SUIT where no branch fires).

    Source: Barber's rule C2 and C3: the suit with an odd count of the black cards if they are odd
    in number, otherwise the suit with an odd count of the red cards if those are.
    """
    suit = NO_SUIT
    for suits in (RED_SUITS, BLACK_SUITS):
        colour = 1 if suits == BLACK_SUITS else 2
        odd_suit = NO_SUIT
        for s in reversed(suits):
            odd_suit = a.when(a.odd(a.count(c.suit == s for c in trick)), s, odd_suit)
        suit = a.when(a.odd(a.count(c.colour == colour for c in trick)), odd_suit, suit)
    return suit


def middling(
    a: Algebra, trick: Sequence[Seen], equal: str = "pairs, first", jokers: str = "first"
) -> list[Truth]:
    """State who wins by the middling rank of the emergent suit; a Joker wins before that.

    Sources: WN-MID, WN-MID2, WN-MID3, WN-MIDJ (Barber's rule C, notes 6 and 7). `equal` says what
    becomes of equal cards inside the emergent suit, `jokers` which of several Jokers wins.
    """
    joker_wins = [_joker_wins(a, trick, i, jokers) for i in range(len(trick))]
    by_joker = _joker_decides(a, trick, jokers)
    emergent = emergent_suit(a, trick)
    stands = [_survives(a, trick, i, equal, emergent) for i in range(len(trick))]
    size = a.count(stands)
    wins = []
    for i, card in enumerate(trick):
        below = a.count(
            a.all([s, other.strength < card.strength])
            for s, other in zip(stands, trick, strict=True)
        )
        above = a.count(
            a.all([s, other.strength > card.strength])
            for s, other in zip(stands, trick, strict=True)
        )
        middle = a.all([stands[i], 2 * below < size, 2 * above < size])
        if equal == "refuse":
            middle = a.all([middle, a.no(_tripled(a, trick, emergent))])
        wins.append(a.when(by_joker, joker_wins[i], middle))
    return wins


def _joker_decides(a: Algebra, trick: Sequence[Seen], jokers: str) -> Truth:
    if jokers == "cancel":
        return a.odd(a.count(c.joker for c in trick))
    return a.any(c.joker for c in trick)


def _joker_wins(a: Algebra, trick: Sequence[Seen], i: int, jokers: str) -> Truth:
    if jokers == "refuse":  # every Joker claims the trick
        return trick[i].joker
    rivals = trick[:i] if jokers == "first" else trick[i + 1 :]
    return a.all([trick[i].joker, a.no(a.any(c.joker for c in rivals))])


def _survives(
    a: Algebra, trick: Sequence[Seen], i: int, equal: str, emergent: Truth
) -> Truth:
    """State that card i is left in the emergent suit once equal cards have been ignored."""
    card = trick[i]
    in_suit = a.all([card.suit == emergent, emergent != NO_SUIT])
    twins = [j for j in range(len(trick)) if j != i]
    same = {j: trick[j].face == card.face for j in twins}
    if equal == "none":
        return in_suit
    if equal == "all":
        return a.all([in_suit, *(a.no(same[j]) for j in twins)])
    keeps_place = [j for j in twins if (j > i if equal == "pairs, last" else j < i)]
    unpaired = a.no(a.odd(a.count(same[j] for j in twins)))
    return a.all([in_suit, unpaired, *(a.no(same[j]) for j in keeps_place)])


def _tripled(a: Algebra, trick: Sequence[Seen], emergent: Truth) -> Truth:
    """State that three or more equal cards lie in the emergent suit (note 7 gives no rule)."""
    return a.any(
        a.all([card.suit == emergent, a.count(c.face == card.face for c in trick) >= 3])
        for card in trick
    )


def middling_of_three(a: Algebra, trick: Sequence[Seen]) -> list[Truth]:
    """State who wins by Parlett's own wording for three players (claim B018).

    The Joker wins; else of three cards of one suit the middle one, of two suits the card that is
    alone in its suit, of three suits the card that is alone in its colour.
    """
    any_joker = a.any(c.joker for c in trick)
    wins = []
    for i, card in enumerate(trick):
        others = [c for j, c in enumerate(trick) if j != i]
        x, y = others
        one_suit = a.all([card.suit == x.suit, card.suit == y.suit])
        alone_in_suit = a.all([x.suit == y.suit, card.suit != x.suit])
        three_suits = a.all([card.suit != x.suit, card.suit != y.suit, x.suit != y.suit])
        middle = a.any(
            [
                a.all([x.strength < card.strength, card.strength < y.strength]),
                a.all([y.strength < card.strength, card.strength < x.strength]),
            ]
        )
        alone_in_colour = a.all([x.colour == y.colour, card.colour != x.colour])
        natural = a.any(
            [
                a.all([one_suit, middle]),
                alone_in_suit,
                a.all([three_suits, alone_in_colour]),
            ]
        )
        wins.append(a.when(any_joker, card.joker, natural))
    return wins


WINNERS: dict[str, Callable[..., list[Truth]]] = {
    "highest": highest,
    "middling": middling,
    "middling of three": middling_of_three,
}
