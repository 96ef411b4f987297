"""Certificates for the scores of Jokers & Jewels, Spoil Five and Forty-Five."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

from proofs.certificates import formulas, tricks
from proofs.certificates.draft import Draft, certifies
from proofs.certificates.make import (
    calc,
    case,
    counted,
    eq,
    forall,
    in_pack,
    number,
    product,
    readings,
    witnessed,
)
from proofs.certificates.make_scores import fixed, scores, split_count
from proofs.certificates.pools import pool_form, same
from proofs.certificates.terms import TERMS, Form, at, op, var
from proofs.claims.scores_k import bid_score, both_readings
from solver.cards import Card
from solver.rules.pool import Deal, spoil_five
from solver.rules.scoring import LINES, Facts
from solver.variant import Variant, load

if TYPE_CHECKING:
    from proofs.claim import Claim, Finding

T, B, NIL = var("T"), var("b"), var("nil")


@certifies("K008", "K022", "K023")
def bids(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the bid line for all tricks and bids up to 47, the most that any pack allows."""
    counted_, only = both_readings()
    a, b = (bid_score(v, T, B, TERMS) for v in (counted_, only))
    domain = product(T=range(48), b=range(48))
    if claim.id == "K008":
        return [forall(f"{v.file.score.lines[0].get('short')}: no trick of a bid b (1 to 94) "
                       "scores -2b", product(b=range(1, 95)),
                       eq(bid_score(v, fixed(0), B, TERMS), -2 * B), [v])
                for v in (counted_, only)] + [
            calc("no captured card scores 0", eq(fixed(LINES["books and motley"](
                TERMS, Facts(taken=[0], books=[[0] * 7], motley=[0]), [0], {})[0]), 0),
                variants=[counted_])]
    if claim.id == "K023":
        above = bid_score(counted_, T, B + 1, TERMS)
        best = bid_score(counted_, T, T, TERMS)
        low, all_ = var("low"), var("all")
        return [
            forall("one bid more gains 1 if it can still be made, else loses 2 (t, b to 47)",
                   domain, eq(above - a, op("if", T >= B + 1, 1, -2)), [counted_]),
            forall("a bid of t scores 2t, and no other bid as much (t, b to 47)", domain,
                   TERMS.all([eq(best, 2 * T), TERMS.any([B == T, a < best])]), [counted_]),
            forall("one bid more gains (all - low) - 2·low, which is positive just while low is "
                   "below a third of all", product(low=range(61), all=range(1, 61)),
                   eq(((all_ - low) - 2 * low) > 0, 3 * low < all_), [counted_]),
        ]
    text = ("jewels players=2{} / A to lead, done 39, broken, bids 2 1, tricks 0 39 / A: As | "
            "B: 2c")
    pair = [case(text.format(w), ["A As", "B 2c"], raw=None)
            for w in ("", ' K3="missed_only"')]
    return [
        forall("t >= b: the readings agree; t < b: they differ by 2t (t, b to 47)", domain,
               op("if", T >= B, eq(a, b), eq(a - b, 2 * T)), [counted_, only]),
        readings("one trick of a bid of two scores 0 or -2",
                 load("K1").file.options["K3"].question, [counted_, only], (["raw"], *pair)),
    ]


def _book(sides: int) -> list[Any]:
    variant = load("K1")
    line = next(x for x in variant.file.score.lines if x["kind"] == "books and motley")
    t = [at(var("t"), i) for i in range(sides)]
    none = [0] * sides
    return LINES["books and motley"](TERMS, Facts(taken=none, books=[[c] for c in t],
                                                  motley=none), none, line)


