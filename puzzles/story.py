"""The main line of a solved puzzle as a story: plays, decisions that could go wrong, tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzles.fast import FastJudge
from puzzles.grade import main_line
from solver.errors import FoolproofError
from solver.referee import step

if TYPE_CHECKING:
    from puzzles.solution import Node, Solution
    from solver.cards import Card
    from solver.position import Action, Position
    from solver.rules.order import Seen


class Ply(NamedTuple):
    """One action of the main line; `mine` a decision of the solver's side."""

    before: Position
    action: Action
    after: Position
    node: Node

    @property
    def seat(self) -> int:
        """The seat that acts."""
        return self.before.turn

    @property
    def critical(self) -> bool:
        """Whether the side decides and something else would be wrong."""
        return self.node.mine and bool(self.node.wrong) and bool(self.node.right)

    @property
    def wrong(self) -> list[Action]:
        """Every wrong action, interchangeable ones too."""
        return [action for choice in self.node.wrong for action in choice.actions]

    @property
    def ends_trick(self) -> bool:
        """Whether the action completes a trick."""
        return self.after.done > self.before.done

    def seen(self, card: Card) -> Seen:
        """Return a card as the rules see it here."""
        return self.before.view()[card]


class Trick(NamedTuple):
    """A completed trick: its plies, its cards in order, the seat that won or was given it."""

    plies: tuple[Ply, ...]
    cards: tuple[tuple[int, Card], ...]
    taker: int

    @property
    def leader(self) -> int:
        """The seat that led."""
        return self.cards[0][0]


class Story:
    """A solution told along its main line."""

    def __init__(self, solved: Solution) -> None:
        self.solved = solved
        self.goal = solved.goal
        self.side = solved.goal.side
        self.judge = FastJudge(solved.goal)
        self.variant = solved.root.position.variant
        self.plies = tuple(self._plies())
        self.tricks = tuple(self._tricks())

    def _plies(self) -> list[Ply]:
        found = []
        for node, choice in main_line(self.solved):
            after = step(node.position, choice.action)
            found.append(Ply(node.position, choice.action, after, node))
        return found

    def _tricks(self) -> list[Trick]:
        found: list[Trick] = []
        plies: list[Ply] = []
        table = list(self.solved.root.position.trick)
        for ply in self.plies:
            plies.append(ply)
            if ply.action.is_play:
                table.append((ply.seat, ply.action.card))
            if ply.ends_trick and table:
                found.append(Trick(tuple(plies), tuple(table), _taker(ply)))
                plies, table = [], []
        return found

    @property
    def decisions(self) -> list[Ply]:
        """The card plays of the side at which something else would have been wrong."""
        return [ply for ply in self.plies if ply.critical and ply.action.is_play]

    def trick_of(self, ply: Ply) -> Trick | None:
        """Return the trick that a play belongs to."""
        return next((trick for trick in self.tricks if ply in trick.plies), None)

    def lost(self, trick: Trick | None) -> bool:
        """Whether a trick goes to the others."""
        return trick is not None and trick.taker >= 0 and trick.taker not in self.side

    def taken(self, trick: Trick | None) -> bool:
        """Whether a trick goes to the side."""
        return trick is not None and trick.taker in self.side

    def taker_after(self, position: Position, action: Action) -> int:
        """Return who takes the trick on the table if an action is followed by best play."""
        done = position.done
        while True:
            after = step(position, action)
            if after.done > done or after.over:
                return _gained(position, after)
            position, action = after, self.judge.best(after)

    def holds(self, position: Position) -> bool:
        """Whether the goal could be forced from a position that never arose; no if it can't be."""
        try:
            return self.judge.holds(position)
        except (FoolproofError, LookupError, ValueError):
            return True


def _taker(ply: Ply) -> int:
    return _gained(ply.before, ply.after)


def _gained(before: Position, after: Position) -> int:
    pairs = zip(before.taken, after.taken, strict=True)
    return next((seat for seat, (a, b) in enumerate(pairs) if b > a), -1)
