"""The commands that judge and make puzzles: check, generate. Part of the group `puzzle`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from solver.command_options import NODES, Finite

if TYPE_CHECKING:
    from pathlib import Path

    from puzzles.generate import Composition, Progress
    from puzzles.recipe import Recipe

METHODS = ("sampled", "placed", "retrograde", "hillclimb", "sat")
MEASURES = ("tricks", "points", "raw", "score", "pool", "first", "middling", "last")


@click.command()
@click.argument("source", metavar="PUZZLE|FILE|-")
@click.option("--nodes", type=NODES, metavar="N", help="Most nodes per question.")
@click.option("--seconds", type=Finite(min=0), metavar="S", help="Time per question.")
@click.option(
    "--positions", type=click.IntRange(min=1), default=50_000, show_default=True, metavar="N",
    help="Most positions to look at in one puzzle.",
)  # fmt: skip
@click.option("--origin", is_flag=True, help="Show the deal and the play that lead there.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.pass_context
def check(
    ctx: click.Context,
    source: str,
    nodes: int | None,
    seconds: float | None,
    positions: int,
    origin: bool,
    as_json: bool,
) -> None:
    """Say what a puzzle is: strictly sound, sound, a dual, cooked, or none at all.

    Shows every key and cook with a line, later decisions with several right choices, and the
    defences. Exit code 0 if all puzzles are sound, 1 if one is not, 3 if a limit stopped the work.
    """
    from puzzles.commands import read_set, some_puzzles
    from puzzles.examine import exit_code, show_soundness, soundness_data
    from puzzles.soundness import soundness
    from solver.display import emit_json, screen
    from solver.limits import Limits

    document = some_puzzles(read_set(source), source)
    found = []
    for number, puzzle in enumerate(document.puzzles, 1):
        found.append(soundness(puzzle, Limits(nodes, seconds), positions))
        if not as_json:
            show_soundness(screen(), number, puzzle, found[-1], origin)
        if found[-1].stopped == "interrupted":
            break
    left = len(document.puzzles) - len(found)
    if as_json:
        pairs = zip(document.puzzles, found, strict=False)
        results = [soundness_data(puzzle, result) for puzzle, result in pairs]
        emit_json({"puzzles": results, "complete": not left})
    elif left:
        screen().bad(f"interrupted: the last {left} were not looked at")
    ctx.exit(exit_code(found))


def _number_or_best(_: click.Context, __: click.Parameter, value: str) -> str:
    if value != "best" and not value.isdecimal():
        raise click.BadParameter(f"'{value}': expected a number or 'best'.")
    return value


def _known_theme(_: click.Context, __: click.Parameter, value: str) -> str:
    from puzzles.themes import THEMES
    from solver.errors import nearest

    if value and value not in THEMES:
        listed = ", ".join(THEMES)
        raise click.BadParameter(f"'{value}': expected {listed}.{nearest(value, THEMES)}")
    return value


@click.command()
@click.option("--variant", required=True, help="Variant, with options: 'spoil-five players=4'.")
@click.option("--cards", type=click.IntRange(2, 13), show_default="4, or a whole shorter hand",
              help="Cards in each hand.")  # fmt: skip
@click.option(
    "--goal", default="best", show_default=True, callback=_number_or_best, metavar="N",
    help="A number, or 'best' for the most that can be forced.",
)  # fmt: skip
@click.option(
    "--relation", type=click.Choice(["at-least", "at-most", "exactly"]), default="at-least",
    show_default=True,
)  # fmt: skip
@click.option("--measure", type=click.Choice(MEASURES), default="tricks", show_default=True)
@click.option("--stance", type=click.Choice(["adversary", "help"]), default="adversary",
              show_default=True, help="Others against the side, or everybody with it.")  # fmt: skip
@click.option("--count", type=click.IntRange(min=1), default=20, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--method", type=click.Choice(METHODS), default="sampled", show_default=True,
              help="Where candidates come from; hillclimb and sat for rare kinds.")  # fmt: skip
@click.option("--require", type=click.Choice(["strict", "sound"]), default="strict",
              show_default=True,
              help="One right card at every decision, or at the first.")  # fmt: skip
@click.option("--chain", type=click.IntRange(min=1), default=2, show_default=True, metavar="N",
              help="Least decisions in a row, each with something wrong.")  # fmt: skip
@click.option("--min-grade", type=Finite(0, 10), default=0.0, show_default=True)
@click.option("--max-grade", type=Finite(0, 10), default=10.0, show_default=True)
@click.option("--theme", default="", callback=_known_theme, help="Demand a theme.")
@click.option("--key", default="", metavar="CARD", help="Demand this card as key.")
@click.option("--unlikely", is_flag=True, help="Demand the card one thinks of last as key.")
@click.option("--trump", default="", metavar="SUIT", help="Name this trump (or none).")
@click.option("--jobs", type=int, default=-1, show_default=True, help="Workers; -1 every core.")
@click.option("--backend", default="loky", show_default=True, metavar="B",
              help="loky, dask://HOST:PORT or ray.")  # fmt: skip
@click.option("--tries", type=click.IntRange(min=1), default=200_000, show_default=True,
              help="Most candidates.")  # fmt: skip
@click.option("-o", "--output", required=True, metavar="FILE", help="The set, a .json.")
@click.option("--journal", metavar="FILE", help="Journal instead of FILE.journal beside the set.")
@click.option("--json", "as_json", is_flag=True, help="Write the report as JSON.")
@click.pass_context
def generate(
    ctx: click.Context, /, output: str, journal: str | None, jobs: int, backend: str, tries: int,
    as_json: bool, relation: str, cards: int | None, **wishes: Any,
) -> None:  # fmt: skip
    """Compose a set of sound puzzles.

    Depends on nothing but the options and the seed: not on the machine, the number of workers or
    interruptions. What is finished is kept in a journal; the same command goes on from there.
    """
    from pathlib import Path

    from puzzles.formats import json as json_format
    from puzzles.generate import compose
    from puzzles.recipe import Recipe
    from solver.errors import BadInput
    from solver.files import write_atomically
    from solver.variant_text import read_variant

    hand = cards or min(Recipe.cards, read_variant(wishes["variant"]).hand_size)
    recipe = Recipe(**wishes, cards=hand, relation=relation.replace("-", " "))
    if Path(output).suffix.lower() != ".json":
        raise BadInput(f"-o {output}: sets are written as .json; 'puzzle convert' makes others.")
    if jobs == 0:
        raise BadInput("--jobs 0: expected a number of workers, or -1 for every core.")
    if recipe.relation == "exactly" and recipe.goal == "best":
        raise BadInput("--relation exactly needs a number: --goal 2.")
    if recipe.min_grade > recipe.max_grade:
        raise BadInput(
            f"--min-grade {recipe.min_grade} is above --max-grade {recipe.max_grade}: none fits."
        )
    path = Path(journal or f"{output}.journal")
    try:
        made = compose(
            recipe, journal=path, jobs=jobs, backend=backend, most_tried=tries,
            report=_show_progress,
        )  # fmt: skip
    except KeyboardInterrupt:
        click.echo(f"\nkept in {path}: the same command goes on from there", err=True)
        raise
    if sys.stderr.isatty():
        click.echo(err=True)
    write_atomically(output, json_format.dumps(made.puzzles))
    _report(output, recipe, made, as_json)
    if made.full:
        _remove(path, recipe)
    ctx.exit(0 if made.full else 3)


def _remove(path: Path, recipe: Recipe) -> None:
    """Delete the journal once the set stands."""
    from puzzles.journal import Journal

    Journal(path, recipe.data()).remove()


def _show_progress(progress: Progress) -> None:
    if not sys.stderr.isatty():
        return
    eta = progress.eta
    left = "?" if eta is None else f"{int(eta) // 60}:{int(eta) % 60:02}"
    done = 20 * min(progress.puzzles, progress.wanted) // progress.wanted
    bar = "#" * done + "." * (20 - done)
    text = f"[{bar}] {progress.puzzles}/{progress.wanted}, {progress.tried} tried"
    click.echo(f"\r{text}, {progress.rate:.0f}/s, ETA {left}   ", nl=False, err=True)


def _report(output: str, recipe: Recipe, made: Composition, as_json: bool) -> None:
    from solver.display import emit_json, screen

    count = len(made.puzzles.puzzles)
    share = count / made.tried if made.tried else 0.0
    if as_json:
        emit_json({"file": output, "puzzles": count, "tried": made.tried, "yield": round(share, 4),
                   "complete": made.full, "reasons": made.reasons})  # fmt: skip
        return
    out = screen()
    out.line(f"{output}: {count} of {recipe.count} puzzles from {made.tried} candidates "
             f"({100 * share:.1f} %)")  # fmt: skip
    for reason, number in made.reasons.items():
        out.line(f"  {number:6}  {reason}")
    if not made.full:
        out.line("The candidates ran out; ask for less, or allow more with --tries.")


COMMANDS = [check, generate]
