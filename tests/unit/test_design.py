"""Schedules, bonuses and packs: every answer by plain enumeration, and every proof re-checked."""

from __future__ import annotations

from itertools import permutations, product
from math import gcd
from typing import Any

import pytest

from proofs.design.bonus import bonuses
from proofs.design.free import free_schedule, tie_of
from proofs.design.packs import Form, PackDesign, candidates, forms, judged
from proofs.design.schedule import by_permutation, confirmed, schedules
from proofs.design.ties import (
    final_scores,
    first_tie,
    multinomial,
    raw_scores,
    refuse_many,
    unavoidable_tie,
    up_to_rotation,
)
from proofs.splits import count_splits, score, splits
from proofs.trick_types import uniqueness
from solver.errors import LimitReached
from solver.variant import load


def plain_scores(weights: tuple[int, ...], taken: tuple[int, ...], bonus: int) -> list[int]:
    """Score a split without the engine."""
    n = len(weights)
    raw = [sum(weights[k] * taken[(i - k) % n] for k in range(n)) for i in range(n)]
    middle = sorted(raw)[n // 2]
    return [s + (bonus if s == middle else 0) for s in raw]


def tie_free(weights: tuple[int, ...], tricks: int, bonus: int = 0) -> bool:
    return all(
        len(set(plain_scores(weights, t, bonus))) == len(weights)
        for t in splits(len(weights), tricks)
    )


@pytest.mark.parametrize(("players", "tricks"), [(3, 4), (3, 11), (4, 5), (5, 3), (5, 6)])
def test_all_simplest_schedules_by_trying_all(players: int, tricks: int) -> None:
    found = schedules(players, tricks)
    expected = [w for w in permutations(range(players)) if tie_free(w, tricks)]
    assert sorted(found.found) == expected == sorted(by_permutation(players, tricks))
    assert found.least == players - 1 and found.complete
    assert all(confirmed(w, tricks) for w in found.found)
    assert schedules(players, tricks, minimise="sum").found == found.found
    assert schedules(players, tricks, minimise="distinct").least == players


@pytest.mark.parametrize(("tricks", "bonus"), [(4, 3), (4, 10), (5, 4), (11, 10)])
def test_schedules_after_a_bonus_by_trying_all(tricks: int, bonus: int) -> None:
    found = schedules(3, tricks, bonus=bonus)
    tried = [w for w in product(range(found.least + 1), repeat=3) if min(w) == 0]
    good = [w for w in tried if tie_free(w, tricks, bonus)]
    assert list(found.found) == good
    assert all(max(w) == found.least for w in good), "a smaller one was overlooked"
    for w in tried:  # the splits of the certificate refute every smaller schedule
        if max(w) < found.least and len(set(w)) == 3:
            assert first_tie(w, found.seen, bonus) is not None


def test_barbers_schedule_for_three_with_a_bonus_of_ten() -> None:
    assert schedules(3, 11, bonus=10).found[0] == (0, 3, 6)
    assert schedules(3, 11, bonus=10, minimise="sum").least == 9
    assert not tie_free((1, 2, 0), 11, 10) and tie_free((1, 2, 0), 11)


@pytest.mark.parametrize(("players", "tricks"), [(4, 6), (5, 10), (6, 9), (9, 6)])
def test_impossibility_comes_with_a_split_that_ties_all_weights(players: int, tricks: int) -> None:
    found = schedules(players, tricks)
    assert not found.found and found.impossible is not None
    assert sum(found.impossible) == tricks
    for shift in range(10):
        weights = tuple((k * k * 7 + shift * k) % 31 for k in range(players))
        scores = plain_scores(weights, found.impossible, 0)
        assert len(set(scores)) < players


def test_no_unavoidable_tie_exactly_for_coprime_numbers() -> None:
    for players in range(2, 8):
        for tricks in range(1, 15):
            assert (unavoidable_tie(players, tricks) is None) == (gcd(players, tricks) == 1)


def test_splits_up_to_rotation_stand_for_all() -> None:
    few = up_to_rotation(4, 5)
    turned = {t[i:] + t[:i] for t in few for i in range(4)}
    assert turned == set(splits(4, 5)) and len(turned) == count_splits(4, 5)
    with pytest.raises(LimitReached):
        refuse_many(12, 40)


def test_scores_are_those_of_the_game() -> None:
    variant = load("gooseberry-5")
    for taken in list(splits(5, 9))[::40]:
        assert tuple(raw_scores((1, 2, 3, 4, 0), taken)) == score(variant, taken).raw
        assert tuple(final_scores((1, 2, 3, 4, 0), taken, 30)) == score(variant, taken).final


def test_free_tables() -> None:
    for players, tricks in ((3, 4), (4, 5)):
        found = free_schedule(players, tricks)
        assert (
            found.table is not None and tie_of(found.table, list(splits(players, tricks))) is None
        )
        assert {sum(row) for row in found.table} == {players * (players - 1) // 2}
    assert free_schedule(3, 6).impossible == (2, 2, 2)
    nothing = free_schedule(4, 6)
    assert nothing.table is None and nothing.seen
    unfair = free_schedule(4, 6, fair=False)
    assert unfair.table is not None and tie_of(unfair.table, list(splits(4, 6))) is None


def test_no_fair_table_of_four_survives_the_splits_named() -> None:
    """Every table whose columns are permutations and whose rows have equal sums ties in one."""
    seen = free_schedule(4, 6).seen
    columns = list(permutations(range(4)))
    first = (0, 1, 2, 3)
    for second, third in product(columns, repeat=2):
        rest = [6 - a - b - c for a, b, c in zip(first, second, third, strict=True)]
        if sorted(rest) == [0, 1, 2, 3]:
            table = list(zip(first, second, third, rest, strict=True))
            assert tie_of(table, seen) is not None


@pytest.mark.parametrize(("players", "tricks"), [(3, 11), (5, 9), (5, 4)])
def test_bonuses_by_trying_all(players: int, tricks: int) -> None:
    weights = (*range(1, players), 0)
    found = bonuses(players, tricks)
    expected = [b for b in range(1, found.largest_gap + 3) if tie_free(weights, tricks, b)]
    assert expected == [*found.free, found.largest_gap + 1, found.largest_gap + 2]
    for bonus, (number, share) in found.on_top.items():
        tops = [t for t in splits(players, tricks) if middling_on_top(weights, t, bonus)]
        assert number == len(tops)
        assert share == pytest.approx(sum(map(multinomial, tops)) / players**tricks)


def middling_on_top(weights: tuple[int, ...], taken: tuple[int, ...], bonus: int) -> bool:
    raw = plain_scores(weights, taken, 0)
    return sorted(raw)[len(raw) // 2] + bonus > max(raw)


def test_bonuses_of_barbers_tables() -> None:
    assert 10 not in bonuses(3, 11).free and 10 in bonuses(3, 11).gaps
    assert bonuses(5, 10).raw_tie is not None and not bonuses(5, 10).free


def packs(players: int, **asked: Any) -> list[PackDesign]:
    """Return every pack that can be played, with what it gives."""
    found = [judged(players, form, jokers) for form, jokers in candidates(players, **asked)]
    return [design for design in found if design]


def test_packs_for_seven_include_those_of_the_document() -> None:
    found = {
        (d.form.text, d.jokers, d.each) for d in packs(7, copies=(1, 2), jokers=(0, 1)) if d.good
    }
    assert {("60 + 2 red", 1, 9), ("40 + 36", 1, 11)} <= found
    over = {(d.form.text, d.jokers): d for d in packs(7, copies=(2,), jokers=(0,), over=1)}
    assert over[("2 x 32", 0)].over == 1 and not over[("2 x 32", 0)].failing


def test_packs_fail_for_the_reasons_named() -> None:
    three = {(d.form.text, d.jokers): d for d in packs(3)}
    assert three[("32", 1)].good and three[("36", 0)].raw_ties
    triple = next(d for d in packs(5, copies=(3,), over=4, jokers=(0,)) if d.form == Form((8,), 3))
    variant = load("gooseberry-triple", settings={"pack.jokers": 0})
    assert triple.failing == uniqueness(variant, 5).failing_sets > 0
    two_jokers = next(d for d in packs(3, jokers=(2,), over=2) if d.form == Form((8,)))
    assert two_jokers.failing and "Jk" in two_jokers.example
    assert all(form.cards <= 128 * 2 for form in forms((7, 8), (1, 2)))
