"""Sound puzzles per minute and core, the time to check one, and the knots of the grade's scale.

    python benchmarks/puzzles.py              the rates, for three variants
    python benchmarks/puzzles.py --rare       how fast each method finds rare kinds
    python benchmarks/puzzles.py --grades     what makes the grades of the shipped sets
    python benchmarks/puzzles.py --calibrate  the deciles for KNOTS in puzzles/grade.py
"""

from __future__ import annotations

import argparse
import sys
import time
from bisect import bisect_left, bisect_right
from pathlib import Path
from statistics import correlation, mean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from puzzles.compose import Harvest, judged
from puzzles.formats import load
from puzzles.grade import WEIGHTS, weighted
from puzzles.puzzle import Puzzle
from puzzles.recipe import Recipe
from puzzles.shipped import SETS, SHIPPED
from puzzles.soundness import soundness

RATED = (("gooseberry-3", 4), ("spoil-five", 4), ("whist-notrump", 4))
MIXTURE = (
    ("gooseberry-3", 4), ("gooseberry-3", 5), ("gooseberry-3-40", 5), ("gooseberry-5", 3),
    ("spoil-five", 3), ("forty-five", 4), ("whist", 4), ("whist-notrump", 4), ("jewels", 3),
    ("irish-loo", 3), ("rams", 4), ("hearts", 4), ("euchre", 4), ("trump-fool", 4),
)  # fmt: skip
RARE = (
    ("exactly one trick, by a named card that one thinks of last", dict(
        variant="gooseberry-3", cards=3, relation="exactly", goal="1", key="7s", unlikely=True)),
    ("all help all, one way only, by a named card", dict(
        variant="whist-notrump", cards=3, stance="help", goal="3", key="2c", chain=4)),
    ("a squeeze", dict(variant="whist-notrump", cards=4, theme="squeeze")),
)  # fmt: skip
SEARCHES = ("sampled", "placed", "hillclimb", "sat")
RARE_SECONDS = 8.0
SECONDS = 20.0
EACH = 12
MOST = 150


def rate(variant: str, cards: int, seconds: float) -> tuple[float, float, float]:
    """Return strictly sound puzzles a minute, candidates a second, seconds to check a puzzle."""
    recipe = Recipe(variant, cards=cards, seed=1, count=10**6)
    harvest = Harvest(recipe)
    began = time.process_time()
    while time.process_time() - began < seconds:
        harvest.add([judged(recipe, harvest.next)])
    spent = time.process_time() - began
    checked = time.process_time()
    for puzzle in harvest.puzzles[:20]:
        assert soundness(puzzle).strict
    each = (time.process_time() - checked) / max(1, len(harvest.puzzles[:20]))
    return len(harvest.puzzles) * 60 / spent, harvest.next / spent, each


def harvested(recipe: Recipe, seconds: float) -> tuple[int, int, float]:
    """Return puzzles found, candidates judged and CPU seconds spent on a recipe."""
    harvest = Harvest(recipe)
    began = time.process_time()
    while time.process_time() - began < seconds:
        harvest.add([judged(recipe, harvest.next)])
    return len(harvest.puzzles), harvest.next, time.process_time() - began


def rare() -> None:
    """Print how many puzzles of rare kinds each method finds in a minute."""
    for words, wishes in RARE:
        print(words)
        for method in SEARCHES:
            recipe = Recipe(seed=1, count=10**6, method=method, **wishes)
            if method == "sat" and recipe.theme:
                continue  # a formula says nothing of themes
            found, tried, spent = harvested(recipe, RARE_SECONDS)
            print(f"  {method:9} {found * 60 / spent:7.1f} a minute and core "
                  f"({found} of {tried} candidates)", flush=True)  # fmt: skip


def grades() -> None:
    """Print the mean of each feature by grade in the shipped sets, and how they rise together."""
    sets = [load(SETS / f"{shipped.variant}.json") for shipped in SHIPPED]
    graded = [(puzzle.grade or 0.0, puzzle.features) for made in sets for puzzle in made.puzzles]
    bands = [[f for g, f in graded if low <= min(g, 9.9) < low + 2] for low in range(0, 10, 2)]
    print(f"{len(graded)} puzzles; graded 0-2, 2-4, …: " + ", ".join(str(len(b)) for b in bands))
    for name in WEIGHTS:
        together = correlation(ranks([f[name] for _, f in graded]), ranks([g for g, _ in graded]))
        means = "  ".join(f"{mean(features[name] for features in band):5.2f}" for band in bands)
        print(f"{name:10} {means}   rank correlation {together:5.2f}")


def ranks(values: list[float]) -> list[float]:
    """Return the rank of each value, equal ones the mean of theirs."""
    ordered = sorted(values)
    return [(bisect_left(ordered, v) + bisect_right(ordered, v)) / 2 for v in values]


def mixture() -> list[Puzzle]:
    """Return the sample that the scale is made for: two methods, many variants, no grade asked."""
    found: list[Puzzle] = []
    for variant, cards in MIXTURE:
        for method in ("sampled", "retrograde"):
            harvest = Harvest(Recipe(variant, cards=cards, seed=99, method=method, count=EACH))
            while not harvest.full and harvest.next < MOST:
                harvest.add([judged(harvest.recipe, harvest.next)])
            found += harvest.puzzles
    return found


def knots(amounts: list[float]) -> list[float]:
    """Return the eleven deciles of a sample, the last without the most extreme fiftieth."""
    ordered = sorted(amounts)
    last = len(ordered) - 1
    shares = [0.0, *(i / 10 for i in range(1, 10)), 0.98]
    return [round(ordered[round(share * last)], 2) for share in shares]


def calibrate() -> None:
    """Print the knots of a fresh sample, and how its features spread."""
    sample = mixture()
    print(f"{len(sample)} puzzles")
    print("KNOTS =", tuple(knots([weighted(puzzle.features) for puzzle in sample])))
    for name in WEIGHTS:
        values = sorted(puzzle.features[name] for puzzle in sample)
        print(f"{name:10} median {values[len(values) // 2]:.2f}, greatest {values[-1]:.2f}")


def rates() -> None:
    """Print the rates of three variants."""
    for variant, cards in RATED:
        puzzles, candidates, each = rate(variant, cards, SECONDS)
        print(
            f"{variant}, {cards} cards: {puzzles:.0f} strictly sound puzzles a minute and core, "
            f"{candidates:.0f} candidates a second, {1000 * each:.0f} ms to check one"
        )


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    chosen = parser.add_mutually_exclusive_group()
    for work in (rare, grades, calibrate):
        chosen.add_argument(f"--{work.__name__}", dest="work", action="store_const", const=work)
    (parser.parse_args().work or rates)()


if __name__ == "__main__":
    main()
