"""The front door of solving: every question goes to the fastest path that answers it.

Plain tricks of four players (bridge, whist) have a kernel of their own, asked first. The compiled
search takes what it can (the play of every built-in variant, any goal; max^n by a recursion of its
own); decisions before play are expanded through the referee with the compiled search at the leaves
(before_play.py); all else goes to the reference solver. The answer says which engine gave it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from solver import reference
from solver.errors import LimitReached, RulesSilent
from solver.goals import AT_MOST, EXACTLY, MOST, OWN, Goal, measured, require_sense
from solver.kernel import kernel, plain, words
from solver.kernel.refused import NotLowerable
from solver.limits import Limits as Limits
from solver.limits import checked, require_threads
from solver.position import PLAY, Action, Position, play
from solver.referee import legal_actions, step

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import networkx as nx

AUTO, KERNEL, REFERENCE = "auto", "kernel", "reference"
PLAIN = "kernel, plain"  # four hands, plain tricks: solver/kernel/plain.py
EACH = "kernel, max^n"  # each for himself: solver/kernel/src/max_n.hpp
WITH_TREE = "kernel, referee"  # decisions before play went through the referee


class Answer(NamedTuple):
    """What a search found out.

    `value` under best play (exact goals: 1 if it can be forced, else 0), None where a limit stopped
    the search; then only `lower` and `upper` are known (None: nothing). `actions` every legal
    action with its value, `groups` the actions that come to the same, `line` one optimal sequence,
    `stopped` 'nodes', 'seconds' or 'interrupted'.
    """

    value: int | None
    lower: int | None
    upper: int | None
    actions: tuple[tuple[Action, int], ...] = ()
    groups: tuple[tuple[Action, ...], ...] = ()
    line: tuple[Action, ...] = ()
    nodes: int = 0
    states: int = 0
    engine: str = KERNEL
    stopped: str = ""
    seconds: float = 0.0

    @property
    def known(self) -> bool:
        """Whether the value is known."""
        return self.value is not None

    @property
    def best(self) -> tuple[Action, ...]:
        """Every action that keeps the value."""
        return tuple(action for action, value in self.actions if value == self.value)


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

    More `threads` share one table of the compiled search; they change the effort only.
    A limit that stops the search leaves `value` None with the bounds reached. Raises RulesSilent
    where the rules name no winner of a trick, GoalError and PositionError as the rules do,
    BadInput for what is no limit or number of threads.
    """
    began = time.perf_counter()
    require_sense(goal, position.players)
    require_threads(threads)
    asked = _Asked(goal, checked(limits), actions, line, dict(options or {}), threads)
    answer = _solve(position, asked, engine)
    return answer._replace(seconds=time.perf_counter() - began)


class _Asked(NamedTuple):
    goal: Goal
    limits: Limits
    actions: bool
    line: bool
    options: dict[str, Any]
    threads: int


def _solve(position: Position, asked: _Asked, engine: str) -> Answer:
    own = asked.goal.stance == OWN
    if position.over:
        value = measured(position, asked.goal)
        return Answer(value, value, value, engine=REFERENCE if engine == REFERENCE else KERNEL)
    if engine == PLAIN or (engine == AUTO and not asked.options):
        try:
            return _by_plain(position, asked)
        except NotLowerable:
            if engine == PLAIN:
                raise
    if engine != REFERENCE and kernel() is not None and (in_play(position) or not own):
        try:
            if in_play(position):
                return _by_kernel(position, asked)
            from solver.before_play import solve_before_play

            return solve_before_play(position, asked.goal, asked.limits, asked.options)
        except (NotLowerable, OverflowError):
            if engine == KERNEL:
                raise
    return _by_reference(position, asked)


def in_play(position: Position) -> bool:
    """Whether the compiled search can start here: no decision before play is due."""
    if position.phase == "rob":
        return bool(position.trick)
    return position.phase in words.PHASES


