"""Endings and the complete deals in which legal play leads to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs.random_play import shown
from solver.position import play, start
from solver.referee import apply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.claim import Witness
    from solver.cards import Hand
    from solver.position import Action, Position
    from solver.variant import Variant


def replayed(text: str, first: Position, actions: Sequence[Action]) -> Witness:
    """Return a witness after the referee has played it (see `random_play.shown`)."""
    return shown(first, actions, text)


def ending(variant: Variant, hands: Sequence[Hand]) -> Position:
    """Return the position in which the last tricks of a deal are left, the eldest hand to lead."""
    position = start(variant, tuple(hands))
    return position._replace(done=variant.hand_size - max(map(len, hands)))


def after(position: Position, actions: Sequence[Action]) -> Position:
    """Return the position after some legal actions."""
    for action in actions:
        position = apply(position, action)
    return position


def led_up_to(ending: Position, full: Position) -> tuple[Position, list[Action]]:
    """Return a complete deal, and play in it that leads to an ending with equal hands.

    `full` is a position of the same variant that has the pack. The cards that the ending lacks are
    played as tricks in which all seats follow suit, so that nobody's other cards matter; the last
    of them is won by the ending's leader. Raises ValueError where suits don't divide so.
    """
    n = ending.players
    missing = full.variant.pack.count - ending.cards()
    tricks = []
    for letter in full.variant.pack.suits:
        cards = [c for c in full.variant.pack.sort(missing.elements()) if c.suit == letter]
        if len(cards) % n:
            raise ValueError(f"{len(cards)} cards of a suit are no whole tricks")
        tricks += [cards[i : i + n] for i in range(0, len(cards), n)]
    hands = [list(hand) for hand in ending.hands]
    actions: list[Action] = []
    leader = full.eldest
    for number, cards in enumerate(tricks):
        winner = ending.leader if number == len(tricks) - 1 else leader
        # All of one suit: the middling card, in the middle of the sorted cards, wins.
        rest = [c for i, c in enumerate(cards) if i != n // 2]
        for seat in full.around(leader):
            card = cards[n // 2] if seat == winner else rest.pop()
            hands[seat].append(card)
            actions.append(play(card))
        leader = winner
    first = full._replace(
        hands=tuple(full.variant.pack.sort(hand) for hand in hands), dead=(), leader=full.eldest
    )
    return first._replace(turn=first.leader), actions
