"""The report on the claims: table, note on a single claim, JSON, Markdown, HTML."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

from proofs.claim import Finding, Verdict, Witness
from proofs.registry import groups
from solver.errors import VariantError
from solver.variant import load
from solver.variant_source import find

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from proofs.registry import Effort
    from proofs.settling import Settled

SUMMARY = {
    Verdict.HOLDS: "hold",
    Verdict.FAILS: "fail",
    Verdict.CONDITIONAL: "hold under a condition",
    Verdict.SILENT: "not said by the rules",
    Verdict.MEASURED: "measured",
    Verdict.NOT_CHECKABLE: "not checkable",
    Verdict.NOT_SETTLED: "not settled yet",
    Verdict.UNKNOWN: "unknown",
}
SHORT = {
    Verdict.HOLDS: "holds",
    Verdict.FAILS: "fails",
    Verdict.CONDITIONAL: "holds when",
    Verdict.SILENT: "not said",
    Verdict.MEASURED: "measured",
    Verdict.NOT_CHECKABLE: "not checkable",
    Verdict.NOT_SETTLED: "not settled",
    Verdict.UNKNOWN: "unknown",
}
METHODS = {
    "CNT": "count",
    "EXH": "exhaustion",
    "SMT": "z3",
    "SAT": "search for a witness",
    "SIM": "random play",
    "DD": "double-dummy search",
    "UNIT": "worked example",
}


def counts(results: Iterable[Settled]) -> dict[Verdict, int]:
    """Count the verdicts, in the order of the summary."""
    found = Counter(result.finding.verdict for result in results)
    return {verdict: found[verdict] for verdict in SUMMARY}


def summary(results: Sequence[Settled]) -> str:
    """Write the line that sums a report up."""
    found = counts(results)
    # Every class is named, but an unknown one only if there is one.
    named = [
        f"{number} {SUMMARY[verdict]}"
        for verdict, number in found.items()
        if number or verdict is not Verdict.UNKNOWN
    ]
    return f"claims: {', '.join(named)}"


def evidence(finding: Finding) -> str:
    """Write the evidence on one line, after the condition if there is one."""
    if finding.condition:
        return f"{finding.condition}: {finding.evidence}"
    return finding.evidence


def how(settled: Settled) -> str:
    """Say by which methods a claim was settled."""
    tags = ", ".join(METHODS.get(tag, tag) for tag in settled.claim.method)
    return "; ".join(part for part in (settled.finding.method, tags) if part)


def seconds(finding: Finding, reproducible: bool) -> str:
    """Write the time that a finding took ('' where output must not change)."""
    return "" if reproducible else f"{finding.seconds:.2f} s"


def by_group(results: Sequence[Settled]) -> Iterator[tuple[str, list[Settled]]]:
    """Yield (title, claims) group by group, in the order of the sheet."""
    order = {group.name: number for number, group in enumerate(groups())}
    titles = {group.name: group.title for group in groups()}
    ranked = sorted(results, key=lambda r: order.get(r.group, len(order)))
    for name, members in groupby(ranked, key=lambda r: r.group):
        yield titles.get(name, name), list(members)


# --- data -----------------------------------------------------------------------------------------


def digests(parameters: dict[str, Any]) -> dict[str, str]:
    """Return the digest of every variant that a claim's parameters name."""
    named: list[str] = []
    for key, value in parameters.items():
        if key in ("variant", "variants", "simple", "double"):
            named += [value] if isinstance(value, str) else _texts(value)
    found = {}
    for name in named:
        with suppress(VariantError):  # a name may belong to a pack or table of the claim's own
            found[find(name).stem] = load(name).digest[:16]
    return found


def _texts(value: Any) -> list[str]:
    values = value.values() if isinstance(value, dict) else value
    return [text for text in values if isinstance(text, str)]


