"""A composition from start to finish: workers, journal, progress, and the set in the end."""

from __future__ import annotations

import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from puzzles.compose import Finding, Harvest, judged
from puzzles.journal import Journal
from puzzles.puzzle import PuzzleSet
from puzzles.recipe import HILLCLIMB, SAT
from puzzles.workers import LOKY, Workers, workers
from solver.variant_text import read_variant

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzles.recipe import Recipe

CHUNK = 16
SEARCHED = 2  # candidates in a chunk where each is a search of its own
ROUNDS = 4  # chunks per worker before the harvest is looked at
MOST_TRIED = 200_000


class Progress(NamedTuple):
    """How far a composition has come: puzzles, candidates judged now and before, seconds."""

    puzzles: int
    wanted: int
    tried: int
    before: int
    seconds: float

    @property
    def rate(self) -> float:
        """Candidates per second of this run."""
        return (self.tried - self.before) / self.seconds if self.seconds > 0 else 0.0

    @property
    def eta(self) -> float | None:
        """Seconds to go at the yield and rate so far; None before the first puzzle."""
        if not self.puzzles or not self.rate:
            return None
        return (self.wanted - self.puzzles) * self.tried / self.puzzles / self.rate


class Composition(NamedTuple):
    """A finished set and how many candidates met each fate; `full` whether it is complete."""

    puzzles: PuzzleSet
    reasons: dict[str, int]
    tried: int
    full: bool


def compose(
    recipe: Recipe,
    *,
    journal: Path | None = None,
    jobs: int = 1,
    backend: str = LOKY,
    most_tried: int = MOST_TRIED,
    report: Callable[[Progress], None] | None = None,
) -> Composition:
    """Compose a set; whatever `journal` holds from an earlier run is not done again.

    Raises BadInput where the recipe, the journal or the backend can't be used.
    """
    judged_first = judged(recipe, 0)  # a bad recipe fails here, not in a worker
    harvest = Harvest(recipe)
    if journal is None:
        harvest.add([judged_first])
        _run(harvest, None, jobs, backend, most_tried, report)
    else:
        with Journal(journal, recipe.data()) as log:
            harvest.add([f for f in log.findings() if f.number < most_tried])
            _run(harvest, log, jobs, backend, most_tried, report)
    puzzles = PuzzleSet(title_of(recipe), tuple(harvest.puzzles), recipe.data())
    return Composition(puzzles, harvest.report(), harvest.next, harvest.full)


def title_of(recipe: Recipe) -> str:
    """Return a title for a set."""
    variant = read_variant(recipe.variant)
    name = variant.name if variant.path else recipe.variant
    return f"{name}: {recipe.cards} cards"


def chunk_judged(recipe: Recipe, numbers: list[int]) -> list[Finding]:
    """Judge some candidates: the piece of work that goes to a worker."""
    return [judged(recipe, number) for number in numbers]


def _run(
    harvest: Harvest,
    log: Journal | None,
    jobs: int,
    backend: str,
    most_tried: int,
    report: Callable[[Progress], None] | None,
) -> None:
    if harvest.full or harvest.next >= most_tried:
        return
    began, before = time.monotonic(), harvest.next + len(harvest.waiting)
    with workers(backend, jobs) as pool:
        while not harvest.full and harvest.next < most_tried:
            chunks = _chunks(harvest, pool, most_tried)
            tasks = [(chunk_judged, (harvest.recipe, chunk)) for chunk in chunks]
            for findings in pool.results(tasks):
                if log is not None:
                    log.write(findings)
                harvest.add(findings)
                if report is not None:
                    report(_progress(harvest, before, time.monotonic() - began))


def _progress(harvest: Harvest, before: int, seconds: float) -> Progress:
    tried = harvest.next + len(harvest.waiting)
    return Progress(len(harvest.puzzles), harvest.recipe.count, tried, before, seconds)


def _chunks(harvest: Harvest, pool: Workers, most_tried: int) -> list[list[int]]:
    """Return the next numbers that nobody has judged, in chunks for one round."""
    size = SEARCHED if harvest.recipe.method in (HILLCLIMB, SAT) else CHUNK
    wanted = size * pool.jobs * (ROUNDS if pool.jobs > 1 else 1)
    fresh = (n for n in range(harvest.next, most_tried) if n not in harvest.waiting)
    numbers = list(islice(fresh, wanted))
    return [numbers[i : i + size] for i in range(0, len(numbers), size)]
