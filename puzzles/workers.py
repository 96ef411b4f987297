"""One way to put work on the cores of this machine or on a cluster."""

from __future__ import annotations

import warnings
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any

from solver.errors import BadInput
from solver.kernel import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LOKY, RAY, DASK = "loky", "ray", "dask://"
Task = tuple["Callable[..., Any]", tuple[Any, ...]]


class Workers:
    """Runs tasks and yields results as they are finished."""

    def __init__(self, jobs: int, parallel: Any = None) -> None:
        self.jobs = jobs
        self.parallel = parallel

    def results(self, tasks: Sequence[Task]) -> Iterator[Any]:
        """Yield the results of tasks in any order."""
        if self.parallel is None:
            for function, arguments in tasks:
                yield function(*arguments)
            return
        from joblib import delayed

        results = self.parallel(delayed(function)(*arguments) for function, arguments in tasks)
        try:
            yield from chain(results)  # a chain can't be closed: joblib's generator is, below
        finally:
            if not isinstance(results, list):
                with warnings.catch_warnings():  # it complains of tasks that nobody waits for
                    warnings.simplefilter("ignore", UserWarning)
                    results.close()


@contextmanager
def workers(backend: str = LOKY, jobs: int = -1) -> Iterator[Workers]:
    """Open workers: `loky` (processes here), `dask://HOST:PORT`, or `ray` (a running cluster).

    `jobs` -1 is every core; 1 on this machine works in this process. Raises BadInput for a
    backend that is not known, not installed or not reached.
    """
    if backend == LOKY and jobs == 1:
        yield Workers(1)
        return
    kernel()  # if it is missing, this is said here, once for all
    with ExitStack() as stack:
        name, cores = _connect(backend, stack)
        try:
            import joblib
        except ImportError:
            raise BadInput("joblib is not installed: pip install joblib, or --jobs 1.") from None
        stack.enter_context(joblib.parallel_config(backend=name, n_jobs=jobs))
        count = cores or joblib.effective_n_jobs(jobs)
        # Ray's joblib backend hands results over when the round is done, not one by one.
        way = "list" if backend == RAY else "generator_unordered"
        yield Workers(count, joblib.Parallel(return_as=way))


def _connect(backend: str, stack: ExitStack) -> tuple[str, int]:
    """Reach a cluster; return joblib's name of the backend and its number of cores (0 unknown)."""
    if backend == LOKY:
        return LOKY, 0
    if backend.startswith(DASK):
        return "dask", _connect_dask(backend.removeprefix(DASK), stack)
    if backend == RAY:
        return RAY, _connect_ray()
    raise BadInput(f"'{backend}' is no backend; expected loky, dask://HOST:PORT or ray.")


def _connect_dask(address: str, stack: ExitStack) -> int:
    try:
        import distributed
    except ImportError:
        raise BadInput("Dask is not installed: pip install 'dask[distributed]'.") from None
    connect: Any = distributed.Client  # typed in some releases only
    try:
        client = stack.enter_context(connect(f"tcp://{address}", timeout=10))
    except (OSError, ValueError, TimeoutError) as error:
        raise BadInput(f"no Dask scheduler answers at {address}: {error}.") from None
    return sum(client.nthreads().values())


def _connect_ray() -> int:
    try:
        import ray
        from ray.util.joblib import register_ray
    except ImportError:
        raise BadInput("Ray is not installed: pip install ray.") from None
    register_ray()
    try:
        ray.init(address="auto", ignore_reinit_error=True)
    except ConnectionError:
        raise BadInput("no Ray cluster answers: 'ray start --head' begins one.") from None
    return int(ray.cluster_resources().get("CPU", 1))
