"""The switches of the compiled search: they change the effort only, never an answer."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from solver.errors import BadInput, nearest
from solver.kernel import kernel
from solver.limits import MOST_THREADS, Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

FROM_LIMITS = frozenset({"memory_mb", "nodes", "seconds"})
ENTRY_BYTES = 16
HIGHEST = {"threads": MOST_THREADS, "driver": 3}
LOWEST = {"threads": 1}


@lru_cache(maxsize=1)
def usual() -> Mapping[str, int | bool]:
    """Return the switches with their usual values; none where there is no compiled search."""
    module = kernel()
    if module is None:
        return {}
    options = module.Options()
    names = [name for name in dir(options) if not name.startswith("_")]
    return {name: getattr(options, name) for name in names if name not in FROM_LIMITS}


def require_options(options: Mapping[str, Any], limits: Limits) -> None:
    """Raise BadInput for a switch that there is not, or a value that it can't have."""
    known = usual()
    for name, value in options.items() if known else ():
        if name not in known:
            raise BadInput(
                f"options: expected any of {', '.join(known)}, found {name}.{nearest(name, known)}"
            )
        if isinstance(known[name], bool):
            if type(value) is not bool:
                raise BadInput(f"options: {name}: expected True or False, found {value!r}.")
            continue
        low = LOWEST.get(name, 0)
        high = HIGHEST.get(name, int(limits.memory * 2**20 / ENTRY_BYTES))
        if not (type(value) is int and low <= value <= high):
            raise BadInput(
                f"options: {name}: expected a whole number from {low} to {high}, found {value!r}."
            )


def chosen(limits: Limits, threads: int, options: Mapping[str, Any]) -> Any:
    """Return the record of options that the compiled search takes."""
    module = kernel()
    assert module is not None
    out = module.Options()
    out.memory_mb = limits.memory
    out.nodes = limits.nodes or 0
    out.seconds = limits.seconds or 0.0
    for name, value in {"threads": threads, **options}.items():
        setattr(out, name, value)
    return out
