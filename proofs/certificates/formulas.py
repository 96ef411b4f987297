"""Formulas about hands of any size, as the claims ask them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from proofs.certificates.make import refuted
from proofs.never_stuck import legal_set, situation, stuck_formula, trumps_of
from solver.cards import JOKER, Card
from solver.encode.cnf import Cnf
from solver.rules.tiers import Situation, heads, led_suit, legal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from proofs.certificates.draft import Draft
    from solver.rules.order import Seen
    from solver.variant import Variant


def never_stuck(variant: Variant, *, leads: bool = True, follows: bool = True) -> list[Draft]:
    """Draft that no hand is without a legal card."""
    kinds = [0] if leads else []
    kinds += [m for m in (1, 2) if m < variant.players] if follows else []
    return [
        refuted(f"{variant.name}, {len(variant.pack)} cards, {trump or 'no'} trump: no hand of "
                f"any size is without a legal card {f'behind {m}' if m else 'to lead'}",
                [variant],
                lambda trump=trump, m=m: stuck_formula(  # type: ignore[misc]
                    variant, variant.view(trump), leading=m == 0, on_table=m))
        for trump in trumps_of(variant) for m in kinds
    ]


def over_hands(statement: str, variant: Variant, trump: str, m: int, require: Any,
               trick: Sequence[Seen] = ()) -> Draft:
    """Draft that no hand behind m cards meets a requirement on situation and legal cards."""
    def build() -> Cnf:
        a = Cnf()
        view = variant.view(trump)
        table = list(trick) or (a.trick(view, variant.pack.count, m) if m else [])
        s = situation(a, variant, list(view.values()), table)
        lawful = legal_set(a, variant, s, leading=not table)
        for term in require(a, s, lawful):
            a.require(term)
        return a

    return refuted(statement, [variant], build)


def joker_needs_jokers(variant: Variant) -> Draft:
    """Draft that a Joker is led only from a hand of Jokers."""
    def require(a: Cnf, s: Situation, lawful: list[Any]) -> list[Any]:
        cards = list(zip(s.held, lawful, s.hand, strict=True))
        return [a.any(h for h, _, c in cards if not c.joker),
                a.any(x for _, x, c in cards if c.joker)]

    return over_hands(f"{variant.file.pack.jokers} Jokers: no hand with a natural card may lead a "
                      "Joker", variant, "", 0, require)


def all_free(variant: Variant) -> Draft:
    """Draft that every card may follow a led Joker."""
    def require(a: Cnf, s: Situation, lawful: list[Any]) -> list[Any]:
        return [a.no(a.all(a.same(x, h) for x, h in zip(lawful, s.held, strict=True)))]

    return over_hands("every card of every hand may follow a led Joker", variant, "", 1, require,
                      [variant.view("")[JOKER]])


def always_legal(variant: Variant, card: Card, m: int) -> Draft:
    """Draft that a card is legal whenever it is held."""
    def require(a: Cnf, s: Situation, lawful: list[Any]) -> list[Any]:
        i = variant.pack.index[card]
        return [a.all([s.held[i], a.no(lawful[i])])]

    words = "to lead" if m == 0 else f"behind {m} cards"
    return over_hands(f"no hand makes a held Fool illegal {words}", variant, "t", m, require)


def heading(variant: Variant, trump: str, m: int) -> Draft:
    """Draft that whoever can head the trick in its suit may play just the cards that do."""
    def require(a: Cnf, s: Situation, lawful: list[Any]) -> list[Any]:
        head = [a.all([h, led_suit(a, c, s), heads(a, c, s)])
                for h, c in zip(s.held, s.hand, strict=True)]
        return [a.any(head), a.any(a.no(a.same(x, y)) for x, y in zip(lawful, head, strict=True))]

    return over_hands(f"{variant.order.ranks[0]} high, {trump} trump, behind {m}: a hand with "
                      "cards of the suit led that head the trick may play these and no others",
                      variant, trump, m, require)


def alike(statement: str, first: Variant, second: Variant, trump: str, m: int) -> Draft:
    """Draft that two variants have the same legal cards for every hand."""
    def require(a: Cnf, s: Situation, lawful: list[Any]) -> list[Any]:
        other = legal_set(a, second, s, leading=m == 0)
        return [a.any(a.no(a.same(x, y)) for x, y in zip(lawful, other, strict=True))]

    return replace(over_hands(statement, first, trump, m, require), variants=[first, second])


def turn_up_unread(variant: Variant, m: int) -> Draft:
    """Draft that the turned card changes no legal set."""
    def require(a: Cnf, s: Situation, lawful: list[Any]) -> list[Any]:
        other = s._replace(ace_turned=a.truth(), opening=a.unknown(range(len(s.hand))))
        again = legal_set(a, variant, other, leading=m == 0)
        return [a.any(a.no(a.same(x, y)) for x, y in zip(lawful, again, strict=True))]

    return over_hands(f"no legal set {'to lead' if m == 0 else 'to follow'} depends on the turned "
                      "card", variant, "", m, require)


def ace_binds_not(variant: Variant, trump: str) -> Draft:
    """Draft that holding the heart ace makes no other card legal or illegal on a heart lead."""
    def build() -> Cnf:
        view = variant.view(trump)
        ace = Card("h", "A")
        others = [card for card in view if card != ace]
        a = Cnf()
        led = a.card([view[card] for card in others if card.suit == "h"])
        held = [a.truth() for _ in others]
        cards = [view[card] for card in others]
        without = legal(a, variant.follow_tiers, Situation(cards, held, [led]))
        both = legal(a, variant.follow_tiers,
                     Situation([*cards, view[ace]], [*held, True], [led]))
        a.require(a.any(a.no(a.same(x, y)) for x, y in zip(without, both[:-1], strict=True)))
        return a

    return refuted(f"{trump} trump: on a heart lead the ace of hearts makes no other card legal "
                   "or illegal", [variant], build)


def fool_wins_not(variant: Variant, size: int) -> Draft:
    """Draft that the Fool wins no trick of so many cards."""
    def build() -> Cnf:
        a = Cnf()
        trick = [a.card(list(variant.view("t").values())) for _ in range(size)]
        wins = variant.wins(a, trick)
        a.require(a.any(a.all([c.fool, w]) for c, w in zip(trick, wins, strict=True)))
        return a

    return refuted(f"{len(variant.pack)} cards: the Fool wins no trick of {size}", [variant], build)


def changes_nothing(statement: str, variant: Variant, change: Callable[[Seen], Seen]) -> Draft:
    """Draft that a change of all cards changes no winner (cards in the pack's order)."""
    def build() -> Cnf:
        a = Cnf()
        trick = a.trick(variant.view(""), variant.pack.count, variant.players, sort=True)
        before = variant.wins(a, trick)
        after = variant.wins(a, [change(card) for card in trick])
        a.require(a.any(a.no(a.same(x, y)) for x, y in zip(before, after, strict=True)))
        return a

    return refuted(statement, [variant], build)
