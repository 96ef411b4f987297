"""The full solution of a puzzle: what every action is worth along every defence.

`solution` explores every position that right play can reach, whatever the others do, as a graph:
equal positions are one node, interchangeable cards one choice. A wrong action at a decision of
the solver's side is not explored further; it carries the line that refutes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from puzzles.judge import Judge, settled
from solver.errors import LimitReached
from solver.goals import OWN
from solver.limits import Limits
from solver.referee import legal_actions, step
from solver.reference import future_key, interchangeable

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from puzzles.puzzle import Puzzle
    from solver.goals import Goal
    from solver.position import Action, Position

MOST_NODES = 6_000
_EVERY, _BEST, _LINE = "every defence", "the best replies", "one line"
BEYOND = -1


class Choice(NamedTuple):
    """One answer at a decision.

    `actions` interchangeable ones, the first stands for all; `value` of the measure under best
    play; `keeps` whether the goal can still be forced after it; `next` number of the node that
    follows (BEYOND if it is not explored); `refutation` the play that follows a wrong one.
    """

    actions: tuple[Action, ...]
    value: int
    keeps: bool
    next: int
    refutation: tuple[Action, ...]

    @property
    def action(self) -> Action:
        """The action that stands for all."""
        return self.actions[0]


@dataclass
class Node:
    """A position on some line of right play.

    `mine` whether the solver's side decides here; `chance` the odds that a solver who guesses
    from here on keeps the goal against the trickiest defence; `best` number of the choice of
    perfect play (the defence that gives nothing away and is hardest to meet); `trap` number of
    the choice that is hardest to meet whatever it gives away.
    """

    position: Position
    mine: bool
    choices: tuple[Choice, ...]
    chance: float = 1.0
    best: int = 0
    trap: int = 0

    @property
    def right(self) -> tuple[Choice, ...]:
        """The choices that keep the goal."""
        return tuple(choice for choice in self.choices if choice.keeps)

    @property
    def wrong(self) -> tuple[Choice, ...]:
        """The choices that let the goal slip."""
        return tuple(choice for choice in self.choices if not choice.keeps)


@dataclass(frozen=True)
class Solution:
    """A solved puzzle: node 0 is its position.

    `goal` with its number filled in; `makeable` whether it can be forced; `complete` whether
    every defence was explored (False: only the best replies).
    """

    goal: Goal
    nodes: tuple[Node, ...]
    makeable: bool
    complete: bool

    @property
    def root(self) -> Node:
        """The puzzle's own position."""
        return self.nodes[0]

    @property
    def key(self) -> tuple[Action, ...]:
        """Every first action that keeps the goal."""
        return tuple(action for choice in self.root.right for action in choice.actions)

    def follow(self, choice: Choice) -> Node | None:
        """Return the node after a choice, or None where the tree ends."""
        return None if choice.next == BEYOND else self.nodes[choice.next]

    def line(self) -> tuple[Action, ...]:
        """Return the main line: the key, then the best play of both sides."""
        actions = []
        node: Node | None = self.root
        while node is not None and node.choices:
            choice = node.choices[node.best]
            actions += [choice.action, *choice.refutation]
            node = self.follow(choice)
        return tuple(actions)


class Temptation(NamedTuple):
    """A wrong first choice, and how many tricks pass before it is beyond anybody's help."""

    choice: Choice
    survives: int


def solve_puzzle(puzzle: Puzzle, limits: Limits = Limits(), most: int = MOST_NODES) -> Solution:
    """Return the full solution of a puzzle; raise LimitReached."""
    return solution(puzzle.position, puzzle.goal, limits, most)


def solution(
    position: Position,
    goal: Goal,
    limits: Limits = Limits(),
    most: int = MOST_NODES,
    judge: Judge | None = None,
) -> Solution:
    """Explore every defence, or only the best replies if there are more than `most` positions.

    If these are too many as well, one right action at each decision is followed. `judge` is asked
    what actions are worth, if given. Raises LimitReached when the limits stop the search.
    """
    goal = settled(position, Judge(goal, limits))
    judge = judge or Judge(goal, limits)
    makeable = judge.holds(position)
    for scope in (_EVERY, _BEST, _LINE):
        try:
            nodes = _Explorer(judge, most, scope).explore(position)
            break
        except _TooMany:
            if scope == _LINE:
                raise
    _weigh(judge, nodes)
    return Solution(goal, tuple(nodes), makeable, scope == _EVERY)


