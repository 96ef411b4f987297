"""The plain kernel: four hands of equal size, follow suit else any card, the highest card wins.

What qualifies is read from the rules (see `_same_play`) and from how the cards are seen under the
deal's trump; everything else raises NotLowerable, and the generic kernel answers.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.goals import ADVERSARY, AT_LEAST, MOST, Goal, measured
from solver.kernel.builds import best_build
from solver.kernel.refused import NotLowerable
from solver.position import PLAY, Position

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from solver.cards import Card
    from solver.variant import Variant

SEATS = 4
SUITS = 4
LONGEST = 13  # cards of a suit, and of a hand
NO_TRUMP = 4  # the last row of a table of tricks
SPARE = 2  # solvers kept for the next questions


@lru_cache(maxsize=1)
def module() -> Any | None:
    """Return the build of the plain kernel for this processor; None where it was not built."""
    with suppress(ImportError):
        return best_build("_plain")
    return None


class Lowered(NamedTuple):
    """A root for the plain kernel; the side has `past` tricks already, `left` can still be won.

    `cards` finds a card by (lane, rank) of the kernel.
    """

    root: Any
    past: int
    left: int
    cards: Mapping[tuple[int, int], Card]

    def played(self, lane: int, ranks: int) -> list[Card]:
        """Return the cards of a lane whose ranks are in the mask."""
        return [self.cards[lane, r] for r in range(ranks.bit_length()) if ranks >> r & 1]


def lower(position: Position, goal: Goal) -> Lowered:
    """Return the root for the plain kernel; raise NotLowerable if it does not qualify."""
    kernel = module()
    if kernel is None:
        raise NotLowerable("the plain kernel was not built")
    _require(position, goal)
    lanes = _lanes(position)
    root = kernel.Root()
    root.hands = _masks(position, lanes)
    root.table = [lanes[card] for _, card in position.trick]
    root.leader = position.leader
    root.trump = _trump_lane(position, lanes)
    root.side = sum(1 << seat for seat in goal.side)
    past = measured(position, goal)
    left = max(map(len, position.hands))
    return Lowered(root, past, left, {place: card for card, place in lanes.items()})


def _require(position: Position, goal: Goal) -> None:
    # Every bound of the kernel supposes that each side wants tricks: no misère.
    if goal.measure != "tricks" or goal.relation not in (AT_LEAST, MOST):
        raise NotLowerable("the plain kernel looks for many tricks only")
    if goal.stance != ADVERSARY:
        raise NotLowerable("the plain kernel plays against an adversary")
    if not _same_play(position.variant):
        raise NotLowerable("the plain kernel knows only plain tricks")
    sizes = [len(hand) for hand in position.hands]
    for i, (seat, _) in enumerate(position.trick):
        if seat != (position.leader + i) % SEATS:
            raise NotLowerable("the trick on the table is out of order")
        sizes[seat] += 1
    turn = (position.leader + len(position.trick)) % SEATS
    if position.phase != PLAY or position.turn != turn or not all(position.active):
        raise NotLowerable("the plain kernel needs four seats in play")
    if len(set(sizes)) > 1 or sizes[0] > LONGEST:
        raise NotLowerable("the plain kernel needs hands of equal size")


@lru_cache(maxsize=512)
def _same_play(variant: Variant) -> bool:
    """Whether the play of a variant is that of whist, whatever its pack, ranks and score."""
    file = variant.file
    return (
        variant.players == SEATS
        and not variant.has_copies
        and not any(getattr(file.events, name) for name in file.events.__struct_fields__)
        and file.trick.winner == "highest"
        and [tier.text for tier in variant.lead_tiers] == ["any"]
        and [tier.text for tier in variant.follow_tiers] == ["led suit", "any"]
        and not variant.always_tiers
        and not file.lead.opening
        and variant.face_down == "no"
        and file.pool is None
    )


def _lanes(position: Position) -> dict[Card, tuple[int, int]]:
    """Return a lane and a rank for each card in play; raise NotLowerable if there are too many."""
    suits: dict[int, list[tuple[int, Card]]] = {}
    view = position.view()
    for card in (*position.trick_cards, *(c for hand in position.hands for c in hand)):
        seen = view[card]
        if seen.joker or seen.fool:
            raise NotLowerable("the plain kernel has no Jokers")
        suits.setdefault(seen.suit, []).append((seen.strength, card))
    if len(suits) > SUITS or any(len(held) > LONGEST for held in suits.values()):
        raise NotLowerable("the plain kernel has four suits of 13 cards at most")
    places: dict[Card, tuple[int, int]] = {}
    for lane, suit in enumerate(sorted(suits)):
        held = sorted(suits[suit])
        if len({strength for strength, _ in held}) < len(held):
            raise NotLowerable("two cards of a suit have the same strength")
        places |= {card: (lane, rank) for rank, (_, card) in enumerate(held)}
    return places


def _trump_lane(position: Position, lanes: Mapping[Card, tuple[int, int]]) -> int:
    """Return the lane of the trumps; -1 where there is none in play."""
    view = position.view()
    trumps = {lane for card, (lane, _) in lanes.items() if view[card].trump}
    plain = {lane for card, (lane, _) in lanes.items() if not view[card].trump}
    if len(trumps) > 1 or trumps & plain:
        raise NotLowerable("the plain kernel has one suit of trumps")
    return next(iter(trumps), -1)


def _masks(position: Position, lanes: Mapping[Card, tuple[int, int]]) -> list[list[int]]:
    masks = [[0] * SUITS for _ in range(SEATS)]
    for seat, hand in enumerate(position.hands):
        for card in hand:
            lane, rank = lanes[card]
            masks[seat][lane] |= 1 << rank
    return masks


# --- solvers ------------------------------------------------------------------------------------

_spare: list[tuple[tuple[float, int], Any]] = []  # list methods are atomic: threads may share it


@contextmanager
def _solver(memory: float, threads: int = 1) -> Iterator[Any]:
    """Lend a solver: its table is kept, as touching fresh memory costs more than an ending."""
    kernel = module()
    assert kernel is not None
    asked = memory, threads
    kind, solver = asked, None
    with suppress(IndexError):
        kind, solver = _spare.pop()
    if solver is None or kind != asked:
        solver = kernel.Solver(memory, threads)
    yield solver
    if len(_spare) < SPARE:
        _spare.append((asked, solver))


def _options(nodes: int | None, seconds: float | None) -> Any:
    kernel = module()
    assert kernel is not None
    options = kernel.Options()
    options.nodes = nodes or 0
    options.seconds = seconds or 0.0
    return options


def solve(
    lowered: Lowered,
    nodes: int | None,
    seconds: float | None,
    memory: float,
    *,
    cards: bool,
    line: bool,
    threads: int = 1,
) -> Any:
    """Return the kernel's result: bounds and, where asked for, card values and a line."""
    options = _options(nodes, seconds)
    options.cards, options.line = cards, line
    with _solver(memory, threads) as solver:
        return solver.solve(lowered.root, options)


