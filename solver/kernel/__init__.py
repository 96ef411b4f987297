"""The compiled search. `kernel()` returns the extension module, or None where it was not built."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any

from solver.kernel.builds import best_build


@lru_cache(maxsize=1)
def kernel() -> Any | None:
    """Return the compiled module; say once on stderr when only the slow path is there.

    A process that hands work to others asks before it does: they say nothing themselves.
    """
    try:
        return best_build("_kernel")
    except ImportError as error:
        from multiprocessing import parent_process  # not needed where all is well

        if parent_process() is None:
            print(
                f"foolproof: the compiled search is missing ({error}); solving is slow.",
                file=sys.stderr,
            )
        return None
