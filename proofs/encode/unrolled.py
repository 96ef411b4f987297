"""A whole deal as one formula: who holds what, and how it is played, trick by trick.

All seats together look for a play that is wanted, so that one model is a deal with a line of play.
The rules are those of `solver.rules`, evaluated on CNF; what a model says is replayed by the
referee before it is believed.
"""

from __future__ import annotations

from threading import Timer
from typing import TYPE_CHECKING, NamedTuple

from pysat.solvers import Solver

from solver.encode.cnf import Cnf, chosen_card
from solver.encode.gates import Bit
from solver.errors import BadInput, LimitReached
from solver.position import Action, Position, play
from solver.referee import begin, legal_actions, step
from solver.rules.tiers import Situation, legal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.cards import Card
    from solver.rules.algebra import Truth
    from solver.rules.order import Seen
    from solver.variant import Variant

EVENTS = ("gift",)  # decisions that the formula knows
SOLVER = "glucose4"  # it can be interrupted


class Line(NamedTuple):
    """A deal and a play of it, as the referee has replayed them."""

    start: Position
    actions: tuple[Action, ...]
    end: Position


def refusal(variant: Variant) -> str:
    """Say why a variant can't be unrolled, '' if it can."""
    section = variant.file.events
    known = [name for name in section.__struct_fields__ if getattr(section, name) is not None]
    for name in known:
        if name not in EVENTS:
            return f"its event '{name}' is not stated as a formula"
    if section.gift is not None and section.gift.gives == "card":
        return "a Joker that goes back into a hand is not stated as a formula"
    if variant.file.deal.stock or variant.file.deal.widow or variant.file.lead.opening:
        return "its stock, widow or opening card is not stated as a formula"
    return "" if variant.face_down == "no" else "its face-down lead is not stated"


