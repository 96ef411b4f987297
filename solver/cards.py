"""Cards, suits, packs and their notation.

A card is its face: suit and rank. Identical cards of a double pack are equal, so a hand is a
sorted tuple in which a face may stand twice. A Joker and the Fool belong to no suit.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from solver.errors import CardError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MAX_CARDS = 128


class Suit(NamedTuple):
    """A suit: its letter in plain text, its symbol, its colour ('black', 'red' or '')."""

    letter: str
    symbol: str
    colour: str
    name: str


SUITS: dict[str, Suit] = {
    "c": Suit("c", "♣", "black", "clubs"),
    "s": Suit("s", "♠", "black", "spades"),
    "h": Suit("h", "♥", "red", "hearts"),
    "d": Suit("d", "♦", "red", "diamonds"),
    "x": Suit("x", "✚", "", "crosses"),  # a fifth plain suit
    "t": Suit("t", "★", "", "trumps"),  # a suit of its own that is always trump
}
SYMBOLS = {suit.symbol: letter for letter, suit in SUITS.items()} | {
    "♧": "c",
    "♤": "s",
    "♡": "h",
    "♢": "d",
}
NUMBERED = tuple("T" if n == 10 else str(n) for n in range(1, 22))
RANKS: tuple[str, ...] = ("A", "K", "Q", "J", "N", "S", "JOKER", "jester", *NUMBERED)
_RANK_OF = {rank.lower(): rank for rank in RANKS} | {"10": "T"}


class Card(NamedTuple):
    """A card's face. `suit` is a letter of SUITS, or '' for the Joker and the Fool."""

    suit: str
    rank: str

    def __str__(self) -> str:
        return card_text(self)

    @property
    def colour(self) -> str:
        """'black', 'red' or '' of the printed suit."""
        return SUITS[self.suit].colour if self.suit else ""


Hand = tuple[Card, ...]
JOKER = Card("", "Joker")
FOOL = Card("", "Fool")
_WORDS = {
    "jk": JOKER,
    "joker": JOKER,
    "🃏": JOKER,
    "fool": FOOL,
    "fl": FOOL,
    "jester": Card("t", "jester"),
}
_TEXT = {
    JOKER: "Jk",
    FOOL: "Fool",
    Card("t", "JOKER"): "JOKER",
    Card("t", "jester"): "jester",
}
_TRUMP_TEN = Card("t", "T")  # a numbered trump, written 10t among 9t and 11t


def card_text(card: Card) -> str:
    """Write a card in plain ASCII, such as `Ks`, `Th`, `Jk`, `21t`.

    >>> card_text(Card("h", "T"))
    'Th'
    """
    if card == _TRUMP_TEN:
        return "10t"
    return _TEXT.get(card) or card.rank + card.suit


def card_pretty(card: Card) -> str:
    """Write a card with its suit symbol, such as `K♠`, `10♥`, `Joker`, `21★`."""
    if card in _TEXT:
        return "Joker" if card == JOKER else _TEXT[card]
    return ("10" if card.rank == "T" else card.rank) + SUITS[card.suit].symbol


def parse_card(text: str) -> Card:
    """Read one card: rank and suit in either order, `T` or `10`, letter or symbol, any case.

    Raises CardError. Where both orders make sense (`Ss` in a pack with rank S) rank comes first.

    >>> parse_card("♠10"), parse_card("kS"), parse_card("joker")
    (Card(suit='s', rank='T'), Card(suit='s', rank='K'), Card(suit='', rank='Joker'))
    """
    word = text.strip().replace("\ufe0f", "").replace("\ufe0e", "")
    if word.lower() in _WORDS:
        return _WORDS[word.lower()]
    if len(word) >= 2:
        for rank_text, suit_text in ((word[:-1], word[-1]), (word[1:], word[0])):
            suit = SYMBOLS.get(suit_text, suit_text.lower())
            rank = _RANK_OF.get(rank_text.lower())
            if suit in SUITS and rank is not None:
                return Card(suit, rank)
    raise CardError(
        f"'{text}' is not a card: expected a rank (A K Q J T 9 … 2) and a suit (c d h s), "
        "such as Ks or 10♥, or Jk for a Joker."
    )


