"""What `foolproof puzzle check` says: soundness in words and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzles.soundness import UNKNOWN, texts
from solver.answers import between, bounds_data
from solver.display import line_texts, show_position
from solver.errors import EXIT_REFUTED, EXIT_UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzles.puzzle import Puzzle
    from puzzles.soundness import Answer, Defence, Dual, Soundness
    from solver.display import Screen
    from solver.position import Action

SHOWN_DUALS = 5


def exit_code(found: Sequence[Soundness]) -> int:
    """Return 0 if all are sound, 1 if one is known not to be, else 3."""
    if any(not result.sound and result.verdict != UNKNOWN for result in found):
        return EXIT_REFUTED
    return EXIT_UNKNOWN if any(result.verdict == UNKNOWN for result in found) else 0


def soundness_data(puzzle: Puzzle, found: Soundness) -> dict[str, Any]:
    """Return a result as plain data."""
    name = puzzle.variant.seat_name
    data = {
        "id": puzzle.id,
        "puzzle": puzzle.line(),
        "verdict": found.verdict,
        "reason": found.reason,
        "keys": [_answer_data(puzzle, answer) for answer in found.keys],
        "cooks": [_answer_data(puzzle, answer) for answer in found.cooks],
        "duals": [_dual_data(puzzle, dual) for dual in found.duals],
        "defences": [_defence_data(puzzle, defence) for defence in found.defences],
        "set_play": {name(seat): value for seat, value in found.set_play.items()},
    }
    if found.refutation:
        data["refutation"] = texts(puzzle, found.refutation)
    return {**data, **bounds_data(found.stopped, found.bounds)} if found.stopped else data


def _answer_data(puzzle: Puzzle, answer: Answer) -> dict[str, Any]:
    return {
        "actions": texts(puzzle, answer.actions),
        "line": texts(puzzle, answer.line),
        "transposition": answer.transposes,
    }


def _dual_data(puzzle: Puzzle, dual: Dual) -> dict[str, Any]:
    return {
        "after": texts(puzzle, dual.reached),
        "choices": [texts(puzzle, actions) for actions in dual.choices],
        "transposition": dual.transposition,
    }


def _defence_data(puzzle: Puzzle, defence: Defence) -> dict[str, Any]:
    return {
        "actions": texts(puzzle, defence.actions),
        "kind": defence.kind,
        "line": texts(puzzle, defence.line),
    }


def show_soundness(
    out: Screen, number: int, puzzle: Puzzle, found: Soundness, origin: bool
) -> None:
    """Write what a puzzle is, with its keys, cooks, duals and defences."""
    if number > 1:
        out.line()
    out.line(f"Puzzle {puzzle.id or number}: {puzzle.task}")
    out.line(f"{found.verdict}: {found.reason}")
    if origin:
        for label, text in zip(("deal", "play"), puzzle.origin, strict=False):
            out.line(f"{label}: {text}")
    if found.verdict == UNKNOWN and found.bounds != (None, None):
        out.line(f"best play gives {between(*found.bounds)}")
    if not (found.keys or found.refutation):
        return
    out.line()
    show_position(out, puzzle.position)
    if found.refutation:
        _show_line(out, puzzle, "refuted by", found.refutation)
    for label, answers in (("key", found.keys), ("cook", found.cooks)):
        for answer in answers:
            word = "order of play" if answer.transposes else label
            _show_line(out, puzzle, f"{word} {_either(puzzle, answer.actions)}", answer.line)
    _show_duals(out, puzzle, found.duals)
    _show_defences(out, puzzle, found)


def _either(puzzle: Puzzle, actions: Sequence[Action]) -> str:
    return " or ".join(texts(puzzle, tuple(actions)))


def _show_line(out: Screen, puzzle: Puzzle, label: str, line: tuple[Action, ...]) -> None:
    out.line(f"{label}:")
    for text in line_texts(out, puzzle.position, line):
        out.line(f"  {text}")


def _show_duals(out: Screen, puzzle: Puzzle, duals: Sequence[Dual]) -> None:
    for dual in duals[:SHOWN_DUALS]:
        word = "order of play" if dual.transposition else "dual"
        after = ", ".join(texts(puzzle, dual.reached))
        choices = "; ".join(_either(puzzle, actions) for actions in dual.choices)
        out.line(f"{word} after {after}: {choices}")
    if len(duals) > SHOWN_DUALS:
        left = len(duals) - SHOWN_DUALS
        out.line(f"and {left} more decision{'' if left == 1 else 's'} with several right choices")


def _show_defences(out: Screen, puzzle: Puzzle, found: Soundness) -> None:
    for defence in found.defences:
        out.line(f"defence {_either(puzzle, defence.actions)}: {defence.kind}")
    name = puzzle.variant.seat_name
    if found.set_play:
        listed = ", ".join(f"{name(i)} {puzzle.goal.worth(n)}" for i, n in found.set_play.items())
        out.line(f"set play, with the lead at: {listed}")
