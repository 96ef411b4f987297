"""Goals, hints and solutions in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzles.solution import BEYOND, Node, Solution, temptations
from solver.cards import SUITS
from solver.display import Screen, line_texts, situation_text
from solver.goals import EXACTLY, HELP, LEAST, MOST, OWN, PLACES, Goal
from solver.referee import step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from puzzles.puzzle import Puzzle
    from puzzles.solution import Choice
    from solver.limits import Limits
    from solver.position import Action, Position
    from solver.variant import Variant

MOST_TREE = 400
LEGEND = (
    "In the list of every defence '!' marks the only right card, a seat in brackets takes the "
    "trick, and 'safe' ends a line where nothing can go wrong any more."
)
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PLURAL = re.compile(r"s(?= |$)")
_LEFT = {
    "tricks": "tricks",
    "points": "points in cards",
    "raw": "points of the score without bonus",
    "score": "points",
    "pool": "counters from the pool",
}


class Page(Screen):
    """A page that can show suit symbols; nothing is written to it, it only lends its words."""

    pretty = True


PAGE = Page()


def joined(words: Iterable[str], last: str = "and") -> str:
    """Join words as a sentence does."""
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {last} {listed[-1]}"


def spelled(number: int, noun: str) -> str:
    """Write a number with a noun, such as 'two tricks'."""
    word = _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)
    return f"{word} {_PLURAL.sub('', noun, count=1) if number == 1 else noun}"


# --- the solver's page --------------------------------------------------------------------------


def goal_words(puzzle: Puzzle) -> str:
    """Say what is asked, in one or two sentences."""
    goal, variant = puzzle.goal, puzzle.variant
    mine = joined(variant.seat_name(seat) for seat in sorted(goal.side))
    others = [
        variant.seat_name(seat)
        for seat in range(puzzle.position.players)
        if seat not in goal.side and puzzle.position.active[seat]
    ]
    return f"You play {mine}. {_task(goal, puzzle.position)}, {_stance(goal, others)}."


def _stance(goal: Goal, others: Sequence[str]) -> str:
    if not others:
        return "nobody opposing"
    verb = "does" if len(others) == 1 else "do"
    if goal.stance == HELP:
        return f"{joined(others)} helping all they can"
    if goal.stance == OWN:
        return "while everybody plays for the same end on their own account"
    return f"whatever {joined(others)} {verb}"


def _task(goal: Goal, position: Position) -> str:
    if goal.measure in PLACES:
        return f"End the deal {goal.measure} of all scores"
    noun = _LEFT[goal.measure]
    already = ""
    if goal.measure == "tricks" and any(position.taken):
        taken = sum(position.taken[seat] for seat in goal.side)
        already = f" in all ({taken} made so far)"
    if goal.measure == "pool" and goal.amount in (0, 1):
        return "Win something from the pool" if not goal.minimises else "Win nothing from the pool"
    if goal.relation in (MOST, LEAST) or goal.amount is None:
        size = "few" if goal.minimises else "many"
        return f"Take as {size} {noun} as you can{already}"
    if goal.minimises and goal.amount == 0:
        return f"Take no {noun.removesuffix('s') if noun == 'tricks' else noun} at all"
    how = "exactly" if goal.relation == EXACTLY else goal.relation
    return f"Take {how} {spelled(goal.amount, noun)}{already}"


def situation(position: Position) -> str:
    """Say who is to play and what else lies open."""
    text = situation_text(PAGE, position)
    if position.variant.keeps_trump_suit:  # it goes without saying
        text = text.replace(f", trump {PAGE.suit(position.trump)}", "")
    return text[:1].upper() + text[1:] + "."


# --- hints --------------------------------------------------------------------------------------


def hints(puzzle: Puzzle, solved: Solution, out: Screen = PAGE) -> Iterator[str]:
    """Yield hints, each of which says more than the one before, cards as `out` writes them."""
    root = solved.root
    if not solved.makeable:
        yield "Are you sure that it can be done?"
        return
    if puzzle.themes:
        noun = "theme" if len(puzzle.themes) == 1 else "themes"
        yield f"The {noun}: {joined(puzzle.themes)}."
    if not root.mine:
        first = puzzle.variant.seat_name(puzzle.position.turn)
        yield f"{first} begins: look for an answer to everything."
        return
    right, wrong = len(root.right), len(root.wrong)
    if wrong:
        choices = spelled(right + wrong, "really different choices")
        count = _NUMBERS[wrong] if wrong < len(_NUMBERS) else str(wrong)
        yield f"Of {choices} {count} let{'s' if wrong == 1 else ''} the goal slip at once."
        tempting = temptations(solved)[0].choice
        words = action_words(puzzle.variant, tempting.actions[:1], out)
        yield f"Beware of {words}: {_reply(puzzle, tempting, out)}"
    if right == 1:
        yield _last_hint(puzzle, root.right[0].actions)


def _reply(puzzle: Puzzle, choice: Choice, out: Screen) -> str:
    if not choice.refutation:
        return "it ends the matter."
    after = step(puzzle.position, choice.action)
    seat = puzzle.variant.seat_name(after.turn)
    if after.turn in puzzle.goal.side:
        return "it gives too much away."
    return f"{seat} answers with {out.action(puzzle.variant, choice.refutation[0])}."


def _last_hint(puzzle: Puzzle, actions: Sequence[Action]) -> str:
    seat = puzzle.variant.seat_name(puzzle.position.turn)
    first = actions[0]
    if not first.is_play:
        return f"{seat} has to decide rightly before the play: think of what '{first.word}' means."
    suits = {action.card.suit for action in actions}
    verb = "plays" if puzzle.position.trick else "leads"
    suit = next(iter(suits)) if len(suits) == 1 else ""
    held = {card.suit for card in puzzle.position.hands[puzzle.position.turn]}
    if suit and len(held) > 1:
        return f"{seat} {verb} a card of {SUITS[suit].name}."
    high = actions[0].card == puzzle.position.hands[puzzle.position.turn][0]
    return f"{seat} {verb} {'high' if high else 'something other than the highest card'}."


# --- solutions ----------------------------------------------------------------------------------


def action_words(variant: Variant, actions: Sequence[Action], out: Screen = PAGE) -> str:
    """Write actions that come to the same, such as 'Q♠ (or J♠)'."""
    first, *rest = (out.action(variant, action) for action in actions)
    return f"{first} (or {joined(rest, 'or')})" if rest else first


def key_words(puzzle: Puzzle, solved: Solution, out: Screen = PAGE) -> str:
    """Say the key: every first choice that keeps the goal."""
    if not solved.makeable:
        return "It can't be done."
    seat = puzzle.variant.seat_name(puzzle.position.turn)
    if not solved.root.mine:
        return f"{seat} is to play, and you have an answer to everything."
    right = [action_words(puzzle.variant, choice.actions, out) for choice in solved.root.right]
    if len(right) == 1:
        return f"{seat} plays {right[0]}."
    return f"{seat} plays {joined(right, 'or')}: each of these is right."


def attempt_texts(
    puzzle: Puzzle, solved: Solution, limits: Limits, out: Screen = PAGE
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield each wrong first choice with its verdict and its refuting line."""
    if not solved.root.mine:
        return
    for choice, survives in temptations(solved, limits):
        verdict = _verdict(solved.goal, choice.value)
        if survives > 0:
            verdict += f", lost beyond help after {spelled(survives, 'tricks')}"
        actions = (choice.action, *choice.refutation)
        lines = line_texts(out, puzzle.position, actions)
        yield action_words(puzzle.variant, choice.actions, out), verdict, tuple(lines)


