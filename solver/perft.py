"""Counting legal sequences: the cheapest guard of a rulebook against change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.referee import legal_actions, step

if TYPE_CHECKING:
    from solver.position import Position


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of exactly `depth` legal actions, or fewer where a deal ends.

    Raises RulesSilent where a sequence meets a trick without a winner.
    """
    if depth == 0 or position.over:
        return 1
    actions = legal_actions(position)
    if depth == 1:
        return len(actions)
    return sum(perft(step(position, action), depth - 1) for action in actions)
