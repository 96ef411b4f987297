"""Scores: their total, ties before and after bonuses, and lines that never score."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any

import z3

from proofs.algebra import Z3
from proofs.claim import Witness
from proofs.examination.reach import dealt_so
from proofs.examination.report import Remark, note, sound, unknown, warning
from proofs.examination.unknowns import (
    kinds,
    least_value,
    shown_facts,
    solved,
    trick_totals,
    unknown_facts,
)
from proofs.splits import count_splits, score, splits, tie_split, ties, weights_of
from proofs.tie_law import law_proved
from solver.rules.scoring import Facts, score_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from proofs.examination.unknowns import Unknowns
    from proofs.splits import Scored, Split
    from solver.variant import Variant

# Lines that look at nothing but how many tricks each seat has.
BY_TRICKS = frozenset({
    "weighted tricks", "middling bonus", "tricks", "fewest again", "odd trick", "trick difference",
    "over book",
})  # fmt: skip
MOST_SPLITS = 30_000


def by_tricks(variant: Variant) -> bool:
    """Whether nothing but the split of the tricks decides the score."""
    return set(kinds(variant)) <= BY_TRICKS


def listable(variant: Variant) -> bool:
    """Whether every split can be scored one by one."""
    totals = trick_totals(variant)
    few = sum(count_splits(variant.players, tricks) for tricks in totals) <= MOST_SPLITS
    return by_tricks(variant) and few


def every_split(variant: Variant) -> Iterator[Split]:
    """Yield every split of as many tricks as a deal can have when it ends."""
    for tricks in trick_totals(variant):
        yield from splits(variant.players, tricks)


def scores(variant: Variant) -> Iterator[Remark]:
    """Examine the score."""
    if not variant.file.score.lines:
        return
    if listable(variant):
        yield from _listed(variant)
    else:
        yield from _asked(variant)
    yield from _raw_ties_by_number(variant)


# --- every split in turn ----------------------------------------------------------------------


def owners(variant: Variant) -> list[int]:
    """Return one seat for each side, or all seats."""
    sides = variant.sides
    return [sides.index(side) for side in dict.fromkeys(sides)] if sides else list(
        range(variant.players)
    )  # fmt: skip


def _listed(variant: Variant) -> Iterator[Remark]:
    seats = owners(variant)
    all_scored = [score(variant, taken) for taken in every_split(variant)]
    scope = f"all {len(all_scored)} splits of {_numbers(trick_totals(variant))} tricks"
    for name in _stages(variant):
        rows = [(s, [getattr(s, name)[i] for i in seats]) for s in all_scored]
        yield _total(variant, name, {sum(row): s for s, row in reversed(rows)}, scope)
        tied = [s for s, row in rows if ties(row)]
        yield _ties(variant, name, tied, len(rows), scope)
    yield from _idle_lines(variant, all_scored)


def _numbers(totals: Sequence[int]) -> str:
    """Write numbers in rising order, such as '5', '0 or 5', '3 to 5'."""
    if len(totals) > 2 and totals[-1] - totals[0] == len(totals) - 1:
        return f"{totals[0]} to {totals[-1]}"
    return " or ".join(map(str, totals))


def _stages(variant: Variant) -> list[str]:
    bonus = any(kind in variant.bonus_kinds for kind in kinds(variant))
    return ["raw", "final"] if bonus else ["final"]


def _when(variant: Variant, name: str) -> str:
    if len(_stages(variant)) == 1:
        return "scores"
    return "scores before the bonus" if name == "raw" else "scores after the bonus"


def split_witness(variant: Variant, s: Scored, name: str, wanted: str) -> Witness:
    """Return a split with what it scores, and the command that finds a deal played out to it."""
    listed = " ".join(map(str, s.taken))
    text = f"tricks {listed} score {' '.join(map(str, getattr(s, name)))}"
    if sum(s.taken) != variant.tricks:
        return Witness(text)
    return Witness(text, f"foolproof find --variant {_named(variant)} --property '{wanted}'")


def _named(variant: Variant) -> str:
    """Name a variant as the command line takes it."""
    words = [variant.path or variant.name, f"--players {variant.players}"]
    default = {code: next(iter(o.readings)) for code, o in variant.file.options.items()}
    for code, reading in variant.file.choose.items():
        if default.get(code) != reading:
            words.append(f"--option '{code}={reading}'")
    words += [f"--set '{field}={value}'" for field, value in variant.settings.items()]
    return " ".join(words)


def _total(variant: Variant, name: str, totals: dict[int, Scored], scope: str) -> Remark:
    check, what = "the total of the scores", _when(variant, name)
    low, high = min(totals), max(totals)
    details = {"stage": name, "least": low, "most": high}
    if low == high:
        text = f"The {what} always add up to {low}."
        return sound(check, text, scope=scope, details=details)
    wanted = "tricks " + " ".join(map(str, totals[high].taken))
    witness = split_witness(variant, totals[high], name, wanted)
    text = f"The {what} add up to {low} at least and {high} at most, not to a constant."
    return note(check, text, scope=scope, witness=witness, details=details)


def _ties(variant: Variant, name: str, tied: list[Scored], whole: int, scope: str) -> Remark:
    check, what = "ties", _when(variant, name)
    details = {"stage": name, "splits": whole, "tied": len(tied)}
    if not tied:
        return sound(check, f"No two {what} can be equal.", scope=scope, details=details)
    plain = min(tied, key=lambda s: (sum(s.taken) != variant.tricks, max(s.taken), s.taken))
    witness = split_witness(variant, plain, name, f"{name} scores tied")
    text = f"{len(tied)} of {whole} splits make {what} equal; for example {witness.text}."
    return note(check, text, scope=scope, witness=witness, details=details)


def _idle_lines(variant: Variant, all_scored: Sequence[Scored]) -> Iterator[Remark]:
    for number, kind in enumerate(kinds(variant)):
        if not any(any(_lines(variant, s.taken)[number]) for s in all_scored):
            yield _idle(variant, number, kind)


def _idle(variant: Variant, number: int, kind: str) -> Remark:
    """Remark on a line that never scores: a note where the file itself sets it to nothing."""
    check, details = "every line of the score matters", {"line": number}
    bonus = variant.file.score.lines[number].get("bonus", 1)
    if bonus == 0 or (isinstance(bonus, dict) and not bonus.get(str(variant.players))):
        text = f"The line '{kind}' is set to nothing for {variant.players} players."
        return note(check, text, details=details)
    return warning(check, f"The line '{kind}' of the score never scores anything.", details=details)


def _lines(variant: Variant, taken: Sequence[int]) -> list[Sequence[int]]:
    from solver.rules.algebra import PLAIN

    facts = Facts(taken=taken, sides=variant.sides)
    return [added for _, added in score_lines(PLAIN, variant.file.score.lines, facts)]


# --- all that scoring can see, unknown --------------------------------------------------------


def _asked(variant: Variant) -> Iterator[Remark]:
    seats = owners(variant)
    cases = unknown_facts(variant)
    for name in _stages(variant):
        yield _asked_total(variant, name, cases, seats)
        yield _asked_tie(variant, name, cases, seats)
    yield from _asked_lines(variant, cases)


def _asked_total(
    variant: Variant, name: str, cases: Sequence[Unknowns], seats: Sequence[int]
) -> Remark:
    check, what = "the total of the scores", _when(variant, name)
    ends: dict[str, tuple[int, str]] = {}
    for case in cases:
        total = sum(case.raw_and_final(variant)[name][i] for i in seats)
        for word, sign in (("least", 1), ("most", -1)):
            best = None if variant.books else _extreme(case, sign * total)
            best = best or _line_by_line(variant, name, case, seats, sign)
            if best is None:
                return unknown(check, f"The range of the {what} was not found: z3 gave up.")
            value, text = sign * best[0], best[1]
            if word not in ends or sign * value < sign * ends[word][0]:
                ends[word] = (value, text)
    details = {"stage": name, "least": ends["least"][0], "most": ends["most"][0]}
    if ends["least"][0] == ends["most"][0]:
        return sound(check, f"The {what} always add up to {ends['least'][0]}.", details=details)
    by = {word: f" ({facts})" if facts else "" for word, (_, facts) in ends.items()}
    text = (f"The {what} add up to {ends['least'][0]} at least{by['least']}"
            f" and {ends['most'][0]} at most{by['most']}.")  # fmt: skip
    return note(check, text, witness=Witness(ends["most"][1]), details=details,
                scope="bounds over all facts that a deal can leave")  # fmt: skip


def _line_by_line(
    variant: Variant, name: str, case: Unknowns, seats: Sequence[int], sign: int
) -> tuple[int, str] | None:
    """Return a bound of the total, the sum of the bounds of the single lines."""
    bound = 0
    for kind, added in score_lines(Z3, variant.file.score.lines, case.facts):
        if name == "final" or kind not in variant.bonus_kinds:
            best = _extreme(case, sign * sum(z3.IntVal(0) + added[i] for i in seats))
            if best is None:
                return None
            bound += best[0]
    return bound, ""


def _extreme(case: Unknowns, term: Any) -> tuple[int, str] | None:
    found = least_value(case.given, term)
    return None if found is None else (found[0], shown_facts(found[1], case.facts))


def _asked_tie(
    variant: Variant, name: str, cases: Sequence[Unknowns], seats: Sequence[int]
) -> Remark:
    check, what = "ties", _when(variant, name)
    for case in cases:
        terms = case.raw_and_final(variant)[name]
        pairs = [(i, j) for k, i in enumerate(seats) for j in seats[:k]]
        for i, j in pairs:
            answer = solved([*case.given, terms[i] == terms[j]])
            if isinstance(answer, str):
                return unknown(check, f"Whether {what} can be equal was not found: z3 gave up.")
            if answer is not None:
                facts = shown_facts(answer, case.facts)
                text = f"Two {what} can be equal: {facts}."
                return note(check, text, witness=Witness(facts), details={"stage": name})
    return sound(check, f"No two {what} can be equal.", details={"stage": name})


def _asked_lines(variant: Variant, cases: Sequence[Unknowns]) -> Iterator[Remark]:
    for number, kind in enumerate(kinds(variant)):
        answers = []
        for case in cases:
            added = score_lines(Z3, variant.file.score.lines, case.facts)[number][1]
            answers.append(solved([*case.given, z3.Or(*(z3.IntVal(0) + x != 0 for x in added))]))
        if all(answer is None for answer in answers):
            yield _idle(variant, number, kind)


# --- raw ties by number of players ------------------------------------------------------------


def _raw_ties_by_number(variant: Variant) -> Iterator[Remark]:
    """State for which numbers of players raw scores can tie, where weights run round the table.

    Nothing else may add to the raw scores, for it could tie what they keep apart.
    """
    raw = [line for line in variant.file.score.lines if line["kind"] not in variant.bonus_kinds]
    if variant.sides or {line["kind"] for line in raw} != {"weighted tricks"}:
        return
    rows: list[dict[str, Any]] = []
    for players in variant.file.players.allowed or (variant.players,):
        other = dealt_so(variant, {}, players)
        if other is not None:
            rows.append(_tie_row(other))
    lawful = len(raw) == 1 and raw[0].get("weights", "rising") == "rising"
    lawful = lawful and all(row["can tie"] == (row["gcd"] > 1) for row in rows)
    if lawful:
        lawful = law_proved(variant.players, str(raw[0].get("toward", "right")))
    tying = [str(row["players"]) for row in rows if row["can tie"]]
    safe = [f"{r['players']} with {r['tricks']} tricks" for r in rows if not r["can tie"]]
    parts = [f"Raw scores can't tie for {', '.join(safe)}"] if safe else []
    parts += [f"{'they' if safe else 'Raw scores'} can tie for {', '.join(tying)}"] if tying else []
    text = "; ".join(parts) + "."
    if lawful:
        text += (
            f" For {variant.players} players they can tie exactly when the tricks and"
            f" {variant.players} have a common divisor (proved for every number of tricks)."
        )
    yield note("ties", text, details={"by players": rows, "law proved": lawful})


def _tie_row(variant: Variant) -> dict[str, Any]:
    n, tricks = variant.players, variant.tricks
    weights = weights_of(variant)
    found = [s for d in range(1, n // 2 + 1) if (s := tie_split(weights, d, tricks)) is not None]
    return {
        "players": n,
        "tricks": tricks,
        "gcd": gcd(n, tricks),
        "can tie": bool(found),
        "split": list(found[0]) if found else [],
    }
