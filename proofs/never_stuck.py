"""Is a card always legal? Hands of any size, answered for the tiers of a variant as they stand.

Two arguments that do not lean on each other: a formula over every hand of the pack at once, and the
lemma that a hand is never stuck if each single card of it is admitted by a tier that is open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from proofs.encode.obligations import refuted
from solver.encode.cnf import Cnf
from solver.rules.tiers import Situation, legal
from solver.variant_text import variant_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from solver.cards import Card
    from solver.rules.algebra import Truth
    from solver.rules.order import Seen
    from solver.rules.tiers import Tier
    from solver.variant import Variant


class Stuck(NamedTuple):
    """What was asked: formulas refuted out of those made, and whether the lemma applies."""

    formulas: int
    refuted: int
    lemma: bool

    @property
    def never(self) -> bool:
        """Whether no hand can be without a legal card."""
        return self.refuted == self.formulas and self.lemma


def trumps_of(variant: Variant) -> list[str]:
    """Return the trump suits that can arise, '' for none."""
    if not variant.has_trumps:
        return [""]
    if variant.keeps_trump_suit:
        return [variant.keeps_trump_suit]
    late = variant.file.deal.trump == "late"
    return [*([""] if late else []), *variant.pack.suits]


def situation(a: Cnf, variant: Variant, hand: Sequence[Seen], trick: Sequence[Seen]) -> Situation:
    """Return a situation in which everything but hand, trick and trump is unknown."""
    return Situation(
        hand=hand,
        held=[a.truth() for _ in hand],
        trick=trick,
        broken=a.truth(),
        number=a.unknown([1, 2, 3]),
        trump_known=any(card.trump for card in hand),
        trump_leads=a.unknown([0, 1, 2, 3, 4]),
        opening=-1,
        called=a.truth(),
        ace_turned=a.truth(),
        withhold_only_alone=variant.file.follow.withhold_only_alone,
    )


def legal_set(a: Cnf, variant: Variant, s: Situation, *, leading: bool) -> list[Truth]:
    """State for every card that it is legal, the cards that are always legal included."""
    chosen = legal(a, variant.lead_tiers if leading else variant.follow_tiers, s)
    if leading:
        return chosen
    for tier in variant.always_tiers:
        extra = [
            a.all([held, tier.admits(a, c, s)]) for held, c in zip(s.held, s.hand, strict=True)
        ]
        chosen = [a.any(pair) for pair in zip(chosen, extra, strict=True)]
    return chosen


def stuck_formula(
    variant: Variant, view: Mapping[Card, Seen], *, leading: bool, on_table: int
) -> Cnf:
    """State that some hand of at least one card has no legal card."""
    a = Cnf()
    trick = [] if leading else a.trick(view, variant.pack.count, on_table)
    s = situation(a, variant, list(view.values()), trick)
    a.require(a.any(s.held))
    a.require(a.no(a.any(legal_set(a, variant, s, leading=leading))))
    return a


def catches_all(variant: Variant, tiers: Sequence[Tier]) -> bool:
    """Whether tiers without a condition admit every card, whatever was led (the lemma)."""
    for trump in trumps_of(variant):
        a = Cnf()
        cards = list(variant.view(trump).values())
        led = a.card(cards)
        for card in cards:
            s = Situation([card], [True], [led])
            caught = a.any(t.admits(a, card, s) for t in tiers if not t.conditions)
            if caught is not True:
                return False
    return True


def stuck(claim: str, variant: Variant, *, leads: bool = True, follows: bool = True) -> Stuck:
    """Ask both arguments for leads and follows, under every trump that can arise."""
    kinds = [(True, 0)] if leads else []
    kinds += [(False, m) for m in (1, 2) if m < variant.players] if follows else []
    made = done = 0
    for trump in trumps_of(variant):
        view = variant.view(trump)
        for leading, on_table in kinds:
            formula = stuck_formula(variant, view, leading=leading, on_table=on_table)
            made += 1
            word = "lead" if leading else f"follow card {on_table + 1}"
            name = f"{variant_text(variant)}, {trump or 'no'} trump: no {word}"
            done += refuted(claim, name, formula)
    lemma = (not leads or catches_all(variant, variant.lead_tiers)) and (
        not follows or catches_all(variant, variant.follow_tiers)
    )
    return Stuck(made, done, lemma)
