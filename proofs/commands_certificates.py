"""Writing certificates with verify, and the command recheck."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.certificates.store import Checked, Written
    from proofs.settling import Settled


MOST = 20  # claims without certificates that are listed in words


def written_data(results: Sequence[Settled], directory: str, jobs: int | None) -> dict[str, Any]:
    """Write the certificates of settled claims; return what became of them, for programs."""
    from proofs.certificates.store import write_all

    done: list[Written] = write_all(results, Path(directory), jobs or 0)
    return {
        "directory": directory,
        "settled": len(done),
        "certified": sum(not item.problem for item in done),
        "files": sum(len(item.files) for item in done),
        "not certified": {item.claim_id: item.problem for item in done if item.problem},
    }


def written_lines(data: dict[str, Any]) -> list[str]:
    """Say in words what became of the certificates."""
    lines = [f"not certified: {claim}: {why}" for claim, why in data["not certified"].items()]
    files = f"{data['files']} certificate{'s' if data['files'] != 1 else ''}"
    return [*lines, f"certified: {data['certified']} of {data['settled']} settled claims, "
            f"{files} in {data['directory']}"]


@click.command()
@click.argument("directory", metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes (default: all processors).")
@click.pass_context
def recheck(ctx: click.Context, directory: str, as_json: bool, jobs: int | None) -> None:
    """Check the certificates in DIR again, with small checkers that trust nobody.

    Each must be sound, and about its claim under the variant files as they stand. Exits with 1 if
    one is refused; claims without a certificate are listed.
    """
    from proofs.certificates.store import recheck_all
    from solver.display import emit_json, screen
    from solver.errors import EXIT_REFUTED

    checked, missing = recheck_all(Path(directory), jobs or 0)
    refused = [item for item in checked if item.reason]
    if as_json:
        emit_json(_checked_data(checked, missing))
    else:
        out = screen()
        for item in refused:
            out.bad(f"refused: {item.file}: {item.reason}")
        if missing:
            more = f" and {len(missing) - MOST} more (all with --json)"
            out.line(f"missing: {', '.join(missing[:MOST])}{more if missing[MOST:] else ''}")
        out.title(f"{len(checked) - len(refused)} accepted, {len(refused)} refused"
                  + (f", {len(missing)} missing" if missing else ""))
    ctx.exit(EXIT_REFUTED if refused or not checked else 0)


def _checked_data(checked: Sequence[Checked], missing: Sequence[str]) -> dict[str, Any]:
    """Return the results for programs."""
    return {
        "accepted": sum(not item.reason for item in checked),
        "refused": sum(bool(item.reason) for item in checked),
        "missing": list(missing),
        "certificates": [item._asdict() for item in checked],
    }
