"""The commands for makers of games: examine, compare, design, find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solver.command_options import Finite, json_option, variant_options
from solver.errors import EXIT_REFUTED, EXIT_UNKNOWN, BadInput

if TYPE_CHECKING:
    from solver.variant import Variant


def _chosen(readings: tuple[str, ...], settings: tuple[str, ...]) -> tuple[Any, Any]:
    from solver.inputs import chosen_readings, chosen_settings

    return chosen_readings(readings), chosen_settings(settings)


@click.command()
@click.argument("variant")
@variant_options
@click.option(
    "--seconds",
    type=Finite(min=0),
    default=60.0,
    help="Longest processor time for numbers of players other than the usual one.",
)
@json_option
@click.pass_context
def examine(
    ctx: click.Context,
    variant: str,
    players: int | None,
    readings: tuple[str, ...],
    settings: tuple[str, ...],
    seconds: float,
    as_json: bool,
) -> None:
    """Examine the rules of a variant (a built-in, or your own .toml file).

    Says whether the deal comes out, whether there is always a legal card and exactly one winner of
    every trick, which rules never matter, what scores add up to and when they tie, what does not
    matter to a trick, how the pool divides, and whether the game ends: for the usual number of
    players, then for every other that may play. Ends with 1 if a rule fails, with 3 if something
    was not settled in time.
    """
    from proofs.examine import examination_data, show_examination
    from proofs.examine import examine as examined
    from solver.display import emit_json, screen

    found = examined(variant, players, *_chosen(readings, settings), seconds=seconds)
    if as_json:
        emit_json(examination_data(found))
    else:
        show_examination(screen(), found)
    ctx.exit(found.exit_code)


@click.command()
@click.argument("one")
@click.argument("other")
@variant_options
@json_option
@click.pass_context
def compare(
    ctx: click.Context,
    one: str,
    other: str,
    players: int | None,
    readings: tuple[str, ...],
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Compare two variants: the same game, or where they differ.

    Each is a built-in or a file, and may carry readings and settings of its own in quotes, such as
    'gooseberry-3 G1=lead'. Every part of the rules that differs comes with the smallest hand,
    trick or split that shows it. Ends with 0 for the same game and 1 for different ones.
    """
    from proofs.compare import compare as compared
    from proofs.compare import show_comparison
    from solver.display import emit_json, screen

    found = compared(
        _variant(one, players, readings, settings), _variant(other, players, readings, settings)
    )
    if as_json:
        emit_json(found.data())
    else:
        show_comparison(screen(), found)
    ctx.exit(found.exit_code)


def _variant(
    text: str, players: int | None, readings: tuple[str, ...], settings: tuple[str, ...]
) -> Variant:
    """Load a variant that may carry readings and settings of its own."""
    from solver.variant import load
    from solver.variant_text import read_variant

    chosen, fixed = _chosen(readings, settings)
    own = read_variant(text)
    known = {code.lower() for code in own.file.options}
    chosen = {code: reading for code, reading in chosen.items() if code.lower() in known}
    name = own.path or own.name
    return load(name, players or own.players, {**own.file.choose, **chosen},
                {**own.settings, **fixed})  # fmt: skip


# --- design -----------------------------------------------------------------------------------


@click.group()
def design() -> None:
    """Answer a designer's questions: schedules, bonuses and packs without ties."""


@design.command()
@click.option("--players", type=click.IntRange(2, 12), required=True, help="Number of players.")
@click.option("--tricks", type=click.IntRange(1, 60), required=True, help="Number of tricks.")
@click.option(
    "--cyclic/--free",
    "cyclic",
    default=True,
    help="The same weights for every seat, by distance; or a table of its own.",
)
@click.option("--bonus", type=click.IntRange(min=0), default=0, help="Bonus of the middling score.")
@click.option(
    "--minimise",
    type=click.Choice(["max", "sum", "distinct"]),
    default="max",
    help="What makes a schedule simple: largest weight, sum, number of weights.",
)
@click.option("--seconds", type=Finite(min=0), default=60.0, help="Longest time to take.")
@json_option
@click.pass_context
def schedule(
    ctx: click.Context, players: int, tricks: int, cyclic: bool, bonus: int, minimise: str,
    seconds: float, as_json: bool,
) -> None:  # fmt: skip
    """Find all simplest score schedules without ties.

    A schedule gives a seat so many points for each of its own tricks, for those of its right-hand
    neighbour, and so on to the right. Ends with 1 where no schedule can do without ties.
    """
    from solver.display import emit_json, screen

    if not cyclic:
        ctx.exit(_free_schedule(players, tricks, bonus, as_json))
    from proofs.design.schedule import confirmed, schedules

    found = schedules(players, tricks, bonus=bonus, minimise=minimise, seconds=seconds)
    if found.found and not confirmed(found.found[0], tricks, bonus):
        raise ArithmeticError("a schedule ties in a split that turns another")
    if as_json:
        emit_json(found.data())
        ctx.exit(0 if found.found else EXIT_REFUTED)
    out = screen()
    out.title(f"{players} players, {tricks} tricks" + (f", bonus {bonus}" if bonus else ""))
    if found.impossible:
        out.bad("No schedule is free of ties.")
        out.line(f"tricks {_row(found.impossible)} tie seats whatever the weights are.")
        ctx.exit(EXIT_REFUTED)
    kinds = {"max": "largest weight", "sum": "sum of the weights", "distinct": "different weights"}
    more = "" if found.complete else " and more"
    out.line(f"{kinds[minimise]} {found.least}: {len(found.found)}{more} schedules without ties")
    if found.seen:
        out.line(f"smaller ones tie in one of {len(found.seen)} splits (in --json)")
    out.table(["own", *(f"right {k}" for k in range(1, players))],
              [[str(w) for w in weights] for weights in found.found[:60]])  # fmt: skip
    if len(found.found) > 60:
        out.line(f"and {len(found.found) - 60} others (in --json)")


