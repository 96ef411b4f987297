"""The front door of solving: every question goes to the fastest path that answers it.

Plain tricks of four players (bridge, whist) have a kernel of their own, asked first. The compiled
search takes what it can (the play of every built-in variant, any goal; max^n by a recursion of its
own); decisions before play are expanded through the referee with the compiled search at the leaves
(before_play.py); all else goes to the reference solver. The answer says which engine gave it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from solver.before_play import solve_before_play
from solver.each import AFTER_INTERRUPT, bounded, for_play
from solver.engines import AUTO as AUTO
from solver.engines import EACH as EACH
from solver.engines import (
    ENGINES,
    Asked,
    at_end,
    by_kernel,
    by_plain,
    by_reference,
    compiled,
    decide_by_kernel,
    decide_by_plain,
    stopped,
    table_by_plain,
)
from solver.engines import KERNEL as KERNEL
from solver.engines import PLAIN as PLAIN
from solver.engines import REFERENCE as REFERENCE
from solver.engines import WITH_TREE as WITH_TREE
from solver.engines import Answer as Answer
from solver.engines import in_play as in_play
from solver.errors import BadInput, GoalError, LimitReached, nearest
from solver.goals import MOST, OWN, Goal, measured, require_sense
from solver.kernel.options import require_options
from solver.kernel.refused import NotLowerable
from solver.limits import Limits as Limits
from solver.limits import checked, require_threads
from solver.position import PLAY, Position
from solver.reach import reach
from solver.referee import legal_actions, require_end, step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import networkx as nx


def solve(
    position: Position,
    goal: Goal,
    limits: Limits = Limits(),
    engine: str = AUTO,
    *,
    actions: bool = True,
    line: bool = True,
    options: Mapping[str, Any] | None = None,
    threads: int = 1,
) -> Answer:
    """Solve a position: its value, the value of every legal action, and a line of best play.

    More `threads` share one table of the compiled search; they change the effort only. `options`
    are switches of the compiled search, with the same effect (`kernel/options.py`).
    A limit that stops the search leaves `value` None with the bounds reached. Raises RulesSilent
    where the rules name no winner of a trick or let a deal go on for ever, GoalError and
    PositionError as the rules do, BadInput for what is no limit, number of threads, engine or
    option, and for an engine that does not take the question.
    """
    began = time.perf_counter()
    require_sense(goal, position.players)
    require_threads(threads)
    if engine not in ENGINES:
        known = ", ".join(f"'{name}'" for name in ENGINES)
        hint = nearest(str(engine), ENGINES)
        raise BadInput(f"engine: expected one of {known}, found {engine!r}.{hint}")
    limits = checked(limits)
    require_options(options or {}, limits)
    require_end(position)
    asked = Asked(goal, limits, actions, line, options or {}, threads)
    found = (_each if goal.stance == OWN else _solve)(position, asked, engine)
    return found._replace(seconds=time.perf_counter() - began)


def _solve(position: Position, asked: Asked, engine: str) -> Answer:
    if position.over:
        value = measured(position, asked.goal)
        seats = at_end(position, (), asked.goal) if asked.goal.stance == OWN else ()
        used = REFERENCE if engine == REFERENCE else KERNEL
        return Answer(value, value, value, engine=used, seats=seats)
    try:
        return _by_engine(position, asked, engine)
    except MemoryError:
        return stopped("memory", reach(position, asked.goal))
    except NotLowerable as refused:
        raise NotLowerable(
            f"engine: '{engine}' does not take this: {refused}; 'auto' finds one that does."
        ) from None


def _by_engine(position: Position, asked: Asked, engine: str) -> Answer:
    if engine == PLAIN or (engine == AUTO and not asked.options):
        try:
            return by_plain(position, asked)
        except NotLowerable:
            if engine == PLAIN:
                raise
    if engine != REFERENCE:
        try:
            return _compiled(position, asked)
        except NotLowerable:
            if engine == KERNEL:
                raise
    return by_reference(position, asked)


def _compiled(position: Position, asked: Asked) -> Answer:
    if in_play(position):
        return by_kernel(position, asked)
    if asked.goal.stance == OWN:
        raise NotLowerable("decisions before play where each plays for himself")
    compiled()
    return solve_before_play(position, asked)


def _each(position: Position, asked: Asked, engine: str) -> Answer:
    """Solve where each plays for himself; a stopped search still bounds what every seat gets."""
    began = time.monotonic()
    found = _solve(position, asked._replace(limits=for_play(asked.limits)), engine)
    if not found.stopped:
        return found
    left = asked.limits.spent(found.nodes, time.monotonic() - began)
    if found.stopped == "interrupted":
        seconds = AFTER_INTERRUPT if left.seconds is None else min(left.seconds, AFTER_INTERRUPT)
        left = left._replace(seconds=seconds)
    one_side = REFERENCE if engine == REFERENCE else AUTO
    return bounded(
        position, asked.goal, found, left,
        lambda here, goal, limits: _solve(
            here, Asked(goal, checked(limits), False, False, asked.options, asked.threads), one_side
        ),
    )  # fmt: skip


# --- smaller questions ----------------------------------------------------------------------------


def value(position: Position, goal: Goal, limits: Limits = Limits()) -> int | None:
    """Return the value alone, None where a limit stopped the search: the quickest question."""
    return solve(position, goal, limits, actions=False, line=False).value


def can_make(
    position: Position, goal: Goal, limits: Limits = Limits(), **options: Any
) -> bool | None:
    """Return whether the side can reach its amount; None where a limit stopped the search.

    One search with a window of nothing: faster than the value. Raises GoalError for a goal
    without an amount, and what `solve` raises.
    """
    if goal.amount is None:
        raise GoalError("amount: expected a whole number to be made or missed, found None.")
    require_sense(goal, position.players)
    limits = checked(limits)
    require_options(options, limits)
    require_end(position)
    asked = Asked(goal, limits, options=options)
    if not options and not position.over:
        try:
            return decide_by_plain(position, asked)
        except NotLowerable:
            pass
    if goal.stance != OWN and not position.over and in_play(position):
        try:
            return decide_by_kernel(position, asked)
        except NotLowerable:
            pass
    found = solve(position, goal, limits, actions=False, line=False)
    return goal.decided(found.lower, found.upper)


def solve_many(
    positions: Sequence[Position], goal: Goal, limits: Limits = Limits(), threads: int = 2
) -> list[Answer]:
    """Solve several positions at once; the compiled search runs without the interpreter's lock."""
    require_threads(threads)
    from concurrent.futures import ThreadPoolExecutor  # half of this module's time to import

    with ThreadPoolExecutor(max_workers=threads) as pool:
        return list(pool.map(lambda position: solve(position, goal, limits), positions))


