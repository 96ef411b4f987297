"""The commands of the rulebook: variants, deal, play, replay, solve, perft.

Everything heavy is imported by the command that needs it, so that `foolproof --help` stays quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from solver.errors import EXIT_BAD_INPUT, EXIT_REFUTED, EXIT_UNKNOWN, BadInput, FoolproofError

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.display import Screen
    from solver.inputs import Question
    from solver.position import Action, Position
    from solver.reference import Limits, Solution
    from solver.session import Played
    from solver.variant import Variant

F = TypeVar("F", bound="Callable[..., Any]")
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


def variant_options(function: F) -> F:
    """Add the options that choose players, readings and settings of a variant."""
    for option in (
        click.option("--set", "settings", multiple=True, metavar="FIELD=VALUE", help="Override a field of the file."),
        click.option("--option", "readings", multiple=True, metavar="CODE=READING", help="Choose a reading."),
        click.option("--players", type=click.IntRange(min=2), help="Number of players."),
    ):
        function = option(function)
    return function


def _load(name: str, players: int | None, readings: tuple[str, ...], settings: tuple[str, ...]) -> Variant:
    from solver.inputs import chosen_readings, chosen_settings
    from solver.variant import load

    return load(name, players, chosen_readings(readings), chosen_settings(settings))


# --- variants -------------------------------------------------------------------------------


@click.group()
def variants() -> None:
    """List, explain and check the rules of games."""


@variants.command("list")
@json_option
def variants_list(as_json: bool) -> None:
    """List the built-in variants."""
    from solver.display import emit_json, screen
    from solver.variant import load, names

    found = [load(name) for name in names()]
    if as_json:
        emit_json([_summary(variant) for variant in found])
        return
    rows = [[v.file.id, v.name, _players(v), v.file.title] for v in found]
    screen().table(["id", "name", "players", "title"], rows)


def _players(variant: Variant) -> str:
    allowed = variant.file.players.allowed or (variant.players,)
    if len(allowed) > 2 and list(allowed) == list(range(allowed[0], allowed[-1] + 1)):
        return f"{allowed[0]}-{allowed[-1]}"
    return ", ".join(map(str, allowed))


def _summary(variant: Variant) -> dict[str, Any]:
    file = variant.file
    return {
        "id": file.id,
        "name": variant.name,
        "title": file.title,
        "players": list(file.players.allowed or (variant.players,)),
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

    variant = _load(name, players, readings, settings)
    if as_json:
        import msgspec

        rules = {chapter.heading: chapter.sentences for chapter in describe(variant)}
        emit_json({**_summary(variant), "rules": rules, "file": msgspec.to_builtins(variant.file)})
        return
    _show_rules(screen(), variant)


def _show_rules(out: Screen, variant: Variant) -> None:
    from solver.describe import describe, option_lines

    file = variant.file
    tag = f"{variant.name}, {file.id}" if file.id else variant.name
    out.title(f"{file.title} ({tag})")
    if file.source:
        outside = " (from outside the documents)" if file.outside else ""
        out.line(f"Source: {file.source}{outside}")
    for heading, sentences in describe(variant):
        for number, sentence in enumerate(sentences):
            out.line(f"{heading if number == 0 else '':9}{sentence}")
    if file.options:
        out.line()
        out.title("Questions that the source leaves open (choose with --option CODE=READING)")
    for code, option in file.options.items():
        for line in option_lines(code, option, file.choose.get(code, "")):
            out.line(line)


@variants.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@click.pass_context
def variants_check(ctx: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Check variant files: the format, every reading, every number of players, the deal."""
    from solver.display import emit_json, plain, screen

    out = screen()
    results = [_checked(name) for name in files]
    if as_json:
        emit_json(results)
    for result in results if not as_json else []:
        if result["ok"]:
            out.line(f"{result['file']}: ok ({result['name']}, {result['cards']} cards)")
        else:
            click.echo(f"error: {plain(result['error'])}", err=True)
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
    from solver.variant import load, names

    if name not in names():
        read_file(name)
    variant = load(name)
    for players in variant.file.players.allowed:
        deal(load(name, players))
    for code, option in variant.file.options.items():
        for reading in option.readings:
            try:
                load(name, None, {code: reading})
            except BadInput as error:
                raise BadInput(f"{error} (with the reading {code}={reading})") from None
    return variant


# --- dealing and playing --------------------------------------------------------------------


def _seed(seed: int | None) -> int:
    if seed is not None:
        return seed
    import secrets

    return secrets.randbelow(1_000_000)


