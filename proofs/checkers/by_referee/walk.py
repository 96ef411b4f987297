"""Walk through every course of legal actions from some positions, and tally where they end.

The referee says what is legal; every sequence of actions counts as one course. The format is
described in docs/certificates.md. Run as `python -m proofs.checkers.by_referee.walk FILE`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from proofs.checkers.by_referee.measures import MEASURES, Course
from proofs.checkers.payload import Refused, run
from solver import notation, referee
from solver.cards import JOKER
from solver.errors import FoolproofError
from solver.position import Position
from solver.problems import problems

MOST = 400_000


def courses(position: Position, until: str, words: tuple[str, ...], left: list[int]
            ) -> Iterator[Course]:
    """Yield every course of actions until the phase is left, or the deal is over."""
    done = position.over if until == "over" else position.phase != until
    if done:
        left[0] -= 1
        if left[0] < 0:
            raise Refused("large", "there are too many courses to walk through")
        yield words, position
        return
    for action in referee.legal_actions(position):
        text = referee.action_text(position.variant, action)
        leads = not position.trick and position.phase == "play"
        early = leads and action.is_play and action.card == JOKER and max(
            map(len, position.hands)) > 1
        yield from courses(referee.step(position, action), until,
                           (*words, text, "!") if early else (*words, text), left)


def tally(starts: list[str], until: str, measures: list[str]) -> list[list[Any]]:
    """Return how many courses end in which way, in order."""
    left, counts = [MOST], Counter[str]()
    for text in starts:
        position, _ = notation.read(text)
        if defects := problems(position):
            raise Refused("malformed", defects[0].text)
        for course in courses(position, until, (), left):
            counts[json.dumps([MEASURES[name](course) for name in measures])] += 1
    return [[json.loads(key), number] for key, number in sorted(counts.items())]


def check(payload: Any) -> None:
    """Refuse unless walking gives the stated tally."""
    try:
        (claim,) = payload.values()
        if sorted(claim) != ["measures", "starts", "tally", "until"] or not claim["starts"]:
            raise Refused("field", "the claim's fields are not starts, until, measures, tally")
        found = tally(claim["starts"], claim["until"], claim["measures"])
    except (TypeError, LookupError, ValueError, AttributeError, FoolproofError) as error:
        raise Refused("malformed", f"{type(error).__name__}: {error}"[:200]) from None
    if json.dumps(found) != json.dumps(claim["tally"]):
        raise Refused("tally", f"the courses end otherwise: {json.dumps(found)[:150]}")


if __name__ == "__main__":
    run(check)
