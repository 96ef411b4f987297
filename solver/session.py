"""Playing a deal step by step at the keyboard: legal actions by number, undo, quit."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from solver.display import Screen, plain, show_position
from solver.errors import BadInput, IllegalAction
from solver.referee import legal_actions, parse_action, step

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.position import Action, Position

HELP = "Type a number or an action; 'u' takes the last action back, 'q' stops, '?' says this again."
UNDO = frozenset({"u", "undo"})
HELPS = frozenset({"?", "help"})
QUIT = frozenset({"q", "quit", "exit"})


class Played(NamedTuple):
    """A deal as far as it was played; `quit` if the player stopped."""

    start: Position
    actions: tuple[Action, ...]
    end: Position
    quit: bool


def play_by_choice(
    start: Position, choose: Callable[[Position], Action], ends: Callable[[Position], bool]
) -> Played:
    """Play a deal out; `choose` picks every action, `ends` says when it is over."""
    position, actions = start, []
    while not ends(position):
        action = choose(position)
        actions.append(action)
        position = step(position, action)
    return Played(start, tuple(actions), position, False)


def play_by_hand(out: Screen, start: Position, ends: Callable[[Position], bool]) -> Played:
    """Ask for every action on stdin until the deal is over, the input ends or the player stops."""
    history: list[tuple[Position, Action]] = []
    position = start
    out.line(HELP)
    while not ends(position):
        _show(out, position)
        answer = ask(f"{position.variant.seat_name(position.turn)}> ")
        word = answer.strip().lower() if answer is not None else "q"
        if word in QUIT:
            return Played(start, tuple(a for _, a in history), position, True)
        if word in UNDO:
            position = history.pop()[0] if history else position
            continue
        if word in HELPS:
            out.line(HELP)
            continue
        action = _understood(out, position, word)
        if action is None:
            continue
        history.append((position, action))
        before, position = position, step(position, action)
        _report(out, before, position)
    return Played(start, tuple(a for _, a in history), position, False)


def _show(out: Screen, position: Position) -> None:
    out.line()
    show_position(out, position)
    line = " "
    for number, action in enumerate(legal_actions(position), 1):
        choice = f" {number}) {out.action(position.variant, action)}  "
        if len(line + choice) > out.width:
            out.line(line)
            line = " "
        line += choice
    out.line(line)


def ask(prompt: str) -> str | None:
    """Read a line from stdin; None at its end. Piped input is echoed, so that a log reads well."""
    print(plain(prompt), end="", flush=True)
    try:
        line = sys.stdin.readline()
    except UnicodeDecodeError:
        raise BadInput("the input is not UTF-8 text.") from None
    if not sys.stdin.isatty():
        print(plain(line.rstrip("\n")))
    return line or None


def _understood(out: Screen, position: Position, word: str) -> Action | None:
    """Return the action that a number or a text means, or say why there is none."""
    actions = legal_actions(position)
    if word.isdecimal() and len(word) < 5 and 1 <= int(word) <= len(actions):
        return actions[int(word) - 1]
    if not word:
        out.line(HELP)
        return None
    try:
        return parse_action(position, word)
    except IllegalAction as error:
        out.bad(str(error))
        return None


def _report(out: Screen, before: Position, after: Position) -> None:
    if after.done > before.done:
        gained = [i for i, n in enumerate(after.taken) if n > before.taken[i]]
        winner = before.variant.seat_name(gained[0]) if gained else "nobody"
        out.line(f"  trick {after.done} goes to {winner}")
