"""Certificates for the claims about Barber's and the Japanese game's scores."""

from __future__ import annotations

from math import comb, gcd
from typing import TYPE_CHECKING, Any

from proofs import facts as linear_facts
from proofs.certificates.draft import NULL, Draft, certifies
from proofs.certificates.make import (
    calc,
    counted,
    details,
    eq,
    interval,
    number,
    product,
    sampled,
    witnessed,
)
from proofs.certificates.make_scores import (
    fixed,
    identity,
    linear,
    residues,
    scores,
    split_count,
    tied,
    ties,
    total,
)
from proofs.certificates.terms import TERMS, as_scores, forms, op, var
from proofs.splits import score, splits
from solver.rules.scoring import Facts, is_middling, rising_weights, weighted_tricks
from solver.variant import Variant, load

if TYPE_CHECKING:

    from proofs.claim import Claim, Finding

GAMES = {3: "G3", 5: "G5", 7: "G7a"}


def law(n: int, toward: str = "right") -> Draft:
    """Draft for every T: raw scores under rising weights can tie just if gcd(n, T) > 1."""
    listed = as_scores(rising(n, toward))
    modulus = 1
    for p in range(2, n + 1):
        if n % p == 0 and all(p % q for q in range(2, p)):
            modulus *= p
    starts = [r if gcd(r, n) > 1 else NULL for r in range(modulus)]
    frame = {"fact": "ties", "scores": {"rows": listed["rows"]}, "groups": "pairs",
             "modulus": modulus, "starts": starts, "isolated": []}
    words = "E" if toward == "right" else "E'"
    return Draft("ties", f"{n} seats, {words}, for every T: two raw scores can be equal just if "
                 f"gcd({n}, T) > 1 (T mod {modulus} in {[r for r in starts if r != NULL]})",
                 [load("G3")], lambda: linear_facts.ties({"rows": listed["rows"]}), frame)


def rising(n: int, toward: str = "right") -> list[Any]:
    """Return the raw scores of rule E (or E') as linear forms, for any number of seats."""
    return weighted_tricks(TERMS, Facts(taken=forms(n)), [],
                           {"weights": "rising", "toward": toward})


def unit(n: int, i: int) -> list[int]:
    """Return the multipliers that pick one score."""
    return [int(j == i) for j in range(n)]


def raw(variant: Variant) -> list[Any]:
    """Return raw scores as terms."""
    return scores(variant, final=False)


def middle(variant: Variant) -> list[Any]:
    """Return for each seat that it has the middling raw score."""
    listed = raw(variant)
    return [is_middling(TERMS, listed, i) for i in range(variant.players)]


