"""A grade from 0 (gentle) to 10 (fiendish): how hard a puzzle is for a human solver.

The features are read off the full solution; a weighted sum of them is mapped to the scale so that
a mixed sample of generated puzzles spreads evenly over it (see docs/puzzles.md).
"""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

from puzzles.fast import FastJudge, natural
from puzzles.solution import BEYOND, Node, Solution, solution
from solver.referee import step

if TYPE_CHECKING:
    from puzzles.puzzle import Puzzle
    from puzzles.solution import Choice
    from solver.position import Action, Position

WEIGHTS = {
    "bits": 1.0,  # how unlikely a guesser is to get through, in halvings
    "depth": 0.5,  # tricks until the goal is safe
    "tempting": 0.5,  # wrong first cards, each by how long it survives
    "trap": 0.6,  # how few replies refute them
    "quiet": 1.0,  # how far down the hand the key is
    "chain": 0.8,  # decisions in a row with one right card
    "surrender": 0.6,  # the key gives a trick away
}
# Deciles of the weighted sum over the sample of docs/puzzles.md; knot number i has grade i.
KNOTS = (3.6, 4.85, 5.03, 5.37, 5.73, 6.19, 6.4, 6.73, 7.32, 8.28, 11.01)
MOST_BITS = 12.0


def graded(puzzle: Puzzle, most: int = 4000) -> tuple[Puzzle, Solution]:
    """Return a puzzle with grade, features and key, and its solution; raise LimitReached."""
    solved = solved_fast(puzzle, most)
    numbers = features(solved)
    grade = scaled(weighted(numbers))
    return puzzle.annotated(grade=grade, features=numbers, key=solved.key), solved


def solved_fast(puzzle: Puzzle, most: int = 4000) -> Solution:
    """Return the full solution of a puzzle, built by the fast search, without refutations."""
    judge = FastJudge(puzzle.goal, lines=False)
    return solution(puzzle.position, puzzle.goal, most=most, judge=judge)


def features(solved: Solution) -> dict[str, float]:
    """Return the numbers behind the grade."""
    judge = FastJudge(solved.goal)
    root = solved.root
    tricks = _tricks(root.position)
    left = [_survives(judge, root.position, choice) / tricks for choice in root.wrong]
    traps = [_trap(judge, root.position, choice) for choice in root.wrong]
    numbers = {
        "bits": min(MOST_BITS, -log2(root.chance)) if root.chance > 0 else MOST_BITS,
        "depth": float(_depth(judge, solved)),
        "tempting": sum(left),
        "trap": max(traps, default=0.0),
        "quiet": _quiet(solved),
        "chain": float(_chain(judge, solved)),
        "surrender": float(_surrenders(solved)),
    }
    return {name: round(number, 3) for name, number in numbers.items()}


def weighted(numbers: dict[str, float]) -> float:
    """Return the weighted sum of features."""
    return sum(WEIGHTS[name] * number for name, number in numbers.items())


def scaled(amount: float, knots: tuple[float, ...] = KNOTS) -> float:
    """Return a weighted sum on the scale from 0 to 10, straight lines between the knots."""
    if amount <= knots[0]:
        return 0.0
    for number in range(len(knots) - 1):
        low, high = knots[number], knots[number + 1]
        if amount < high:
            return round(number + (amount - low) / (high - low), 1)
    return 10.0


# --- features -------------------------------------------------------------------------------


def main_line(solved: Solution) -> list[tuple[Node, Choice]]:
    """Return the nodes of the main line with what is chosen there."""
    line = []
    node: Node | None = solved.root
    while node is not None and node.choices:
        choice = node.choices[node.best]
        line.append((node, choice))
        node = solved.follow(choice)
    return line


def _survives(judge: FastJudge, position: Position, choice: Choice) -> int:
    """Return the tricks that pass after a wrong choice before the goal is beyond help."""
    here = step(position, choice.action)
    while not here.over and not judge.hopeless(here):
        here = step(here, judge.best(here))
    return here.done - position.done


def _trap(judge: FastJudge, position: Position, choice: Choice) -> float:
    """Return the share of replies to a wrong choice that let the side off."""
    here = step(position, choice.action)
    if here.over or judge.mine(here):
        return 0.0
    values = judge.values(here).values()
    return sum(judge.keeps(value) for value in values) / len(values)


def _quiet(solved: Solution) -> float:
    """Return how weak the key looks: 0 for what a hasty player takes first, 1 for last."""
    order = list(natural(solved.root.position))
    if solved.goal.minimises:
        order.reverse()
    places = [order.index(action) for action in solved.key if action in order]
    return min(places, default=0) / max(1, len(order) - 1)


def _depth(judge: FastJudge, solved: Solution) -> int:
    """Return the tricks of the main line until the goal is safe."""
    for node, _ in main_line(solved):
        if judge.secured(node.position):
            return node.position.done - solved.root.position.done
    return _tricks(solved.root.position)


def _tricks(position: Position) -> int:
    hands = zip(position.hands, position.active, strict=True)
    return max(len(hand) for hand, takes_part in hands if takes_part)


def _chain(judge: FastJudge, solved: Solution) -> int:
    """Return the decisions of the side in the main line at which something can go wrong."""
    return sum(
        1
        for node, choice in main_line(solved)
        if node.mine and node.wrong and choice.next != BEYOND
    )


def _surrenders(solved: Solution) -> bool:
    """Whether the trick that the key opens is lost in the main line."""
    return trick_taken(solved) is False


def trick_taken(solved: Solution) -> bool | None:
    """Return whether the side takes the first trick of the main line; None if nobody does."""
    before = solved.root.position
    here = before
    for _, choice in main_line(solved):
        here = step(here, choice.action)
        if here.done > before.done:
            gained = [b - a for a, b in zip(before.taken, here.taken, strict=True)]
            return any(gained[seat] for seat in solved.goal.side) if any(gained) else None
    return None


def refutation(solved: Solution, choice: Choice) -> tuple[Action, ...]:
    """Return best play after a wrong first choice."""
    return FastJudge(solved.goal).line(step(solved.root.position, choice.action))
