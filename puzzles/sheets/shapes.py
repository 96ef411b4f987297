"""What is drawn, before anybody says on what: a few shapes, y growing downward as in SVG."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Step = tuple[str, tuple[float, ...]]


@dataclass(frozen=True)
class Rect:
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    fill: str = ""
    stroke: str = ""
    line: float = 1.0


@dataclass(frozen=True)
class Path:
    """An outline of steps M, L, C (to points) and Z."""

    steps: tuple[Step, ...]
    fill: str = ""
    stroke: str = ""
    line: float = 1.0


@dataclass(frozen=True)
class Text:
    """A line of text; `anchor` is start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    fill: str = "#1a1a1a"
    bold: bool = False
    anchor: str = "start"


@dataclass(frozen=True)
class Place:
    """Shapes put at a point, scaled and turned (degrees); `name` marks them for the reader's page.

    `symbol` names a drawing that may be stated once and used again.
    """

    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    turn: float = 0.0
    name: str = ""
    symbol: str = ""


Shape: TypeAlias = Rect | Path | Text | Place


@dataclass(frozen=True)
class Drawing:
    """A picture: its size, its shapes, and what it shows in words."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""


def path(text: str, fill: str = "", stroke: str = "", line: float = 1.0) -> Path:
    """Read an outline such as `M 0 0 L 1 0 Z`."""
    steps: list[Step] = []
    letter = ""
    numbers: list[float] = []
    for word in [*text.split(), "M"]:
        if word.isalpha():
            if letter:
                steps.append((letter, tuple(numbers)))
            letter, numbers = word, []
        else:
            numbers.append(float(word))
    return Path(tuple(steps), fill, stroke, line)


def filled(shape: Path, fill: str) -> Path:
    """Return an outline filled with a colour."""
    return Path(shape.steps, fill, shape.stroke, shape.line)


def circle(x: float, y: float, radius: float) -> str:
    """Return a circle as the text of an outline, of four curves."""
    k = radius * 0.5523
    return (
        f"M {x - radius} {y} C {x - radius} {y - k} {x - k} {y - radius} {x} {y - radius} "
        f"C {x + k} {y - radius} {x + radius} {y - k} {x + radius} {y} "
        f"C {x + radius} {y + k} {x + k} {y + radius} {x} {y + radius} "
        f"C {x - k} {y + radius} {x - radius} {y + k} {x - radius} {y} Z"
    )


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """Return a closed line of points as the text of an outline."""
    words = " L ".join(f"{x:.4f} {y:.4f}" for x, y in points)
    return f"M {words} Z"
