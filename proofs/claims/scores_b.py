"""Barber's raw scores: the printed tables, their totals, and when two of them can tie."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any

import z3

from proofs.algebra import Z3, proved, symbolic_split
from proofs.claim import Claim, Finding, by_reading, decided, fails, holds, when
from proofs.random_play import share_of_splits
from proofs.registry import Effort, settles
from proofs.splits import (
    count_splits,
    lawful_distances,
    middling,
    score,
    scored,
    splits,
    tie_law,
    ties,
    tying_distances,
    weights_of,
)
from proofs.tie_law import (
    STEPS_CHECKED_TO,
    agrees_with_search,
    law_proved,
    raw_ties_refuted,
    steps_hold,
    symbolic_raw,
    total_proved,
)
from solver.rules.algebra import PLAIN
from solver.rules.scoring import Facts, rising_weights, weighted_tricks
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from proofs.splits import Split
    from solver.variant import Variant

NEAR, MIDDLE = 1, 2


def distance(relation: str, players: int) -> int:
    """Return the distance to the right of a seat named in a printed table, modulo n."""
    if relation == "own":
        return 0
    place, _, side = relation.rpartition(" ")
    steps = {"": NEAR, "near": NEAR, "middle": MIDDLE, "far": (players - 1) // 2}[place]
    return steps if side == "right" else players - steps


def printed_weights(table: Mapping[str, int], players: int) -> list[int]:
    """Return the weights of a printed table by distance to the right."""
    by_distance = {distance(relation, players): points for relation, points in table.items()}
    return [by_distance[k] for k in range(players)]


@settles("B022")
def printed_tables(claim: Claim, effort: Effort) -> Finding:
    """Compare the printed tables with the formula and with the engine's scores."""
    rows: dict[int, dict[str, Any]] = {}
    for text, name in claim.parameters["variants"].items():
        n = int(text)
        printed = printed_weights(claim.parameters["tables"][text], n)
        formula = [k + 1 if k <= n - 2 else 0 for k in range(n)]
        rows[n] = {"printed": printed, "agree": printed == formula == weights_of(load(name))}
    right = all(row["agree"] for row in rows.values())
    listed = "; ".join(f"n = {n}: {' '.join(map(str, row['printed']))}" for n, row in rows.items())
    return decided(
        right,
        f"weights by distance to the right are {listed}, as in the formula",
        scope="n = 3, 5, 7, every split (scores are linear in the tricks)",
        details={str(n): row for n, row in rows.items()},
    )


# --- totals ---------------------------------------------------------------------------------------


def raw_total_proved(variant: Variant, tricks: int, total: int) -> bool:
    """Prove that the raw scores of every split add up to a total."""
    taken, is_split = symbolic_split(variant.players, tricks)
    return proved(z3.Sum(*symbolic_raw(variant, taken)) == total, is_split)


@settles("B023", "B024")
def totals(claim: Claim, effort: Effort) -> Finding:
    """Settle the total of raw and of final scores over all splits."""
    variant = load(claim.parameters["variant"])
    stated, tricks = claim.parameters["total"], variant.tricks
    rows = scored(variant)
    raw = sorted({sum(row.raw) for row in rows})
    final = sorted({sum(row.final) for row in rows})
    n = variant.players
    readings = {
        "raw": decided(
            raw == [stated] and raw_total_proved(variant, tricks, stated),
            f"{tricks} tricks of 1 + … + {n - 1} points: always {raw[0]}",
        ),
        "final": decided(
            final == [stated],
            f"with the bonus of {final[0] - raw[0]} the total is always {final[0]}",
            mend=f"say that the bonus comes on top of the {stated}",
        ),
    }
    return by_reading(
        readings,
        scope=f"all {len(rows)} splits",
        details={"raw totals": raw, "final totals": final, "splits": len(rows)},
    )


