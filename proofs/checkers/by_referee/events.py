"""Events of random play: how often each occurs in a game, and on how many occasions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from solver import referee
from solver.cards import JOKER
from solver.outcome import outcome
from solver.position import Action, Position

Game = list[tuple[Position, Action]]  # every position with the action chosen in it


def tricks(game: Game) -> list[list[tuple[Position, Action]]]:
    """Return the plays of each complete trick."""
    found: list[list[tuple[Position, Action]]] = []
    for position, action in game:
        if position.phase == "play" and action.is_play:
            if not position.trick:
                found.append([])
            found[-1].append((position, action))
    return found


def lone_emergent(game: Game, end: Position) -> tuple[int, int]:
    """Count tricks without Joker whose suit by parity (black first) is a single card."""
    hits = of = 0
    for plays in tricks(game):
        cards = [action.card for _, action in plays]
        if JOKER in cards:
            continue
        sizes = {suit: sum(c.suit == suit for c in cards) for suit in "cshd"}
        pair = "cs" if (sizes["c"] + sizes["s"]) % 2 else "hd"
        of += 1
        hits += [sizes[suit] for suit in pair if sizes[suit] % 2] == [1]
    return hits, of


def two_jokers(game: Game, end: Position) -> tuple[int, int]:
    """Count tricks that hold two Jokers or more."""
    plays = tricks(game)
    return sum([a.card for _, a in trick].count(JOKER) > 1 for trick in plays), len(plays)


def joker_lead(game: Game, end: Position) -> tuple[int, int]:
    """Tell whether some leader had nothing but two Jokers or more."""
    leads = [position.hands[position.turn] for position, _ in (t[0] for t in tricks(game))]
    return int(any(len(hand) > 1 and {*hand} == {JOKER} for hand in leads)), 1


def joker_forced(game: Game, end: Position) -> tuple[int, int]:
    """Count Jokers played by a follower who had other cards but might play nothing else."""
    hits = of = 0
    for position, action in (play for trick in tricks(game) for play in trick):
        if action.card == JOKER:
            of += 1
            legal = {a.card for a in referee.legal_actions(position) if a.is_play}
            other = {*position.hands[position.turn]} != {JOKER}
            hits += bool(position.trick) and legal == {JOKER} and other
    return hits, of


def turned_by_discard(game: Game, end: Position) -> tuple[int, int]:
    """Tell whether a trick was won by a card that did not follow, before a trump was known."""
    for plays in tricks(game):
        led = plays[0][1].card
        if plays[0][0].trump or len(plays) < 2:
            continue
        last = plays[-1][0]
        after = referee.step(last, plays[-1][1])
        winner = next((i for i, (a, b) in enumerate(zip(after.taken, last.taken, strict=True))
                       if a > b), -1)
        cards = {position.turn: action.card for position, action in plays}
        if winner in cards and cards[winner].suit != led.suit:
            return 1, 1
    return 0, 1


def trump_leads_won(game: Game, end: Position) -> tuple[int, int]:
    """Count tricks opened with a trump, and those of them that the leader won."""
    return _leads_won(game, lambda position, card: position.view()[card].trump)


def lowest_leads_won(game: Game, end: Position) -> tuple[int, int]:
    """Count leads of a lowest card of seat A, and those that win."""
    def lowest(position: Position, card: Any) -> bool:
        view = position.view()
        height = min(view[c].height for c in position.hands[0])
        return position.turn == 0 and bool(view[card].height == height)

    return _leads_won(game, lowest)


def _leads_won(game: Game, wanted: Callable[[Position, Any], bool]) -> tuple[int, int]:
    hits = of = 0
    for plays in tricks(game):
        first, action = plays[0]
        if wanted(first, action.card):
            last, final = plays[-1]
            after = referee.step(last, final)
            of += 1
            hits += after.taken[first.turn] > last.taken[first.turn]
    return hits, of


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
