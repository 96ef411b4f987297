"""Scores of the Japanese trump game: a point a trick, and the fewest tricks once again."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import z3

from proofs.algebra import proved, symbolic_split
from proofs.claim import Claim, Finding, by_reading, decided, fails, when
from proofs.random_play import first_playout, shown
from proofs.registry import Effort, settles
from proofs.splits import Scored, Split, histogram, scored, splits, ties
from solver.outcome import outcome
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.claim import Witness
    from solver.variant import Variant

CLAUSES = frozenset({"J009", "J010", "J011", "J012"})
WHAT = {
    "J009": "no bonus for the most",
    "J010": "the fewest again",
    "J011": "no bonus for two tied for most",
    "J012": "both of two tied for fewest",
}


def printed_score(taken: Split, clauses: frozenset[str] = CLAUSES) -> tuple[int, ...]:
    """Score a round clause by clause as printed; a clause that is struck out adds nothing."""
    points = list(taken)
    for seat, tricks in enumerate(taken):
        if tricks == max(taken):
            # The clauses on the most (J009, J011) grant nothing, with or without a tie.
            points[seat] += 0
        if tricks == min(taken):
            clause = "J010" if taken.count(tricks) == 1 else "J012"
            points[seat] += tricks if clause in clauses else 0
    return tuple(points)


def rounds(claim: Claim) -> tuple[Variant, list[Scored]]:
    """Return the variant of a claim and all its splits, scored by the engine."""
    variant = load(claim.parameters["variant"])
    return variant, scored(variant)


@settles("J008")
def total_of_a_round(claim: Claim, effort: Effort) -> Finding:
    """Add up trick points and round scores over all splits."""
    _, rows = rounds(claim)
    stated = claim.parameters["total"]
    tricks = {sum(row.raw) for row in rows}
    sums = histogram([sum(row.final) for row in rows])
    mean = Fraction(sum(t * c for t, c in sums.items()), len(rows))
    exact = [row for row in rows if sum(row.final) == stated]
    nobody = all((min(row.taken) == 0) == (sum(row.final) == stated) for row in rows)
    readings = {
        "trick points": decided(tricks == {stated}, f"always {' or '.join(map(str, tricks))}"),
        "round scores": decided(
            set(sums) == {stated},
            f"{min(sums)} to {max(sums)}, mean {float(mean):.2f}; {stated} in {len(exact)} of "
            f"{len(rows)} "
            f"splits" + (", exactly those in which somebody has no trick" if nobody else ""),
        ),
    }
    return by_reading(
        readings,
        scope="all splits",
        details={"splits": len(rows),
                 "splits by sum of round scores": {str(k): c for k, c in sums.items()},
                 "mean": str(mean)},
    )  # fmt: skip


@settles("J009", "J010", "J011", "J012")
def clause_struck_out(claim: Claim, effort: Effort) -> Finding:
    """Strike one clause out and count the splits whose scores change."""
    _, rows = rounds(claim)
    agree = all(printed_score(row.taken) == row.final for row in rows)
    without = CLAUSES - {claim.id}
    changed = [row for row in rows if printed_score(row.taken, without) != row.final]
    # Without the clause that names the bonus, one that extends it to a tie has nothing to extend.
    bare = sum(printed_score(row.taken, frozenset()) != row.final for row in rows)
    with_tie = f" ({bare} if the clause on ties, which extends it, falls with it)"
    totals = [sum(row.final) for row in changed] or [0]
    top = max(rows, key=lambda row: sum(row.final))
    details = {
        "splits": len(rows), "changed": len(changed), "engine follows the clauses": agree,
        "largest total of a round": sum(top.final), "at": sorted(top.taken, reverse=True),
        "largest total where the clause acts": max(totals),
        "changed without any bonus": bare,
    }  # fmt: skip
    if not changed:
        return decided(
            agree,
            f"'{WHAT[claim.id]}' changes nothing: struck out, it alters 0 of {len(rows)} splits",
            scope="all splits",
            details=details,
        )
    return decided(
        agree,
        f"'{WHAT[claim.id]}' decides {len(changed)} of {len(rows)} splits"
        f"{with_tie if claim.id == 'J010' else ''}; largest total of a round "
        f"{sum(top.final)} ({'-'.join(map(str, sorted(top.taken, reverse=True)))}), where this "
        "clause acts "
        f"{max(totals)}",
        scope="all splits",
        details=details,
    )


@settles("J013")
def three_way_tie(claim: Claim, effort: Effort) -> Finding:
    """Prove that three seats can't all have the fewest."""
    variant = load(claim.parameters["variant"])
    taken, is_split = symbolic_split(variant.players, variant.tricks)
    level = z3.And(*(t == taken[0] for t in taken))
    never = proved(z3.Not(level), is_split)
    counted = sum(len(set(row.taken)) == 1 for row in scored(variant))
    return decided(
        never and not counted,
        f"{variant.tricks} is no multiple of {variant.players}: all three never tie, and no rule "
        "is missing",
        scope="all splits",
        method="z3, and all splits",
        details={"splits with all level": counted},
    )


