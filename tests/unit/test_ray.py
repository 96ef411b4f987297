"""A Ray cluster makes the same set as this process alone (where Ray is installed)."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from puzzles.generate import compose
from puzzles.recipe import Recipe
from puzzles.workers import RAY, workers
from solver.errors import BadInput

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.filterwarnings("default")
RECIPE = Recipe("gooseberry-3", cards=3, goal="2", seed=7, count=8)


def test_no_cluster_answers() -> None:
    with pytest.raises(BadInput, match="no Ray cluster answers"), workers(RAY, -1):
        pass


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """Start a local cluster of two workers."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def where(number: int) -> tuple[int, int]:
    time.sleep(0.1)
    return number, os.getpid()


@pytest.mark.usefixtures("cluster")
def test_ray_makes_the_same_set() -> None:
    here = compose(RECIPE)
    there = compose(RECIPE, backend=RAY, jobs=-1)
    assert there.puzzles == here.puzzles and there.reasons == here.reasons


@pytest.mark.usefixtures("cluster")
def test_work_is_spread_over_the_workers() -> None:
    with workers(RAY, -1) as pool:
        assert pool.jobs == 2
        found = list(pool.results([(where, (number,)) for number in range(12)]))
    assert sorted(number for number, _ in found) == list(range(12))
    processes = {process for _, process in found}
    assert processes and os.getpid() not in processes
