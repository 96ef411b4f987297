"""The commands of the rulebook: variants, solve, perft, and those defined beside this file.

Everything heavy is imported by the command that needs it, so that `foolproof --help` stays quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solver.command_options import (
    THREADS,
    json_option,
    limit_options,
    load_chosen,
    set_option,
    variant_options,
)
from solver.commands_play import deal_command, play, replay
from solver.commands_strategy import check, explain
from solver.errors import EXIT_BAD_INPUT, BadInput, VariantError

DEPTH = click.IntRange(min=1, max=1000)  # no deal has so many actions

if TYPE_CHECKING:
    from solver.display import Screen
    from solver.variant import Variant


# --- variants -------------------------------------------------------------------------------


@click.group()
def variants() -> None:
    """List, explain and check the rules of games."""


@variants.command("list")
@json_option
def variants_list(as_json: bool) -> None:
    """List the built-in variants."""
    from solver.describe import players_text
    from solver.display import emit_json, screen
    from solver.variant import load
    from solver.variant_source import names

    found = [load(name) for name in names()]
    if as_json:
        emit_json([_summary(variant) for variant in found])
        return
    rows = [[v.file.id, v.name, players_text(_allowed(v)), v.file.title] for v in found]
    screen().table(["id", "name", "players", "title"], rows)


def _allowed(variant: Variant) -> tuple[int, ...]:
    return variant.file.players.allowed or (variant.players,)


def _summary(variant: Variant) -> dict[str, Any]:
    file = variant.file
    return {
        "id": file.id,
        "name": variant.name,
        "title": file.title,
        "players": list(_allowed(variant)),
        "cards": len(variant.pack),
        "source": file.source,
        "outside": file.outside,
        "extends": file.extends,
        "digest": variant.digest,
    }


@variants.command("show")
@click.argument("name")
@variant_options
@json_option
def variants_show(
    name: str,
    players: int | None,
    readings: tuple[str, ...],
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Explain the rules of a variant (a built-in's name or id, or a .toml file)."""
    from solver.describe import describe
    from solver.display import emit_json, screen

    variant = load_chosen(name, players, readings, settings)
    if as_json:
        import msgspec

        rules = {chapter.heading: chapter.sentences for chapter in describe(variant)}
        emit_json({**_summary(variant), "rules": rules, "file": msgspec.to_builtins(variant.file)})
        return
    _show_rules(screen(), variant)


def _show_rules(out: Screen, variant: Variant) -> None:
    from solver.describe import describe, question, readings

    file = variant.file
    tag = f"{variant.name}, {file.id}" if file.id else variant.name
    out.title(f"{file.title} ({tag})")
    if file.source:
        said = file.source.startswith("outside")
        outside = " (from outside the documents)" if file.outside and not said else ""
        out.wrapped("source", f"{file.source}{outside}", 10)
    for heading, sentences in describe(variant):
        for number, sentence in enumerate(sentences):
            out.wrapped(heading if number == 0 else "", sentence, 10)
    if file.options:
        out.line()
        out.title("Open questions (choose with --option CODE=READING)")
    for code, option in file.options.items():
        out.wrapped(code, question(option), 10)
        for text in readings(option, file.choose.get(code, "")):
            out.wrapped("", text, 12)