def parse_cards(text: str) -> list[Card]:
    """Read cards separated by blanks or commas; a suit symbol may head several ranks (`♠KQ7`)."""
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        try:
            cards.append(parse_card(word))
        except CardError:
            if word[0] not in SYMBOLS or len(word) < 3:
                raise
            ranks = word[1:].replace("10", "T")
            cards.extend(parse_card(rank + word[0]) for rank in ranks)
    return cards


class Pack:
    """The multiset of cards of a game, in the order of its file (highest rank first).

    Raises CardError for more than 128 cards.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        if len(cards) > MAX_CARDS:
            raise CardError(f"a pack of {len(cards)} cards: at most {MAX_CARDS} are supported.")
        self.faces: tuple[Card, ...] = tuple(dict.fromkeys(cards))
        self.index: dict[Card, int] = {card: i for i, card in enumerate(self.faces)}
        self.count: Counter[Card] = Counter(cards)
        self.cards: tuple[Card, ...] = tuple(self.sort(cards))
        self.suits: tuple[str, ...] = tuple(
            letter for letter in SUITS if any(card.suit == letter for card in self.faces)
        )

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def sort(self, cards: Iterable[Card]) -> Hand:
        """Return the cards as a hand: sorted by suit, highest rank first, Jokers last."""
        return tuple(sorted(cards, key=self.index.__getitem__))

    def parse(self, text: str) -> Card:
        """Read one card of this pack; raise CardError naming the nearest card if it has none."""
        try:
            card = parse_card(text)
        except CardError:
            raise CardError(self._no_card(text)) from None
        if card == JOKER and card not in self.index and Card("t", "JOKER") in self.index:
            card = Card("t", "JOKER")
        self.require(card)
        return card

    def require(self, card: Card) -> None:
        """Raise CardError unless the card belongs to the pack."""
        if card not in self.index:
            known = [card_text(face) for face in self.faces]
            hint = nearest(card_text(card), known)
            raise CardError(f"{card_text(card)} is not in this pack of {len(self)}.{hint}")

    def parse_all(self, text: str) -> list[Card]:
        """Read several cards of this pack (see `parse_cards`)."""
        cards: list[Card] = []
        for word in text.replace(",", " ").split():
            try:
                found = [card_text(card) for card in parse_cards(word)]
            except CardError:
                found = [word]
            cards += [self.parse(card) for card in found]
        return cards

    def _no_card(self, text: str) -> str:
        """Say which ranks and suits this pack has."""
        suited = [card for card in self.faces if card.suit and card not in _TEXT]
        ranks = " ".join(dict.fromkeys("10" if c.rank == "T" else c.rank for c in suited))
        suits = " ".join(self.suits)
        words = [f"a rank ({ranks}) and a suit ({suits}), such as {suited[0]}"] if suited else []
        words += [
            "Jk for a Joker" if card == JOKER else card_text(card)
            for card in self.faces
            if card in _TEXT
        ]
        return f"'{text}' is not a card: expected {', or '.join(words)}."


def hand_text(cards: Iterable[Card], *, pretty: bool = False) -> str:
    """Write cards separated by blanks; `pretty` groups them behind suit symbols (`♠K97 ♥A`)."""
    if not pretty:
        return " ".join(card_text(card) for card in cards)
    groups: dict[str, list[str]] = {}
    for card in cards:
        key = card.suit if card not in _TEXT else card_pretty(card)
        groups.setdefault(key, []).append("10" if card.rank == "T" else card.rank)
    parts = []
    for key, ranks in groups.items():
        if key not in SUITS:
            parts.extend([key] * len(ranks))
            continue
        symbol = SUITS[key].symbol
        if any(len(rank) > 1 and rank != "10" for rank in ranks):  # 21 20 9 would run together
            parts.extend(rank + symbol for rank in ranks)
        else:
            parts.append(symbol + "".join(ranks))
    return " ".join(parts)
