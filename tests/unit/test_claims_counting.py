"""The claims that count: every number by another way, and rules changed on purpose."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from proofs.claim import Verdict
from proofs.claims.counting_f import numbers_that_fit
from proofs.trick_types import count_sets, trick_types, uniqueness, winners
from solver.errors import RulesSilent
from solver.variant import load
from tests.common.claims import findings, found, replays, under, with_parameters
from tests.naive import NAIVE

PACKS = {
    "B004": ("G3", 3, 11, 0, 33), "B005": ("G5", 5, 9, 0, 90), "B049": ("G3-40", 3, 13, 1, 39),
    "B052": ("G3-48", 3, 16, 0, 48), "B053": ("G5-3J", 5, 11, 0, 110),
    "B059": ("G5-2P", 5, 13, 0, 130), "B066": ("G7a", 7, 9, 0, 189), "B067": ("G7b", 7, 9, 1, 189),
    "B068": ("G7c", 7, 11, 0, 231),
}  # fmt: skip


def test_every_claim_is_settled_and_every_witness_replays() -> None:
    for claim_id, finding in findings("counting").items():
        assert finding.verdict not in (Verdict.NOT_SETTLED, Verdict.UNKNOWN), claim_id
        assert replays(finding), claim_id


@pytest.mark.parametrize("claim_id", PACKS)
def test_packs_deals_and_totals(claim_id: str) -> None:
    _, n, tricks, left, total = PACKS[claim_id]
    details = found(claim_id).details
    assert details["cards"] == n * tricks + left
    assert (details["total"], details["raw scores can tie"]) == (total, False)
    assert details["complete"]
    gap = claim_id in ("B053", "B067", "B068")
    assert (found(claim_id).verdict is Verdict.CONDITIONAL) == gap
    assert (found(claim_id).verdict is Verdict.HOLDS) == (not gap)


def test_types_stand_for_all_sets_and_draws() -> None:
    for name in ("G3", "G5-3J", "G7b", "G7c"):
        variant = load(name)
        size = variant.players
        types = list(trick_types(variant.pack, size))
        assert sum(kind.sets for kind in types) == count_sets(variant.pack, size)
        assert sum(kind.draws for kind in types) == comb(len(variant.pack), size)


def test_tricks_with_two_jokers_counted_by_hand() -> None:
    # Two Jokers and three naturals, or three Jokers and two naturals, of 52.
    by_number = found("B053").details["tricks by number of winners"]
    assert by_number == {"1": 2869685, "2": comb(52, 3), "3": comb(52, 2)}


def test_share_of_ambiguous_tricks_by_sampling() -> None:
    variant = load("G7b", settings={"trick.equal": "none"})
    rng = random.Random(7)
    cards = list(variant.pack)
    sample = 4000
    bad = sum(len(winners(variant, tuple(rng.sample(cards, 7)))) != 1 for _ in range(sample))
    exact = uniqueness(variant, 7).failing_share
    assert abs(bad / sample - exact) < 4 * (exact * (1 - exact) / sample) ** 0.5


def test_the_naive_engine_agrees_on_middling_winners() -> None:
    variant = load("G5-2P")
    rng = random.Random(65)
    order = list(variant.pack)
    checked = 0
    while checked < 300:
        rng.shuffle(order)
        trick = order[:5]
        if any(not card.suit for card in trick):
            continue
        hands = [[str(card)] for card in trick]
        game = NAIVE["G5-2P"](hands, dealer=4)
        game.trick = [(seat, str(card)) for seat, card in enumerate(trick)]
        try:
            expected = game.trick_winner()
        except (RulesSilent, ValueError):
            continue
        assert winners(variant, tuple(trick)) == (expected,)
        checked += 1


def test_seven_players_and_52_cards() -> None:
    rows = found("B065").details["rows"]
    assert [(r["tricks"], r["undealt"]) for r in rows] == [(t, 52 - 7 * t) for t in range(1, 8)]
    assert [r["can tie"] for r in rows] == [False] * 6 + [True]
    assert rows[-1]["splits that tie"] == 1709 < comb(13, 6)


def test_trumps_in_a_hand_by_sampling() -> None:
    details = found("J021").details
    assert (details["mean trumps"], details["mean of a side suit"]) == ("4", "13/3")
    exact = Fraction(comb(12, 4) * comb(39, 13) + comb(12, 5) * comb(39, 12), comb(51, 17))
    assert Fraction(details["exact share"]) == exact
    rng = random.Random(21)
    hits = sum(sum(c < 12 for c in rng.sample(range(51), 17)) in (4, 5) for _ in range(4000))
    assert abs(hits / 4000 - float(exact)) < 0.035


def test_points_contested() -> None:
    assert found("J029").details["turn-ups by points captured"] == {
        "36": 4, "37": 4, "38": 4, "39": 4, "40": 36,
    }  # fmt: skip
    assert found("J029").details["mean"] == str(40 - Fraction(10 * 4, 52))


def test_books_and_bids_of_jewels() -> None:
    assert found("K001").details["Book cards"] == found("K001").details["numbered trumps"] == 21
    assert found("K001").details["partitions"] == 36_212_176_000
    assert found("K006").details["N"] == {"3": 66, "4": 80, "5": 94}
    for row in found("K007").details["rows"]:
        assert row["met"]
        assert row["tricks"] == row["N"] // row["n"]
    assert found("K007").details["one more if the last cards are played out"]


def test_robbing_by_the_formula_and_by_dealing() -> None:
    chances = found("F016").details["probability"]
    for n in range(2, 11):
        by_cases = Fraction(4, 52) + Fraction(48, 52) * Fraction(5 * n, 51)
        assert Fraction(chances[str(n)]) == by_cases == Fraction(17 + 20 * n, 221)


def test_numbers_of_players_that_fit() -> None:
    assert max(numbers_that_fit("S1")) == 10
    assert max(numbers_that_fit("R2")) == 9
    assert max(numbers_that_fit("L1")) == 17
    assert max(numbers_that_fit("L2")) == 16
    assert found("F046").details["needed"]
    assert found("F077").details["two deals"] == list(range(3, 17))


def test_printed_rows_are_wrong_only_by_the_second_five() -> None:
    assert found("F006").verdict is Verdict.FAILS
    rows = {
        suit: text.replace(f" 6{suit} 5{suit} ", f" 6{suit} ").replace(
            f" 4{suit} 5{suit} ", f" 4{suit} "
        )
        for suit, text in {
            "h": "5h Jh Ah Kh Qh 10h 9h 8h 7h 6h 5h 4h 3h 2h",
            "s": "5s Js Ah As Ks Qs 2s 3s 4s 5s 6s 7s 8s 9s 10s",
        }.items()
    }
    assert with_parameters("F006", rows=rows).verdict is Verdict.HOLDS


# --- rules changed on purpose ---------------------------------------------------------------------


def test_two_jokers_break_the_winner(tmp_path: Path) -> None:
    finding = under(tmp_path, "B004", "G3", pack__jokers=2)
    assert finding.verdict is Verdict.FAILS  # 34 cards are no longer 3·11
    assert finding.details["tricks without one winner"] == 32


def test_the_rule_for_equal_cards_is_needed() -> None:
    assert with_parameters("B059", adds="").verdict is Verdict.CONDITIONAL


def test_without_the_joker_the_deal_does_not_fit(tmp_path: Path) -> None:
    assert under(tmp_path, "B004", "G3", pack__jokers=0).verdict is Verdict.FAILS


def test_heart_ace_must_be_a_trump(tmp_path: Path) -> None:
    finding = under(tmp_path, "F005", "S1", order__top_trumps=["5", "J", "A"])
    assert finding.verdict is Verdict.FAILS


def test_a_bigger_widow_does_not_fit(tmp_path: Path) -> None:
    assert under(tmp_path, "F065", "R2", deal__widow=7).verdict is Verdict.FAILS


def test_other_values_change_the_total(tmp_path: Path) -> None:
    file = tmp_path / "aces-five.toml"
    file.write_text('extends = "trump-fool-points"\n[score.points]\nA = 5\n', encoding="utf-8")
    finding = with_parameters("J028", variant=str(file))
    assert (finding.verdict, finding.details["total"]) == (Verdict.FAILS, 44)
