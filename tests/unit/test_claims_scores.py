"""The claims about scores: the law of ties against brute force, numbers by other ways, mutants."""

from __future__ import annotations

import random
import shlex
from fractions import Fraction
from itertools import permutations, product
from math import gcd
from pathlib import Path

import pytest

from proofs.claim import Verdict
from proofs.claims.scores_schedules import searched
from proofs.playouts import Lowered
from proofs.random_play import playouts, random_split, share_of_splits
from proofs.splits import (
    count_splits,
    lawful_distances,
    score,
    splits,
    tie_law,
    tie_split,
    ties,
    tying_distances,
)
from proofs.tie_law import law_proved, level_split, steps_hold
from solver.dealing import deal
from solver.outcome import facts, outcome
from solver.transcript import read_deals
from solver.variant import load
from tests.common.claims import findings, found, replays, under, with_parameters
from tests.common.naive_twin import twin


def plain_scores(taken: tuple[int, ...]) -> list[int]:
    """Score by the words of rule E: walk round the table to the right."""
    n = len(taken)
    scores = []
    for seat in range(n):
        points, at = 0, seat
        for weight in [*range(1, n), 0]:
            points += weight * taken[at]
            at = (at - 1) % n
        scores.append(points)
    return scores


def test_every_claim_is_settled_and_every_witness_replays() -> None:
    for claim_id, finding in findings("scores").items():
        assert finding.verdict not in (Verdict.NOT_SETTLED, Verdict.UNKNOWN), claim_id
        assert replays(finding), claim_id


