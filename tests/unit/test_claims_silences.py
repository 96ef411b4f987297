"""The claims on which a text may be silent, and those that can't be checked."""

from __future__ import annotations

from math import comb

import pytest

from proofs.claim import Finding, Verdict
from proofs.claims import silences, silences_colours
from proofs.random_play import replay
from proofs.registry import Effort, claims, settle
from proofs.splits import scored
from solver.cards import JOKER
from solver.variant import load

LITTLE = Effort(factor=0.1, seed=2)


def settled(claim: str) -> Finding:
    """Settle a claim with little effort."""
    return settle(claims()[claim], LITTLE)


def test_lost_extension_changes_shares_only() -> None:
    finding = settled("B046")
    assert finding.verdict is Verdict.SILENT
    assert {f.verdict for f in finding.readings.values()} == {Verdict.HOLDS}
    assert finding.witness is not None
    end = replay(finding.witness)
    assert end.hands[0] == (JOKER,) and end.taken[0] == 10
    rows = {name: row for name, row in finding.details.items() if isinstance(row, dict)}
    forced = {name: row["B057 forced"][0] for name, row in rows.items()}
    assert forced["led suit, same colour; Joker free"] == 0
    assert forced["led suit, same colour, Joker, any"] < forced["as printed"]
    assert rows["as printed"]["B056 deals"] == settled("B056").details["share"]
    assert rows["as printed"]["B057 forced"] == settled("B057").details["forced by B3"]


def test_readings_of_the_extension_keep_the_lead_rule() -> None:
    files = [variant.file for variant in silences_colours.readings("G3").values()]
    assert len({file.lead for file in files}) == 1
    assert len({(file.follow.tiers, file.follow.always) for file in files}) == 4


def test_missing_table_is_the_mirrored_one() -> None:
    finding = settled("B070")
    assert finding.verdict is Verdict.HOLDS
    assert finding.details["weights by distance to the right"] == [1, 0, 6, 5, 4, 3, 2]
    assert silences.distance_to_right("near left", 3 + 2) == 4
    assert silences.mirrored([1, 2, 0]) == [1, 0, 2]


def test_missing_table_needs_the_printed_addendum() -> None:
    claim = claims()["B070"]
    altered = {**claim.parameters, "table one addendum": {
        **claim.parameters["table one addendum"], "far left": 6, "middle left": 5
    }}
    wrong = settle(type(claim)(id="B070", source=claim.source, text="", parameters=altered), LITTLE)
    assert wrong.verdict is Verdict.FAILS


def test_first_hands_of_a_session_by_sets() -> None:
    finals = {row.final for row in scored(load("G3"))}
    going, sums = {(0, 0, 0)}, silences.sessions(load("G3"), 100)
    for _ in range(2):
        going = {
            tuple(a + b for a, b in zip(totals, final, strict=True))
            for totals in going
            for final in finals
        }
        _, below, ended = next(sums)
        pairs = {(a, b) for a, row in below.items() for b in silences.bits(row)}
        assert not ended and pairs == {(a, b) for a, b, _ in going}


def test_session_left_open() -> None:
    finding = settled("B074")
    assert finding.verdict is Verdict.SILENT
    assert finding.details["hands"] == [5, 7]
    assert finding.details["one winner"] == finding.details["end totals"]


@pytest.mark.parametrize("claim", ["K037", "F095"])
def test_four_matters_not_fixed(claim: str) -> None:
    finding = settled(claim)
    assert finding.verdict is Verdict.SILENT
    assert len(finding.details["not fixed"]) == 4


def test_a_stated_matter_is_fixed() -> None:
    claim = claims()["K037"]
    states = dict.fromkeys(claim.parameters["states"], "said")
    told = type(claim)(id="K037", source=claim.source, text="", parameters={"states": states})
    assert settle(told, LITTLE).verdict is Verdict.HOLDS


def test_void_duties_by_count() -> None:
    # Void in clubs, a spade turned up: three of 38 cards. The duty bites if trumps and other cards
    # are both held.
    hands, differ = silences.void_duties()
    assert (hands, differ) == (8436, 5616)
    assert hands == comb(38, 3)
    assert differ == comb(38, 3) - comb(12, 3) - comb(26, 3)


def test_first_leads_by_count() -> None:
    # With 2 of spades turned and twelve trumps: with the ace he must lead it under either reading.
    hands, differ = silences.first_leads()
    assert hands == comb(12, 2) * 39 + comb(12, 3)
    assert differ == comb(11, 2) * 39 + comb(11, 3)


@pytest.mark.parametrize("claim", ["F009", "F096", "K038"])
def test_not_checkable(claim: str) -> None:
    assert settled(claim).verdict is Verdict.NOT_CHECKABLE
