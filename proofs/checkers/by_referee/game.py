"""Solve an ending by trying everything with the referee: what a seat can force.

One seat wants many (or few) tricks or points, the others as one adversary want the opposite, and
everybody sees all cards. The format is described in docs/certificates.md.
Run as `python -m proofs.checkers.by_referee.game FILE`.
"""

from __future__ import annotations

from typing import Any

from proofs.checkers.payload import Refused, run
from solver import notation, referee
from solver.errors import FoolproofError
from solver.outcome import outcome
from solver.position import Position
from solver.problems import problems

MOST = 150_000


class Solver:
    """Plain minimax with a table of positions already met."""

    def __init__(self, seat: int, wants: str, measure: str) -> None:
        self.seat, self.measure = seat, measure
        self.most = wants == "most"
        self.known: dict[Position, int] = {}

    def value(self, position: Position) -> int:
        """Return what the seat ends up with when both sides play their best."""
        if position.over:
            end = outcome(position)
            return int((position.taken if self.measure == "taken" else end.raw)[self.seat])
        # What was captured matters where a score counts cards.
        counts = self.measure == "raw" and position.variant.counting
        key = position if counts else position._replace(won=(), dead=())
        if key not in self.known:
            if len(self.known) > MOST:
                raise Refused("large", "the ending is too large to try everything")
            values = [self.value(referee.step(position, action))
                      for action in referee.legal_actions(position)]
            best = max if (position.turn == self.seat) == self.most else min
            self.known[key] = best(values)
        return self.known[key]


def solve(claim: Any) -> tuple[int, dict[str, int]]:
    """Return the value of a claim's position, and of every action in it."""
    if claim["wants"] not in ("most", "least") or claim["measure"] not in ("taken", "raw"):
        raise Refused("malformed", "the goal is of no known sort")
    position, _ = notation.read(claim["position"])
    if defects := problems(position):
        raise Refused("malformed", defects[0].text)
    solver = Solver(claim["seat"], claim["wants"], claim["measure"])
    actions = {referee.action_text(position.variant, action):
               solver.value(referee.step(position, action))
               for action in referee.legal_actions(position)}
    return solver.value(position), actions


def check(payload: Any) -> None:
    """Refuse unless every stated value is what trying everything gives."""
    try:
        (claim,) = payload.values()
        if sorted(claim) != ["actions", "measure", "position", "seat", "value", "wants"]:
            raise Refused("field", "the claim's fields are not those of a game")
        value, actions = solve(claim)
    except (TypeError, LookupError, ValueError, AttributeError, FoolproofError) as error:
        raise Refused("malformed", f"{type(error).__name__}: {error}"[:200]) from None
    if value != claim["value"] or actions != claim["actions"]:
        raise Refused("value", f"the value is {value}, the actions' are {actions}")


if __name__ == "__main__":
    run(check)