@certifies("K024", "K025")
def books(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify who controls a Book, and what it is worth, over all shares of its cards."""
    variant = load("K1")
    out = []
    for sides in range(2, 9 if claim.id == "K024" else 5):
        t = [at(var("t"), i) for i in range(sides)]
        domain = {"kind": "splits", "total": 3, "parts": sides}
        control = TERMS.count(x >= 2 for x in t)
        points = _book(sides)
        if claim.id == "K024":
            out.append(counted(f"{sides} sides: two have two of three cards in {{count}} of "
                               "{size} shares", domain, control >= 2, [variant], 0))
            out.append(counted(f"{sides} sides: nobody has two in {{count}} of {{size}} shares",
                               domain, control == 0, [variant], comb(sides, 3)))
            out.append(counted(f"{sides} sides: points go to others than those in control in "
                               "{count} shares", domain, TERMS.any(
                                   TERMS.no(eq(p > 0, x >= 2))
                                   for p, x in zip(points, t, strict=True)), [variant], 0))
            continue
        whole = op("+", *points)
        for value in (0, 2, 4):
            hits = sides if value == 4 else comb(sides, 3) if value == 0 else (
                sides * (sides - 1))
            out.append(counted(f"{sides} sides: all together get {value} from a Book in {{count}} "
                               "of {size} shares", domain, eq(whole, value), [variant], hits))
        out.append(calc("seven Books bring "
                        + ("14 to 28" if sides == 2 else "0 to 28"),
                        eq(number(7, 2 if sides == 2 else 0), 14 if sides == 2 else 0),
                        eq(number(7, 4), 28), variants=[variant]))
    if claim.id == "K025":
        out.append(counted("a side gets 0, 2 or 4 ({count} exceptions)",
                           {"kind": "splits", "total": 3, "parts": 3},
                           TERMS.any(TERMS.no(op("in", p, op("list", 0, 2, 4)))
                                     for p in _book(3)), [variant], 0))
    return out


@certifies("K026")
def motley(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that the JOKER beats all and the Fool nothing, the cases, and a deal."""
    variant = load("K1")
    top = variant.view("t")[Card("t", "JOKER")].strength
    out = [in_pack("{count} trumps rank above the JOKER", variant,
                   lambda c: TERMS.all([c.trump, c.strength > top]), 0, "t"),
           tricks.strict_order("no two cards of a suit rank equal", variant, "t"),
           *[formulas.fool_wins_not(variant, n) for n in (2, 3)]]
    joker, jester, fool = var("joker"), var("jester"), var("fool")
    seats = list(range(3))
    out.append(forall(
        "with the JOKER's trick his and the Fool's another's than its player's, one seat can have "
        "all three just if it plays the JOKER and not the Fool, and the jester is its own or falls "
        "to its JOKER (fallen)", product(joker=seats, jester=seats, fool=seats,
                                         fallen=[False, True]),
        eq(TERMS.all([TERMS.any([jester == joker, var("fallen")]), TERMS.no(eq(fool, joker))]),
           TERMS.any(TERMS.all([joker == s, TERMS.no(eq(fool, s)),
                                eq(op("if", var("fallen"), joker, jester), s)])
                     for s in seats)), [variant]))
    out.append(witnessed("a full deal in which a seat captures JOKER, jester and Fool", [variant],
                         finding, motley=3, phase="over"))
    return out


@certifies("K028", "K029", "K030")
def nil(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the side's line with a nil for every bid and all tricks."""
    variant, alone = load("K3"), load("K1")
    line = next(x for x in variant.file.score.lines if x["kind"] == "jewels bid")
    seen = Facts(taken=[NIL, 0, T, 0], bids=[0, 1, B, 1], sides=variant.sides)
    side = LINES["jewels bid"](TERMS, seen, [0] * 4, line)[0]
    ordinary = bid_score(alone, T, B, TERMS)
    domain = product(T=range(21), b=range(1, 21), nil=range(21))
    part = op("if", NIL == 0, T, NIL)
    return [
        counted("the side's line is its ordinary partner's, and his t tricks once more for a made "
                "nil, or one for each trick of a broken nil: {count} exceptions among {size} "
                "(t, b, nil tricks to 20)", domain,
                TERMS.all([T + NIL <= 20, TERMS.no(eq(side, ordinary + part))]),
                [variant, alone], 0),
        counted("{count} of these have 20 tricks at most", domain, T + NIL <= 20, [variant], 4620),
    ]


@certifies("K035", "K036")
def matches(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that somebody leads, and a round in which nobody gains."""
    if claim.id == "K036":
        return [witnessed("a full round in which nobody gains a point", [load("K1")], finding,
                          nobody_gains=True, phase="over")]
    out = []
    for n in range(1, 6):
        x = [at(var("x"), i) for i in range(n)]
        out.append(counted(f"{n} totals (all orders: values to {n}): nobody is highest in {{count}}"
                           " of {size}", {"kind": "tuples", "items": list(range(n)), "size": n},
                           TERMS.no(TERMS.any(TERMS.all(a >= b for b in x) for a in x)),
                           [load("K1")], 0))
    return out


# --- Spoil Five and Forty-Five ----------------------------------------------------------------


@certifies("F026", "F027", "F038")
def three_tricks(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify on all splits of five tricks how many seats have three."""
    out = []
    spoilt = {2: 0, 3: 3, 4: 16, 5: 51, 6: 126, 7: 266, 8: 504, 9: 882, 10: 1452}
    for n in range(2, 3 if claim.id == "F038" else 11):
        variant = load("S2" if claim.id == "F038" else "S1", n)
        t = [at(var("t"), i) for i in range(n)]
        with_three = TERMS.count(x >= 3 for x in t)
        domain = {"kind": "splits", "total": 5, "parts": n}
        if claim.id == "F038":
            out.append(counted("of two sides just one has three of five tricks: {count} exceptions "
                               "among {size} splits", domain, TERMS.no(with_three == 1), [variant],
                               0))
            final = scores(variant)
            out.append(counted("just one scores: {count} exceptions", domain,
                               TERMS.no(TERMS.count(x > 0 for x in final) == 1), [variant], 0))
        elif claim.id == "F026":
            out.append(counted(f"{n} players: two have three tricks in {{count}} of {{size}} "
                               "splits", domain, with_three >= 2, [variant], 0))
        else:
            out.append(counted(f"{n} players: nobody has three tricks in {{count}} of {{size}} "
                               "splits", domain, with_three == 0, [variant], spoilt[n]))
    if claim.id == "F027":
        for taken, calls, barred, words in (
                ([4, 1, 0], ["go", "", ""], [False] * 3, "going on with four tricks"),
                ([3, 2, 0], ["", "", ""], [True, False, False], "three tricks of a barred seat")):
            d = Deal(fixed(7), taken, [True] * 3, calls, barred, 2)
            out.append(calc(f"{words} leaves the pool of 7",
                            eq(spoil_five(TERMS, d, {}).pool, 7), variants=[load("S1", 3)]))
    return out


@certifies("F028", "F029")
def all_five(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify what five tricks bring for every pool, and who can still take them."""
    out: list[Draft] = []
    if claim.id == "F028":
        for n in range(2, 11):
            d = Deal(pool_form(), (5, *(0,) * (n - 1)), (True,) * n, ("go", *("",) * (n - 1)),
                     (False,) * n, 0)
            done = spoil_five(TERMS, d, {})
            out += same(f"{n} players, every pool: five tricks bring pool + {n - 1}, the others pay"
                        " one each", load("S1", n), [done.paid[0], done.paid[1], done.pool],
                        [Form(-(n - 1), [-1]), 1, 0])
        return out
    m = var("m")
    out.append(forall("three tricks after m = 3 to 5: at most 3 + 5 - m, all five just for m = 3",
                      product(m=[3, 4, 5]), eq(8 - m >= 5, m == 3), [load("S1", 2)]))
    for best in (3, 4, 5):
        d = Deal(fixed(7), [best, 5 - best], [True] * 2, ["go", ""], [False] * 2, 0)
        done = spoil_five(TERMS, d, {})
        out.append(calc(f"going on and ending with {best} tricks leaves {0 if best == 5 else 7} in "
                        "the pool", eq(fixed(done.pool), 0 if best == 5 else 7),
                        variants=[load("S1", 2)]))
    return out


@certifies("F040", "F041", "F042", "F043")
def forty_five(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the scores of Forty-Five's examples and the length of a game."""
    name = claim.parameters["variant"]
    variant = load(name, 2)

    def final(k: int, of: Variant = variant) -> list[Any]:
        return scores(of, tricks=[fixed(k), fixed(5 - k)])

    if claim.id in ("F040", "F041"):
        return [calc("four tricks against one score 15 (5·4 - 5·1); the other way it would be -15",
                     eq(final(4)[0], 15), eq(op("-", number(5, 4), number(5, 1)), 15),
                     eq(op("-", number(5, 1), number(5, 4)), -15), variants=[variant])]
    if claim.id == "F042":
        table = {0: 0, 1: 0, 2: 0, 3: 5, 4: 15, 5: 25}
        gross = load(name, 2, {"S7": "gross"})
        each = int(gross.file.match.gross_each)
        return [calc("net: 0 to 5 tricks score 0 0 0 5 15 25, so that 35 need four tricks",
                     *[eq(final(k)[0], v) for k, v in table.items()],
                     op("<", op("+", 35, 5), 45), op("<", 44, op("+", 35, 15)),
                     variants=[variant]),
                calc("gross: two tricks of 5 make 45, one does not",
                     eq(op("+", 35, number(2, each)), 45), op("<", op("+", 35, each), 45),
                     variants=[gross])]
    points = scores(variant)
    return [
        split_count("a deal brings just one side 5 or 10: {count} exceptions among {size} splits",
                    variant, TERMS.no(TERMS.all([
                        op("in", op("max", *points), op("list", 5, 10)),
                        eq(op("min", *points), 0)])), 0),
        calc("both sides can stand at 40 after 16 deals of 5, and not both below 45 after 17; five "
             "deals are the least: 4·10 < 45 <= 5·10",
             eq(number(16, 5), number(2, 40)), op("<", number(2, 40), number(17, 5)),
             op("<", number(4, 10), 45), op("<", 44, number(5, 10)), variants=[variant]),
    ]
