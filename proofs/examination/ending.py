"""Can the game fail to end: a deal, and a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import z3

from proofs.claim import Witness
from proofs.examination.pools import settled
from proofs.examination.report import note, sound, unknown, warning
from proofs.examination.scores import every_split, listable, owners
from proofs.examination.unknowns import (
    least_value,
    shown_facts,
    trick_totals,
    unknown_facts,
)
from proofs.splits import score

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from proofs.examination.report import Remark
    from solver.variant import Variant

CHECK = "the game ends"
LONG = 2000  # deals of a match that is played on to see that nothing changes


def endings(variant: Variant) -> Iterator[Remark]:
    """Examine the end of a deal and of a match."""
    yield _deal(variant)
    rule = variant.file.match
    if variant.file.pool is not None and variant.file.pool.rule == "crosses":
        yield _marks(variant)
    elif rule.ends == "open":
        yield note(CHECK, "The file does not say when a match ends.")
    elif rule.ends in ("deals", "one deal"):
        yield sound(CHECK, f"A match ends after {rule.deals or 1} deals.")
        if rule.ends == "deals" and rule.deals % variant.players:
            text = f"In {rule.deals} deals {variant.players} seats do not deal equally often."
            yield note(CHECK, text)
    else:
        yield _target(variant)


def _deal(variant: Variant) -> Remark:
    text = "Every deal ends: a trick takes cards out of play that do not come back"
    most = variant.tricks
    if variant.endless:
        text = "A deal need never end: the last card, a Joker, can win trick after trick by itself"
        return warning(CHECK, f"{text}, and be given to another seat each time.")
    if variant.gives_cards:
        text = "Every deal ends: a trick takes more cards out of play than a gift gives back"
        most = max(trick_totals(variant))
    return sound(CHECK, f"{text}, and every decision is asked for once.",
                 scope=f"at most {most} tricks")  # fmt: skip


def _at_most(deals: int) -> str:
    return f"at most {deals} deal{'' if deals == 1 else 's'}"


def _target(variant: Variant) -> Remark:
    rule = variant.file.match
    if variant.file.events.make_trump is not None:
        again = note if rule.cap else warning
        return again(CHECK, "A match need never end: nobody need ever make trumps, and a deal that"
                     " all pass counts nothing.")  # fmt: skip
    if rule.gross_each and trick_totals(variant)[0] == 0:
        again = note if rule.cap else warning
        text = f"A match to {rule.target} need never end"
        return again(CHECK, f"{text}: only tricks count, and a deal can end without one.")
    if rule.gross_each:
        deals = variant.players * (rule.target - 1) // max(1, rule.gross_each) + 1
        return sound(CHECK, f"A match to {rule.target} ends: tricks count as they fall.",
                     scope=_at_most(deals))  # fmt: skip
    least = least_total(variant)
    if least is None:
        return unknown(CHECK, "Whether a match must end was not found: z3 gave up.")
    total, gained, text = least
    seats = len(owners(variant))
    cap = f"; it is stopped after {rule.cap} deals" if rule.cap else ""
    if total >= 1:
        most = seats * (rule.target - 1) // total + 1
        return sound(CHECK, f"A match to {rule.target} ends: every deal adds {total} at least.",
                     scope=_at_most(min(most, rule.cap or most)))  # fmt: skip
    if stays_below(gained, rule.target):
        again = note if rule.cap else warning
        said = (
            f"A match to {rule.target} need never end{cap}: the deal '{text}' scores"
            f" {' '.join(map(str, gained))}, and can come to each seat in turn."
        )
        return again(CHECK, said, witness=Witness(text), details={"scores": list(gained)})
    return unknown(CHECK, f"A deal can add nothing ({text}); whether a match must end is open.")


def least_total(variant: Variant) -> tuple[int, tuple[int, ...], str] | None:
    """Return the least total that a deal can add, the scores of such a deal, and what happened."""
    seats = owners(variant)
    if not variant.file.score.lines:
        return 0, (0,) * len(seats), "any"
    if listable(variant):
        every = (score(variant, taken) for taken in every_split(variant))
        rows = [(tuple(s.final[i] for i in seats), s.taken) for s in every]
        gained, taken = min(rows, key=lambda row: (sum(row[0]), max(row[0])))
        return sum(gained), gained, f"tricks {' '.join(map(str, taken))}"
    best: tuple[int, tuple[int, ...], str] | None = None
    for case in unknown_facts(variant):
        terms = [case.raw_and_final(variant)["final"][i] for i in seats]
        found = least_value(case.given, z3.Sum(*terms))
        if found is None:
            return None
        model = found[1]
        gained = tuple(int(str(model.eval(t, model_completion=True))) for t in terms)
        if best is None or sum(gained) < best[0]:
            best = sum(gained), gained, shown_facts(model, case.facts)
    return best


def stays_below(gained: Sequence[int], target: int) -> bool:
    """Whether nobody reaches a target however often a deal comes to each seat in turn.

    After one round every seat has gained the same, which is no more than nothing.
    """
    n = len(gained)
    totals = [0] * n
    for deal in range(n):
        totals = [t + gained[(i - deal) % n] for i, t in enumerate(totals)]
        if max(totals) >= target:
            return False
    return sum(gained) <= 0


def _marks(variant: Variant) -> Remark:
    section = variant.file.pool
    assert section is not None
    n = variant.players
    taken = (variant.tricks, *([0] * (n - 1)))
    marks = [section.marks] * n
    for deal in range(LONG):
        turned = tuple(taken[(i - deal) % n] for i in range(n))
        paid = settled(variant, 0, turned, ("play",) * n, (False,) * n).paid
        marks = [max(0, m + int(p)) if m else 0 for m, p in zip(marks, paid, strict=True)]
        if not all(marks):
            return sound(CHECK, "No example of a match that does not end was found.")
    listed = " ".join(map(str, taken))
    text = (
        "A match need never end: seats that take all tricks in turn lose fewer marks than the"
        " others gain."
    )
    witness = Witness(f"tricks {listed}, each seat in turn")
    return warning(CHECK, text, witness=witness, details={"marks after": {str(LONG): marks}})
