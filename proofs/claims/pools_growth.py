"""Pools of Loo: how they grow, what can be lost, and which are simples."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise, product

import z3

from proofs.algebra import proved
from proofs.claim import Claim, Finding, decided, fails, holds, silent, when
from proofs.claims.pools_loo import (
    LIMITED,
    RED,
    SEATS,
    UNLIMITED,
    counters,
    dealt,
    staked,
)
from proofs.claims.pools_rams import divided, pool_section
from proofs.registry import Effort, settles
from proofs.splits import Split, splits
from solver.match import new_match
from solver.rules.algebra import PLAIN
from solver.variant import load

# --- F081, F082 ---------------------------------------------------------------------------------


def next_pool(n: int, pool: int, looed: int) -> int:
    """Return the next pool of Unlimited Loo in reds, by the rules, when so many are looed."""
    winners = n - looed
    taken = [0] * looed + [1] * (winners - 1) + [3 - (winners - 1)]
    section = pool_section(load(UNLIMITED, n))
    after = divided(PLAIN, load(UNLIMITED, n), pool * RED, tuple(taken)).pool
    return int(after + section.dealer_adds) // RED


@lru_cache(maxsize=1)
def rule_is_linear() -> bool:
    """Return whether the pool rule makes L·P + 3 of P for L looed players who all played."""
    return all(
        next_pool(n, pool, looed) == looed * pool + 3
        for n in range(3, 9)
        for looed in range(max(0, n - 3), n)
        for pool in (3, 6, 9, 30)
    )


def growth_proved() -> dict[str, bool]:
    """Prove the closed forms of P' = L·P + 3 by induction over deals (x stands for L^k)."""
    p0, k = z3.Reals("p0 k")
    x, looed = z3.Reals("x L")
    form = x * p0 * (looed - 1) + 3 * (x - 1)  # (L - 1) times the pool after k deals
    after = (x * looed) * p0 * (looed - 1) + 3 * (x * looed - 1)
    step = proved(looed * form + 3 * (looed - 1) == after)
    linear = proved((p0 + 3 * k) + 3 == p0 + 3 * (k + 1))
    return {"L >= 2": step, "L = 1": linear}


@settles("F081")
def rapid_growth(claim: Claim, effort: Effort) -> Finding:
    """Settle how the pool of Unlimited Loo grows when L players are looed each time."""
    rule, proof = rule_is_linear(), growth_proved()
    tables = {}
    for looed in (0, 1, 2, 3, 4):
        row = [3]
        for _ in range(5):
            row.append(looed * row[-1] + 3)
        tables[looed] = row
    return decided(
        rule and all(proof.values()),
        "P becomes L·P + 3: from a fresh simple of 3 reds, L = 1 gives "
        f"{tables[1]}, L = 2 {tables[2]}, L = 3 {tables[3]}; for L >= 2 geometric with ratio L, "
        "after "
        "k deals L^k·P + 3(L^k - 1)/(L - 1); L = 1 adds three a deal, L = 0 leaves a simple",
        scope="every P; L from 0 to n - 1 players who failed in each deal ('two or more')",
        details={"pools by L": tables, "proved": proof},
        method="pool rule for every L; induction (z3) for the closed form",
    )


def most_looed(n: int) -> tuple[int, list[int]]:
    """Return the most reds that one player can be looed for in three deals from a fresh simple."""
    best, pools = 0, [0, 0, 0]
    for first, second in product(range(1, n), repeat=2):
        row = [3]
        for looed in (first, second):
            row.append(looed * row[-1] + 3)
        if sum(row) > best:
            best, pools = sum(row), row
    return best, pools


def first_pool(loss: int, looed: int, step: int) -> int:
    """Return the smallest first pool, in steps, from which so much is lost in three deals."""
    pool = step
    while True:
        second = looed * pool + 3
        if pool + second + looed * second + 3 >= loss:
            return pool
        pool += step


@settles("F082")
def lost_in_three_deals(claim: Claim, effort: Effort) -> Finding:
    """Find what one player can lose in three deals, and the first pool that $320 needs."""
    dollars, cents = claim.parameters.get("dollars", 320), claim.parameters.get("cents", 25)
    loss = dollars * 100 // cents
    doubles = [n for n in load("L2").file.players.allowed]
    most = {n: most_looed(n) for n in doubles}
    formula = all(best == 3 * n * n + 6 for n, (best, _) in most.items())
    pools = {
        looed: [first_pool(loss, looed, 1), first_pool(loss, looed, 3)]
        for looed in range(1, max(doubles))
    }
    enough = [n for n, (best, _) in most.items() if best >= loss]
    top = max(doubles)
    exact = loss % 3 == 0
    evidence = (
        f"{loss} reds. From a fresh simple one player can be looed for at most 3n² + 6 reds "
        f"(n = 3: {most[3][0]}, n = 8: {most[8][0]}, n = {top}: {most[top][0]} = "
        f"${most[top][0] * cents / 100:.2f}), {'' if enough else 'never '}for ${dollars}; smallest "
        f"first pool by L (in threes): "
        f"{', '.join(f'{k}: {b} ({c})' for k, (b, c) in list(pools.items())[:7])}"
        + ("" if exact else "; exactly so much never, as every pool is a multiple of three reds")
    )
    details = {
        "reds": loss,
        "most from a fresh simple": {n: list(row) for n, row in most.items()},
        "formula 3n² + 6": formula,
        "enough players from a fresh simple": enough,
        "smallest first pool by L: any, multiple of three": pools,
    }
    scope = f"payments for being looed only; doubles are for {min(doubles)} to {top} players"
    if enough or not rule_is_linear():
        return decided(bool(enough), evidence, details=details, scope=scope)
    return when(
        "the first of the three pools is large enough: with L looed each time at least "
        f"({loss} - 6 - 3L)/(1 + L + L²) reds",
        evidence,
        scope=scope,
        details=details,
        method="all choices of L; count",
    )


