"""Certificates about single tricks: every set of cards of a small pack, every type of a large."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proofs.certificates.make import counted, refuted
from proofs.certificates.terms import TERMS, at, items, op, seen, var
from proofs.clauses import unique_winner_formula
from proofs.trick_types import trick_types
from solver.cards import card_text
from solver.rules.order import Seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.certificates.draft import Draft
    from proofs.trick_types import TrickType
    from solver.cards import Card
    from solver.variant import Variant



def one_winner(variant: Variant) -> Any:
    """Return the condition that the rules name one card of a trick."""
    return lambda trick: TERMS.count(variant.wins(TERMS, trick)) == 1


def over_sets(statement: str, variant: Variant, size: int, where: Any, count: int | None = None,
              trump: str = "", domain: str = "subsets", agrees: Any = None) -> Draft:
    """Draft on how many sets of cards of a pack a condition holds (equal cards not told apart)."""
    cards = items(variant.view(trump))
    trick = [seen(at(var("x"), i)) for i in range(size)]
    return counted(statement, {"kind": domain, "items": cards, "size": size}, where(trick),
                   [variant], count, agrees)


def over_tricks(statement: str, variant: Variant, tricks: Sequence[Sequence[Card]], where: Any,
                count: int | None = None, trump: str = "", agrees: Any = None) -> Draft:
    """Draft on how many of the listed tricks a condition holds."""
    size = len(tricks[0])
    view = variant.view(trump)
    names = {card: card_text(card) for trick in tricks for card in trick}
    pack = {text: {field: getattr(view[card], field) for field in Seen._fields}
            for card, text in names.items()}
    domain = {"kind": "product", "values": {"x": [[names[c] for c in t] for t in tricks]}}
    places = [op("get", var("pack"), at(var("x"), i)) for i in range(size)]
    draft = counted(statement, domain, where([seen(place) for place in places]), [variant], count,
                    agrees)
    term = draft.frame["where"]
    draft.frame["where"] = ["let", [["pack", pack]], term]
    return draft


def over_types(statement: str, variant: Variant, size: int, where: Any, count: int | None = None,
               agrees: Any = None) -> Draft:
    """Draft on how many types of tricks a condition holds (see `trick_types`)."""
    kinds = list(trick_types(variant.pack, size))
    return over_tricks(statement, variant, [kind.cards for kind in kinds], where, count,
                       agrees=agrees)


def unique_by_types(variant: Variant, size: int, failing: int = 0) -> Draft:
    """Draft that all types of tricks of a pack but so many have exactly one winner."""
    return over_types(
        f"of the {{size}} types of tricks of {size} of the {len(variant.pack)} cards {{count}} "
        "have not exactly one winner (types: which ranks of a suit were played does not matter, "
        "only their order and which are equal)",
        variant, size, lambda trick: TERMS.no(one_winner(variant)(trick)), failing)


def unique_by_sat(variant: Variant, size: int, trump: str = "") -> Draft:
    """Draft that no trick of a pack has no winner, or several (cards in the pack's order)."""
    ordered = trump == "" and variant.file.trick.winner == "middling"
    return refuted(
        f"no trick of {size} of the {len(variant.pack)} cards of {variant.name}"
        + (f", {trump} trump," if trump else "") + " has no winner or more than one",
        [variant], lambda: unique_winner_formula(variant, size, trump, sort=ordered))


def sets_of_types(variant: Variant, size: int, kinds: Sequence[TrickType] | None = None) -> int:
    """Return how many sets of faces the types stand for."""
    return sum(k.sets for k in (kinds or trick_types(variant.pack, size)))


def strict_order(statement: str, variant: Variant, trump: str, demoted: Card | None = None
                 ) -> Draft:
    """Draft that no two different cards of one effective suit rank equal."""
    cards = items(variant.view(trump, demoted))
    x, y = (seen(at(var("x"), i)) for i in range(2))
    same = TERMS.all([x.suit == y.suit, x.strength == y.strength, TERMS.no(x.face == y.face),
                      TERMS.no(x.fool), TERMS.no(x.joker)])
    return counted(statement, {"kind": "subsets", "items": cards, "size": 2}, same, [variant], 0)
