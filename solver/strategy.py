"""Strategy certificates: who can force what, written down so that the referee alone can check it.

A strategy is the list of its holder's actions in the order in which a walk through all replies of
the others meets his decisions for the first time. `check` repeats the walk with the referee only:
at the holder's turn it takes the next action of the list, at every other turn it tries every legal
action, and at the end of every deal it measures. It shares nothing with the search that found the
strategy. A list that is too short, too long or holds an illegal action is refused.
"""

from __future__ import annotations

import hashlib
import json
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.errors import BadInput, FoolproofError, LimitReached
from solver.goals import ADVERSARY, EXACTLY, HELP, OWN, Goal, goal_text, measured, parse_goal
from solver.limits import Limits, stop_words
from solver.notation import read, write
from solver.position import Position
from solver.problems import problems
from solver.referee import action_text, legal_actions, parse_action, require_end, step

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from solver.position import Action
    from solver.search import Answer

FORMAT = "foolproof-strategy"
VERSION = 1
AT_LEAST, AT_MOST = "at least", "at most"
SIDE, OTHERS = "side", "others"
MOST_MOVES = 2_000_000


class StrategyRefused(BadInput):
    """A strategy certificate does not prove what it says; the text gives the reason."""


class Bound(NamedTuple):
    """What a strategy forces: its holder ('side' or 'others') keeps the measure at a bound."""

    holder: str
    relation: str
    value: int

    def kept(self, number: int) -> bool:
        """Return whether a number keeps the bound."""
        return number >= self.value if self.relation == AT_LEAST else number <= self.value


class Proof(NamedTuple):
    """A strategy that has been checked: what it forces, and how much the check looked at."""

    bound: Bound
    moves: int
    positions: int


# --- walking --------------------------------------------------------------------------------


class _Walk:
    """A walk through every reply of the others and every decision of the holder, each once."""

    def __init__(self, goal: Goal, bound: Bound, choose: Callable[[Position], Action]) -> None:
        self.goal = goal
        self.bound = bound
        self.choose = choose
        self.seen: set[Hashable] = set()

    def run(self, position: Position) -> None:
        """Walk from a position; raise StrategyRefused at a deal that breaks the bound."""
        if self.decided(position):
            return
        key = _key(position, self.goal)
        if key in self.seen:
            return
        self.seen.add(key)
        if self.chooses(position):
            self.run(step(position, self.choose(position)))
            return
        for action in legal_actions(position):
            self.run(step(position, action))

    def chooses(self, position: Position) -> bool:
        """Return whether the holder decides here (with help the side decides for everybody)."""
        if self.goal.stance == HELP:
            return self.bound.holder == SIDE
        return (position.turn in self.goal.side) == (self.bound.holder == SIDE)

    def decided(self, position: Position) -> bool:
        """Return whether the bound can't be broken any more; raise if it has been."""
        if position.over:
            number = measured(position, self.goal)
            if not self.bound.kept(number):
                raise StrategyRefused(
                    f"a deal ends with {number} where {self.bound.relation} {self.bound.value} "
                    f"was promised: {write(position)}"
                )
            return True
        if self.goal.measure != "tricks" or self.goal.relation == EXACTLY:
            return False
        now = measured(position, self.goal)
        if self.bound.relation == AT_LEAST:
            return now >= self.bound.value
        return now + _tricks_left(position) <= self.bound.value


def _tricks_left(position: Position) -> int:
    """Return a number that the tricks still to come can't exceed.

    That is the cards in the longest hand and those to be drawn; where a Joker goes back into a
    hand again and again, a trick still takes a card from all other seats.
    """
    gift = position.variant.file.events.gift
    hands, stock, begun = position.hands, len(position.stock), bool(position.trick)
    if gift is not None and gift.gives == "card":
        cards = sum(map(len, hands)) + stock + len(position.trick)
        return cards // max(1, sum(position.active) - 1) + 1
    return max(map(len, hands)) + stock + begun + (gift is not None)


def _key(position: Position, goal: Goal) -> Hashable:
    """Return what tells positions apart; captured cards only where the goal can ask for them."""
    if goal.measure == "tricks":
        return position._replace(won=(), dead=())
    return position


# --- finding --------------------------------------------------------------------------------


