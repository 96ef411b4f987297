"""What can be told of a course of actions: its words and the position where it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from solver.outcome import outcome
from solver.position import Position

Course = tuple[tuple[str, ...], Position]
PLAYS = {"play", "widow", "general", "general widow", "defend", "stay"}
WIDOWS = {"widow", "general widow", "defend"}
MEASURES: dict[str, Callable[[Course], Any]] = {
    "words": lambda c: list(c[0]),
    "length": lambda c: len(c[0]),
    "widows": lambda c: sum(call in WIDOWS for call in c[1].calls),
    "general": lambda c: any("general" in call for call in c[1].calls),
    "phase": lambda c: c[1].phase,
    "result": lambda c: c[1].result,
    "declarers": lambda c: sum(call in PLAYS for call in c[1].calls),
    "dealer declares": lambda c: c[1].calls[c[1].dealer] in PLAYS,
    "pone declares": lambda c: c[1].calls[c[1].dealer - 1] in PLAYS,
    "active": lambda c: sum(c[1].active),
    "all hold cards": lambda c: all(map(bool, c[1].hands)),
    "dealer active": lambda c: bool(c[1].active[c[1].dealer]),
    "taken": lambda c: list(c[1].taken),
    "raw": lambda c: list(outcome(c[1]).raw),
    "left over": lambda c: sum(map(len, c[1].hands)),
    "early Joker lead": lambda c: "!" in c[0],
}