def _row(numbers: Any) -> str:
    return " ".join(map(str, numbers))


def _free_schedule(players: int, tricks: int, bonus: int, as_json: bool) -> int:
    from proofs.design.free import free_schedule
    from solver.display import emit_json, screen

    if bonus:
        raise BadInput(
            "--bonus goes with --cyclic: a free table is made for scores before a bonus."
        )
    found = free_schedule(players, tricks)
    code = 0 if found.table else EXIT_REFUTED
    if as_json:
        emit_json(found.data())
        return code
    out = screen()
    out.title(f"{players} players, {tricks} tricks, weights that need not run round the table")
    if found.table:
        out.line(f"largest weight {found.least}, every seat's weights adding up to the same:")
        out.table(["scores", *(f"trick of {chr(65 + j)}" for j in range(players))],
                  [[chr(65 + i), *map(str, row)] for i, row in enumerate(found.table)])  # fmt: skip
    elif found.impossible:
        out.bad(f"No fair table is free of ties: tricks {_row(found.impossible)} tie all seats.")
    else:
        listed = ", ".join(_row(s) for s in found.seen)
        out.bad(f"No fair table with weights up to {found.least} is free of ties:")
        out.line(f"each of them ties in one of the splits {listed}.")
    out.line(
        "Without fairness seat i may score i for every trick, which never ties and is no game."
    )
    return code


@design.command()
@click.option("--players", type=click.IntRange(2, 17), required=True, help="Number of players.")
@click.option("--tricks", type=click.IntRange(1, 60), required=True, help="Number of tricks.")
@click.option("--weights", metavar="W,W,...", default="", help="Schedule (default: 1, 2, ..., 0).")
@click.option(
    "--bonus",
    "asked",
    type=click.IntRange(min=1),
    multiple=True,
    help="Show also what this bonus does.",
)
@json_option
@click.pass_context
def bonus(
    ctx: click.Context, players: int, tricks: int, weights: str, asked: tuple[int, ...],
    as_json: bool,
) -> None:  # fmt: skip
    """Find all bonuses for the middling score that can never make scores tie.

    Says too how often the middling player ends on top with each. Ends with 1 where raw scores tie
    already, which no bonus mends.
    """
    from proofs.design.bonus import bonuses
    from solver.display import emit_json, screen

    if players % 2 == 0:
        raise BadInput(f"{players} players have no middling score: the number must be odd.")
    found = bonuses(players, tricks, _weights(weights, players), asked)
    code = EXIT_REFUTED if found.raw_tie else 0
    if as_json:
        emit_json(found.data())
        ctx.exit(code)
    out = screen()
    out.title(f"{players} players, {tricks} tricks, weights {_row(found.weights)}")
    if found.raw_tie:
        out.bad(f"Raw scores tie already, whatever the bonus: tricks {_row(found.raw_tie)}.")
    else:
        few = f"{_row(found.free)} and " if found.free else ""
        out.line(f"never a tie with a bonus of {few}anything above {found.largest_gap}")
        out.line(f"a tie in some of the {found.splits} splits with {_row(found.gaps)}")
    rows = [
        [str(b), "tie" if b in found.gaps or found.raw_tie else "no tie", f"{n} of {found.splits}",
         f"{share:.2%}"]
        for b, (n, share) in found.on_top.items()
    ]  # fmt: skip
    if rows:
        out.table(["bonus", "", "middling on top in", "if every trick is open"], rows)
    ctx.exit(code)


def _weights(text: str, players: int) -> list[int] | None:
    from solver.errors import whole_number

    if not text:
        return None
    numbers = [whole_number(word) for word in text.replace(",", " ").split()]
    if len(numbers) != players or None in numbers:
        raise BadInput(f"--weights {text}: expected {players} numbers, such as 1,2,0.")
    return [number for number in numbers if number is not None]


