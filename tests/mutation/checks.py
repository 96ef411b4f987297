"""What may notice a mutant: every claim of the sheet, and every check of the rules themselves.

A check is a name and a function without arguments. What it returns is its answer; a mutant is
noticed when an answer differs from that under the unchanged rules, or when a test fails.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

from proofs.claim import Finding
from proofs.registry import GROUPS, Effort, claims, load_settlers, settle
from tests.differential import test_naive_readings, test_naive_walks
from tests.perft import test_perft
from tests.unit import (
    test_rules_examples,
    test_rules_orders,
    test_rules_scores,
    test_rules_tiers,
    test_rules_tricks,
)

LITTLE = Effort(factor=0.1, seed=3)
RULES = (
    test_rules_examples,
    test_rules_orders,
    test_rules_tricks,
    test_rules_tiers,
    test_rules_scores,
    test_naive_walks,
    test_perft,
    test_naive_readings,
)


@dataclass(frozen=True)
class Check:
    """Something that may notice a mutant."""

    name: str
    ask: Callable[[], object]

    @property
    def is_claim(self) -> bool:
        """Whether it is a claim of the sheet."""
        return self.name in claims()


def all_checks() -> list[Check]:
    """Return the claims, then the tests of the rules."""
    for group in GROUPS:  # imported once for all the processes that ask
        load_settlers(group)
    found = [Check(name, partial(_answer, name)) for name in claims()]
    for module in RULES:
        found += [Check(name, ask) for name, ask in tests_of(module)]
    return found


def _answer(claim_id: str) -> object:
    return said(settle(claims()[claim_id], LITTLE))


def said(finding: Finding) -> tuple[object, ...]:
    """Return what a finding says: its verdict and evidence, and those of its readings."""
    readings = [(name, said(each)) for name, each in finding.readings.items()]
    return (
        finding.verdict.value,
        finding.condition,
        finding.evidence,
        sorted((str(name), repr(value)) for name, value in finding.details.items()),
        readings,
    )


def tests_of(module: ModuleType) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the tests of a module with their parameters filled in, by name; none with fixtures."""
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if not name.startswith("test_") or function.__module__ != module.__name__:
            continue
        marks = [mark for mark in getattr(function, "pytestmark", ()) if mark.name == "parametrize"]
        cases = [list(_cases(*mark.args)) for mark in marks]
        for case in itertools.product(*cases):
            given = {word: value for words in case for word, value in words.items()}
            if set(inspect.signature(function).parameters) == set(given):
                label = ", ".join(str(value) for value in given.values())
                yield f"{module.__name__}.{name}[{label}]", partial(function, **given)


def _cases(words: Any, rows: Any) -> Iterator[dict[str, Any]]:
    names = [w.strip() for w in words.split(",")] if isinstance(words, str) else list(words)
    for row in rows:
        values = [row] if len(names) == 1 else row
        yield dict(zip(names, values, strict=True))
