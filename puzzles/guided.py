"""SAT-guided search: a solver proposes endings that meet every wish stated as a formula.

Each candidate asks for an ending out of a few cards chosen at random, so that proposals differ.
What is proposed goes through the same exhaustive judgement as any other candidate.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pysat.solvers import Solver

from puzzles.formula import Formula, Wishes
from puzzles.recipe import BEST, goal_of
from puzzles.soundness import UNKNOWN
from solver.errors import BadInput
from solver.goals import PLACES
from solver.position import start

if TYPE_CHECKING:
    import random

    from puzzles.recipe import Recipe
    from solver.cards import Card
    from solver.goals import Goal
    from solver.variant import Variant

SOLVER = "glucose4"  # takes phases and a budget of conflicts
CONFLICTS = 50_000
SPARE = (8, 24)  # cards to choose from beyond those dealt, fewest and most
NOWHERE = "no such ending of these cards"


def proposed(
    recipe: Recipe, variant: Variant, trump: str, rng: random.Random
) -> tuple[tuple[tuple[Card, ...], ...] | None, str]:
    """Return hands that a solver proposes, or None and the reason why there are none."""
    goal, wishes = _goal(recipe, variant), _wishes(recipe, variant)
    formula = _formula(variant, recipe.cards, goal, trump, wishes)
    chosen = _cards(recipe, variant, rng)
    literals = formula.literals()
    with Solver(name=SOLVER, bootstrap_with=[*formula.cnf.clauses, *formula.only(chosen)]) as s:
        s.set_phases([literal if rng.random() < 0.3 else -literal for literal in literals])
        s.conf_budget(CONFLICTS)
        found = s.solve_limited()
        if found:
            return formula.dealt(s.get_model()), ""
    return None, UNKNOWN if found is None else NOWHERE


def _cards(recipe: Recipe, variant: Variant, rng: random.Random) -> set[int]:
    """Choose the cards to deal from, by their numbers in the pack; a wanted key is one of them."""
    pack = list(variant.pack)
    number = recipe.cards * variant.players + rng.randint(*SPARE)
    chosen = set(rng.sample(range(len(pack)), min(number, len(pack))))
    if recipe.key:
        chosen.add(pack.index(variant.pack.parse(recipe.key)))
    return chosen


def _goal(recipe: Recipe, variant: Variant) -> Goal:
    if recipe.goal == BEST and recipe.measure not in PLACES:
        raise BadInput("--method sat needs a number: --goal 2.")
    goal = goal_of(recipe, start(variant, ((),) * variant.players, leader=0))
    assert goal is not None
    return goal


def _wishes(recipe: Recipe, variant: Variant) -> Wishes:
    key = variant.pack.parse(recipe.key) if recipe.key else None
    return Wishes(recipe.require == "strict", recipe.chain, key, recipe.unlikely)


@lru_cache(maxsize=8)
def _formula(variant: Variant, cards: int, goal: Goal, trump: str, wishes: Wishes) -> Formula:
    """Build a formula once for all candidates of a recipe."""
    if cards * variant.players > len(variant.pack) or cards > variant.hand_size:
        raise BadInput(f"{variant.name} can't have {cards} cards in each of its hands.")
    return Formula(variant, cards, goal, trump, wishes)
