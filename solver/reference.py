"""The reference solver: exhaustive double-dummy search on the referee, for any game and goal.

Plain alpha-beta with a memo of bounds, every action tried in the referee's order. Nothing is
pruned but by the window and by interchangeable cards (see `interchangeable`). It is slow and it is
the oracle: every faster path is compared with it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from solver.errors import LimitReached
from solver.goals import ADVERSARY, HELP, OWN, Goal, additive, measured
from solver.limits import Limits, checked, stop_words
from solver.position import PLAY, Action, Position
from solver.referee import legal_actions, step

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from solver.cards import Card

INFINITY = 1 << 30


class Solution(NamedTuple):
    """The answer to a goal.

    `value` of the measure under best play (exact goals: 1 if it can be forced, else 0), `actions`
    every legal action with its value, `line` one optimal sequence, `nodes` and `states` searched.
    """

    value: int
    actions: tuple[tuple[Action, int], ...]
    line: tuple[Action, ...]
    nodes: int
    states: int

    @property
    def best(self) -> tuple[Action, ...]:
        """Every action that keeps the value."""
        return tuple(action for action, value in self.actions if value == self.value)


def solve(
    position: Position, goal: Goal, limits: Limits = Limits(), *, line: bool = True
) -> Solution:
    """Solve a position exactly, with or without a line; raise LimitReached at a limit."""
    if goal.stance == OWN:
        return _solve_each_for_himself(position, goal, limits)
    search = Search(goal, limits)
    past = search.now(position)
    if position.over:
        return Solution(past, (), (), 1, 0)
    values = tuple((a, past + v) for a, v in search.action_values(position))
    pick = max if search.wants_more(position) else min
    value = pick(v for _, v in values)
    best = search.line(position) if line else ()
    return Solution(value, values, best, search.nodes, len(search.memo))


def interchangeable(position: Position, actions: Sequence[Action]) -> list[list[Action]]:
    """Group legal card plays that lead to the same play up to renaming; others stand alone.

    Two cards of the seat to act are interchangeable when they are neighbours within an effective
    suit among the cards still in play and no rule treats them apart: equal points, colour and
    privilege, no other copies in play, no Book or Motley card, no robbing or opening duty open.
    """
    variant = position.variant
    if (
        position.phase != PLAY
        or variant.names_ranks
        or (position.done == 0 and variant.names_cards_at_first)
    ):
        return [[action] for action in actions]
    view = position.view()
    live = [c for hand in position.hands for c in hand] + list(position.trick_cards)
    live += [*position.stock, *position.turn_up, *position.widow]
    lone = {card for card in live if live.count(card) == 1} if variant.has_copies else set(live)
    order = sorted(set(live), key=lambda c: (view[c].suit, view[c].strength))
    place = {card: i for i, card in enumerate(order)}
    groups: list[list[Action]] = []
    plays = [a for a in actions if a.is_play]
    plays.sort(key=lambda a: place[a.card])
    for action in plays:
        if groups and _neighbours(position, groups[-1][-1].card, action.card, place, lone):
            groups[-1].append(action)
        else:
            groups.append([action])
    return [[a] for a in actions if not a.is_play] + groups


def _neighbours(
    position: Position, low: Card, high: Card, place: dict[Card, int], lone: set[Card]
) -> bool:
    if place[high] != place[low] + 1 or low not in lone or high not in lone:
        return False
    if low in position.variant.counting or high in position.variant.counting:
        points = position.variant.order.points
        listed = position.variant.book_cards
        if low in listed or high in listed or points.get(low) != points.get(high):
            return False
    a, b = position.view()[low], position.view()[high]
    return bool(a.suit == b.suit and a.trump == b.trump and a.privilege == b.privilege) and (
        position.demoted not in (low, high)
    )


def future_key(position: Position, goal: Goal) -> Hashable:
    """Return all that the rest of the deal can depend on under a goal."""
    variant = position.variant
    past: Hashable = ()
    if not additive(goal) or variant.file.events.jink is not None:
        counted: Hashable = ()
        if variant.counting:
            counted = tuple(
                tuple(c for c in pile if c in variant.counting) for pile in position.won
            )
        past = (position.taken, counted, position.dead if variant.file.score.skat_counts else ())
    return (
        position.hands,
        position.turn,
        position.phase,
        position.leader,
        position.trick,
        position.trump,
        position.stock,
        position.turn_up,
        position.widow,
        position.active,
        position.broken,
        position.called,
        position.demoted,
        position.calls,
        position.bids,
        position.done,
        position.result,
        past,
    )


class Search:
    """One search: the goal, the memo of bounds on what is still to come, the counters."""

    def __init__(self, goal: Goal, limits: Limits) -> None:
        self.goal = goal
        self.limits = checked(limits)
        self.began = time.monotonic()
        self.deadline = None if limits.seconds is None else self.began + limits.seconds
        self.nodes = 0
        self.memo: dict[Hashable, tuple[int, int]] = {}
        self.additive = additive(goal)

    def now(self, position: Position) -> int:
        """Return what has been reached already (nothing for measures of the end only)."""
        if self.additive or position.over:
            return measured(position, self.goal)
        return 0

    def wants_more(self, position: Position) -> bool:
        """Whether the seat to act makes the measure large."""
        mine = position.turn in self.goal.side or self.goal.stance == HELP
        return mine != self.goal.minimises

    def action_values(self, position: Position) -> list[tuple[Action, int]]:
        """Return every legal action with the value still to come after it."""
        values: dict[Action, int] = {}
        for group in self._groups(position):
            after = step(position, group[0])
            value = self._gain(position, after) + self.value(after, -INFINITY, INFINITY)
            values.update(dict.fromkeys(group, value))
        return [(action, values[action]) for action in legal_actions(position)]

    # What a search with more knowledge does better.

    def _key(self, position: Position) -> Hashable:
        return future_key(position, self.goal)

    def _groups(self, position: Position) -> list[list[Action]]:
        return interchangeable(position, legal_actions(position))

    def _at_once(self, position: Position) -> int | None:
        """Return the value still to come where it is known without trying actions."""
        return None

    def _gain(self, before: Position, after: Position) -> int:
        return self.now(after) - self.now(before)

    def value(self, position: Position, low: int, high: int) -> int:
        """Return the value still to come, exact inside the window, else a bound beyond it."""
        self._count()
        if position.over:
            return 0
        key = self._key(position)
        lower, upper = self.memo.get(key, (-INFINITY, INFINITY))
        if lower >= high or lower == upper:
            return lower
        if upper <= low:
            return upper
        exact = self._at_once(position)
        if exact is not None:
            self.memo[key] = (exact, exact)
            return exact
        best = self._best(position, max(low, lower), min(high, upper))
        if best <= max(low, lower):
            upper = min(upper, best)
        elif best >= min(high, upper):
            lower = max(lower, best)
        else:
            lower = upper = best
        self.memo[key] = (lower, upper)
        return best

    def _best(self, position: Position, low: int, high: int) -> int:
        more = self.wants_more(position)
        best = -INFINITY if more else INFINITY
        for group in self._groups(position):
            after = step(position, group[0])
            gain = self._gain(position, after)
            value = gain + self.value(after, low - gain, high - gain)
            if more:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    def _count(self, nodes: int = 1) -> None:
        self.nodes += nodes
        if self.limits.nodes is not None and self.nodes > self.limits.nodes:
            self._stop("nodes")
        due = nodes > 1 or self.nodes % 256 == 0
        if self.deadline is not None and due and time.monotonic() > self.deadline:
            self._stop("seconds")

    def _stop(self, what: str) -> NoReturn:
        raise LimitReached(f"{stop_words(what)} stopped the search.", what, self.nodes)

    def line(self, position: Position) -> tuple[Action, ...]:
        """Return one optimal sequence of actions to the end of the deal."""
        line = []
        while not position.over:
            values = self.action_values(position)
            pick = max if self.wants_more(position) else min
            action = pick(values, key=lambda pair: pair[1])[0]
            line.append(action)
            position = step(position, action)
        return tuple(line)


# --- each for himself ---------------------------------------------------------------------------


def _solve_each_for_himself(position: Position, goal: Goal, limits: Limits) -> Solution:
    """Solve by max^n: every seat maximises its own measure; of equals it takes the first action."""
    search = _EachForHimself(goal, limits)
    seat = min(goal.side)
    actions = legal_actions(position)
    values = tuple((a, search.vector(step(position, a))[seat]) for a in actions)
    line: list[Action] = []
    here = position
    while not here.over:
        action = search.choice(here)[0]
        line.append(action)
        here = step(here, action)
    value = search.vector(position)[seat]
    return Solution(value, values, tuple(line), search.nodes, len(search.memo))


class _EachForHimself:
    def __init__(self, goal: Goal, limits: Limits) -> None:
        self.goal = goal._replace(relation=goal.relation if goal.minimises else "most", amount=None)
        self.guard = Search(goal._replace(stance=ADVERSARY), limits)
        self.memo: dict[Hashable, tuple[Action, tuple[int, ...]]] = {}

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return self.guard.nodes

    def vector(self, position: Position) -> tuple[int, ...]:
        """Return the measure of every seat at the end."""
        if position.over:
            return tuple(
                measured(position, self.goal._replace(side=frozenset([i])))
                for i in range(position.players)
            )
        return self.choice(position)[1]

    def choice(self, position: Position) -> tuple[Action, tuple[int, ...]]:
        """Return the action that the seat to act takes, and the measures that follow."""
        self.guard._count()
        key = (
            future_key(position, self.goal._replace(measure="score")),
            position.taken,
            position.won,
        )
        if key not in self.memo:
            pick = min if self.goal.minimises else max
            options = [(a, self.vector(step(position, a))) for a in legal_actions(position)]
            self.memo[key] = pick(options, key=lambda pair: pair[1][position.turn])
        return self.memo[key]
