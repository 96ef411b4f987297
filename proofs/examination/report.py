"""What an examination has to say: remarks of five grades, each with its witness."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.claim import Witness


class Grade(Enum):
    """How much a remark matters.

    An ERROR stops or divides the table, a WARNING is most likely not meant, a NOTE is good to know,
    SOUND means that something was proved to be in order, UNKNOWN that a limit came first.
    """

    ERROR = "error"
    WARNING = "warning"
    UNKNOWN = "unknown"
    NOTE = "note"
    SOUND = "ok"


@dataclass(frozen=True)
class Remark:
    """One thing found out about a variant.

    `check` the question it answers, `text` one sentence, `scope` for what it holds ('' all that can
    arise), `witness` an example, `details` numbers for programs, `players` the numbers of players
    for which it was found (() the usual one, and all others that were asked).
    """

    grade: Grade
    check: str
    text: str
    scope: str = ""
    witness: Witness | None = None
    details: dict[str, Any] = field(default_factory=dict)
    players: tuple[int, ...] = ()

    def data(self) -> dict[str, Any]:
        """Return the remark for programs."""
        out: dict[str, Any] = {"grade": self.grade.value, "check": self.check, "text": self.text}
        if self.scope:
            out["scope"] = self.scope
        if self.players:
            out["players"] = list(self.players)
        if self.witness is not None:
            w = self.witness
            out["witness"] = {
                "text": w.text,
                "command": w.command,
                "position": w.position,
                "actions": list(w.actions),
            }
        return out | ({"details": self.details} if self.details else {})


def error(check: str, text: str, **more: Any) -> Remark:
    """Return a remark that a rule fails."""
    return Remark(Grade.ERROR, check, text, **more)


def warning(check: str, text: str, **more: Any) -> Remark:
    """Return a remark about what is most likely not meant."""
    return Remark(Grade.WARNING, check, text, **more)


def note(check: str, text: str, **more: Any) -> Remark:
    """Return a remark that is good to know."""
    return Remark(Grade.NOTE, check, text, **more)


def sound(check: str, text: str, **more: Any) -> Remark:
    """Return a remark that something is in order."""
    return Remark(Grade.SOUND, check, text, **more)


def unknown(check: str, text: str, **more: Any) -> Remark:
    """Return a remark that a limit came before the answer."""
    return Remark(Grade.UNKNOWN, check, text, **more)