def spread(numbers: Sequence[int]) -> int:
    """Return the distance from the lowest to the highest."""
    return max(numbers) - min(numbers)


@settles("J015")
def extremes_softened(claim: Claim, effort: Effort) -> Finding:
    """Compare highest less lowest before and after the bonus."""
    _, rows = rounds(claim)
    change = {row.taken: spread(row.final) - spread(row.raw) for row in rows}
    less = [t for t, c in change.items() if c < 0]
    equal = [t for t, c in change.items() if c == 0]
    more = [t for t, c in change.items() if c > 0]
    most = max(spread(row.raw) for row in rows)
    extreme = [row for row in rows if spread(row.raw) == most]
    same_at_top = all(change[row.taken] == 0 for row in extreme)
    softest, hardest = min(change, key=change.__getitem__), max(change, key=change.__getitem__)
    names = ["-".join(map(str, sorted(s, reverse=True))) for s in (softest, hardest)]
    evidence = (
        f"highest less lowest becomes smaller in {len(less)}, stays in {len(equal)} and grows in "
        f"{len(more)} of {len(rows)} splits; most by {-change[softest]} ({names[0]}) and "
        f"{change[hardest]} ({names[1]})"
    )
    if same_at_top:
        evidence += f"; the most extreme, {most}-0-0, is not softened at all"
    return decided(
        not more and not same_at_top,
        evidence,
        scope="all splits",
        details={"less": len(less), "equal": len(equal), "greater": len(more),
                 "most softened": list(softest), "most hardened": list(hardest),
                 "without a trick somewhere": sum(min(t) == 0 for t in change),
                 "equal splits": [list(t) for t in equal if min(t)]},
    )  # fmt: skip


# --- who wins -------------------------------------------------------------------------------------


def level_at_top(numbers: Sequence[int]) -> bool:
    """Return whether two or more share the highest number."""
    return list(numbers).count(max(numbers)) > 1


@settles("J017")
def single_winner(claim: Claim, effort: Effort) -> Finding:
    """Count level rounds, and show that whole matches can end level."""
    variant, rows = rounds(claim)
    top = [row for row in rows if level_at_top(row.final)]
    anywhere = [row for row in rows if ties(row.final)]
    matches = {r: _level_match(rows, r) for r in claim.parameters["rounds"]}
    option = variant.file.options["J2"]
    evidence = (
        f"a round is level at the top in {len(top)} and somewhere in {len(anywhere)} of "
        f"{len(rows)} "
        f"splits, and a match of any length can end so; the text names no winner then"
    )
    details = {
        "splits": len(rows), "level at the top": len(top), "level anywhere": len(anywhere),
        "level matches": {str(r): totals for r, totals in matches.items()},
        "open in the variant file": option.silent,
    }  # fmt: skip
    return decided(
        not top,
        evidence,
        scope="all splits; every number of rounds",
        mend="say that players level at the top share the win, or play another round",
        details=details,
        witness=_level_round(variant),
    )


def _level_match(rows: Sequence[Scored], number: int) -> list[int]:
    """Return the totals of a match in which the same level round comes every time."""
    row = next(row for row in rows if level_at_top(row.final))
    return [number * points for points in row.final]


def _level_round(variant: Variant) -> Witness | None:
    found = first_playout(variant, lambda p: level_at_top(outcome(p.end).final))
    if found is None:
        return None
    result = outcome(found.end)
    text = (
        f"tricks {', '.join(map(str, result.taken))} score {', '.join(map(str, result.final))}: "
        "two players are level at the top"
    )
    return shown(found.start, found.actions, text)


