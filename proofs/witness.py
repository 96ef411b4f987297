"""Witnesses: examples that the referee has replayed, with a command that replays them anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs.claim import Witness
from solver.notation import read, write
from solver.position import play
from solver.referee import action_text, apply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.position import Action, Position


def replayed(text: str, start: Position, actions: Sequence[Action]) -> Witness:
    """Return a witness after the referee has replayed it from its written form.

    Raises IllegalAction if an action breaks a rule.
    """
    written = write(start)
    position, _ = read(written)
    texts = []
    for action in actions:
        seat = position.variant.seat_name(position.turn)
        texts.append(f"{seat} {action_text(position.variant, action)}")
        position = apply(position, action)
    lines = "\\n".join([written, "", "actions", " | ".join(texts), ""])
    command = f"printf '{lines}' | foolproof replay -" if texts else f"foolproof solve '{written}'"
    return Witness(text=text, command=command, position=written, actions=tuple(texts))


def after(start: Position, actions: Sequence[Action]) -> Position:
    """Return the position after some legal actions."""
    for action in actions:
        start = apply(start, action)
    return start


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
        placed = {winner: cards[n // 2]}
        rest = [c for i, c in enumerate(cards) if i != n // 2]
        for seat in full.around(leader):
            placed.setdefault(seat, rest.pop() if seat != winner else cards[n // 2])
            hands[seat].append(placed[seat])
            actions.append(play(placed[seat]))
        leader = winner
    start = full._replace(
        hands=tuple(full.variant.pack.sort(hand) for hand in hands), dead=(), leader=full.eldest
    )
    return start._replace(turn=start.leader), actions
