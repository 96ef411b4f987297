"""The tricks of a game, and events of what they hold: how often, on how many occasions."""

from __future__ import annotations

from solver import referee
from solver.cards import JOKER
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
