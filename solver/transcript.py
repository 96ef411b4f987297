"""Transcripts: a position and the actions that follow it, as text that replays.

    gooseberry-3
    A to lead
    A: Ks 9s 7h
    …

    actions
    A Ks | B As | C Jk | C gift A

The actions follow the position after a blank line, under the word `actions`, separated by `|` or
line ends. The seat before an action may be left out. A file may hold several deals. `#` begins a
comment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from solver.errors import BadInput, IllegalAction, PositionError, nearest
from solver.notation import read, write
from solver.problems import problems
from solver.referee import action_text, parse_action, step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solver.position import Action, Position
    from solver.variant import Variant

HEADING = "actions"


class Block(NamedTuple):
    """Lines of a file between blank lines: the number of the first, and the text."""

    line: int
    text: str


class Deal(NamedTuple):
    """A recorded deal: where it begins, its actions, and the line on which each is written."""

    start: Position
    actions: tuple[Action, ...]
    end: Position


def blocks(text: str) -> list[Block]:
    """Split a text at blank lines; blocks of nothing but comments are left out."""
    found: list[Block] = []
    lines: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            lines.append(line)
            continue
        if any(part.split("#", 1)[0].strip() for part in lines):
            found.append(Block(number - len(lines), "\n".join(lines)))
        lines = []
    return found


def is_actions(block: Block) -> bool:
    """Whether a block holds actions (and not a position)."""
    words = [line.split("#", 1)[0].strip().lower() for line in block.text.splitlines()]
    return next((word for word in words if word), "") in (HEADING, HEADING + ":")


def read_deals(text: str, variant: Variant | None = None) -> Iterator[Deal]:
    """Read and replay every deal of a text, one after the other.

    Raises IllegalAction with the line, ply, seat and rule for an action that the rules forbid, and
    PositionError for a position with defects.
    """
    found = blocks(text)
    if not found:
        raise PositionError("an empty transcript: expected a position, then its actions.")
    if is_actions(found[0]):
        raise PositionError(f"line {found[0].line}: actions without a position before them.")
    for i, block in enumerate(found):
        if is_actions(block):
            if is_actions(found[i - 1]):
                raise PositionError(f"line {block.line}: actions without a position before them.")
            continue
        _refuse_heading(block)
        try:
            position, _ = read(block.text, variant)
            refuse_problems(position)
        except BadInput as error:
            raise type(error)(f"position on line {block.line}: {error}") from None
        after = found[i + 1] if i + 1 < len(found) and is_actions(found[i + 1]) else Block(0, "")
        yield _replay(position, after)


def _refuse_heading(block: Block) -> None:
    """Raise PositionError for a block under a word that is nearly 'actions'."""
    lines = [line.split("#", 1)[0].strip() for line in block.text.splitlines()]
    first = next(line for line in lines if line)
    word = first.rstrip(":").lower()
    if word.isalpha() and len(lines) > 1 and nearest(word, [HEADING]):
        raise PositionError(
            f"line {block.line}: '{first}' begins no position; the word before actions is "
            f"'{HEADING}'."
        )


def refuse_problems(position: Position) -> None:
    """Raise PositionError that lists every defect of a position, if it has any."""
    defects = problems(position)
    if defects:
        listed = "".join(f"\n  {problem.name}: {problem.text}" for problem in defects)
        count = "a problem" if len(defects) == 1 else f"{len(defects)} problems"
        raise PositionError(f"the position has {count}:{listed}")


def _replay(start: Position, block: Block) -> Deal:
    position = start
    actions: list[Action] = []
    for line, entry in _entries(block):
        where = f"line {line}, ply {len(actions) + 1}"
        action = _read_entry(position, entry, where)
        actions.append(action)
        position = step(position, action)
    return Deal(start, tuple(actions), position)


def _entries(block: Block) -> Iterator[tuple[int, str]]:
    heading_seen = False
    for number, line in enumerate(block.text.splitlines(), block.line):
        body = line.split("#", 1)[0].strip()
        if body and not heading_seen:
            heading_seen = True
            continue
        for entry in body.split("|"):
            if entry.strip():
                yield number, entry.strip()


def _read_entry(position: Position, entry: str, where: str) -> Action:
    variant = position.variant
    if position.over:
        raise IllegalAction(f"{where}: '{entry}' comes after the end of the deal.")
    first, _, rest = entry.partition(" ")
    seats = [variant.seat_name(i) for i in range(variant.players)]
    expected = seats[position.turn]
    if rest and first.upper() in seats:
        if first.upper() != expected:
            raise IllegalAction(f"{where}: '{entry}' is out of turn; it is {expected}'s turn.")
        entry = rest
    try:
        return parse_action(position, entry)
    except IllegalAction as error:
        raise IllegalAction(f"{where}: {error}") from None


def write_deal(start: Position, actions: Sequence[Action], note: str = "") -> str:
    """Write a deal as `read_deals` reads it: the position, then a line for every trick."""
    head = f"# {note}\n" if note else ""
    lines: list[str] = []
    current: list[str] = []
    position = start
    for action in actions:
        variant = position.variant
        current.append(f"{variant.seat_name(position.turn)} {action_text(variant, action)}")
        after = step(position, action)
        if after.done > position.done or after.over or (not after.trick and after.phase == "play"):
            lines.append(" | ".join(current))
            current = []
        position = after
    lines += [" | ".join(current)] if current else []
    body = "".join(line + "\n" for line in lines)
    return f"{head}{write(start, block=True)}\n{HEADING}\n{body}"