@click.command("deal")
@click.argument("variant")
@click.option("--seed", type=click.IntRange(min=0), help="Number that fixes the shuffle.")
@variant_options
@click.option("--dealer", metavar="SEAT", help="Seat that deals (default: the last).")
@click.option("--trump", default="", metavar="SUIT", help="Trump suit where one is named.")
@click.option("--line", "one_line", is_flag=True, help="Write the position on one line.")
@json_option
def deal_command(
    variant: str,
    seed: int | None,
    players: int | None,
    readings: tuple[str, ...],
    settings: tuple[str, ...],
    dealer: str | None,
    trump: str,
    one_line: bool,
    as_json: bool,
) -> None:
    """Deal a shuffled pack and write the position at its first decision."""
    from solver.dealing import deal
    from solver.display import emit_json
    from solver.notation import read_suit, to_json, write

    rules = _load(variant, players, readings, settings)
    seed = _seed(seed)
    seat = None if dealer is None else rules.seat(dealer)
    position = deal(rules, seed, dealer=seat, trump=read_suit(trump))
    if as_json:
        emit_json({"seed": seed, "position": to_json(position)})
    elif one_line:
        click.echo(write(position))
    else:
        click.echo(f"# seed {seed}\n{write(position, block=True)}", nl=False)


@click.command()
@click.argument("variant")
@click.option("--random", "at_random", is_flag=True, help="Let chance choose every action.")
@click.option("--seed", type=click.IntRange(min=0), help="Number that fixes shuffles and chance.")
@click.option("--deals", type=click.IntRange(min=1), default=1, help="Number of deals.")
@variant_options
@click.option("--dealer", metavar="SEAT", help="First dealer (default: the last seat).")
@click.option("--trump", default="", metavar="SUIT", help="Trump suit where one is named.")
@click.option("--transcript", metavar="FILE", help="Write what was played, for 'replay'.")
@json_option
def play(
    variant: str,
    at_random: bool,
    seed: int | None,
    deals: int,
    players: int | None,
    readings: tuple[str, ...],
    settings: tuple[str, ...],
    dealer: str | None,
    trump: str,
    transcript: str | None,
    as_json: bool,
) -> None:
    """Play deals by the rules, step by step at the keyboard or at random."""
    from solver.display import emit_json, screen
    from solver.notation import read_suit
    from solver.table import Table

    rules = _load(variant, players, readings, settings)
    if as_json and not at_random:
        raise BadInput("--json goes with --random: nobody can play through JSON.")
    seat = None if dealer is None else rules.seat(dealer)
    table = Table(rules, _seed(seed), seat, read_suit(trump), None if as_json else screen())
    if transcript:
        table.record_in(transcript)
    played = table.play(deals, at_random=at_random)
    if as_json:
        emit_json({"seed": table.seed, "deals": played})


@click.command()
@click.argument("file")
@json_option
def replay(file: str, as_json: bool) -> None:
    """Replay a transcript ('-' for stdin); refuse the first action that the rules forbid."""
    from solver.display import emit_json, screen
    from solver.inputs import read_file
    from solver.table import deal_data, show_deal
    from solver.transcript import read_deals

    deals = list(read_deals(read_file(file)))
    if as_json:
        emit_json({"deals": [deal_data(*deal) for deal in deals]})
        return
    out = screen()
    for number, deal in enumerate(deals, 1):
        if number > 1:
            out.line()
        show_deal(out, *deal)


# --- solving --------------------------------------------------------------------------------


@click.command()
@click.argument("position", metavar="POSITION|FILE|-")
@click.option("--goal", default="", help="Goal instead of the position's own, such as 'B makes 2'.")
@click.option("--variant", help="Rules for positions that name none.")
@click.option("--set", "settings", multiple=True, metavar="FIELD=VALUE", help="Override a field of the file.")
@click.option("--limit", type=click.IntRange(min=1), metavar="NODES", help="Give up after so many nodes.")
@click.option("--seconds", type=click.FloatRange(min=0), metavar="S", help="Give up after so long.")
@click.option("--line/--no-line", default=True, help="Show one line of best play.")
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
    line: bool,
    as_json: bool,
) -> None:
    """Solve positions exactly, all cards known: the value of every legal action, and best play.

    A file may hold several positions, separated by blank lines. The goal stands behind the hands
    or in --goal; without one the seat to act makes as many tricks as it can.
    """
    from solver.display import emit_json, screen
    from solver.inputs import chosen_settings, read_questions
    from solver.reference import Limits
    from solver.variant import load

    fixed = chosen_settings(settings)
    rules = load(variant, settings=fixed) if variant else None
    questions = read_questions(position, goal, rules, fixed)
    limits = Limits(limit, seconds)
    answers = [_answer(question, limits) for question in questions]
    if as_json:
        emit_json({"results": [_answer_data(q, a, line) for q, a in zip(questions, answers, strict=True)]})
    else:
        out = screen()
        for number, (question, answer) in enumerate(zip(questions, answers, strict=True)):
            if number:
                out.line()
            _show_answer(out, question, answer, line)
    ctx.exit(max((_exit_code(q, a) for q, a in zip(questions, answers, strict=True)), default=0))


