"""The solution of a puzzle as compact data, for the page that is clicked through.

Cards are single signs. A node is `[seat, mine, best, choices]`, a choice `[what, next, keeps,
effect, refutation]`: `what` are the cards that come to the same (the first stands for all) or
'=' and words; a step of a refutation is `[seat, what, effect]`. An effect is -1 (the card goes to
the trick), a seat (that takes the completed trick), or the new state of the table in full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzles.sheets.cards import card_name
from puzzles.sheets.table import plan_of
from puzzles.sheets.words import PAGE
from puzzles.solution import BEYOND, Choice, Node, Solution
from solver.cards import card_pretty, card_text
from solver.position import replaced, without
from solver.referee import step

if TYPE_CHECKING:
    from puzzles.puzzle import Puzzle
    from solver.cards import Card
    from solver.position import Action, Position

SIGNS = (
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    + "".join(map(chr, range(0xC0, 0x180)))
)  # fmt: skip
MOST_NODES = 4000  # beyond so many only the best replies are put in the page


def strategy_data(puzzle: Puzzle, solved: Solution) -> dict[str, Any]:
    """Return everything that the page needs to play a puzzle."""
    return _Encoder(puzzle, solved).data()


class _Encoder:
    def __init__(self, puzzle: Puzzle, solved: Solution) -> None:
        self.puzzle = puzzle
        self.solved = solved
        self.variant = puzzle.variant
        cards = dict.fromkeys(self._cards(puzzle.position))
        self.sign = {card: SIGNS[i] for i, card in enumerate(cards)}

    def _cards(self, position: Position) -> list[Card]:
        return [card for card in self.variant.pack.faces if card in position.cards()]

    def data(self) -> dict[str, Any]:
        """Return the data of the puzzle."""
        position, plan = self.puzzle.position, plan_of(self.puzzle)
        every = self.solved.complete and len(self.solved.nodes) <= MOST_NODES
        numbers = self._reached(every)
        return {
            "seats": [self.variant.seat_name(seat) for seat in range(position.players)],
            "cards": {
                sign: [card_text(card), card_pretty(card), card_name(card)]
                for card, sign in self.sign.items()
            },
            "played": [[round(x, 1), round(y, 1)] for x, y in plan.played],
            "room": plan.room,
            "start": self._state(position),
            "every": every,
            "nodes": [self._node(self.solved.nodes[old], numbers, every) for old in numbers],
        }

    def _reached(self, every: bool) -> dict[int, int]:
        """Number the nodes that are kept: all, or those that the best replies lead to."""
        if every:
            return {number: number for number in range(len(self.solved.nodes))}
        numbers: dict[int, int] = {0: 0}
        waiting = [0]
        while waiting:
            node = self.solved.nodes[waiting.pop()]
            kept = node.choices if node.mine else node.choices[node.best : node.best + 1]
            for choice in kept:
                if choice.next != BEYOND and choice.next not in numbers:
                    numbers[choice.next] = len(numbers)
                    waiting.append(choice.next)
        return numbers

    def _node(self, node: Node, numbers: dict[int, int], every: bool) -> list[Any]:
        choices = node.choices if node.mine or every else node.choices[node.best : node.best + 1]
        best = node.best if node.mine or every else 0
        listed = [self._choice(node, choice, numbers) for choice in choices]
        return [node.position.turn, int(node.mine), best, listed]

    def _choice(self, node: Node, choice: Choice, numbers: dict[int, int]) -> list[Any]:
        position = node.position
        after = step(position, choice.action)
        follows = numbers.get(choice.next, BEYOND)
        effect = self._effect(position, choice.action, after)
        out = [self._what(choice.actions), follows, int(choice.keeps), effect]
        if choice.refutation:
            out.append(self._steps(after, choice.refutation))
        return out

    def _steps(self, position: Position, actions: tuple[Action, ...]) -> list[list[Any]]:
        steps = []
        for action in actions:
            after = step(position, action)
            effect = self._effect(position, action, after)
            steps.append([position.turn, self._what((action,)), effect])
            position = after
        return steps

    def _what(self, actions: tuple[Action, ...]) -> str:
        if actions[0].is_play:
            return "".join(self.sign[action.card] for action in actions)
        return "=" + PAGE.action(self.variant, actions[0])

    def _effect(self, before: Position, action: Action, after: Position) -> Any:
        if action.is_play:
            seat = before.turn
            hands = replaced(before.hands, seat, without(before.hands[seat], action.card))
            if after.hands == hands:
                if after.trick == (*before.trick, (seat, action.card)):
                    return -1
                gained = [i for i, n in enumerate(after.taken) if n > before.taken[i]]
                if not after.trick and len(gained) == 1:
                    return gained[0]
        return self._state(after)

    def _state(self, position: Position) -> dict[str, Any]:
        return {
            "h": ["".join(map(self._sign, hand)) for hand in position.hands],
            "t": [[seat, self._sign(card)] for seat, card in position.trick],
            "k": list(position.taken),
        }

    def _sign(self, card: Card) -> str:
        return self.sign.setdefault(card, SIGNS[len(self.sign)])
