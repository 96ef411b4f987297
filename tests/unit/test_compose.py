"""Composing: one set for a seed, whatever happens on the way; duplicates; methods; the command."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from puzzles.candidates import candidate
from puzzles.canon import canonical, renamed, renamings_of
from puzzles.compose import ACCEPTED, DUPLICATE, Finding, Harvest, judged
from puzzles.formats import load
from puzzles.generate import Progress, compose
from puzzles.journal import Journal
from puzzles.matrices import squeeze_matrix
from puzzles.placing import laid
from puzzles.puzzle import read_line
from puzzles.recipe import METHODS, PLACED, SAMPLED, Recipe, nameable
from puzzles.soundness import soundness
from puzzles.workers import workers
from solver import reference
from solver.errors import BadInput, RulesSilent
from solver.goals import HELP, Goal
from solver.position import start
from solver.problems import problems
from solver.referee import apply, parse_action
from solver.search import solve
from solver.variant import load as load_variant
from solver.variant_source import names
from tests.common.endings import endings
from tests.conftest import Run, refused

ROOT = Path(__file__).resolve().parents[2]
RECIPE = Recipe("gooseberry-3", cards=3, goal="2", seed=7, count=6)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_makes_strictly_sound_puzzles(method: str) -> None:
    goal = "1" if method == "retrograde" else "2"
    recipe = Recipe("gooseberry-3", cards=3, goal=goal, seed=2, count=3, method=method)
    made = compose(recipe, most_tried=1500)
    assert made.full and sum(made.reasons.values()) == made.tried
    for puzzle in made.puzzles.puzzles:
        assert soundness(puzzle).strict
        oracle = reference.solve(puzzle.position, puzzle.goal)
        assert {a for a, v in oracle.actions if puzzle.goal.met(v)} == set(puzzle.key)
        assert read_line(puzzle.line()).position == puzzle.position


@pytest.mark.parametrize(
    "wishes",
    [
        {"relation": "at most", "goal": "0"},
        {"relation": "exactly", "goal": "1"},
        {"stance": HELP, "goal": "3"},
        {"measure": "middling", "require": "sound"},
        {"require": "sound", "min_grade": 3.0},
        {"unlikely": True, "cards": 4},
        {"theme": "sandwich", "chain": 3, "cards": 4},
        {"key": "Qs", "goal": "2", "method": "hillclimb"},
    ],
)
def test_other_goals(wishes: dict[str, object]) -> None:
    recipe = Recipe("gooseberry-3", cards=3, seed=5, count=2, method="placed")
    recipe = Recipe(**{**recipe.data(), **wishes})
    made = compose(recipe, most_tried=4000)
    assert made.full, made.reasons
    for puzzle in made.puzzles.puzzles:
        found = reference.solve(puzzle.position, puzzle.goal)
        assert {a for a, v in found.actions if puzzle.goal.met(v)} == set(puzzle.key)
        assert puzzle.goal.relation == recipe.relation and puzzle.goal.stance == recipe.stance
        assert recipe.theme in ("", *puzzle.themes)
        assert recipe.key in ("", *(str(action.card) for action in puzzle.key))
        assert puzzle.features["quiet"] == 1.0 or not recipe.unlikely


@pytest.mark.parametrize(("variant", "cards"), [("whist-notrump", 3), ("bridge", 4), ("whist", 3)])
def test_a_squeeze_is_found_soon(variant: str, cards: int) -> None:
    """Chance brings one in about a thousand; a matrix to begin with makes it one in a few."""
    recipe = Recipe(variant, cards=cards, method="hillclimb", theme="squeeze", seed=1, count=1)
    made = compose(recipe, most_tried=5)
    assert made.full, made.reasons
    for puzzle in made.puzzles.puzzles:
        assert "squeeze" in puzzle.themes and soundness(puzzle).strict


def test_a_matrix_is_an_ending() -> None:
    for variant in map(load_variant, ("whist-notrump", "whist", "bridge", "spades")):
        for cards in (3, 4, 5):
            for seed in range(6):
                trump = variant.keeps_trump_suit or ("h" if variant.has_trumps else "")
                hands = squeeze_matrix(variant, cards, trump, random.Random(seed))
                assert hands is not None and {len(hand) for hand in hands} == {cards}
                assert not problems(laid(variant, hands, 0, trump))
    assert squeeze_matrix(load_variant("gooseberry-3"), 3, "", random.Random(1)) is None


def test_the_origin_leads_to_the_position() -> None:
    for puzzle in compose(RECIPE).puzzles.puzzles:
        deal, play = puzzle.origin
        from solver.notation import read

        position, _ = read(deal)
        for text in play.split(", "):
            position = apply(position, parse_action(position, text))
        assert position.hands == puzzle.position.hands
        assert (position.turn, position.trump) == (puzzle.position.turn, puzzle.position.trump)


def test_a_candidate_depends_on_its_number_alone() -> None:
    backwards = [candidate(RECIPE, number) for number in reversed(range(5))]
    assert backwards[::-1] == [candidate(RECIPE, number) for number in range(5)]
    assert judged(RECIPE, 3) == judged(RECIPE, 3)


def test_findings_are_taken_in_the_order_of_numbers() -> None:
    findings = [judged(RECIPE, number) for number in range(300)]
    forwards, backwards = Harvest(RECIPE), Harvest(RECIPE)
    forwards.add(findings)
    for finding in reversed(findings):
        backwards.add([finding])
    assert forwards.puzzles == backwards.puzzles and forwards.puzzles
    assert forwards.report() == backwards.report()


# --- duplicates -------------------------------------------------------------------------------


def test_names_of_suits_and_ranks_make_no_new_puzzle() -> None:
    one = read_line(
        "gooseberry-3 / A to lead / A: 9c 7c Ah | B: As Ts Jh | C: Ks 8h 9d / A makes 2"
    )
    suits = read_line(
        "gooseberry-3 / A to lead / A: 9d 7d As | B: Ah Th Js | C: Kh 8s 9c / A makes 2"
    )
    ranks = read_line(
        "gooseberry-3 / A to lead / A: Jc 7c Kh | B: As Ts Qh | C: Qs 9h 7d / A makes 2"
    )
    seats = read_line(
        "gooseberry-3 / B to lead / B: 9c 7c Ah | C: As Ts Jh | A: Ks 8h 9d / B makes 2"
    )
    other = read_line(
        "gooseberry-3 / A to lead / A: 9c 7c Ah | B: As Ks Jh | C: Ts 8h 9d / A makes 2"
    )
    forms = [canonical(p.position, p.goal) for p in (one, suits, ranks, seats, other)]
    assert forms[0] == forms[1] == forms[2] == forms[3] != forms[4]


def test_trumps_and_colours_keep_suits_apart() -> None:
    whist = read_line(
        "whist / A to lead, trump h / A: 2c 3h | B: 4c 5d | C: 6s 7h | D: 8s 9d / A+C make 1"
    )
    images = {renaming["h"] for renaming in renamings_of(whist.position)}
    assert images == {"h"}
    # Spoil Five ranks red and black suits the opposite way.
    five = start(whist.variant, whist.position.hands)._replace(trump="h")
    spoil = five._replace(variant=load_variant("spoil-five"))
    assert all({r["c"], r["s"]} == {"c", "s"} for r in renamings_of(spoil))


@pytest.mark.parametrize("name", ["gooseberry-3", "whist", "spoil-five", "rams", "trump-fool"])
def test_renaming_suits_changes_no_value(name: str) -> None:
    """What counts as a mere renaming really leaves every value as it was."""
    goals = 0
    for position in endings(name, 14, 3, seed=9):
        goal = Goal(frozenset([position.turn]))
        if position.trick or position.demoted:
            continue
        position = position._replace(turn_up=(), stock=(), widow=(), calls=("",) * position.players)
        values = sorted(value for _, value in solve(position, goal).actions)
        for renaming in renamings_of(position):
            hands = tuple(
                position.variant.pack.sort(tuple(renamed(card, renaming) for card in hand))
                for hand in position.hands
            )
            other = position._replace(hands=hands, won=((),) * position.players, dead=())
            assert sorted(value for _, value in solve(other, goal).actions) == values
            plain = position._replace(won=((),) * position.players, dead=())
            assert canonical(other, goal) == canonical(plain, goal)
            goals += 1
    assert goals


def test_progress_tells_rate_and_time_to_go() -> None:
    progress = Progress(5, 20, tried=120, before=20, seconds=10.0)
    assert progress.rate == 10.0
    assert progress.eta == 36.0  # 15 more at a yield of 1 in 24
    assert Progress(0, 20, 120, 20, 10.0).eta is None
    seen: list[Progress] = []
    compose(RECIPE, report=seen.append)
    assert seen and seen[-1].puzzles == RECIPE.count


def test_duplicates_are_counted() -> None:
    harvest = Harvest(RECIPE)
    first = next(f for f in (judged(RECIPE, n) for n in range(200)) if f.reason == ACCEPTED)
    harvest.add([Finding(0, *first[1:]), Finding(1, *first[1:])])
    assert harvest.report() == {ACCEPTED: 1, DUPLICATE: 1}


# --- interruptions and workers ----------------------------------------------------------------


def test_a_journal_is_picked_up(tmp_path: Path) -> None:
    whole = compose(RECIPE)
    with Journal(tmp_path / "j", RECIPE.data()) as log:
        log.write([judged(RECIPE, number) for number in (*range(5), 9, 11)])
    made = compose(RECIPE, journal=tmp_path / "j")
    assert made.puzzles == whole.puzzles and made.reasons == whole.reasons


def test_a_set_that_is_not_full_does_not_depend_on_how_it_was_made(tmp_path: Path) -> None:
    recipe = Recipe("gooseberry-3", cards=3, seed=7, count=50)
    whole = compose(recipe, most_tried=70)
    assert whole.tried == 70 and not whole.full
    compose(recipe, journal=tmp_path / "j", most_tried=90)
    again = compose(recipe, journal=tmp_path / "j", most_tried=70)
    assert (again.puzzles, again.tried) == (whole.puzzles, whole.tried)


def test_a_journal_of_other_settings_is_refused(tmp_path: Path) -> None:
    compose(RECIPE, journal=tmp_path / "j", most_tried=1)
    with pytest.raises(BadInput, match="other settings"):
        compose(Recipe("gooseberry-3", cards=3, seed=8), journal=tmp_path / "j")
    (tmp_path / "text").write_text("no database, but a text that is long enough to tell\n" * 9)
    with pytest.raises(BadInput, match="journal"):
        compose(RECIPE, journal=tmp_path / "text")


def generate_command(output: Path, jobs: int = 1) -> list[str]:
    words = ["--variant", "gooseberry-3", "--cards", "4", "--goal", "3"]
    words += ["--count", "12", "--seed", "7"]
    line = [sys.executable, str(ROOT / "foolproof.py"), "puzzle", "generate", *words]
    return [*line, "--jobs", str(jobs), "-o", str(output)]


def run_generate(output: Path, jobs: int = 1) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(generate_command(output, jobs), env=env, check=True, capture_output=True)


def test_killed_again_and_again_it_ends_with_the_same_set(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    run_generate(whole)
    journal = tmp_path / "broken.json.journal"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    found = 0
    for _ in range(3):
        process = subprocess.Popen(generate_command(broken), env=env, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while process.poll() is None and _findings(journal) <= found:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert broken.exists() or _findings(journal) >= found
        found = _findings(journal)
    run_generate(broken)
    assert broken.read_bytes() == whole.read_bytes()
    assert not journal.exists()


def _findings(journal: Path) -> int:
    """Return how many findings have been committed."""
    import sqlite3

    if not journal.exists():
        return 0
    try:
        connection = sqlite3.connect(f"file:{journal}?mode=ro", uri=True)
        count = int(connection.execute("select count(*) from finding").fetchone()[0])
        connection.close()
    except sqlite3.Error:
        return 0
    return count


def test_any_number_of_workers_makes_the_same_set(tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    run_generate(tmp_path / "one.json", 1)
    run_generate(tmp_path / "two.json", 2)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


INTERRUPTED = """
from puzzles.generate import compose
from puzzles.recipe import Recipe