@design.command()
@click.option("--players", type=click.IntRange(2, 9), required=True, help="Number of players.")
@click.option("--copies", type=click.IntRange(1, 3), multiple=True, help="Copies of each card.")
@click.option("--jokers", type=click.IntRange(0, 3), multiple=True, help="Jokers in the pack.")
@click.option("--over", type=click.IntRange(min=0), default=0, help="Cards that may be left over.")
@click.option(
    "--several-jokers",
    "reading",
    default="refuse",
    type=click.Choice(["refuse", "first", "last", "cancel"]),
    help="Which of several Jokers wins (refuse: none, the rules are silent).",
)
@click.option("--all", "every", is_flag=True, help="Show also packs that fail.")
@json_option
@click.pass_context
def packs(
    ctx: click.Context, players: int, copies: tuple[int, ...], jokers: tuple[int, ...], over: int,
    reading: str, every: bool, as_json: bool,
) -> None:  # fmt: skip
    """Find packs that deal out with no ties and one winner of every trick.

    Packs of four suits: copies of one, two different ones together, with Jokers. By the rules of
    Gooseberry Fool for any number.
    """
    from proofs.design.packs import candidates, judged
    from proofs.progress import with_progress
    from solver.display import emit_json, screen

    asked = candidates(players, copies=copies or (1, 2, 3), jokers=jokers or (0, 1, 2, 3),
                       over=over)  # fmt: skip
    work = ((form, judged(players, form, k, reading)) for form, k in asked)
    ready = with_progress(work, len(asked), "dealing", lambda pair: pair[0].text)
    found = [design for _, design in ready if design]
    shown = [d for d in found if every or (not d.failing and not d.raw_ties)]
    if as_json:
        emit_json({"players": players, "packs": [d.data() for d in shown]})
    else:
        out = screen()
        rows = [
            [d.form.text, str(d.jokers), str(d.cards), str(d.each), str(d.over),
             "can tie" if d.raw_ties else "no", d.example or "none"]
            for d in shown
        ]  # fmt: skip
        head = ["pack", "Jokers", "cards", "each", "over", "raw ties", "trick without a winner"]
        out.table(head, rows)
        out.line(f"{len(shown)} of {len(found)} packs that leave at most {over} over")
    ctx.exit(0 if shown else EXIT_REFUTED)


# --- find -------------------------------------------------------------------------------------


@click.command()
@click.option("--variant", required=True, help="The rules: a built-in, or a .toml file.")
@click.option("--cards", type=click.IntRange(min=1), help="Cards in each hand (default: all).")
@click.option("--goal", default="", help="Goal that can be made, such as 'A makes 3'.")
@click.option("--with-help", is_flag=True, help="Everybody helps.")
@click.option("--fails", "refuted", is_flag=True, help="Find a position in which it can't be made.")
@click.option(
    "--property",
    "wanted",
    default="",
    help="'raw scores tied', 'final scores tied', 'rules silent', 'tricks 3 4 4'.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Number that fixes chance.")
@click.option("--tries", type=click.IntRange(min=1), default=400, help="Random deals to look at.")
@click.option("--seconds", type=Finite(min=0), default=60.0, help="Longest time to take.")
@variant_options
@json_option
@click.pass_context
def find(
    ctx: click.Context, variant: str, cards: int | None, goal: str, with_help: bool,
    refuted: bool, wanted: str, seed: int, tries: int, seconds: float, players: int | None,
    readings: tuple[str, ...], settings: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Find a deal or position in which something is so.

    Looks at random deals, then at all deals at once where the rules can be stated so. What is found
    is replayed and written as a position with its play. Ends with 1 if it was proved that there is
    nothing, with 3 if nothing was found.
    """
    from proofs.finding import by_trick, question, sought
    from proofs.finding import find as search
    from solver.display import emit_json, screen
    from solver.variant import load

    rules = load(variant, players, *_chosen(readings, settings))
    what = sought(rules, cards, goal, with_help=with_help, refuted=refuted, wanted=wanted)
    found = search(what, seed=seed, tries=tries, seconds=seconds)
    if found.position is None or found.witness is None:
        code = EXIT_REFUTED if found.proved else EXIT_UNKNOWN
        if as_json:
            emit_json({"found": False, "proved": found.proved, "how": found.how})
        else:
            screen().bad(f"{'there is none' if found.proved else 'not found'}: {found.how}")
        ctx.exit(code)
    position = question(what, found.position)
    if as_json:
        emit_json({"found": True, "position": position, "actions": list(found.witness.actions),
                   "command": found.witness.command, "how": found.how})  # fmt: skip
        return
    out = screen()
    out.line(position)
    out.line()
    out.line("actions")
    for row in by_trick(found.position, found.actions, found.witness.actions):
        out.line(" | ".join(row))
    out.line(f"# {found.how}: {found.witness.text}")


COMMANDS: tuple[click.Command, ...] = (examine, compare, design, find)
