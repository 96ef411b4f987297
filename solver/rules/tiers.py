"""Which cards may be led, and which may follow: ordered tiers of a small vocabulary.

A rule is a list of tiers; the legal cards are those of the first tier that the hand meets.
A tier reads `KIND [or KIND …] [while CONDITION [and CONDITION …]]`, for example
`led suit that heads`, `led suit or trumps while holding led suit`, `trumps while second trick`.
`not` negates a condition. A tier whose conditions are not met is empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from solver.errors import VariantError, nearest
from solver.rules.order import SUIT_INDEX
from solver.rules.trick import beats, highest, led_card

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solver.rules.algebra import Algebra, Truth
    from solver.rules.order import Seen


class Situation(NamedTuple):
    """What a seat about to play can be bound by.

    `hand` the seat's cards and `held` whether each is really there (always true for a known
    hand), `trick` the cards on the table, `broken` whether trumps (or hearts) are broken,
    `number` of the trick (1 for the first), `trump_known`, `trump_leads` how many tricks must be
    opened with a trump, `opening` face of the card that must open the first trick (or -1),
    `called` whether the lead is a face-down call for trumps, `barred` face of the card that has
    been called civil (or -1).
    """

    hand: Sequence[Seen]
    held: Sequence[Truth]
    trick: Sequence[Seen]
    broken: Truth = False
    number: Truth = 1
    trump_known: Truth = True
    trump_leads: Truth = 0
    opening: Truth = -1
    called: Truth = False
    barred: Truth = -1
    ace_turned: Truth = False
    withhold_only_alone: bool = False


def _holding(a: Algebra, s: Situation, kind: Callable[[Algebra, Seen, Situation], Truth]) -> Truth:
    return a.any(
        a.all([held, kind(a, card, s)]) for held, card in zip(s.held, s.hand, strict=True)
    )


def _led(a: Algebra, s: Situation) -> Seen:
    return led_card(a, s.trick)


# --- kinds of cards ---------------------------------------------------------------------------


def any_card(a: Algebra, card: Seen, s: Situation) -> Truth:
    """Any card of the hand."""
    return True


def naturals(a: Algebra, card: Seen, s: Situation) -> Truth:
    """Cards with a suit: no Joker, no Fool."""
    return a.no(a.any([card.joker, card.fool]))


def jokers(a: Algebra, card: Seen, s: Situation) -> Truth:
    """The Jokers."""
    return card.joker


def fool(a: Algebra, card: Seen, s: Situation) -> Truth:
    """The Fool."""
    return card.fool


def trumps(a: Algebra, card: Seen, s: Situation) -> Truth:
    """Trumps by their effective suit."""
    return card.trump


def plain(a: Algebra, card: Seen, s: Situation) -> Truth:
    """Cards of suits that are not trump."""
    return a.all([a.no(card.trump), naturals(a, card, s)])


def led_suit(a: Algebra, card: Seen, s: Situation) -> Truth:
    """Cards whose effective suit is the suit led."""
    return a.all([naturals(a, card, s), card.suit == _led(a, s).suit])


def same_colour(a: Algebra, card: Seen, s: Situation) -> Truth:
    """Cards of the colour led."""
    return a.all([naturals(a, card, s), card.colour == _led(a, s).colour])


def heads(a: Algebra, card: Seen, s: Situation) -> Truth:
    """Cards that would win the trick as it lies."""
    return highest(a, [*s.trick, card])[-1]


def heads_led_suit(a: Algebra, card: Seen, s: Situation) -> Truth:
    """Cards above every card of the led suit on the table, whatever trumps lie there."""
    lead = _led(a, s)
    return a.all(a.no(a.all([c.suit == lead.suit, beats(a, c, card)])) for c in s.trick)


def not_barred(a: Algebra, card: Seen, s: Situation) -> Truth:
    """Cards that nobody has called civil."""
    return a.no(card.face == s.barred)


def smallest(a: Algebra, card: Seen, s: Situation) -> Truth:
    """The smallest card of the hand by printed rank; of equals any."""
    return a.all(
        a.any([a.no(held), card.height <= other.height])
        for held, other in zip(s.held, s.hand, strict=True)
    )


def highest_trump(a: Algebra, card: Seen, s: Situation) -> Truth:
    """The best trump of the hand."""
    return a.all(
        [
            card.trump,
            *(
                a.any([a.no(held), a.no(other.trump), other.strength <= card.strength])
                for held, other in zip(s.held, s.hand, strict=True)
            ),
        ]
    )


def master_trump(a: Algebra, card: Seen, s: Situation) -> Truth:
    """The ace of trumps, or the king when the ace is the turn-up."""
    ace, king = 13, 12  # printed heights in the order A K Q … 2
    return a.all([card.trump, card.height == a.when(s.ace_turned, king, ace)])


def opening_card(a: Algebra, card: Seen, s: Situation) -> Truth:
    """The very card that must open the deal."""
    return card.face == s.opening


def pointless(a: Algebra, card: Seen, s: Situation) -> Truth:
    """Cards that count nothing when captured."""
    return card.points == 0


def _of_suit(letter: str) -> Callable[[Algebra, Seen, Situation], Truth]:
    def of_suit(a: Algebra, card: Seen, s: Situation) -> Truth:
        return card.suit == SUIT_INDEX[letter]

    return of_suit


KINDS: dict[str, Callable[[Algebra, Seen, Situation], Truth]] = {
    "any": any_card,
    "naturals": naturals,
    "jokers": jokers,
    "fool": fool,
    "trumps": trumps,
    "plain": plain,
    "led suit": led_suit,
    "same colour": same_colour,
    "smallest": smallest,
    "highest trump": highest_trump,
    "master trump": master_trump,
    "opening card": opening_card,
    "pointless": pointless,
    "clubs": _of_suit("c"),
    "diamonds": _of_suit("d"),
    "hearts": _of_suit("h"),
    "spades": _of_suit("s"),
}
_ENDINGS = {
    " that heads": heads,
    " that head": heads,
    " that heads its suit": heads_led_suit,
    " not barred": not_barred,
}


# --- conditions -------------------------------------------------------------------------------


def withholdable(a: Algebra, card: Seen, s: Situation) -> Truth:
    """A privileged trump above the trump led (the card led, not the card winning)."""
    return a.all([card.privilege, card.strength > s.trick[0].strength])


def may_withhold(a: Algebra, s: Situation) -> Truth:
    """Every trump of the hand may be withheld; by option S3 b there must also be only one."""
    all_privileged = a.all(
        a.any([a.no(held), a.no(card.trump), withholdable(a, card, s)])
        for held, card in zip(s.held, s.hand, strict=True)
    )
    if not s.withhold_only_alone:
        return all_privileged
    return a.all([all_privileged, _trumps_held(a, s) <= 1])


def _trumps_held(a: Algebra, s: Situation) -> Truth:
    return a.count(a.all([held, c.trump]) for held, c in zip(s.held, s.hand, strict=True))


CONDITIONS: dict[str, Callable[[Algebra, Situation], Truth]] = {
    "holding led suit": lambda a, s: _holding(a, s, led_suit),
    "holding plain": lambda a, s: _holding(a, s, plain),
    "holding two trumps": lambda a, s: _trumps_held(a, s) >= 2,
    "trump led": lambda a, s: _led(a, s).trump,
    "joker led": lambda a, s: s.trick[0].joker,
    "fool led alone": lambda a, s: a.all([s.trick[0].fool, len(s.trick) == 1]),
    "broken": lambda a, s: s.broken,
    "first trick": lambda a, s: s.number == 1,
    "second trick": lambda a, s: s.number == 2,
    "trump known": lambda a, s: s.trump_known,
    "trump due": lambda a, s: s.number <= s.trump_leads,
    "trumps called": lambda a, s: s.called,
    "trumps may be withheld": may_withhold,
}


class Tier(NamedTuple):
    """One tier: the cards that are of `kinds` while all `conditions` are met."""

    text: str
    kinds: tuple[Callable[[Algebra, Seen, Situation], Truth], ...]
    conditions: tuple[Callable[[Algebra, Situation], Truth], ...]

    def open(self, a: Algebra, s: Situation) -> Truth:
        """State that the conditions of the tier are met."""
        return a.all(condition(a, s) for condition in self.conditions)

    def admits(self, a: Algebra, card: Seen, s: Situation) -> Truth:
        """State that a card is of one of the tier's kinds."""
        return a.any(kind(a, card, s) for kind in self.kinds)


