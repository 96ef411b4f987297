"""Linear scores: s_i = constants[i] + sum_j rows[i][j] * t_j, for a split t_0..t_{n-1} of T.

With weights w instead of rows, rows[i][j] = w[(i - j) mod n]: every seat counts alike.
"""

from __future__ import annotations

from typing import Any

from .payload import BIG, ints, need


def read_rows(scores: Any) -> list[list[int]]:
    """Return the coefficients of every score, of which there must be one at least."""
    weights = isinstance(scores, dict) and "weights" in scores
    fits = weights or (isinstance(scores, dict) and "rows" in scores)
    need(fits, "field", "there are no scores")
    rows = scores["weights" if weights else "rows"]
    need(isinstance(rows, list) and 0 < len(rows) < 65, "type", "too many scores, or none")
    if weights:
        w, n = ints(rows, -BIG), len(rows)
        rows = [[w[(i - j) % n] for j in range(n)] for i in range(n)]
    rows = [ints(row, -BIG, len(ints(rows[0], -BIG))) for row in rows]
    need(len(rows[0]) > 0, "type", "the scores have no coefficients")
    return rows
