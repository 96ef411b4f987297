"""The claims about pools: numbers by other ways, broken rules, witnesses."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from proofs.claim import Finding, Verdict
from proofs.claims import (
    pools_bierspiel,
    pools_growth,
    pools_loo,
    pools_penalties,
    pools_rams,
    pools_spoil,
)
from proofs.random_play import replay
from proofs.registry import Effort, claims, settle
from proofs.splits import splits
from solver.dealing import deal
from solver.match import finish, new_match, next_deal
from solver.outcome import outcome
from solver.position import OVER
from solver.referee import legal_actions, step
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Callable

LITTLE = Effort(factor=0.1, seed=2)


def settled(claim: str, effort: Effort = LITTLE) -> Finding:
    """Settle a claim with little effort."""
    return settle(claims()[claim], effort)


def mutated(settings: dict[str, Any]) -> Callable[..., Variant]:
    """Return a loader that changes a clause of every variant."""
    return lambda name, players=None, choose=None: load(name, players, choose, settings)


# --- Spoil Five -----------------------------------------------------------------------------------


def test_turns_and_deals_counted_without_the_match() -> None:
    for n, length in ((2, 6), (3, 6)):
        for events in product("dm", repeat=length):
            turns, made, dealer = [0] * n, [0] * n, 0
            for event in events:
                turns[dealer] += 1
                made[dealer] += event == "d"
                dealer = (dealer + 1) % n
            if dealer == 0:  # the seat at the first dealer's right was last
                assert len(set(turns)) == 1
                lost = [t - m for t, m in zip(turns, made, strict=True)]
                assert (len(set(made)) == 1) == (len(set(lost)) == 1)
    finding = settled("F011")
    assert finding.verdict is Verdict.CONDITIONAL
    assert finding.details["smallest"] == ["B misdeals", "A deals"]


@pytest.mark.parametrize(("reading", "first"), [("adds", 1), ("later", 0)])
def test_pool_of_the_match_grows_as_proved(reading: str, first: int) -> None:
    for n in (2, 5, 10):
        match = new_match(load("S1", n, {"S2": reading}))
        for j in range(1, 6):
            match, position = next_deal(match, j)
            assert match.pool == n + j - 1 + first
            match = finish(match, position._replace(phase=OVER, taken=(2, 2) + (0,) * (n - 2)))


def test_larger_pools_table() -> None:
    finding = settled("F013")
    table = finding.details["tables"]["the first dealer adds"]
    for n, j in product(range(2, 11), range(1, 6)):
        word = "below" if n * j < n + j else "equal" if n * j == n + j else "above"
        assert str(j) in table[n][word]
    assert finding.readings["he does not"].condition == "j >= 2"


def test_every_ending_of_spoil_five_has_one_fate() -> None:
    assert settled("F035").verdict is settled("F036").verdict is Verdict.HOLDS
    for taken in splits(4, 5):
        for barred in product((False, True), repeat=4):
            holders = [i for i in range(4) if taken[i] >= 3]
            assert len(holders) <= 1
            wins = [i for i in holders if not barred[i]]
            ending = pools_spoil.Deal(7, taken, [True] * 4, [""] * 4, barred, 0)
            result, total = pools_spoil.fate(pools_spoil.PLAIN, ending)
            assert total and bool(result.won) == bool(wins)
    assert settled("F036").details["pools of two barred seats"] == [3, 4, 5, 6]


# --- Rams and Bierspiel ---------------------------------------------------------------------------


def test_pools_of_random_rams_stay_multiples_of_five() -> None:
    rng = Random(3)
    for n in (3, 4, 5, 6):
        match = new_match(load("R1", n))
        for seed in range(15):
            match, position = next_deal(match, seed)
            assert match.pool % 5 == 0
            while not position.over:
                actions = legal_actions(position)
                position = step(position, actions[int(rng.random() * len(actions))])
            match = finish(match, position)
            assert match.pool % 5 == 0
            assert sum(match.balances) == -match.pool


def test_multiple_of_five_needs_fines_in_fives(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settled("F048").verdict is settled("F050").verdict is Verdict.HOLDS
    assert settled("F048").details["with a penalised share"]["next pool"] == 11
    pools_rams.multiple_survives.cache_clear()
    monkeypatch.setattr(pools_rams, "load", mutated({"pool.fine": 4}))
    assert settled("F048").verdict is Verdict.FAILS
    pools_rams.multiple_survives.cache_clear()


def test_payments_of_rams() -> None:
    finding = settled("F057")
    assert finding.verdict is Verdict.FAILS
    assert len(finding.details["kinds"]) == 6
    assert max(pools_penalties.refused(20).paid) == 5


def test_simple_follows_simple() -> None:
    finding = settled("F059")
    counts = {n: row["splits"] for n, row in finding.details.items()}
    assert counts == {"3": [6, 21], "4": [4, 56], "5": [1, 126], "6": [1, 126]}


def test_pool_after_a_made_general_under_both_readings() -> None:
    after = settled("F063").details["next pool"]
    assert after[pools_rams.MADE_READINGS[0]] == {"3": 5, "4": 5, "5": 5, "6": 5}
    assert after[pools_rams.MADE_READINGS[1]] == {"3": 15, "4": 20, "5": 25, "6": 25}


def test_the_first_dealers_counter_is_not_settled() -> None:
    finding = settled("F012")
    assert finding.verdict is Verdict.SILENT
    assert {f.verdict for f in finding.readings.values()} == {Verdict.HOLDS}


def test_simple_play_agrees_with_the_referee() -> None:
    variant = load("R1", 3, settings={"events.declare.general": False})
    rng, hits = Random(9), 0
    for seed in range(200):
        position = deal(variant, seed)
        while not position.over:
            actions = legal_actions(position)
            position = step(position, actions[int(rng.random() * len(actions))])
        settlement = outcome(position).settlement
        assert settlement is not None
        hits += settlement.pool == 0
        assert (settlement.pool == 0) == (min(position.taken) > 0)
    low = pools_rams.Lowered(load("R1", 3), "s")
    mine = sum(pools_rams.simple_again(load("R1", 3), low, rng) for _ in range(1500)) / 1500
    assert abs(hits / 200 - mine) < 0.12


@pytest.mark.parametrize("claim", ["F063", "F064"])
def test_general_accounts(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settled(claim).verdict is Verdict.HOLDS
    monkeypatch.setattr(pools_rams, "load", mutated({"pool.general_fine": 4}))
    assert settled(claim).verdict is Verdict.FAILS


def test_bierspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settled("F069").details["marks"] == 15
    finding = settled("F074")
    assert finding.details["deals"] == 2
    # All pass and the pone pays: nobody is nearer the end.
    assert finding.details["marks after a deal passed out"] == [15, 20, 15]
    changes = finding.details["cycle"]
    assert [sum(column) for column in zip(*changes, strict=True)] == [0, 0, 0]
    assert finding.witness is not None
    assert replay(finding.witness).taken == (5, 0, 0)
    monkeypatch.setattr(pools_bierspiel, "load", mutated({"pool.marks": 16}))
    assert settled("F069").verdict is Verdict.FAILS


# --- Loo ------------------------------------------------------------------------------------------


def test_counters_of_loo_by_plain_arithmetic() -> None:
    """Follow reds and whites apart, as fractions, through all pairs of deals for three."""
    bars = [None, 0, 1, 2]
    for first, second in product(splits(3, 3), repeat=2):
        for a, b in product(bars, repeat=2):
            if (a is not None and not first[a]) or (b is not None and not second[b]):
                continue
            reds, whites = Fraction(3), Fraction(0)
            match = new_match(load("L1", 3))
            for taken, barred in ((first, a), (second, b)):
                kept = taken[barred] if barred is not None else 0
                whites = kept * (reds + whites / 3)
                reds = Fraction(3 * taken.count(0) + 3)
                flags = tuple(i == barred for i in range(3))
                match, _ = pools_loo.dealt(match, taken, flags)
            found = pools_loo.counters(pools_loo.staked(match))
            if whites.denominator == 1:
                assert (found.reds, found.whites) == (reds, whites)


def test_law_of_reds_in_unlimited_loo_by_plain_arithmetic() -> None:
    """Follow three deals for three, with forfeits: reds come in threes just if 9 divides L·W."""
    seen = Counter[tuple[bool, bool]]()
    for sequence in pools_loo.sequences("L3s", 3, 2, forfeits=True):
        before = pools_loo.counters(pools_loo.staked(sequence.match))
        if before.whites % 3 or before.reds % 3:
            continue
        for taken in splits(3, 3):
            looed = taken.count(0)
            match, _ = pools_loo.dealt(sequence.match, taken, (False,) * 3)
            reds = looed * (before.reds + Fraction(before.whites, 3)) + 3
            assert pools_loo.counters(pools_loo.staked(match)).reds == reds
            law = looed * before.whites % 9 == 0
            assert (reds % 3 == 0) == law
            seen[law, before.whites > 0] += 1
    # Whites do not always break it.
    assert seen[True, True] and seen[False, True] and seen[True, False]


def test_loo_findings() -> None:
    assert settled("F078").readings["unlimited"].verdict is Verdict.FAILS
    assert settled("F079").readings["limited"].verdict is Verdict.HOLDS
    assert settled("F079").details["reds at the third division"] == "7"
    finding = settled("F080")
    assert finding.verdict is Verdict.FAILS
    assert finding.details["whites after the second forfeit"] == 4
    assert settled("F088").verdict is Verdict.HOLDS
    assert settled("F089").details["exceptions"] == {3: [[1, 1, 1]]}
    assert settled("F091").verdict is Verdict.FAILS
    assert settled("F092").verdict is Verdict.SILENT


def test_three_or_six_needs_threes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools_loo, "load", mutated({"pool.misdeal": 12}))
    assert settled("F078").readings["limited"].verdict is Verdict.FAILS


def test_reds_need_fines_in_threes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools_loo, "load", mutated({"pool.fine": 6}))
    assert settled("F079").readings["limited"].verdict is Verdict.FAILS


def test_growth_and_losses_by_brute_force() -> None:
    assert settled("F081").verdict is Verdict.HOLDS
    for n in (3, 4, 5, 8):
        best = 0
        for a, b in product(range(n), repeat=2):
            pools = [3, 3 * a + 3, b * (3 * a + 3) + 3]
            best = max(best, sum(pools))
        assert pools_growth.most_looed(n)[0] == best == 3 * n * n + 6
    finding = settled("F082")
    table = finding.details["smallest first pool by L: any, multiple of three"]
    for looed, (least, _) in table.items():

        def lost(pool: int, looed: int = looed) -> int:
            second = looed * pool + 3
            return pool + second + looed * second + 3

        assert lost(least) >= 1280 > lost(least - 1)
