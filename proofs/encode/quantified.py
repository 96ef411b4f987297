"""'Side S makes k' as one quantified formula, independent of any search.

One choice after the other is quantified: there is a card for the side, for every card of the
others, … such that the side has k tricks. Who is to play depends on who won, so each card is chosen
by both, and the choice of the one whose turn it is counts. The rules are those of `solver.rules`,
on z3 terms. An illegal card of the side loses, an illegal card of the others changes nothing: the
formula says of each card in turn 'legal, and …' for the side and 'if legal, then …' for the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import z3

from proofs.algebra import BOOLEAN_FIELDS, Z3
from solver.errors import BadInput, LimitReached
from solver.position import PLAY
from solver.rules.order import Seen
from solver.rules.tiers import Situation, legal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.goals import Goal
    from solver.position import Position
    from solver.rules.algebra import Truth

# Events of which nothing is left once cards are played, and the gift.
KNOWN_EVENTS = frozenset(
    {"gift", "bid", "declare", "take_up", "exchange", "flush", "make_trump", "take_skat"}
)


class Choice(NamedTuple):
    """A decision: the variable of the side, that of the others, whose turn it is, what is legal."""

    mine: Any
    theirs: Any
    is_mine: Truth
    allowed: Truth


def refusal(position: Position) -> str:
    """Say why a position can't be stated as a formula, '' if it can."""
    section = position.variant.file.events
    for name in section.__struct_fields__:
        if getattr(section, name) is not None and name not in KNOWN_EVENTS:
            return f"the event '{name}' is not stated as a formula"
    if section.gift is not None and section.gift.gives == "card":
        return "a Joker that goes back into a hand is not stated as a formula"
    variant = position.variant
    if position.phase != PLAY or variant.face_down != "no" or variant.always_tiers:
        return "only plain play of cards is stated as a formula"
    if any(call.startswith("general") for call in position.calls):
        return "a general is not stated as a formula"
    sizes = {len(h) + (s in dict(position.trick)) for s, h in enumerate(position.hands)
             if position.active[s]}  # fmt: skip
    return "" if len(sizes) == 1 and not variant.file.lead.opening else "hands must be equal"


