"""Do two variants name the same winner of every trick, and do their cards rank alike?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs.claim import Witness
from proofs.comparison.found import DIFFERENT, OPEN, SAME, Found
from proofs.examination.asking import cards_text, fits, lowest, solve_formula, trumps_of
from proofs.examination.reach import first_trick, placed
from proofs.examination.winners import LARGEST, MOST_TYPES, by_type
from proofs.trick_types import trick_types, winners
from solver.encode.cnf import Cnf, chosen_card

if TYPE_CHECKING:
    from solver.cards import Card
    from solver.variant import Variant


def _rule(variant: Variant) -> tuple[object, ...]:
    t = variant.file.trick
    used = {"middling": (t.equal, t.jokers), "highest": (t.equal,)}.get(t.winner, ())
    return t.winner, *used


def compare_tricks(one: Variant, other: Variant) -> Found:
    """Return the smallest trick with different winners, or 'same' with its scope."""
    same_data = _rule(one) == _rule(other) and one.file.order == other.file.order
    if same_data and one.file.deal.trump == other.file.deal.trump:
        return Found(SAME, "the same rule over the same order", "every trick")
    if by_type(one) and by_type(other):
        return _by_type(one, other)
    trumps = trumps_of(one)
    if set(trumps) != set(trumps_of(other)):
        return Found(DIFFERENT, f"trumps {_suits(one)} or {_suits(other)}")
    return _by_formula(one, other)


def _suits(variant: Variant) -> str:
    return " ".join(trump or "none" for trump in trumps_of(variant))


def _by_type(one: Variant, other: Variant) -> Found:
    size, types, sets = one.players, 0, 0
    for kind in trick_types(one.pack, size):
        types, sets = types + 1, sets + kind.sets
        if types > MOST_TYPES:
            return Found(OPEN, f"no difference among the first {MOST_TYPES} types of tricks")
        if winners(one, kind.cards) != winners(other, kind.cards):
            return _shown(one, other, kind.cards, "")
    return Found(SAME, "the same card wins", f"all {sets} sets of {size} cards, as {types} types")


def _by_formula(one: Variant, other: Variant) -> Found:
    both_highest = one.file.trick.winner == other.file.trick.winner == "highest"
    size = min(one.players, (4 if one.file.pack.fools else 3) if both_highest else LARGEST)
    for trump in trumps_of(one):
        found = differing_trick(one, other, trump, size)
        if found is not None:
            return _shown(one, other, found, trump)
    if size < one.players and not both_highest:
        return Found(OPEN, f"no difference in tricks of {size} cards")
    by = "" if size == one.players else f", by way of those of {size}"
    return Found(SAME, "the same card wins", f"every trick of {one.players} cards, every trump{by}")


def differing_trick(one: Variant, other: Variant, trump: str, size: int) -> tuple[Card, ...] | None:
    """Return a trick in which different places win, or None."""
    a = Cnf()
    first, second = one.view(trump), other.view(trump)
    faces = list(one.pack.faces)
    tricks: tuple[list[object], list[object]] = ([], [])
    for _ in range(size):
        bits = [bit for _, bit in a.unknown(range(len(faces))).cases()]
        for trick, view in zip(tricks, (first, second), strict=True):
            trick.append(chosen_card(a, [(view[f], b) for f, b in zip(faces, bits, strict=True)]))
    for face in faces:
        if one.pack.count[face] < size:
            same = [card.face == first[face].face for card in tricks[0]]  # type: ignore[attr-defined]
            a.require(a.count(same) <= one.pack.count[face])
    wins = zip(one.wins(a, tricks[0]), other.wins(a, tricks[1]), strict=True)  # type: ignore[arg-type]
    a.require(a.any(a.no(a.same(x, y)) for x, y in wins))
    return solve_formula(a, first, tricks[0])  # type: ignore[arg-type]


def _shown(one: Variant, other: Variant, cards: tuple[Card, ...], trump: str) -> Found:
    def differs(tried: tuple[Card, ...]) -> bool:
        return fits(one, tried) and winners(one, tried, trump) != winners(other, tried, trump)

    low = lowest(cards, one.pack.faces, differs)
    named = [_named(v, low, trump) for v in (one, other)]
    text = f"{cards_text(low)}{f' with trump {trump}' if trump else ''}: {named[0]}, or {named[1]}"
    if len(low) < one.players:
        return Found(DIFFERENT, text, witness=Witness(text))
    found = first_trick(one, low, trump, text) or placed(one, low, trump, text)
    return Found(DIFFERENT, text, witness=found)


def _named(variant: Variant, cards: tuple[Card, ...], trump: str) -> str:
    places = winners(variant, cards, trump)
    if len(places) != 1:
        return "no card wins" if not places else f"{len(places)} cards win"
    copies = f" (played {places[0] + 1}.)" if cards.count(cards[places[0]]) > 1 else ""
    return f"{cards_text([cards[places[0]]])}{copies} wins"


def compare_order(one: Variant, other: Variant) -> Found:
    """Return a pair of cards of one suit that rank the other way round, if there is one."""
    for trump in sorted({*trumps_of(one), *trumps_of(other)}):
        a, b = one.view(trump), other.view(trump)
        for x in reversed(one.pack.faces):
            for y in reversed(one.pack.faces):
                if _ranks(a, x, y) != _ranks(b, x, y):
                    cards = cards_text([x, y])
                    where = f" with trump {trump}" if trump else ""
                    return Found(DIFFERENT, f"{cards}{where} rank differently")
    return Found(SAME, "all cards rank alike", "every trump")


def _ranks(view: object, x: Card, y: Card) -> tuple[bool, bool, bool]:
    a, b = view[x], view[y]  # type: ignore[index]
    same = a.suit == b.suit
    return same, bool(a.trump and not b.trump), bool(same and a.strength > b.strength)
