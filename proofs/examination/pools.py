"""The pool over many deals: does it divide, can it run dry, can it stay unwon."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import z3

from proofs.algebra import Z3, proved
from proofs.claim import Witness
from proofs.examination.report import error, note, sound, warning
from proofs.examination.unknowns import trick_totals
from proofs.splits import splits
from solver.dealing import opening_pool
from solver.rules.algebra import PLAIN
from solver.rules.pool import POOLS, Deal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from proofs.examination.report import Remark
    from solver.rules.pool import Settlement
    from solver.variant import Variant

CHECK = "the pool"
MOST_DEALS = 4
MOST_SEATS = 5  # more seats only add more who are looed


def pools(variant: Variant) -> Iterator[Remark]:
    """Examine the pool."""
    section = variant.file.pool
    if section is None:
        return
    if section.rule == "shares":
        yield from _shares(variant)
    elif section.rule == "spoil five":
        yield from _spoil(variant)
    else:
        yield sound(CHECK, "There is no pool to divide: every seat keeps its own marks.")


def stake(variant: Variant) -> int:
    """Return what a dealer adds."""
    section = variant.file.pool
    if section is None:
        return 0
    return section.dealer_adds * (variant.players if section.dealer_adds_per_player else 1)


def settled(
    variant: Variant, pool: int, taken: Sequence[int], calls: Sequence[str], barred: Sequence[bool]
) -> Settlement:
    """Settle a deal that all seats played."""
    section = variant.file.pool
    assert section is not None
    active = (True,) * len(taken)
    deal = Deal(pool, taken, active, calls, barred, len(taken) - 1)
    return POOLS[section.rule](PLAIN, deal, {"parts": section.parts, "fine": section.fine})


# --- shares -----------------------------------------------------------------------------------


def _shares(variant: Variant) -> Iterator[Remark]:
    section = variant.file.pool
    assert section is not None
    parts, tricks = section.parts, variant.tricks
    if tricks > parts:
        text = f"{tricks} tricks draw one of {parts} parts of the pool each: more than there is."
        yield error(CHECK, text, witness=Witness(f"{tricks} tricks to one seat"))
        return
    if tricks < parts:
        yield warning(CHECK, f"{tricks} tricks can't draw the whole of a pool in {parts} parts.")
    added = {"the dealer's stake": stake(variant), "a misdeal": section.misdeal,
             "what everybody puts up": section.everyone_starts * variant.players}  # fmt: skip
    odd = [f"{what} ({n})" for what, n in added.items() if n % parts]
    if odd:
        yield warning(CHECK, f"The pool is divided by {parts}, but not {', '.join(odd)}.")
    elif stays_divisible(variant):
        yield sound(
            CHECK,
            f"The pool always divides by {parts}, if nobody is barred or plays for the pool.",
            scope="every pool, every split (proved)",
        )
    chain = indivisible(variant)
    if chain:
        words = "; then ".join(step.text(variant) for step in chain)
        grade = note if chain[-1].unusual or any(s.unusual for s in chain) else warning
        yield grade(CHECK, f"A pool of {chain[-1].next_pool} that does not divide by {parts} can"
                    f" arise: {words}.", witness=Witness(words),
                    details={"deals": len(chain), "pool": chain[-1].next_pool})  # fmt: skip


def stays_divisible(variant: Variant) -> bool:
    """Prove that a pool that divides leaves one that divides, whatever the split."""
    section = variant.file.pool
    assert section is not None
    share, n = z3.Int("m"), min(variant.players, MOST_SEATS)
    taken = [z3.Int(f"t{i}") for i in range(n)]
    active = [z3.Bool(f"a{i}") for i in range(n)]
    deal = Deal(section.parts * share, taken, active, ("play",) * n, (False,) * n, 0)
    rule = POOLS[section.rule]
    result = rule(Z3, deal, {"parts": section.parts, "fine": section.fine})
    playing = [z3.Implies(z3.Not(a), t == 0) for a, t in zip(active, taken, strict=True)]
    whole = z3.Sum(*taken) == variant.tricks
    claim = result.pool % section.parts == 0
    return proved(claim, share >= 0, whole, *playing, *(t >= 0 for t in taken))


class Step(NamedTuple):
    """A deal of a chain: the pool divided, who took what, and the pool of the next deal."""

    pool: int
    taken: tuple[int, ...]
    unusual: str
    next_pool: int

    def text(self, variant: Variant) -> str:
        """Say what happened."""
        why = f", {self.unusual}" if self.unusual else ""
        return (f"a pool of {self.pool}, tricks {' '.join(map(str, self.taken))}{why},"
                f" and {stake(variant)} staked: {self.next_pool}")  # fmt: skip


def indivisible(variant: Variant) -> list[Step]:
    """Return a shortest chain of deals after which a pool does not divide; [] if none is found."""
    section = variant.file.pool
    assert section is not None
    first = opening_pool(variant)
    if first % section.parts:
        return [Step(0, (0,) * variant.players, "a new pool", first)]
    reached: dict[int, list[Step]] = {first: []}
    layer = [first]
    for _ in range(MOST_DEALS):
        following = []
        for pool in layer:
            for step in _steps(variant, pool):
                if step.next_pool in reached:
                    continue
                reached[step.next_pool] = [*reached[pool], step]
                following.append(step.next_pool)
                if step.next_pool % section.parts:
                    return reached[step.next_pool]
        layer = following[:400]
    return []


def _steps(variant: Variant, pool: int) -> Iterator[Step]:
    n = min(variant.players, MOST_SEATS)
    special = [""]
    section, declare = variant.file.pool, variant.file.events.declare
    if section is not None and section.offence == "barred until won":
        special.append("barred")
    if declare is not None and declare.family == "loo" and declare.sole_stander == "dealer defends":
        special.append("defends")
    for taken in splits(n, variant.tricks):
        if list(taken) != sorted(taken, reverse=True):
            continue
        for word in special:
            # The dealer defends against one other; the split of two seats is enough.
            seats = taken if word != "defends" else taken[:2]
            if sum(seats) != variant.tricks:
                continue
            calls = ["play"] * len(seats)
            barred = [False] * len(seats)
            unusual = ""
            for holder in range(len(seats)) if word else [0]:
                if word == "defends":
                    calls = ["defend" if i == holder else "play" for i in range(len(seats))]
                    unusual = f"seat {holder + 1} plays for the pool"
                elif word:
                    barred = [i == holder for i in range(len(seats))]
                    unusual = f"seat {holder + 1} may not win"
                result = settled(variant, pool, seats, calls, barred)
                yield Step(pool, seats, unusual, int(result.pool) + stake(variant))


# --- Spoil Five -------------------------------------------------------------------------------


def _spoil(variant: Variant) -> Iterator[Remark]:
    n = variant.players
    shared = _won_twice(variant)
    if shared:
        text = f"Two seats can win the whole pool in one deal: tricks {shared}."
        yield error(CHECK, text, witness=Witness(f"tricks {shared}"))
    else:
        yield sound(CHECK, "The pool goes to one seat as a whole: nothing has to be divided.")
    pool = opening_pool(variant)
    for taken in splits(n, variant.tricks):
        if list(taken) == sorted(taken, reverse=True):
            result = settled(variant, pool, taken, ("",) * n, (False,) * n)
            if not result.won:
                listed = " ".join(map(str, taken))
                yield note(CHECK, f"A deal can be spoiled, any number of times: tricks {listed}.",
                           witness=Witness(f"tricks {listed}"))  # fmt: skip
                return
    yield sound(CHECK, f"With {n} players a deal can't be spoiled by its tricks alone.")


def _won_twice(variant: Variant) -> str:
    """Return tricks for which the rule gives the whole pool to each of two seats, '' if none."""
    n = variant.players
    for tricks in reversed(trick_totals(variant)):
        for taken in splits(n, tricks):
            if list(taken) != sorted(taken, reverse=True):
                continue
            for calls in _jinks(variant, taken):
                paid = settled(variant, 1, taken, calls, (False,) * n).paid
                if sum(p < 0 for p in paid) > 1:
                    return " ".join(map(str, taken))
    return ""


def _jinks(variant: Variant, taken: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Yield who has gone on for all tricks when a deal has come to such tricks.

    A seat that reaches the number for a jink is asked, unless it holds no more cards. One that was
    asked and did not go on has ended the deal.
    """
    jink = variant.file.events.jink
    if jink is None or jink.at == 0:
        yield ("",) * len(taken)
        return
    asked = [count >= jink.at for count in taken]
    for last, count in enumerate(taken):  # whoever took the last trick
        ended = count == jink.at
        if count and (ended or sum(taken) == variant.tricks):
            yield tuple(
                "go" if a and not (ended and i == last) else "" for i, a in enumerate(asked)
            )
