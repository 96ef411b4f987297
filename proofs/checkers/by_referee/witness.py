"""Replay examples by the referee, and look whether what is stated about them is so.

A case is a position, the actions that follow, and facts about the position they lead to. Where a
claim has pairs of cases, the two must begin with the same cards and differ in the named facts.
The format is described in docs/certificates.md.
Run as `python -m proofs.checkers.by_referee.witness FILE`.
"""

from __future__ import annotations

import json
from typing import Any

from proofs.checkers.by_referee.facts import FACTS, Seen
from proofs.checkers.payload import Refused, run
from solver import notation, referee
from solver.errors import FoolproofError, RulesSilent
from solver.problems import problems


def replay(case: Any) -> Seen:
    """Return what a case leads to; refuse actions that are not legal or not the seat's to do."""
    position, goal = notation.read(case["position"])
    if goal or (defects := problems(position)):
        raise Refused("malformed", "a goal" if goal else defects[0].text)
    before, named = position, -1
    for number, line in enumerate(case["actions"]):
        seat, _, text = line.partition(" ")
        if seat != position.variant.seat_name(position.turn):
            raise Refused("illegal", f"action {number + 1} is not {seat}'s")
        before = position
        action = referee.parse_action(position, text)
        try:
            position = referee.apply(position, action)
        except RulesSilent:
            if number + 1 < len(case["actions"]):
                raise
            table = (*position.trick, (position.turn, action.card))
            cards = tuple(referee.seen_trick(position._replace(trick=table)))
            named = len(referee.winning_cards(position.variant, cards))
    return Seen(position, before, named)


def facts_of(case: Any, names: list[str]) -> dict[str, Any]:
    """Return the named facts of a case."""
    seen = replay(case)
    return {name: FACTS[name](seen) for name in names}


def check_case(case: Any) -> None:
    """Refuse a case that states no fact or a wrong one."""
    if sorted(case) != ["actions", "facts", "position"] or not case["facts"]:
        raise Refused("field", "a case is a position, actions and at least one fact")
    for name, found in facts_of(case, list(case["facts"])).items():
        if json.dumps(found) != json.dumps(case["facts"][name]):
            raise Refused("fact", f"'{name}' is {found!r}")


def check_pair(pair: Any) -> None:
    """Refuse two cases that are not the same cards under two readings with different facts."""
    first, second = pair["cases"]
    check_case(first)
    check_case(second)
    one, other = (notation.read(case["position"])[0] for case in (first, second))
    if one.hands != other.hands or one.variant.name != other.variant.name:
        raise Refused("fact", "the two cases are not the same cards of one game")
    if one.variant.digest == other.variant.digest:
        raise Refused("fact", "the two cases are under the same rules")
    if not pair["differ"] or any(first["facts"][x] == second["facts"][x] for x in pair["differ"]):
        raise Refused("fact", "a fact that should differ does not")


def check(payload: Any) -> None:
    """Refuse unless every case and pair is as stated."""
    try:
        (claim,) = payload.values()
        pairs, cases = claim.get("pairs", []), claim.get("cases", [])
        if not claim.keys() <= {"cases", "pairs", "question"} or not (pairs or cases):
            raise Refused("field", "the claim's fields are not cases, pairs and question")
        for case in cases:
            check_case(case)
        for pair in pairs:
            check_pair(pair)
    except (TypeError, LookupError, ValueError, AttributeError, FoolproofError) as error:
        raise Refused("malformed", f"{type(error).__name__}: {error}"[:200]) from None


if __name__ == "__main__":
    run(check)
