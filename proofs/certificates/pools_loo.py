"""Certificates about the pools of Loo and the marks of Bierspiel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proofs.certificates.draft import Draft, certifies
from proofs.certificates.make import (
    calc,
    case,
    counted,
    eq,
    forall,
    number,
    product,
    shown,
    witnessed,
)
from proofs.certificates.make_scores import fixed
from proofs.certificates.terms import TERMS, at, op, var
from proofs.claims.pools_rams import divided, pool_section
from solver.match import new_match, next_deal
from solver.rules.pool import POOLS, Deal
from solver.variant import load

if TYPE_CHECKING:
    from proofs.claim import Claim, Finding

N = var("n")


# --- Bierspiel and Loo ------------------------------------------------------------------------


@certifies("F069", "F074", "F075")
def marks(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the marks of three crosses, the endless game, and the exchange of counters."""
    variant = load("R3", 3)
    if claim.id == "F069":
        return [calc("3·(1 + 4) = 15 marks, 5 a cross", eq(number(3, op("+", 1, 4)),
                     int(pool_section(variant).marks)), eq(op("+", 1, 4),
                     int(pool_section(variant).fine)), variants=[variant])]
    if claim.id == "F075":
        whites = int(pool_section(load("L1")).whites_per_red)
        return [calc("18 reds and 6 whites are 20 reds at 3 whites a red; a red is 3 equal parts",
                     eq(op("+", 18, op("//", 6, whites)), 20), eq(op("%", whites, 3), 0),
                     variants=[load("L1")])]
    rule = POOLS["crosses"]
    deals = [([5, 0, 0], [True, True, False]), ([0, 5, 0], [True, True, False])]
    changes = []
    for taken, active in deals:
        d = Deal(0, [fixed(x) for x in taken], active, ["play", "play", "pass"], [False] * 3, 2)
        changes.append(rule(TERMS, d, {"fine": 5}).paid)
    out = [calc("a sweep by A over B and then by B over A leave all marks as they were: -5 +5 0 "
                "and +5 -5 0", *[eq(op("+", x, y), 0) for x, y in zip(*changes, strict=True)],
                eq(changes[0][0], -5), eq(changes[0][1], 5), variants=[variant]),
           witnessed("legal play in which A takes all five tricks", [variant], finding,
                     taken=[5, 0, 0], phase="over")]
    t = [at(var("t"), i) for i in range(3)]
    d = Deal(0, t, [True] * 3, ["play"] * 3, [False] * 3, 2)
    paid = rule(TERMS, d, {"fine": 5}).paid
    out.append(counted("no seat wipes out more marks than it has tricks ({count} of {size} splits),"
                       " one after another", {"kind": "splits", "total": 5, "parts": 3},
                       TERMS.any(op("<", x, op("-", 0, y)) for x, y in zip(paid, t, strict=True)),
                       [variant], 0))
    return out


