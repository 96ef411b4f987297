"""Facts about a position and the action that led to it, asked of the referee."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from solver import referee
from solver.cards import JOKER, card_text
from solver.outcome import facts, outcome
from solver.position import Position


class Seen(NamedTuple):
    """What a replay leads to: the position, the one before the last action, and how many cards
    the rules name where they name no single winner (-1: they are not silent)."""

    end: Position
    before: Position
    named: int


def _winner(seen: Seen) -> str:
    """Return the seat to which the last action brought a trick ('' if none)."""
    gains = zip(seen.end.taken, seen.before.taken, strict=True)
    return "".join(seen.end.variant.seat_name(i) for i, (a, b) in enumerate(gains) if a > b)


def _pool(seen: Seen) -> list[int] | None:
    """Return the pool left and what every seat paid, if the game has a pool."""
    settled = outcome(seen.end).settlement
    return None if settled is None else [int(settled.pool), *map(int, settled.paid)]


FACTS: dict[str, Callable[[Seen], Any]] = {
    "named": lambda s: s.named,
    "turn": lambda s: s.end.variant.seat_name(s.end.turn),
    "phase": lambda s: s.end.phase,
    "legal": lambda s: [referee.action_text(s.end.variant, a)
                        for a in referee.legal_actions(s.end)],
    "to": lambda s: _winner(s),
    "trump": lambda s: s.end.trump,
    "taken": lambda s: list(s.end.taken),
    "done": lambda s: s.end.done,
    "sizes": lambda s: [len(hand) for hand in s.end.hands],
    "raw": lambda s: list(outcome(s.end).raw),
    "final": lambda s: list(outcome(s.end).final),
    "raw tie": lambda s: len({*outcome(s.end).raw}) < s.end.players,
    "final tie": lambda s: len({*outcome(s.end).final}) < s.end.players,
    "level at the top": lambda s: [*(f := outcome(s.end).final)].count(max(f)) > 1,
    "nobody gains": lambda s: max(outcome(s.end).final) <= 0,
    "motley": lambda s: max(facts(s.end).motley),
    "broken": lambda s: s.end.broken,
    "demoted": lambda s: card_text(s.end.demoted) if s.end.demoted else "",
    "stock": lambda s: len(s.end.stock),
    "turn up": lambda s: [card_text(card) for card in s.end.turn_up],
    "leader's hand": lambda s: [card_text(card) for card in s.end.hands[s.end.leader]],
    "only Jokers on lead": lambda s: {*s.end.hands[s.end.leader]} == {JOKER} and not s.end.trick,
    "joker led": lambda s: bool(s.end.trick) and s.end.trick[0][1] == JOKER,
    "active": lambda s: [int(x) for x in s.end.active],
    "result": lambda s: s.end.result,
    "pool": lambda s: _pool(s),
    "counters": lambda s: s.end.pool,
    "barred": lambda s: [int(x) for x in s.end.barred],
    "sides": lambda s: list(s.end.variant.sides),
    "hands": lambda s: [[card_text(card) for card in hand] for hand in s.end.hands],
    "widow": lambda s: len(s.end.widow),
    "elsewhere": lambda s: (len(s.end.variant.pack) - len(s.end.stock)
                            - sum(map(len, (*s.end.hands, *s.end.won)))),
    "points": lambda s: list(outcome(s.end).points),
    "captured": lambda s: [len(pile) for pile in s.end.won],
    "rule": lambda s: referee.binding_tier(s.end)[0],
    "leader": lambda s: s.end.variant.seat_name(s.end.leader),
    "hand": lambda s: [card_text(card) for card in s.end.hands[s.end.turn]],
}
