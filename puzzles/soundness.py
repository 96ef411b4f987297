"""Whether a puzzle is sound: one right first card, and one right card at every later decision.

All of it is exhaustive. A decision counts until the goal is *secured*, that is, until no play can
miss it any more; a reply of the defence *matters* if it gives nothing away. Where a limit stops
the work the answer is `unknown`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from puzzles.fast import FastJudge, Graph, Spot
from puzzles.judge import settled
from solver.errors import LimitReached, RulesSilent
from solver.goals import OWN
from solver.limits import Limits
from solver.referee import action_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzles.puzzle import Puzzle
    from solver.goals import Goal
    from solver.position import Action, Position
    from solver.reach import Range

STRICT, SOUND, DUAL, COOKED = "strictly sound", "sound", "dual", "cooked"
WRONG_KEY, UNMAKEABLE, NO_CHOICE, UNKNOWN = "wrong key", "unmakeable", "no choice", "unknown"
MOST_SPOTS = 50_000
MOST_DUALS = 200
FORCED, BEST, HOLDS, GIVES = "forced", "best", "holds", "gives away"


class Answer(NamedTuple):
    """A right first choice: its interchangeable actions and a line of best play after it.

    `transposes` whether the solver can steer from it into the play after the key.
    """

    actions: tuple[Action, ...]
    line: tuple[Action, ...]
    transposes: bool = False


class Dual(NamedTuple):
    """A later decision with several right choices: how it is reached, and what they are.

    `transposition` whether all of them lead to the same play in another order.
    """

    reached: tuple[Action, ...]
    choices: tuple[tuple[Action, ...], ...]
    transposition: bool


class Defence(NamedTuple):
    """A reply to the key: 'forced', 'best' (holds the goal down longest), 'holds', 'gives away'.

    `tricks` completed until the goal is secured, `line` the play that follows.
    """

    actions: tuple[Action, ...]
    kind: str
    tricks: int
    line: tuple[Action, ...]


@dataclass(frozen=True)
class Soundness:
    """What is known about a puzzle; `verdict` one of the words above, `reason` in a sentence.

    `keys` the first right choice, or the one that the puzzle names; `cooks` the other right ones;
    `duals` later decisions with several right choices; `set_play` what the side can reach if
    another seat had the lead, by seat. `refutation` a line of best play that misses the goal, where
    nothing makes it. Of what is unknown, `stopped` says why ('nodes', 'seconds', 'interrupted',
    'positions' or 'rules'), `bounds` what is known of the value.
    """

    verdict: str
    reason: str
    goal: Goal | None = None
    keys: tuple[Answer, ...] = ()
    cooks: tuple[Answer, ...] = ()
    duals: tuple[Dual, ...] = ()
    defences: tuple[Defence, ...] = ()
    set_play: dict[int, int] = field(default_factory=dict)
    refutation: tuple[Action, ...] = ()
    stopped: str = ""
    bounds: Range = (None, None)

    @property
    def sound(self) -> bool:
        """Whether the goal can be made by one first choice only."""
        return self.verdict in (SOUND, STRICT)

    @property
    def strict(self) -> bool:
        """Whether every decision that counts has one right choice."""
        return self.verdict == STRICT


def soundness(puzzle: Puzzle, limits: Limits = Limits(), most: int = MOST_SPOTS) -> Soundness:
    """Return what a puzzle is, with every key, cook, dual and defence; never guess."""
    judge = FastJudge(puzzle.goal, limits)
    try:
        judge = FastJudge(settled(puzzle.position, judge), limits)
        return _Examination(puzzle, judge.goal, Graph(judge, most)).result()
    except LimitReached as limit:
        bounds = judge.bounds(puzzle.position)
        return Soundness(UNKNOWN, str(limit), stopped=limit.stopped, bounds=bounds)
    except RulesSilent as error:
        return Soundness(UNKNOWN, str(error), stopped="rules")


def first_defect(graph: Graph, root: Spot) -> str:
    """Return the verdict of the first defect met, STRICT if there is none: quick to say no."""
    if not root.right:
        return UNMAKEABLE
    if len(root.branches) < 2:
        return NO_CHOICE
    if len(root.right) > 1:
        return COOKED
    return SOUND if next(undecided(graph, root), None) else STRICT


def undecided(graph: Graph, root: Spot) -> Iterator[tuple[Spot, tuple[Action, ...]]]:
    """Yield every spot after the key with several right choices, and the play that leads there."""
    seen = {id(root)}
    waiting: list[tuple[Spot, tuple[Action, ...]]] = [(root, ())]
    while waiting:
        spot, reached = waiting.pop()
        if spot.secured:
            continue
        if spot.mine and len(spot.right) > 1:
            yield spot, reached
        for number in reversed(spot.followed):
            after = graph.follow(spot, number)
            if id(after) not in seen:
                seen.add(id(after))
                waiting.append((after, (*reached, spot.branches[number].action)))


def transposes(graph: Graph, spot: Spot, one: int, other: int) -> bool:
    """Whether play after either choice can always be steered into play after the other."""
    a, b = graph.follow(spot, one), graph.follow(spot, other)
    return _steers(graph, a, _reached(graph, b)) and _steers(graph, b, _reached(graph, a))


def _reached(graph: Graph, start: Spot) -> set[int]:
    """Return every spot of right play from one on, but for the ends of the deal."""
    seen: dict[int, Spot] = {}
    waiting = [start]
    while waiting:
        spot = waiting.pop()
        if id(spot) in seen or not spot.branches:
            continue
        seen[id(spot)] = spot
        waiting += [graph.follow(spot, number) for number in spot.followed]
    return set(seen)


def _steers(graph: Graph, spot: Spot, targets: set[int]) -> bool:
    if id(spot) in targets:
        return True
    if not spot.branches:
        return False
    pick = any if spot.mine else all
    return pick(_steers(graph, graph.follow(spot, i), targets) for i in spot.followed)


def length(graph: Graph, spot: Spot, memo: dict[int, int]) -> int:
    """Return the tricks completed when the goal is secured, if the defence delays it longest."""
    if spot.secured or not spot.branches:
        return spot.position.done
    if id(spot) not in memo:
        numbers = spot.right if spot.mine else range(len(spot.branches))
        found = [length(graph, graph.follow(spot, number), memo) for number in numbers]
        memo[id(spot)] = min(found) if spot.mine else max(found)
    return memo[id(spot)]


def chain(graph: Graph, root: Spot) -> int:
    """Return how many decisions, each with something wrong, the defence can put to the side."""
    memo: dict[int, int] = {}

    def longest(spot: Spot) -> int:
        if spot.secured or not spot.branches:
            return 0
        if id(spot) not in memo:
            counts = spot.mine and len(spot.right) < len(spot.branches)
            after = [longest(graph.follow(spot, number)) for number in spot.followed]
            memo[id(spot)] = counts + max(after, default=0)
        return memo[id(spot)]

    return longest(root)


def longest_line(graph: Graph, spot: Spot, memo: dict[int, int]) -> tuple[Action, ...]:
    """Return right play against the defence that holds the goal down longest."""
    line: list[Action] = []
    while spot.branches:
        numbers = spot.followed or tuple(range(len(spot.branches)))
        if spot.right and not spot.secured:
            pick = min if spot.mine else max
            number = pick(numbers, key=lambda i: length(graph, graph.follow(spot, i), memo))
        else:
            number = numbers[0]
        line.append(spot.branches[number].action)
        spot = graph.follow(spot, number)
    return tuple(line)


def _more(count: int) -> str:
    return "1 more first choice makes" if count == 1 else f"{count} more first choices make"


def _later(count: int) -> str:
    if count == 1:
        return "1 later decision has"
    return f"{'at least ' if count == MOST_DUALS else ''}{count} later decisions have"


class _Examination:
    """The full examination of one puzzle."""

    def __init__(self, puzzle: Puzzle, goal: Goal, graph: Graph) -> None:
        self.puzzle = puzzle
        self.goal = goal
        self.graph = graph
        self.root = graph.spot(puzzle.position)
        self.lengths: dict[int, int] = {}

    def result(self) -> Soundness:
        """Return all that is known about the puzzle; raise LimitReached."""
        root = self.root
        if self.puzzle.position.over or not root.branches:
            return Soundness(NO_CHOICE, "the deal is over: there is nothing to play.", self.goal)
        if not root.mine:
            reason = "another seat is to act: only the solver's side can have a key."
            return Soundness(NO_CHOICE, reason, self.goal)
        if not root.right:
            line = self.graph.judge.line(root.position)
            return Soundness(UNMAKEABLE, self._shortfall(), self.goal, refutation=line)
        if self.goal.stance == OWN:
            return self._each_for_himself()
        keys, cooks = self._answers()
        duals = tuple(self._duals()) if len(root.right) == 1 else ()
        verdict, reason = self._verdict(keys, cooks, duals)
        defences = tuple(self._defences(self._key()))
        return Soundness(
            verdict, reason, self.goal, keys, cooks, duals, defences, self._set_play()
        )  # fmt: skip

    def _shortfall(self) -> str:
        words = "no first choice makes the goal"
        if self.goal.met_or_missed:
            return f"{words}."
        return f"{words}: best play gives {self._worth(self.puzzle.position)}."

    def _key(self) -> int:
        """Return the number of the choice that the puzzle names as key, else the first right."""
        named = set(self.puzzle.key)
        right = self.root.right
        return next((i for i in right if named & set(self.root.branches[i].actions)), right[0])

    def _answers(self) -> tuple[tuple[Answer, ...], tuple[Answer, ...]]:
        key = self._key()
        answers = {number: self._answer(number, key) for number in self.root.right}
        return (answers.pop(key),), tuple(answers.values())

    def _answer(self, number: int, key: int) -> Answer:
        branch = self.root.branches[number]
        after = self.graph.follow(self.root, number)
        line = longest_line(self.graph, after, self.lengths)
        same = number != key and transposes(self.graph, self.root, number, key)
        return Answer(branch.actions, (branch.action, *line), same)

    def _duals(self) -> Iterator[Dual]:
        for count, (spot, reached) in enumerate(undecided(self.graph, self.root)):
            if count >= MOST_DUALS:
                return
            right = spot.right
            same = all(transposes(self.graph, spot, right[0], other) for other in right[1:])
            yield Dual(reached, tuple(spot.branches[i].actions for i in right), same)

    def _verdict(
        self, keys: tuple[Answer, ...], cooks: tuple[Answer, ...], duals: tuple[Dual, ...]
    ) -> tuple[str, str]:
        named = set(self.puzzle.key)
        if named and not named & set(keys[0].actions):
            return WRONG_KEY, "the key that it names does not make the goal."
        if len(self.root.branches) < 2:
            return NO_CHOICE, "there is only one first choice."
        real = [cook for cook in cooks if not cook.transposes]
        if real:
            return COOKED, f"{_more(len(real))} the goal."
        if cooks:
            return DUAL, f"{_more(len(cooks))} it, in another order of play."
        if duals:
            orders = sum(dual.transposition for dual in duals)
            return SOUND, (
                f"one key, but {_later(len(duals))} several right choices "
                f"({orders} of them only the order)."
            )
        return STRICT, "one right choice at every decision."

    def _defences(self, key: int) -> Iterator[Defence]:
        """Yield the replies at the first decision of the others after the key."""
        before: tuple[Action, ...] = ()
        spot = self.graph.follow(self.root, key)
        while spot.branches and spot.mine and spot.right and not spot.secured:
            before = (*before, spot.branches[spot.right[0]].action)
            spot = self.graph.follow(spot, spot.right[0])
        if not spot.branches or spot.mine or spot.secured:
            return
        after = [self.graph.follow(spot, i) for i in range(len(spot.branches))]
        tricks = [length(self.graph, place, self.lengths) for place in after]
        held = max(tricks[i] for i in spot.followed)
        for i, branch in enumerate(spot.branches):
            kind = GIVES if i not in spot.followed else BEST if tricks[i] == held else HOLDS
            kind = FORCED if len(spot.branches) == 1 else kind
            line = longest_line(self.graph, after[i], self.lengths)
            yield Defence(branch.actions, kind, tricks[i], (*before, branch.action, *line))

    def _set_play(self) -> dict[int, int]:
        """Return the value if another seat had the lead, where somebody is on lead at all."""
        position = self.puzzle.position
        if position.phase != "play" or position.trick:
            return {}
        found = {}
        for seat in range(position.players):
            if seat != position.turn and position.active[seat] and position.hands[seat]:
                found[seat] = self._worth(position._replace(leader=seat, turn=seat))
        return found

    def _worth(self, position: Position) -> int:
        judge = self.graph.judge
        return judge.values(position)[judge.best(position)]

    def _each_for_himself(self) -> Soundness:
        """Judge the first choice only: where each plays for himself there is no one defence."""
        root = self.root
        judge = self.graph.judge
        answers = tuple(
            Answer(root.branches[i].actions, (root.branches[i].action,)) for i in root.right
        )
        if len(answers) > 1:
            reason = "several first choices make the goal."
            return Soundness(COOKED, reason, judge.goal, answers[:1], answers[1:])
        return Soundness(SOUND, "one key; later decisions are not judged.", judge.goal, answers)


def texts(puzzle: Puzzle, actions: tuple[Action, ...]) -> list[str]:
    """Return actions as text."""
    return [action_text(puzzle.variant, action) for action in actions]
