"""Complete deals in which something happens in the first trick, found by a solver, replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pysat.solvers import Solver

from proofs.examination.asking import cards_text, legal_terms
from proofs.random_play import shown
from solver.encode.cnf import SOLVER, Cnf
from solver.errors import BadInput, FoolproofError, RulesSilent
from solver.notation import write
from solver.position import PLAY, Action, Position, play, start
from solver.referee import begin, first_leader, possible_actions, step
from solver.rules.tiers import Situation
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from proofs.claim import Witness
    from proofs.examination.asking import Found
    from solver.cards import Card, Hand
    from solver.rules.algebra import Truth
    from solver.variant import Variant

# What leads from the deal to the first lead and changes as little as it can, best first.
QUIET = ("play", "decline", "order up", "stay", "pass")


def dealt_so(
    variant: Variant, choose: Mapping[str, str], players: int | None = None
) -> Variant | None:
    """Return the variant with other readings or players, or None where they don't go together."""
    chosen = {**variant.file.choose, **choose}
    name = variant.path or variant.name
    try:
        return load(name, players or variant.players, chosen, variant.settings)
    except BadInput:
        return None


class FirstTrick:
    """All complete deals at once, and what the seats may play to the first trick."""

    def __init__(self, variant: Variant, trump: str) -> None:
        self.variant, self.trump = variant, trump
        self.cnf = a = Cnf()
        pack = variant.pack
        self.faces = pack.faces
        self.view = variant.view(trump)
        self.held = [[a.truth() for _ in self.faces] for _ in range(variant.players)]
        for place, face in enumerate(self.faces):
            column = [hand[place] for hand in self.held]
            if pack.count[face] < len(column):
                a.require(a.count(column) <= pack.count[face])
        for hand in self.held:
            a.require(a.count(hand) == variant.hand_size)
        self._keep_a_trump()

    def _keep_a_trump(self) -> None:
        """Leave a card of the trump suit to be turned up (or to the dealer, if it is his last)."""
        deal, a = self.variant.file.deal, self.cnf
        if not self.trump or deal.turn_up == "none":
            return
        suited = [i for i, face in enumerate(self.faces) if face.suit == self.trump]
        if deal.turn_up == "dealer's last":
            a.require(a.any(self.held[-1][i] for i in suited))
            return
        a.require(a.any(a.no(a.any(hand[i] for hand in self.held)) for i in suited))

    def legal(self, seat: int, before: Sequence[Card]) -> list[Truth]:
        """State for each face that a seat may play it after some cards."""
        variant = self.variant
        opening = variant.file.lead.opening
        known = opening and opening != "mate"
        s = Situation(
            hand=[self.view[face] for face in self.faces],
            held=self.held[seat],
            trick=[self.view[card] for card in before],
            trump_known=bool(self.trump),
            trump_leads=variant.most_trump_leads,
            opening=self.view[variant.pack.parse(opening)].face if known else -1,
            withhold_only_alone=variant.file.follow.withhold_only_alone,
        )
        leading = not s.trick or (len(s.trick) == 1 and s.trick[0].fool)
        tiers = variant.lead_tiers if leading else variant.follow_tiers
        return legal_terms(self.cnf, variant, s, tiers, leading=leading)

    def require(self, cards: Sequence[Card]) -> None:
        """Require that seats A, B, … hold and may play these cards."""
        for seat, card in enumerate(cards):
            place = self.faces.index(card)
            self.cnf.require(self.held[seat][place])
            self.cnf.require(self.legal(seat, cards[:seat])[place])

    def deal(self) -> Position | None:
        """Return a deal that meets all that is required, or None if there is none."""
        if [] in self.cnf.clauses:
            return None
        with Solver(name=SOLVER, bootstrap_with=self.cnf.clauses) as solver:
            if not solver.solve():
                return None
            true = set(solver.get_model())
        hands = [
            tuple(f for f, bit in zip(self.faces, hand, strict=True) if bit.value in true)
            for hand in self.held
        ]
        return laid_out(self.variant, hands, self.trump)


def laid_out(variant: Variant, hands: Sequence[Hand], trump: str) -> Position:
    """Return the deal with these hands: what is left is turned up, widow, stock or laid aside."""
    rest = list((variant.pack.count - start(variant, tuple(hands)).cards()).elements())
    rest = list(variant.pack.sort(rest))
    section = variant.file.deal
    turned: list[Card] = []
    if section.undealt == "face up":
        turned, rest = rest, []
    elif section.turn_up == "next":
        turned = [next((c for c in rest if c.suit == trump), rest[0])]
        rest.remove(turned[0])
    widow, rest = rest[: section.widow], rest[section.widow :]
    position = start(variant, tuple(hands))._replace(
        turn_up=tuple(turned),
        widow=tuple(widow),
        stock=tuple(rest) if section.stock else (),
        dead=() if section.stock else tuple(rest),
        trump="" if section.trump == "late" else trump,
    )
    return begin(position)


def quiet(position: Position) -> tuple[Position, list[Action]]:
    """Take the decisions before the first lead so that hands stay as they are, if that goes."""
    actions: list[Action] = []
    while position.phase != PLAY and not position.over:
        legal = possible_actions(position)
        known = [a for word in QUIET for a in legal if a.word == word]
        laid = [a for a in legal if a.word in ("discard", "exchange") and _foreign(position, a)]
        action = (known or laid or list(legal))[0]
        actions.append(action)
        position = step(position, action)
    return position, actions


def _foreign(position: Position, action: Action) -> bool:
    """Return whether the cards laid away have just come to the hand (or are none)."""
    return set(action.cards) <= {*position.widow, *position.turn_up}


def first_trick(variant: Variant, cards: Sequence[Card], trump: str, text: str) -> Witness | None:
    """Return a deal and a play in which seats A, B, … play these cards first; None if none is."""
    asked = FirstTrick(variant, trump)
    asked.require(cards)
    position = asked.deal()
    if position is None:
        return None
    ready, actions = quiet(position)
    for card in cards:
        if ready.over or play(card) not in possible_actions(ready):
            return None
        actions.append(play(card))
        try:
            ready = step(ready, play(card))
        except RulesSilent:
            break
    return shown(position, actions, text)


def stuck_deal(variant: Variant, found: Found, *, leading: bool) -> Witness | None:
    """Return a deal in which a seat has no legal card in the first trick, if there is one."""
    before = found.trick if not leading else ()
    if len(before) >= variant.players:
        return None
    asked = FirstTrick(variant, found.trump)
    asked.require(before)
    asked.cnf.require(asked.cnf.no(asked.cnf.any(asked.legal(len(before), before))))
    position = asked.deal()
    if position is None:
        return None
    try:
        ready, actions = quiet(position)
        for card in before:
            if play(card) not in possible_actions(ready):
                return None
            actions.append(play(card))
            ready = step(ready, play(card))
        if ready.over or possible_actions(ready):
            return None
        seat = variant.seat_name(ready.turn)
        return shown(position, actions, f"{seat} holds {cards_text(ready.hands[ready.turn])}")
    except FoolproofError:
        return None


def placed(variant: Variant, cards: Sequence[Card], trump: str, text: str) -> Witness:
    """Return the last trick of a deal in which each seat has just its card of the trick."""
    from proofs.claim import Witness

    position = start(variant, tuple((card,) for card in cards))
    position = position._replace(trump=trump, done=max(0, variant.tricks - 1))
    position = position._replace(leader=first_leader(position), turn=first_leader(position))
    line = write(position)
    return Witness(text, f"foolproof solve '{line}'", line)
