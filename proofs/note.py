"""How claims look on a screen: the table, and the note on a single claim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proofs.claim import Finding, Verdict, Witness
from proofs.report import SHORT, by_group, evidence, how, seconds, summary
from solver.display import Screen, Terminal, line_texts, show_position
from solver.errors import FoolproofError, RulesSilent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from proofs.settling import Settled

STYLES = {
    Verdict.HOLDS: "green",
    Verdict.FAILS: "bold red",
    Verdict.CONDITIONAL: "yellow",
    Verdict.SILENT: "magenta",
    Verdict.MEASURED: "cyan",
    Verdict.NOT_CHECKABLE: "dim",
    Verdict.NOT_SETTLED: "dim",
    Verdict.UNKNOWN: "bold red reverse",
}
LABEL = 10
DETAIL_LIMIT = 160


def show_report(out: Screen, results: Sequence[Settled], reproducible: bool) -> None:
    """Write a table for every group, and the summary."""
    for number, (title, members) in enumerate(by_group(results)):
        if number:
            out.line()
        out.title(title)
        if isinstance(out, Terminal):
            _rich_table(out, members, reproducible)
        else:
            _plain_table(out, members, reproducible)
    out.line()
    out.title(summary(results))


def _plain_table(out: Screen, members: Sequence[Settled], reproducible: bool) -> None:
    header = ["id", "claim", "verdict", *([] if reproducible else ["time"]), "evidence"]
    rows = []
    for claim, _, finding in members:
        time = [] if reproducible else [seconds(finding, reproducible)]
        rows.append([claim.id, claim.text, SHORT[finding.verdict], *time, evidence(finding)])
    out.table(header, rows)


def _rich_table(out: Terminal, members: Sequence[Settled], reproducible: bool) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, header_style="bold", pad_edge=False, expand=True)
    table.add_column("id", no_wrap=True)
    table.add_column("claim", ratio=3)
    table.add_column("verdict", no_wrap=True)
    table.add_column("evidence", ratio=6)
    if not reproducible:
        table.add_column("time", justify="right", no_wrap=True)
    for claim, _, finding in members:
        verdict = Text(SHORT[finding.verdict], style=STYLES[finding.verdict])
        time = [] if reproducible else [Text(seconds(finding, False), style="dim")]
        table.add_row(claim.id, claim.text, verdict, out.suits(evidence(finding)), *time)
    out.console.print(table)


# --- a single claim -------------------------------------------------------------------------------


def show_note(out: Screen, result: Settled, reproducible: bool) -> None:
    """Write everything about one claim, as a referee would in a note."""
    claim, _, finding = result
    out.title(f"{claim.id}: {claim.text}")
    _field(out, "source", f"{claim.source}, {claim.label}")
    _verdict(out, finding)
    _field(out, "evidence", finding.evidence)
    _field(out, "scope", finding.scope)
    for name, reading in finding.readings.items():
        _field(out, "reading", f"'{name}': {SHORT[reading.verdict]} {evidence(reading)}")
    _field(out, "mend", finding.mend)
    if finding.witness is not None:
        _show_witness(out, finding.witness)
    for number, text in enumerate(_details(finding.details)):
        _field(out, "" if number else "details", text)
    sampled = f"seed {finding.seed}, sample {finding.sample}" if finding.sample else ""
    parts = [how(result), sampled, seconds(finding, reproducible)]
    _field(out, "how", "; ".join(part for part in parts if part))


def _field(out: Screen, label: str, text: str) -> None:
    if text:
        out.line(f"{label:{LABEL}}{text}")


def _verdict(out: Screen, finding: Finding) -> None:
    text = f"{'verdict':{LABEL}}{finding.verdict.value}"
    if finding.condition:
        text += f" {finding.condition}"
    good = finding.verdict in (Verdict.HOLDS, Verdict.MEASURED, Verdict.CONDITIONAL)
    (out.good if good else out.bad)(text)


def _details(details: dict[str, Any]) -> Iterator[str]:
    for key, value in details.items():
        text = str(value)
        short = text if len(text) <= DETAIL_LIMIT else f"{text[:DETAIL_LIMIT]}… (all with --json)"
        yield f"{key}: {short}"


def _show_witness(out: Screen, witness: Witness) -> None:
    from solver.notation import read
    from solver.transcript import read_deals

    _field(out, "example", witness.text)
    if witness.position:
        position, _ = read(witness.position)
        out.line()
        show_position(out, position)
        text = f"{witness.position}\n\nactions\n" + " | ".join(witness.actions)
        try:
            deal = next(iter(read_deals(text)))
            lines = line_texts(out, deal.start, deal.actions)
        except RulesSilent as silence:
            lines = ["    " + ", ".join(witness.actions), f"    {silence}"]
        except FoolproofError:
            lines = ["    " + ", ".join(witness.actions)]
        for line in lines:
            out.line(line)
        out.line()
    if witness.command:
        _field(out, "try it", witness.command)
