"""The compiled search. `kernel()` returns the extension module, or None where it was not built."""

from __future__ import annotations

import importlib
import sys
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def kernel() -> Any | None:
    """Return the compiled module; say once on stderr when only the slow path is there."""
    try:
        return importlib.import_module("solver.kernel._kernel")
    except ImportError as error:
        print(
            f"foolproof: the compiled search is missing ({error}); solving is slow.",
            file=sys.stderr,
        )
        return None