@settles("J018")
def more_tricks_more_points(claim: Claim, effort: Effort) -> Finding:
    """Average the score of a seat for every number of its own tricks."""
    variant, rows = rounds(claim)
    means = {}
    for own in range(variant.tricks + 1):
        points = [row.final[0] for row in rows if row.taken[0] == own]
        means[own] = Fraction(sum(points), len(points))
    falls = [own for own in range(variant.tricks) if means[own + 1] <= means[own]]
    listed = ", ".join(f"{own}: {float(mean):.2f}" for own, mean in means.items() if 2 <= own <= 8)
    details = {"mean score by own tricks": {str(own): str(mean) for own, mean in means.items()},
               "does not rise after": falls}  # fmt: skip
    evidence = f"mean score by own tricks over the splits of the rest: {listed}"
    if not falls:
        return decided(True, evidence, scope="all splits", details=details)
    step = " and ".join(f"from {own} to {own + 1}" for own in falls)
    return when(
        f"the step {step} tricks is left out",
        f"{evidence}; it rises with every trick but {step}",
        scope="all splits",
        details=details,
    )


@settles("J019")
def in_between_loses(claim: Claim, effort: Effort) -> Finding:
    """Count how often the middle seat, and the seat with fewest tricks, scores least."""
    _, rows = rounds(claim)
    distinct = [row for row in rows if len(set(row.taken)) == len(row.taken)]
    counts: Counter[str] = Counter()
    for row in distinct:
        order = sorted(range(len(row.taken)), key=lambda i: row.taken[i])
        for name, seat in (("fewest", order[0]), ("middle", order[1]), ("most", order[2])):
            if row.final[seat] == min(row.final):
                counts[name] += 1
                counts[name + " alone"] += list(row.final).count(min(row.final)) == 1
    evidence = (
        f"of {len(distinct)} splits with three different numbers the middle seat scores least in "
        f"{counts['middle']} (alone in {counts['middle alone']}), the seat with fewest in "
        f"{counts['fewest']} (alone in {counts['fewest alone']})"
    )
    return decided(
        counts["middle"] > counts["fewest"] and counts["middle alone"] > counts["fewest alone"],
        evidence,
        scope="all splits with three different numbers",
        details={"splits": len(distinct), "of these unordered": len(distinct) // 6, **dict(counts)},
    )


@settles("J020")
def both_ends_efficient(claim: Claim, effort: Effort) -> Finding:
    """Compare the scores at both ends, and find the best score of the seat with fewest."""
    variant, rows = rounds(claim)
    tricks = variant.tricks
    ends = {
        own: sorted({row.final[0] for row in rows if row.taken[0] == own}) for own in (0, tricks)
    }
    fewest = {row.taken[0]: row.final[0] for row in rows if row.taken[0] == min(row.taken)}
    best = max(fewest.values())
    at = [own for own, points in fewest.items() if points == best]
    good = {own: points for own, points in fewest.items() if points > 0}
    most = max(row.final[0] for row in rows)
    least = min(row.final[0] for row in rows)
    readings = {
        "the most end": decided(
            ends[tricks] == [most],
            f"all {tricks} tricks score {ends[tricks][0]}, the most there is",
        ),
        "the fewest end": decided(
            ends[0] != [least],
            f"no trick scores {ends[0][0]}, the least there is; the seat with fewest scores twice "
            f"its tricks, at best {best} with {at[0]} tricks, which is not few",
        ),
    }
    return by_reading(
        readings,
        scope="all splits",
        details={"score with none": ends[0], "score with all": ends[tricks],
                 "score as fewest by tricks": {str(k): v for k, v in sorted(good.items())},
                 "best as fewest": best, "with tricks": at},
    )  # fmt: skip


@settles("J031")
def exact_bids(claim: Claim, effort: Effort) -> Finding:
    """Find the bid triples that all can be exact, and what the text leaves open."""
    variant = load(claim.parameters["variant"])
    n, tricks = variant.players, variant.tricks
    bids = [z3.Int(f"b{i}") for i in range(n)]
    taken, is_split = symbolic_split(n, tricks)
    exact = z3.And(*(t == b for t, b in zip(taken, bids, strict=True)))
    needed = proved(z3.Implies(exact, z3.Sum(*bids) == tricks), is_split)
    triples = list(product(range(tricks + 1), repeat=n))
    possible = [b for b in triples if sum(b) == tricks]
    found = set(splits(n, tricks))
    option = variant.file.options["J4"]
    if not needed or found != set(possible):
        return fails("bids that all are exact need not add up to the tricks")
    return when(
        f"the bids add up to {tricks}",
        f"{len(possible)} of {len(triples):,} bid triples can all be exact; order and secrecy of "
        "the bids, and "
        "whether the bonus for fewest still counts, are not said",
        scope=f"every bid from 0 to {tricks}",
        method="z3, and all triples",
        mend="say when and in which order bids are made, and that the bonus for fewest stays",
        details={"triples": len(triples), "all exact": len(possible), "open": option.question,
                 "readings": list(option.readings), "silent": option.silent},
    )  # fmt: skip
