"""Answers to the questions of `foolproof solve`, as text, as data and as exit codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from solver.display import line_texts, show_position
from solver.errors import EXIT_REFUTED, EXIT_UNKNOWN, BadInput, LimitReached, RulesSilent
from solver.files import write_atomically
from solver.goals import goal_text
from solver.limits import stop_words
from solver.notation import write
from solver.position_json import to_json
from solver.referee import action_text
from solver.reference import interchangeable
from solver.search import Answer as Solution
from solver.search import solve as solve_exactly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.display import Screen
    from solver.inputs import Question
    from solver.limits import Limits
    from solver.position import Position
    from solver.reach import Range

Answer: TypeAlias = Solution | RulesSilent
SILENT = "rules"  # why there is no answer where the rules are silent


def answer(question: Question, limits: Limits, threads: int = 1) -> Answer:
    """Solve; return the error instead where the rules are silent."""
    try:
        return solve_exactly(question.position, question.goal, limits, threads=threads)
    except RulesSilent as error:
        return error


def interrupted(answer: Answer) -> bool:
    """Whether the user stopped the search."""
    return not isinstance(answer, RulesSilent) and answer.stopped == "interrupted"


def stop_text(found: Solution) -> str:
    """Say what stopped a search."""
    spent = f" after {found.nodes} nodes" if found.nodes else ""
    return f"{stop_words(found.stopped)} stopped the search{spent}"


def between(lower: int | None, upper: int | None) -> str:
    """Write bounds on a value, or the value where they meet."""
    if lower is not None and lower == upper:
        return str(lower)
    low = "?" if lower is None else str(lower)
    high = "?" if upper is None else str(upper)
    return f"between {low} and {high}"


def bounds_data(stopped: str, bounds: Range) -> dict[str, Any]:
    """Return what is known where work was stopped, as plain data."""
    return {"lower": bounds[0], "upper": bounds[1], "stopped": stopped}


def _unknown(question: Question, answer: Answer) -> str:
    """Say why there is no answer, '' if there is one."""
    if isinstance(answer, RulesSilent):
        return str(answer)
    if answer.known or _met(question, answer) is not None:
        return ""
    return f"{stop_text(answer)}; the value lies {between(answer.lower, answer.upper)}."


def exit_code(question: Question, answer: Answer) -> int:
    """Return 0 for a goal that is made or a value, 1 for one that is not, 3 for unknown."""
    if isinstance(answer, RulesSilent) or _unknown(question, answer):
        return EXIT_UNKNOWN
    return EXIT_REFUTED if _met(question, answer) is False else 0


def _met(question: Question, answer: Solution) -> bool | None:
    return question.goal.decided(answer.lower, answer.upper)


def write_certificate(
    file: str, answers: Sequence[tuple[Question, Answer]], limits: Limits
) -> None:
    """Write the strategy certificate of a single question that has been solved within limits.

    Raises BadInput for several questions, LimitReached where the value is not known or what is left
    of the limits does not suffice to find the strategy; then nothing is written.
    """
    from solver.strategy import dumps, extract

    if len(answers) != 1:
        raise BadInput(f"--certificate is for one position, found {len(answers)}.")
    ((question, found),) = answers
    if isinstance(found, RulesSilent) or not found.known:
        raise LimitReached(f"{file} is not written: a strategy needs the exact value.")
    left = limits.spent(found.nodes, found.seconds)
    try:
        data = extract(question.position, question.goal, limits=left, value=found.value)
    except LimitReached as error:
        raise LimitReached(f"{file} is not written: {error}", error.stopped) from None
    except KeyboardInterrupt:  # between two searches
        words = f"{file} is not written: {stop_words('interrupted')} stopped the work on it."
        raise LimitReached(words, "interrupted") from None
    write_atomically(file, dumps(data))


def _verdict(question: Question, answer: Answer) -> str:
    if isinstance(answer, RulesSilent) or _unknown(question, answer):
        return "unknown"
    met = _met(question, answer)
    return "solved" if met is None else "makeable" if met else "not makeable"


def answer_data(question: Question, answer: Answer, *, line: bool) -> dict[str, Any]:
    """Return an answer as plain data."""
    position, goal = question.position, question.goal
    data: dict[str, Any] = {
        "position": write(position),
        "data": to_json(position),
        "goal": goal_text(goal, position.variant),
        "verdict": _verdict(question, answer),
    }
    if reason := _unknown(question, answer):
        data["reason"] = reason
    if isinstance(answer, RulesSilent):
        return {**data, "value": None, **bounds_data(SILENT, (None, None))}
    return {**data, **_solution_data(position, answer, line)}


def _solution_data(position: Position, answer: Solution, line: bool) -> dict[str, Any]:
    variant = position.variant
    data: dict[str, Any] = {"value": answer.value}
    if answer.stopped:
        data |= bounds_data(answer.stopped, (answer.lower, answer.upper))
    if answer.seats:
        names = map(variant.seat_name, range(position.players))
        data["seats"] = {
            name: {"lower": low, "upper": high}
            for name, (low, high) in zip(names, answer.seats, strict=True)
        }
    data["actions"] = [
        {"action": action_text(variant, a), "value": value, "best": a in answer.best}
        for a, value in answer.actions
    ]
    if line:
        data["line"] = [action_text(variant, a) for a in answer.line]
    return {**data, "nodes": answer.nodes, "states": answer.states, "engine": answer.engine}


def show_answer(out: Screen, question: Question, answer: Answer, *, line: bool) -> None:
    """Write the position, the verdict, the value of every legal action and a line of best play."""
    position, goal = question.position, question.goal
    show_position(out, position)
    asked = goal_text(goal, position.variant)
    if reason := _unknown(question, answer):
        out.bad(f"{asked}: unknown, {reason}")
    if isinstance(answer, RulesSilent):
        return
    if not reason:
        _show_verdict(out, asked, question, answer)
    if answer.seats:
        names = map(position.variant.seat_name, range(position.players))
        comes = zip(names, answer.seats, strict=True)
        out.line("each comes to: " + ", ".join(f"{name} {between(*own)}" for name, own in comes))
    if reason:
        return
    if answer.known and answer.stopped:
        out.line(f"{stop_text(answer)}, before every action had its value.")
    if answer.actions:
        out.line()
        out.table([_column(position), "value", ""], _rows(out, question, answer))
    if line and answer.line:
        out.line()
        if _met(question, answer) is False:
            out.line("Refuted by:")
        for text in line_texts(out, position, answer.line):
            out.line(text)
    out.line()
    out.line(f"searched {answer.nodes} nodes, {answer.states} states ({answer.engine})")


def _show_verdict(out: Screen, asked: str, question: Question, answer: Solution) -> None:
    met = _met(question, answer)
    value = f" (best play gives {answer.value})"
    if question.goal.met_or_missed and met is not None:
        value = ""
    if not answer.known:
        value = f" (best play gives {between(answer.lower, answer.upper)}: {stop_text(answer)})"
    if met is None:
        out.good(f"{asked}: {answer.value}")
    elif met:
        out.good(f"{asked}: makeable{value}")
    else:
        out.bad(f"{asked}: not makeable{value}")


def _column(position: Position) -> str:
    return "card" if position.phase == "play" else position.phase.replace("_", " ")


def _wants(question: Question) -> bool:
    """Whether the seat to act wants a goal that is made or missed."""
    return question.goal.met_or_missed and question.goal.wanted_by(question.position.turn)


def _rows(out: Screen, question: Question, answer: Solution) -> list[list[str]]:
    """One row for each group of interchangeable cards, in the order of the legal actions."""
    position, values = question.position, dict(answer.actions)
    legal = list(values)
    groups = interchangeable(position, legal)
    groups.sort(key=lambda group: min(legal.index(action) for action in group))
    rows = []
    for group in groups:
        ordered = sorted(group, key=legal.index)
        cards = " ".join(out.action(position.variant, action) for action in ordered)
        value = values[group[0]]
        best = value == answer.value and not (_wants(question) and value == 0)
        rows.append([cards, question.goal.worth(value), "best" if best else ""])
    return rows
