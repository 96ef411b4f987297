"""What does not matter to the winner: the direction of ranks, suit names, the order played."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from proofs.examination.asking import cards_text, solve_formula, trumps_of
from proofs.examination.report import note, sound, unknown
from proofs.examination.winners import BY_TYPE, MOST_TYPES
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
    order = played_in_another_order(variant)
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
    if variant.file.trick.winner in BY_TYPE:
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
    size = min(variant.players, 4 if variant.file.pack.fools else 3)
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


def _changed_type(variant: Variant, change: Change) -> str | None:
    view, changed = variant.view(""), change.seen(variant, "")
    for number, kind in enumerate(trick_types(variant.pack, variant.players)):
        if number >= MOST_TYPES:
            raise OverflowError("too many types of tricks to look at all.")
        if not all(card in changed for card in kind.cards):
            continue
        cards = [view[card] for card in kind.cards]
        other = winning_cards(variant, tuple(changed[card] for card in kind.cards))
        if _faces(variant, cards) != {cards[place].face for place in other}:
            return cards_text(kind.cards)
    return None


def _faces(variant: Variant, cards: Sequence[Seen]) -> set[int]:
    return {cards[place].face for place in winning_cards(variant, tuple(cards))}


def played_in_another_order(variant: Variant) -> str | None:
    """Return a trick whose winner depends on which of its cards was played first, or None."""
    if variant.file.trick.winner in BY_TYPE:
        return _order_of_type(variant)
    size = min(variant.players, 3)
    trump = trumps_of(variant)[0]
    a = Cnf()
    view = variant.view(trump)
    trick = a.trick(view, variant.pack.count, size)
    turns = [trick[1], trick[0], *trick[2:]]
    first, second = variant.wins(a, trick), variant.wins(a, turns)
    second = [second[1], second[0], *second[2:]]
    a.require(a.any(a.no(a.same(x, y)) for x, y in zip(first, second, strict=True)))
    found = solve_formula(a, view, trick)
    return None if found is None else cards_text(found)


def _order_of_type(variant: Variant) -> str | None:
    """Look for cards of one face, or several Jokers, of which the place decides who wins."""
    view = variant.view("")
    for number, kind in enumerate(trick_types(variant.pack, variant.players)):
        if number >= MOST_TYPES:
            break
        if len(set(kind.cards)) == len(kind.cards):
            continue
        cards = tuple(view[card] for card in kind.cards)
        ahead = winning_cards(variant, cards)
        behind = winning_cards(variant, tuple(reversed(cards)))
        if {len(cards) - 1 - place for place in behind} != set(ahead):
            return cards_text(kind.cards)
    return None