@certifies("B022", "B042")
def printed(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that every seat's raw score is the printed row."""
    out = []
    side = "right" if claim.id == "B022" else "left"
    for n, name in GAMES.items():
        variant = load(name, choose={"E": side})
        weights = [*range(1, n), 0]
        for i in range(n):
            row = [0] * n
            for k in range(n):
                row[(i - k) % n if side == "right" else (i + k) % n] = weights[k]
            out.append(identity(f"{n} players, seat {i}: the score is {row} times the tricks of "
                                "the seats, as printed", [variant], linear(variant), unit(n, i),
                                [0, *row]))
        if claim.id == "B042":
            both = as_scores([*rising(n, "left"), *rising(n, "right")])
            # Seat 0 under E', with seats mirrored, less seat 0 under E on the mirrored tricks.
            mirror = [[r[-j % n] for j in range(n)] for r in both["rows"][n:]]
            rows = both["rows"][:n] + mirror
            for i in range(n):
                marks = [int(j == i) - int(j == n + (-i % n)) for j in range(2 * n)]
                out.append(identity(f"{n} players, seat {i}: E' of a split is E of its mirror "
                                    "image", [variant], {"rows": rows, "constants": [0] * 2 * n},
                                    marks, [0] * (n + 1)))
    return out


@certifies("B023", "B024", "P01")
def totals(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the raw and the final total."""
    variant = load(claim.parameters["variant"])
    n, t = variant.players, variant.tricks
    bonus = 10 if n == 3 else 30
    final = op("+", *scores(variant))
    splits_ = comb(t + n - 1, n - 1)
    out = [total(f"raw scores total {n * (n - 1) // 2}·T for every split", variant,
                 n * (n - 1) // 2),
           split_count(f"raw scores total {t * n * (n - 1) // 2} on {{count}} of {{size}} splits",
                       variant, eq(op("+", *raw(variant)), t * n * (n - 1) // 2), splits_),
           split_count(f"final scores total {t * n * (n - 1) // 2 + bonus} on {{count}} of {{size}}"
                       " splits", variant, eq(final, t * n * (n - 1) // 2 + bonus), splits_)]
    if claim.id == "P01":
        out.append(split_count("raw scores tie on {count} of {size} splits", variant,
                               tied(raw(variant)), 0))
        out.append(split_count("final scores tie on {count} of {size} splits", variant,
                               tied(scores(variant)), 3))
        out.append(witnessed("a full deal played to a final tie", [variant], finding,
                             final_tie=True, phase="over"))
    return out


@certifies("B025", "B026", "B069")
def never_tie(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify for every T, and on all splits of the claim's."""
    out = []
    for name, t in claim.parameters["cases"]:
        variant = load(name)
        n = variant.players
        out.append(ties(f"{n} players, for every T: raw scores can tie just if {n} divides T",
                        variant, modulus=n))
        out.append(split_count(f"T = {t}: raw scores tie on {{count}} of {{size}} splits", variant,
                               tied(raw(variant)), 0, tricks=t))
    return out


@certifies("B027")
def final_ties(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the number of splits that tie, a deal, and its frequency."""
    variant = load("G3")
    return [
        split_count("final scores tie on {count} of {size} splits", variant,
                    tied(scores(variant)), 3),
        witnessed("a full deal played to a final tie", [variant], finding, final_tie=True,
                  phase="over"),
        sampled("in {hits} of {of} deals dealt and played at random final scores tie (the "
                "finding's own sample is larger)", variant, "gooseberry-3", "final tie", 150),
        interval("{hits} of the finding's {of} deals give the interval {low} to {high} millionths",
                 [variant], details(finding, "share in random play")),
    ]


@certifies("B028")
def right_reason(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the law for three and five."""
    return [law(3), law(5)]


@certifies("B029")
def one_middle(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that one seat is in the middle, the law, and splits that share the middle."""
    out = []
    for name, t in claim.parameters["stated"]:
        variant = load(name)
        out.append(split_count(f"{variant.players} players, T = {t}: just one seat is middling on "
                               "{count} of {size} splits", variant,
                               TERMS.count(middle(variant)) == 1,
                               comb(t + variant.players - 1, variant.players - 1), tricks=t))
    out += [law(n) for n in (3, 5, 7, 9, 11, 13, 15)]
    for n in (3, 5, 7, 9, 11, 13, 15):
        for p in (p for p in (3, 5, 7, 11, 13) if n % p == 0):
            # The split repeats p times round the table; seats n/p apart are level.
            rows = as_scores(rising(n))["rows"]
            split = [int(i % (n // p) == 0) for i in range(n)]
            level = [op("+", *[number(r, k) for r, k in zip(row, split, strict=True)])
                     for row in rows]
            mid = TERMS.count(is_middling(TERMS, level, i) for i in range(n))
            out.append(calc(f"{n} players: a trick (or any number) to every {n // p}th seat leaves "
                            f"{p} seats or more in the middle together",
                            mid >= p, *[eq(level[i], level[(i + n // p) % n])
                                        for i in range(n)], variants=[load("G3")]))
    return out


@certifies("B030")
def five_players(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify final scores of five: no ties, the middling seat first, the largest gap."""
    out = []
    for t, gap in ((9, 18), (11, 22), (13, 26)):
        variant = load("G5")
        listed, mid, final = raw(variant), middle(variant), scores(variant)
        size = comb(t + 4, 4)
        out.append(split_count(f"T = {t}: final scores tie on {{count}} of {{size}} splits",
                               variant, tied(final), 0, tricks=t))
        first = TERMS.any(TERMS.all([m, *[final[i] > final[j] for j in range(5) if j != i]])
                          for i, m in enumerate(mid))
        out.append(split_count(f"T = {t}: the middling seat ends alone in front on {{count}} of "
                               "{size} splits", variant, first, size, tricks=t))
        most = op("max", *listed)
        for bound, hits in ((gap, None), (gap + 1, 0)):
            where = TERMS.any(TERMS.all([m, most - listed[i] >= bound])
                              for i, m in enumerate(mid))
            out.append(split_count(f"T = {t}: from top to middling there are {bound} or more on "
                                   "{count} of {size} splits", variant, where, hits, tricks=t))
    return out


@certifies("B031")
def three_players(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify how often the middling seat ends first, level, behind."""
    variant = load("G3")
    mid, final = middle(variant), scores(variant)
    most = op("max", *final)
    here = [TERMS.all([m, final[i] == most]) for i, m in enumerate(mid)]
    level = TERMS.count(f == most for f in final) > 1
    return [
        split_count("the middling seat ends alone in front on {count} of {size} splits", variant,
                    TERMS.all([TERMS.any(here), TERMS.no(level)]), 63),
        split_count("level with the leader on {count}", variant,
                    TERMS.all([TERMS.any(here), level]), 3),
        split_count("behind on {count}", variant, TERMS.no(TERMS.any(here)), 12),
    ]


def mod_law(n: int) -> list[Draft]:
    """Draft s_0 - s_-d = dT modulo n for every split of every T."""
    listed = as_scores(rising(n))
    return [residues(f"{n} seats: scores {d} seats apart differ by {d}·T modulo {n}",
                     [load("G3")], listed,
                     [int(i == 0) - int(i == -d % n) for i in range(n)], n,
                     [d * t % n for t in range(n)]) for d in range(1, n)]


@certifies("B032", "B033")
def bonuses(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify on how many splits final scores tie, by bonus or by number of tricks."""
    out = []
    if claim.id == "B033":
        for t, hits in ((13, 15), (16, 18)):
            out.append(split_count(f"T = {t}: final scores tie on {{count}} of {{size}} splits",
                                   load("G3"), tied(scores(load("G3"))), hits, tricks=t))
        return out
    for bonus in range(15):
        variant = load("G3", settings={"score.lines.1.bonus": bonus})
        safe = bonus % 3 == 0 or bonus > 11
        out.append(split_count(f"bonus {bonus}: final scores tie on {{count}} of {{size}} splits",
                               variant, tied(scores(variant)), 0 if safe else None,
                               agrees=details(finding, "splits that tie by bonus", str(bonus))
                               if finding and str(bonus) in finding.details.get(
                                   "splits that tie by bonus", {}) else None))
    variant = load("G3")
    listed, mid = raw(variant), middle(variant)
    out.append(split_count("no score is more than 11 above the middling one ({count} of {size} "
                           "splits), so that a larger bonus cannot tie", variant,
                           TERMS.any(TERMS.all([m, op("max", *listed) - listed[i] > 11])
                                     for i, m in enumerate(mid)), 0))
    return [*out, *mod_law(3)]


@certifies("B034")
def seven_bonus(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify which bonuses of seven could tie: examples, and gaps that never occur."""
    out = []
    variant = load("G7a")
    for t, most in ((9, 27), (11, 33)):
        found: dict[int, Any] = {}
        for taken_ in splits(7, t):
            listed = score(variant, taken_).raw
            mid = sorted(listed)[3]
            for s in listed:
                if s > mid:
                    found.setdefault(s - mid, taken_)
        never = [b for b in range(1, most + 9) if b not in found]
        terms, mids = raw(variant), middle(variant)
        where = TERMS.any(TERMS.all([m, op("in", s - terms[i], op("list", *never))])
                          for i, m in enumerate(mids) for s in terms)
        out.append(split_count(f"T = {t}: no score is {never} above the middling one ({{count}} of "
                               "{size} splits)", variant, where, 0, tricks=t))
        for bonus, taken_ in sorted(found.items()):
            here = scores(load("G7a", settings={"score.lines.1.bonus": bonus}),
                          tricks=[fixed(x) for x in taken_])
            out.append(calc(f"T = {t}: with a bonus of {bonus} the tricks {list(taken_)} tie",
                            tied(here), variants=[variant]))
    return [*out, *mod_law(7)]


@certifies("B035", "B038")
def sums(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify weights and totals for every T."""
    if claim.id == "B035":
        return [total("raw scores of seven total 21·T", load("G7a"), 21),
                calc("21·9 = 189 and 21·11 = 231", eq(number(21, 9), 189), eq(number(21, 11), 231),
                     variants=[load("G7a"), load("G7c")])]
    out = []
    for n in range(2, 16):
        listed = as_scores(rising(n))
        out.append(identity(f"{n} seats: raw scores total {n * (n - 1) // 2}·T", [load("G3")],
                            listed, [1] * n, [0, *[n * (n - 1) // 2] * n]))
        row = [0] * n
        for k, w in enumerate(rising_weights(n)):
            row[-k % n] = w
        out.append(identity(f"{n} seats: seat 0 scores k + 1 for a trick of the seat k to its "
                            "right, 0 for the last", [load("G3")], listed, unit(n, 0), [0, *row]))
    return out


@certifies("B039", "B071")
def the_law(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the law for two to fifteen seats, under E and E'."""
    sides = ("right", "left") if claim.id == "B071" else ("right",)
    out = [law(n, side) for n in range(2, 16) for side in sides]
    if claim.id == "B039":
        rows = as_scores(rising(9))["rows"]
        split = [0, 0, 0, 0, 0, 0, 0, 1, 2]
        level = [op("+", *[number(r, k) for r, k in zip(row, split, strict=True)]) for row in rows]
        out.append(calc("nine seats and three tricks, 1 and 2 to the last two seats: a tie though "
                        "9 "
                        "does not divide 3", tied(level), variants=[load("G3")]))
        out.append(sampled("a game for three with T = 11: {hits} of {of} deals dealt and played at "
                           "random have a raw tie, as the law says", load("G3"), "gooseberry-3",
                           "raw tie", 60))
    return out


@certifies("B048")
def other_packs(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the law, and how many packs up to 110 cards it spoils."""
    out = []
    for n, hits, of in ((3, 24, 72), (5, 8, 42), (7, 4, 30)):
        size = n * var("T") + var("u")
        domain = product(T=range(1, 111 // n + 1), u=[1, 2])
        out.append(law(n))
        out.append(counted(f"{n} players: {{count}} packs of up to 110 cards, one or two over",
                           domain, size <= 110, [load("G3")],
                           of))
        out.append(counted(f"{n} players: with {{count}} of them {n} divides T", domain,
                           TERMS.all([size <= 110, var("T") % n == 0]), [load("G3")], hits))
    return out


@certifies("B072", "B073")
def schedules(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that smaller weights repeat and then tie, and that E does not."""
    out = []
    for n in (3, 5, 7):
        size = {"kind": "tuples", "items": list(range(n - 1)), "size": n}
        if n < 7:
            out.append(counted(f"{n} seats: {{count}} of {{size}} schedules of weights "
                               f"below {n - 1}"
                               " have no two equal", size,
                               eq(op("distinct", "w", var("x"), var("w")), n), [load("G3")], 0))
        else:
            out.append(calc(f"{n} weights below {n - 1} cannot all differ: there are only {n - 1}",
                            op("<", n - 1, n), variants=[load("G3")]))
        for d in range(1, n):
            # With w_k = w_(k-d), the seats k and k-d from the one who takes all score alike.
            rows = [[1 if (i - j) % n in (0, d) else 0 for j in range(n)] for i in range(n)]
            out.append(identity(f"{n} seats: two equal weights at distance {d} make two seats "
                                f"level "
                                "when one seat takes all T tricks", [load("G3")],
                                {"rows": [[row[0]] for row in rows], "constants": [0] * n},
                                [int(i == 0) - int(i == d) for i in range(n)], [0, 0]))
    if claim.id == "B072":
        out += [law(3), law(5), law(7)]
        listed = {"weights": [0, 2, 4, 1, 3], "constants": [0] * 5}
        frame = {"fact": "ties", "scores": {"weights": listed["weights"]}, "modulus": 5,
                 "starts": [0, NULL, NULL, NULL, NULL], "isolated": []}
        out.append(Draft("ties", "the weights 0 2 4 1 3 tie just if 5 divides T, too",
                         [load("G3")],
                         lambda: linear_facts.ties({"weights": [0, 2, 4, 1, 3]}), frame))
    return out
