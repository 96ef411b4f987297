"""The suit symbols as outlines in a square from -0.5 to 0.5, and their colours."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from puzzles.sheets.shapes import Path, Place, circle, path, polygon

BLACK, RED, GREEN, PURPLE = "#16181d", "#c4122f", "#0b6b4f", "#5b2a86"
COLOURS = {"s": BLACK, "c": BLACK, "h": RED, "d": RED, "x": GREEN, "t": PURPLE}
SYMBOL_SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "✚": "x", "★": "t"}

_STEM = "M 0.05 0.2 C 0.06 0.34 0.1 0.43 0.18 0.5 L -0.18 0.5 C -0.1 0.43 -0.06 0.34 -0.05 0.2 Z"
_STAR = polygon(
    (r * sin(i * pi / 5), -r * cos(i * pi / 5) + 0.03)
    for i, r in ((i, 0.52 if i % 2 == 0 else 0.22) for i in range(10))
)
_CROSS = polygon(
    (x * 0.46, y * 0.46)
    for x, y in (
        (-0.34, -1), (0.34, -1), (0.34, -0.34), (1, -0.34), (1, 0.34), (0.34, 0.34),
        (0.34, 1), (-0.34, 1), (-0.34, 0.34), (-1, 0.34), (-1, -0.34), (-0.34, -0.34),
    )
)  # fmt: skip
_OUTLINES = {
    "h": (
        "M 0 0.47 C -0.12 0.28 -0.48 0.08 -0.48 -0.18 C -0.48 -0.37 -0.35 -0.46 -0.24 -0.46 "
        "C -0.12 -0.46 -0.04 -0.39 0 -0.27 C 0.04 -0.39 0.12 -0.46 0.24 -0.46 "
        "C 0.35 -0.46 0.48 -0.37 0.48 -0.18 C 0.48 0.08 0.12 0.28 0 0.47 Z"
    ),
    "d": (
        "M 0 -0.5 C 0.1 -0.3 0.22 -0.12 0.38 0 C 0.22 0.12 0.1 0.3 0 0.5 "
        "C -0.1 0.3 -0.22 0.12 -0.38 0 C -0.22 -0.12 -0.1 -0.3 0 -0.5 Z"
    ),
    "s": (
        "M 0 -0.5 C 0.12 -0.28 0.47 -0.08 0.47 0.16 C 0.47 0.32 0.35 0.38 0.25 0.38 "
        "C 0.14 0.38 0.06 0.32 0.04 0.22 C 0.06 0.36 0.1 0.44 0.18 0.5 L -0.18 0.5 "
        "C -0.1 0.44 -0.06 0.36 -0.04 0.22 C -0.06 0.32 -0.14 0.38 -0.25 0.38 "
        "C -0.35 0.38 -0.47 0.32 -0.47 0.16 C -0.47 -0.08 -0.12 -0.28 0 -0.5 Z"
    ),
    "c": " ".join(
        [circle(0, -0.26, 0.23), circle(-0.25, 0.1, 0.23), circle(0.25, 0.1, 0.23),
         circle(0, 0, 0.13), _STEM]
    ),
    "x": _CROSS,
    "t": _STAR,
}  # fmt: skip


@lru_cache(maxsize=64)
def outline(suit: str, colour: str = "") -> Path:
    """Return the symbol of a suit in a unit square, in its own colour unless another is named."""
    return path(_OUTLINES[suit], colour or COLOURS[suit])


def pip(suit: str, x: float, y: float, size: float, turn: float = 0.0) -> Place:
    """Return the symbol of a suit at a point."""
    return Place((outline(suit),), x, y, size, turn)
