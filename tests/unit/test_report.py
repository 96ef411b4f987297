"""The report on the claims: registry, order, counts, data, Markdown, HTML."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from proofs.claim import Claim, Finding, Verdict, by_reading, fails, holds, when
from proofs.note import show_note, show_report
from proofs.registry import GROUPS, Effort, claims, groups, select
from proofs.report import counts, html, markdown, plain_data, report_data, summary
from proofs.settling import Settled, in_order, settle_all, settled
from solver.display import Screen
from solver.errors import BadInput

QUICK = Effort(0.1, 1)


def example(claim_id: str, finding: Finding, group: str = "counting") -> Settled:
    """Return a settled claim made up for a test."""
    return Settled(Claim(id=claim_id, source="s.txt", label="A", text="a | claim"), group, finding)


def test_every_id_of_the_sheet_is_there_once() -> None:
    ids = [claim.id for group in groups() for claim in group.claims]
    assert len(ids) == len(set(ids)) == len(claims()) == 229
    assert tuple(group.name for group in groups()) == GROUPS


def test_selection_by_id_pattern_and_group() -> None:
    assert [c.id for c in select(("b027",))] == ["B027"]
    assert {c.id for c in select(("F04*",))} >= {"F040", "F042"}
    assert {c.id for c in select(("Stock", "K003"))} == {c.id for c in select(("stock",))}
    with pytest.raises(BadInput, match="no claim matches"):
        select(("Z999",))


def test_summary_names_every_class_and_unknown_only_if_there_is_one() -> None:
    results = [example("B001", holds("yes")), example("B002", fails("no"))]
    assert summary(results) == (
        "claims: 1 hold, 1 fail, 0 hold under a condition, 0 not said by the rules, 0 measured, "
        "0 not checkable, 0 not settled yet"
    )
    lost = example("B003", Finding(Verdict.UNKNOWN, "limit"))
    assert summary([*results, lost]).endswith(", 1 unknown")
    assert counts([lost])[Verdict.UNKNOWN] == 1


def test_processes_do_not_change_the_result() -> None:
    chosen = select(("examples",))
    alone = in_order(settle_all(chosen, QUICK, 1), chosen)
    together = in_order(settle_all(chosen, QUICK, 2), chosen)
    assert [c.id for c, _, _ in together] == [c.id for c in chosen]
    assert report_data(alone, QUICK, True, False) == report_data(together, QUICK, True, False)


def test_an_error_in_a_method_does_not_end_the_report() -> None:
    broken = Claim(id="J014", source="x", text="x", kind="J014", parameters={"variant": "no-such"})
    result = settled(broken, QUICK)
    assert result.finding.verdict is Verdict.UNKNOWN
    assert "error" in result.finding.evidence


def test_data_are_json_whatever_the_details_hold() -> None:
    finding = holds("x", details={(1, 2): {3, 4}, "v": Verdict.HOLDS, "n": None, "t": (1, 2.5)})
    data = report_data([example("B001", finding)], QUICK, True, False)
    assert json.loads(json.dumps(data)) == data
    assert "seconds" not in data["claims"][0]
    assert plain_data({1: (2,)}) == {"1": [2]}


def test_markdown_has_a_row_for_every_claim() -> None:
    found = by_reading({"a": holds("ok"), "b": fails("no", mend="mend it")})
    results = [example("B001", found), example("B002", when("n is odd", "counted"))]
    text = "\n".join(markdown(results, True))
    assert text.count("\n| B00") == 2
    assert "a \\| claim" in text
    assert "n is odd: counted" in text


def test_html_is_one_balanced_page() -> None:
    class Balance(HTMLParser):
        stack: list[str]

        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag not in ("meta", "br"):
                self.stack.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.stack.pop() == tag

    page = "\n".join(html([example("B001", fails("<b> & more"))], True))
    parser = Balance()
    parser.stack = []
    parser.feed(page)
    assert parser.stack == []
    assert "&lt;b&gt; &amp; more" in page
    assert not re.search(r'(src|href)="http', page)


def test_plain_table_and_note(capsys: pytest.CaptureFixture[str]) -> None:
    (result,) = [settled(claims()["F040"], QUICK)]
    show_report(Screen(), [result], True)
    table = capsys.readouterr().out
    assert table.isascii()
    assert re.search(r"^F040 .* fails +as printed", table, re.M)
    show_note(Screen(), result, True)
    note = capsys.readouterr().out
    assert note.startswith("F040: the winners' score is deducted from the losers'\n")
    assert "mend      say that the losers' score" in note


def test_note_shows_the_cards_and_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    show_note(Screen(), settled(claims()["B067"], QUICK), True)
    note = capsys.readouterr().out
    assert "gooseberry-7-64: A leads" in note
    assert "| foolproof replay -" in note
    assert "the rules name 2 cards as winner" in note
