"""Settling many claims in parallel processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, NamedTuple

from proofs.claim import Claim, Finding, Verdict
from proofs.registry import Effort, claims, group_names, settle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# What simulates or searches takes longest, so it is begun first.
SLOW_METHODS = frozenset({"SIM", "DD", "SAT"})


class Settled(NamedTuple):
    """A claim, its group, and what was found."""

    claim: Claim
    group: str
    finding: Finding


def settled(claim: Claim, effort: Effort) -> Settled:
    """Settle one claim; an error of its method leaves that claim unknown, and the report whole."""
    try:
        finding = settle(claim, effort)
    except Exception as error:
        text = f"its method met an error: {type(error).__name__}: {error}"
        finding = Finding(Verdict.UNKNOWN, text)
    return Settled(claim, group_names().get(claim.id, ""), finding)


def settle_all(chosen: Sequence[Claim], effort: Effort, jobs: int) -> Iterator[Settled]:
    """Yield claims as they are settled, by so many processes; `in_order` puts them in order."""
    if jobs <= 1 or len(chosen) <= 1:
        for claim in chosen:
            yield settled(claim, effort)
        return
    pool = ProcessPoolExecutor(
        max_workers=min(jobs, len(chosen)), mp_context=_context(), initializer=_leave_interrupts
    )
    try:
        futures: dict[Future[Settled], Claim] = {}
        for claim in sorted(chosen, key=lambda c: not SLOW_METHODS & set(c.method)):
            futures[pool.submit(_work, claim.id, effort)] = claim
        for future in as_completed(futures):
            try:
                yield future.result()
            except BrokenProcessPool:
                claim = futures[future]
                lost = Finding(Verdict.UNKNOWN, "its process was ended from outside")
                yield Settled(claim, group_names().get(claim.id, ""), lost)
    finally:
        _end(pool)


def in_order(results: Iterable[Settled], chosen: Sequence[Claim]) -> list[Settled]:
    """Return results in the order in which the claims were chosen."""
    place = {claim.id: number for number, claim in enumerate(chosen)}
    return sorted(results, key=lambda result: place[result.claim.id])


def default_jobs() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _work(claim_id: str, effort: Effort) -> Settled:
    return settled(claims()[claim_id], effort)


def _context() -> multiprocessing.context.BaseContext:
    """Return a way to start processes that does not copy the solver's threads."""
    ways = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("forkserver" if "forkserver" in ways else "spawn")


def _leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(pool: ProcessPoolExecutor) -> None:
    """End a pool at once, whatever is still running in it."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
