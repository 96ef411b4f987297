"""Rams: every payment that the text can demand of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from proofs.claim import Claim, Finding, decided
from proofs.claims.pools_rams import GAME, divided, pool_section
from proofs.registry import Effort, settles
from solver.dealing import deal
from solver.outcome import outcome
from solver.position import Action
from solver.referee import apply, legal_actions
from solver.rules.algebra import PLAIN
from solver.rules.pool import Deal, Settlement, general_lost, general_made
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Callable



class Payment(NamedTuple):
    """A payment that the text can demand: for what, by whom, to whom, how much."""

    cause: str
    payer: str
    to: str
    amount: str


def refused(pool: int) -> Settlement:
    """Return the settlement when all pass to a pone who pays rather than plays."""
    position = deal(load(GAME, 3), 1, pool=pool)
    while not position.over:
        words = [a.word for a in legal_actions(position)]
        position = apply(position, Action("pay" if "pay" in words else "pass"))
    settled = outcome(position).settlement
    if settled is None:
        raise AssertionError("a refusal without a settlement")
    return settled


def _amount(rule: Callable[[int], int]) -> str:
    """Write an amount as a number, or as the pool if it grows with it."""
    small, large = rule(10), rule(20)
    return str(small) if small == large else "as much as the pool holds" if small == 10 else "?"


def payments() -> list[Payment]:
    """Return every payment of the Rams text, its amount taken from the rules."""
    variant = load(GAME, 3)
    section = pool_section(variant)

    def lost(pool: int) -> Settlement:
        return general_lost(PLAIN, _dealt(pool), 0, section.general_fine)

    def made(pool: int) -> Settlement:
        return general_made(PLAIN, _dealt(pool), 0, section.general_fine)

    adversaries = variant.players - 1
    bought = pool_section(load("S1b"))
    return [
        Payment("to deal", "dealer", "pool", _amount(lambda p: section.dealer_adds)),
        Payment(
            "no trick", "declarer", "next pool",
            _amount(lambda p: divided(PLAIN, variant, p, (0, 5, 0)).paid[0]),
        ),
        Payment("an offence", "offender", "next pool", _amount(lambda p: section.offence_fine)),
        Payment("declining to play", "pone", "dealer", _amount(lambda p: max(refused(p).paid))),
        Payment(
            "general made", "every other player", "announcer", _amount(lambda p: made(p).paid[1])
        ),
        Payment(
            "general lost", "announcer", "pool",
            _amount(lambda p: lost(p).pool - p),
        ),
        Payment(
            "general lost", "announcer", "every adversary",
            _amount(lambda p: (lost(p).paid[0] - p) // adversaries),
        ),
        Payment("a misdeal, to deal again", "misdealer", "pool", _amount(lambda p: bought.misdeal)),
    ]


def _dealt(pool: int) -> Deal:
    return Deal(pool, (5, 0, 0), [True] * 3, ["play"] * 3, [False] * 3, 0)


@settles("F057")
def one_penalty(claim: Claim, effort: Effort) -> Finding:
    """List every payment that the Rams text can demand, and count the kinds."""
    found = payments()
    penalties = [p for p in found if p.cause != "to deal"]
    kinds = sorted({(p.to, p.amount) for p in penalties})
    text = "; ".join(f"{p.cause}: {p.payer} pays {p.amount} to {p.to}" for p in penalties)
    stakes = ", ".join(p.amount for p in found if p not in penalties)
    return decided(
        len(kinds) == 1,
        f"{len(kinds)} kinds besides the dealer's stake of {stakes}: {text}. One kind only for the "
        "offences named (win nothing, and five to the next pool) and for no trick",
        details={"payments": [p._asdict() for p in found], "kinds": [list(k) for k in kinds]},
        mend="say 'one penalty for irregularities'",
        scope="the misdeal by reference to Spoil Five, where deals are bought back 'in some "
        "places'",
        method="every payment of the pool rules and of the referee's settlements",
    )
