"""The commands of the proofs: verify and recheck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from proofs.commands_certificates import recheck, written_data, written_lines
from solver.command_options import Finite

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from proofs.claim import Claim
    from proofs.registry import Effort
    from proofs.settling import Settled

EXIT_INTERRUPTED = 130
QUICK = 0.2


@click.command()
@click.argument("patterns", nargs=-1, metavar="[ID|PATTERN|GROUP]...")
@click.option("--notes", is_flag=True, help="Write the whole note on every claim chosen.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option("--markdown", "markdown_file", metavar="FILE", help="Write a report in Markdown.")
@click.option("--html", "html_file", metavar="FILE", help="Write a report as one HTML page.")
@click.option(
    "--effort",
    type=Finite(min=0.05),
    default=1.0,
    show_default=True,
    metavar="F",
    help="Scale samples and deep searches.",
)
@click.option("--quick", is_flag=True, help=f"The same as --effort {QUICK}.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Number that fixes all samples.",
)
@click.option("--jobs", type=click.IntRange(min=1), help="Processes (default: all processors).")
@click.option(
    "--reproducible", is_flag=True, help="Leave out times, so that output can be compared."
)
@click.option("--strict", is_flag=True, help="Exit with 1 if a claim chosen fails.")
@click.option("--certificates", metavar="DIR", help="Write certificates for recheck into DIR.")
@click.pass_context
def verify(
    ctx: click.Context,
    patterns: tuple[str, ...],
    notes: bool,
    as_json: bool,
    markdown_file: str | None,
    html_file: str | None,
    effort: float,
    quick: bool,
    seed: int,
    jobs: int | None,
    reproducible: bool,
    strict: bool,
    certificates: str | None,
) -> None:
    """Settle what the documents claim about their rules, with the evidence.

    Without arguments all claims; else those named by id (B027), pattern ('K0*') or group
    (counting, playability, winners, scores, pools, stock, examples, strategy, silences,
    definitions, not_checkable). A single claim is reported in full.
    """
    from proofs.registry import Effort, select
    from proofs.report import html, markdown

    chosen = select(patterns)
    work = Effort(min(effort, QUICK) if quick else effort, seed)
    results, interrupted = _settle(chosen, work, jobs)
    if markdown_file:
        _write(markdown_file, markdown(results, reproducible))
    if html_file:
        _write(html_file, html(results, reproducible))
    done = written_data(results, certificates, jobs) if certificates and not interrupted else None
    _show(results, work, notes or len(chosen) == 1, as_json, reproducible, interrupted, done)
    if done and done["not certified"]:
        ctx.exit(1)
    ctx.exit(EXIT_INTERRUPTED if interrupted else _exit_code(results, strict))


def _settle(
    chosen: Sequence[Claim], effort: Effort, jobs: int | None
) -> tuple[list[Settled], bool]:
    """Return what could be settled before the end, or before Ctrl-C, and whether that came."""
    from proofs.progress import with_progress
    from proofs.settling import default_jobs, in_order, settle_all

    results: list[Settled] = []
    work = settle_all(chosen, effort, jobs or default_jobs())
    try:
        for result in with_progress(work, len(chosen), "settling", lambda r: r.claim.id):
            results.append(result)
    except KeyboardInterrupt:
        return in_order(results, chosen), True
    return in_order(results, chosen), False


def _write(path: str, lines: Iterable[str]) -> None:
    from solver.errors import BadInput

    try:
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
    except OSError as error:
        raise BadInput(f"{path}: can't be written: {error.strerror}.") from None


def _show(
    results: Sequence[Settled],
    effort: Effort,
    in_full: bool,
    as_json: bool,
    reproducible: bool,
    interrupted: bool,
    certificates: dict[str, Any] | None,
) -> None:
    from proofs.note import show_note, show_report
    from proofs.report import report_data
    from solver.display import emit_json, screen

    if as_json:
        data = report_data(results, effort, reproducible, interrupted)
        emit_json(data if certificates is None else {**data, "certificates": certificates})
        return
    out = screen()
    if not in_full:
        show_report(out, results, reproducible)
    for number, result in enumerate(results if in_full else ()):
        if number:
            out.line()
        show_note(out, result, reproducible)
    for line in written_lines(certificates) if certificates else ():
        out.line(line)
    if interrupted:
        out.bad(f"interrupted: {len(results)} claims had been settled")


def _exit_code(results: Sequence[Settled], strict: bool) -> int:
    from proofs.claim import Verdict
    from solver.errors import EXIT_REFUTED, EXIT_UNKNOWN

    verdicts = {result.finding.verdict for result in results}
    if Verdict.UNKNOWN in verdicts:
        return EXIT_UNKNOWN
    return EXIT_REFUTED if strict and Verdict.FAILS in verdicts else 0


COMMANDS = [verify, recheck]
