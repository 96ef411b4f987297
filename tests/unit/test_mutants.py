"""Some mutants of the rules and of the variant files; all of them are in tests/slow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from solver.rules.trick import WINNERS, beats
from solver.variant import load
from tests.mutation.checks import all_checks
from tests.mutation.clauses import FileMutant, file_mutants, mutants_of
from tests.mutation.code import FILES, CodeMutant, code_mutants, learn_behaviour
from tests.mutation.trial import EQUIVALENT, NOTICED, SURVIVES, Known, surveyed, trial

# Quick checks that together look at every module: claims, and rules stated a second time.
ASKED = (
    "B018", "B047", "B061", "F006", "F021", "F028", "F041", "F054", "F058", "F064", "J008", "J010",
    "J014", "K011", "K022", "K025", "K028", "B023", "B040",
    "tests.unit.test_rules_tricks.test_highest[first]", "tests.unit.test_rules_tricks.test_emer",
    "tests.unit.test_rules_tricks.test_middling[first, pairs, first]",
    "tests.unit.test_rules_tricks.test_middling[first, refuse]",
    "tests.unit.test_rules_tiers.test_stranded",
    "tests.unit.test_rules_orders", "tests.unit.test_rules_tiers.test_kinds[led suit]",
    "tests.unit.test_rules_tiers.test_kinds[same colour]", "tests.unit.test_rules_tiers.test_cond",
    "tests.unit.test_rules_scores", "tests.unit.test_rules_examples",
    "tests.differential.test_naive_walks.test_walks_agree[rams]",
    "tests.differential.test_naive_walks.test_walks_agree[hearts]",
)  # fmt: skip
STEP = 79  # every so manieth mutant of the code is tried


@pytest.fixture(scope="module")
def known() -> Iterator[list[Known]]:
    """Return what quick checks answer under the rules as they are."""
    learn_behaviour()
    claims = {name for name in ASKED if "." not in name}
    tests = tuple(name for name in ASKED if "." in name)
    yield surveyed([c for c in all_checks() if c.name in claims or c.name.startswith(tests)])


@pytest.mark.parametrize("mutant", code_mutants()[::STEP], ids=lambda mutant: mutant.name)
def test_mutants_of_the_code_are_noticed(mutant: CodeMutant, known: list[Known]) -> None:
    fate = trial(mutant, known)
    assert fate.verdict in (NOTICED, EQUIVALENT), mutant.name
    assert beats.__code__.co_filename == FILES["trick"]  # nothing is left of it in this process


@pytest.mark.parametrize(
    "mutant",
    [*mutants_of("rams"), *mutants_of("hearts")][::5],
    ids=lambda mutant: mutant.name,
)
def test_mutants_of_files_are_noticed(mutant: FileMutant, known: list[Known]) -> None:
    assert trial(mutant, known).verdict in (NOTICED, EQUIVALENT), mutant.name
    assert load("rams").file == load("R1").file


def test_every_function_and_clause_has_mutants() -> None:
    code = {mutant.touches for mutant in code_mutants()}
    for name, rule in WINNERS.items():
        assert f"trick.{rule.__name__}" in code, name
    assert len(code) > 70 and len({m.name + str(m.number) for m in code_mutants()}) > 800
    clauses = {(m.variant, m.field.split(".")[0]) for m in file_mutants()}
    for name in ("gooseberry-3", "spoil-five", "jewels", "loo-double", "hearts"):
        assert (name, "follow") in clauses and (name, "lead") in clauses
    fields = {m.field for m in mutants_of("gooseberry-3")}
    assert {"trick.winner", "trick.equal", "follow.tiers", "lead.first", "score.lines"} <= fields


def test_what_nobody_looks_at_survives(known: list[Known]) -> None:
    """A mutant that no check is asked about survives; one that changes nothing is equivalent."""
    mutant = next(m for m in code_mutants() if m.function == "emergent_suit")
    assert trial(mutant, []).verdict == SURVIVES
    assert trial(mutant, known).verdict == NOTICED
    same = FileMutant("gooseberry-3", "trick.equal", "pairs, first", "pairs, last")
    assert trial(same, []).verdict == EQUIVALENT
    other = FileMutant("gooseberry-triple", "trick.equal", "refuse", "none")
    assert trial(other, []).verdict == SURVIVES


def test_a_check_that_breaks_or_does_not_end_notices(known: list[Known]) -> None:
    def endless() -> None:
        while True:
            pass

    one = known[0]
    mutant = next(m for m in code_mutants() if m.function == "emergent_suit")
    broken = replace(one, check=replace(one.check, ask=partial(int, "x")), touched={mutant.touches})
    fate = trial(mutant, [broken])
    assert fate.verdict == NOTICED and fate.how.startswith("ValueError")
    long = replace(broken, check=replace(one.check, ask=endless), seconds=-1.95)
    assert trial(mutant, [long]).how == "no end"