class Quantified:
    """The game from a position on, as choices and what they come to."""

    def __init__(self, position: Position, side: frozenset[int]) -> None:
        reason = refusal(position)
        if reason:
            raise BadInput(f"{position.variant.name}: {reason}.")
        self.position, self.side = position, side
        view = position.view()
        self.seats = [s for s in position.around(0) if position.active[s]]
        self.owner = [s for s in self.seats for _ in position.hands[s]]
        self.seen = [view[card] for s in self.seats for card in position.hands[s]]
        self.choices: list[Choice] = []
        self.chosen: list[Any] = []
        self.won: list[Truth] = []
        first = [view[card] for card in position.trick_cards]
        lead: list[Truth] = [s == position.leader for s in range(position.players)]
        number = position.done + 1
        for _ in range(max(len(position.hands[seat]) for seat in self.seats)):
            lead = self._trick(lead, first, number)
            first, number = [], number + 1

    def _seat(self, lead: Sequence[Truth], place: int) -> list[Truth]:
        """State for each seat that it plays the card at a place of the trick."""
        count = len(self.seats)
        at = {s: i for i, s in enumerate(self.seats)}
        return [
            lead[self.seats[(at[s] - place) % count]] if s in at else False
            for s in range(self.position.players)
        ]

    def _trick(self, lead: list[Truth], first: list[Seen], number: int) -> list[Truth]:
        trick = list(first)
        for place in range(len(first), len(self.seats)):
            turn = self._seat(lead, place)
            trick.append(self._card(turn, trick, number))
        wins = self.position.variant.wins(Z3, trick)
        at = [self._seat(lead, place) for place in range(len(trick))]
        winner = [
            Z3.any(Z3.all([wins[place], at[place][s]]) for place in range(len(trick)))
            for s in range(self.position.players)
        ]
        return self._awarded(winner, wins, trick)

    def _card(self, turn: list[Truth], trick: Sequence[Seen], number: int) -> Seen:
        ids = range(len(self.seen))
        held = [Z3.all([turn[self.owner[i]], *(c != i for c in self.chosen)]) for i in ids]
        s = Situation(
            hand=self.seen, held=held, trick=trick, broken=self.position.broken, number=number,
            trump_known=bool(self.position.trump),
            ace_turned=bool(self.position.turn_up) and self.position.turn_up[-1].rank == "A",
            withhold_only_alone=self.position.variant.file.follow.withhold_only_alone,
        )  # fmt: skip
        variant = self.position.variant
        may = legal(Z3, variant.follow_tiers if trick else variant.lead_tiers, s)
        card = self._choose(turn, [Z3.all([m]) for m in may])
        self.chosen.append(card)
        return Seen(*(self._field(card, place) for place in range(len(Seen._fields))))

    def _choose(self, turn: Sequence[Truth], may: Sequence[Truth]) -> Any:
        """Return the choice that counts, and note both choices."""
        number = len(self.choices)
        mine, theirs = z3.Int(f"e{number}"), z3.Int(f"u{number}")
        is_mine = Z3.any(turn[s] for s in self.side)
        value = Z3.when(is_mine, mine, theirs)
        allowed = Z3.any(Z3.all([value == i, m]) for i, m in enumerate(may))
        self.choices.append(Choice(mine, theirs, is_mine, allowed))
        return value

    def _field(self, card: Any, place: int) -> Any:
        values = [seen[place] for seen in self.seen]
        if len(set(values)) == 1:
            return values[0]
        if Seen._fields[place] in BOOLEAN_FIELDS:
            return z3.Or(*(card == i for i, value in enumerate(values) if value))
        out: Any = z3.IntVal(int(values[0]))
        for i, value in enumerate(values[1:], 1):
            out = z3.If(card == i, z3.IntVal(int(value)), out)
        return out

    def _awarded(
        self, winner: list[Truth], wins: Sequence[Truth], trick: Sequence[Seen]
    ) -> list[Truth]:
        gift = self.position.variant.file.events.gift
        owner, following = winner, winner
        if gift is not None:
            by_joker = Z3.any(Z3.all([w, c.joker]) for w, c in zip(wins, trick, strict=True))
            if by_joker is not False:
                seats = [Z3.any([s in self.seats]) for s in range(self.position.players)]
                named = self._choose(winner, seats)
                following = [
                    Z3.when(by_joker, named == s, winner[s]) for s in range(self.position.players)
                ]
                owner = following if gift.gives == "trick" else winner
        self.won.append(Z3.any(owner[s] for s in self.side))
        return following

    def reaches(self, amount: int) -> Any:
        """State that the side can make so many more tricks, whatever the others play."""
        formula = Z3.count(self.won) >= amount
        for choice in reversed(self.choices):
            formula = Z3.when(
                choice.is_mine,
                Z3.all([choice.allowed, formula]),
                Z3.any([Z3.no(choice.allowed), formula]),
            )
            # The side chooses first; what the others choose counts only at their own turn.
            if choice.is_mine is not True:
                formula = z3.ForAll([choice.theirs], formula)
            if choice.is_mine is not False:
                formula = z3.Exists([choice.mine], formula)
        return formula


def makes(position: Position, goal: Goal, milliseconds: int = 60_000) -> bool:
    """Return whether a goal of at least so many tricks can be made, by the quantified formula.

    Raises LimitReached where the solver runs out of time.
    """
    need = (goal.amount or 0) - sum(position.taken[s] for s in goal.side)
    formula = Quantified(position, goal.side).reaches(need)
    if isinstance(formula, bool):
        return formula
    solver = z3.TryFor(z3.Then("simplify", "qsat"), milliseconds).solver()
    solver.add(formula)
    answer = solver.check()
    if answer == z3.unknown:
        raise LimitReached("the quantified formula was not decided in time.")
    return bool(answer == z3.sat)
