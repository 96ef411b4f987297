"""Events of random play, by name: each counts hits and occasions of a game and its end."""

from __future__ import annotations

from collections.abc import Callable

from proofs.checkers.by_referee.tricks import (
    Game,
    joker_forced,
    joker_lead,
    lone_emergent,
    two_jokers,
)
from proofs.checkers.by_referee.wins import lowest_leads_won, trump_leads_won, turned_by_discard
from solver.outcome import outcome
from solver.position import Position

EVENTS: dict[str, Callable[[Game, Position], tuple[int, int]]] = {
    "one card in the emergent suit": lone_emergent,
    "two Jokers in a trick": two_jokers,
    "only Jokers on lead": joker_lead,
    "Joker forced": joker_forced,
    "a discard wins": turned_by_discard,
    "trump lead wins": trump_leads_won,
    "lowest lead wins": lowest_leads_won,
    "trump turned after trick 1": lambda g, e: (
        int(any(p.done == 1 and p.trump for p, _ in g)), 1),
    "final tie": lambda g, e: (int(len({*outcome(e).final}) < e.players), 1),
    "raw tie": lambda g, e: (int(len({*outcome(e).raw}) < e.players), 1),
    "everybody has a trick": lambda g, e: (
        int(all(t for t, a in zip(e.taken, e.active, strict=True) if a)), 1),
    "a seat has three tricks": lambda g, e: (int(max(e.taken) >= 3), 1),
}