def bounds_of(goal: Goal, value: int) -> list[Bound]:
    """Return what must be forced to prove the answer to a goal whose exact value is known.

    A goal with a number needs one bound: by the side if it is made, by the others if not. A bare
    question for the value needs both.
    """
    up, down = (SIDE, OTHERS) if not goal.minimises else (OTHERS, SIDE)
    met = goal.met(value)
    if met is None:
        return [Bound(up, AT_LEAST, value), Bound(down, AT_MOST, value)]
    amount = 1 if goal.relation == EXACTLY else goal.amount or 0
    if goal.minimises:
        return [Bound(down, AT_MOST, amount) if met else Bound(up, AT_LEAST, amount + 1)]
    return [Bound(up, AT_LEAST, amount) if met else Bound(down, AT_MOST, amount - 1)]


def extract(
    position: Position,
    goal: Goal,
    most: int = MOST_MOVES,
    limits: Limits = Limits(),
    value: int | None = None,
) -> dict[str, Any]:
    """Return the certificate of a position's answer as plain data.

    The `value` is searched for where it is not given; `limits` hold for all searches together.
    Raises LimitReached past them and if a strategy has more than `most` decisions, and BadInput for
    goals that each seat pursues for himself (they have no adversary to force anything against) and
    for those that can't be said in words.
    """
    if goal.stance == OWN:
        raise BadInput("a goal 'each for himself' has no strategy that forces it.")
    text = goal_text(goal, position.variant)
    if parse_goal(text, position.variant) != goal:
        raise BadInput(f"goal: {goal.relation} {goal.amount} ({goal.measure}) reads as '{text}'.")
    finder = _Finder(goal, most, limits)
    if value is None:
        value = finder.solve(position, actions=False).value
        assert value is not None  # nothing has stopped the search
    strategies = [
        {**bound._asdict(), "moves": finder.moves(position, bound)}
        for bound in bounds_of(goal, value)
    ]
    data = {
        "format": FORMAT,
        "version": VERSION,
        "position": write(position),
        "digest": position.variant.digest,
        "goal": text,
        "strategies": strategies,
    }
    return {**data, "sha256": seal(data)}


class _Finder:
    """Finds the moves of strategies, by many searches that share one set of limits."""

    def __init__(self, goal: Goal, most: int, limits: Limits) -> None:
        self.goal = goal
        self.most = most
        self.limits = limits
        self.nodes = 0
        self.began = time.monotonic()

    def moves(self, position: Position, bound: Bound) -> list[str]:
        """Return the holder's moves in the order in which a walk asks for them."""
        moves: list[str] = []

        def choose(here: Position) -> Action:
            if len(moves) >= self.most:
                raise LimitReached(f"the strategy has more than {self.most} decisions.")
            for action, value in self.solve(here).actions:
                if bound.kept(value):
                    moves.append(action_text(here.variant, action))
                    return action
            raise StrategyRefused(f"no action keeps the bound in {write(here)}")

        _Walk(self.goal, bound, choose).run(position)
        return moves

    def solve(self, position: Position, *, actions: bool = True) -> Answer:
        """Solve a position whole; raise LimitReached where something stops the search."""
        from solver.search import solve

        seconds = time.monotonic() - self.began
        stopped = self.limits.reached(self.nodes, seconds)
        if not stopped:
            left = self.limits.spent(self.nodes, seconds)
            found = solve(position, self.goal, left, actions=actions, line=False)
            self.nodes += found.nodes
            stopped = found.stopped
        if stopped:
            raise LimitReached(
                f"{stop_words(stopped)} stopped the search for a strategy.", stopped, self.nodes
            )
        return found


