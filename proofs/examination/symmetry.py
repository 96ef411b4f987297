"""What does not matter to the winner: the direction of ranks, suit names, the order played."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from proofs.examination.asking import cards_text, solve_formula, trumps_of
from proofs.examination.report import note, sound, unknown
from proofs.examination.winners import LARGEST, MOST_TYPES, by_type, trick_sizes
from proofs.trick_types import trick_types
from solver.cards import Card
from solver.encode.cnf import Cnf, chosen_card
from solver.referee import winning_cards
from solver.rules.order import SUIT_INDEX

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from proofs.examination.report import Remark
    from solver.rules.order import Seen
    from solver.variant import Variant

T = TypeVar("T")
CHECK = "what does not matter to a trick"
ORDER = "the order in which the cards are played"


class Change(NamedTuple):
    """A change of all cards: ranks turned round, or each suit replaced by another."""

    name: str
    suits: Mapping[str, str]
    reverse: bool = False

    def card(self, card: Card) -> Card:
        """Return the card of the same rank in the other suit."""
        return Card(self.suits.get(card.suit, card.suit), card.rank)

    def seen(self, variant: Variant, trump: str) -> dict[Card, Seen]:
        """Return how the changed card of each card is seen, of those that the pack has."""
        view = variant.view(self.suits.get(trump, trump))
        seen = {face: view[other] for face in view if (other := self.card(face)) in view}
        if not self.reverse:
            return seen
        return {face: card._replace(strength=-card.strength) for face, card in seen.items()}


CHANGES = (
    Change("ranks reversed", {}, reverse=True),
    Change("clubs and spades exchanged", {"c": "s", "s": "c"}),
    Change("hearts and diamonds exchanged", {"h": "d", "d": "h"}),
    Change("black and red exchanged", {"c": "h", "h": "c", "s": "d", "d": "s"}),
    Change("clubs and hearts exchanged", {"c": "h", "h": "c"}),
)


def symmetries(variant: Variant) -> Iterator[Remark]:
    """Say for each change whether it can change which card wins."""
    same, different = [], []
    for change in CHANGES:
        if not set(change.suits) <= set(variant.pack.suits):
            continue
        try:
            found = changed_winner(variant, change)
        except OverflowError as reason:
            yield unknown(CHECK, f"{change.name}: {reason}")
            continue
        if found is None:
            same.append(change.name)
        else:
            different.append((change.name, found))
    try:
        order = played_in_another_order(variant)
    except OverflowError as reason:
        yield unknown(CHECK, f"{ORDER}: {reason}")
    else:
        if order is None:
            same.append(ORDER)
        else:
            different.append((ORDER, order))
    if same:
        yield sound(CHECK, f"The same card wins whatever is made of: {'; '.join(same)}.",
                    details={"without effect": same})  # fmt: skip
    if different:
        listed = "; ".join(f"{name} ({cards})" for name, cards in different)
        yield note(CHECK, f"It can change the winner: {listed}.",
                   details={"with effect": dict(different)})  # fmt: skip


def changed_winner(variant: Variant, change: Change) -> str | None:
    """Return a trick in which a change of all cards changes the place of the winner, or None.

    Where the highest card wins, a change that keeps all comparisons can't matter, and one that
    matters does so in a trick of the card led and the two winners.
    """
    if by_type(variant):
        return _changed_type(variant, change)
    for trump in trumps_of(variant):
        if variant.file.trick.winner == "highest" and _keeps_order(variant, change, trump):
            continue
        found = _changed_trick(variant, change, trump)
        if found is not None:
            return cards_text(found) + (f", trump {trump}" if trump else "")
    return None


def _keeps_order(variant: Variant, change: Change, trump: str) -> bool:
    """Whether every changed card is seen just as the card itself, in its new suit."""
    view = variant.view(trump)
    renamed = {SUIT_INDEX[a]: SUIT_INDEX[b] for a, b in change.suits.items()}
    return all(
        other[1:2] == view[face][1:2]
        and other[3:7] == view[face][3:7]
        and other.suit == renamed.get(view[face].suit, view[face].suit)
        for face, other in change.seen(variant, trump).items()
    )


def _changed_trick(variant: Variant, change: Change, trump: str) -> tuple[Card, ...] | None:
    a = Cnf()
    view, changed = variant.view(trump), change.seen(variant, trump)
    faces = list(changed)
    size = _enough(variant)
    before, after = [], []
    for _ in range(size):
        bits = [bit for _, bit in a.unknown(range(len(faces))).cases()]
        before.append(chosen_card(a, [(view[f], b) for f, b in zip(faces, bits, strict=True)]))
        after.append(chosen_card(a, [(changed[f], b) for f, b in zip(faces, bits, strict=True)]))
    for face in faces:
        if variant.pack.count[face] < size:
            a.require(
                a.count(c.face == view[face].face for c in before) <= variant.pack.count[face]
            )
    wins = zip(variant.wins(a, before), variant.wins(a, after), strict=True)
    a.require(a.any(a.no(a.same(x, y)) for x, y in wins))
    return solve_formula(a, view, before)


def _enough(variant: Variant) -> int:
    """Return how many cards a trick needs to show what can happen in any."""
    most = trick_sizes(variant)[-1]
    if variant.file.trick.winner == "highest":
        return min(most, 4 if variant.file.pack.fools else 3)
    if most > LARGEST:
        raise OverflowError(f"tricks of {most} cards are too large to look at whole.")
    return most


def _types(variant: Variant) -> Iterator[tuple[Card, ...]]:
    """Yield a trick of every type, of every size that can arise."""
    kinds = chain(*(trick_types(variant.pack, size) for size in trick_sizes(variant)))
    for number, kind in enumerate(kinds):
        if number >= MOST_TYPES:
            raise OverflowError("too many types of tricks to look at all.")
        yield kind.cards


def _changed_type(variant: Variant, change: Change) -> str | None:
    view, changed = variant.view(""), change.seen(variant, "")
    for trick in _types(variant):
        if not all(card in changed for card in trick):
            continue
        cards = [view[card] for card in trick]
        other = winning_cards(variant, tuple(changed[card] for card in trick))
        if _faces(variant, cards) != {cards[place].face for place in other}:
            return cards_text(trick)
    return None


def _faces(variant: Variant, cards: Sequence[Seen]) -> set[int]:
    return {cards[place].face for place in winning_cards(variant, tuple(cards))}


def played_in_another_order(variant: Variant) -> str | None:
    """Return a trick whose winner depends on the order in which its cards were played, or None.

    Two neighbours change places; any order can be reached so, and shows it at some step.
    """
    if by_type(variant):
        return _order_of_type(variant)
    size = _enough(variant)
    for trump in trumps_of(variant):
        for place in range(size - 1):
            found = _changed_places(variant, trump, size, place)
            if found is not None:
                return cards_text(found) + (f", trump {trump}" if trump else "")
    return None


def _changed_places(variant: Variant, trump: str, size: int, place: int) -> tuple[Card, ...] | None:
    a = Cnf()
    view = variant.view(trump)
    trick = a.trick(view, variant.pack.count, size)
    turns = _exchanged(trick, place)
    wins = zip(variant.wins(a, trick), _exchanged(variant.wins(a, turns), place), strict=True)
    a.require(a.any(a.no(a.same(x, y)) for x, y in wins))
    return solve_formula(a, view, trick)


def _exchanged(items: Sequence[T], place: int) -> list[T]:
    """Return a list with the item at a place and the next one exchanged."""
    return [*items[:place], items[place + 1], items[place], *items[place + 2 :]]


def _order_of_type(variant: Variant) -> str | None:
    """Look for cards of one face, or several Jokers, of which the place decides who wins."""
    view = variant.view("")
    for trick in _types(variant):
        if len(set(trick)) == len(trick):
            continue
        cards = tuple(view[card] for card in trick)
        ahead = winning_cards(variant, cards)
        behind = winning_cards(variant, tuple(reversed(cards)))
        if {len(cards) - 1 - place for place in behind} != set(ahead):
            return cards_text(trick)
    return None
