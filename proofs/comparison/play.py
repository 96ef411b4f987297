"""The same deals played with two variants, action by action, until they part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs.claim import Witness
from proofs.comparison.found import DIFFERENT, OPEN, Found
from proofs.random_play import shown
from solver.dealing import deal, shuffled
from solver.errors import FoolproofError, RulesSilent
from solver.outcome import outcome
from solver.referee import action_text, legal_actions, step

if TYPE_CHECKING:
    from random import Random

    from solver.position import Action, Position
    from solver.variant import Variant

DEALS = 200
POOLS = (None, 20)  # as it is at first, and a larger one in which nobody is compelled


def compare_play(one: Variant, other: Variant, rng: Random) -> Found:
    """Return the shortest way found to a position in which other actions are legal, or that
    comes to something else."""
    best: tuple[Position, list[Action], str] | None = None
    for number in range(DEALS):
        found = _part(one, other, number, rng)
        if found is not None and (best is None or len(found[1]) < len(best[1])):
            best = found
        if best is not None and number >= DEALS // 4:
            break
    if best is None:
        return Found(OPEN, "other data, but no difference was met", f"{DEALS} random deals")
    first, actions, text = best
    try:
        witness = shown(first, actions, text)
    except FoolproofError:
        witness = Witness(text)
    return Found(DIFFERENT, text, witness=witness)


def _part(
    one: Variant, other: Variant, number: int, rng: Random
) -> tuple[Position, list[Action], str] | None:
    """Play one deal with both; return where they part, None if they don't."""
    order = shuffled(one, number)
    named = rng.choice(one.pack.suits) if one.file.deal.trump == "named" else ""
    pool = POOLS[number % 2] if one.file.pool is not None else None
    try:
        dealer = number % one.players
        left = deal(one, order=order, dealer=dealer, trump=named, pool=pool)
        right = deal(other, order=order, dealer=dealer, trump=named, pool=pool)
    except FoolproofError:
        return None
    begun = left
    actions: list[Action] = []
    while True:
        words = [[action_text(p.variant, a) for a in legal_actions(p)] for p in (left, right)]
        if left.turn != right.turn or sorted(words[0]) != sorted(words[1]):
            return begun, actions, _apart(left, right, words)
        if left.over:
            break
        action = rng.choice(legal_actions(left))
        actions.append(action)
        silent = []
        for position in (left, right):
            try:
                silent.append(step(position, action))
            except RulesSilent:
                silent.append(position)
        if (silent[0] is left) != (silent[1] is right):
            return begun, actions, "only one of them names a winner of the trick"
        if silent[0] is left:
            return None
        left, right = silent
    a, b = outcome(left), outcome(right)
    if (a.final, a.settlement) == (b.final, b.settlement):
        return None
    return begun, actions, _results(a, b)


def _apart(left: Position, right: Position, words: list[list[str]]) -> str:
    if left.over != right.over:
        return "the deal is over in only one of them"
    seats = [p.variant.seat_name(p.turn) for p in (left, right)]
    listed = [", ".join(w[:8]) + (", ..." if len(w) > 8 else "") or "nothing" for w in words]
    return f"{seats[0]} may choose {listed[0]}; or {seats[1]} {listed[1]}"


def _results(a: object, b: object) -> str:
    texts = []
    for result in (a, b):
        settlement = getattr(result, "settlement")  # noqa: B009
        if settlement is not None:
            paid = " ".join(str(-int(p)) for p in settlement.paid)
            texts.append(f"counters {paid} and {settlement.pool} left in the pool")
        else:
            texts.append("scores " + " ".join(map(str, getattr(result, "final"))))  # noqa: B009
    return f"the same play comes to {texts[0]}; or to {texts[1]}"
