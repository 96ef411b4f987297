"""Certificates on disk: writing a set for settled claims, and rechecking one."""

from __future__ import annotations

import re
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from proofs import certify
from proofs.certificates.draft import CHECKERS, Disagreement, NoDraft, drafts
from proofs.claim import Verdict
from proofs.registry import claims, group_names
from proofs.settling import _context, _leave_interrupts, default_jobs
from solver.errors import BadInput, FoolproofError
from solver.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from proofs.certificates.draft import Draft
    from proofs.claim import Finding
    from proofs.settling import Settled

Task = TypeVar("Task")
Done = TypeVar("Done")
# A claim that nothing can settle has nothing to certify.
UNSETTLED = frozenset({Verdict.NOT_CHECKABLE, Verdict.UNKNOWN, Verdict.NOT_SETTLED})
NAME = re.compile(r"([A-Z]+\d+)-([1-9]\d*)\.json", re.ASCII)


class Written(NamedTuple):
    """What became of a claim's certificates: files written, or why there are none."""

    claim_id: str
    files: tuple[str, ...]
    problem: str = ""


class Checked(NamedTuple):
    """What became of a certificate's recheck: the reason of a refusal, '' if accepted."""

    file: str
    claim_id: str
    kind: str
    statement: str
    reason: str = ""


def not_checkable() -> set[str]:
    """Return the claims that nothing could certify."""
    return {i for i, group in group_names().items() if group == "not_checkable"}


# --- writing --------------------------------------------------------------------------------


def write_all(results: Iterable[Settled], directory: Path, jobs: int = 0) -> list[Written]:
    """Write the certificates of settled claims, and remove older ones of the same claims."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{directory}: can't be made: {error.strerror}.") from None
    work = [(r.claim.id, r.finding, directory) for r in results
            if r.finding.verdict not in UNSETTLED]
    return _in_parallel(_write, work, jobs)


def _write(task: tuple[str, Finding, Path]) -> Written:
    claim_id, finding, directory = task
    files: list[str] = []
    problem = "no certificate has been devised"
    try:
        for place, draft in enumerate(drafts(claims()[claim_id], finding), 1):
            name = f"{claim_id}-{place}.json"
            text = certify.seal(draft.certificate(claim_id), CHECKERS)
            write_atomically(directory / name, text)
            files.append(name)
            problem = ""
        _remove_older(directory, claim_id, files)
    except (NoDraft, Disagreement) as error:  # what an older one says is no longer found
        files, problem = [], str(error)
        _remove_older(directory, claim_id, files)
    except (certify.CertificateError, FoolproofError, LookupError, TypeError, ValueError) as error:
        files, problem = [], f"{type(error).__name__}: {error}"[:200]
    return Written(claim_id, tuple(files), problem)


def _remove_older(directory: Path, claim_id: str, files: Sequence[str]) -> None:
    """Remove a claim's certificates of another run, once the new ones stand; nothing else."""
    for old in directory.glob(f"{claim_id}-*.json"):
        if NAME.fullmatch(old.name) and old.name not in files:
            try:
                old.unlink()
            except OSError as error:
                raise BadInput(f"{old}: can't be removed: {error.strerror}.") from None


# --- rechecking -----------------------------------------------------------------------------


def recheck_all(directory: Path, jobs: int = 0) -> tuple[list[Checked], list[str]]:
    """Recheck every file of a directory; return the results, and what is missing.

    Missing are files of claims that have others, and claims without any ('B004').
    """
    if not directory.is_dir():
        raise BadInput(f"{directory}: is no directory of certificates.")
    by_claim: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(directory.iterdir()):
        if path.suffix == ".json":
            match = NAME.fullmatch(path.name)
            by_claim[match[1] if match else ""].append(path)
    work = [(claim_id, paths) for claim_id, paths in by_claim.items()]
    found = _in_parallel(_recheck, work, jobs)
    checked = [item for items, _ in found for item in items]
    missing = [name for _, names in found for name in names]
    absent = [i for i in claims() if i not in by_claim and i not in not_checkable()]
    return checked, [*absent, *missing]


def _recheck(task: tuple[str, Sequence[Path]]) -> tuple[list[Checked], list[str]]:
    claim_id, paths = task
    if claim_id not in claims():
        return [Checked(p.name, claim_id, "", "", "foreign: named after no claim")
                for p in paths], []
    try:
        expected = drafts(claims()[claim_id], None)
    except NoDraft:
        expected = []
    out = []
    for path in paths:
        place = int(NAME.fullmatch(path.name)[2])  # type: ignore[index]
        out.append(_recheck_file(path, claim_id, expected[place - 1 : place]))
    have = {path.name for path in paths}
    names = [f"{claim_id}-{place}.json" for place in range(1, len(expected) + 1)]
    return out, [name for name in names if name not in have]


def _recheck_file(path: Path, claim_id: str, draft: Sequence[Draft]) -> Checked:
    kind = statement = ""
    try:
        text = certify.content(path)
        found = certify.parse(text)
        kind, statement = found.kind, found.statement
        if not draft:
            raise certify.CertificateError(certify.Reason.FOREIGN,
                                           "the claim has no such certificate")
        expected = draft[0].expected(claim_id, found)
        certify.recheck(text, expected, CHECKERS)
    except certify.CertificateError as error:
        return Checked(path.name, claim_id, kind, statement, str(error))
    except (FoolproofError, LookupError, TypeError, ValueError) as error:
        return Checked(path.name, claim_id, kind, statement, f"foreign: {error}"[:200])
    return Checked(path.name, claim_id, kind, statement)


def _in_parallel(function: Callable[[Task], Done], work: Sequence[Task], jobs: int) -> list[Done]:
    """Return the function's values, computed by so many processes."""
    jobs = min(jobs or default_jobs(), len(work))
    if jobs <= 1:
        return [function(item) for item in work]
    with ProcessPoolExecutor(jobs, mp_context=_context(), initializer=_leave_interrupts) as pool:
        return list(pool.map(function, work))
