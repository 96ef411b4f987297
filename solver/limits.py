"""Where a search gives up, and what is no limit at all."""

from __future__ import annotations

import math
import os
from functools import lru_cache
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

    def spent(self, nodes: int, seconds: float) -> Limits:
        """Return what is left after so much work; the least that there can be where nothing is."""
        return Limits(
            None if self.nodes is None else max(1, self.nodes - nodes),
            None if self.seconds is None else max(LEAST_SECONDS, self.seconds - seconds),
            self.memory,
        )

    def reached(self, nodes: int, seconds: float) -> str:
        """Return the name of a limit that so much work has reached, '' if there is none."""
        if self.nodes is not None and nodes >= self.nodes:
            return "nodes"
        return "seconds" if self.seconds is not None and seconds >= self.seconds else ""


def checked(limits: Limits) -> Limits:
    """Return limits as the compiled searches take them; raise BadInput for what is no limit."""
    nodes, seconds, memory = limits
    if nodes is not None and not (type(nodes) is int and 1 <= nodes <= MOST_NODES):
        raise BadInput(
            f"nodes: expected a whole number from 1 to 10**18, or None for no limit, found {nodes}."
        )
    if seconds is not None and not (_is_number(seconds) and seconds >= 0):
        raise BadInput(
            f"seconds: expected a number from 0 up, or None for no limit, found {seconds}."
        )
    if not (_is_number(memory) and memory > 0):
        raise BadInput(f"memory: expected a number of MB above 0, found {memory}.")
    if memory > machine_mb():
        raise BadInput(
            f"memory: expected at most the {machine_mb():.0f} MB of this machine, found {memory:g}."
        )
    return Limits(nodes, None if seconds is None else max(seconds, LEAST_SECONDS), memory)


def stop_words(stopped: str) -> str:
    """Say what stopped a search, as the subject of a sentence."""
    others = {"interrupted": "an interrupt", "memory": "the machine's memory"}
    return others.get(stopped, f"the limit on {stopped}")


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]


@lru_cache(maxsize=1)
def machine_mb() -> float:
    """Return the machine's memory in MB; infinity where the system does not tell."""
    try:
        return max(MEMORY_MB, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20)
    except (AttributeError, ValueError, OSError):
        return math.inf


def require_threads(threads: int) -> None:
    """Raise BadInput for a number of threads that no search can have."""
    if not (type(threads) is int and 1 <= threads <= MOST_THREADS):
        raise BadInput(
            f"threads: expected a whole number from 1 to {MOST_THREADS}, found {threads}."
        )