def table(
    position: Position, limits: Limits = Limits(), threads: int = 1
) -> dict[tuple[int, str], Answer]:
    """Return for every leader and every trump ('' for none) the tricks of the leader's partner
    side, the seat to the leader's right: bridge's table of declarer and strain.

    The position must be the start of play; games without partners count the seat itself. Limits
    hold for each entry, but for the whole table (with its nodes) where the plain kernel makes it.
    More `threads` change the effort only.
    """
    require_threads(threads)
    try:
        return table_by_plain(position, checked(limits), threads)
    except NotLowerable:
        pass
    variant = position.variant
    trumps = ["", *variant.pack.suits] if variant.has_trumps else [""]
    found = {}
    for trump in trumps:
        for declarer in range(position.players):
            leader = (declarer + 1) % position.players
            side = frozenset(
                seat
                for seat in range(position.players)
                if (variant.sides and variant.sides[seat] == variant.sides[declarer])
                or seat == declarer
            )
            asked = position._replace(trump=trump, leader=leader, turn=leader, phase=PLAY)
            goal = Goal(side, "tricks", MOST)
            found[declarer, trump] = solve(
                asked, goal, limits, actions=False, line=False, threads=threads
            )
    return found


def graph(position: Position, most: int = 100_000) -> nx.MultiDiGraph:
    """Return every position that play can reach, as a graph whose edges carry the actions.

    Raises LimitReached beyond so many positions.
    """
    import networkx

    out = networkx.MultiDiGraph()
    out.add_node(position)
    waiting = [position]
    while waiting:
        here = waiting.pop()
        for action in legal_actions(here):
            after = step(here, action)
            if after not in out:
                if len(out) >= most:
                    raise LimitReached(f"the graph has more than {most} positions.")
                out.add_node(after)
                waiting.append(after)
            out.add_edge(here, after, action=action)
    return out
