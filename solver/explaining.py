"""What becomes of one card: the value it leads to, and the line that refutes it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.answers import between, bounds_data, stop_text
from solver.display import line_texts, show_position
from solver.errors import EXIT_REFUTED, EXIT_UNKNOWN
from solver.referee import action_text, step
from solver.search import Answer, solve

if TYPE_CHECKING:
    from solver.display import Screen
    from solver.inputs import Question
    from solver.limits import Limits
    from solver.position import Action

RIGHT, WRONG, UNKNOWN = "right", "wrong", "unknown"
EXIT = {RIGHT: 0, WRONG: EXIT_REFUTED, UNKNOWN: EXIT_UNKNOWN}


class Explanation(NamedTuple):
    """A question with one of its actions; what best play gives, and what it gives after that."""

    question: Question
    action: Action
    best: Answer
    after: Answer

    @property
    def verdict(self) -> str:
        """Whether the action keeps the value; bounds decide where they have nothing in common."""
        if self.best.known and self.after.known:
            return RIGHT if self.after.value == self.best.value else WRONG
        return WRONG if _apart(self.best, self.after) else UNKNOWN

    @property
    def stopped(self) -> Answer | None:
        """The search that was stopped, if one was."""
        return next((found for found in (self.best, self.after) if found.stopped), None)

    @property
    def interrupted(self) -> bool:
        """Whether the user stopped the work."""
        return self.stopped is not None and self.stopped.stopped == "interrupted"


def _apart(one: Answer, other: Answer) -> bool:
    """Whether two values differ for certain."""
    return any(
        high is not None and low is not None and high < low
        for high, low in ((one.upper, other.lower), (other.upper, one.lower))
    )


def explain(question: Question, action: Action, limits: Limits) -> Explanation:
    """Solve a position and what follows one action, both within the limits."""
    _, position, goal = question
    began = time.monotonic()
    best = solve(position, goal, limits, line=False)
    left = limits.spent(best.nodes, time.monotonic() - began)
    if best.stopped == "interrupted":
        left = left._replace(nodes=1)
    return Explanation(question, action, best, solve(step(position, action), goal, left))


def explanation_data(found: Explanation) -> dict[str, Any]:
    """Return an explanation as plain data."""
    variant = found.question.position.variant
    data: dict[str, Any] = {
        "card": action_text(variant, found.action),
        "verdict": found.verdict,
        "value": found.after.value,
        "best": found.best.value,
        "best_actions": [action_text(variant, a) for a in found.best.best],
        "line": [action_text(variant, a) for a in _line(found)],
    }
    if found.stopped:
        after, best = found.after, found.best
        if found.verdict == UNKNOWN:
            data["reason"] = _reason(found)
        data |= bounds_data(found.stopped.stopped, (after.lower, after.upper))
        data |= {"best_lower": best.lower, "best_upper": best.upper}
    return data


def _line(found: Explanation) -> tuple[Action, ...]:
    return (found.action, *found.after.line) if found.after.line else ()


def show_explanation(out: Screen, found: Explanation) -> None:
    """Write the position, what becomes of the card, and the line that shows it."""
    position = found.question.position
    show_position(out, position)
    card = action_text(position.variant, found.action)
    if found.verdict == UNKNOWN:
        out.bad(f"{card}: unknown, {_reason(found)}")
        return
    out.line((_right if found.verdict == RIGHT else _wrong)(found, card))
    if found.after.line:
        out.line()
        for text in line_texts(out, position, _line(found)):
            out.line(text)


def _reason(found: Explanation) -> str:
    assert found.stopped
    after, best = found.after, found.best
    return (
        f"{stop_text(found.stopped)}; it leads to {between(after.lower, after.upper)}, "
        f"best play to {between(best.lower, best.upper)}."
    )


def _right(found: Explanation, card: str) -> str:
    variant = found.question.position.variant
    others = [action_text(variant, a) for a in found.best.best if a != found.action]
    alike = f"; so do{'es' * (len(others) == 1)} {', '.join(others)}" if others else ""
    if not found.question.goal.met_or_missed:
        return f"{card} is right: it keeps {found.best.value}{alike}."
    wanted = found.question.goal.wanted_by(found.question.position.turn)
    if bool(found.best.value) == wanted:
        return f"{card} is right: it {'makes' if wanted else 'stops'} the goal{alike}."
    if wanted:
        return f"Nothing makes the goal: {card} misses it{alike}."
    return f"Nothing stops the goal: {card} lets it be made{alike}."


def _wrong(found: Explanation, card: str) -> str:
    variant = found.question.position.variant
    names = [action_text(variant, a) for a in found.best.best] or ["best play"]
    refuted = " Refuted by:" if found.after.line else ""
    if found.question.goal.met_or_missed:
        wanted = found.question.goal.wanted_by(found.question.position.turn)
        fails, does = ("misses the goal", "make") if wanted else ("lets the goal be made", "stop")
        others = f"{', '.join(names)} {does}{'s' if len(names) == 1 else ''} it."
        return f"{card} {fails}, while {others}{refuted}"
    worth = between(found.best.lower, found.best.upper)
    lead = f"{', '.join(names)} lead{'s' if len(names) == 1 else ''} to {worth}."
    return f"{card} leads to {between(found.after.lower, found.after.upper)}, while {lead}{refuted}"
