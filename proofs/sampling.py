"""Numbers from samples: shares and means with 95 % intervals."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z95 = 1.959964


class Estimate(NamedTuple):
    """A number from a sample with its 95 % interval; `sample` is how many units were drawn."""

    value: float
    low: float
    high: float
    sample: int

    def text(self, scale: float = 1.0, digits: int = 3) -> str:
        """Write the number and its interval."""
        v, a, b = (round(x * scale, digits) for x in (self.value, self.low, self.high))
        return f"{v} ({a} to {b})"

    @property
    def percent(self) -> str:
        """The number and its interval in per cent."""
        return f"{100 * self.value:.2f} % ({100 * self.low:.2f} to {100 * self.high:.2f})"

    def as_list(self) -> list[float]:
        """Return value, low, high and sample for programs."""
        return [round(self.value, 6), round(self.low, 6), round(self.high, 6), self.sample]


def share(hits: int, sample: int) -> Estimate:
    """Return a share of independent draws with Wilson's interval, right also for rare events."""
    if sample == 0:
        return Estimate(0.0, 0.0, 1.0, 0)
    p, z = hits / sample, Z95
    centre = (p + z * z / (2 * sample)) / (1 + z * z / sample)
    half = z * sqrt(p * (1 - p) / sample + z * z / (4 * sample * sample)) / (1 + z * z / sample)
    # At the ends the bounds are exact; the formula would leave an error of rounding there.
    low = max(0.0, centre - half) if hits else 0.0
    high = min(1.0, centre + half) if hits < sample else 1.0
    return Estimate(p, low, high, sample)


class Ratio:
    """A ratio of two sums over independent deals, such as tricks of a kind per trick.

    Tricks of one deal hang together, so the interval counts deals, not tricks.
    """

    def __init__(self) -> None:
        self.deals = 0
        self.x = self.y = self.xx = self.xy = self.yy = 0.0

    def add(self, y: float, x: float = 1.0) -> None:
        """Enter a deal with y events among x occasions."""
        self.deals += 1
        self.x += x
        self.y += y
        self.xx += x * x
        self.xy += x * y
        self.yy += y * y

    @property
    def value(self) -> float:
        """The ratio of the sums."""
        return self.y / self.x if self.x else 0.0

    def estimate(self) -> Estimate:
        """Return the ratio with its interval by linearisation."""
        r = self.value
        squares = max(0.0, self.yy - 2 * r * self.xy + r * r * self.xx)
        half = Z95 * sqrt(squares) / self.x if self.x else 1.0
        return Estimate(r, r - half, r + half, self.deals)