def _by_reference(position: Position, asked: _Asked) -> Answer:
    try:
        found = reference.solve(position, asked.goal, asked.limits)
    except LimitReached:
        stopped = "nodes" if asked.limits.nodes is not None else "seconds"
        return Answer(None, None, None, engine=REFERENCE, stopped=stopped)
    groups = tuple((action,) for action, _ in found.actions)
    return Answer(
        found.value, found.value, found.value, found.actions, groups, found.line, found.nodes,
        found.states, REFERENCE,
    )  # fmt: skip


# --- the plain kernel ---------------------------------------------------------------------------


def _by_plain(position: Position, asked: _Asked) -> Answer:
    lowered = plain.lower(position, asked.goal)
    limits = asked.limits
    found = plain.solve(
        lowered,
        *limits,
        cards=asked.actions,
        line=asked.line,
        threads=asked.threads,
    )
    low, high = lowered.past + found.lower, lowered.past + found.upper
    effort = {"nodes": found.nodes, "states": found.stored, "engine": PLAIN}
    if found.status:
        value = low if low == high else None
        return Answer(value, low, high, stopped=words.STOPPED[found.status], **effort)
    groups = tuple(
        (tuple(map(play, lowered.played(lane, ranks))), lowered.past + tricks)
        for lane, ranks, tricks in found.cards
    )
    values = {action: value for group, value in groups for action in group}
    rows = tuple((a, values[a]) for a in legal_actions(position)) if asked.actions else ()
    line = tuple(play(lowered.cards[place]) for place in found.line)
    return Answer(low, low, high, rows, tuple(group for group, _ in groups), line, **effort)


def _table_by_plain(
    position: Position, limits: Limits, threads: int
) -> dict[tuple[int, str], Answer]:
    if not position.variant.has_trumps or not plain.sides_in_pairs(position.variant.sides):
        raise NotLowerable("the plain kernel's table is for two pairs and every trump")
    found, rows, lowered = plain.table(position, *limits, threads=threads)
    stopped = words.STOPPED.get(found.status, "")
    answers = {}
    for trump, row in rows.items():
        for declarer in range(position.players):
            low, high = found.cells[row][(declarer + 1) % position.players]
            if declarer % 2:
                low, high = lowered.left - high, lowered.left - low
            past = position.taken[declarer] + position.taken[(declarer + 2) % position.players]
            low, high = past + low, past + high
            value, why = (low, "") if low == high else (None, stopped)
            answers[declarer, trump] = Answer(
                value, low, high, nodes=found.nodes, states=found.stored, engine=PLAIN, stopped=why
            )
    return answers


# --- the compiled search ------------------------------------------------------------------------


def _by_kernel(position: Position, asked: _Asked) -> Answer:
    question = _module().Question()
    question.actions, question.line = asked.actions, asked.line
    options = {"threads": asked.threads, **asked.options}
    found, past = _run(position, asked.goal, asked.limits, options, question)
    effort = {"nodes": found.nodes, "states": found.stored}
    stopped = words.STOPPED.get(found.status, "")
    if asked.goal.stance == OWN:
        effort["engine"] = EACH
        if stopped:
            return Answer(None, None, None, stopped=stopped, **effort)
    low, high = past + found.lower, past + found.upper
    if stopped:
        value = low if low == high else None
        return Answer(value, low, high, stopped=stopped, **effort)
    rows, groups = _action_rows(position, found.actions, past) if asked.actions else ((), ())
    line = _line(position, found.line) if asked.line else ()
    return Answer(low, low, high, rows, groups, line, **effort)


def _module() -> Any:
    module = kernel()
    if module is None:
        raise NotLowerable("the compiled search was not built")
    return module


