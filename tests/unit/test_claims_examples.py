"""The examples of the documents, and rules changed so that they no longer come out."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.claim import Verdict
from tests.common.claims import findings, found, group_ids, replays, under, with_parameters


@pytest.mark.parametrize("claim_id", group_ids("examples"))
def test_every_example_comes_out(claim_id: str) -> None:
    assert found(claim_id).verdict is Verdict.HOLDS
    assert replays(findings("examples")[claim_id])


def test_middling_examples_need_the_rule_for_equal_cards(tmp_path: Path) -> None:
    finding = under(tmp_path, "B061", "G5-2P", trick__equal="none")
    assert finding.verdict is Verdict.FAILS
    assert finding.details["winners"]["K J J 8 7"] == ["J J"]


def test_the_fewest_bonus_is_needed(tmp_path: Path) -> None:
    file = tmp_path / "plain.toml"
    file.write_text(
        'extends = "trump-fool"\n[score]\nlines = [{ kind = "tricks", each = 1 }]\n',
        encoding="utf-8",
    )
    finding = with_parameters("J014", variant=str(file))
    assert finding.verdict is Verdict.FAILS
    assert finding.details["scores"] == [8, 6, 3]


def test_reneging_needs_privileges(tmp_path: Path) -> None:
    finding = under(tmp_path, "F021", "S1", order__privileged=["5"])
    assert finding.verdict is Verdict.FAILS
    assert len(finding.readings["all privileged"].details["wrong"]) == 12  # J and A♥ in four suits


def test_reneging_legal_cards_by_hand() -> None:
    tables = found("F021").details["legal cards"]["all privileged"]
    assert tables["s trump, 5s on the table, lone Js"] == "Js"
    assert tables["s trump, Js on the table, lone 5s"] == "5s Qh Qd"
    assert tables["h trump, Ah on the table, lone Jh"] == "Qc Jh Qd"
    assert tables["s trump, 8s 5s on the table, lone Ah"] == "Ah Qh Qd"


def test_four_tricks_under_the_basic_count() -> None:
    assert with_parameters("F041", variant="S2").verdict is Verdict.FAILS


def test_the_queen_is_free_without_the_duty_to_trump(tmp_path: Path) -> None:
    finding = under(
        tmp_path, "F054", "R1", follow__tiers=["led suit that heads", "led suit", "any"]
    )
    assert finding.verdict is Verdict.FAILS


def test_other_stakes_do_not_make_ten(tmp_path: Path) -> None:
    assert under(tmp_path, "F058", "R1", pool__fine=4).verdict is Verdict.FAILS


def test_another_exchange_rate_does_not_fit(tmp_path: Path) -> None:
    assert under(tmp_path, "F075", "L1", pool__whites_per_red=4).verdict is Verdict.FAILS


def test_no_fine_no_double(tmp_path: Path) -> None:
    assert under(tmp_path, "F090", "L1", pool__misdeal=0).verdict is Verdict.FAILS