@settles("B035")
def totals_of_seven(claim: Claim, effort: Effort) -> Finding:
    """Add up the raw scores of seven players."""
    found = {}
    for text, name in claim.parameters["variants"].items():
        variant = load(name)
        tricks = variant.tricks
        whole = tricks * sum(range(variant.players))
        constant = raw_total_proved(variant, tricks, whole) and int(text) == tricks
        found[tricks] = whole if constant else None
    listed = ", ".join(f"{t} tricks: {total}" for t, total in found.items())
    return decided(
        all(found.values()),
        f"always the same total: {listed} (21 points a trick)",
        scope="every split",
        details={str(t): total for t, total in found.items()},
    )


@settles("B038")
def pattern_extends(claim: Claim, effort: Effort) -> Finding:
    """State weights and total for any number of players and tricks."""
    low, high = claim.parameters["players"]
    proofs = {n: total_proved(n) for n in range(low, high + 1)}
    unit = [weighted_tricks(PLAIN, Facts(taken=(1, *(0,) * (n - 1))), [], {}) for n in proofs]
    sums = all(sum(s) == n * (n - 1) // 2 for n, s in zip(proofs, unit, strict=True))
    general = all(
        sum(rising_weights(n)) == n * (n - 1) // 2 for n in range(2, STEPS_CHECKED_TO + 1)
    )
    return decided(
        all(proofs.values()) and sums and general,
        "a trick gives its owner's seat 1, the next to the left 2, … n-1, and the owner's "
        "right-hand "
        "neighbour 0; the scores total T·n(n-1)/2",
        scope=f"every n and T: each trick adds 1 + … + (n-1); by z3 for n = {low} to {high}",
        details={"weights": "k+1 for a trick of the seat k places to the right, 0 for k = n-1",
                 "total": "T*n*(n-1)/2", "proved for n": [low, high]},
    )  # fmt: skip


# --- raw ties -------------------------------------------------------------------------------------


def count_ties(variant: Variant, tricks: int) -> int:
    """Count the splits in which two raw scores are equal."""
    return sum(ties(score(variant, taken).raw) for taken in splits(variant.players, tricks))


@settles("raw ties")
def no_raw_ties(claim: Claim, effort: Effort) -> Finding:
    """Prove, and count, that raw scores never tie in the named games."""
    found = {}
    for name, tricks in claim.parameters["cases"]:
        variant = load(name)
        never = raw_ties_refuted(variant, tricks)
        tied = count_ties(variant, tricks)
        n = variant.players
        found[f"n={n}, T={tricks}"] = {
            "splits": count_splits(n, tricks), "with a tie": tied, "proved": never,
            "law": not tie_law(n, tricks),
        }  # fmt: skip
    right = all(not row["with a tie"] and row["proved"] for row in found.values())
    listed = "; ".join(
        f"{key}: {row['with a tie']} of {row['splits']}" for key, row in found.items()
    )
    return decided(
        right,
        f"splits with a tie of raw scores: {listed}",
        scope="all splits",
        method="z3 for each pair of seats, and all splits one by one",
        details=found,
    )


@settles("B028")
def reason_for_three_and_five(claim: Claim, effort: Effort) -> Finding:
    """Find the numbers of tricks for which three or five players can tie."""
    proofs = {n: law_proved(n) and steps_hold() for n in claim.parameters["players"]}
    examples = {
        n: [t for t in range(1, 31) if tying_distances(rising_weights(n), t)] for n in proofs
    }
    multiples = all(found == list(range(n, 31, n)) for n, found in examples.items())
    listed = " and ".join(f"n = {n}" for n in proofs)
    return decided(
        all(proofs.values()) and multiples,
        f"for {listed} raw scores can tie exactly when n divides T: the reason given is right",
        scope="every T",
        method="z3 with T and the split symbolic; general proof in proofs/tie_law.py",
        details={"T up to 30 with ties": {str(n): t for n, t in examples.items()}},
    )


@settles("B071")
def made_to_prevent_ties(claim: Claim, effort: Effort) -> Finding:
    """Settle for which n and T the schedules E and E′ prevent ties."""
    low, high = claim.parameters["players"]
    both = all(law_proved(n, way) for n in range(low, high + 1) for way in ("right", "left"))
    if not (both and steps_hold() and agrees_with_search()):
        return fails("the law gcd(n, T) = 1 could not be confirmed")
    return when(
        "gcd(n, T) = 1",
        "seats d apart can be level exactly when n divides d·T, under E and under E′",
        scope=f"every n and T; steps by z3 for n = {low} to {high} with T symbolic",
        method="proof in proofs/tie_law.py",
        details={"law": "gcd(n,T) > 1", "distances": "n | d*T", "proved for n": [low, high]},
    )


@settles("B039")
def reason_carried_on(claim: Claim, effort: Effort) -> Finding:
    """Carry the reason to every n, and measure how often random hands tie."""
    low, high = claim.parameters["players"]
    law = all(law_proved(n) for n in range(low, high + 1)) and steps_hold() and agrees_with_search()
    if not law:
        return fails("the law gcd(n, T) > 1 could not be confirmed")
    wrong = [(n, t) for n in range(low, high + 1) for t in range(1, n) if tie_law(n, t)]
    odd = next((n, t) for n, t in wrong if n % 2)
    shares = {}
    for text, jokers in claim.parameters["jokers"].items():
        variant = load("GN", int(text), settings={"pack.jokers": jokers})
        shares[int(text)] = _tie_share(variant, effort)
    measured = ", ".join(f"n = {n}: {row['text']}" for n, row in shares.items())
    return when(
        "n is prime",
        f"raw scores can tie exactly when gcd(n, T) > 1; that T is no multiple of n is enough only "
        f"for prime n (first failures: n = {wrong[0][0]}, T = {wrong[0][1]}; odd: n = {odd[0]}, "
        f"T = {odd[1]}); random hands with a tie: {measured}",
        scope=f"every n and T; steps by z3 for n = {low} to {high} with T symbolic",
        method="proof in proofs/tie_law.py; random play by the referee",
        mend="say: no tie if the numbers of tricks and of players have no factor in common",
        details={
            "law": "gcd(n,T) > 1", "smallest failure": list(wrong[0]),
            "smallest odd failure": list(odd),
            "failing split": list(_tied(*odd)),
            "shares": {str(n): row for n, row in shares.items()},
        },
        seed=effort.seed,
        sample=sum(row["sample"] for row in shares.values()),
    )  # fmt: skip


def _tied(players: int, tricks: int) -> Split:
    return next(
        taken
        for taken in splits(players, tricks)
        if ties(weighted_tricks(PLAIN, Facts(taken=taken), [], {}))
    )


def _tie_share(variant: Variant, effort: Effort) -> dict[str, Any]:
    """Measure the share of random hands with a raw tie (none to measure where none can be)."""
    n, tricks = variant.players, variant.tricks
    row: dict[str, Any] = {
        "tricks": tricks,
        "gcd": gcd(n, tricks),
        "jokers": variant.file.pack.jokers,
    }
    possible = bool(tying_distances(weights_of(variant), tricks))
    sample = round((6000 if possible else 1000) * effort.factor)
    found = share_of_splits(variant, lambda t: ties(score(variant, t).raw), sample, effort.seed)
    exact = "" if possible else ", none possible"
    if possible:
        row |= {"splits": count_splits(n, tricks), "splits with a tie": count_ties(variant, tricks)}
    row |= {"share": found.value, "low": found.low, "high": found.high, "sample": sample}
    return row | {"text": f"{found.percent if possible else '0 %'} (T = {tricks}{exact})"}


# --- the middling seat, the mirror, other packs ---------------------------------------------------


@settles("B029")
def one_middling_seat(claim: Claim, effort: Effort) -> Finding:
    """Settle when exactly one seat has the middling raw score."""
    stated = {}
    for name, tricks in claim.parameters["stated"]:
        rows = scored(load(name), tricks)
        stated[f"n={load(name).players}, T={tricks}"] = all(len(middling(r.raw)) == 1 for r in rows)
    shared = {}
    for n in range(3, 16, 2):
        for tricks in range(1, 2 * n + 1):
            shared[n, tricks] = _shared_middle(n, tricks)
    law = all((found is not None) == tie_law(n, t) for (n, t), found in shared.items())
    exhaustive = all(
        any(len(middling(_rising(taken))) > 1 for taken in splits(n, t)) == tie_law(n, t)
        for n, most in ((3, 16), (5, 10), (7, 7))
        for t in range(1, most + 1)
    )
    if not (law and exhaustive and all(stated.values()) and steps_hold()):
        return fails("not every split has one middling seat", details={"stated": stated})
    return when(
        "n is odd and gcd(n, T) = 1",
        "with gcd(n, T) = 1 no two seats tie, so one is in the middle (the printed games among "
        "them); "
        "otherwise a split that repeats round the table makes three or more seats middling "
        "together; "
        "for even n there is no middle",
        scope="every n and T",
        method="tie law; the repeating split; all splits for n = 3, 5, 7 with small T",
        details={"stated games": stated,
                 "shared middle": {f"n={n}, T={t}": list(s) for (n, t), s in shared.items() if s}},
    )  # fmt: skip


def _rising(taken: Split) -> list[int]:
    return weighted_tricks(PLAIN, Facts(taken=taken), [], {})


def _shared_middle(players: int, tricks: int) -> Split | None:
    """Return a split that repeats round the table, in which the middling score is shared."""
    times = gcd(players, tricks)
    if times == 1:
        return None
    part = (tricks // times, *(0,) * (players // times - 1))
    taken = part * times
    return taken if len(middling(_rising(taken))) > 1 else None


@settles("B042")
def mirrored(claim: Claim, effort: Effort) -> Finding:
    """Compare E′ with E on the mirrored split, and with the printed second table."""
    rows = {}
    for text, name in claim.parameters["variants"].items():
        n = int(text)
        right, left = load(name), load(name, choose={"E": "left"})
        taken, is_split = symbolic_split(n)
        plain, turned = (
            symbolic_raw(right, [taken[-i % n] for i in range(n)]),
            symbolic_raw(left, taken),
        )
        same = Z3.all(turned[i] == plain[-i % n] for i in range(n))
        table = claim.parameters["tables"].get(text)
        by_left = {k: weights_of(left)[k] for k in range(n)}
        agrees = table is None or printed_weights(table, n) == [by_left[k] for k in range(n)]
        rows[n] = {"mirror": proved(same, is_split), "printed table agrees": agrees,
                   "printed": table is not None}  # fmt: skip
    right_everywhere = all(row["mirror"] and row["printed table agrees"] for row in rows.values())
    printed = " and ".join(str(n) for n, row in rows.items() if row["printed"])
    return decided(
        right_everywhere,
        f"E′ scores a split as E scores its mirror image, for n = 3, 5, 7 and every T; the printed "
        f"table for {printed} is E′",
        scope="every split",
        method="z3",
        details={str(n): row for n, row in rows.items()},
    )


@settles("B048")
def other_packs(claim: Claim, effort: Effort) -> Finding:
    """List packs with one or two cards undealt, and those whose raw scores can tie."""
    stated = claim.parameters
    table: dict[str, list[dict[str, Any]]] = {}
    bad: list[tuple[int, int, int]] = []
    for n in stated["players"]:
        rows = []
        for size in range(n, stated["most"] + 1):
            tricks, left = divmod(size, n)
            if left not in stated["undealt"]:
                continue
            tie = bool(lawful_distances(n, tricks))
            rows.append({"P": size, "T": tricks, "u": left, "can tie": tie})
            bad += [(n, size, tricks)] if tie else []
        table[str(n)] = rows
    fives = ", ".join(f"{n} players with {p} cards" for n, p, _ in bad if p in (51, 52))
    counted = {n: (sum(r["can tie"] for r in rows), len(rows)) for n, rows in table.items()}
    listed = ", ".join(f"n = {n}: {a} of {b}" for n, (a, b) in counted.items())
    proof = all(law_proved(n) for n in stated["players"])
    evidence = (
        f"packs up to {stated['most']} whose raw scores can tie: {listed}, for example {fives}"
    )
    if not bad:
        return holds("no pack with one or two cards over lets raw scores tie", details=table)
    return when(
        "the number of players does not divide the number of tricks" if proof else "(not proved)",
        evidence,
        mend="choose a pack whose number of tricks is no multiple of the number of players",
        scope=f"n = 3, 5, 7; P up to {stated['most']}; the law for every P",
        details=table,
    )