@certifies("F078", "F088", "F089", "F090", "F091", "F092", "F079", "F080")
def loo(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify divisions of Loo's pools, in whites (three to a red)."""
    limited, unlimited = load("L1", 3), load("L3s", 3)
    section = pool_section(limited)
    out: list[Draft] = []
    t3 = [at(var("t"), i) for i in range(3)]
    domain = {"kind": "splits", "total": 3, "parts": 3}
    if claim.id == "F078":
        out.append(calc("Limited Loo: stake, misdeal, offence and loo are three reds each",
                        *[eq(op("+", int(x), 0), 9) for x in (
                            section.dealer_adds, section.misdeal, section.offence_fine,
                            section.fine)], variants=[limited]))
        first = divided(TERMS, unlimited, fixed(9), [0, 0, 3])
        second = divided(TERMS, unlimited, op("+", first.pool, 9), [0, 0, 3])
        out.append(calc("Unlimited Loo: splits 0 0 3 and 0 0 3 cost a looed player 3 reds and then "
                        "9", eq(first.paid[0], 9), eq(second.paid[0], 27), variants=[unlimited]))
        paid = divided(TERMS, limited, fixed(9), list(t3)).paid
        out.append(counted("Limited Loo: in {count} of {size} splits somebody pays other than 0 or "
                           "3 reds into the pool", domain, TERMS.any(TERMS.all(
                               [x > 0, TERMS.no(eq(x, 9))]) for x in paid), [limited], 0))
    elif claim.id in ("F088", "F079"):
        for n in (3, 4, 5, 17):
            variant = load("L1", n)
            for won in ((3,), (2, 1), (1, 1, 1)):
                taken = [*won, *[0] * (n - len(won))]
                done = divided(TERMS, variant, 3 * var("q"), list(taken))
                out.append(forall(f"{n} players, tricks {list(won)}: of 3q counters (q to 60) only "
                                  f"the {n - len(won)} fines of 9 whites are left",
                                  product(q=range(1, 61)), eq(done.pool, 9 * (n - len(won))),
                                  [variant]))
        if claim.id == "F079":
            for n in (3, 4, 17):
                variant = load("L3s", n)
                for won in ((3,), (2, 1), (1, 1, 1)):
                    taken = [*won, *[0] * (n - len(won))]
                    done = divided(TERMS, variant, 9 * var("q"), list(taken))
                    out.append(forall(f"Unlimited, {n} players, tricks {list(won)}: 3q reds become "
                                      f"{n - len(won)}·3q and, with the stake, a multiple of three",
                                      product(q=range(1, 61)), TERMS.all([
                                          eq(done.pool, 9 * (n - len(won)) * var("q")),
                                          eq((done.pool + 9) % 9, 0)]), [variant]))
            first = divided(TERMS, unlimited, fixed(9), [1, 1, 1], barred=[True, False, False])
            pool = op("+", first.pool, 9)
            second = divided(TERMS, unlimited, pool, [0, 1, 2])
            out.append(calc("Unlimited: 1 1 1 with A barred, then 0 1 2: A pays all 12 counters' "
                            "worth of a pool of 3 reds and 3 whites; with the stake 21 whites are "
                            "7 reds, no multiple of three", eq(pool, 12),
                            eq(op("+", second.pool, 9), 21),
                            op("<", 0, op("%", op("//", op("+", second.pool, 9), 3), 3)),
                            variants=[unlimited]))
    elif claim.id == "F080":
        first = divided(TERMS, limited, fixed(9), [1, 1, 1], barred=[True, False, False])
        pool = op("+", first.pool, 9)
        second = divided(TERMS, limited, pool, [0, 1, 2], barred=[False, True, False])
        left = op("-", second.pool, 9)
        out.append(calc("Limited: 1 1 1 with A barred leaves 3 whites; then 0 1 2 with B barred "
                        "leaves 4, which does not divide by three", eq(first.pool, 3),
                        eq(left, 4), op("<", 0, op("%", left, 3)), variants=[limited]))
        for t in (1, 2, 3):
            out.append(forall(f"a forfeit of {t} tricks of 3q reds (q to 60) leaves {t}·3q whites, "
                              "a multiple of three", product(q=range(1, 61)),
                              eq(op("%", op("//", number(t, 9, var("q")), 3), 3), 0), [limited]))
    elif claim.id == "F089":
        done = divided(TERMS, limited, fixed(9), list(t3))
        out.append(counted("three players: after {count} of {size} splits the next pool is the "
                           "dealer's three reds alone", domain, eq(done.pool, 0), [limited], 1))
        out.append(counted("that is 1 1 1: {count} exceptions", domain, TERMS.no(eq(
            eq(done.pool, 0), TERMS.all(x == 1 for x in t3))), [limited], 0))
        for n in (4, 5, 6, 7):
            tn = [at(var("t"), i) for i in range(n)]
            left = divided(TERMS, load("L1", n), fixed(9), list(tn)).pool
            out.append(counted(f"{n} players: after {{count}} of {{size}} splits",
                               {"kind": "splits", "total": 3, "parts": n}, eq(left, 0),
                               [load("L1", n)], 0))
        out.append(forall("three tricks leave somebody of n > 3 without one (n to 17)",
                          product(n=range(4, 18)), op("<", 3, N), [limited]))
    elif claim.id in ("F090", "F091"):
        out.append(calc("3 reds by the dealer and 3 by the misdealer are 6 (18 whites), more than "
                        "three; with the next dealer's stake 9",
                        eq(op("//", op("+", int(section.dealer_adds), int(section.misdeal)), 3), 6),
                        op("<", 3, 6), eq(op("//", op("+", int(section.dealer_adds),
                                                      int(section.misdeal),
                                                      int(section.dealer_adds)), 3), 9),
                        variants=[limited]))
        out.append(shown("a fresh simple holds 3 reds (9 whites)", [limited],
                         case(next_deal(new_match(limited), 1)[1], [], counters=9)))
    else:
        first = divided(TERMS, limited, fixed(9), [1, 1, 1], barred=[True, False, False])
        out.append(calc("1 1 1 with A barred leaves 3 whites; with the stake 3 reds and 3 whites: "
                        "not only the three reds, and not more than three reds",
                        eq(first.pool, 3), op("<", 9, op("+", first.pool, 9)),
                        TERMS.no(op("<", 3, op("//", int(section.dealer_adds), 3))),
                        variants=[limited]))
    return out


@certifies("F081", "F082")
def growth(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that L looed players make L·P + 3 of P, and what follows."""
    out = []
    for n in (3, 4, 5, 6):
        variant = load("L3s", n)
        for won in ((3,), (2, 1), (1, 1, 1)):
            looed = n - len(won)
            taken = [*won, *[0] * looed]
            done = divided(TERMS, variant, 9 * var("q"), list(taken))
            out.append(forall(f"{n} players, {looed} looed: 3q reds (q to 60) and the stake become "
                              f"{looed}·3q + 3 reds", product(q=range(1, 61)),
                              eq(done.pool + 9, 3 * (looed * 3 * var("q") + 3)), [variant]))
    lost = var("L")
    pools: list[Any] = [3]
    for _ in range(5):
        pools.append(lost * pools[-1] + 3)
    game = [load("L3s", 3)]
    if claim.id == "F081":
        for rate, row in ((0, [3, 3, 3, 3, 3, 3]), (1, [3, 6, 9, 12, 15, 18]),
                          (2, [3, 9, 21, 45, 93, 189]), (3, [3, 12, 39, 120, 363, 1092])):
            here: list[Any] = [fixed(3)]
            for _ in range(5):
                here.append(op("+", number(rate, here[-1]), 3))
            out.append(calc(f"L = {rate}: from 3 reds {row}",
                            *[eq(x, y) for x, y in zip(here, row, strict=True)], variants=game))
        out.append(forall("(L - 1) times the pool after k = 0 to 5 deals is 3(L - 1)L^k + 3(L^k - "
                          "1)"
                          " for L = 2 to 16", product(L=range(2, 17)), TERMS.all(
                              eq((lost - 1) * pool, 3 * (lost - 1) * _power(lost, k)
                                 + 3 * (_power(lost, k) - 1)) for k, pool in enumerate(pools)),
                          game))
        return out
    m, first = var("m"), var("P")
    for n in range(3, 17):
        out.append(forall(f"{n} players, L and M < {n} looed: 3 + (3L + 3) + (M(3L + 3) + 3) <= "
                          f"{3 * n * n + 6} reds", product(L=range(1, n), m=range(1, n)),
                          3 + (3 * lost + 3) + (m * (3 * lost + 3) + 3) <= 3 * n * n + 6, game))
    out.append(calc("with all others looed it is 3n² + 6: 33 of 3, 774 of 16; $320 are 1280 "
                    "quarters"
                    ", more, and no multiple of three", eq(op("+", 3, 9, 21), 33),
                    eq(op("+", 3, 48, op("+", number(15, 48), 3)), 774), op("<", 774, 1280),
                    eq(number(1280, 25), 32000), op("<", 0, op("%", 1280, 3)), variants=game))
    for rate, least in ((1, 424), (2, 182), (3, 98), (4, 61), (5, 41), (6, 30), (7, 22)):
        lose = first + (rate * first + 3) + (rate * (rate * first + 3) + 3)
        out.append(forall(f"{rate} looed each time: 1280 reds are lost in three deals just from a "
                          f"first pool of {least} reds (to 500)", product(P=range(1, 501)),
                          eq(lose >= 1280, first >= least), game))
    return out


def _power(base: Any, k: int) -> Any:
    return op("*", 1, *[base] * k)


@certifies("F058")
def rams_and_deal(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that the rams and the stake of the next deal are ten."""
    variant = load("R1", 4)
    paid = divided(TERMS, variant, fixed(5), [0, 2, 2, 1]).paid[0]
    return [calc("no trick costs 5, the next deal 5 more: 10", eq(paid, 5),
                 eq(op("+", paid, int(pool_section(variant).dealer_adds)), 10),
                 variants=[variant])]
