"""The compiled searches are built twice: for any machine, and for processors with AVX2 and BMI2."""

from __future__ import annotations

import importlib
from contextlib import suppress
from typing import Any


def best_build(name: str) -> Any:
    """Return the build of a compiled module for this processor; raise ImportError without any."""
    if importlib.import_module("solver.kernel._plain").supports_v3():
        with suppress(ImportError):
            return importlib.import_module(f"solver.kernel.{name}_v3")
    return importlib.import_module(f"solver.kernel.{name}")
