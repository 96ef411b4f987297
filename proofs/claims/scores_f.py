"""Objects and counts of Spoil Five and Forty-Five: three tricks, five tricks, 45 points."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import z3

from proofs.algebra import Z3, proved, symbolic_split
from proofs.claim import Claim, Finding, by_reading, decided, fails, when
from proofs.registry import Effort, settles
from proofs.splits import score, splits
from solver.match import counted_out, new_match
from solver.position import start
from solver.rules.algebra import PLAIN
from solver.rules.pool import POOLS, Deal
from solver.rules.scoring import LINES, Facts
from solver.variant import load

if TYPE_CHECKING:
    from solver.rules.pool import Settlement
    from solver.variant import Variant

SEATS_TO = 10


def pool_after(
    variant: Variant, taken: tuple[int, ...], calls: tuple[str, ...], pool: int
) -> Settlement:
    """Return what the pool rule of a variant says of a finished deal."""
    n = len(taken)
    section = variant.file.pool
    assert section is not None
    deal = Deal(pool, taken, (True,) * n, calls, (False,) * n, n - 1)
    return POOLS[section.rule](PLAIN, deal, {"parts": section.parts, "fine": section.fine})


@settles("F026")
def one_winner(claim: Claim, effort: Effort) -> Finding:
    """Prove that no two seats can have three tricks each."""
    variant = load(claim.parameters["variant"])
    tricks = variant.tricks
    proofs = []
    for n in variant.file.players.allowed:
        taken, is_split = symbolic_split(n, tricks)
        two = z3.And(taken[0] >= 3, taken[1] >= 3)
        proofs.append(proved(z3.Not(two), is_split))
    return decided(
        all(proofs),
        f"two such players would need 6 of {tricks} tricks",
        scope="every n",
        method="z3 for n = 2 to 10; by symmetry any two seats",
        details={"proved for n": list(variant.file.players.allowed)},
    )


@settles("F027")
def when_spoiled(claim: Claim, effort: Effort) -> Finding:
    """Find the numbers of players with whom nobody need have three tricks, and the other ways."""
    variant = load(claim.parameters["variant"])
    tricks = claim.parameters["tricks"]
    found = {}
    for n in range(2, SEATS_TO + 1):
        spoilt = [t for t in splits(n, tricks) if max(t) < 3]
        left = [pool_after(variant, t, ("",) * n, 7).pool for t in spoilt]
        found[n] = len(spoilt) if all(pool == 7 for pool in left) else -1
    first = min(n for n, count in found.items() if count)
    went_on = pool_after(variant, (4, 1, 0), ("go", "", ""), 7)
    barred = POOLS["spoil five"](
        PLAIN, Deal(7, (3, 2, 0), (True,) * 3, ("",) * 3, (True, False, False), 2), {}
    )
    return when(
        f"at least {first} players (or sides) share the tricks",
        f"with 2 somebody always has three; with 3 by 2-2-1 ({found[3]} splits); also at any "
        "number when "
        "a player who goes on after three tricks misses one, or a player barred from the pool "
        "wins three",
        scope=f"n = 2 to {SEATS_TO}; in general 5 tricks need three seats of at most 2",
        details={"splits with nobody on three": {str(n): c for n, c in found.items()},
                 "failed jink leaves the pool": went_on.pool == 7,
                 "barred winner leaves the pool": barred.pool == 7},
    )  # fmt: skip


@settles("F028")
def all_five(claim: Claim, effort: Effort) -> Finding:
    """Compute the takings for five tricks as a function of the pool and the number of players."""
    variant = load(claim.parameters["variant"])
    section = variant.file.pool
    assert section is not None
    pool = z3.Int("pool")
    proofs = []
    for n in variant.file.players.allowed:
        deal = Deal(
            pool, (5, *(0,) * (n - 1)), (True,) * n, ("go", *("",) * (n - 1)), (False,) * n, 0
        )
        result = POOLS[section.rule](Z3, deal, {})
        others = z3.And(*(p == 1 for p in result.paid[1:]))
        proofs.append(proved(z3.And(result.paid[0] == -(pool + n - 1), others, result.pool == 0)))
    return decided(
        all(proofs),
        "pool + n - 1: the pool and a counter from each of the n - 1 others",
        scope="n = 2 to 10, every pool",
        method="z3 with the pool symbolic",
        details={"takings": "pool + n - 1", "proved for n": list(variant.file.players.allowed)},
    )


@settles("F029")
def going_on(claim: Claim, effort: Effort) -> Finding:
    """Find after which trick a player with three can still take all five."""
    variant = load(claim.parameters["variant"])
    tricks = variant.tricks
    rows = {}
    for m in range(3, tricks + 1):
        best = 3 + tricks - m
        won = pool_after(variant, (best, tricks - best), ("go", ""), 7).won
        rows[m] = {"most tricks": best, "can succeed": bool(won) and best == tricks}
    chances = [m for m, row in rows.items() if row["can succeed"]]
    return when(
        f"he has won the first {' or '.join(map(str, chances))} tricks",
        "; ".join(
            f"three tricks after {m}: at most {row['most tricks']}" for m, row in rows.items()
        )
        + "; going on later only loses the pool",
        scope="every n",
        details={str(m): row for m, row in rows.items()},
    )


@settles("F038")
def two_sides(claim: Claim, effort: Effort) -> Finding:
    """Prove that one of two sides has three tricks."""
    variant = load(claim.parameters["variant"])
    taken, is_split = symbolic_split(2, variant.tricks)
    one = proved(z3.Or(*(t >= 3 for t in taken)), is_split)
    both = proved(z3.Not(z3.And(*(t >= 3 for t in taken))), is_split)
    scoring = all(sum(x > 0 for x in score_sides(t)) == 1 for t in splits(2, variant.tricks))
    return decided(
        one and both and scoring,
        f"of {variant.tricks} tricks exactly one of two sides has three or more",
        scope="2 players, or 4 or 6 in two sides",
        method="z3, and the score of every split",
    )


def score_sides(taken: tuple[int, ...]) -> tuple[int, ...]:
    """Return the basic count of two sides."""
    return score(load("S2", 2), taken).final


@settles("F040")
def which_sign(claim: Claim, effort: Effort) -> Finding:
    """Try both signs on the example of four tricks."""
    variant = load(claim.parameters["variant"], 2)
    tricks, counts = claim.parameters["tricks"], claim.parameters["counts"]
    each = LINES["tricks"](PLAIN, Facts(taken=(tricks, variant.tricks - tricks)), [], {"each": 5})
    printed, turned = each[1] - each[0], each[0] - each[1]
    engine = score(variant, (tricks, variant.tricks - tricks)).final[0]
    return decided(
        printed == counts,
        f"as printed (losers less winners) four tricks count {each[1]} - {each[0]} = {printed}; "
        "the losers' "
        f"deducted from the winners' gives {turned}, as the example has it",
        mend="say that the losers' score is deducted from the winners'",
        details={"as printed": printed, "the other way": turned, "engine": engine},
    )


# --- 45 is game -----------------------------------------------------------------------------------


@settles("F042")
def from_thirty_five(claim: Claim, effort: Effort) -> Finding:
    """Count the tricks that a side needs from 35 under both ways of counting."""
    stated = claim.parameters
    up, game = stated["up"], stated["game"]
    net = load(stated["variant"], 2)
    counted = {k: score(net, (k, net.tricks - k)).final[0] for k in range(net.tricks + 1)}
    enough = [k for k, points in counted.items() if up + points >= game]
    gross = load(stated["variant"], 2, {"S7": "gross"})
    out = [k for k in range(net.tricks + 1) if _out(gross, k, up)]
    readings = {
        "net": decided(
            enough[0] == stated["stated"],
            f"{enough[0]} tricks (3 tricks count only 5)",
            mend="say that tricks count as they fall, without deduction",
        ),
        "gross": decided(out[0] == stated["stated"], f"{out[0]} tricks, whoever has them first"),
    }
    return by_reading(
        readings,
        details={"net": {str(k): points for k, points in counted.items()},
                 "tricks needed": {"net": enough[0], "gross": out[0]}},
    )  # fmt: skip


def _out(variant: Variant, tricks: int, up: int) -> bool:
    """Return whether a side that is so far up has counted out with so many tricks in the deal."""
    match = new_match(variant)._replace(totals=(up, up))
    position = start(variant, ((), ()))._replace(taken=(tricks, 0), done=tricks)
    return counted_out(match, position) is not None


@settles("F043")
def longest_game(claim: Claim, effort: Effort) -> Finding:
    """Find the greatest and least number of deals of a game by the basic count."""
    variant = load(claim.parameters["variant"], 2)
    game = variant.file.match.target
    steps = sorted({score(variant, t).final for t in splits(2, variant.tricks)})

    @cache
    def most(a: int, b: int) -> int:
        if max(a, b) >= game:
            return 0
        return 1 + max(most(a + x, b + y) for x, y in steps)

    @cache
    def least(a: int, b: int) -> int:
        if max(a, b) >= game:
            return 0
        return 1 + min(least(a + x, b + y) for x, y in steps)

    longest = most(0, 0)
    deals, fives = z3.Ints("deals fives")
    # k deals of at least 5 leave both below 45 only while 5k is at most what two sides can hold.
    bound = proved(deals <= longest - 1, deals >= 0, fives == 5 * deals, fives <= 2 * (game - 5))
    if not bound:
        return fails("the bound does not hold")
    return decided(
        True,
        f"at most {longest} deals: both sides can stand at {game - 5} after {longest - 1}; at "
        "least "
        f"{least(0, 0)}",
        scope="every sequence of deals",
        method="all sequences, and the bound by z3",
        details={
            "most": longest,
            "least": least(0, 0),
            "points of a deal": [list(s) for s in steps],
        },
    )
