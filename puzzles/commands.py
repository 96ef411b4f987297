"""The commands of puzzles: sheet, play, convert, and those of `puzzles.commands_compose`.

Everything heavy is imported by the command that needs it.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.command_options import Finite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzles.formats import Document

FORMAT_NAMES = ("json", "text", "pbn", "lin", "rbn", "hands", "csv")
MORE = "puzzles.commands_compose"
seconds_option = click.option(
    "--seconds", type=Finite(min=0), default=60.0, show_default=True, metavar="S",
    help="Longest time to solve one puzzle.",
)  # fmt: skip
from_option = click.option(
    "--from", "read_as", type=click.Choice(FORMAT_NAMES), help="Format of the set."
)


class PuzzleGroup(click.Group):
    """A group that has the commands of this module and those that are defined elsewhere."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted({*super().list_commands(ctx), *(str(c.name) for c in _more())})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command of this module or of the others."""
        own = super().get_command(ctx, cmd_name)
        return own or next((c for c in _more() if c.name == cmd_name), None)


def _more() -> Iterator[click.Command]:
    if find_spec(MORE):
        yield from import_module(MORE).COMMANDS


@click.group(cls=PuzzleGroup)
def puzzle() -> None:
    """Compose, check, print, play and convert puzzles."""


def read_set(argument: str, read_as: str | None = None, *, strict: bool = False) -> Document:
    """Read the set that an argument names.

    A file, '-' for stdin, a puzzle on one line, or the name of a set or problem that is shipped.
    """
    from puzzles.formats import load, loads
    from solver.errors import BadInput, nearest
    from solver.inputs import names_nothing

    if "|" in argument:
        document = loads(argument, format=read_as or "", strict=strict)
    elif found := _shipped(argument):
        document = found
    elif names_nothing(argument):
        raise BadInput(
            f"'{argument}' is neither a file nor a shipped set or problem: the sets are "
            f"{', '.join(sorted(_sets()))}, and rams-07 is a problem."
            f"{nearest(argument, _sets())}"
        )
    else:
        document = load(argument, format=read_as or "", strict=strict)
    for warning in document.warnings:
        _warn(warning)
    return document


def _sets() -> dict[str, Path]:
    from solver.inputs import SETS

    return {path.stem: path for path in SETS.glob("*.json")}


def _shipped(name: str) -> Document | None:
    """Return a set that comes with Foolproof, such as rams, or the one problem rams-07 of it."""
    from puzzles.formats import load

    listed = _sets()
    path = listed.get(name) or listed.get(name.rpartition("-")[0])
    if path is None or Path(name).exists():
        return None
    whole = load(path)
    if path.stem == name:
        return whole
    chosen = tuple(puzzle for puzzle in whole.puzzles if puzzle.id == name)
    return replace(whole, puzzles=chosen, chunks=()) if chosen else None


def some_puzzles(document: Document, source: str) -> Document:
    """Return a document that holds a puzzle; raise BadInput for one that holds none."""
    from solver.errors import BadInput

    if not document.puzzles:
        raise BadInput(f"{source}: holds no puzzle.")
    return document


def _warn(message: str) -> None:
    from solver.display import plain

    click.echo(f"warning: {plain(message)}", err=True)


# --- sheets -------------------------------------------------------------------------------------


@puzzle.command()
@click.argument("source", metavar="SET")
@click.option("-o", "--output", required=True, metavar="FILE", help="A .html, .pdf, .svg or .md.")
@click.option("--title", default="", help="Title instead of the set's own.")
@click.option("--solutions/--no-solutions", default=True, help="Add hints and solutions.")
@seconds_option
@from_option
def sheet(
    source: str, output: str, title: str, solutions: bool, seconds: float, read_as: str | None
) -> None:
    """Write a booklet.

    Puzzles with drawn cards, then hints, then solutions. The .html can be printed, and played:
    its reader clicks cards, the others answer as well as they can.
    """
    from puzzles.sheets import write_sheet
    from solver.display import screen
    from solver.limits import Limits

    document = some_puzzles(read_set(source, read_as), source)
    write_sheet(document, output, title, Limits(seconds=seconds), solutions)
    count = len(document.puzzles)
    screen().line(f"{output}: {count} puzzle{'' if count == 1 else 's'}")


# --- playing ------------------------------------------------------------------------------------


@puzzle.command()
@click.argument("source", metavar="SET")
@click.option("--number", type=click.IntRange(min=1), help="Play only this puzzle.")
@click.option(
    "--defence", type=click.Choice(["best", "trap"]), default="best", show_default=True,
    help="Give nothing away, or set the longest trap.",
)  # fmt: skip
@click.option("--log", "log_file", metavar="FILE", help="Append results, one JSON object a line.")
@seconds_option
@from_option
def play(
    source: str,
    number: int | None,
    defence: str,
    log_file: str | None,
    seconds: float,
    read_as: str | None,
) -> None:
    """Play puzzles at the keyboard.

    You play the side that the goal names, the engine all the others.
    """
    from puzzles.play import play_set, show_results
    from solver.display import screen
    from solver.errors import BadInput
    from solver.limits import Limits

    if source == "-":
        raise BadInput("stdin is for your answers: give the set as a file.")
    puzzles = list(enumerate(some_puzzles(read_set(source, read_as), source).puzzles, 1))
    if number is not None:
        if number > len(puzzles):
            raise BadInput(f"--number {number}: the last puzzle of the set is {len(puzzles)}.")
        puzzles = puzzles[number - 1 : number]
    out = screen()
    results = play_set(out, puzzles, defence, Limits(seconds=seconds))
    show_results(out, results)
    if log_file:
        _append(log_file, [result.data() for result in results])


def _append(path: str, records: list[dict[str, object]]) -> None:
    import json

    from solver.errors import BadInput

    try:
        with open(path, "a", encoding="utf-8") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)
    except OSError as error:
        raise BadInput(f"{path}: can't be written: {error.strerror}.") from None


# --- converting ---------------------------------------------------------------------------------


@puzzle.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@from_option
@click.option("--to", "write_as", type=click.Choice(FORMAT_NAMES), help="Format of OUT.")
@click.option("--strict", is_flag=True, help="Refuse what is odd instead of warning of it.")
def convert(
    source: str, target: str, read_as: str | None, write_as: str | None, strict: bool
) -> None:
    """Convert a set from one format to another.

    The formats are json, text (.txt), csv, pbn, lin, rbn and hands, told by the files' endings;
    '-' is stdin or stdout.
    """
    from puzzles.formats import dump
    from solver.display import screen

    document = read_set(source, read_as, strict=strict)
    dump(document, target, format=write_as or "")
    if target != "-":
        count = len(document.puzzles)
        screen().line(f"{target}: {count} puzzle{'' if count == 1 else 's'}")


COMMANDS: tuple[click.Command, ...] = (puzzle,)