def _verdict(goal: Goal, value: int) -> str:
    if goal.relation == EXACTLY or goal.measure in PLACES:
        return "misses the goal"
    return f"comes to {value} only" if not goal.minimises else f"comes to {value}"


def tree_texts(solved: Solution, most: int = MOST_TREE) -> Iterator[tuple[int, str]]:
    """Yield the solution tree as lines with their depth.

    The solver's right choice and every reply; play without a choice runs on in one line, which
    ends where the goal is safe. A position that was shown before is referred to by the number of
    its line.
    """
    yield from _Tree(solved, most).lines()


def _safe(node: Node) -> bool:
    """Whether the goal can't be missed any more by anything that the solver may do."""
    return node.chance == 1.0


class _Tree:
    def __init__(self, solved: Solution, most: int) -> None:
        self.solved = solved
        self.most = most
        self.shown: dict[int, int] = {}
        self.count = 0

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines of the whole tree."""
        yield from self._branch(0, [], 0)
        if self.count >= self.most:
            yield 0, "… and so on: the rest is left out here."

    def _branch(self, number: int, words: list[str], depth: int) -> Iterator[tuple[int, str]]:
        """Follow forced play and right choices, then split at the replies."""
        if self.count >= self.most:
            return
        node = self.solved.nodes[number]
        while number not in self.shown and not _safe(node) and len(self._options(node)) == 1:
            choice = self._options(node)[0]
            words = [*words, self._word(node, choice)]
            number = choice.next
            node = self.solved.nodes[number]
        known = self.shown.get(number)
        self.count += 1
        self.shown.setdefault(number, self.count)
        end = ": safe" if _safe(node) else f", as in ({known})" if known is not None else ""
        yield depth, f"({self.count}) {', '.join(words) or 'whatever is played'}{end}"
        if not end:
            for choice in self._options(node):
                yield from self._branch(choice.next, [self._word(node, choice)], depth + 1)

    def _options(self, node: Node) -> list[Choice]:
        """Return the choices to show: the best right one, or every reply."""
        if node.mine:
            best = node.choices[node.best : node.best + 1]
            return [choice for choice in best if choice.next != BEYOND]
        return [choice for choice in node.choices if choice.next != BEYOND]

    def _word(self, node: Node, choice: Choice) -> str:
        variant = node.position.variant
        seat = variant.seat_name(node.position.turn)
        others = f" (or {len(choice.actions) - 1} like it)" if len(choice.actions) > 1 else ""
        mark = "!" if node.mine and len(node.right) == 1 and node.wrong else ""
        after = step(node.position, choice.action)
        gained = [i for i, n in enumerate(after.taken) if n > node.position.taken[i]]
        won = f" [{variant.seat_name(gained[0])}]" if gained else ""
        return f"{seat} {PAGE.action(variant, choice.action)}{others}{mark}{won}"


def origin_words(puzzle: Puzzle) -> Iterator[str]:
    """Say where a puzzle comes from."""
    if puzzle.origin:
        yield f"Origin: {'; '.join(puzzle.origin)}."