def interrupt(progress):
    raise KeyboardInterrupt

if __name__ == "__main__":
    try:
        compose(Recipe("gooseberry-3", cards=5, count=500), jobs=2, report=interrupt)
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_an_interrupt_among_workers_is_all_that_is_said(tmp_path: Path) -> None:
    """Wherever it comes: joblib's warning of tasks that are dropped is none of the user's."""
    pytest.importorskip("joblib")
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, timeout=120
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


def test_unknown_backends_are_refused() -> None:
    with pytest.raises(BadInput, match="backend"), workers("smoke", 2):
        pass


# --- the command ------------------------------------------------------------------------------


def test_generate_reports_yield_and_reasons(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    words = ["puzzle", "generate", "--variant", "gooseberry-3", "--cards", "3", "--goal", "2"]
    words += ["--count", "3", "--seed", "7", "--jobs", "1", "-o", str(file)]
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert "3 of 3 puzzles from" in result.output and "unmakeable" in result.output
    document = load(file)
    assert len(document.puzzles) == 3
    assert document.settings["seed"] == 7
    assert run("puzzle", "check", str(file)).exit_code == 0
    assert "deal: gooseberry-3" in run("puzzle", "check", str(file), "--origin").output
    result = run(*words, "--json")
    data = json.loads(result.output)
    assert data["complete"] and data["reasons"]["accepted"] == 3


def test_generate_that_runs_out_of_candidates_says_so(run: Run, tmp_path: Path) -> None:
    words = ["puzzle", "generate", "--variant", "gooseberry-3", "--cards", "3", "--jobs", "1"]
    result = run(*words, "--count", "50", "--tries", "20", "-o", str(tmp_path / "s.json"))
    assert result.exit_code == 3 and "ran out" in result.output


@pytest.mark.parametrize(
    "words",
    [
        ["--variant", "gooseberry"],
        ["--goal", "many"],
        ["--theme", "squeze"],
        ["--relation", "exactly"],
        ["--jobs", "0"],
        ["--backend", "smoke", "--jobs", "2"],
        ["--method", "placed", "--cards", "13"],
        ["--min-grade", "6", "--max-grade", "5.9"],
        ["--trump", "h"],  # a game without trumps
        ["--trump", "x"],
        ["--measure", "pool"],  # a game without a pool
        ["--measure", "points"],
        ["--cards", "12"],  # of eleven
    ],
)
def test_bad_wishes(run: Run, tmp_path: Path, words: list[str]) -> None:
    base = ["puzzle", "generate", "--variant", "gooseberry-3", "--cards", "3", "--jobs", "1"]
    refused(run(*base, *words, "-o", str(tmp_path / "s.json")))


def test_short_hands_are_taken_whole_unless_cards_are_named(run: Run, tmp_path: Path) -> None:
    words = ["puzzle", "generate", "--variant", "loo-double", "--count", "1", "--jobs", "1"]
    words += ["--method", "placed", "-o", str(tmp_path / "s.json")]
    assert run(*words).exit_code == 0
    (made,) = load(tmp_path / "s.json").puzzles
    assert {len(hand) for hand in made.position.hands} == {3}
    refused(run(*words, "--cards", "4"), "2 to 3")


@pytest.mark.parametrize("file", ["s.txt", "s.csv", "s", "s.json.pbn"])
def test_a_set_is_not_written_under_the_name_of_another_format(
    run: Run, tmp_path: Path, file: str
) -> None:
    words = ["puzzle", "generate", "--variant", "gooseberry-3", "--jobs", "1"]
    refused(run(*words, "-o", str(tmp_path / file)), ".json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("method", [SAMPLED, PLACED])
def test_a_named_trump_is_kept_or_refused(name: str, method: str) -> None:
    """What can be named is what the endings then have; nothing is passed over in silence."""
    variant = load_variant(name)
    for trump in (*variant.pack.suits, "none"):
        recipe = Recipe(name, cards=2, method=method, trump=trump)
        if trump not in nameable(recipe, variant):
            with pytest.raises(BadInput, match="--trump"):
                candidate(recipe, 1)
            continue
        for number in range(3):
            with suppress(RulesSilent):
                position = candidate(recipe, number).position
                assert position is None or position.trump == trump.replace("none", "")