def _answer(question: Question, limits: Limits) -> Solution | FoolproofError:
    """Solve; return the error instead where a limit, the rules' silence or memory stops it."""
    from solver.errors import LimitReached
    from solver.reference import solve as solve_exactly

    try:
        return solve_exactly(question.position, question.goal, limits)
    except MemoryError:
        return LimitReached("memory ran out before there was an answer.")
    except FoolproofError as error:
        if error.exit_code != EXIT_UNKNOWN:
            raise
        return error


def _exit_code(question: Question, answer: Solution | FoolproofError) -> int:
    if isinstance(answer, FoolproofError):
        return EXIT_UNKNOWN
    return EXIT_REFUTED if question.goal.met(answer.value) is False else 0


def _verdict(question: Question, answer: Solution | FoolproofError) -> str:
    if isinstance(answer, FoolproofError):
        return "unknown"
    met = question.goal.met(answer.value)
    return "solved" if met is None else "makeable" if met else "not makeable"


def _answer_data(question: Question, answer: Solution | FoolproofError, line: bool) -> dict[str, Any]:
    from solver.goals import goal_text
    from solver.notation import to_json, write

    position, goal = question.position, question.goal
    data: dict[str, Any] = {
        "position": write(position),
        "data": to_json(position),
        "goal": goal_text(goal, position.variant),
        "verdict": _verdict(question, answer),
    }
    if isinstance(answer, FoolproofError):
        return {**data, "reason": str(answer)}
    return {**data, **_solution_data(position, answer, line)}


def _solution_data(position: Position, answer: Solution, line: bool) -> dict[str, Any]:
    from solver.referee import action_text

    variant = position.variant
    actions = [
        {"action": action_text(variant, a), "value": value, "best": a in answer.best}
        for a, value in answer.actions
    ]
    data = {"value": answer.value, "actions": actions}
    if line:
        data["line"] = [action_text(variant, a) for a in answer.line]
    return {**data, "nodes": answer.nodes, "states": answer.states}


def _show_answer(
    out: Screen, question: Question, answer: Solution | FoolproofError, line: bool
) -> None:
    from solver.display import line_texts, show_position
    from solver.goals import goal_text

    position, goal = question.position, question.goal
    if question.where:
        out.line(f"# {question.where}")
    show_position(out, position)
    asked = goal_text(goal, position.variant)
    if isinstance(answer, FoolproofError):
        out.bad(f"{asked}: unknown, {answer}")
        return
    _show_verdict(out, asked, question, answer)
    out.line()
    out.table([_column(position), "value", ""], _rows(out, position, answer))
    if line and answer.line:
        out.line()
        for text in line_texts(out, position, answer.line):
            out.line(text)
    out.line()
    out.line(f"searched {answer.nodes} nodes, {answer.states} states")


def _show_verdict(out: Screen, asked: str, question: Question, answer: Solution) -> None:
    met = question.goal.met(answer.value)
    yes_or_no = question.goal.relation == "exactly" or question.goal.measure in PLACES
    value = "" if yes_or_no and met is not None else f" (best play gives {answer.value})"
    if met is None:
        out.good(f"{asked}: {answer.value}")
    elif met:
        out.good(f"{asked}: makeable{value}")
    else:
        out.bad(f"{asked}: not makeable{value}")


PLACES = ("first", "middling", "last")


def _column(position: Position) -> str:
    return "card" if position.phase == "play" else position.phase.replace("_", " ")


def _rows(out: Screen, position: Position, answer: Solution) -> list[list[str]]:
    """One row for each group of interchangeable cards, in the order of the legal actions."""
    from solver.reference import interchangeable

    values = dict(answer.actions)
    legal = list(values)
    groups = interchangeable(position, legal)
    groups.sort(key=lambda group: min(legal.index(action) for action in group))
    rows = []
    for group in groups:
        ordered = sorted(group, key=legal.index)
        cards = " ".join(out.action(position.variant, action) for action in ordered)
        value = values[group[0]]
        rows.append([cards, str(value), "best" if value == answer.value else ""])
    return rows


@click.command()
@click.argument("position", metavar="POSITION|FILE|-")
@click.option("--depth", type=click.IntRange(min=1), default=4, help="Longest sequence counted.")
@json_option
def perft(position: str, depth: int, as_json: bool) -> None:
    """Count the sequences of legal actions from a position, by length."""
    from solver.display import emit_json, screen
    from solver.inputs import read_questions
    from solver.perft import perft as count

    results = []
    for question in read_questions(position):
        counts = [count(question.position, n) for n in range(1, depth + 1)]
        results.append({"position": question.where, "counts": counts})
    if as_json:
        emit_json({"results": results})
        return
    out = screen()
    for result in results:
        rows = [[str(n), str(count)] for n, count in enumerate(result["counts"], 1)]
        out.table(["depth", "sequences"], rows)


COMMANDS: tuple[click.Command, ...] = (variants, deal_command, play, replay, solve, perft)