@variants.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@click.pass_context
def variants_check(ctx: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Check variant files: the format, every reading, every number of players, the deal."""
    from solver.display import emit_json, plain, screen, shortened

    out = screen()
    results = [_checked(name) for name in files]
    if as_json:
        emit_json(results)
    for result in results if not as_json else []:
        if result["ok"]:
            out.line(f"{result['file']}: ok ({result['name']}, {result['cards']} cards)")
        else:
            click.echo(f"error: {shortened(plain(result['error']))}", err=True)
    ctx.exit(0 if all(result["ok"] for result in results) else EXIT_BAD_INPUT)


def _checked(name: str) -> dict[str, Any]:
    try:
        variant = check_file(name)
    except BadInput as error:
        return {"file": name, "ok": False, "error": str(error)}
    return {"file": name, "ok": True, "name": variant.name, "cards": len(variant.pack)}


def check_file(name: str) -> Variant:
    """Load a variant in every reading and for every number of players; raise what is wrong."""
    from solver.dealing import deal
    from solver.inputs import read_file
    from solver.variant import load
    from solver.variant_fit import play_comes_out
    from solver.variant_source import Source, find, names

    if name not in names():
        read_file(name)
    variant = load(name)
    try:
        play_comes_out(variant)
    except VariantError as error:
        raise Source(find(name)).located(error) from None
    named = variant.pack.suits[0] if variant.file.deal.trump == "named" else ""
    for players in variant.file.players.allowed:
        try:
            deal(load(name, players), trump=named)
        except VariantError as error:
            text = str(error).removeprefix(f"--players {players}: ")
            text = f"players.allowed: with {players} players, {text}"
            raise Source(find(name)).located(VariantError(text)) from None
    for code, option in variant.file.options.items():
        for reading in option.readings:
            try:
                load(name, None, {code: reading})
            except VariantError as error:
                text = str(error).removeprefix(f"--option {code}: ")
                where = f"options.{code}.readings.{reading}"
                text = text.removeprefix(f"{where}.patch.")
                raise Source(find(name)).located(VariantError(f"{where}.patch.{text}")) from None
    return variant


# --- solving --------------------------------------------------------------------------------


@click.command()
@click.argument("position", metavar="POSITION|FILE|-")
@click.option("--goal", default="", help="Goal to use instead of the position's own.")
@click.option("--variant", help="Rules for positions that name none.")
@set_option
@limit_options
@click.option("--threads", type=THREADS, default=1, metavar="N", help="Threads for a position.")
@click.option("--line/--no-line", default=True, help="Show one line of best play.")
@click.option(
    "--certificate",
    metavar="FILE",
    help="Write a strategy that 'check' verifies with the referee alone.",
)
@json_option
@click.pass_context
def solve(
    ctx: click.Context,
    position: str,
    goal: str,
    variant: str | None,
    settings: tuple[str, ...],
    limit: int | None,
    seconds: float | None,
    memory: float,
    threads: int,
    line: bool,
    certificate: str | None,
    as_json: bool,
) -> None:
    """Solve positions exactly.

    All cards are known; every legal action gets its value under best play. A file may hold several
    positions, separated by blank lines. The goal stands behind the hands or in --goal; without one
    the seat to act makes as many tricks as it can.
    """
    from solver.answers import (
        answer,
        answer_data,
        exit_code,
        interrupted,
        show_answer,
        write_certificate,
    )
    from solver.display import emit_json, screen
    from solver.inputs import chosen_settings, read_questions
    from solver.limits import Limits
    from solver.variant import load

    fixed = chosen_settings(settings)
    rules = load(variant, settings=fixed) if variant else None
    questions = read_questions(position, goal, rules, fixed)
    limits = Limits(limit, seconds, memory)
    answers = []
    for question in questions:
        answers.append((question, answer(question, limits, threads)))
        if interrupted(answers[-1][1]):
            break
    whole = len(answers) == len(questions)
    if as_json:
        results = [answer_data(*pair, line=line) for pair in answers]
        emit_json({"results": results, "complete": whole})
    else:
        out = screen()
        for number, pair in enumerate(answers):
            if len(answers) > 1:
                out.line(("\n" if number else "") + f"# {pair[0].where}")
            show_answer(out, *pair, line=line)
        if not whole:
            out.bad(f"interrupted: the last {len(questions) - len(answers)} were not looked at")
    if certificate:
        write_certificate(certificate, answers, limits)
    ctx.exit(max(exit_code(*pair) for pair in answers))


@click.command()
@click.argument("position", metavar="POSITION|FILE|-")
@click.option("--depth", type=DEPTH, default=4, help="Longest sequence counted.")
@json_option
def perft(position: str, depth: int, as_json: bool) -> None:
    """Count legal sequences of actions."""
    from solver.display import emit_json, screen
    from solver.inputs import read_questions
    from solver.notation import write
    from solver.perft import perft as count

    results = []
    for question in read_questions(position):
        counts = [count(question.position, n) for n in range(1, depth + 1)]
        results.append({"position": write(question.position), "counts": counts})
    if as_json:
        emit_json({"results": results})
        return
    out = screen()
    for result in results:
        rows = [[str(n), str(count)] for n, count in enumerate(result["counts"], 1)]
        out.table(["depth", "sequences"], rows)


COMMANDS: tuple[click.Command, ...] = (
    variants,
    deal_command,
    play,
    replay,
    solve,
    perft,
    check,
    explain,
)
