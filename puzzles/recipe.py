"""What a composer asks for: the recipe of a set of puzzles, and the goal that it sets."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from solver.errors import BadInput, GoalError
from solver.goals import (
    ADVERSARY,
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    MEASURES,
    PLACES,
    Goal,
    measured,
    refuse_foreign_measure,
)
from solver.search import value

if TYPE_CHECKING:
    import random

    from solver.position import Position
    from solver.variant import Variant

SAMPLED, PLACED, RETROGRADE, HILLCLIMB = "sampled", "placed", "retrograde", "hillclimb"
SAT = "sat"
METHODS = (SAMPLED, PLACED, RETROGRADE, HILLCLIMB, SAT)
BEST = "best"


@dataclass(frozen=True)
class Recipe:
    """What a set is made of; all of it but `count` decides what candidate number i is.

    `variant` in the words of a position's first part; `cards` per hand; `goal` a number ('best':
    the most that can be forced) of `measure` under `relation`, for tricks counted from here on;
    `require` 'strict' or 'sound'; `chain` decisions at least that the defence can put to the side;
    `theme`, `key` (a card), grades and `unlikely` (the key is the card one thinks of last) are
    demands.
    """

    variant: str
    cards: int = 4
    goal: str = BEST
    relation: str = AT_LEAST
    measure: str = "tricks"
    stance: str = ADVERSARY
    method: str = SAMPLED
    seed: int = 0
    count: int = 20
    require: str = "strict"
    chain: int = 2
    theme: str = ""
    key: str = ""
    unlikely: bool = False
    min_grade: float = 0.0
    max_grade: float = 10.0
    trump: str = ""
    most: int = 4000

    def data(self) -> dict[str, Any]:
        """Return the recipe as plain data, without what is as usual."""
        usual = {field.name: field.default for field in fields(self)}
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


def nameable(recipe: Recipe, variant: Variant) -> list[str]:
    """Return the trumps that a recipe may demand: none where the rules or the deal settle it."""
    rules = variant.file.deal
    if not variant.has_trumps:
        return ["none"]
    if variant.keeps_trump_suit:
        return []
    if rules.trump == "named" and variant.file.events.make_trump is None:
        return [*variant.pack.suits, *([] if rules.must_name else ["none"])]
    return [] if recipe.method in (SAMPLED, RETROGRADE) else list(variant.pack.suits)


def require_sense(recipe: Recipe, variant: Variant) -> None:
    """Raise BadInput for a demand that the game can't meet, or would pass over in silence."""
    asked = Goal(frozenset(), recipe.measure)
    refuse_foreign_measure(asked, variant, f"--measure {recipe.measure}")
    if not 1 < recipe.cards <= variant.hand_size:
        raise BadInput(
            f"--cards {recipe.cards}: {variant.name} is played with {variant.hand_size} cards a "
            f"hand; expected 2 to {variant.hand_size}."
        )
    allowed = nameable(recipe, variant)
    if recipe.trump and recipe.trump not in allowed:
        expected = f"expected {', '.join(allowed)}" if allowed else "the rules or the deal say it"
        raise BadInput(
            f"--trump {recipe.trump}: not for {variant.name}, method {recipe.method}; {expected}."
        )


def trump_of(recipe: Recipe, variant: Variant, rng: random.Random) -> str:
    """Return the suit to name as trump where the rules let one be named."""
    if recipe.trump:
        return "" if recipe.trump == "none" else recipe.trump
    suits = ["", *variant.pack.suits] if not variant.file.deal.must_name else variant.pack.suits
    return rng.choice(list(suits))


def goal_of(recipe: Recipe, position: Position) -> Goal | None:
    """Return the goal that a recipe sets the seat to act (with its partners); None if absurd."""
    sides = position.variant.sides
    seat = position.turn
    side = frozenset(
        i for i in range(position.players) if i == seat or (sides and sides[i] == sides[seat])
    )
    if recipe.measure not in MEASURES:
        raise GoalError(f"'{recipe.measure}' is no measure; expected {', '.join(MEASURES)}.")
    if recipe.measure in PLACES:
        return Goal(frozenset([seat]), recipe.measure, AT_LEAST, 1, recipe.stance)
    goal = Goal(side, recipe.measure, recipe.relation, None, recipe.stance)
    if recipe.goal != BEST:
        past = measured(position, goal._replace(relation=AT_LEAST, amount=0))
        counted = past if recipe.measure in ("tricks", "points") else 0
        return goal._replace(amount=int(recipe.goal) + counted)
    return _best_goal(goal, position)


def _best_goal(goal: Goal, position: Position) -> Goal | None:
    if goal.relation == EXACTLY:
        raise GoalError("an exact goal needs a number: --goal 2.")
    open_goal = goal._replace(relation="least" if goal.relation == AT_MOST else "most")
    found = value(position, open_goal)
    if found is None or (goal.relation == AT_LEAST and found <= 0 and goal.measure == "tricks"):
        return None
    return goal._replace(amount=found)
