"""A deal or position with stated properties: random search first, then one formula for all deals.

Whatever is found has been replayed by the referee, and is written as a position and its actions.
"""

from __future__ import annotations

import random
import re
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from proofs.encode.unrolled import Unrolled, refusal
from proofs.examination.asking import trumps_of
from proofs.examination.scores import by_tricks, owners
from proofs.random_play import play_on, shown
from solver.dealing import deal
from solver.errors import BadInput, LimitReached, RulesSilent, nearest, whole_number
from solver.goals import EXACTLY, HELP, Goal, goal_text, parse_goal
from solver.notation import write
from solver.outcome import outcome
from solver.position import PLAY, Position, start
from solver.referee import apply, first_leader
from solver.rules.scoring import Facts, score_lines
from solver.search import Limits, solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.claim import Witness
    from solver.encode.cnf import Cnf
    from solver.position import Action
    from solver.rules.algebra import Truth
    from solver.variant import Variant

PROPERTIES = {
    "raw scores tied": "two scores are equal before the bonus",
    "final scores tied": "two scores are equal after the bonus",
    "rules silent": "the rules name no winner of a trick",
    "tricks A B C ...": "every seat has just so many tricks",
}
NODES = 200_000


class Sought(NamedTuple):
    """What is sought: a variant, cards in each hand (None: the full deal), and what must be so.

    `goal` that can be made (or, with `refuted`, can't), and the `wanted` property of a deal played
    to its end, of which `text` is the name.
    """

    variant: Variant
    cards: int | None
    goal: Goal | None
    refuted: bool
    text: str


class Discovery(NamedTuple):
    """What was found: the position, the actions that show it, and how it was found.

    `witness` None and `proved` true: there is nothing of the kind.
    """

    witness: Witness | None
    position: Position | None
    actions: tuple[Action, ...]
    how: str
    proved: bool = False


