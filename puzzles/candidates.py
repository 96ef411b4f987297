"""Positions that may become puzzles: each depends on nothing but a recipe, a seed and a number."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.cards import Card
from solver.dealing import deal
from solver.errors import BadInput, nearest
from solver.goals import ADVERSARY, AT_LEAST, Goal, refuse_foreign_measure
from solver.notation import write
from solver.position import NO_BID, PLAY, Position, start
from solver.referee import action_text, legal_actions, step
from solver.search import solve
from solver.variant_text import read_variant

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.position import Action
    from solver.variant import Variant

SAMPLED, PLACED, RETROGRADE, HILLCLIMB = "sampled", "placed", "retrograde", "hillclimb"
SAT = "sat"
METHODS = (SAMPLED, PLACED, RETROGRADE, HILLCLIMB, SAT)
BEST = "best"
MATRICES = 40  # of a squeeze, tried before the search falls back on chance
SOLVABLE = 2  # cards more than wanted from which a retrograde candidate is played perfectly


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
    _check(recipe, variant)
    # Seeding by a text is stable across versions and machines.
    rng = random.Random(f"{recipe.seed}/{number}")
    return _METHODS[recipe.method](recipe, variant, rng)


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


def _check(recipe: Recipe, variant: Variant) -> None:
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
    from puzzles.fast import alike

    answer = solve(position, Goal(frozenset([position.turn])), line=False)
    best = set(answer.best)
    return len(best) < len(answer.actions) and sum(g[0] in best for g in alike(position)) == 1


# --- placing --------------------------------------------------------------------------------


def _placed(recipe: Recipe, variant: Variant, rng: random.Random) -> Candidate:
    pack = list(variant.pack)
    rng.shuffle(pack)
    k = recipe.cards
    if k * variant.players > len(pack):
        raise BadInput(f"{variant.name} can't have {k} cards in each of {variant.players} hands.")
    hands = tuple(tuple(pack[i * k : (i + 1) * k]) for i in range(variant.players))
    first = rng.randrange(variant.players)
    return Candidate(laid(variant, hands, first, trump_laid(recipe, variant, rng)))


def trump_laid(recipe: Recipe, variant: Variant, rng: random.Random) -> str:
    """Return the trump suit of an ending that is not dealt, '' where there is none."""
    trump = variant.keeps_trump_suit
    if trump or not variant.has_trumps:
        return trump
    trump = trump_of(recipe, variant, rng)
    if not trump and variant.file.deal.trump == "turn-up":
        return rng.choice(list(variant.pack.suits))
    return trump


def laid(
    variant: Variant, hands: tuple[tuple[Card, ...], ...], first: int, trump: str
) -> Position:
    """Return the ending in which a seat leads from hands of equal size."""
    done = variant.tricks - len(hands[0])
    return start(variant, hands)._replace(leader=first, turn=first, done=done, trump=trump)


def swapped(position: Position, rng: random.Random) -> Position:
    """Return a position with two cards of different places changed, one of them in a hand."""
    hands = [list(hand) for hand in position.hands]
    outside = [c for c in position.variant.pack if not any(c in hand for hand in hands)]
    piles = [hand for hand in hands if hand] + ([outside] if outside else [])
    one, other = rng.sample(range(len(piles)), 2)
    a, b = rng.randrange(len(piles[one])), rng.randrange(len(piles[other]))
    piles[one][a], piles[other][b] = piles[other][b], piles[one][a]
    sort = position.variant.pack.sort
    return position._replace(hands=tuple(sort(tuple(hand)) for hand in hands))


def _hillclimb(recipe: Recipe, variant: Variant, rng: random.Random) -> Candidate:
    from puzzles.climb import climbed, fitness, wandered
    from puzzles.matrices import SQUEEZE, squeeze_matrix

    for _ in range(MATRICES if recipe.theme == SQUEEZE else 0):
        trump = trump_laid(recipe, variant, rng)
        hands = squeeze_matrix(variant, recipe.cards, trump, rng)
        if hands is None:
            break
        begun = laid(variant, hands, 0, trump)
        if not any(fitness(recipe, begun)):
            return Candidate(wandered(recipe, begun, rng))
    placed = _placed(recipe, variant, rng).position
    assert placed is not None
    return Candidate(climbed(recipe, placed, rng))


def _guided(recipe: Recipe, variant: Variant, rng: random.Random) -> Candidate:
    from puzzles.guided import proposed

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
