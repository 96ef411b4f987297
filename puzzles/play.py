"""Playing puzzles in the terminal: hands round the table, the engine defends, all is recorded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from puzzles.judge import Judge
from puzzles.sheets.table import plan_of
from puzzles.sheets.words import attempt_texts, goal_words, hints, key_words
from puzzles.solution import BEYOND, Node, Solution, solve_puzzle
from solver.display import line_texts, situation_text
from solver.errors import IllegalAction, LimitReached
from solver.goals import measured
from solver.limits import Limits
from solver.referee import legal_actions, parse_action, step
from solver.reference import future_key
from solver.session import ask

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from puzzles.puzzle import Puzzle
    from solver.display import Screen
    from solver.position import Action, Position

BEST, TRAP = "best", "trap"
HELP = (
    "Type a number or an action; h hint, u take back, r start again, s solution, "
    "n next puzzle, q quit."
)
WORDS = {
    "h": "hint", "hint": "hint", "u": "undo", "undo": "undo", "r": "restart",
    "restart": "restart", "s": "solution", "solution": "solution", "n": "next", "next": "next",
    "q": "quit", "quit": "quit", "exit": "quit", "?": "help", "help": "help", "": "help",
}  # fmt: skip


@dataclass
class Result:
    """How a puzzle went: `outcome` is 'made', 'missed', 'left' or 'unsolved'."""

    number: int
    id: str
    outcome: str = "left"
    slips: int = 0
    hints: int = 0
    taken_back: int = 0
    shown: bool = False
    actions: list[str] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """Return the result as plain data for a log."""
        return dict(self.__dict__)


class Defender:
    """Plays every seat that is not the solver's; `manner` is BEST or TRAP."""

    def __init__(self, solved: Solution, manner: str, limits: Limits) -> None:
        self.judge = Judge(solved.goal, limits)
        self.manner = manner
        self.nodes = {self._key(node.position): node for node in solved.nodes}

    def _key(self, position: Position) -> Hashable:
        return (future_key(position, self.judge.goal), position.taken)

    def choose(self, position: Position) -> Action:
        """Return the reply: the strongest, or the one that is hardest to meet."""
        node = self.nodes.get(self._key(position))
        if node is None or all(choice.next == BEYOND for choice in node.choices):
            return self.judge.best(position)
        return node.choices[node.trap if self.manner == TRAP else node.best].action

    def node(self, position: Position) -> Node | None:
        """Return the position's node in the solution, None off the right path."""
        return self.nodes.get(self._key(position))


class Round:
    """One puzzle being played."""

    def __init__(self, out: Screen, puzzle: Puzzle, number: int, manner: str, limits: Limits):
        self.out = out
        self.puzzle = puzzle
        self.result = Result(number, puzzle.id)
        self.limits = limits
        self.solved = solve_puzzle(puzzle, limits)
        self.defender = Defender(self.solved, manner, limits)
        self.judge = self.defender.judge
        self.history: list[tuple[Position, bool]] = []  # before each own action; still holding
        self.position = puzzle.position
        self.holding = self.solved.makeable
        self.hints = list(hints(puzzle, self.solved, out))

    def play(self) -> bool:
        """Play until the deal is over or the player leaves; return False to quit altogether."""
        self.out.title(heading(self.puzzle, self.result.number))
        self.out.line(goal_words(self.puzzle))
        self._reply()
        while not self.position.over:
            show_table(self.out, self.puzzle, self.position)
            self._show_choices()
            word = ask(f"{self.puzzle.variant.seat_name(self.position.turn)}> ")
            command = WORDS.get(word.strip().lower()) if word is not None else "quit"
            if command == "quit":
                return False
            if command == "next":
                return True
            if command is None:
                self._try(str(word).strip())
            else:
                getattr(self, f"_{command}")()
        self._finish()
        return True

    def _show_choices(self) -> None:
        actions = legal_actions(self.position)
        numbered = (
            f"{number}) {self.out.action(self.puzzle.variant, action)}"
            for number, action in enumerate(actions, 1)
        )
        self.out.line("  " + "   ".join(numbered))

    def _try(self, word: str) -> None:
        actions = legal_actions(self.position)
        if word.isdecimal() and len(word) < 5 and 1 <= int(word) <= len(actions):
            self._act(actions[int(word) - 1])
            return
        try:
            self._act(parse_action(self.position, word))
        except IllegalAction as error:
            self.out.bad(str(error))

    def _act(self, action: Action) -> None:
        self.history.append((self.position, self.holding))
        value = self.judge.values(self.position)[action]
        before = self.position
        self._apply(action)
        slipped = self.holding and not self.judge.keeps(value)
        if slipped:
            self.result.slips += 1
            self.holding = False
            self.out.bad(f"{self.out.action(before.variant, action)}: the goal slips.")
        self._reply()

    def _apply(self, action: Action) -> None:
        before, self.position = self.position, step(self.position, action)
        self.result.actions.append(
            f"{before.variant.seat_name(before.turn)} {self.out.action(before.variant, action)}"
        )
        gained = [i for i, n in enumerate(self.position.taken) if n > before.taken[i]]
        if self.position.done > before.done and gained:
            name = before.variant.seat_name(gained[0])
            self.out.line(f"  trick {self.position.done} goes to {name}")

    def _reply(self) -> None:
        """Let the other seats act until the solver's side is to act again."""
        while not self.position.over and not self.judge.mine(self.position):
            before, action = self.position, self.defender.choose(self.position)
            seat = before.variant.seat_name(before.turn)
            verb = "plays" if action.is_play else "decides:"
            self.out.line(f"  {seat} {verb} {self.out.action(before.variant, action)}")
            self._apply(action)

    # --- commands -------------------------------------------------------------------------

    def _help(self) -> None:
        self.out.line(HELP)

    def _hint(self) -> None:
        if self.position != self.puzzle.position:
            self._hint_now()
            return
        if not self.hints:
            self.out.line("There is no hint.")
            return
        shown = min(self.result.hints, len(self.hints) - 1)
        self.out.line(f"Hint: {self.hints[shown]}")
        self.result.hints += 1

    def _hint_now(self) -> None:
        """In the middle of the play, say how many choices are right."""
        self.result.hints += 1
        if not self.holding:
            self.out.line("Hint: the goal has slipped; take back with u.")
            return
        values = self.judge.values(self.position).values()
        right = sum(map(self.judge.keeps, values))
        self.out.line(f"Hint: {right} of {len(values)} choices keep the goal.")

    def _undo(self) -> None:
        if not self.history:
            self.out.line("There is nothing to take back.")
            return
        self.position, self.holding = self.history.pop()
        self.result.taken_back += 1
        self.result.actions.append("taken back")

    def _restart(self) -> None:
        if self.history:
            self.position, self.holding = self.history[0]
            self.history.clear()
            self.result.taken_back += 1
            self.result.actions.append("started again")

    def _solution(self) -> None:
        self.result.shown = True
        show_solution(self.out, self.puzzle, self.solved, self.limits)

    def _finish(self) -> None:
        value = measured(self.position, self.solved.goal)
        made = self.judge.keeps(value)
        self.result.outcome = "made" if made else "missed"
        if made:
            self.out.good("The goal is made.")
        else:
            self.out.bad("The goal is missed.")


