"""Certificates for sessions of Gooseberry Fool and rounds of the Japanese game."""

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
from proofs.certificates.make_scores import fixed, scores, split_count, tied
from proofs.certificates.terms import TERMS, at, op, var
from proofs.splits import score
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.claim import Claim, Finding

# --- sessions ---------------------------------------------------------------------------------


def hand_scores(splits_: Sequence[Sequence[int]]) -> list[Any]:
    """Return the totals of a session as terms over its splits."""
    variant = load("G3")
    hands = [scores(variant, tricks=[fixed(x) for x in split]) for split in splits_]
    return [op("+", *[hand[i] for hand in hands]) for i in range(3)]


@certifies("P02", "P03", "P04", "B074")
def session(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify bounds and examples of sessions up to a hundred."""
    variant = load("G3")
    final = scores(variant)
    bounds = [
        split_count("no hand brings a seat more than 24 ({count} of {size} splits)", variant,
                    op("max", *final) > 24, 0),
        split_count("a hand brings 43 in all on {count} of {size} splits", variant,
                    eq(op("+", *final), 43), 78),
        calc("four hands bring at most 96, and seven bring 301 in all, more than three times 99",
             op("<", number(4, 24), 100), op("<", number(3, 99), number(7, 43)),
             variants=[variant]),
    ]
    quick = hand_scores([(0, 0, 11)] * 5)
    slow = [(0, 0, 11), (0, 11, 0), (11, 0, 0)] * 2
    drawn = hand_scores(slow)
    lengths = [
        calc("five hands 0-0-11: somebody has a hundred", op("max", *quick) >= 100,
             op("max", *hand_scores([(0, 0, 11)] * 4)) < 100, variants=[variant]),
        calc(f"six hands {slow}: nobody has a hundred yet", op("max", *drawn) < 100,
             variants=[variant]),
    ]
    if claim.id in ("P02", "B074"):
        out = [*bounds, *lengths]
        if claim.id == "B074":
            ends = [case("gooseberry-3" + word + " / A to lead / A: 8c | B: 7c | C: 9c", ["A 8c",
                    "B 7c", "C 9c"], final=None) for word in ("", " SS=open")]
            out.append(shown("the two readings of the session score a hand alike: they differ only "
                             "in when it ends and who has won", [variant, load(
                                 "G3", choose={"SS": "open"})], *ends))
        return out
    if claim.id == "P03":
        hands = [(7, 0, 4), (7, 0, 4), (3, 8, 0), (2, 9, 0), (0, 4, 7), (0, 0, 11), (0, 1, 10)]
        after, before = hand_scores(hands), hand_scores(hands[:-1])
        return [*bounds, calc(f"the seven hands {hands} bring all three to a hundred in the last",
                              *[x >= 100 for x in after], *[x < 100 for x in before],
                              variants=[variant])]
    a, b, c = var("a"), var("b"), var("c")

    def wins(x: Any, y: Any, z: Any) -> Any:
        between = TERMS.any([TERMS.all([y < x, x < z]), TERMS.all([z < x, x < y])])
        return TERMS.any([between, TERMS.all([y == z, TERMS.no(eq(x, y))])])

    one = TERMS.count([wins(a, b, c), wins(b, a, c), wins(c, a, b)]) == 1
    level = TERMS.all([a == b, b == c])
    return [*bounds,
            forall("whatever the order of three totals (0 to 2 stand for all), the middling one, "
                   "or "
                   "of two level ones the third, is just one, unless all are level",
                   product(a=range(3), b=range(3), c=range(3)), TERMS.any([level, one]), [variant]),
            forall("after 5 to 7 hands all three cannot be level with a hundred or more: 43k is no "
                   "3x", product(k=range(5, 8), x=range(100, 200)),
                   TERMS.no(eq(number(43, var("k")), number(3, var("x")))), [variant])]


# --- the Japanese game ------------------------------------------------------------------------


def japanese() -> tuple[Variant, list[Any], list[Any]]:
    """Return the game, its tricks and its final scores as terms."""
    variant = load("J1")
    return variant, [at(var("t"), i) for i in range(3)], scores(variant)


@certifies("J008", "J009", "J010", "J011", "J012", "J013", "J015", "J017", "J019", "J020")
def rounds(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify on how many of the 171 splits of 17 tricks a condition holds."""
    variant, t, final = japanese()
    extra = [f - x for f, x in zip(final, t, strict=True)]
    bonus = TERMS.count(x > 0 for x in extra)
    spread = op("max", *final) - op("min", *final) - (op("max", *t) - op("min", *t))
    lone_most = [TERMS.all([t[i] > t[j] for j in range(3) if j != i]) for i in range(3)]
    two_most = TERMS.count(x == op("max", *t) for x in t) == 2
    different = eq(op("distinct", "s", op("list", *t), var("s")), 3)
    mid = [TERMS.any([TERMS.all([t[j] < t[i], t[i] < t[k]]) for j, k in ((a, b), (b, a))])
           for i, a, b in ((0, 1, 2), (1, 0, 2), (2, 0, 1))]
    least = [TERMS.all([t[i] <= t[j] for j in range(3)]) for i in range(3)]
    low = op("min", *final)
    alone = TERMS.count(f == low for f in final) == 1
    whole = op("+", *final)
    tables: dict[str, list[tuple[str, Any, int | None]]] = {
        "J008": [("trick points total 17", eq(op("+", *t), 17), 171),
                 *[(f"round scores total {s}", eq(whole, s), k) for s, k in (
                     (17, 51), (18, 39), (19, 33), (20, 21), (21, 15), (22, 3), (23, 3), (25, 3),
                     (27, 3))],
                 ("round scores total 17 just where somebody has no trick: exceptions",
                  TERMS.no(eq(whole == 17, op("min", *t) == 0)), 0)],
        "J009": [("a seat alone with the most tricks gets a bonus", TERMS.any(
            TERMS.all([lone_most[i], extra[i] > 0]) for i in range(3)), 0)],
        "J011": [("one of two seats level with the most gets a bonus", TERMS.all([
            two_most, TERMS.any(TERMS.all([t[i] == op("max", *t), extra[i] > 0])
                                for i in range(3))]), 0)],
        "J010": [("just one seat, with the fewest tricks, gets them again", TERMS.all([
            bonus == 1, TERMS.any(TERMS.all([least[i], extra[i] == t[i], t[i] > 0])
                                  for i in range(3))]), 105)],
        "J012": [("both of two seats level with the fewest get them again", TERMS.all([
            bonus == 2, TERMS.count(TERMS.all([least[i], extra[i] == t[i], t[i] > 0])
                                    for i in range(3)) == 2]), 15)],
        "J013": [("all three are level", TERMS.all([t[0] == t[1], t[1] == t[2]]), 0)],
        "J015": [("highest less lowest becomes smaller", spread < 0, 114),
                 ("stays the same", spread == 0, 51), ("grows", spread > 0, 6),
                 ("a seat with all 17 gets or loses anything", TERMS.all([
                     op("max", *t) == 17, TERMS.no(spread == 0)]), 0)],
        "J017": [("two are level at the top", TERMS.count(
            f == op("max", *final) for f in final) > 1, 15),
            ("some two are level", tied(final), 51)],
        "J019": [("all numbers differ", different, 144),
                 *[(f"{name} scores least{' alone' if only else ''}", TERMS.all([
                     different, TERMS.any(TERMS.all([who[i], final[i] == low]) for i in range(3)),
                     alone if only else True]), k)
                   for name, who, only, k in (("the seat with fewest", least, False, 114),
                                              ("the seat with fewest", least, True, 96),
                                              ("the middle seat", mid, False, 48),
                                              ("the middle seat", mid, True, 30))]],
        "J020": [("a seat has all 17 and scores 17", TERMS.any(
            TERMS.all([t[i] == 17, final[i] == 17]) for i in range(3)), 3),
            ("a seat without a trick scores anything", TERMS.any(
                TERMS.all([t[i] == 0, final[i] > 0]) for i in range(3)), 0),
            ("a seat with the fewest scores more than 10", TERMS.any(
                TERMS.all([least[i], final[i] > 10]) for i in range(3)), 0),
            ("a seat with the fewest, 5, scores 10", TERMS.any(
                TERMS.all([least[i], t[i] == 5, final[i] == 10]) for i in range(3)), None)],
    }
    out = [split_count(f"{words}: {{count}} of {{size}} splits", variant, where, count)
           for words, where, count in tables[claim.id]]
    if claim.id == "J017":
        out.append(witnessed("a full deal played to a level top", [variant], finding,
                             level_at_the_top=True, phase="over"))
    if claim.id in ("J009", "J010", "J011", "J012"):
        out.append(split_count("a round's scores total more than 27: {count} of {size} splits",
                               variant, whole > 27, 0))
    return out


@certifies("J018")
def rising_means(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the mean score by own tricks."""
    variant = load("J1")
    sums_, out = [], []
    for k in range(18):
        values = [score(variant, (k, a, 17 - k - a)).final[0] for a in range(18 - k)]
        listed = [scores(variant, tricks=[fixed(k), fixed(a), fixed(17 - k - a)])[0]
                  for a in range(18 - k)]
        sums_.append((sum(values), 18 - k))
        out.append(calc(f"{k} own tricks: the scores over {18 - k} splits of the rest add up to "
                        f"{sum(values)}", eq(op("+", *listed), sum(values)), variants=[variant]))
    rises = []
    for k in range(17):
        (a, n), (b, m) = sums_[k], sums_[k + 1]
        less = op("<", number(a, m), number(b, n))
        rises.append(TERMS.no(less) if k == 5 else less)
    out.append(calc("the mean rises from each number of tricks to the next but from 5 to 6", *rises,
                    variants=[variant]))
    return out


@certifies("J031")
def exact_bids(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify how many bid triples can all be met."""
    bids = [var(x) for x in "abc"]
    domain = product(a=range(18), b=range(18), c=range(18))
    exact = scores(load("J4"), tricks=bids, bids=bids)
    plain = scores(load("J1"), tricks=bids)
    return [counted("{count} of {size} triples of bids add up to 17", domain,
                    eq(op("+", *bids), 17), [load("J4")], 171),
            counted("tricks as bid bring all three ten more than without bids: {count} exceptions "
                    "among triples that add up to 17", domain,
                    TERMS.all([eq(op("+", *bids), 17), TERMS.any(
                        TERMS.no(eq(x, y + 10)) for x, y in zip(exact, plain, strict=True))]),
                    [load("J4"), load("J1")], 0)]
