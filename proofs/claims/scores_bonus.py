"""The middling bonus: ties of final scores, places of the middling player, safe bonuses."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from proofs.claim import Claim, Finding, by_reading, decided, fails, holds, silent, when
from proofs.random_play import first_playout, share_of_splits, shown
from proofs.registry import Effort, settles
from proofs.splits import Scored, middling, score, scored, ties
from proofs.tie_law import law_proved
from solver.outcome import outcome
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.claim import Witness
    from solver.variant import Variant


def final_ties(rows: Sequence[Scored]) -> list[Scored]:
    """Return the splits whose final scores tie."""
    return [row for row in rows if ties(row.final)]


def tie_witness(variant: Variant) -> Witness | None:
    """Return a complete deal, played legally, whose final scores tie."""
    found = first_playout(variant, lambda p: ties(outcome(p.end).final))
    if found is None:
        return None
    result = outcome(found.end)
    text = (
        f"tricks {', '.join(map(str, result.taken))}: raw {', '.join(map(str, result.raw))}, "
        f"final {', '.join(map(str, result.final))}"
    )
    return shown(found.start, found.actions, text)


def _never_tie_after_bonus(variant: Variant, effort: Effort) -> Finding:
    """Count final ties of a variant over its splits, show one in play, measure their frequency."""
    rows = scored(variant)
    tied = final_ties(rows)
    bonus = variant.file.score.lines[1]["bonus"]
    if not tied:
        return decided(True, f"no split of {len(rows)} ties", details={"splits": len(rows)})
    sample = round(10_000 * effort.factor)
    often = share_of_splits(variant, lambda t: ties(score(variant, t).final), sample, effort.seed)
    details = {
        "splits": len(rows), "with a tie": len(tied), "bonus": bonus,
        "tied splits": [list(row.taken) for row in tied], "share in random play": often.as_list(),
    }  # fmt: skip
    return fails(
        f"{len(tied)} of {len(rows)} splits tie once the bonus of {bonus} is added (the leader was "
        f"{bonus} ahead of the middling player); {often.percent} of random hands",
        scope=f"all {len(rows)} splits",
        mend=f"a bonus that is a multiple of {variant.players}, such as "
        f"{bonus - bonus % variant.players} or {bonus - bonus % variant.players + variant.players}",
        details=details,
        witness=tie_witness(variant),
        seed=effort.seed,
        sample=sample,
    )


@settles("B027")
def final_scores_tie(claim: Claim, effort: Effort) -> Finding:
    """Settle whether final scores of the three-player game can tie."""
    return _never_tie_after_bonus(load(claim.parameters["variant"]), effort)


@settles("P01")
def parletts_claim(claim: Claim, effort: Effort) -> Finding:
    """Settle Parlett's own sentence for raw and for final scores."""
    variant = load(claim.parameters["variant"])
    rows = scored(variant)
    total = claim.parameters["total"]
    readings = {}
    for name in claim.readings:
        numbers = [getattr(row, name) for row in rows]
        sums = sorted({sum(x) for x in numbers})
        tied = sum(map(ties, numbers))
        readings[name] = decided(
            sums == [total] and not tied,
            f"total {' or '.join(map(str, sums))}, ties in {tied} of {len(rows)} splits",
            witness=tie_witness(variant) if tied else None,
        )
    return by_reading(readings, scope=f"all {len(rows)} splits")


# --- where the middling player ends -------------------------------------------------------------


def place(row: Scored) -> tuple[int, int]:
    """Return the place of the middling seat in the final scores, and how many share it."""
    (seat,) = middling(row.raw)
    points = row.final[seat]
    return 1 + sum(x > points for x in row.final), sum(x == points for x in row.final)


@settles("B030")
def five_players(claim: Claim, effort: Effort) -> Finding:
    """Look at the final scores of five players for several numbers of tricks."""
    variant = load(claim.parameters["variant"])
    bonus = variant.file.score.lines[1]["bonus"]
    table = {}
    for tricks in claim.parameters["tricks"]:
        rows = scored(variant, tricks)
        gaps = [max(r.raw) - r.raw[middling(r.raw)[0]] for r in rows]
        places = Counter(place(row)[0] for row in rows)
        table[tricks] = {
            "splits": len(rows), "final ties": len(final_ties(rows)),
            "places of the middling": dict(places), "largest gap": max(gaps),
        }  # fmt: skip
    never = all(not row["final ties"] for row in table.values())
    first = all(set(row["places of the middling"]) == {1} for row in table.values())  # type: ignore[call-overload]
    listed = ", ".join(f"T = {t}: {row['largest gap']}" for t, row in table.items())
    return decided(
        never,
        f"final scores never tie; the middling player always ends "
        f"{'first, and alone' if first else 'in several places'}: the largest gap from top to "
        "middling "
        f"({listed}) is below {bonus}",
        scope="all splits",
        details={str(t): row for t, row in table.items()},
    )


