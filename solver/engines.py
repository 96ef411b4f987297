"""The engines that answer questions, each in the one form of an `Answer`.

Which of them is asked is the front door's affair (`solver.search`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from solver import reference
from solver.errors import LimitReached, RulesSilent
from solver.goals import EXACTLY, OWN, Goal, measured
from solver.kernel import kernel, plain, words
from solver.kernel.lower import lower
from solver.kernel.options import chosen
from solver.kernel.refused import NotLowerable
from solver.limits import Limits
from solver.position import Action, Position, play
from solver.reach import reach
from solver.referee import legal_actions, step

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from solver.reach import Range

AUTO, KERNEL, REFERENCE = "auto", "kernel", "reference"
PLAIN = "kernel, plain"  # four hands, plain tricks: solver/kernel/plain.py
EACH = "kernel, max^n"  # each for himself: solver/kernel/src/max_n.hpp
WITH_TREE = "kernel, referee"  # decisions before play went through the referee
ENGINES = (AUTO, KERNEL, PLAIN, REFERENCE)  # what can be asked for


class Answer(NamedTuple):
    """What a search found out.

    `value` under best play (exact goals: 1 if it can be forced, else 0), None where a limit stopped
    the search; then only `lower` and `upper` are known (None: nothing). `actions` every legal
    action with its value, `groups` the actions that come to the same, `line` one optimal sequence,
    `stopped` 'nodes', 'seconds', 'memory' or 'interrupted'. `seats` where each plays for himself:
    the bounds of what every seat comes to.
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
    seats: tuple[Range, ...] = ()

    @property
    def known(self) -> bool:
        """Whether the value is known."""
        return self.value is not None

    @property
    def best(self) -> tuple[Action, ...]:
        """Every action that keeps the value."""
        return tuple(action for action, value in self.actions if value == self.value)


class Asked(NamedTuple):
    """A goal with all that is wanted to be known, and how it may be found out."""

    goal: Goal
    limits: Limits = Limits()
    actions: bool = True
    line: bool = True
    options: Mapping[str, Any] = {}
    threads: int = 1


def stopped(why: str, bounds: Range, **effort: Any) -> Answer:
    """Return the answer of a search that was stopped: the value only where the bounds meet."""
    low, high = bounds
    return Answer(low if low == high else None, low, high, stopped=why, **effort)


def at_end(position: Position, line: Iterable[Action], goal: Goal) -> tuple[Range, ...]:
    """Return what every seat has when a line has been played, as bounds that meet."""
    for action in line:
        position = step(position, action)
    ends = [measured(position, goal._replace(side=frozenset([i]))) for i in range(position.players)]
    return tuple((end, end) for end in ends)


def by_reference(position: Position, asked: Asked) -> Answer:
    """Answer by exhaustive search on the referee."""
    try:
        found = reference.solve(position, asked.goal, asked.limits)
    except LimitReached as limit:
        effort = {"nodes": limit.nodes, "engine": REFERENCE}
        return stopped(limit.stopped, reach(position, asked.goal), **effort)
    except KeyboardInterrupt:
        return stopped("interrupted", reach(position, asked.goal), engine=REFERENCE)
    groups = tuple((action,) for action, _ in found.actions)
    seats = at_end(position, found.line, asked.goal) if asked.goal.stance == OWN else ()
    return Answer(
        found.value, found.value, found.value, found.actions, groups, found.line, found.nodes,
        found.states, REFERENCE, seats=seats,
    )  # fmt: skip


# --- the plain kernel ---------------------------------------------------------------------------


def by_plain(position: Position, asked: Asked) -> Answer:
    """Answer by the plain kernel; raise NotLowerable for what it does not take."""
    lowered = plain.lower(position, asked.goal)
    found = plain.solve(
        lowered,
        *asked.limits,
        cards=asked.actions,
        line=asked.line,
        threads=asked.threads,
    )
    low, high = lowered.past + found.lower, lowered.past + found.upper
    effort = {"nodes": found.nodes, "states": found.stored, "engine": PLAIN}
    if found.status:
        return stopped(words.STOPPED[found.status], (low, high), **effort)
    groups = tuple(
        (tuple(map(play, lowered.played(lane, ranks))), lowered.past + tricks)
        for lane, ranks, tricks in found.cards
    )
    values = {action: value for group, value in groups for action in group}
    rows = tuple((a, values[a]) for a in legal_actions(position)) if asked.actions else ()
    line = tuple(play(lowered.cards[place]) for place in found.line)
    return Answer(low, low, high, rows, tuple(group for group, _ in groups), line, **effort)


