"""Group 'playability': is there always a legal lead, follow and decision?"""

from __future__ import annotations

import proofs.claims.playability_jewels
import proofs.claims.playability_joker
import proofs.claims.playability_jokers
import proofs.claims.playability_loo
import proofs.claims.playability_mate
import proofs.claims.playability_rams
import proofs.claims.playability_reneging  # noqa: F401
from proofs.claim import Claim, Finding, decided
from proofs.never_stuck import stuck
from proofs.registry import Effort, settles
from solver.variant import Variant, load


@settles("never stuck")
def never_stuck(claim: Claim, effort: Effort) -> Finding:
    """Settle that a lead or a follow always exists, for every hand of every named pack."""
    asked = list(claim.parameters.get("of", ["leads", "follows"]))
    variants = _variants(claim)
    results = [
        stuck(claim.id, v, leads="leads" in asked, follows="follows" in asked) for v in variants
    ]
    formulas = sum(r.formulas for r in results)
    refuted = sum(r.refuted for r in results)
    tiers = [
        t.text
        for word, found in (
            ("leads", variants[0].lead_tiers),
            ("follows", variants[0].follow_tiers),
        )
        if word in asked
        for t in found
    ]
    return decided(
        all(r.never for r in results),
        f"{refuted} of {formulas} formulas over all hands refuted "
        f"({', '.join(map(_name, variants))}); of the tiers {' / '.join(tiers)} those without a "
        "condition admit every card, so that "
        "a hand of any size has a legal one",
        scope="every non-empty hand of any size, every led card, every trump that can arise",
        method="SAT over all hands at once; lemma: each card is in some tier, so some tier is met",
        details={
            "formulas": formulas,
            "refuted": refuted,
            "lemma": all(r.lemma for r in results),
            "cards and Jokers": {
                f"{v.name}, {v.file.pack.jokers} Jokers": len(v.pack) for v in variants
            },
        },
    )


def _name(variant: Variant) -> str:
    jokers = variant.file.pack.jokers
    counted = f" with {jokers} Joker{'' if jokers == 1 else 's'}"
    return variant.name + (counted if variant.file.events.gift else "")


def _variants(claim: Claim) -> list[Variant]:
    out = []
    for text in claim.parameters["variants"]:
        name, _, jokers = str(text).partition(" jokers=")
        out.append(load(name, settings={"pack.jokers": int(jokers)} if jokers else {}))
    return out
