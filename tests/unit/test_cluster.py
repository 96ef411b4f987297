"""A cluster of several workers makes the same set as this process alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzles.generate import compose
from puzzles.recipe import Recipe
from puzzles.workers import workers
from solver.errors import BadInput

distributed = pytest.importorskip("distributed")
RECIPE = Recipe("gooseberry-3", cards=3, goal="2", seed=7, count=8)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Start a local cluster of two worker processes; yield its address as a backend."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield "dask://" + cluster.scheduler_address.removeprefix("tcp://")


@pytest.mark.filterwarnings("default")
def test_dask_makes_the_same_set(address: str, tmp_path: Path) -> None:
    here = compose(RECIPE)
    there = compose(RECIPE, backend=address, jobs=-1, journal=tmp_path / "journal")
    assert there.puzzles == here.puzzles and there.reasons == here.reasons


@pytest.mark.filterwarnings("default")
def test_work_is_spread_over_the_workers(address: str) -> None:
    import os
    import time

    def where(number: int) -> tuple[int, int]:
        time.sleep(0.1)
        return number, os.getpid()

    with workers(address, -1) as pool:
        assert pool.jobs == 2
        found = list(pool.results([(where, (number,)) for number in range(12)]))
    assert sorted(number for number, _ in found) == list(range(12))
    assert len({process for _, process in found}) == 2
    assert os.getpid() not in {process for _, process in found}


@pytest.mark.filterwarnings("default")
def test_a_scheduler_that_does_not_answer() -> None:
    with pytest.raises(BadInput, match="Dask scheduler"), workers("dask://127.0.0.1:9", -1):
        pass
