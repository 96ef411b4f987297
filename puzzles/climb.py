"""Hill-climbing: cards change places as long as a position comes no further from a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.candidates import swapped
from puzzles.compose import goal_of
from puzzles.fast import FastJudge, Graph
from puzzles.soundness import undecided
from solver.errors import LimitReached, RulesSilent
from solver.referee import action_text

if TYPE_CHECKING:
    import random

    from puzzles.candidates import Recipe
    from solver.position import Position

STEPS = 120
Fitness = tuple[int, ...]
WORST: Fitness = (1000,)


def climbed(recipe: Recipe, position: Position, rng: random.Random) -> Position:
    """Return the position at the end of a climb, or the first that lacks nothing."""
    best = fitness(recipe, position)
    for _ in range(STEPS):
        if not any(best):
            break
        near = swapped(position, rng)
        found = fitness(recipe, near)
        if found <= best:
            position, best = near, found
    return position


def fitness(recipe: Recipe, position: Position) -> Fitness:
    """Return how far a position is from what a recipe asks, best (0, 0, 0, 0) first.

    First whether the goal can be made or slip at all, then cooks, then a wanted key, then (only
    where all that is well) the later decisions with several right choices.
    """
    if position.problems():
        return WORST
    try:
        goal = goal_of(recipe, position)
        if goal is None:
            return WORST
        graph = Graph(FastJudge(goal), recipe.most)
        root = graph.spot(position)
        if not root.right or len(root.right) == len(root.branches):
            return (100, abs(len(root.right)), 0, 0)
        return (0, len(root.right) - 1, *_finer(recipe, graph, position))
    except (LimitReached, RulesSilent):
        return WORST


def _finer(recipe: Recipe, graph: Graph, position: Position) -> tuple[int, int]:
    root = graph.spot(position)
    texts = {
        action_text(position.variant, action).lower()
        for number in root.right
        for action in root.branches[number].actions
    }
    wrong_key = int(bool(recipe.key) and recipe.key.lower() not in texts)
    if len(root.right) > 1 or wrong_key:
        return wrong_key, 99
    return 0, sum(1 for _ in undecided(graph, root))
