"""Lowering a goal: what a trick and a point count for each owner, or a function of the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solver.goals import EXACTLY, HELP, MOST, OWN, PLACES, Goal, measured
from solver.kernel import kernel, words
from solver.kernel.refused import NotLowerable
from solver.outcome import facts
from solver.position import OVER
from solver.reach import most_tricks
from solver.rules.algebra import PLAIN
from solver.rules.scoring import score_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.cards import Hand
    from solver.position import Position

LINEAR = frozenset({"weighted tricks", "tricks", "card points"})
COUNTS_CARDS = frozenset({"card points", "shooting", "books and motley"})
FAR = 30000  # values are kept in 16 bits


def lower_goal(position: Position, goal: Goal) -> tuple[Any, int]:
    """Return the goal for the compiled search and what has been reached before it starts."""
    if goal.stance == OWN:
        raise NotLowerable("each for himself is a search of its own (lower_own)")
    module = kernel()
    assert module is not None
    out = module.Goal()
    seats = range(position.players)
    mine = [seat in goal.side or goal.stance == HELP for seat in seats]
    out.maximises = [int(m != goal.minimises) for m in mine]
    counts = _counts(position, goal)
    if counts is None:
        _put_terminal(out, position, goal)
        return out, 0
    out.trick_value, out.point_value = counts
    out.last_points = _undealt_points(position)
    _put_range(out, position)
    if goal.relation != EXACTLY:
        return out, measured(position, goal)
    so_far = measured(position, goal._replace(relation="most", amount=None))
    out.mode = words.EXACT
    out.target = (goal.amount or 0) - so_far
    out.low, out.high = 0, 1
    if abs(out.target) > FAR:
        raise NotLowerable("the amount is too large")
    return out, 0


def lower_own(position: Position, goal: Goal) -> tuple[Any, Any, int]:
    """Return the goal of each seat for itself, in two parts, and what the asking seat has so far.

    Every seat's measure is that of the goal with this seat as the side.
    """
    module = kernel()
    assert module is not None
    relation = goal.relation if goal.minimises else MOST
    own = [
        goal._replace(side=frozenset([seat]), relation=relation, amount=None)
        for seat in range(position.players)
    ]
    base, each = module.Goal(), module.OwnGoal()
    each.least = goal.minimises
    counts = [_counts(position, one) for one in own]
    if None in counts:
        _put_terminal(base, position, own[0])
        each.values = lambda ending: [end_value(position, one, ending) for one in own]
        return base, each, 0
    each.trick_value = [count[0] for count in counts if count]
    each.point_value = [count[1] for count in counts if count]
    base.trick_value = [0] * position.players
    base.point_value = [int(any(any(row) for row in each.point_value))] * position.players
    base.last_points = _undealt_points(position)
    return base, each, measured(position, own[min(goal.side)])


def _counts(position: Position, goal: Goal) -> tuple[list[int], list[int]] | None:
    """Return the value of one trick and of one point by owner, where the measure adds up so."""
    seats = range(position.players)
    mine = [int(seat in goal.side) for seat in seats]
    nothing = [0] * position.players
    if goal.measure == "tricks":
        return mine, nothing
    if goal.measure == "points":
        return nothing, mine
    if goal.measure not in ("raw", "score"):
        return None
    kinds = [str(line["kind"]) for line in position.variant.file.score.lines]
    if goal.measure == "raw":
        kinds = [kind for kind in kinds if kind not in position.variant.bonus_kinds]
    if not set(kinds) <= LINEAR:
        return None
    units = [[int(i == seat) for i in seats] for seat in seats]
    return (
        [_linear(position, goal, unit, nothing) for unit in units],
        [_linear(position, goal, nothing, unit) for unit in units],
    )


def _undealt_points(position: Position) -> int:
    """Return the points of undealt cards where the winner of the last trick gets them."""
    if position.variant.file.score.undealt != "last trick":
        return 0
    if position.variant.file.events.rob is not None:
        raise NotLowerable("robbing changes what the last trick is worth")
    points = position.variant.order.points
    return sum(points.get(card, 0) for card in (*position.dead, *position.turn_up))


def _linear(position: Position, goal: Goal, taken: Sequence[int], points: Sequence[int]) -> int:
    variant = position.variant
    lines = [line for line in variant.file.score.lines if line["kind"] in LINEAR]
    f = facts(position)._replace(taken=taken, points=points)
    totals = [0] * position.players
    for _, added in score_lines(PLAIN, lines, f):
        totals = [x + y for x, y in zip(totals, added, strict=True)]
    sides = variant.sides
    if sides and len({sides[seat] for seat in goal.side}) == 1:
        return totals[min(goal.side)]
    return sum(totals[seat] for seat in goal.side)


def _put_range(out: Any, position: Position) -> None:
    """Bound what can still come."""
    tricks = most_tricks(position)
    points = sum(abs(v) for v in position.variant.order.points.values())
    points = points * max(position.variant.pack.count.values()) + abs(out.last_points)
    low = tricks * min(0, *out.trick_value) - points * max(map(abs, out.point_value))
    high = tricks * max(0, *out.trick_value) + points * max(map(abs, out.point_value))
    if min(out.point_value) >= 0 and min(position.variant.order.points.values(), default=0) >= 0:
        low = tricks * min(0, *out.trick_value)
    if max(-low, high) > FAR:
        raise NotLowerable("the scores are too large")
    out.low, out.high = low, high


def _put_terminal(out: Any, position: Position, goal: Goal) -> None:
    out.mode = words.TERMINAL
    out.trick_value = [0] * position.players
    out.point_value = [0] * position.players
    boolean = goal.relation == EXACTLY or goal.measure in PLACES
    out.low, out.high = (0, 1) if boolean else (-FAR, FAR)
    variant = position.variant
    kinds = {str(line["kind"]) for line in variant.file.score.lines}
    if goal.measure != "pool" and kinds & COUNTS_CARDS:
        out.counted = [variant.pack.index[card] for card in variant.counting]
    out.leader_counts = variant.file.score.undealt == "last trick"
    if variant.file.score.turned and variant.file.events.late_trump is not None:
        raise NotLowerable("a late turn-up that scores is not compiled")
    out.value = lambda ending: end_value(position, goal, ending)


def end_value(position: Position, goal: Goal, ending: Any) -> int:
    """Return the measure of a finished deal, told by what the compiled search kept of it."""
    won = tuple(_pile(position, seat, ending.won[seat]) for seat in range(position.players))
    calls = tuple(
        "go" if went else call for went, call in zip(ending.go, position.calls, strict=True)
    )
    over = position._replace(
        taken=tuple(ending.taken),
        won=won,
        calls=calls,
        phase=OVER,
        result=words.RESULTS[ending.result],
        leader=ending.leader,
    )
    value = measured(over, goal)
    if abs(value) > FAR:
        raise NotLowerable(f"an end that is worth {value}")
    return value


def _pile(position: Position, seat: int, faces: Sequence[int]) -> Hand:
    variant = position.variant
    return variant.pack.sort((*position.won[seat], *(variant.pack.faces[f] for f in faces)))
