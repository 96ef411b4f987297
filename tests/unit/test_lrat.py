"""Test deciding, elaborating and checking refutations of CNFs."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.checkers import lrat
from proofs.checkers.payload import Refused
from proofs.elaborate import ElaborationError, elaborate
from proofs.lrat import Refutation, Sat, SolveError, Unsat, dimacs, refute, solve
from tests.common.tampered import pigeons


def satisfiable(clauses: list[list[int]], top: int) -> bool:
    """Tell by trying every assignment whether the clauses have a model."""
    return any(
        all(any(signs[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses)
        for signs in itertools.product([False, True], repeat=top)
    )


LITERALS = st.integers(1, 5).flatmap(lambda var: st.sampled_from([var, -var]))
CNFS = st.lists(st.lists(LITERALS, max_size=4), max_size=30)


@given(CNFS, st.lists(LITERALS, max_size=2))
@settings(max_examples=400, deadline=None)
def test_small_cnfs_agree_with_brute_force(clauses: list[list[int]], units: list[int]) -> None:
    """Small CNFs, with repeats, tautologies and empty clauses, are decided and proved right."""
    answer = refute(clauses, units)
    everything = [*clauses, *([lit] for lit in units)]
    assert isinstance(answer, Sat) == satisfiable(everything, 5)
    if isinstance(answer, Refutation):
        lrat.check(answer.dimacs, answer.lrat)
        core = [everything[number - 1] for number in answer.core]
        assert not satisfiable(core, 5)


@pytest.mark.parametrize("seed", range(12))
def test_random_refutations_check(seed: int) -> None:
    """Refutations of random CNFs of mixed clause lengths check."""
    rng = random.Random(seed)
    top = 30 + 10 * seed
    clauses = [[rng.choice((1, -1)) * var for var in rng.sample(range(1, top + 1), size)]
               for size in rng.choices((2, 3, 4), (1, 20, 4), k=6 * top)]
    answer = refute(clauses)
    assert isinstance(answer, Refutation)
    lrat.check(answer.dimacs, answer.lrat)


def test_pigeons_check() -> None:
    """A refutation with thousands of lemmas checks and needs every clause."""
    answer = refute(pigeons(6))
    assert isinstance(answer, Refutation)
    lrat.check(answer.dimacs, answer.lrat)
    assert answer.core == tuple(range(1, len(pigeons(6)) + 1))


def test_assumptions_become_clauses() -> None:
    """A refutation under assumptions refutes the CNF with their unit clauses."""
    assert isinstance(solve([[1, 2]], [-1]), Sat)
    answer = solve([[1, 2]], [-1, -2])
    assert isinstance(answer, Unsat)
    assert answer.clauses == ((1, 2), (-1,), (-2,))


@pytest.mark.parametrize("clauses", [[[]], [[1], []], [[1], [-1]], [[1, 1], [-1, -1]]])
def test_trivial_refutations_check(clauses: list[list[int]]) -> None:
    """Clauses a solver refutes while reading them still get a proof."""
    answer = refute(clauses)
    assert isinstance(answer, Refutation)
    lrat.check(answer.dimacs, answer.lrat)


def test_model_names_every_variable() -> None:
    """A model has a literal for each variable up to the highest."""
    answer = solve([[2, -4]])
    assert isinstance(answer, Sat)
    assert [abs(lit) for lit in answer.model] == [1, 2, 3, 4]
    assert solve([]) == Sat(())


@pytest.mark.parametrize("clauses", [[[0]], [[True]], [[1.5]], [["1"]]])
def test_no_cnf_is_refused(clauses: list[list[int]]) -> None:
    """Anything but nonzero integers is refused."""
    with pytest.raises(SolveError):
        solve(clauses)


SQUARE = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


def test_elaboration_drops_what_is_not_needed() -> None:
    """Lemmas the empty clause does not need leave no trace, whatever follows it is not read."""
    result = elaborate([*SQUARE, [3, 4]], ["2 3 0", "2 0", "-4 3 2 0", "0", "no proof"])
    assert result.lemmas == 2
    assert 5 not in result.core
    lrat.check(dimacs([*SQUARE, [3, 4]]), result.lrat)


def test_elaboration_survives_deleted_reasons() -> None:
    """A clause deleted though it forces a unit is kept when the proof needs it."""
    clauses = [[1], [-1, 2], [-2, 3, 4], [-2, 3, -4], [-3, -2, 5], [-5, -3, -2]]
    result = elaborate(clauses, ["d -1 2 0", "3 0", "0"])
    lrat.check(dimacs(clauses), result.lrat)


def test_elaboration_uses_deleted_clauses_only_before_their_deletion() -> None:
    """A lemma from a clause deleted later checks; deleting unknown clauses changes nothing."""
    result = elaborate(SQUARE, ["d 7 8 0", "2 0", "d 1 2 0", "d -1 2 0", "0"])
    lrat.check(dimacs(SQUARE), result.lrat)


@pytest.mark.parametrize("lines", [[], ["0"], ["1 0", "0"], ["3 0", "0"]])
def test_false_proof_is_not_elaborated(lines: list[str]) -> None:
    """A proof with a lemma that does not follow is refused."""
    with pytest.raises(ElaborationError):
        elaborate([[1, 2], [-1, 2], [1, -2]], lines)


@pytest.mark.parametrize("line", ["x 0", "1 2", "0 1 0", "d", "", "1.5 0"])
def test_malformed_drup_is_refused(line: str) -> None:
    """A line that is no DRUP is refused."""
    with pytest.raises(ElaborationError):
        elaborate(SQUARE, [line, "0"])


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(-30, 60))
@settings(max_examples=400, deadline=None)
def test_no_changed_number_proves_a_satisfiable_cnf(line: int, word: int, number: int) -> None:
    """With a model of the CNF at hand, no change to the proof makes it check."""
    clauses = pigeons(3)
    answer = refute(clauses)
    assert isinstance(answer, Refutation)
    weak = dimacs([[*clauses[0], 13], *clauses[1:]])
    rows = [row.split() for row in answer.lrat.splitlines()]
    row = rows[line % len(rows)]
    row[word % len(row)] = str(number)
    with pytest.raises(Refused):
        lrat.check(weak, "\n".join(map(" ".join, rows)))


def test_deletions_are_followed() -> None:
    """A proof may delete what it no longer needs, and may not use it again."""
    text = dimacs(SQUARE)
    lrat.check(text, "5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n")
    for proof in ("5 2 0 1 2 0\n5 d 1 2 0\n6 -2 0 1 3 0\n7 0 5 6 0\n", "4 d 3 3 0\n5 0 1 0",
                  "x d 1 0\n", "4 d 1\n", "4 d 0 0\n"):
        with pytest.raises(Refused):
            lrat.check(text, proof)


@given(st.text(alphabet="0123456789 -d\npcnf", max_size=60), st.booleans())
def test_lrat_checker_only_ever_refuses(text: str, as_cnf: bool) -> None:
    """No text breaks the checker in another way than a refusal."""
    cnf, proof = (text, "1 0 1 0") if as_cnf else (dimacs([[1, 2], [-1]]), text)
    with pytest.raises(Refused):
        lrat.check(cnf, proof)