def _run(
    position: Position, goal: Goal, limits: Limits, options: Mapping[str, Any], question: Any
) -> tuple[Any, int]:
    from solver.kernel.lower import lower

    module = _module()
    lowered = lower(position, goal)
    chosen = module.Options()
    chosen.memory_mb = limits.memory
    chosen.nodes = limits.nodes or 0
    chosen.seconds = limits.seconds or 0.0
    for name, value in options.items():
        setattr(chosen, name, value)
    tables, root = lowered.tables, lowered.root
    if lowered.own is None:
        found = module.solve(tables, root, lowered.goal, chosen, question)
    else:
        seat = min(goal.side)
        found = module.solve_each(tables, root, lowered.goal, lowered.own, seat, chosen)
    if found.status == words.RULES_SILENT:
        raise RulesSilent(
            f"{position.variant.name}: the rules name no winner, or several, of a trick that can "
            f"be played here; to fill the gap {position.variant.gap_filler}."
        )
    return found, lowered.past


def _action_rows(
    position: Position, found: Sequence[Any], past: int
) -> tuple[tuple[tuple[Action, int], ...], tuple[tuple[Action, ...], ...]]:
    values: dict[Action, int] = {}
    groups: dict[int, list[Action]] = {}
    for entry in found:
        action = read_code(position, entry.code)
        values[action] = past + entry.value
        groups.setdefault(entry.group, []).append(action)
    rows = tuple((a, values[a]) for a in legal_actions(position))
    return rows, tuple(tuple(group) for group in groups.values())


def read_code(position: Position, code: int) -> Action:
    """Return the action that the compiled search names by a number."""
    kind, number = code >> 10, code & 1023
    faces = position.variant.pack.faces
    if kind == 0:
        return play(faces[number])
    if kind == 1:
        return Action("gift", (), number)
    if kind == 2:
        return Action("go" if number else "stop")
    if kind == 3:
        return Action("civil" if number else "decline")
    return Action("rob", (faces[number],)) if kind == 4 else Action("decline")


def _line(position: Position, codes: Iterable[int]) -> tuple[Action, ...]:
    line = []
    for code in codes:
        action = read_code(position, code)
        line.append(action)
        position = step(position, action)
    return tuple(line)


# --- smaller questions ----------------------------------------------------------------------------


def value(position: Position, goal: Goal, limits: Limits = Limits()) -> int | None:
    """Return the value alone, None where a limit stopped the search: the quickest question."""
    return solve(position, goal, limits, actions=False, line=False).value


def can_make(
    position: Position, goal: Goal, limits: Limits = Limits(), **options: Any
) -> bool | None:
    """Return whether the side can reach its amount; None where a limit stopped the search.

    One search with a window of nothing: faster than the value. Raises ValueError for a goal
    without an amount.
    """
    if goal.amount is None:
        raise ValueError("the goal has no amount: nothing can be made or missed.")
    require_sense(goal, position.players)
    limits = checked(limits)
    if not options and not position.over:
        try:
            lowered = plain.lower(position, goal)
            return plain.reaches(lowered, goal.amount, *limits)
        except NotLowerable:
            pass
    if goal.stance != OWN and not position.over and in_play(position) and kernel() is not None:
        try:
            return _decide(position, goal, limits, options)
        except (NotLowerable, OverflowError):
            pass
    found = solve(position, goal, limits, actions=False, line=False)
    return goal.decided(found.lower, found.upper)


def _decide(
    position: Position, goal: Goal, limits: Limits, options: Mapping[str, Any]
) -> bool | None:
    from solver.kernel.lower import lower

    assert goal.amount is not None
    wanted = {EXACTLY: 1, AT_MOST: goal.amount + 1}.get(goal.relation, goal.amount)
    question = _module().Question()
    question.decide = True
    question.bound = max(-32000, min(32000, wanted - lower(position, goal).past))
    found, _ = _run(position, goal, limits, options, question)
    if question.bound > found.lower and question.bound <= found.upper:
        return None
    return bool(found.lower >= question.bound) != (goal.relation == AT_MOST)


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
        return _table_by_plain(position, checked(limits), threads)
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
