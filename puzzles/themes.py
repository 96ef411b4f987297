"""Themes of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzles.solution import Solution

THEMES: dict[str, str] = {}


def themed(solved: Solution) -> tuple[str, ...]:
    """Return the themes of a solved puzzle."""
    return ()
