"""One tree of errors; every class carries the exit code with which the command ends."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

EXIT_REFUTED = 1
EXIT_BAD_INPUT = 2
EXIT_UNKNOWN = 3
EXIT_INTERNAL = 4


class FoolproofError(Exception):
    """Any error that a user can meet; its text is a complete sentence that says how to mend it."""

    exit_code = EXIT_INTERNAL


class BadInput(FoolproofError):
    """What was given can't be read: a card, a file, a position, a goal, an option."""

    exit_code = EXIT_BAD_INPUT


class CardError(BadInput):
    """A card's text names no card, or no card of the pack in use."""


class VariantError(BadInput):
    """A variant file breaks the format; the text names file, line and field."""


class PositionError(BadInput):
    """A position's text breaks the format, or the position has defects (see `problems`)."""


class GoalError(BadInput):
    """A goal's text breaks the format or does not fit the variant."""


class FormatError(BadInput):
    """A file of puzzles breaks its format; the text names file, line and column."""


class IllegalAction(BadInput):
    """An action that the rules forbid here; the text names ply, seat, rule and the legal ones."""


class RulesSilent(FoolproofError):
    """The rules name no result for a state that has arisen: no reading was chosen that fills it."""

    exit_code = EXIT_UNKNOWN


class LimitReached(FoolproofError):
    """A node, time or memory limit stopped the work before there was an answer.

    `stopped` says which one where a search was stopped ('nodes', 'seconds', 'memory' or
    'interrupted', else ''), `nodes` how much had been searched.
    """

    exit_code = EXIT_UNKNOWN

    def __init__(self, text: str, stopped: str = "", nodes: int = 0) -> None:
        super().__init__(text)
        self.stopped, self.nodes = stopped, nodes


class Refuted(FoolproofError):
    """The goal can't be made, or the claim fails."""

    exit_code = EXIT_REFUTED


def whole_number(text: str) -> int | None:
    """Read an integer of at most nine digits in ASCII; None for any other text.

    >>> whole_number("-12"), whole_number("²")
    (-12, None)
    """
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ' Did you mean …?' for the known word closest to `word`, or '' if none is near."""
    from difflib import get_close_matches  # only a mistake needs it

    found = get_close_matches(word.lower(), [k.lower() for k in known], n=1, cutoff=0.5)
    if not found:
        return ""
    back = {k.lower(): k for k in known}
    return f" Did you mean '{back[found[0]]}'?"
