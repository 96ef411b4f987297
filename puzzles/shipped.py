"""The sets that come with the package, and how they are made: `python -m puzzles.shipped`.

Every set is chosen from a pool of strictly sound puzzles so that its grades rise evenly from
gentle to fiendish. Each puzzle has a strategy certificate beside it. Made again, the files are the
same bit for bit.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from puzzles.canon import canonical
from puzzles.formats import json as json_format
from puzzles.generate import compose
from puzzles.puzzle import PuzzleSet
from puzzles.recipe import BEST, RETROGRADE, SAMPLED, Recipe
from solver.errors import LimitReached
from solver.files import write_atomically
from solver.goals import AT_LEAST, AT_MOST, EXACTLY
from solver.strategy import dumps, extract

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzles.puzzle import Puzzle

SETS = Path(__file__).parent / "sets"
DOZEN = "fools-dozen"
EACH = 20
POOL = 12
TRIES = 513
TRIES_EACH = 40  # per puzzle wanted
MOST_DECISIONS = 400


MAKE = ((AT_LEAST, BEST),)
EVERY_GOAL = (*MAKE, (AT_MOST, BEST), (EXACTLY, "1"))


class Shipped(NamedTuple):
    """A set: the variant, its title, the numbers of cards in its endings, where they come from.

    `pool` puzzles are taken from each recipe; `goals` are relations with a number of tricks.
    """

    variant: str
    title: str
    cards: tuple[int, ...]
    methods: tuple[str, ...] = (SAMPLED, RETROGRADE)
    pool: int = POOL
    most: int = 1500
    goals: tuple[tuple[str, str], ...] = MAKE


SHIPPED = (
    Shipped("gooseberry-3", "Gooseberry Fool for three", (3, 4, 5)),
    Shipped("gooseberry-3-40", "Gooseberry Fool with a pack of forty", (4, 5)),
    Shipped("gooseberry-3-48", "Gooseberry Fool with a pack of forty-eight", (4, 5)),
    Shipped("gooseberry-5", "Gooseberry Fool for five", (3, 4), (SAMPLED,), 40, goals=EVERY_GOAL),
    Shipped("trump-fool", "Trump Gooseberry Fool", (3, 4)),
    Shipped("jewels", "Jokers & Jewels", (3, 4)),
    Shipped("spoil-five", "Spoil Five", (3, 4)),
    Shipped("forty-five", "Forty-five", (3, 4)),
    Shipped("loo-double", "Three-card Loo", (3,), (SAMPLED,), 60, goals=EVERY_GOAL),
    Shipped("rams", "Rams", (3, 4)),
    Shipped("rounce", "Rounce", (3, 4), pool=30, goals=EVERY_GOAL),
    Shipped("bierspiel", "Bierspiel", (3, 4), (SAMPLED,), 40, goals=EVERY_GOAL),
)


def recipes(shipped: Shipped) -> list[Recipe]:
    """Return the recipes whose puzzles a set is chosen from."""
    base = Recipe(shipped.variant, seed=1, count=shipped.pool, most=shipped.most)
    return [
        replace(base, cards=cards, method=method, relation=relation, goal=goal)
        for cards in shipped.cards
        for method in shipped.methods
        for relation, goal in shipped.goals
    ]


def pool(shipped: Shipped, jobs: int = 1) -> list[Puzzle]:
    """Return the pool of a set, without duplicates and puzzles whose proof is long, by grade."""
    found: dict[str, Puzzle] = {}
    tries = max(TRIES, TRIES_EACH * shipped.pool + 1)
    for recipe in recipes(shipped):
        for puzzle in compose(recipe, jobs=jobs, most_tried=tries).puzzles.puzzles:
            found.setdefault(canonical(puzzle.position, puzzle.goal), puzzle)
    return sorted(found.values(), key=lambda puzzle: (puzzle.grade or 0.0, puzzle.line()))


def certificate(puzzle: Puzzle) -> str | None:
    """Return the text of a puzzle's strategy certificate, None if it is too long."""
    try:
        return dumps(extract(puzzle.position, puzzle.goal, MOST_DECISIONS))
    except LimitReached as error:
        if error.stopped:
            raise
        return None


def spread(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Choose puzzles whose grades lie as evenly as the pool allows, easiest first."""
    grades = [puzzle.grade or 0.0 for puzzle in puzzles]
    left = list(range(len(puzzles)))
    low, high = grades[0], grades[-1]
    chosen = []
    for number in range(count):
        wanted = low + (high - low) * number / max(1, count - 1)
        pick = min(left, key=lambda i: (abs(grades[i] - wanted), i))
        left.remove(pick)
        chosen.append(pick)
    return [puzzles[i] for i in sorted(chosen)]


def make(shipped: Shipped, folder: Path = SETS, jobs: int = 1) -> PuzzleSet:
    """Make one set and write it with its certificates."""
    proved = [p for p in pool(shipped, jobs) if certificate(p) is not None]
    chosen = [
        replace(puzzle, id=f"{shipped.variant}-{number:02}")
        for number, puzzle in enumerate(spread(proved, EACH), 1)
    ]
    settings = {"recipes": [recipe.data() for recipe in recipes(shipped)]}
    made = PuzzleSet(shipped.title, tuple(chosen), settings)
    (folder / shipped.variant).mkdir(parents=True, exist_ok=True)
    for puzzle in chosen:
        write_atomically(certificate_path(puzzle, folder), certificate(puzzle) or "")
    write_atomically(folder / f"{shipped.variant}.json", json_format.dumps(made))
    return made


def certificate_path(puzzle: Puzzle, folder: Path = SETS) -> Path:
    """Return the place of a shipped puzzle's certificate."""
    name, _, number = puzzle.id.rpartition("-")
    return folder / name / f"{number}.json"


def make_dozen(sets: Sequence[PuzzleSet], folder: Path = SETS) -> PuzzleSet:
    """Choose one puzzle of every game, harder from one to the next, and write the dozen."""
    chosen = []
    for number, made in enumerate(sets):
        wanted = 10 * number / max(1, len(sets) - 1)
        chosen.append(min(made.puzzles, key=lambda p: (abs((p.grade or 0.0) - wanted), p.id)))
    chosen.sort(key=lambda puzzle: (puzzle.grade or 0.0, puzzle.id))
    dozen = PuzzleSet("The Fool's Dozen", tuple(chosen))
    write_atomically(folder / f"{DOZEN}.json", json_format.dumps(dozen))
    return dozen


def main(names: Sequence[str], jobs: int = 1) -> None:
    """Make the named sets, or all and the dozen."""
    from puzzles.formats import load

    for shipped in SHIPPED:
        if not names or shipped.variant in names:
            made = make(shipped, jobs=jobs)
            grades = [puzzle.grade for puzzle in made.puzzles]
            print(shipped.variant, json.dumps(grades), flush=True)
    if not names or DOZEN in names:
        make_dozen([load(SETS / f"{shipped.variant}.json") for shipped in SHIPPED])


if __name__ == "__main__":
    main(sys.argv[1:])
