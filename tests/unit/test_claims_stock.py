"""The claims about stocks: sizes by a second state machine, moments of the turn, witnesses."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from proofs.claim import Verdict
from proofs.claims.stock import MOMENTS, drawing, exact_first, moment, moment_deal
from proofs.random_play import replay
from proofs.sampling import share
from solver.errors import VariantError
from solver.variant import load
from tests.common.claims import findings, found, replays, under


def test_every_claim_is_settled_and_every_witness_replays() -> None:
    for claim_id, finding in findings("stock").items():
        assert finding.verdict not in (Verdict.NOT_SETTLED, Verdict.UNKNOWN), claim_id
        assert replays(finding), claim_id


def test_sizes_by_simulation() -> None:
    for cards, players in ((66, 4), (66, 6), (80, 3), (80, 7), (94, 9), (94, 2)):
        rng = random.Random(cards * players)
        hands, library, tricks = [10] * players, cards - 10 * players, 0
        while min(hands) > 0:
            winner = rng.randrange(players)
            hands = [size - 1 for size in hands]
            tricks += 1
            for k in range(players):
                if library:
                    hands[(winner + k) % players] += 1
                    library -= 1
        found_ = drawing(cards, players)
        assert (found_.full_tricks, found_.over) == (tricks, sum(hands) + library)
        assert (tricks, sum(hands)) == divmod(cards, players)
        assert (found_.short == 0) == (cards % players == 0) == (not found_.leader_without_card)


def test_a_winner_without_a_card() -> None:
    shown = found("K020").witness
    assert shown is not None
    end = replay(shown)
    assert any(end.hands) and not all(end.hands)


def test_turn_after_the_first_trick_by_sampling() -> None:
    for n in (3, 5):
        variant = load("L1", n)
        exact = exact_first(variant)
        hits = sum(moment(variant, seed) == MOMENTS[0] for seed in range(400)) / 400
        assert abs(hits - float(exact)) < 0.09
    q3, q6 = Fraction(comb(39, 3), comb(51, 3)), Fraction(comb(39, 6), comb(51, 6))
    assert exact_first(load("L1", 3)) == 2 * q3 - q6


@pytest.mark.parametrize(("n", "per_cent"), [(3, 69.653), (8, 99.376)])
def test_play_is_independent_of_the_shuffle(n: int, per_cent: float) -> None:
    # All follow to trick 1 with chance sum (-1)^k C(n-1, k) C(39, 3k) / C(51, 3k).
    chances = [
        (-1) ** k * comb(n - 1, k) * Fraction(comb(39, 3 * k), comb(51, 3 * k)) for k in range(n)
    ]
    exact = 1 - sum(chances)
    assert exact == exact_first(load("L1", n)) and round(100 * float(exact), 3) == per_cent
    # The printed interval of a larger sample, and the printed one, hold the exact value.
    variant, sample = load("L1", n), 4000
    hits = sum(moment(variant, 1_000_003 + i) == MOMENTS[0] for i in range(sample))
    _, low, high, _ = share(hits, sample).as_list()
    assert low <= float(exact) <= high
    row = found("F083").details["shares"][str(n)]
    assert row["exact after trick 1"] == float(exact)
    assert row[MOMENTS[0]][1] <= float(exact) <= row[MOMENTS[0]][2]


def test_every_moment_can_occur() -> None:
    for n in (3, 8):
        variant = load("L1", n)
        for which in range(1, 5):
            _, actions = moment_deal(variant, which)
            assert len(actions) == 3 * n
    assert found("F083").details["possible"]["3"] == list(MOMENTS)
    assert found("F083").details["always after trick 1 with n"] == [14, 15, 16, 17]


def test_bierspiel_with_a_bigger_widow_runs_out(tmp_path: Path) -> None:
    """The card after a turned seven counts too: a widow of six is one too many for five."""
    with pytest.raises(VariantError, match="two cards to turn up don't come out"):
        under(tmp_path, "F071", "R3", deal__widow=6, events__declare__widow_discard=1)
    assert found("F071").details["cards needed"] == {"3": 22, "4": 27, "5": 32, "6": 32}


def test_ten_cards_are_needed_for_the_library(tmp_path: Path) -> None:
    assert found("K003").details["Library"]["N=80, n=8"] == 0
    assert found("K021").details["N=80, n=7"] == {"tricks": 11, "over": 3}
