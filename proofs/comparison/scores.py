"""Do two variants score alike, whatever a deal leaves?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import z3

from proofs.claim import Witness
from proofs.comparison.found import DIFFERENT, OPEN, SAME, Found
from proofs.examination.scores import listable
from proofs.examination.unknowns import shown_facts, unknown_facts
from proofs.splits import score, splits

if TYPE_CHECKING:
    from proofs.splits import Split
    from solver.variant import Variant


def compare_scores(one: Variant, other: Variant) -> Found:
    """Return the smallest split, or other facts of a deal, that score differently."""
    if one.file.score == other.file.score and one.tricks == other.tricks:
        return Found(SAME, "the same lines" if one.file.score.lines else "none", "every deal")
    if one.tricks != other.tricks:
        return Found(DIFFERENT, f"{one.tricks} tricks to score, {other.tricks} tricks")
    if _values(one) != _values(other):
        return Found(DIFFERENT, "other values of captured cards")
    if listable(one) and listable(other):
        return _by_splits(one, other)
    return _asked(one, other)


def _values(variant: Variant) -> object:
    s = variant.file.score
    return variant.order.points, s.books, s.motley, s.turned, s.undealt, s.skat_counts


def _by_splits(one: Variant, other: Variant) -> Found:
    different: list[Split] = []
    count = 0
    for taken in splits(one.players, one.tricks):
        count += 1
        a, b = score(one, taken), score(other, taken)
        if (a.raw, a.final) != (b.raw, b.final):
            different.append(taken)
    scope = f"all {count} splits of {one.tricks} tricks"
    if not different:
        return Found(SAME, "the same scores", scope)
    taken = min(different, key=lambda t: (sum(n > 0 for n in t), tuple(-n for n in t)))
    a, b = score(one, taken), score(other, taken)
    stage = "final" if a.final != b.final else "raw"
    first, second = (" ".join(map(str, getattr(s, stage))) for s in (a, b))
    text = f"tricks {' '.join(map(str, taken))} score {first}, or {second}"
    return Found(DIFFERENT, text, scope, Witness(text))


def _asked(one: Variant, other: Variant) -> Found:
    left, right = unknown_facts(one), unknown_facts(other)
    if len(left) != len(right):
        return Found(DIFFERENT, "only one of them scores by who declared")
    for a, b in zip(left, right, strict=True):
        first, second = a.raw_and_final(one), b.raw_and_final(other)
        pairs = [(x, y) for n in ("raw", "final") for x, y in zip(first[n], second[n], strict=True)]
        solver = z3.Solver()
        solver.set("timeout", 10_000)
        solver.add(*a.given, *b.given, z3.Or(*(x != y for x, y in pairs)))
        answer = solver.check()
        if answer == z3.unknown:
            return Found(OPEN, "not decided in time")
        if answer == z3.sat:
            model = solver.model()
            finals = [
                " ".join(str(model.eval(x, model_completion=True)) for x in terms["final"])
                for terms in (first, second)
            ]
            text = f"{shown_facts(model, a.facts)}: {finals[0]}, or {finals[1]}"
            return Found(DIFFERENT, text, witness=Witness(text))
    return Found(SAME, "the same scores", "all facts that a deal can leave")
