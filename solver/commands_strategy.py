"""Commands about single answers: check a strategy certificate, explain why a card fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solver.command_options import json_option

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
@json_option
@click.pass_context
def explain(ctx: click.Context, position: str, card: str, goal: str, as_json: bool) -> None:
    """Show what becomes of one card: the value it leads to and the line that refutes it.

    Exit code 0 if the card keeps the value of the position, 1 if it gives something away.
    """
    from solver.answers import required
    from solver.display import emit_json, line_texts, screen, show_position
    from solver.inputs import read_questions
    from solver.referee import action_text, parse_action, step
    from solver.search import solve

    code = 0
    out = screen()
    results: list[dict[str, Any]] = []
    for question in read_questions(position, goal):
        here, asked = question.position, question.goal
        action = parse_action(here, card)
        answer = required(solve(here, asked, line=False))
        after = step(here, action)
        then = required(solve(after, asked))
        value = dict(answer.actions)[action]
        line = (action, *then.line)
        code = max(code, int(value != answer.value))
        variant = here.variant
        results.append(
            {
                "card": action_text(variant, action),
                "value": value,
                "best": answer.value,
                "best_actions": [action_text(variant, a) for a in answer.best],
                "line": [action_text(variant, a) for a in line],
            }
        )
        if not as_json:
            show_position(out, here)
            out.line(_verdict(results[-1]))
            out.line()
            for text in line_texts(out, here, line):
                out.line(text)
    if as_json:
        emit_json({"results": results})
    ctx.exit(code)


def _verdict(result: dict[str, Any]) -> str:
    best = ", ".join(result["best_actions"])
    one = "s" if len(result["best_actions"]) == 1 else ""
    if result["value"] == result["best"]:
        others = [a for a in result["best_actions"] if a != result["card"]]
        alike = f"; so do{'es' * (len(others) == 1)} {', '.join(others)}" if others else ""
        return f"{result['card']} is right: it keeps {result['best']}{alike}."
    return (
        f"{result['card']} leads to {result['value']}, while {best} lead{one} to {result['best']}. "
        "Refuted by:"
    )
