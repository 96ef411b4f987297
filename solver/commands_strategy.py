"""Commands about single answers: check a strategy certificate, explain why a card fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solver.command_options import json_option, limit_options

if TYPE_CHECKING:
    from solver.display import Screen


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@json_option
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Check strategy certificates with the referee alone.

    FILE is what 'solve --certificate' writes ('-' for stdin). Says what each one proves, or why it
    is refused (exit code 1).
    """
    from solver.display import emit_json, screen
    from solver.inputs import read_file
    from solver.strategy import StrategyRefused, loads, proof_text
    from solver.strategy import check as check_data

    results: list[dict[str, Any]] = []
    for file in files:
        try:
            position, goal, proofs = check_data(loads(read_file(file)))
            proved = [proof_text(position, goal, proof) for proof in proofs]
            sizes = [{"moves": p.moves, "positions": p.positions} for p in proofs]
            results.append({"file": file, "accepted": True, "proves": proved, "sizes": sizes})
        except StrategyRefused as error:
            results.append({"file": file, "accepted": False, "reason": str(error)})
    if as_json:
        emit_json({"results": results})
    else:
        _show(screen(), results)
    ctx.exit(0 if all(result["accepted"] for result in results) else 1)


def _show(out: Screen, results: list[dict[str, Any]]) -> None:
    for result in results:
        if not result["accepted"]:
            out.line(f"{result['file']}: refused: {result['reason']}")
            continue
        for text, size in zip(result["proves"], result["sizes"], strict=True):
            out.line(
                f"{result['file']}: accepted: {text} "
                f"({size['moves']} decisions, {size['positions']} positions)"
            )


@click.command()
@click.argument("position", metavar="POSITION|FILE|-")
@click.option("--card", required=True, metavar="CARD", help="The action to explain.")
@click.option("--goal", default="", help="Goal to use instead of the position's own.")
@limit_options
@json_option
@click.pass_context
def explain(
    ctx: click.Context,
    position: str,
    card: str,
    goal: str,
    limit: int | None,
    seconds: float | None,
    memory: float,
    as_json: bool,
) -> None:
    """Show what becomes of one card: the value it leads to and the line that refutes it.

    Exit code 0 if the card keeps the value of the position, 1 if it gives something away, 3 if a
    limit stopped the search before that was known.
    """
    from solver.display import emit_json, screen
    from solver.explaining import EXIT, explanation_data, show_explanation
    from solver.explaining import explain as explain_action
    from solver.inputs import read_questions
    from solver.limits import Limits
    from solver.referee import parse_action

    limits = Limits(limit, seconds, memory)
    asked = [(q, parse_action(q.position, card)) for q in read_questions(position, goal)]
    found = []
    for question, action in asked:
        found.append(explain_action(question, action, limits))
        if not as_json:
            show_explanation(screen(), found[-1])
        if found[-1].interrupted:
            break
    left = len(asked) - len(found)
    if as_json:
        emit_json({"results": [explanation_data(one) for one in found], "complete": not left})
    elif left:
        screen().bad(f"interrupted: the last {left} were not looked at")
    ctx.exit(max(EXIT[one.verdict] for one in found))
