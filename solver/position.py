"""A position: everything that the rules can ask about a deal at one moment.

Positions are immutable; the referee makes new ones. A position knows its variant. What can be
wrong with one is told by `solver.problems`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from solver.cards import Card, Hand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.rules.order import Seen
    from solver.variant import Variant

T = TypeVar("T")
NO_BID = -1
PLAY = "play"
OVER = "over"
FOUL = "foul"  # the call of a seat whose hand was foul: barred for this deal only


class Action(NamedTuple):
    """One decision of one seat: a word, the cards it names, the seat or number it names.

    A card play has the word ''. `docs/actions.md` lists every word.
    """

    word: str = ""
    cards: tuple[Card, ...] = ()
    value: int = -1

    @property
    def card(self) -> Card:
        """The (first) card that the action names."""
        return self.cards[0]

    @property
    def is_play(self) -> bool:
        """Whether the action plays a card to the trick."""
        return not self.word


def play(card: Card) -> Action:
    """Return the action of playing a card."""
    return Action("", (card,))


class Position(NamedTuple):
    """A moment of a deal. Per-seat fields have one entry per seat.

    `hands` sorted cards; `leader` of the current trick; `turn` seat to act; `phase` 'play', 'over'
    or the event that wants a decision; `trick` (seat, card) pairs on the table; `trump` suit
    letter or ''; `taken` tricks won; `done` completed tricks; `won` captured cards; `stock` in
    drawing order; `turn_up` cards turned and not taken up; `widow`; `dead` cards laid away;
    `active` seats that hold cards in this deal; `broken` trumps (or hearts); `called` the lead was
    a face-down call for trumps; `demoted` ace of trumps; `calls` what each seat last declared;
    `bids` (-1 none); `barred` seats that can't win the pool; `pool` counters; `result` how the
    deal ended early ('' if it did not).
    """

    variant: Variant
    hands: tuple[Hand, ...]
    leader: int
    turn: int
    phase: str
    trick: tuple[tuple[int, Card], ...]
    trump: str
    dealer: int
    taken: tuple[int, ...]
    done: int
    won: tuple[Hand, ...]
    stock: Hand
    turn_up: Hand
    widow: Hand
    dead: Hand
    active: tuple[bool, ...]
    broken: bool
    called: bool
    demoted: Card | None
    calls: tuple[str, ...]
    bids: tuple[int, ...]
    barred: tuple[bool, ...]
    pool: int
    result: str

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.phase == OVER

    @property
    def eldest(self) -> int:
        """The seat at the dealer's left."""
        return (self.dealer + 1) % len(self.hands)

    @property
    def trick_cards(self) -> tuple[Card, ...]:
        """The cards on the table in the order played."""
        return tuple(card for _, card in self.trick)

    def view(self) -> dict[Card, Seen]:
        """Return how each card is seen under the trump and the demotion of this deal."""
        return self.variant.view(self.trump, self.demoted)

    def around(self, first: int) -> Iterator[int]:
        """Yield all seats clockwise from `first`."""
        n = len(self.hands)
        return ((first + i) % n for i in range(n))

    def with_hand(self, seat: int, hand: Hand) -> Position:
        """Return the position with one seat's hand replaced."""
        return self._replace(hands=replaced(self.hands, seat, hand))

    def with_call(self, seat: int, call: str) -> Position:
        """Return the position with one seat's declaration replaced."""
        return self._replace(calls=replaced(self.calls, seat, call))

    def cards(self) -> Counter[Card]:
        """Return all cards that the position accounts for."""
        found: Counter[Card] = Counter()
        for pile in (*self.hands, *self.won):
            found.update(pile)
        for pile in (self.stock, self.turn_up, self.widow, self.dead, self.trick_cards):
            found.update(pile)
        return found


def start(
    variant: Variant,
    hands: tuple[Hand, ...],
    *,
    dealer: int | None = None,
    leader: int | None = None,
) -> Position:
    """Return a bare position in the phase of play: hands sorted, nothing on the table."""
    n = variant.players
    dealer = n - 1 if dealer is None else dealer
    leader = (dealer + 1) % n if leader is None else leader
    return Position(
        variant=variant,
        hands=tuple(variant.pack.sort(hand) for hand in hands),
        leader=leader,
        turn=leader,
        phase=PLAY,
        trick=(),
        trump=variant.keeps_trump_suit,
        dealer=dealer,
        taken=(0,) * n,
        done=0,
        won=((),) * n,
        stock=(),
        turn_up=(),
        widow=(),
        dead=(),
        active=(True,) * n,
        broken=False,
        called=False,
        demoted=None,
        calls=("",) * n,
        bids=(NO_BID,) * n,
        barred=(False,) * n,
        pool=0,
        result="",
    )


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return the tuple with one entry replaced."""
    return (*values[:at], value, *values[at + 1 :])


def without(hand: Hand, *cards: Card) -> Hand:
    """Return the hand without one copy of each card."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
