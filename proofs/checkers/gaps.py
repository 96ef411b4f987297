"""Differences of the scores of seats: where they are all 0, the seats tie."""

from __future__ import annotations

import itertools
from typing import Any

from .payload import LONG, fields, ints, need
from .scores import read_rows

Gap = list[list[int]]  # rows of differences, all to be 0 at once


def read_gaps(scores: Any, groups: Any) -> dict[tuple[int, ...], Gap]:
    """Return for every group of seats the differences of its first score to the others."""
    turned = isinstance(scores, dict) and "weights" in scores
    fields(scores, "weights" if turned else "rows")
    rows = read_rows(scores)
    need(len(rows) > 1, "type", "there are no two scores")
    if groups == "pairs":  # turning the seats brings every pair to one with seat 0
        groups = [[i, j] for i, j in itertools.combinations(range(len(rows)), 2)
                  if not turned or i == 0]
    need(isinstance(groups, list) and 0 < len(groups) <= LONG, "type", "there are no groups")
    for group in groups:
        seats = ints(group) == sorted(set(group)) and len(group) > 1 and group[-1] < len(rows)
        need(seats, "type", "a group is not two or more seats in order")
    return {tuple(g): [[a - b for a, b in zip(rows[g[0]], rows[i], strict=True)] for i in g[1:]]
            for g in groups}
