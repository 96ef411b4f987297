"""Random play by the referee, and witnesses that anybody can replay.

Every seat chooses uniformly among its legal actions. A playout is fixed by its seed, and so is
everything that is counted over playouts.
"""

from __future__ import annotations

import random
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from proofs.claim import Witness
from proofs.playouts import Lowered, deal_masks, pick
from proofs.sampling import Estimate, share
from solver.dealing import deal, play_stream
from solver.errors import RulesSilent
from solver.notation import write
from solver.referee import action_text, apply, legal_actions, step
from solver.transcript import read_deals

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solver.position import Action, Position
    from solver.variant import Variant


class Playout(NamedTuple):
    """A deal played out at random: where it began, what was done, how it ended."""

    start: Position
    actions: tuple[Action, ...]
    end: Position


def playout(variant: Variant, seed: int) -> Playout:
    """Deal from a seed and let every seat choose uniformly among its legal actions."""
    return play_on(deal(variant, seed), play_stream(seed))


def play_on(start: Position, rng: random.Random) -> Playout:
    """Play a position out at random."""
    position = start
    actions = []
    while not position.over:
        action = rng.choice(legal_actions(position))
        actions.append(action)
        position = step(position, action)
    return Playout(start, tuple(actions), position)


def playouts(variant: Variant, sample: int, seed: int) -> list[Playout]:
    """Return so many playouts; another seed gives other deals."""
    return [playout(variant, seed * 1_000_003 + i) for i in range(sample)]


def share_of(variant: Variant, test: Callable[[Playout], bool], sample: int, seed: int) -> Estimate:
    """Return in what share of random deals, played at random, a test is met."""
    hits = sum(test(playout(variant, seed * 1_000_003 + i)) for i in range(sample))
    return share(hits, sample)


def first_playout(
    variant: Variant, test: Callable[[Playout], bool], most: int = 20_000
) -> Playout | None:
    """Return the first of so many playouts that meets a test."""
    for seed in range(most):
        found = playout(variant, seed)
        if test(found):
            return found
    return None


def shown(start: Position, actions: Sequence[Action], text: str) -> Witness:
    """Write a deal and its play as a witness, with a command that replays it.

    The rules may fall silent at the last action. Raises IllegalAction if one breaks a rule.
    """
    position = write(start)
    lines: list[str] = []
    here = start
    for number, action in enumerate(actions):
        lines.append(f"{here.variant.seat_name(here.turn)} {action_text(here.variant, action)}")
        try:
            here = apply(here, action)
        except RulesSilent:
            if number + 1 < len(actions):
                raise
    words = [position, "", "actions", " | ".join(lines)]
    command = "printf '%s\\n' " + " ".join(quote(word) for word in words) + " | foolproof replay -"
    if not lines:
        command = f"foolproof solve {quote(position)}"
    return Witness(text, command, position, tuple(lines))


def replay(witness: Witness) -> Position:
    """Replay a witness from its text alone; raise RulesSilent if that is how it ends."""
    text = f"{witness.position}\n\nactions\n" + " | ".join(witness.actions)
    return next(iter(read_deals(text))).end


def random_split(low: Lowered, rng: random.Random) -> tuple[int, ...]:
    """Play a random deal of a game without trumps by masks; return who took how many tricks.

    As `playout`, many times faster; the winner by Joker gives the trick to any seat.
    """
    n = low.players
    hands, _ = deal_masks(low, rng)
    taken = [0] * n
    leader = 0
    for _ in range(low.variant.hand_size):
        trick = [pick(low.leads(hands[leader]), rng)]
        hands[leader] ^= 1 << trick[0]
        bound = low.bound(trick[0], trick[0])
        for distance in range(1, n):
            seat = (leader + distance) % n
            card = pick(low.follows(hands[seat], bound), rng)
            hands[seat] ^= 1 << card
            trick.append(card)
        place = low.winner(trick)
        by_joker = low.jokers >> trick[place] & 1
        leader = rng.randrange(n) if by_joker else (leader + place) % n
        taken[leader] += 1
    return tuple(taken)


def share_of_splits(
    variant: Variant, test: Callable[[tuple[int, ...]], bool], sample: int, seed: int
) -> Estimate:
    """Return in what share of random hands of a game without trumps the split meets a test."""
    low = Lowered(variant)
    rng = random.Random(seed)
    known: dict[tuple[int, ...], bool] = {}
    hits = 0
    for _ in range(sample):
        taken = random_split(low, rng)
        if taken not in known:
            known[taken] = test(taken)
        hits += known[taken]
    return share(hits, sample)
