"""How cards look to the rules of one deal: effective suit, strength, trump, privilege.

Ranks within a suit depend on the suit's colour and on the trump suit (Spoil Five), single cards
can leave their printed suit (A♥ in Spoil Five, bowers, 7♦ in Bierspiel, Pam), and one card can be
demoted for a deal. All of that is settled here, so that follow, lead and trick rules only ever
compare `Seen` cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from solver.cards import FOOL, JOKER, SUITS, Card, card_text, parse_card
from solver.errors import CardError, VariantError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from solver.cards import Pack

NO_SUIT = -1
TRUMP_SUIT = 90  # effective suit of trumps that have no printed suit in common (skat's grand)
COLOURS = {"": 0, "black": 1, "red": 2}


class Seen(NamedTuple):
    """A card as the rules see it; every field may be a number or a symbolic term.

    `suit` effective suit (index in SUITS; NO_SUIT for Joker and Fool), `strength` within that suit
    (greater is better), `colour` 0 none, 1 black, 2 red (printed), `trump`, `joker`, `fool` and
    `privilege` (may be withheld from a lower trump lead) truth values, `face` equal for identical
    cards only, `points` captured value, `height` printed rank, comparable across suits.
    """

    suit: Any
    strength: Any
    colour: Any
    trump: Any
    joker: Any
    fool: Any
    privilege: Any
    face: Any
    points: Any
    height: Any


SUIT_INDEX = {letter: i for i, letter in enumerate(SUITS)}
BLACK_SUITS = tuple(i for s, i in SUIT_INDEX.items() if SUITS[s].colour == "black")
RED_SUITS = tuple(i for s, i in SUIT_INDEX.items() if SUITS[s].colour == "red")


class Order:
    """The rank order of a variant.

    `ranks` is the common order, best first; `red`, `black` and `by_suit` replace it for plain
    suits of that colour or letter. `top_trumps` lists what ranks above all other trumps, best
    first: a rank means that rank of the trump suit, a card is that very card, always a trump, and
    `J same colour` is the Jack of the other suit of the trump's colour. `privileged` names top
    trumps that may be withheld. Raises VariantError where a card of the pack has no rank.
    """

    def __init__(
        self,
        pack: Pack,
        ranks: Sequence[str],
        *,
        red: Sequence[str] = (),
        black: Sequence[str] = (),
        by_suit: Mapping[str, Sequence[str]] | None = None,
        top_trumps: Sequence[str] = (),
        privileged: Sequence[str] = (),
        reverse: bool = False,
        points: Mapping[Card, int] | None = None,
    ) -> None:
        self.pack = pack
        self.ranks = tuple(ranks)
        self.colour_ranks = {"red": tuple(red), "black": tuple(black)}
        self.by_suit = dict(by_suit or {})
        self.top_trumps = tuple(top_trumps)
        self.privileged = tuple(privileged)
        self.reverse = reverse
        self.points = dict(points or {})
        self.permanent = [card for t in self.top_trumps if (card := _as_card(t)) is not None]
        for card in pack.faces:
            if card.suit and card not in self.permanent:
                self._plain_strength(card)
        self._views: dict[tuple[str, Card | None], dict[Card, Seen]] = {}

    def plain_ranks(self, suit: str) -> tuple[str, ...]:
        """Return the order of a suit that is not trump, best first."""
        if suit in self.by_suit:
            return tuple(self.by_suit[suit])
        return self.colour_ranks.get(SUITS[suit].colour) or self.ranks

    def _field(self, suit: str) -> str:
        """Return the field of a variant file that gives the order of a plain suit."""
        if suit in self.by_suit:
            return f"order.suits.{suit}"
        colour = SUITS[suit].colour
        return f"order.{colour}" if self.colour_ranks.get(colour) else "order.ranks"

    def _plain_strength(self, card: Card) -> int:
        order = self.plain_ranks(card.suit)
        if card.rank not in order:
            raise VariantError(
                f"{self._field(card.suit)}: the rank {card.rank} is missing, but {card_text(card)} "
                f"is in the pack (the order is {' '.join(order)})."
            )
        place = len(order) - order.index(card.rank)
        return -place if self.reverse else place

    def top_cards(self, trump: str) -> list[Card]:
        """Return the top trumps for a trump suit ('' when there is none), best first."""
        cards: list[Card] = []
        for entry in self.top_trumps:
            card = _as_card(entry)
            if card is None and trump:
                if entry.endswith("same colour"):
                    other = _other_suit_of_colour(trump)
                    card = Card(other, entry.split()[0]) if other else None
                else:
                    card = Card(trump, entry)
            if card is not None and card in self.pack.index and card not in cards:
                cards.append(card)
        return cards

    def view(self, trump: str, demoted: Card | None = None) -> dict[Card, Seen]:
        """Return how every card of the pack is seen under a trump suit and a demoted card."""
        key = (trump, demoted)
        if key not in self._views:
            self._views[key] = self._view(trump, demoted)
        return self._views[key]

    def _view(self, trump: str, demoted: Card | None) -> dict[Card, Seen]:
        top = self.top_cards(trump)
        trump_index = SUIT_INDEX[trump] if trump else TRUMP_SUIT
        return {card: self._see(card, trump, trump_index, top, demoted) for card in self.pack.faces}

    def _see(
        self, card: Card, trump: str, trump_index: int, top: list[Card], demoted: Card | None
    ) -> Seen:
        special = card in (JOKER, FOOL)
        is_trump = not special and (card in top or (card.suit == trump and trump != ""))
        if special:
            suit, strength = NO_SUIT, 0
        elif card in top:
            suit, strength = trump_index, 1000 + len(top) - top.index(card)
        else:
            suit, strength = SUIT_INDEX[card.suit], self._plain_strength(card)
        if card == demoted:
            strength = -1000
        return Seen(
            suit=suit,
            strength=strength,
            colour=COLOURS[card.colour],
            trump=is_trump,
            joker=card == JOKER,
            fool=card == FOOL,
            privilege=is_trump and card != demoted and card in self._privileged_cards(trump),
            face=self.pack.index[card],
            points=self.points.get(card, 0),
            height=0 if special else self._height(card),
        )

    def _height(self, card: Card) -> int:
        order = self.ranks if card.rank in self.ranks else self.plain_ranks(card.suit)
        return len(order) - order.index(card.rank) if card.rank in order else 0

    def _privileged_cards(self, trump: str) -> list[Card]:
        return [_as_card(entry) or Card(trump, entry) for entry in self.privileged]


def _as_card(entry: str) -> Card | None:
    if " " in entry:
        return None
    try:
        return parse_card(entry)
    except CardError:
        return None


def _other_suit_of_colour(suit: str) -> str:
    same = [s for s, data in SUITS.items() if data.colour == SUITS[suit].colour and s != suit]
    return same[0] if same and SUITS[suit].colour else ""


def high_to_low(view: Mapping[Card, Seen], cards: Iterable[Card]) -> list[Card]:
    """Sort cards by effective suit, then best first."""
    return sorted(cards, key=lambda card: (view[card].suit, -view[card].strength))
