"""Bierspiel: the marks of the players, and whether a game ends."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from proofs.claim import Claim, Finding, Witness, by_reading, decided, fails, holds
from proofs.claims.pools_rams import divided, pool_section
from proofs.registry import Effort, settles
from proofs.splits import splits
from proofs.witness import replayed
from solver.dealing import deal, play_stream
from solver.match import finish, new_match, next_deal
from solver.position import Action, Position
from solver.referee import legal_actions, step
from solver.rules.algebra import PLAIN
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random


@settles("F069")
def three_crosses(claim: Claim, effort: Effort) -> Finding:
    """Count the marks of a player: three crosses, each a centre and four arms."""
    crosses, arms = claim.parameters.get("crosses", 3), claim.parameters.get("arms", 4)
    worth = claim.parameters.get("worth", 5)
    section = pool_section(load("R3"))
    marks = crosses * (1 + arms)
    return decided(
        1 + arms == worth == section.fine and marks == section.marks,
        f"a centre and four arms are {1 + arms} marks a cross, {marks} a player; every trick wipes "
        "out one",
        details={"marks": marks, "a cross": 1 + arms, "variant": section.marks},
        method="count",
    )


def outcomes(variant: Variant) -> Iterator[tuple[int, ...]]:
    """Yield the change of every seat's marks for every deal that two or more seats play."""
    n, tricks = variant.players, variant.hand_size
    for size in range(2, n + 1):
        for seats in combinations(range(n), size):
            for part in splits(size, tricks):
                taken, active = [0] * n, [i in seats for i in range(n)]
                for seat, t in zip(seats, part, strict=True):
                    taken[seat] = t
                yield tuple(divided(PLAIN, variant, 0, taken, active).paid)


def shortest_cycle(variant: Variant, longest: int) -> list[tuple[int, ...]] | None:
    """Return the fewest deals after which all marks are as before, nobody having finished."""
    start = (pool_section(variant).marks,) * variant.players
    changes = list(dict.fromkeys(outcomes(variant)))
    level = {start: []}  # type: dict[tuple[int, ...], list[tuple[int, ...]]]
    for _ in range(longest):
        reached: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for marks, path in level.items():
            for change in changes:
                after = tuple(m + c for m, c in zip(marks, change, strict=True))
                if after == start:
                    return [*path, change]
                if min(after) > 0:
                    reached.setdefault(after, [*path, change])
        level = reached
    return None


def clean_sweep(most: int) -> Witness | None:
    """Return a complete deal of Bierspiel in which A takes all tricks against B, C passing."""
    variant = load("R3", 3)
    for seed in range(most):
        rng = play_stream(seed)
        start = position = deal(variant, seed)
        actions: list[Action] = []
        while not position.over and position.taken[0] == position.done:
            action = _two_play(position, rng)
            actions.append(action)
            position = step(position, action)
        if position.over and position.taken[0] == variant.hand_size:
            return replayed("A takes every trick, B none, C passes: A wipes out five, B adds five",
                            start, actions)
    return None


def passed_out(variant: Variant) -> tuple[int, ...]:
    """Return the marks after a first deal in which all pass and the pone pays."""
    before, position = next_deal(new_match(variant), 1)
    while not position.over:
        named = (a for a in legal_actions(position) if a.word in ("pass", "pay"))
        position = step(position, next(named))
    return finish(before, position).marks


def _two_play(position: Position, rng: Random) -> Action:
    actions = legal_actions(position)
    wanted = "play" if position.turn < 2 else "pass"
    named = [a for a in actions if position.phase == "declare" and a.word == wanted]
    return named[0] if named else actions[int(rng.random() * len(actions))]


def one_mark_a_trick(variant: Variant) -> bool:
    """Return whether every trick wipes out one mark of its winner and no other mark falls."""
    return all(
        sum(-change for change in changes if change < 0) == variant.hand_size
        for changes in outcomes(variant)
    )


@settles("F074")
def last_pays(claim: Claim, effort: Effort) -> Finding:
    """Settle whether the order of finishing is defined and whether every game ends."""
    variant = load("R3", 3)
    falls = [sum(1 for c in change if c < 0) for change in outcomes(variant)]
    steps = {-c for change in outcomes(variant) for c in change if c < 0}
    cycle = shortest_cycle(variant, 3)
    order = decided(
        one_mark_a_trick(variant),
        "a trick wipes out one mark of one player and tricks fall one after another, so no two can "
        f"finish at once (up to {max(falls)} seats lose marks in one deal, at most {max(steps)} "
        "each); "
        "only a penalty for a player who has already finished is not provided for"
    )
    if cycle is None:
        return by_reading({"order of finishing": order, "every game ends": holds("no cycle found")})
    marks = passed_out(variant)
    idle = min(marks) == pool_section(variant).marks
    never = f" after one such deal {list(marks)}, and nobody ever wipes out a mark"
    ends = fails(
        f"a game can go on for ever: after {len(cycle)} deals, changes "
        f"{' and '.join(str(list(c)) for c in cycle)}, all stand where they stood (no single deal "
        "that is played can do that)"
        + (f"; or each deal is passed out, the pone paying:{never}" if idle else ""),
        witness=clean_sweep(3000),
        mend="end the game after an agreed number of deals, or let penalties add no crosses",
    )
    return by_reading(
        {"order of finishing": order, "every game ends": ends},
        details={"cycle": [list(c) for c in cycle], "deals": len(cycle),
                 "marks after a deal passed out": list(marks)},
        scope="three players (a third who passes can be added at will); 15 marks each",
        mend=ends.mend,
        method="search of all sequences of deals; the referee replays a sweep",
    )  # fmt: skip
