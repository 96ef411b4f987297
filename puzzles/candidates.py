"""Positions that may become puzzles: each depends on nothing but a recipe, a seed and a number."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from puzzles.climb import climbed, fitness, wandered
from puzzles.fast import alike
from puzzles.guided import proposed
from puzzles.matrices import SQUEEZE, squeeze_matrix
from puzzles.placing import laid, placed, trump_laid
from puzzles.recipe import (
    HILLCLIMB,
    METHODS,
    PLACED,
    RETROGRADE,
    SAMPLED,
    SAT,
    Recipe,
    require_sense,
    trump_of,
)
from solver.dealing import deal
from solver.errors import BadInput, nearest
from solver.goals import Goal
from solver.notation import write
from solver.position import NO_BID, PLAY, Position
from solver.referee import action_text, legal_actions, step
from solver.search import solve
from solver.variant_text import read_variant

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.position import Action
    from solver.variant import Variant

MATRICES = 40  # of a squeeze, tried before the search falls back on chance
SOLVABLE = 2  # cards more than wanted from which a retrograde candidate is played perfectly


class Candidate(NamedTuple):
    """A position, how it came about ('' if placed), or the reason why there is none."""

    position: Position | None
    origin: tuple[str, ...] = ()
    reason: str = ""


def candidate(recipe: Recipe, number: int) -> Candidate:
    """Return candidate number `number` of a recipe; the same on every machine."""
    if recipe.method not in _METHODS:
        hint = nearest(recipe.method, METHODS)
        raise BadInput(f"'{recipe.method}' is no method; expected {', '.join(METHODS)}.{hint}")
    variant = read_variant(recipe.variant)
    require_sense(recipe, variant)
    # Seeding by a text is stable across versions and machines.
    rng = random.Random(f"{recipe.seed}/{number}")
    return _METHODS[recipe.method](recipe, variant, rng)


# --- legal play of a dealt hand -------------------------------------------------------------


def _dealt(recipe: Recipe, variant: Variant, rng: random.Random) -> Position:
    trump = trump_of(recipe, variant, rng) if variant.file.deal.trump == "named" else ""
    return deal(variant, rng.randrange(1 << 30), trump=trump, dealer=rng.randrange(variant.players))


def _fits(position: Position, cards: int) -> bool:
    """Whether a position is an ending at the lead of so many cards."""
    drawing = position.variant.file.events.draw is not None and position.stock
    longest = max(map(len, position.hands))
    return position.phase == PLAY and not (position.trick or drawing) and longest <= cards


def _played(
    position: Position,
    rng: random.Random,
    until: Callable[[Position], bool],
    choose: Callable[[Position, random.Random], Action],
) -> tuple[list[Position], list[Action]]:
    """Play until a position fits; return all positions and the actions between them."""
    path, actions = [position], []
    while not path[-1].over and not until(path[-1]):
        actions.append(choose(path[-1], rng))
        path.append(step(path[-1], actions[-1]))
    return path, actions


def _random_action(position: Position, rng: random.Random) -> Action:
    legal = legal_actions(position)
    staying = [a for a in legal if a.word not in ("pass", "out", "stop", "decline")]
    return rng.choice(staying or list(legal)) if rng.random() < 0.8 else rng.choice(legal)


def _origin(start_position: Position, actions: list[Action]) -> tuple[str, ...]:
    variant = start_position.variant
    played = ", ".join(action_text(variant, action) for action in actions)
    return (write(start_position), played)


def _sampled(recipe: Recipe, variant: Variant, rng: random.Random) -> Candidate:
    begun = _dealt(recipe, variant, rng)
    path, actions = _played(begun, rng, lambda p: _fits(p, recipe.cards), _random_action)
    if path[-1].over:
        return Candidate(None, reason="the deal ended before")
    return Candidate(bare(path[-1], recipe), _origin(begun, actions))


def bare(position: Position, recipe: Recipe) -> Position:
    """Forget what came before where neither the goal nor the rest of the play can ask for it."""
    variant, n = position.variant, position.players
    if recipe.measure != "tricks":
        return position if variant.counting else position._replace(won=((),) * n, dead=())
    position = position._replace(won=((),) * n, dead=(), pool=0, barred=(False,) * n)
    if variant.file.events.jink is None:
        position = position._replace(taken=(0,) * n)
    if variant.file.events.draw is None and variant.file.events.late_trump is None:
        position = position._replace(stock=(), widow=())
    if all(position.hands):
        position = position._replace(calls=("",) * n, bids=(NO_BID,) * n, dealer=n - 1)
    return position


def _retrograde(recipe: Recipe, variant: Variant, rng: random.Random) -> Candidate:
    """Play a solved deal perfectly and go back from its end to the last moment of choice.

    The position taken is the one with most cards, up to the number wanted, in which one first
    choice alone keeps the value.
    """
    begun = _dealt(recipe, variant, rng)
    more = recipe.cards + SOLVABLE
    before, first = _played(begun, rng, lambda p: _fits(p, more), _random_action)
    goal = Goal(frozenset([before[-1].turn]))
    path, last = _played(before[-1], rng, lambda p: False, lambda p, r: _perfect(p, goal, r))
    found = None
    for number in range(len(path) - 1, -1, -1):
        here = path[number]
        if not here.over and _fits(here, recipe.cards) and _critical(here):
            found = number
    if found is None:
        return Candidate(None, reason="no moment of choice")
    return Candidate(bare(path[found], recipe), _origin(begun, [*first, *last[:found]]))


def _perfect(position: Position, goal: Goal, rng: random.Random) -> Action:
    values = solve(position, goal, line=False).actions
    pick = max if position.turn in goal.side else min
    best = pick(value for _, value in values)
    return rng.choice([action for action, value in values if value == best])


def _critical(position: Position) -> bool:
    answer = solve(position, Goal(frozenset([position.turn])), line=False)
    best = set(answer.best)
    return len(best) < len(answer.actions) and sum(g[0] in best for g in alike(position)) == 1


# --- cards that are laid ----------------------------------------------------------------------


def _placed(recipe: Recipe, variant: Variant, rng: random.Random) -> Candidate:
    return Candidate(placed(recipe, variant, rng))


def _hillclimb(recipe: Recipe, variant: Variant, rng: random.Random) -> Candidate:
    for _ in range(MATRICES if recipe.theme == SQUEEZE else 0):
        trump = trump_laid(recipe, variant, rng)
        hands = squeeze_matrix(variant, recipe.cards, trump, rng)
        if hands is None:
            break
        begun = laid(variant, hands, 0, trump)
        if not any(fitness(recipe, begun)):
            return Candidate(wandered(recipe, begun, rng))
    return Candidate(climbed(recipe, placed(recipe, variant, rng), rng))


def _guided(recipe: Recipe, variant: Variant, rng: random.Random) -> Candidate:
    trump = trump_laid(recipe, variant, rng)
    hands, reason = proposed(recipe, variant, trump, rng)
    if hands is None:
        return Candidate(None, reason=reason)
    return Candidate(laid(variant, hands, 0, trump))


_METHODS: dict[str, Callable[[Recipe, Variant, random.Random], Candidate]] = {
    SAMPLED: _sampled,
    PLACED: _placed,
    RETROGRADE: _retrograde,
    HILLCLIMB: _hillclimb,
    SAT: _guided,
}
