"""Where a search gives up, and what is no limit at all."""

from __future__ import annotations

import math
from typing import NamedTuple

from solver.errors import BadInput

MEMORY_MB = 256.0
MOST_NODES = 10**18  # more than any search can count
MOST_THREADS = 64
LEAST_SECONDS = 1e-9  # the compiled searches take 0 for no limit


class Limits(NamedTuple):
    """Where a search gives up: nodes, seconds (None is no limit); the table's memory in MB."""

    nodes: int | None = None
    seconds: float | None = None
    memory: float = MEMORY_MB


def checked(limits: Limits) -> Limits:
    """Return limits as the compiled searches take them; raise BadInput for what is no limit."""
    nodes, seconds, memory = limits
    if nodes is not None and not (type(nodes) is int and 1 <= nodes <= MOST_NODES):
        raise BadInput(
            f"nodes: expected a whole number from 1 to 10**18, or None for no limit, found {nodes}."
        )
    if seconds is not None and not (seconds >= 0 and math.isfinite(seconds)):
        raise BadInput(
            f"seconds: expected a number from 0 up, or None for no limit, found {seconds}."
        )
    if not (memory > 0 and math.isfinite(memory)):
        raise BadInput(f"memory: expected a number of MB above 0, found {memory}.")
    return Limits(nodes, None if seconds is None else max(seconds, LEAST_SECONDS), memory)


def require_threads(threads: int) -> None:
    """Raise BadInput for a number of threads that no search can have."""
    if not (type(threads) is int and 1 <= threads <= MOST_THREADS):
        raise BadInput(
            f"threads: expected a whole number from 1 to {MOST_THREADS}, found {threads}."
        )
