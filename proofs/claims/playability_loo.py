"""Playability of Loo's simple pools: the compulsory trump lead, and being void."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from proofs.claim import Claim, Finding, by_reading, decided, silent
from proofs.encode.obligations import refuted
from proofs.never_stuck import legal_set, situation, stuck, trumps_of
from proofs.registry import Effort, settles
from solver.encode.cnf import Cnf
from solver.rules.algebra import PLAIN
from solver.rules.tiers import Situation, legal
from solver.variant import Variant, load

if TYPE_CHECKING:
    from solver.cards import Card
    from solver.rules.order import Seen


@settles("F087")
def trump_lead(claim: Claim, effort: Effort) -> Finding:
    """Settle the lead set of a winner before and after a trump suit exists, both readings."""
    always = load("L1", settings={"lead.tiers": ["trumps", "any"]})
    later = load("L1")
    findings = {}
    for name, variant in zip(claim.readings, (always, later), strict=True):
        result = stuck(claim.id, variant, follows=False)
        findings[name] = decided(
            result.never,
            f"a lead for every hand, trump known or not ({result.refuted} of {result.formulas} "
            "formulas refuted)",
        )
    same = sum(_leads_equal(claim.id, always, later, trump) for trump in trumps_of(later))
    return by_reading(
        findings,
        "a lead exists for every hand under both readings, and the lead sets are the same "
        f"({same} of {len(trumps_of(later))} comparisons): before a trump exists nobody has one, "
        "so "
        "that the duty has nothing to bind ('leads any card he pleases')",
        scope="every hand, trump unknown or any suit",
        method="SAT over all hands at once",
        details={"equal lead sets": same, "comparisons": len(trumps_of(later))},
    )


def _leads_equal(claim: str, first: Variant, second: Variant, trump: str) -> bool:
    view = first.view(trump)
    a = Cnf()
    s = situation(a, first, list(view.values()), [])
    pairs = zip(
        legal_set(a, first, s, leading=True), legal_set(a, second, s, leading=True), strict=True
    )
    a.require(a.any(a.no(a.same(x, y)) for x, y in pairs))
    return refuted(claim, f"lead sets differ, trump {trump or 'unknown'}", a)


@settles("F093")
def void_in_a_simple(claim: Claim, effort: Effort) -> Finding:
    """Count the hands in which 'must trump' and 'any card' differ for a seat that is void."""
    counts: dict[str, tuple[int, int, int]] = {}
    for trump in "csdh":
        for led in "csdh":
            if led != trump:
                counts[f"{led} led, {trump} trump"] = _void_hands(trump, led)
    differ, of, mixed = next(iter(counts.values()))
    alike = len(set(counts.values())) == 1
    return silent(
        f"the legal sets differ just for hands void in the suit led with a trump and another card: "
        f"{differ} of {of} hands of two (trick 2, the turned trump out of play) for each of the "
        f"{len(counts)} pairs of led and trump suit; in trick 3 there is no choice; the text says "
        "only 'must head the trick if they can', of the suit led",
        scope="three cards each, trump turned after trick 1; trick 2 of every such deal",
        method="all hands of two cards, both readings",
        mend="say whether one who is void must trump (the laws of Loo from outside say so)",
        details={
            "differ": differ,
            "void hands": of,
            "a trump and another card": mixed,
            "alike for all suits": alike,
            "hands in which they differ": "one trump and one card of neither suit",
        },
        readings={
            "any card": decided(True, f"{of} of {of} void hands are free"),
            "must trump": decided(True, f"{differ} void hands lose the choice of a discard"),
        },
    )


def _void_hands(trump: str, led: str) -> tuple[int, int, int]:
    """Count differing hands, void hands, and hands of one trump and one other card."""
    must, free = (load("L1", choose={"L4": value}) for value in ("must", "free"))
    view = must.view(trump)
    turned = max((c for c in view if c.suit == trump), key=lambda c: view[c].strength)
    lead = min((c for c in view if c.suit == led), key=lambda c: view[c].strength)
    pool = [c for c in view if c.suit != led and c != turned]
    differ = total = mixed = 0
    for hand in combinations(pool, 2):
        total += 1
        mixed += sum(c.suit == trump for c in hand) == 1
        differ += _lawful(must, view, hand, lead) != _lawful(free, view, hand, lead)
    return differ, total, mixed


def _lawful(
    variant: Variant, view: dict[Card, Seen], hand: tuple[Card, ...], lead: Card
) -> list[bool]:
    s = Situation([view[c] for c in hand], [True] * len(hand), [view[lead]], number=2)
    return legal(PLAIN, variant.follow_tiers, s)