def plain_data(value: Any) -> Any:
    """Return details as JSON can hold them: text keys, lists, and text for anything else."""
    if isinstance(value, dict):
        return {str(key): plain_data(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain_data(inner) for inner in value]
    return value if isinstance(value, bool | int | float | str | None) else str(value)


def witness_data(witness: Witness | None) -> dict[str, Any] | None:
    """Return a witness for programs."""
    if witness is None:
        return None
    return {
        "text": witness.text,
        "position": witness.position,
        "actions": list(witness.actions),
        "command": witness.command,
    }


def finding_data(finding: Finding, reproducible: bool) -> dict[str, Any]:
    """Return a finding for programs."""
    data: dict[str, Any] = {
        "verdict": finding.verdict.value,
        "condition": finding.condition,
        "evidence": finding.evidence,
        "scope": finding.scope,
        "mend": finding.mend,
        "method": finding.method,
        "details": plain_data(finding.details),
        "witness": witness_data(finding.witness),
        "seed": finding.seed,
        "sample": finding.sample,
    }
    if finding.readings:
        data["by reading"] = {name: finding_data(f, True) for name, f in finding.readings.items()}
    if not reproducible:
        data["seconds"] = round(finding.seconds, 3)
    return data


def report_data(
    results: Sequence[Settled], effort: Effort, reproducible: bool, interrupted: bool
) -> dict[str, Any]:
    """Return the whole report for programs."""
    return {
        "effort": effort.factor,
        "seed": effort.seed,
        "complete": not interrupted,
        "summary": {verdict.value: number for verdict, number in counts(results).items()},
        "claims": [
            {
                "id": claim.id,
                "group": group,
                "source": claim.source,
                "label": claim.label,
                "text": claim.text,
                "methods": list(claim.method),
                "variants": digests(claim.parameters),
                **finding_data(finding, reproducible),
            }
            for claim, group, finding in results
        ],
    }


# --- Markdown -------------------------------------------------------------------------------------


def markdown(results: Sequence[Settled], reproducible: bool) -> Iterator[str]:
    """Yield the lines of the report in Markdown: a table for each group, then notes."""
    yield "# What the rules say, checked"
    yield ""
    yield summary(results)
    for title, members in by_group(results):
        yield from ("", f"## {title}", "", "| id | claim | verdict | evidence | time |")
        yield "|---|---|---|---|---:|"
        for claim, _, finding in members:
            cells = [
                claim.id, claim.text, SHORT[finding.verdict], evidence(finding),
                seconds(finding, reproducible),
            ]  # fmt: skip
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
    noted = [r for r in results if r.finding.witness or r.finding.mend]
    if noted:
        yield from ("", "## Notes")
    for result in noted:
        yield from ("", f"### {result.claim.id}: {result.claim.text}", "")
        yield from _markdown_note(result)


def _markdown_note(result: Settled) -> Iterator[str]:
    finding = result.finding
    yield f"{SHORT[finding.verdict]} {evidence(finding)}"
    for label, text in (("Scope", finding.scope), ("Mend", finding.mend), ("How", how(result))):
        if text:
            yield from ("", f"{label}: {text}")
    witness = finding.witness
    if witness is not None:
        yield from ("", f"Example: {witness.text}")
        if witness.command:
            yield from ("", "```", witness.command, "```")


# --- HTML -----------------------------------------------------------------------------------------

STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem;
  color: #1b1b1b; background: #fff; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top;
  padding: .3rem .6rem; border-bottom: 1px solid #ddd; } td.time { text-align: right;
  white-space: nowrap; color: #666; } code, pre { font: 13px/1.4 ui-monospace, monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f4f4; padding: .6rem; }
.verdict { white-space: nowrap; font-weight: 600; } .holds { color: #17692c; }
.fails { color: #a61b1b; } .conditional { color: #7a5200; } .silent { color: #6b2b8a; }
.measured { color: #14597a; } .unknown { color: #a61b1b; text-decoration: underline; }
.not_checkable, .not_settled { color: #666; } summary { cursor: pointer; }
@media (prefers-color-scheme: dark) { body { color: #e6e6e6; background: #181818; }
  td, th { border-color: #333; } pre { background: #242424; } .holds { color: #79c98b; }
  .fails, .unknown { color: #f08b8b; } .conditional { color: #dcb35a; } .silent { color: #cf9be6; }
  .measured { color: #7fc4e6; } }
"""


def html(results: Sequence[Settled], reproducible: bool) -> Iterator[str]:
    """Yield the lines of the report as one HTML page that needs nothing else."""
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>What the rules say, checked</title><style>{STYLE}</style></head><body>"
    yield f"<h1>What the rules say, checked</h1><p>{escape(summary(results))}</p>"
    for title, members in by_group(results):
        yield f"<h2>{escape(title)}</h2><table><thead><tr><th>id</th><th>claim</th>"
        yield "<th>verdict</th><th>evidence</th><th>time</th></tr></thead><tbody>"
        for result in members:
            yield from _html_row(result, reproducible)
        yield "</tbody></table>"
    yield "</body></html>"


def _html_row(result: Settled, reproducible: bool) -> Iterator[str]:
    claim, _, finding = result
    kind = finding.verdict.name.lower()
    yield f'<tr id="{claim.id}"><td>{claim.id}</td><td>{escape(claim.text)}</td>'
    yield f'<td class="verdict {kind}">{escape(SHORT[finding.verdict])}</td>'
    yield f"<td>{escape(evidence(finding))}{''.join(_html_more(result))}</td>"
    yield f'<td class="time">{seconds(finding, reproducible)}</td></tr>'


def _html_more(result: Settled) -> Iterator[str]:
    finding = result.finding
    yield "<details><summary>more</summary>"
    source = f"{result.claim.source}, {result.claim.label}"
    pairs = [("source", source), ("scope", finding.scope), ("mend", finding.mend)]
    for label, text in [*pairs, ("how", how(result))]:
        if text:
            yield f"<p>{label}: {escape(text)}</p>"
    for name, reading in finding.readings.items():
        text = f"reading “{name}”: {SHORT[reading.verdict]} {evidence(reading)}"
        yield f"<p>{escape(text)}</p>"
    if finding.witness is not None:
        yield f"<p>example: {escape(finding.witness.text)}</p>"
        if finding.witness.command:
            yield f"<pre>{escape(finding.witness.command)}</pre>"
    yield "</details>"
