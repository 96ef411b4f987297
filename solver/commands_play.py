"""The commands that deal, play and replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solver.command_options import json_option, load_chosen, variant_options
from solver.errors import BadInput, VariantError

if TYPE_CHECKING:
    from solver.inputs import Question
    from solver.variant import Variant


def _named_trump(rules: Variant, text: str) -> str:
    """Read the suit of --trump; raise BadInput where a game fixes its own or has no such suit."""
    from solver.cards import SUITS
    from solver.notation import read_suit

    if not text:
        return ""
    if rules.file.deal.trump != "named":
        how = {"none": "has no trumps", "late": "turns its trump up in play"}
        word = how.get(rules.file.deal.trump, "fixes its trump suit itself")
        raise BadInput(f"--trump: {rules.name} {word}; leave --trump out.")
    suit = read_suit(text)
    if suit and suit not in rules.pack.suits:
        known = ", ".join(f"{s} ({SUITS[s].name})" for s in rules.pack.suits)
        raise BadInput(f"--trump: '{text}' is no suit of {rules.name}; it has {known}.")
    return suit


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
    """Deal a shuffled pack.

    Writes the position at the first decision of the deal.
    """
    from solver.dealing import deal
    from solver.display import emit_json
    from solver.notation import write
    from solver.position_json import to_json

    rules = load_chosen(variant, players, readings, settings)
    seed = _seed(seed)
    seat = None if dealer is None else rules.seat(dealer)
    position = deal(rules, seed, dealer=seat, trump=_named_trump(rules, trump))
    if as_json:
        emit_json({"seed": seed, "position": to_json(position)})
    elif one_line:
        click.echo(write(position))
    else:
        click.echo(f"# seed {seed}\n{write(position, block=True)}", nl=False)


@click.command()
@click.argument("source", metavar="VARIANT|POSITION|FILE|-")
@click.option("--random", "at_random", is_flag=True, help="Let chance choose every action.")
@click.option("--seed", type=click.IntRange(min=0), help="Number that fixes shuffles and chance.")
@click.option("--deals", type=click.IntRange(min=1), help="Number of deals (default: 1).")
@variant_options
@click.option("--dealer", metavar="SEAT", help="First dealer (default: the last seat).")
@click.option("--trump", default="", metavar="SUIT", help="Trump suit where one is named.")
@click.option("--number", type=click.IntRange(min=1), help="Which position of a file of several.")
@click.option("--transcript", metavar="FILE", help="Write what was played, for 'replay'.")
@json_option
def play(
    source: str,
    at_random: bool,
    seed: int | None,
    deals: int | None,
    players: int | None,
    readings: tuple[str, ...],
    settings: tuple[str, ...],
    dealer: str | None,
    trump: str,
    number: int | None,
    transcript: str | None,
    as_json: bool,
) -> None:
    """Play deals by the rules.

    Step by step at the keyboard, where the legal actions are numbered, or at random. Deals of a
    variant are shuffled; a position is played on from: its text, a file, or the name of a problem
    that comes with Foolproof, such as rams-07.
    """
    from solver.display import emit_json, screen
    from solver.table import Table

    if as_json and not at_random:
        raise BadInput("--json goes with --random: nobody can play through JSON.")
    table = Table(_seed(seed), None if as_json else screen(), at_random=at_random)
    if _is_variant(source):
        if number is not None:
            raise BadInput("--number: goes with a file of positions; a variant is dealt anew.")
        rules = load_chosen(source, players, readings, settings)
        seat = None if dealer is None else rules.seat(dealer)
        named = _named_trump(rules, trump)
        if transcript:
            table.record_in(transcript)
        played = table.play_match(rules, deals or 1, seat, named)
    else:
        _refuse_dealing(deals=deals, players=players, option=readings, dealer=dealer, trump=trump)
        question = _one_position(source, number, settings, at_random=at_random)
        if transcript:
            table.record_in(transcript)
        played = [table.play_position(question.position, question.goal)]
    if as_json:
        emit_json({"seed": table.seed, "deals": played})


def _is_variant(source: str) -> bool:
    """Whether a source is a variant; raise VariantError for a word that is nothing at all."""
    from solver.inputs import names_nothing
    from solver.variant_source import find

    try:
        find(source)
    except VariantError as error:
        if names_nothing(source):
            text = f"{error} A position, a file of positions or a problem's name does as well."
            raise VariantError(text) from None
        return False
    return True


def _refuse_dealing(**options: object) -> None:
    """Raise BadInput for an option that says how to deal, where a position is given."""
    for name, value in options.items():
        if value:
            raise BadInput(f"--{name}: goes with a variant; a position says so itself.")


def _one_position(
    source: str, number: int | None, settings: tuple[str, ...], *, at_random: bool
) -> Question:
    from solver.inputs import chosen_settings, one_question

    if source == "-" and not at_random:
        raise BadInput(
            "-: the position would come from where you type your play; put it into a file."
        )
    return one_question(source, number, chosen_settings(settings))


@click.command()
@click.argument("file")
@json_option
def replay(file: str, as_json: bool) -> None:
    """Replay a transcript.

    FILE is what 'play --transcript' writes ('-' for stdin): a position, a blank line, the word
    'actions' and the actions. The first action that the rules forbid is refused.
    """
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