# --- F089, F091, F092 ---------------------------------------------------------------------------


def next_is_double(n: int) -> tuple[int, int, list[Split]]:
    """Return splits, doubles that follow, and the splits after which a simple follows."""
    section = pool_section(load(LIMITED, n))
    simples, number = [], 0
    # Splits up to the order of seats: who wins matters to nobody's fine.
    for winners in range(1, min(3, n) + 1):
        for cuts in combinations(range(1, 3), winners - 1):
            edges = (0, *cuts, 3)
            won = [b - a for a, b in pairwise(edges)]
            taken = tuple([*won, *([0] * (n - winners))])
            number += 1
            after = divided(PLAIN, load(LIMITED, n), section.simple_is, taken).pool
            if after + section.dealer_adds <= section.simple_is:
                simples.append(taken)
    return number, number - len(simples), simples


@settles("F089")
def next_a_double(claim: Claim, effort: Effort) -> Finding:
    """Settle after which splits of a simple the next pool is a double."""
    found = {n: next_is_double(n) for n in SEATS}
    exceptions = {n: row[2] for n, row in found.items() if row[2]}
    only = exceptions == {3: [(1, 1, 1)]}
    number = sum(1 for _ in splits(3, 3))
    if not only:
        return fails(f"simples follow after {exceptions}", details={"exceptions": exceptions})
    return when(
        "somebody has won no trick: always with four or more players, with three unless the tricks "
        "fall 1-1-1",
        f"the next pool is 3L + 3 reds for L looed; three tricks leave n - 3 or more without; only "
        f"1-1-1 of the {number} splits for three players leaves L = 0 and a simple",
        scope="simples for three to seventeen players",
        details={"exceptions": {n: [list(t) for t in rows] for n, rows in exceptions.items()}},
        method="all splits up to the order of seats; three tricks have at most three winners",
    )


def is_simple_by_words(reds: Fraction | int, whites: int) -> bool:
    """State 'the pool contains only the three red counters put up by the dealer'."""
    return reds == 3 and whites == 0


def is_double_by_words(reds: Fraction | int) -> bool:
    """State 'there are more than three red counters in the pool'."""
    return reds > 3


@settles("F091")
def turned_by_mistake(claim: Claim, effort: Effort) -> Finding:
    """Settle what a simple becomes, by the text's definitions, when a mistake adds three reds."""
    section = pool_section(load(LIMITED))
    reds = (section.dealer_adds + section.misdeal) // RED
    simple, double = is_simple_by_words(reds, 0), is_double_by_words(reds)
    fresh = staked(new_match(load(LIMITED, choose={"L2": "count"})))
    engine = fresh._replace(pool=fresh.pool + section.misdeal).is_simple
    return decided(
        simple and not double,
        f"the pool then holds {reds} reds: not 'only the three put up by the dealer', and 'more "
        "than "
        "three' is the text's own word for a double; the sentence is an exception that the "
        "definitions do not know",
        details={"reds": reds, "simple by definition": simple, "double by definition": double,
                 "simple by count in the engine": engine},
        mend="define a simple by where its money comes from: no looed player and no misdeal has "
        "paid in",
        method="worked example",
    )


@settles("F092")
def reds_and_whites(claim: Claim, effort: Effort) -> Finding:
    """Settle the class of a pool of three reds and left-over whites by each definition."""
    after, _ = dealt(new_match(load(LIMITED, 3)), (1, 1, 1), (True, False, False))
    pool = counters(staked(after))
    simple, double = is_simple_by_words(pool.reds, pool.whites), is_double_by_words(pool.reds)
    engine = {
        word: staked(after)._replace(variant=load(LIMITED, 3, {"L2": word})).is_simple
        for word in ("money", "count")
    }
    readings = {
        "only the three red counters": holds(
            "whites lie in it too, so it is no simple: a double" if not simple else "a simple"
        ),
        "more than three red counters": holds(
            "there are no more than three reds, so it is no double: a simple"
            if not double
            else "a double"
        ),
    }
    text = (
        f"after a simple split 1-1-1 with one barred the pool holds {pool.reds} reds and "
        f"{pool.whites} whites: no simple by the first definition (so a double), no double by the "
        "second (so a simple)"
    )
    if simple or double:
        return decided(simple != double, text, readings=readings)
    return silent(
        text,
        readings=readings,
        details={"reds": str(pool.reds), "whites": pool.whites, "engine, simple": engine},
        mend="call every pool a simple into which no looed player has paid",
        method="worked example, by the match",
    )