def heading(puzzle: Puzzle, number: int) -> str:
    """Return the line that stands over a puzzle."""
    title = f": {puzzle.title}" if puzzle.title else ""
    return f"Puzzle {number}{title} ({puzzle.variant.file.title})"


def show_solution(out: Screen, puzzle: Puzzle, solved: Solution, limits: Limits) -> None:
    """Write key, main line, and why the other first actions fail."""
    out.good(f"Solution: {key_words(puzzle, solved, out)}")
    if solved.makeable:
        for text in line_texts(out, puzzle.position, solved.line()):
            out.line(f"  {text}")
    for cards, verdict, lines in attempt_texts(puzzle, solved, limits, out):
        out.line(f"{cards} {verdict}:")
        for text in lines:
            out.line(f"  {text}")


def show_table(out: Screen, puzzle: Puzzle, position: Position) -> None:
    """Write the hands round the table, clockwise, the solver's nearest."""
    plan = plan_of(puzzle)
    out.line()
    out.line(f"  {situation_text(out, position)}")
    levels: dict[int, list[int]] = {}
    for seat, (_, y) in enumerate(plan.hand):
        levels.setdefault(round(y / 20), []).append(seat)
    for level in sorted(levels):
        seats = sorted(levels[level], key=lambda seat: plan.hand[seat][0])
        out.line(_row(out, position, seats))
        if level == sorted(levels)[(len(levels) - 1) // 2] and position.trick:
            name = position.variant.seat_name
            played = "  ".join(f"{name(s)} {out.card(c)}" for s, c in position.trick)
            out.line(f"[ {played} ]".center(72))


def _row(out: Screen, position: Position, seats: Sequence[int]) -> str:
    texts = []
    for seat in seats:
        mark = ">" if seat == position.turn and not position.over else " "
        name = position.variant.seat_name(seat)
        texts.append(f"{mark}{name} ({position.taken[seat]}): {out.hand(position.hands[seat])}")
    if len(texts) == 1:
        return texts[0].center(72)
    return f"  {texts[0]:<36}{'' if len(texts) == 2 else texts[1]}{texts[-1]:>32}"


def play_set(
    out: Screen, puzzles: Sequence[tuple[int, Puzzle]], manner: str, limits: Limits
) -> list[Result]:
    """Play puzzles one after another; return how each that was begun went."""
    results = []
    out.line(HELP)
    for number, puzzle in puzzles:
        out.line()
        try:
            played = Round(out, puzzle, number, manner, limits)
        except LimitReached as error:
            out.bad(f"Puzzle {number} is left out: {error}")
            results.append(Result(number, puzzle.id, "unsolved"))
            continue
        results.append(played.result)
        if not played.play():
            break
    return results


def show_results(out: Screen, results: Sequence[Result]) -> None:
    """Write how the puzzles went."""
    out.line()
    rows = [
        [
            str(r.number), r.id or "-", r.outcome, str(r.slips), str(r.hints), str(r.taken_back),
            "yes" if r.shown else "no",
        ]
        for r in results
    ]  # fmt: skip
    out.table(["puzzle", "id", "result", "slips", "hints", "taken back", "solution seen"], rows)