def temptations(solved: Solution, limits: Limits = Limits()) -> list[Temptation]:
    """Return the wrong first choices, those that survive longest first."""
    judge = Judge(solved.goal, limits)
    found = []
    for choice in solved.root.wrong:
        here = step(solved.root.position, choice.action)
        since = solved.root.position.done
        for action in choice.refutation:
            if judge.hopeless(here):
                break
            here = step(here, action)
        found.append(Temptation(choice, here.done - since))
    return sorted(found, key=lambda t: -t.survives)


def choices_of(judge: Judge, position: Position) -> Iterator[Choice]:
    """Yield the choices of a position, unexplored, wrong ones of the solver with refutation."""
    values = judge.values(position)
    legal = legal_actions(position)
    rank = {action: number for number, action in enumerate(legal)}
    groups = [sorted(group, key=rank.__getitem__) for group in interchangeable(position, legal)]
    for group in sorted(groups, key=lambda group: rank[group[0]]):
        value = values[group[0]]
        keeps = judge.keeps(value)
        lost = judge.mine(position) and not keeps
        refutation = judge.line(step(position, group[0])) if lost else ()
        yield Choice(tuple(group), value, keeps, BEYOND, refutation)


class _TooMany(LimitReached):
    """More positions than a solution may hold."""


class _Explorer:
    """Builds the graph of positions under right play."""

    def __init__(self, judge: Judge, most: int, scope: str) -> None:
        self.judge = judge
        self.most = most
        self.scope = scope
        self.nodes: list[Node] = []
        self.number: dict[Hashable, int] = {}

    def explore(self, position: Position) -> list[Node]:
        """Return all nodes, the position's own first."""
        self._node(position)
        at = 0
        while at < len(self.nodes):
            self._expand(self.nodes[at])
            at += 1
        return self.nodes

    def _node(self, position: Position) -> int:
        key = (future_key(position, self.judge.goal), position.taken)
        if key not in self.number:
            if len(self.nodes) >= self.most:
                raise _TooMany(f"the solution has more than {self.most} positions.")
            self.number[key] = len(self.nodes)
            choices = tuple(choices_of(self.judge, position))
            self.nodes.append(Node(position, self.judge.mine(position), choices))
        return self.number[key]

    def _expand(self, node: Node) -> None:
        followed = self._followed(node)
        node.choices = tuple(
            choice._replace(next=self._node(step(node.position, choice.action)))
            if number in followed
            else choice
            for number, choice in enumerate(node.choices)
        )

    def _followed(self, node: Node) -> set[int]:
        """Return the choices to go on from: right ones, and what the scope says of the rest."""
        if not node.choices:
            return set()
        if node.mine:
            right = [i for i, choice in enumerate(node.choices) if choice.keeps]
            return set(right[:1] if self.scope == _LINE else right)
        if self.scope == _EVERY and self.judge.goal.stance != OWN:
            return set(range(len(node.choices)))
        best = self.judge.best(node.position)
        return {i for i, choice in enumerate(node.choices) if best in choice.actions}


def _weigh(judge: Judge, nodes: list[Node]) -> None:
    """Fill in chances and best choices, what follows a node before the node."""
    weighed: set[int] = set()

    def visit(number: int) -> None:
        if number in weighed:
            return
        weighed.add(number)
        for choice in nodes[number].choices:
            if choice.next != BEYOND:
                visit(choice.next)
        _weigh_node(judge, nodes, nodes[number])

    visit(0)


def _weigh_node(judge: Judge, nodes: list[Node], node: Node) -> None:
    chances = [nodes[c.next].chance if c.next != BEYOND else -1.0 for c in node.choices]
    explored = [i for i, choice in enumerate(node.choices) if choice.next != BEYOND]
    sign = -1 if judge.goal.minimises else 1
    if not explored:
        node.chance = float(not node.choices and judge.holds(node.position))
        node.best = node.trap = max(
            range(len(node.choices)), key=lambda i: sign * node.choices[i].value, default=0
        )
    elif node.mine:
        node.chance = sum(chances[i] for i in explored) / len(chances)
        node.best = node.trap = max(explored, key=lambda i: chances[i])
    else:
        node.trap = min(explored, key=lambda i: (chances[i], sign * node.choices[i].value))
        node.best = min(explored, key=lambda i: (sign * node.choices[i].value, chances[i]))
        node.chance = chances[node.trap]
