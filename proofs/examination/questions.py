"""The questions of an examination, asked for the usual and for every other number of players."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from proofs.examination.dealing import unequal
from proofs.examination.ending import endings
from proofs.examination.happenings import happenings
from proofs.examination.legality import legality
from proofs.examination.pools import pools
from proofs.examination.reach import dealt_so
from proofs.examination.report import Remark, unknown
from proofs.examination.scores import scores
from proofs.examination.symmetry import symmetries
from proofs.examination.winners import unique
from solver.errors import LimitReached, RulesSilent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from solver.variant import Variant

NUMBERS = re.compile(r"\([^()]*\)|\b\d+( \d+)*\b")  # and examples in brackets
QUESTIONS: dict[str, Callable[[Variant], Iterator[Remark]]] = {
    "deal": unequal,
    "legality": legality,
    "winners": unique,
    "happenings": happenings,
    "scores": scores,
    "symmetries": symmetries,
    "pools": pools,
    "endings": endings,
}


def asked(question: Callable[[Variant], Iterable[Remark]], variant: Variant) -> list[Remark]:
    """Ask one question; a limit or a silence of the rules is a remark like any other."""
    try:
        return list(question(variant))
    except (LimitReached, ArithmeticError, MemoryError) as reason:
        return [unknown("a limit", f"{reason}")]
    except RulesSilent as reason:
        return [unknown("the rules", f"{reason}")]


def together(
    variant: Variant, usual: Sequence[Remark], numbers: Sequence[int], seconds: float
) -> list[Remark]:
    """Ask the questions for all other numbers too, and merge what is the same for several.

    A remark that is not made for every number says for which. The questions are asked one after
    another, each of all numbers, until so many seconds of processor time have been used.
    """
    others = {n: v for n in numbers if n != variant.players and (v := dealt_so(variant, {}, n))}
    made = [(variant.players, remark) for remark in usual]
    late: dict[str, list[int]] = {}
    deadline = time.process_time() + seconds
    for word, question in QUESTIONS.items():
        for n, other in others.items():
            if time.process_time() < deadline:
                made += [(n, remark) for remark in asked(question, other)]
            else:
                late.setdefault(word, []).append(n)
    remarks = _merged(made, {variant.players, *others})
    if late:
        words = "; ".join(f"{word} for {listed(some)}" for word, some in late.items())
        text = f"Not reached in {seconds:g} seconds: {words}."
        remarks.append(unknown("other numbers of players", text))
    return remarks


def _merged(made: Sequence[tuple[int, Remark]], numbers: set[int]) -> list[Remark]:
    """Return each remark once, with the numbers for which it was made unless it was for all."""
    first: dict[tuple[object, ...], Remark] = {}
    found: dict[tuple[object, ...], set[int]] = {}
    for n, remark in made:
        key = (remark.grade, remark.check, remark.text, remark.scope)
        first.setdefault(key, remark)
        found.setdefault(key, set()).add(n)
    return [
        remark if found[key] == numbers else replace(remark, players=tuple(sorted(found[key])))
        for key, remark in first.items()
    ]


def alike(remarks: Sequence[Remark], usual: int) -> list[tuple[str, Remark]]:
    """Return one of the remarks that say the same but for their numbers, and for whom it is.

    The one shown is that for the usual number of players, if there is one.
    """
    groups: dict[tuple[str, str], list[Remark]] = {}
    for remark in remarks:
        words = NUMBERS.sub("#", remark.text) if remark.players else remark.text
        groups.setdefault((remark.check, words), []).append(remark)
    shown = []
    for group in groups.values():
        one = next((r for r in group if usual in r.players), group[0])
        everyone = sorted({n for remark in group for n in remark.players})
        words = listed(everyone) if everyone else ""
        if len(group) > 1:
            words += f", here {usual if usual in one.players else one.players[0]}"
        shown.append((f"{words}: " if words else "", one))
    return shown


def listed(numbers: Sequence[int]) -> str:
    """Return numbers of players in words: '3', '3 and 4', '3, 5 and 7 to 9 players'."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    parts = [
        part
        for run in runs
        for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))
    ]
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) + " players"