def parse_tier(text: str) -> Tier:
    """Read one tier; raise VariantError naming the nearest known words."""
    kinds_text, _, conditions_text = text.partition(" while ")
    kinds = tuple(_kind(word.strip()) for word in kinds_text.split(" or "))
    words = [w.strip() for w in conditions_text.split(" and ")] if conditions_text else []
    return Tier(text, kinds, tuple(_condition(word) for word in words))


def _kind(word: str) -> Callable[[Algebra, Seen, Situation], Truth]:
    for ending, test in _ENDINGS.items():
        if word.endswith(ending):
            base = _kind(word[: -len(ending)])

            def heading(
                a: Algebra,
                card: Seen,
                s: Situation,
                base: Callable[[Algebra, Seen, Situation], Truth] = base,
                test: Callable[[Algebra, Seen, Situation], Truth] = test,
            ) -> Truth:
                return a.all([base(a, card, s), test(a, card, s)])

            return heading
    if word not in KINDS:
        raise VariantError(
            f"'{word}' is no kind of cards; known are {', '.join(KINDS)}, each also with "
            f"'that heads', 'that heads its suit' or 'not barred'.{nearest(word, KINDS)}"
        )
    return KINDS[word]


def _condition(word: str) -> Callable[[Algebra, Situation], Truth]:
    if word.startswith("not "):
        inner = _condition(word[4:])
        return lambda a, s: a.no(inner(a, s))
    if word not in CONDITIONS:
        raise VariantError(
            f"'{word}' is no condition; known are {', '.join(CONDITIONS)}, each also with 'not' "
            f"before it.{nearest(word, CONDITIONS)}"
        )
    return CONDITIONS[word]