@settles("B031")
def three_players(claim: Claim, effort: Effort) -> Finding:
    """Count where the middling player ends with the bonus of ten."""
    rows = scored(load(claim.parameters["variant"]))
    places = [place(row) for row in rows]
    alone = places.count((1, 1))
    level = sum(1 for p, sharing in places if p == 1 and sharing > 1)
    behind = len(rows) - alone - level
    return holds(
        f"of {len(rows)} splits the middling player ends alone in first place in {alone}, level "
        "with the "
        f"leader in {level}, behind in {behind}",
        scope="all splits",
        details={"splits": len(rows), "first": alone, "level": level, "behind": behind},
    )


# --- which bonuses are safe -----------------------------------------------------------------------


def gaps(rows: Sequence[Scored]) -> tuple[list[int], list[int]]:
    """Return by how much other seats are above, and below, the middling seat in some split."""
    above: set[int] = set()
    below: set[int] = set()
    for row in rows:
        (seat,) = middling(row.raw)
        for points in row.raw:
            gap = points - row.raw[seat]
            (above if gap > 0 else below).add(abs(gap))
    return sorted(above), sorted(below - {0})


@settles("B032")
def safe_bonuses(claim: Claim, effort: Effort) -> Finding:
    """List the bonuses that can make final scores tie, and state the general law."""
    variant = load(claim.parameters["variant"])
    n, tricks = variant.players, variant.tricks
    above, below = gaps(scored(variant))
    bonuses = {b: _with_bonus(variant, b) for b in range(above[-1] + n + 1)}
    counted = {b: len(final_ties(scored(changed))) for b, changed in bonuses.items()}
    agree = [b for b, ties_ in counted.items() if ties_] == above
    shape = {}
    for t in range(1, 41):
        if t % n:
            shape[t] = gaps(scored(variant, t))[0] == [b for b in range(1, t + 1) if b % n]
    common = {
        t: [b for b, changed in bonuses.items() if not ties(score(changed, (t // n,) * n).final)]
        for t in range(n, 41, n)
    }
    law = law_proved(n) and agree and not any(b % n == 0 for b in above)
    law = law and not any(common.values())
    stated = claim.parameters["bonus"]
    return when(
        f"the bonus is a multiple of {n} or above {above[-1]}",
        f"ties are possible for {', '.join(map(str, above))}; in general "
        "scores d "
        "seats apart differ by d·T modulo n, so with gcd(n, T) = 1 every multiple of n is safe, "
        "and so is every bonus above the largest gap (from five players on some others may be, as "
        "in B034); with gcd(n, T) > 1 none is, since a split that repeats round the table leaves "
        "every score to gcd(n, T) seats, and their bonus, too, is the same",
        scope=f"n = {n}, T = {tricks}: all splits; the law for every n and T",
        mend=f"{stated - stated % n} or {stated - stated % n + n} instead of {stated}",
        details={"unsafe": above, "unsafe if negative": [-b for b in below], "law confirmed": law,
                 "splits that tie by bonus": {str(b): c for b, c in counted.items()},
                 "n=3: unsafe are 1..T but multiples of 3, T up to 40": all(shape.values()),
                 "safe bonuses by T, gcd(n, T) > 1": common},
    )  # fmt: skip


def _with_bonus(variant: Variant, bonus: int) -> Variant:
    return load(variant.name, settings={"score.lines.1.bonus": bonus})


@settles("B033")
def longer_hands(claim: Claim, effort: Effort) -> Finding:
    """Count final ties for other numbers of tricks."""
    variant = load(claim.parameters["variant"])
    table = {}
    for tricks in claim.parameters["tricks"]:
        rows = scored(variant, tricks)
        table[tricks] = {"splits": len(rows), "with a tie": len(final_ties(rows))}
    listed = "; ".join(f"T = {t}: {r['with a tie']} of {r['splits']}" for t, r in table.items())
    return decided(
        not any(row["with a tie"] for row in table.values()),
        f"splits whose final scores tie: {listed}",
        scope="all splits",
        mend="a bonus of 9 or 12",
        details={str(t): row for t, row in table.items()},
    )


@settles("B034")
def bonus_for_seven(claim: Claim, effort: Effort) -> Finding:
    """Report that no bonus is fixed for seven, and which would be safe."""
    variant = load(claim.parameters["variant"])
    option = variant.file.options["G3"]
    table: dict[str, Any] = {}
    for tricks in claim.parameters["tricks"]:
        above, _ = gaps(scored(variant, tricks))
        table[str(tricks)] = above
    n = variant.players
    safe = all(not any(b % n == 0 for b in above) for above in table.values())
    listed = "; ".join(f"T = {t}: {_ranges(above, n)}" for t, above in table.items())
    unset = option.silent and not variant.file.score.lines[1].get("bonus")
    report = silent if unset else holds
    return report(
        f"no bonus is named for seven; final scores could tie with {listed}"
        + (f"; multiples of {n} are safe" if safe else ""),
        scope="all splits",
        details={"unsafe bonuses": table, "multiples of n safe": safe},
    )


def _ranges(values: list[int], n: int) -> str:
    """Write a list of bonuses briefly."""
    top = values[-1]
    if values == [b for b in range(1, top + 1) if b % n]:
        return f"1 to {top} but for multiples of {n}"
    missing = [b for b in range(1, top + 1) if b % n and b not in values]
    return f"1 to {top} but for multiples of {n} and {', '.join(map(str, missing))}"
