"""What all checkers share: how they refuse, how they read a payload, how they run by themselves."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

BIG, LONG = 10**9, 4096


class Refused(Exception):
    """Signal that the payload proves nothing; the first argument is a one-word reason."""


def need(holds: bool, reason: str, words: str) -> None:
    """Refuse with the reason unless the condition holds."""
    if not holds:
        raise Refused(reason, words)


def ints(value: Any, low: int = 0, length: int | None = None) -> list[int]:
    """Return the value if it is a list of integers within bounds, of the given length if any."""
    fits = isinstance(value, list) and length in (None, len(value))
    fits = fits and all(type(x) is int and low <= x <= BIG for x in value)
    need(fits and len(value) <= LONG, "type", "a list of integers within bounds is due")
    return list(value)


def fields(value: Any, names: str) -> list[Any]:
    """Return the named fields of an object that must have these and no others."""
    fits = isinstance(value, dict) and sorted(value) == sorted(names.split())
    need(fits, "field", f"an object with the fields {names!r} is due")
    return [value[name] for name in names.split()]


def run(check: Callable[[Any], None]) -> None:
    """Check the payload in the file that the command line names, and say so."""
    with open(sys.argv[1], encoding="utf-8") as file:
        check(json.load(file))
    print("verified")