def legal(a: Algebra, tiers: Sequence[Tier], s: Situation) -> list[Truth]:
    """State for every card of the hand that it may be played: held, and in the first tier met."""
    rows = []
    for tier in tiers:
        is_open = tier.open(a, s)
        rows.append(
            [
                a.all([held, is_open, tier.admits(a, card, s)])
                for held, card in zip(s.held, s.hand, strict=True)
            ]
        )
    met = [a.any(row) for row in rows]
    return [
        a.any(a.all([row[i], *(a.no(m) for m in met[:k])]) for k, row in enumerate(rows))
        for i in range(len(s.hand))
    ]


def stranded(
    a: Algebra, tiers: Sequence[Tier], cards: Sequence[Seen], leads: Sequence[Sequence[Seen]]
) -> Seen | None:
    """Return a card that could not be played as a seat's last one, or None if there is no such.

    Only tiers without a condition count, so that a rule that passes can never leave a seat without
    a legal card: the tiers that admit the cards of a hand one by one admit one of the whole hand.
    """
    free = [tier for tier in tiers if not tier.conditions]
    if any(any_card in tier.kinds for tier in free):
        return None
    for card in cards:
        for trick in leads:
            s = Situation(hand=[card], held=[True], trick=trick)
            if not a.any(tier.admits(a, card, s) for tier in free):
                return card
    return None
