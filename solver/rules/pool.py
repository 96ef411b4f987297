"""What becomes of the pool: who pays, who draws, what stays for the next deal.

All functions state arithmetic on counters, in numbers or symbolic terms. `Settlement.paid` is what
each seat pays to others or to the pool (negative: receives), so that the payments and the change
of the pool always add up to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from solver.rules.algebra import Algebra, Number, Truth


class Deal(NamedTuple):
    """What a pool rule can see of a finished deal; sequences have one entry per seat.

    `pool` counters before the division (the dealer's stake included), `taken` tricks, `active`
    whether the seat played, `calls` what it declared, `barred` whether it may win nothing,
    `dealer` seat.
    """

    pool: Number
    taken: Sequence[Number]
    active: Sequence[Truth]
    calls: Sequence[str]
    barred: Sequence[Truth]
    dealer: int


class Settlement(NamedTuple):
    """The pool left for the next deal, what every seat paid, and what happened in words."""

    pool: Number
    paid: Sequence[Number]
    won: Truth = False
    note: str = ""


def spoil_five(a: Algebra, d: Deal, p: Mapping[str, object]) -> Settlement:
    """Give the pool to the seat with three tricks; a jink adds a counter from every other player.

    Sources: PL-SF, JINK. A player who went on and did not take all five wins nothing; a barred
    player who wins leaves the pool where it is (option S6).
    """
    n = len(d.taken)
    went_on = [call == "go" for call in d.calls]
    wins = [
        a.all([d.taken[i] >= 3, a.no(d.barred[i]), a.any([a.no(went_on[i]), d.taken[i] == 5])])
        for i in range(n)
    ]
    won = a.any(wins)
    jinked = a.any(a.all([wins[i], d.taken[i] == 5]) for i in range(n))
    each = a.when(jinked, 1, 0)
    paid = [a.when(wins[i], -d.pool - (n - 1) * each, each) for i in range(n)]
    return Settlement(a.when(won, 0, d.pool), paid, won)


def shares(a: Algebra, d: Deal, p: Mapping[str, object]) -> Settlement:
    """Divide the pool by tricks; a declarer without a trick pays a fine to the next pool.

    Sources: PL-R (five shares, fine 5), PL-L (three shares, fine 3), PL-LU (fine equals the pool).
    A barred seat draws nothing: its share stays in the pool. A seat that defended for the pool
    (Loo's widow for the pool) leaves its winnings in it and is not looed. What does not divide
    into whole counters stays in the pool.
    """
    share = a.quotient(d.pool, int(p["parts"]))  # type: ignore[call-overload]
    fine = d.pool if p["fine"] == "pool" else p["fine"]
    n = len(d.taken)
    draws = [a.all([d.active[i], a.no(d.barred[i]), d.calls[i] != "defend"]) for i in range(n)]
    drawn = [a.when(draws[i], d.taken[i] * share, 0) for i in range(n)]
    looed = [
        a.all([d.active[i], d.taken[i] == 0, d.calls[i] != "defend"]) for i in range(n)
    ]
    paid = [a.when(looed[i], fine, 0) - drawn[i] for i in range(n)]
    return Settlement(d.pool + sum(paid), paid, True)


def general_made(a: Algebra, d: Deal, announcer: int, fine: int) -> Settlement:
    """Pay a general rams that was made: the pool, and five counters from every adversary."""
    against = [a.when(d.active[i], fine, 0) if i != announcer else 0 for i in range(len(d.taken))]
    paid = list(against)
    paid[announcer] = -d.pool - sum(against)
    return Settlement(0, paid, True, note="general made")


def general_lost(a: Algebra, d: Deal, announcer: int, fine: int) -> Settlement:
    """Pay a general rams that was lost: the pool is doubled, every adversary gets five."""
    against = [a.when(d.active[i], fine, 0) if i != announcer else 0 for i in range(len(d.taken))]
    paid = [-each for each in against]
    paid[announcer] = d.pool + sum(against)
    return Settlement(2 * d.pool, paid, False, note="general lost")


def crosses(a: Algebra, d: Deal, p: Mapping[str, object]) -> Settlement:
    """Rub out a mark for each trick; a declarer without one chalks up a new cross (PL-B).

    `paid` counts marks: positive are added, negative rubbed out. There is no pool.
    """
    n = len(d.taken)
    cross = p.get("fine", 5)
    marks = [
        a.when(d.active[i], a.when(d.taken[i] == 0, cross, -d.taken[i]), 0) for i in range(n)
    ]
    return Settlement(0, marks, True)


POOLS: dict[str, Callable[..., Settlement]] = {
    "spoil five": spoil_five,
    "shares": shares,
    "crosses": crosses,
}