def sought(
    variant: Variant,
    cards: int | None,
    goal: str,
    *,
    with_help: bool = False,
    refuted: bool = False,
    wanted: str = "",
) -> Sought:
    """Read what is sought; raise BadInput for what can't be understood."""
    if bool(goal) == bool(wanted):
        raise BadInput("say what is sought: --goal 'A makes 3', or --property 'raw scores tied'.")
    most = variant.tricks if variant.file.events.draw is None else variant.hand_size
    if cards is not None and not 1 <= cards <= min(most, len(variant.pack) // variant.players):
        raise BadInput(f"--cards {cards}: expected 1 to {variant.hand_size} cards in each hand.")
    asked = parse_goal(goal, variant) if goal else None
    if asked is not None and with_help:
        asked = asked._replace(stance=HELP)
    text = goal_text(asked, variant) if asked is not None else _checked(wanted, variant, cards)
    return Sought(variant, cards, asked, refuted, text)


def _checked(wanted: str, variant: Variant, cards: int | None) -> str:
    words = " ".join(wanted.lower().split())
    if words in PROPERTIES:
        return words
    if re.fullmatch(r"tricks( \d+)+", words):
        numbers = _numbers(words)
        tricks = variant.tricks if cards is None else cards
        if len(numbers) != variant.players or sum(numbers) != tricks:
            raise BadInput(
                f"'{wanted}': expected {variant.players} numbers that add up to {tricks}."
            )
        return words
    known = f"known are {', '.join(PROPERTIES)}.{nearest(wanted, PROPERTIES)}"
    raise BadInput(f"'{wanted}' is no property; {known}")


def _numbers(words: str) -> list[int]:
    return [number for w in words.split()[1:] if (number := whole_number(w)) is not None]


def find(what: Sought, *, seed: int = 1, tries: int = 400, seconds: float = 60.0) -> Discovery:
    """Search for a deal or position; give up after so many tries and so much time."""
    deadline = time.monotonic() + seconds
    by_chance = _positions(what, seed, tries, deadline)
    if by_chance.witness is not None:
        return by_chance
    reason = _no_formula(what)
    if reason:
        return by_chance._replace(how=f"{by_chance.how}; not asked of all deals at once: {reason}")
    found = _by_formula(what, deadline)
    if found.proved or found.witness is not None:
        return found
    return found._replace(how=f"{by_chance.how}; {found.how}")


def _no_formula(what: Sought) -> str:
    """Say why what is sought can't be asked of all deals at once, '' if it can."""
    goal = what.goal
    if goal is not None and (goal.stance != HELP or what.refuted):
        return "what a side can force is searched position by position"
    if goal is not None and (goal.measure != "tricks" or goal.amount is None):
        return "only a number of tricks is stated as a formula"
    if what.text == "rules silent":
        return "a trick without a winner is not stated as a formula"
    if what.text.endswith("scores tied") and not _scores_stated(what):
        return "scores are stated as a formula only where tricks alone score, in full deals"
    return refusal(what.variant)


# --- by chance --------------------------------------------------------------------------------


def _positions(what: Sought, seed: int, tries: int, deadline: float) -> Discovery:
    for number in range(tries):
        if time.monotonic() > deadline:
            return Discovery(None, None, (), f"not met in {number} random deals, then time was up")
        rng = random.Random(f"{seed}/{number}")
        position = dealt(what.variant, what.cards, rng)
        try:
            found = _tried(what, position, rng)
        except (RulesSilent, BadInput):
            continue
        if found is not None:
            actions, text = found
            witness = shown(position, actions, text)
            return Discovery(witness, position, tuple(actions), f"random deal {number + 1}")
    return Discovery(None, None, (), f"not met in {tries} random deal{'s' if tries > 1 else ''}")


def dealt(variant: Variant, cards: int | None, rng: random.Random) -> Position:
    """Return a random deal, or a random ending with so many cards in each hand."""
    named = rng.choice(variant.pack.suits) if variant.file.deal.trump == "named" else ""
    whole = deal(variant, rng.randrange(10**9), trump=named)
    if cards is None:
        return whole
    pack = list(variant.pack)
    rng.shuffle(pack)
    n = variant.players
    hands = tuple(tuple(pack[i * cards : (i + 1) * cards]) for i in range(n))
    trump = rng.choice(trumps_of(variant)) if variant.has_trumps else ""
    done = max(0, variant.tricks - cards)
    position = start(variant, hands)._replace(trump=trump or variant.keeps_trump_suit, done=done)
    leader = first_leader(position)
    return position._replace(leader=leader, turn=leader, phase=PLAY)


def _tried(
    what: Sought, position: Position, rng: random.Random
) -> tuple[Sequence[Action], str] | None:
    """Return the actions that show what is sought, if a position has it."""
    if what.goal is not None:
        answer = solve(position, what.goal, Limits(NODES, 5.0), actions=False)
        if answer.value is None or what.goal.met(answer.value) is what.refuted:
            return None
        made = "can't be made" if what.refuted else "can be made"
        return answer.line, f"{what.text} {made}"
    if what.text == "rules silent":
        return _silenced(position, rng)
    played = play_on(position, rng)
    return (played.actions, what.text) if holds(what.text, played.end) else None


def _silenced(position: Position, rng: random.Random) -> tuple[Sequence[Action], str] | None:
    from solver.referee import legal_actions, step

    actions: list[Action] = []
    while not position.over:
        action = rng.choice(legal_actions(position))
        actions.append(action)
        try:
            position = step(position, action)
        except RulesSilent as silence:
            return actions, str(silence)
    return None


def holds(wanted: str, end: Position) -> bool:
    """Return whether a finished deal has a property."""
    result = outcome(end)
    if wanted.startswith("tricks"):
        return list(end.taken) == _numbers(wanted)
    scores = result.raw if wanted.startswith("raw") else result.final
    sides = end.variant.sides
    if sides:
        scores = tuple(scores[sides.index(side)] for side in dict.fromkeys(sides))
    return bool(result.lines) and len(set(scores)) < len(scores)


# --- by a formula -----------------------------------------------------------------------------


def _by_formula(what: Sought, deadline: float) -> Discovery:
    variant = what.variant
    trumps = trumps_of(variant)
    for trump in trumps:
        whole = Unrolled(variant, what.cards, trump)
        try:
            line = whole.solve(_wanted(what, whole), max(0.0, deadline - time.monotonic()))
        except LimitReached:
            return Discovery(None, None, (), "the formula for all deals was not settled in time")
        if line is not None:
            position = line.start
            for action in line.actions:
                position = apply(position, action)
            witness = shown(line.start, line.actions, what.text)
            return Discovery(witness, line.start, line.actions, "a formula for all deals")
    hands = what.cards or variant.hand_size
    return Discovery(None, None, (), f"a formula for all deals of {hands} cards each", proved=True)


def _wanted(what: Sought, whole: Unrolled) -> Truth:
    a, counts = whole.cnf, whole.counts
    goal = what.goal
    if goal is not None and goal.amount is not None:
        number = sum(counts[seat] for seat in sorted(goal.side))
        if goal.relation == EXACTLY:
            return number == goal.amount
        return number <= goal.amount if goal.minimises else number >= goal.amount
    if what.text.startswith("tricks"):
        return a.all(c == t for c, t in zip(counts, _numbers(what.text), strict=True))
    return _tied(a, what, counts)


def _scores_stated(what: Sought) -> bool:
    return by_tricks(what.variant) and what.cards is None


def _tied(a: Cnf, what: Sought, counts: Sequence[object]) -> Truth:
    variant = what.variant
    facts = Facts(taken=counts, sides=variant.sides)
    totals: list[Any] = [0] * variant.players
    for kind, added in score_lines(a, variant.file.score.lines, facts):
        if what.text.startswith("final") or kind not in variant.bonus_kinds:
            totals = [x + y for x, y in zip(totals, added, strict=True)]
    seats = owners(variant)
    return a.any(totals[i] == totals[j] for k, i in enumerate(seats) for j in seats[:k])


def question(what: Sought, position: Position) -> str:
    """Return the position with its goal, as `foolproof solve` reads it."""
    return write(position, what.text) if what.goal is not None else write(position)


def by_trick(
    position: Position, actions: Sequence[Action], texts: Sequence[str]
) -> list[list[str]]:
    """Return the texts of actions, those of each trick together."""
    rows: list[list[str]] = [[]]
    for action, text in zip(actions, texts, strict=True):
        rows[-1].append(text)
        try:
            after = apply(position, action)
        except RulesSilent:
            break
        if after.done > position.done:
            rows.append([])
        position = after
    return [row for row in rows if row]