def seal(data: dict[str, Any]) -> str:
    """Return the digest that guards a certificate against damage."""
    body = {name: value for name, value in data.items() if name != "sha256"}
    text = json.dumps(body, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


# --- checking -------------------------------------------------------------------------------


def check(data: Any) -> tuple[Position, Goal, list[Proof]]:
    """Check a certificate with the referee alone; return what has been proved.

    Raises StrategyRefused with the reason for anything that is damaged, foreign or not a proof.
    """
    _check_form(data)
    position, goal = _task(data)
    proofs = [_check_strategy(position, goal, item) for item in data["strategies"]]
    if not proofs:
        raise StrategyRefused("it holds no strategy.")
    return position, goal, proofs


def _check_form(data: Any) -> None:
    fields = {"format", "version", "position", "digest", "goal", "strategies", "sha256"}
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise StrategyRefused(f"it is not a strategy certificate (format '{FORMAT}').")
    if set(data) != fields:
        odd = ", ".join(sorted(set(data) ^ fields))
        raise StrategyRefused(f"its fields are not those of the format: {odd}.")
    if data["version"] != VERSION:
        raise StrategyRefused(f"version {data['version']} is not known here (only {VERSION}).")
    if seal(data) != data["sha256"]:
        raise StrategyRefused("its digest does not match its text: it has been altered or damaged.")
    if not isinstance(data["strategies"], list):
        raise StrategyRefused("its strategies are not a list.")


def _task(data: dict[str, Any]) -> tuple[Position, Goal]:
    try:
        position, _ = read(str(data["position"]))
        goal = parse_goal(str(data["goal"]), position.variant)
    except FoolproofError as error:
        raise StrategyRefused(f"its task can't be read: {error}") from None
    if position.variant.digest != data["digest"]:
        raise StrategyRefused(
            f"the rules of {position.variant.name} are not those it was made for (digest differs)."
        )
    defects = problems(position)
    if defects:
        raise StrategyRefused(f"its position has defects: {defects[0].text}.")
    if goal.stance == OWN:
        raise StrategyRefused("a goal 'each for himself' has no strategy that forces it.")
    require_end(position)
    return position, goal


def _check_strategy(position: Position, goal: Goal, item: Any) -> Proof:
    try:
        bound = Bound(str(item["holder"]), str(item["relation"]), int(item["value"]))
        moves = [str(move) for move in item["moves"]]
    except (TypeError, KeyError, ValueError) as error:
        raise StrategyRefused(f"a strategy lacks a field or has a wrong one: {error}.") from None
    if bound.holder not in (SIDE, OTHERS) or bound.relation not in (AT_LEAST, AT_MOST):
        raise StrategyRefused(f"a strategy forces '{bound.holder} {bound.relation}', not a bound.")
    says = (bound.relation, bound.value) in ((AT_LEAST, 1), (AT_MOST, 0))
    if goal.met_or_missed and not says:
        raise StrategyRefused(
            f"such a goal is made (at least 1) or missed (at most 0); "
            f"'{bound.relation} {bound.value}' says neither."
        )
    return _follow(position, goal, bound, moves)


def _follow(position: Position, goal: Goal, bound: Bound, moves: list[str]) -> Proof:
    left: Iterator[str] = iter(moves)

    def choose(here: Position) -> Action:
        text = next(left, None)
        if text is None:
            raise StrategyRefused(f"it is cut short: no action is left for {write(here)}")
        try:
            return parse_action(here, text)
        except FoolproofError as error:
            raise StrategyRefused(f"an action is illegal: {error}") from None

    walk = _Walk(goal, bound, choose)
    walk.run(position)
    if next(left, None) is not None:
        raise StrategyRefused("it has more actions than there are decisions.")
    return Proof(bound, len(moves), len(walk.seen))


def proof_text(position: Position, goal: Goal, proof: Proof) -> str:
    """Say in words what a checked strategy proves."""
    name = position.variant.seat_name
    side = "+".join(name(seat) for seat in sorted(goal.side))
    who = side if proof.bound.holder == SIDE else f"the seats other than {side}"
    bare = goal._replace(stance=ADVERSARY)
    if not goal.met_or_missed:
        bare = bare._replace(relation=proof.bound.relation, amount=proof.bound.value)
    what, missed = goal_text(bare, position.variant), proof.bound.relation == AT_MOST
    prevented = goal.met_or_missed and missed
    if goal.stance == HELP and proof.bound.holder == SIDE:
        who = "all seats together"
    elif goal.stance == HELP:
        return f"however all play, it {'never ' * prevented}comes about that {what}"
    return f"{who} can {'prevent' if prevented else 'force'} that {what}"


def loads(text: str) -> Any:
    """Return the data of a certificate's text; raise StrategyRefused if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StrategyRefused(f"it is not JSON: {error}.") from None


def dumps(data: dict[str, Any]) -> str:
    """Return a certificate as compact text."""
    return json.dumps(data, ensure_ascii=True, separators=(",", ":")) + "\n"