def reaches(
    lowered: Lowered, wanted: int, nodes: int | None, seconds: float | None, memory: float
) -> bool | None:
    """Return whether the side comes to `wanted` tricks; None where a limit stopped it."""
    tricks = wanted - lowered.past
    with _solver(memory) as solver:
        found = solver.can_make(lowered.root, tricks, _options(nodes, seconds))
    if found.status:
        return None
    return bool(found.lower)


def table(
    position: Position,
    nodes: int | None,
    seconds: float | None,
    memory: float,
    *,
    threads: int = 1,
) -> Any:
    """Return the kernel's table of all leaders and trumps and the row of each trump suit.

    The cells are the tricks of seats 0 and 2. Raises NotLowerable where trumps change how cards
    rank, as the kernel takes one order for all.
    """
    goal = Goal(frozenset({0, 2}))
    plain = position._replace(trump="", leader=0, turn=0, phase=PLAY)
    lowered = lower(plain, goal)
    lanes = _lanes(plain)
    rows = {"": NO_TRUMP}
    for suit in position.variant.pack.suits:
        asked = plain._replace(trump=suit)
        if _lanes(asked) != lanes:
            raise NotLowerable("the ranks depend on the trump")
        rows[suit] = _row(asked, lanes)
    with _solver(memory, threads) as solver:
        return solver.table(lowered.root.hands, _options(nodes, seconds)), rows, lowered


def _row(position: Position, lanes: Mapping[Card, tuple[int, int]]) -> int:
    lane = _trump_lane(position, lanes)
    return NO_TRUMP if lane < 0 else lane


def sides_in_pairs(sides: Sequence[int]) -> bool:
    """Whether partners sit opposite each other, as the table needs."""
    return len(sides) == SEATS and sides[0] == sides[2] != sides[1] == sides[3]
