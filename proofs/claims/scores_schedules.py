"""Other point schedules: how small can the weights be, and which never tie?"""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING, Any

from proofs.claim import Claim, Finding, decided, fails
from proofs.registry import Effort, settles
from proofs.splits import splits, ties, tying_distances
from solver.rules.algebra import PLAIN
from solver.rules.scoring import Facts, rising_weights, weighted_tricks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PIGEONHOLE = (
    "two equal weights at distance d make the two seats level that see the same trick-taker from "
    "there: give him all the tricks; so all n weights must differ, and the largest is at least n-1"
)


def arrangements(players: int) -> Iterator[tuple[int, ...]]:
    """Yield the orders of weights 0 … n-1 round the table, up to rotation and reflection."""
    for rest in permutations(range(1, players)):
        if rest[0] <= rest[-1]:
            yield (0, *rest)


def never_tie(weights: Sequence[int], tricks: int) -> bool:
    """Return whether no split makes two raw scores equal under cyclic weights."""
    return not tying_distances(weights, tricks)


def small_schedules(players: int) -> Iterator[tuple[int, ...]]:
    """Yield the cyclic schedules of least weight 0 with all weights below n-1."""
    return (w for w in product(range(players - 1), repeat=players) if 0 in w)


def one_takes_all(weights: Sequence[int], tricks: int) -> bool:
    """Return whether two seats are level when seat 0 takes all the tricks."""
    taken = (tricks, *(0,) * (len(weights) - 1))
    return ties(weighted_tricks(PLAIN, Facts(taken=taken), [], {"weights": list(weights)}))


def all_small_tie(players: int, tricks: int) -> tuple[int, bool]:
    """Look at every schedule below E: how many there are, and whether each can tie."""
    count, tie = 0, True
    for weights in small_schedules(players):
        count += 1
        # What the engine says of one schedule it says of all with the same equal weights.
        repeated = len(set(weights)) < players
        tie &= repeated and (players > 5 or one_takes_all(weights, tricks))
    return count, tie


def searched(weights: Sequence[int], tricks: int) -> bool:
    """Return whether some split ties, by listing all of them (a second way)."""
    lines = {"weights": list(weights)}
    return any(
        ties(weighted_tricks(PLAIN, Facts(taken=taken), [], lines))
        for taken in splits(len(weights), tricks)
    )


@settles("B072")
def simplest_schedules(claim: Claim, effort: Effort) -> Finding:
    """Find the smallest largest weight of a cyclic schedule without ties, and count the best."""
    table: dict[tuple[int, int], dict[str, Any]] = {}
    for n, tricks in claim.parameters["cases"]:
        _, small_tie = all_small_tie(n, tricks)
        best = [w for w in arrangements(n) if never_tie(w, tricks)]
        table[n, tricks] = {
            "smallest maximum": n - 1 if small_tie and best else None, "reach it": len(best),
            "of": sum(1 for _ in arrangements(n)), "schedules": [list(w) for w in best[:20]],
            "E among them": never_tie(rising_weights(n), tricks),
        }  # fmt: skip
    if any(row["smallest maximum"] is None for row in table.values()):
        return fails("some case has no schedule with weights below n", details=_named(table))
    counts = ", ".join(
        f"({n}, {t}): {row['reach it']}" for (n, t), row in table.items() if n in (3, 5)
    )
    best_known = all(row["E among them"] for row in table.values())
    return decided(
        not best_known,
        "no cyclic schedule without ties has a largest weight below n-1, which E has; schedules "
        "that "
        f"reach it up to rotation and reflection, by (n, T): {counts}",
        scope="cyclic schedules of whole weights, least weight 0; the bound for every n and T",
        method="pigeonhole, and all sums of all schedules of weights 0 … n-1",
        details={"argument": PIGEONHOLE, **_named(table)},
    )


def _named(table: dict[tuple[int, int], dict[str, Any]]) -> dict[str, Any]:
    return {f"n={n}, T={t}": row for (n, t), row in table.items()}


@settles("B073")
def smaller_numbers_tie(claim: Claim, effort: Effort) -> Finding:
    """Look at every cyclic schedule whose largest weight is below that of E."""
    table: dict[tuple[int, int], dict[str, Any]] = {}
    for n, tricks in claim.parameters["cases"]:
        count, tie = all_small_tie(n, tricks)
        table[n, tricks] = {"schedules": count, "each can tie": tie}
    by_n = {n: row["schedules"] for (n, _), row in table.items()}
    listed = ", ".join(f"n = {n}: {count:,}" for n, count in by_n.items())
    return decided(
        all(row["each can tie"] for row in table.values()),
        "each of them ties when one seat takes all the tricks, because two of its weights are "
        "equal "
        f"({listed} schedules)",
        scope="every n and T by pigeonhole; the schedules of n = 3, 5, 7 one by one",
        details={"argument": PIGEONHOLE, **_named(table)},
    )