# --- the law of ties ------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(2, 8))
def test_law_of_ties_by_brute_force(n: int) -> None:
    for tricks in range(1, 13 if n < 5 else 8):
        tied = any(ties(plain_scores(t)) for t in splits(n, tricks))
        assert tied == (gcd(n, tricks) > 1) == tie_law(n, tricks)
        by_distance = (
            {
                d
                for t in splits(n, tricks)
                for d in range(1, n // 2 + 1)
                if any(plain_scores(t)[i] == plain_scores(t)[i - d] for i in range(n))
            }
            if count_splits(n, tricks) < 400
            else set(lawful_distances(n, tricks))
        )
        assert by_distance == set(lawful_distances(n, tricks))


def test_composite_odd_numbers_tie_before_n_divides_t() -> None:
    assert tie_law(9, 3) and not any(tie_law(9, t) for t in (1, 2, 4, 5, 7, 8))
    split = tie_split([*range(1, 9), 0], 3, 3)
    assert split is not None
    scores = plain_scores(split)
    assert scores[0] == scores[-3]
    assert lawful_distances(9, 3) == [3]
    assert lawful_distances(15, 5) == [3, 6]


def test_splits_of_the_proof_are_level() -> None:
    for n in range(2, 20):
        for tricks in range(1, 20):
            for d in lawful_distances(n, tricks):
                taken = tuple(level_split(n, d, tricks))
                scores = plain_scores(taken)
                assert scores[0] == scores[-d] and sum(taken) == tricks


def test_law_is_proved_beyond_the_report() -> None:
    assert law_proved(21) and law_proved(25) and steps_hold()


def test_engine_scores_are_those_of_the_words() -> None:
    for name in ("G3", "G5", "G7a"):
        variant = load(name)
        rng = random.Random(3)
        for _ in range(50):
            taken = [0] * variant.players
            for _ in range(variant.tricks):
                taken[rng.randrange(variant.players)] += 1
            assert list(score(variant, tuple(taken)).raw) == plain_scores(tuple(taken))


def test_naive_engine_agrees_on_final_scores() -> None:
    for name in ("G3", "G5"):
        for seed in range(8):
            position = deal(load(name), seed)
            game = twin(position)
            rng = random.Random(seed)
            while not game.over():
                game.do(rng.choice(game.actions()))
            result = game.scores()
            mine = score(load(name), tuple(game.tricks()))
            assert (list(mine.raw), list(mine.final)) == (result["raw"], result["final"])


# --- numbers by other ways ------------------------------------------------------------------------


def test_final_ties_counted_without_the_engine() -> None:
    tied = []
    places = {"first": 0, "level": 0, "behind": 0}
    for t in splits(3, 11):
        raw = plain_scores(t)
        final = [s + 10 * (s == sorted(raw)[1]) for s in raw]
        middle = final[raw.index(sorted(raw)[1])]
        if len(set(final)) < 3:
            tied.append(list(t))
        top = max(final)
        places["behind" if middle < top else "level" if final.count(top) > 1 else "first"] += 1
    assert found("B027").details["tied splits"] == tied
    assert len(tied) == 3
    assert {k: found("B031").details[k] for k in places} == places == {
        "first": 63, "level": 3, "behind": 12,
    }  # fmt: skip


@pytest.mark.parametrize(("tricks", "count"), [(13, 15), (16, 18)])
def test_final_ties_of_longer_hands(tricks: int, count: int) -> None:
    tied = 0
    for t in splits(3, tricks):
        raw = plain_scores(t)
        tied += len({s + 10 * (s == sorted(raw)[1]) for s in raw}) < 3
    assert tied == count == found("B033").details[str(tricks)]["with a tie"]


def test_unsafe_bonuses_of_three_players() -> None:
    unsafe = set()
    for t in splits(3, 11):
        low, middle, top = sorted(plain_scores(t))
        unsafe.add(top - middle)
        assert middle - low > 0
    assert sorted(unsafe) == found("B032").details["unsafe"] == [1, 2, 4, 5, 7, 8, 10, 11]


@pytest.mark.parametrize(("n", "most"), [(3, 10), (5, 7), (7, 4), (9, 4)])
def test_which_bonuses_are_safe_by_numbers_of_players_and_tricks(n: int, most: int) -> None:
    """Multiples of n if gcd(n, T) = 1, and none at all if not: the law stated with B032."""
    for tricks in range(1, most + 1):
        rows = [plain_scores(t) for t in splits(n, tricks)]
        for bonus in range(n * tricks):
            finals = ([s + bonus * (s == sorted(raw)[n // 2]) for s in raw] for raw in rows)
            safe = all(len(set(final)) == n for final in finals)
            if gcd(n, tricks) > 1 or bonus % n == 0:
                assert safe == (gcd(n, tricks) == 1), (tricks, bonus)
    assert not any(found("B032").details["safe bonuses by T, gcd(n, T) > 1"].values())


def test_largest_gap_of_five_players() -> None:
    for tricks, gap in ((9, 18), (11, 22), (13, 26)):
        row = found("B030").details[str(tricks)]
        assert (row["largest gap"], row["final ties"]) == (gap, 0)
        assert max(max(s) - sorted(s)[2] for s in map(plain_scores, splits(5, tricks))) == gap


def test_packs_that_can_tie() -> None:
    table = found("B048").details
    for n in (3, 5, 7):
        for row in table[str(n)]:
            assert row["P"] == n * row["T"] + row["u"] and row["u"] in (1, 2)
            assert row["can tie"] == (row["T"] % n == 0)
    assert {"P": 52, "T": 10, "u": 2, "can tie": True} in table["5"]


def test_schedules_by_listing_all_splits() -> None:
    for n, tricks in ((3, 11), (5, 9)):
        best = [
            w
            for w in permutations(range(n))
            if w[0] == 0 and w[1] < w[-1] and not searched(w, tricks)
        ]
        assert len(best) == found("B072").details[f"n={n}, T={tricks}"]["reach it"]
    # Below n-1 nothing is free of ties, whatever the search.
    assert all(searched(w, 11) for w in product(range(2), repeat=3))
    assert all(tying_distances(w, 9) for w in product(range(4), repeat=5) if 0 in w)


def test_session_by_depth_first_search() -> None:
    finals = sorted({score(load("G3"), t).final for t in splits(3, 11)})
    longest: dict[tuple[int, ...], int] = {}
    shortest: dict[tuple[int, ...], int] = {}

    def explore(totals: tuple[int, ...]) -> tuple[int, int]:
        # Hands are the same whichever seat one begins with.
        totals = min(totals[i:] + totals[:i] for i in range(3))
        if totals not in longest:
            low, high = 99, 0
            for final in finals:
                after = tuple(sorted(a + b for a, b in zip(totals, final, strict=True)))
                if max(after) >= 100:
                    low, high = min(low, 1), max(high, 1)
            for final in finals:
                after = tuple(a + b for a, b in zip(totals, final, strict=True))
                if max(after) < 100:
                    a, b = explore(after)
                    low, high = min(low, a + 1), max(high, b + 1)
            longest[totals], shortest[totals] = high, low
        return shortest[totals], longest[totals]

    assert explore((0, 0, 0)) == (found("P02").details["least"], found("P02").details["greatest"])
    assert found("P03").details["end states"]["3"] == 3
    assert found("P04").details["without a winner"] == 0


@pytest.mark.parametrize("claim", ["P02", "P03"])
def test_sessions_shown_can_be_played(claim: str) -> None:
    witness = found(claim).witness
    assert witness is not None and witness.command and "list of splits" not in witness.text
    words = shlex.split(witness.command.partition("'%s\\n' ")[2].rpartition(" | ")[0])
    ends = [deal.end for deal in read_deals("\n".join(words))]
    totals = [sum(column) for column in zip(*(outcome(e).final for e in ends), strict=True)]
    assert f"totals {', '.join(map(str, totals))}" in witness.text
    assert max(totals) >= 100 and all(sum(e.taken) == 11 for e in ends)


def test_japanese_rounds_by_hand() -> None:
    def rounds() -> list[tuple[tuple[int, ...], list[int]]]:
        return [(t, [x + x * (x == min(t)) for x in t]) for t in splits(3, 17)]

    top = sum(s.count(max(s)) > 1 for _, s in rounds())
    anywhere = sum(len(set(s)) < 3 for _, s in rounds())
    details = found("J017").details
    assert (details["level at the top"], details["level anywhere"]) == (top, anywhere) == (15, 51)
    change = [max(s) - min(s) - (max(t) - min(t)) for t, s in rounds()]
    details = found("J015").details
    assert (details["less"], details["equal"], details["greater"]) == (
        sum(c < 0 for c in change), change.count(0), sum(c > 0 for c in change),
    ) == (114, 51, 6)  # fmt: skip
    mean = Fraction(sum(s[0] for t, s in rounds() if t[0] == 5), 13)
    assert found("J018").details["mean score by own tricks"]["5"] == str(mean) == "80/13"
    distinct = [(t, s) for t, s in rounds() if len(set(t)) == 3]
    middle = sum(s[t.index(sorted(t)[1])] == min(s) for t, s in distinct)
    fewest = sum(s[t.index(min(t))] == min(s) for t, s in distinct)
    details = found("J019").details
    assert (details["middle"], details["fewest"]) == (middle, fewest) == (48, 114)
    assert found("J010").details["changed"] + found("J012").details["changed"] == 120
    assert found("J010").details["changed without any bonus"] == 120
    assert found("J012").details["largest total of a round"] == 27


def test_best_bid_is_a_third_of_the_distribution() -> None:
    def line(t: int, b: int) -> int:
        return 2 * b + (t - b) if t >= b else 2 * t - 2 * (b - t)

    for p in ((1, 1, 1), (1, 0, 2), (2, 0, 1), (1, 1, 4)):
        value = [sum(w * line(t, b) for t, w in enumerate(p)) for b in range(4)]
        rule = next(b for b in range(4) if 3 * sum(p[: b + 1]) >= sum(p))
        assert value[rule] == max(value)
    assert found("K022").details["smallest"] == {
        "t": 1, "b": 2, "tricks and missed": 0, "missed only": -2,
    }  # fmt: skip


def test_motley_in_random_play_meets_the_condition() -> None:
    variant = load("K1", 4)
    seen = 0
    for played in playouts(variant, 60, 5):
        owners = facts(played.end).motley
        if 3 not in owners:
            continue
        seen += 1
        seat = owners.index(3)
        position, by = played.start, {}
        from solver.referee import step

        for action in played.actions:
            if action.is_play:
                by[str(action.card)] = position.turn
            position = step(position, action)
        assert by["JOKER"] == seat != by["Fool"]
    assert seen


def test_fast_random_play_is_the_referees() -> None:
    variant = load("GN", 9, settings={"pack.jokers": 2})
    sample = 120
    slow = sum(ties(score(variant, p.end.taken).raw) for p in playouts(variant, sample, 9)) / sample
    fast = share_of_splits(variant, lambda t: ties(score(variant, t).raw), 2000, 9)
    assert abs(slow - fast.value) < 0.09
    low = Lowered(load("G3"))
    taken = [random_split(low, random.Random(seed)) for seed in range(300)]
    means = [sum(t[i] for t in taken) / 300 for i in range(3)]
    real = [
        sum(outcome(p.end).taken[i] for p in playouts(load("G3"), 150, 1)) / 150 for i in range(3)
    ]
    assert all(abs(a - b) < 0.8 for a, b in zip(means, real, strict=True))


# --- rules changed on purpose ---------------------------------------------------------------------


def changed_lines(folder: Path, claim_id: str, base: str, *lines: str, players: int = 0) -> Verdict:
    """Settle a claim under other score lines."""
    file = folder / f"lines-{claim_id.lower()}.toml"
    file.write_text(
        f'extends = "{load(base).name}"\n[score]\nlines = [{", ".join(lines)}]\n', encoding="utf-8"
    )
    return with_parameters(claim_id, variant=str(file)).verdict


def test_a_safe_bonus_mends_final_ties() -> None:
    name = load("G3").name
    for bonus, verdict in ((9, Verdict.HOLDS), (12, Verdict.HOLDS), (11, Verdict.FAILS)):
        tied = sum(
            ties(score(load(name, settings={"score.lines.1.bonus": bonus}), t).final)
            for t in splits(3, 11)
        )
        assert (tied == 0) == (verdict is Verdict.HOLDS)


def test_mutants_of_the_schedule_are_killed(tmp_path: Path) -> None:
    weights = '{ kind = "weighted tricks", weights = [1, 1, 0] }'
    bonus = '{ kind = "middling bonus", bonus = 10 }'
    file = tmp_path / "flat.toml"
    file.write_text(
        f'extends = "gooseberry-3"\n[score]\nlines = [{weights}, {bonus}]\n', encoding="utf-8"
    )
    tie = with_parameters("B025", cases=[[str(file), 11]])
    assert tie.verdict is Verdict.FAILS
    assert tie.details["n=3, T=11"]["with a tie"] > 0
    assert with_parameters("B023", variant=str(file)).verdict is not found("B023").verdict
    assert with_parameters("B022", variants={"3": str(file)}).verdict is Verdict.FAILS


def test_final_ties_vanish_with_a_bonus_of_nine(tmp_path: Path) -> None:
    lines = ('{ kind = "weighted tricks" }', '{ kind = "middling bonus", bonus = 9 }')
    assert changed_lines(tmp_path, "B027", "G3", *lines) is Verdict.HOLDS
    assert changed_lines(tmp_path, "B033", "G3", *lines) is Verdict.HOLDS


def test_without_the_bonus_for_fewest_the_clauses_fail(tmp_path: Path) -> None:
    assert changed_lines(tmp_path, "J010", "J1", '{ kind = "tricks", each = 1 }') is Verdict.FAILS


def test_house_values_change_the_nil_line(tmp_path: Path) -> None:
    assert under(tmp_path, "F043", "S2", match__target=50).details["most"] == 19


def test_signs_of_the_difference() -> None:
    assert found("F040").details == {"as printed": -15, "the other way": 15, "engine": 15}
    assert found("F042").details["tricks needed"] == {"net": 4, "gross": 2}