def table_by_plain(
    position: Position, limits: Limits, threads: int
) -> dict[tuple[int, str], Answer]:
    """Return bridge's table by the plain kernel; raise NotLowerable for what it does not take."""
    if not position.variant.has_trumps or not plain.sides_in_pairs(position.variant.sides):
        raise NotLowerable("the plain kernel's table is for two pairs and every trump")
    found, rows, lowered = plain.table(position, *limits, threads=threads)
    why = words.STOPPED.get(found.status, "")
    answers = {}
    for trump, row in rows.items():
        for declarer in range(position.players):
            low, high = found.cells[row][(declarer + 1) % position.players]
            if declarer % 2:
                low, high = lowered.left - high, lowered.left - low
            past = position.taken[declarer] + position.taken[(declarer + 2) % position.players]
            low, high = past + low, past + high
            answers[declarer, trump] = stopped(
                "" if low == high else why, (low, high),
                nodes=found.nodes, states=found.stored, engine=PLAIN,
            )  # fmt: skip
    return answers


# --- the compiled search ------------------------------------------------------------------------


def in_play(position: Position) -> bool:
    """Whether the compiled search can start here: no decision before play is due."""
    if position.phase == "rob":
        return bool(position.trick)
    return position.phase in words.PHASES


def by_kernel(position: Position, asked: Asked) -> Answer:
    """Answer by the compiled search; raise NotLowerable for what it does not take."""
    question = compiled().Question()
    question.actions, question.line = asked.actions, asked.line
    found, past = _run(position, asked, question)
    effort = {"nodes": found.nodes, "states": found.stored}
    why = words.STOPPED.get(found.status, "")
    own = asked.goal.stance == OWN
    if own:
        effort["engine"] = EACH
    if why and own:
        return stopped(why, _first_seen(position, asked.goal, found.actions, past), **effort)
    low, high = past + found.lower, past + found.upper
    if why:
        return stopped(why, (low, high), **effort)
    rows, groups = _action_rows(position, found.actions, past) if asked.actions else ((), ())
    line = _line(position, found.line) if asked.line or own else ()
    seats = at_end(position, line, asked.goal) if own else ()
    return Answer(low, low, high, rows, groups, line if asked.line else (), seats=seats, **effort)


def _first_seen(position: Position, goal: Goal, found: Sequence[Any], past: int) -> Range:
    """Bound what a seat comes to that plays for itself, by its first actions that are settled."""
    low, high = reach(position, goal)
    if position.turn not in goal.side or not found:
        return low, high
    values = [past + entry.value for entry in found]
    if goal.minimises:
        return low, min(values) if high is None else min(high, *values)
    return max(values) if low is None else max(low, *values), high


def compiled() -> Any:
    """Return the compiled search; raise NotLowerable where it was not built."""
    module = kernel()
    if module is None:
        raise NotLowerable("the compiled search was not built")
    return module


def _run(position: Position, asked: Asked, question: Any) -> tuple[Any, int]:
    module = compiled()
    lowered = lower(position, asked.goal)
    options = chosen(asked.limits, asked.threads, asked.options)
    tables, root = lowered.tables, lowered.root
    if lowered.own is None:
        found = module.solve(tables, root, lowered.goal, options, question)
    else:
        seat = min(asked.goal.side)
        found = module.solve_each(tables, root, lowered.goal, lowered.own, seat, options)
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


def decide_by_plain(position: Position, asked: Asked) -> bool | None:
    """Return whether the goal's amount is reached, by the plain kernel."""
    assert asked.goal.amount is not None
    return plain.reaches(plain.lower(position, asked.goal), asked.goal.amount, *asked.limits)


def decide_by_kernel(position: Position, asked: Asked) -> bool | None:
    """Return whether the goal's amount is reached, by one window of the compiled search."""
    goal = asked.goal
    assert goal.amount is not None
    wanted = 1 if goal.relation == EXACTLY else goal.amount + goal.minimises
    question = compiled().Question()
    question.decide = True
    question.bound = max(-32000, min(32000, wanted - lower(position, goal).past))
    found, _ = _run(position, asked, question)
    if question.bound > found.lower and question.bound <= found.upper:
        return None
    return bool(found.lower >= question.bound) != goal.minimises
