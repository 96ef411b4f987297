"""Hill-climbing: cards change places as long as a position comes no further from a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.fast import FastJudge, Graph
from puzzles.grade import solved_fast
from puzzles.placing import swapped
from puzzles.puzzle import Puzzle
from puzzles.recipe import goal_of
from puzzles.soundness import chain, undecided
from puzzles.themes import themed
from solver.errors import LimitReached, RulesSilent
from solver.problems import problems
from solver.referee import action_text

if TYPE_CHECKING:
    import random

    from puzzles.recipe import Recipe
    from solver.goals import Goal
    from solver.position import Position

STEPS = 120
STEPS_FOR_THEME = 400
WANDER = 12
Fitness = tuple[int, ...]
WORST: Fitness = (1000,)


def climbed(recipe: Recipe, position: Position, rng: random.Random) -> Position:
    """Return the position at the end of a climb, or the first that lacks nothing."""
    best = fitness(recipe, position)
    for _ in range(STEPS_FOR_THEME if recipe.theme else STEPS):
        if not any(best):
            break
        near = swapped(position, rng)
        found = fitness(recipe, near)
        if found <= best:
            position, best = near, found
    return position


def wandered(recipe: Recipe, position: Position, rng: random.Random) -> Position:
    """Return a position some changes away that lacks as little: no two of a matrix alike."""
    best = fitness(recipe, position)
    for _ in range(WANDER):
        near = swapped(position, rng)
        if fitness(recipe, near) <= best:
            position = near
    return position


def fitness(recipe: Recipe, position: Position) -> Fitness:
    """Return how far a position is from what a recipe asks: nothing but zeros if it is there.

    First whether the goal can be made or slip at all, then cooks, then a wanted key, then (only
    where all that is well) the later decisions with several right choices, decisions that are
    lacking, and the theme.
    """
    if problems(position):
        return WORST
    try:
        goal = goal_of(recipe, position)
        if goal is None:
            return WORST
        graph = Graph(FastJudge(goal), recipe.most)
        root = graph.spot(position)
        if not root.right or len(root.right) == len(root.branches):
            return (100, len(root.right))
        return (0, len(root.right) - 1, *_finer(recipe, graph, position, goal))
    except (LimitReached, RulesSilent):
        return WORST


def _finer(recipe: Recipe, graph: Graph, position: Position, goal: Goal) -> Fitness:
    root = graph.spot(position)
    texts = {
        action_text(position.variant, action).lower()
        for number in root.right
        for action in root.branches[number].actions
    }
    wrong_key = int(bool(recipe.key) and recipe.key.lower() not in texts)
    if len(root.right) > 1 or wrong_key:
        return wrong_key, 99
    duals = sum(1 for _ in undecided(graph, root)) if recipe.require == "strict" else 0
    lacking = max(0, recipe.chain - chain(graph, root))
    if duals or lacking or not recipe.theme:
        return 0, duals, lacking
    solved = solved_fast(Puzzle(position, goal), recipe.most)
    return 0, 0, 0, int(recipe.theme not in themed(solved))
