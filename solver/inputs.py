"""What a user hands to a command: a text, a file or stdin, read with nothing taken on trust."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.errors import BadInput, PositionError
from solver.goals import Goal, parse_goal
from solver.notation import read
from solver.position_json import from_json
from solver.transcript import Block, blocks, is_actions, refuse_problems
from solver.variant_source import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from solver.position import Position
    from solver.variant import Variant

SETS = Path(__file__).parent.parent / "puzzles" / "sets"  # the problems that come with the package
MOST_BYTES = 4_000_000
MOST_PATH = 255


class Question(NamedTuple):
    """A position to solve, with its goal and the place it was read from ('' for an argument)."""

    where: str
    position: Position
    goal: Goal


def read_file(name: str) -> str:
    """Return the text of a file, or of stdin for '-'; raise BadInput that says what is wrong."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except IsADirectoryError:
        raise BadInput(f"{name}: is a directory; expected a file.") from None
    except FileNotFoundError:
        raise BadInput(f"{name}: there is no such file.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"{name}: can't be read: {reason}.") from None
    return _decoded(name, data)


def _decoded(name: str, data: bytes) -> str:
    shown = "stdin" if name == "-" else name
    if len(data) > MOST_BYTES:
        raise BadInput(f"{shown}: larger than {MOST_BYTES:,} bytes; split it.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{shown}: not UTF-8 text (byte {error.start}).") from None


def text_of(argument: str) -> tuple[str, str]:
    """Return a text and where it comes from: '-' is stdin, a path is read, all else is the text."""
    if argument == "-":
        return read_file("-"), "stdin"
    if _looks_like_path(argument):
        return read_file(argument), argument
    return argument, ""


def _looks_like_path(argument: str) -> bool:
    if not argument or "\n" in argument or "|" in argument or len(argument) > MOST_PATH:
        return False
    try:
        if Path(argument).exists():
            return True
    except (OSError, ValueError):
        return False
    return ":" not in argument and " " not in argument and ("/" in argument or "." in argument)


def read_questions(
    argument: str,
    goal: str = "",
    variant: Variant | None = None,
    settings: Mapping[str, Any] | None = None,
) -> list[Question]:
    """Read every position of a text, file or stdin, with its goal (or the goal given for all).

    A position without any goal asks for the most tricks of the side to act. Raises one BadInput
    that lists the problems of all positions.
    """
    if names_nothing(argument):
        if argument in names():
            raise BadInput(
                f"'{argument}' is a game, and a position is asked for: 'foolproof deal {argument}' "
                "writes one."
            )
        raise BadInput(
            f"'{argument}' is neither a file nor a position: there is no such file, and a position "
            "reads 'variant / A to lead / A: … | B: …'."
        )
    text, where = _problem(argument) or text_of(argument)
    found: list[Question] = []
    errors: list[BadInput] = []
    for place, entry in _entries(text, where):
        try:
            found.append(_question(place, entry, goal, variant, settings))
        except BadInput as error:
            errors.append(type(error)(f"{place}: {error}" if place else str(error)))
    if errors:
        raise errors[0] if len(errors) == 1 else BadInput("\n".join(map(str, errors)))
    if not found:
        expected = "expected 'variant / A to lead / A: … | B: …'"
        raise PositionError(f"{where + ': ' if where else ''}no position: {expected}.")
    return found


def _problem(name: str) -> tuple[str, str] | None:
    """Return the text and the name of a problem that comes with the package, such as rams-07."""
    match = re.fullmatch(r"([a-z0-9-]+)-[0-9]{2}", name)
    file = SETS / f"{match[1]}.json" if match else None
    if file is None or not file.is_file() or Path(name).exists():
        return None
    listed = json.loads(file.read_text(encoding="utf-8"))["puzzles"]
    return next(((entry["puzzle"], name) for entry in listed if entry["id"] == name), None)


def names_nothing(argument: str) -> bool:
    """Whether an argument is a mere word that is neither a file nor a shipped problem."""
    if _problem(argument) or _looks_like_path(argument):
        return False
    return bool(re.fullmatch(r"[^\s|:/{\[#][^\s|:/]*", argument)) and argument != "-"


def one_question(
    argument: str, number: int | None = None, settings: Mapping[str, Any] | None = None
) -> Question:
    """Read the one position of an argument, or the one of that number; raise BadInput."""
    found = read_questions(argument, settings=settings)
    if number is None and len(found) > 1:
        raise BadInput(f"{argument}: {len(found)} positions; choose one with --number.")
    if number is not None and number > len(found):
        raise BadInput(f"--number {number}: there are only {len(found)} positions.")
    return found[(number or 1) - 1]


def _entries(text: str, where: str) -> Iterator[tuple[str, Any]]:
    """Yield the place and the text (or JSON data) of every position."""
    if text.lstrip()[:1] in ("{", "["):
        data = _json(text, where)
        if isinstance(data, dict) and isinstance(data.get("puzzles"), list):
            data = data["puzzles"]
        for number, item in enumerate(data if isinstance(data, list) else [data], 1):
            yield (f"{where}, position {number}" if isinstance(data, list) else where), item
        return
    positions = [block for block in blocks(text) if not is_actions(block)]
    for block in positions:
        yield (_place(where, block) if where or len(positions) > 1 else ""), block.text


def _place(where: str, block: Block) -> str:
    return f"{where}, line {block.line}".removeprefix(", ")


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        reason = "a number in it is too large" if "limit" in reason else reason
        raise PositionError(f"{where or 'the position'}: not JSON: {reason}.") from None


def _question(
    where: str,
    entry: Any,
    goal: str,
    variant: Variant | None,
    settings: Mapping[str, Any] | None,
) -> Question:
    if isinstance(entry, dict) and isinstance(entry.get("puzzle"), str):
        entry = entry["puzzle"]
    if isinstance(entry, str):
        position, own_goal = read(entry, variant, settings)
    else:
        position, own_goal = _from_data(entry, settings)
    refuse_problems(position)
    wanted = goal or own_goal or _most_tricks(position)
    return Question(where, position, parse_goal(wanted, position.variant))


def _most_tricks(position: Position) -> str:
    """Return the question for the most tricks of the seat to act, or of its side."""
    variant, seat = position.variant, position.turn
    sides = variant.sides
    mine = [i for i in range(position.players) if i == seat or (sides and sides[i] == sides[seat])]
    if len(mine) == 1:
        return f"{variant.seat_name(seat)} makes most tricks"
    return "+".join(map(variant.seat_name, mine)) + " make most tricks"


def _from_data(data: Any, settings: Mapping[str, Any] | None) -> tuple[Position, str]:
    """Read what `to_json` writes, bare or as `{"position": …, "goal": …}`."""
    if not isinstance(data, dict):
        raise PositionError("JSON position: expected an object with 'variant' and 'hands'.")
    own_goal = data.get("goal", "")
    if not isinstance(own_goal, str):
        raise PositionError("JSON position: 'goal' must be a text such as 'A makes 2'.")
    inner = data.get("position", {k: v for k, v in data.items() if k != "goal"})
    return from_json(inner, settings), own_goal


# --- options of the command line ------------------------------------------------------------


def chosen_readings(words: Iterable[str]) -> dict[str, str]:
    """Read `CODE=reading` words; raise BadInput for any other."""
    return dict(_pair(word, "G1=lead") for word in words)


def chosen_settings(words: Iterable[str]) -> dict[str, Any]:
    """Read `field=value` words; a value that is not TOML is a text."""
    return {field: _toml(value) for field, value in (_pair(w, "deal.hand=5") for w in words)}


def _pair(word: str, example: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals or not name.strip():
        raise BadInput(f"'{word}': expected a name and a value, such as {example}.")
    return name.strip(), value.strip()


def _toml(value: str) -> Any:
    if re.fullmatch(r"-?[0-9]{19,}", value):
        return 10**18  # refused as too large, without writing it out
    try:
        data = tomllib.loads(f"value = {value}")
    except (ValueError, RecursionError):
        return value
    return data["value"] if len(data) == 1 else value
