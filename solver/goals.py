"""What is asked of a position: whose side, against whom, and what counts.

A goal turns the end of a deal into a number for its side. The side makes that number as large as
it can (`at least`, `most`, `exactly`) or as small (`at most`, `least`), against every other seat
as one adversary, or with everybody's help.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from solver.errors import GoalError, nearest, whole_number
from solver.outcome import captured_points, outcome
from solver.rules.algebra import PLAIN
from solver.rules.scoring import is_middling

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.position import Position
    from solver.variant import Variant

AT_LEAST, AT_MOST, EXACTLY, MOST, LEAST = "at least", "at most", "exactly", "most", "least"
ADVERSARY, HELP, OWN = "adversary", "help", "own"
PLACES = ("first", "middling", "last")


class Goal(NamedTuple):
    """A question about a position.

    `side` seats that act together, `measure` a name of MEASURES, `relation` with `amount` (None
    for `most` and `least`), `stance` of the other seats: one 'adversary', 'help', or 'own' (each
    for himself, max^n).
    """

    side: frozenset[int]
    measure: str = "tricks"
    relation: str = MOST
    amount: int | None = None
    stance: str = ADVERSARY

    @property
    def yes_or_no(self) -> bool:
        """Whether an amount is asked for exactly, so that the search is for 1 or 0.

        Who plays each for himself plays for the number itself.
        """
        return self.relation == EXACTLY and self.stance != OWN

    @property
    def met_or_missed(self) -> bool:
        """Whether values are 1 for met and 0 for missed, and no count."""
        return self.yes_or_no or self.measure in PLACES

    def wanted_by(self, seat: int) -> bool:
        """Whether a seat plays for the goal, not against it."""
        return seat in self.side or self.stance == HELP

    def worth(self, value: int) -> str:
        """Write a value: the number, or whether the goal is made where values are no count."""
        return ("made" if value else "missed") if self.met_or_missed else str(value)

    @property
    def minimises(self) -> bool:
        """Whether the side wants the measure small."""
        return self.relation in (AT_MOST, LEAST)

    def met(self, value: int | None) -> bool | None:
        """Return whether a value of the measure meets the goal.

        None where nothing is demanded, or the value is not known.
        """
        if self.amount is None or value is None:
            return None
        if self.yes_or_no:
            return value == 1
        if self.relation == EXACTLY:
            return value == self.amount
        return value <= self.amount if self.minimises else value >= self.amount

    def decided(self, lower: int | None, upper: int | None) -> bool | None:
        """Return whether a value between two bounds (None: no bound) meets the goal.

        None where nothing is demanded, or the bounds leave it open.
        """
        if lower is not None and lower == upper:
            return self.met(lower)
        if self.relation == EXACTLY:
            return None
        surely, hardly = (upper, lower) if self.minimises else (lower, upper)
        if self.met(surely):
            return True
        return False if self.met(hardly) is False else None


RELATIONS = (AT_LEAST, AT_MOST, EXACTLY, MOST, LEAST)
FAR = 10**9  # no deal comes to so much


def require_sense(goal: Goal, players: int) -> None:
    """Raise GoalError for a goal that names no seat, measure, relation or amount there is."""
    if not goal.side or not goal.side <= frozenset(range(players)):
        raise GoalError(f"side: expected seats from 0 to {players - 1}, found {sorted(goal.side)}.")
    for field, known in (
        ("measure", tuple(MEASURES)),
        ("relation", RELATIONS),
        ("stance", (ADVERSARY, HELP, OWN)),
    ):
        if getattr(goal, field) not in known:
            found = getattr(goal, field)
            raise GoalError(f"{field}: expected one of {', '.join(known)}, found {found}.")
    if goal.amount is None and goal.relation == EXACTLY:
        raise GoalError("amount: expected a whole number to be made exactly, found None.")
    if goal.amount is not None and not (type(goal.amount) is int and -FAR < goal.amount < FAR):
        raise GoalError(f"amount: expected a whole number of nine digits, found {goal.amount}.")
    if goal.stance == OWN and len(goal.side) != 1:
        raise GoalError("side: who plays each for himself is one seat.")


def _tricks(position: Position, goal: Goal) -> int:
    return sum(position.taken[seat] for seat in goal.side)


def _points(position: Position, goal: Goal) -> int:
    values = captured_points(position)
    return sum(values[seat] for seat in goal.side)


def _side_score(position: Position, goal: Goal, scores: tuple[int, ...]) -> int:
    sides = position.variant.sides
    if sides and len({sides[seat] for seat in goal.side}) == 1:
        return scores[min(goal.side)]  # a side's score stands on each of its seats
    return sum(scores[seat] for seat in goal.side)


def _raw(position: Position, goal: Goal) -> int:
    return _side_score(position, goal, outcome(position).raw)


def _score(position: Position, goal: Goal) -> int:
    return _side_score(position, goal, outcome(position).final)


def _pool(position: Position, goal: Goal) -> int:
    settlement = outcome(position).settlement
    return 0 if settlement is None else -sum(settlement.paid[seat] for seat in goal.side)


def _place(word: str) -> Callable[[Position, Goal], int]:
    def place(position: Position, goal: Goal) -> int:
        scores = outcome(position).final
        seat = min(goal.side)
        others = [s for i, s in enumerate(scores) if i != seat]
        if word == "first":
            return int(all(scores[seat] > s for s in others))
        if word == "last":
            return int(all(scores[seat] < s for s in others))
        return int(is_middling(PLAIN, scores, seat) and scores[seat] not in others)

    return place


MEASURES: dict[str, Callable[[Position, Goal], int]] = {
    "tricks": _tricks,
    "points": _points,
    "raw": _raw,
    "score": _score,
    "pool": _pool,
    **{word: _place(word) for word in PLACES},
}
ADDITIVE = frozenset({"tricks", "points"})


def measured(position: Position, goal: Goal) -> int:
    """Return the number that the goal is about, for the deal as it stands."""
    number = MEASURES[goal.measure](position, goal)
    return int(number == goal.amount) if goal.yes_or_no else number


def additive(goal: Goal) -> bool:
    """Whether the number grows trick by trick whatever came before."""
    return goal.measure in ADDITIVE and goal.relation != EXACTLY


_FORM = re.compile(
    r"^(?P<side>[\w+&, ]+?)\s+(?P<verb>makes?|takes?|scores?|avoids?|keeps?|wins?|ends?|loses?)\b"
    r"\s*(?P<rest>.*)$",
    re.I,
)
_ALL = ("all", "every")
_NUMBER_WORDS = {"no": 0, "none": 0, "zero": 0, "one": 1, "two": 2, "a": 1}
_NONE = ("no", "none")
_NOUNS = {
    "trick": "tricks",
    "tricks": "tricks",
    "point": "points",
    "points": "points",
    "counter": "pool",
    "counters": "pool",
    "pool": "pool",
    "raw": "raw",
    "score": "score",
}
_WORDING = {  # verb and noun of one, for each measure
    "tricks": ("make", "trick"),
    "points": ("take", "point"),
    "raw": ("score", "raw point"),
    "score": ("score", "point"),
    "pool": ("take", "counter"),
}


def parse_goal(text: str, variant: Variant) -> Goal:
    """Read a goal such as `B makes 2`, `A+C take at most 3 tricks`, `B scores 12 raw`.

    Also `B avoids tricks`, `B takes no trick`, `A makes exactly 2`, `B takes 40 points`, `A ends
    middling`, `C wins the pool`, `A makes most`, each with `with help` or `each for himself`.
    Raises GoalError.
    """
    words = " ".join(text.split())
    stance = ADVERSARY
    for phrase, meant in (("with help", HELP), ("everyone helps", HELP), ("each for himself", OWN)):
        if words.lower().endswith(phrase):
            stance, words = meant, words[: -len(phrase)].rstrip(" ,")
    match = _FORM.match(words)
    if match is None:
        raise GoalError(
            f"'{text}' is no goal: expected, for example, 'B makes 2', 'A+C make at least 5', "
            "'B avoids tricks', 'A scores 12', 'A ends middling' or 'A makes most'."
        )
    side = frozenset(
        variant.seat(word) for word in re.split(r"[+&, ]+|\band\b", match["side"]) if word
    )
    goal = _parse_rest(
        match["verb"].lower().rstrip("s"), match["rest"].lower().split(), variant, text
    )
    if goal.measure in PLACES and len(side) != 1:
        raise GoalError(f"'{text}': a place in the ranking is a goal for one seat.")
    if stance == OWN and len(side) != 1:
        raise GoalError(f"'{text}': who plays each for himself is one seat.")
    refuse_foreign_measure(goal, variant, text)
    return goal._replace(side=side, stance=stance)


def refuse_foreign_measure(goal: Goal, variant: Variant, text: str) -> None:
    """Raise GoalError for a measure that the game does not have, or a count below nought."""
    if goal.measure == "pool" and variant.file.pool is None:
        raise GoalError(f"'{text}': {variant.name} has no pool.")
    if goal.measure == "points" and not any(variant.order.points.values()):
        raise GoalError(f"'{text}': no card of {variant.name} counts points.")
    scored = goal.measure in ("raw", "score", *PLACES)
    if scored and not variant.file.score.lines:
        raise GoalError(f"'{text}': {variant.name} has no score; ask for tricks.")
    if goal.measure in ADDITIVE and (goal.amount or 0) < 0:
        raise GoalError(f"'{text}': {goal.measure} can't be fewer than none.")


def _parse_rest(verb: str, words: list[str], variant: Variant, text: str) -> Goal:
    measure = "score" if verb == "score" else "tricks"
    relation, amount = AT_LEAST, None
    wanted = [w for w in words if w not in ("the", "of", "as", "possible", "many", "few")]
    if verb == "end":
        if len(wanted) != 1 or wanted[0] not in PLACES:
            raise GoalError(f"'{text}': expected 'ends first', 'ends middling' or 'ends last'.")
        return Goal(frozenset(), wanted[0], AT_LEAST, 1)
    if verb in ("win", "lose") and "pool" in wanted:
        return Goal(
            frozenset(), "pool", AT_LEAST if verb == "win" else AT_MOST, 1 if verb == "win" else 0
        )
    if verb == "avoid":
        relation, amount = AT_MOST, 0
    joined, stated = " ".join(wanted), False
    for word in (AT_LEAST, AT_MOST, EXACTLY):
        if word in joined:
            relation, joined, stated = word, joined.replace(word, " "), True
    for word in joined.split():
        if named := _NOUNS.get(word):
            if not (verb == "score" and named == "points"):
                measure = named
        elif word in ("most", "least"):
            relation = word
        elif word in _ALL:
            amount = variant.tricks
        elif word in _NUMBER_WORDS:
            amount = _NUMBER_WORDS[word]
            if word in _NONE and not stated:  # 'takes no trick' asks for none, not for nothing
                relation = AT_MOST
        elif (number := whole_number(word)) is not None:
            amount = number
        else:
            known = ["tricks", "points", "raw", "score", "pool", "most", "least", "exactly"]
            raise GoalError(f"'{text}': '{word}' is not understood.{nearest(word, known)}")
    if amount is None and relation not in (MOST, LEAST, AT_MOST):
        raise GoalError(f"'{text}': how many? Write a number, or 'most'.")
    if amount is None and relation == AT_MOST:
        amount = 0
    return Goal(frozenset(), measure, relation, None if relation in (MOST, LEAST) else amount)


def goal_text(goal: Goal, variant: Variant) -> str:
    """Write a goal as one says it and `parse_goal` reads it, such as `A makes at least 1 trick`."""
    side = "+".join(variant.seat_name(seat) for seat in sorted(goal.side))
    tail = {ADVERSARY: "", HELP: ", with help", OWN: ", each for himself"}[goal.stance]
    third = "s" if len(goal.side) == 1 else ""
    if goal.measure in PLACES:
        return f"{side} end{third} {goal.measure}{tail}"
    verb, noun = _WORDING[goal.measure]
    if goal.measure in ADDITIVE and goal.relation == AT_MOST and goal.amount == 0:
        return f"{side} avoid{third} {noun}s{tail}"
    number = "" if goal.amount is None else f" {goal.amount}"
    plural = "" if goal.amount in (1, -1) else "s"
    return f"{side} {verb}{third} {goal.relation}{number} {noun}{plural}{tail}"
