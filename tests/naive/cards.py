"""Card strings: rank then suit letter ('Ks', 'Th', '11c'), 'Jk' a Joker, '1t' .. '21t', 'jester', 'JOKER', 'Fool'."""

from collections.abc import Iterable

JOKER = "Jk"
FOOL = "Fool"
SEATS = "ABCDEFGHIJKLMNOPQ"

# Best rank first.
ACE_HIGH = ["A", "K", "Q", "J", "13", "12", "11", "T", "9", "8", "7", "6", "5", "4", "3", "2"]
ECARTE = ["K", "Q", "J", "A", "T", "9", "8", "7"]
JEWELS = ["A", "K", "Q", "N", "S", "T", "9", "8", "7", "6", "5", "4", "3", "2"]


def printed_suit(card: str) -> str:
    """The suit letter on the face; 't' for a Jokers & Jewels trump, '' for Joker and Fool."""
    if card == JOKER or card == FOOL:
        return ""
    if card == "jester" or card == "JOKER":
        return "t"
    return card[-1]


def printed_rank(card: str) -> str:
    return card[:-1]


def is_black(suit: str) -> bool:
    return suit == "c" or suit == "s"


def pack(ranks: Iterable[str], suits: Iterable[str] = "cdhs") -> list[str]:
    return [rank + suit for suit in suits for rank in ranks]


def hand(text: str) -> list[str]:
    """'Ks 9s 7h' as a list."""
    return text.split()