class Unrolled:
    """All deals of `cards` cards a seat (default: the full deal) and all ways to play them."""

    def __init__(self, variant: Variant, cards: int | None = None, trump: str = "") -> None:
        reason = refusal(variant)
        if reason:
            raise BadInput(f"{variant.name}: {reason}.")
        self.variant, self.trump = variant, trump
        self.tricks = variant.hand_size if cards is None else cards
        self.cnf = a = Cnf()
        self.cards = variant.pack.cards
        view = variant.view(trump)
        self.seen = [view[card] for card in self.cards]
        self.n = variant.players
        self.owner = [[a.truth() for _ in range(self.n)] for _ in self.cards]
        self._deal()
        self.leader: list[list[Truth]] = [[seat == 0 for seat in range(self.n)]]
        self.played: list[list[list[Bit]]] = []
        self.gifts: list[list[Bit]] = []
        self.taken: list[list[Truth]] = [[] for _ in range(self.n)]
        self.left: list[Truth] = [a.any(seats) for seats in self.owner]
        for number in range(self.tricks):
            self._trick(number)
        self.counts = [a.count(won) for won in self.taken]

    def _deal(self) -> None:
        a = self.cnf
        for seats in self.owner:
            self._at_most_one(seats)
        for seat in range(self.n):
            a.require(a.count(seats[seat] for seats in self.owner) == self.tricks)
        if self.trump and self.variant.file.deal.turn_up == "next":
            suited = [i for i, card in enumerate(self.cards) if card.suit == self.trump]
            a.require(a.any(a.no(a.any(self.owner[i])) for i in suited))

    def _at_most_one(self, bits: Sequence[Bit]) -> None:
        for i, x in enumerate(bits):
            for y in bits[:i]:
                self.cnf.clauses.append([-x.value, -y.value])

    def _trick(self, number: int) -> None:
        a = self.cnf
        trick: list[Seen] = []
        chosen: list[list[Bit]] = []
        lead = self.leader[-1]
        for place in range(self.n):
            held = [
                a.all([self.left[i], a.any(
                    a.all([lead[s], self.owner[i][(s + place) % self.n]]) for s in range(self.n)
                )])
                for i in range(len(self.cards))
            ]  # fmt: skip
            bits = [bit for _, bit in a.unknown(range(len(self.cards))).cases()]
            self._bind(bits, held, trick, number)
            chosen.append(bits)
            trick.append(chosen_card(a, list(zip(self.seen, bits, strict=True))))
        self.played.append(chosen)
        self.left = [
            a.all([here, a.no(a.any(bits[i] for bits in chosen))])
            for i, here in enumerate(self.left)
        ]
        self._award(trick)

    def _bind(
        self, bits: Sequence[Bit], held: Sequence[Truth], trick: Sequence[Seen], number: int
    ) -> None:
        """Require that the card chosen is legal."""
        a, variant = self.cnf, self.variant
        done = variant.hand_size - self.tricks
        s = Situation(
            hand=self.seen, held=held, trick=trick, number=done + number + 1,
            trump_known=bool(self.trump),
            withhold_only_alone=variant.file.follow.withhold_only_alone,
        )  # fmt: skip
        allowed = legal(a, variant.follow_tiers if trick else variant.lead_tiers, s)
        for bit, may in zip(bits, allowed, strict=True):
            if isinstance(may, Bit):
                a.clauses.append([-bit.value, may.value])
            elif not may:
                a.clauses.append([-bit.value])

    def _award(self, trick: Sequence[Seen]) -> None:
        a, n, lead = self.cnf, self.n, self.leader[-1]
        wins = self.variant.wins(a, trick)
        a.require(a.exactly_one(wins))
        winner = [
            a.any(a.all([lead[(seat - place) % n], wins[place]]) for place in range(n))
            for seat in range(n)
        ]
        owner = following = winner
        gift = self.variant.file.events.gift
        if gift is not None and any(card.joker for card in self.seen):
            by_joker = a.any(a.all([w, card.joker]) for w, card in zip(wins, trick, strict=True))
            named = [bit for _, bit in a.unknown(range(n)).cases()]
            self.gifts.append(named)
            following = [a.when(by_joker, g, w) for g, w in zip(named, winner, strict=True)]
            owner = following if gift.gives == "trick" else winner
        self.leader.append(following)
        for seat in range(n):
            self.taken[seat].append(owner[seat])

    def solve(self, wanted: Truth, seconds: float | None = None) -> Line | None:
        """Return a deal and a play in which a term is true, or None: there is none at all.

        Raises LimitReached when the time is up.
        """
        if wanted is False or [] in self.cnf.clauses:
            return None
        given = [wanted.value] if isinstance(wanted, Bit) else []
        with Solver(SOLVER, [*self.cnf.clauses, *([x] for x in given)]) as s:
            clock = Timer(seconds or 0, s.interrupt)
            if seconds is not None:
                clock.start()
            found = s.solve_limited(expect_interrupt=True)
            clock.cancel()
            if found is None:
                raise LimitReached(f"the formula was not settled in {seconds:g} seconds")
            return self._replayed(set(s.get_model())) if found else None

    def _replayed(self, true: set[int]) -> Line:
        from proofs.examination.reach import laid_out
        from solver.position import start

        hands: list[tuple[Card, ...]] = [
            tuple(c for c, seats in zip(self.cards, self.owner, strict=True)
                  if seats[seat].value in true)
            for seat in range(self.n)
        ]  # fmt: skip
        if self.tricks == self.variant.hand_size:
            first = laid_out(self.variant, hands, self.trump)
        else:
            done = self.variant.hand_size - self.tricks
            first = begin(start(self.variant, tuple(hands))._replace(done=done, trump=self.trump))
        cards = [
            next(c for c, bit in zip(self.cards, bits, strict=True) if bit.value in true)
            for chosen in self.played
            for bits in chosen
        ]
        gifts = [
            next(seat for seat, bit in enumerate(named) if bit.value in true)
            for named in self.gifts
        ]
        return self._through(first, cards, gifts)

    def _through(self, first: Position, cards: list[Card], gifts: list[int]) -> Line:
        """Play the cards of a model through the referee."""
        position, actions = first, list[Action]()
        for number, card in enumerate(cards):
            action = play(card)
            if action not in legal_actions(position):
                raise AssertionError(f"the formula allows {card}, which the referee forbids")
            actions.append(action)
            position = step(position, action)
            if position.phase == "gift":
                given = Action("gift", (), gifts[number // self.n])
                actions.append(given)
                position = step(position, given)
        return Line(first, tuple(actions), position)
