"""Questions about all hands and tricks at once: shared unknowns, and small answers.

A `Question` is a formula in which a hand, a trick on the table and all else that binds a player are
unknown, so that 'is there …?' is asked of a solver and its answer read off as cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pysat.solvers import Solver

from solver.cards import JOKER, card_text, parse_card
from solver.encode.cnf import SOLVER, Cnf, chosen_card, value_in
from solver.encode.gates import Bit
from solver.rules.tiers import Situation, legal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from solver.cards import Card
    from solver.rules.algebra import Truth
    from solver.rules.order import Seen
    from solver.rules.tiers import Tier
    from solver.variant import Variant

MOST_ON_TABLE = 2  # the card led and the card that wins so far are all that binds a follower


def trumps_of(variant: Variant) -> list[str]:
    """Return the trump suits that can arise, '' for none."""
    if not variant.has_trumps:
        return [""]
    if variant.keeps_trump_suit:
        return [variant.keeps_trump_suit]
    deal = variant.file.deal
    if deal.trump == "late" and not variant.stock:  # no card to turn
        return [""]
    without = deal.trump == "late" or (deal.trump == "named" and not deal.must_name)
    return [*([""] if without else []), *variant.pack.suits]


def cards_text(cards: Iterable[Card]) -> str:
    """Write cards separated by blanks; '-' for none."""
    return " ".join(card_text(card) for card in cards) or "-"


def most_held(variant: Variant) -> int:
    """Return how many cards a seat that plays can hold: those dealt, and Jokers given to it."""
    return variant.hand_size + (variant.pack.count[JOKER] if variant.gives_cards else 0)


def can_turn_an_ace(variant: Variant) -> bool:
    """Return whether an ace can lie face up beside the hands."""
    deal = variant.file.deal
    turned = deal.turn_up == "next" or (deal.undealt == "face up" and variant.undealt > 0)
    return turned and any(face.rank == "A" for face in variant.pack.faces)


class Found(NamedTuple):
    """An answer: the cards of the hand and of the trick, and the trump suit."""

    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    trump: str

    @property
    def text(self) -> str:
        """Say what is held and what lies on the table."""
        table = f", on the table {cards_text(self.trick)}" if self.trick else ""
        return f"hand {cards_text(self.hand)}{table}" + (f", trump {self.trump}" * bool(self.trump))


class Question:
    """A hand of any size and a trick of `on_table` cards, both unknown, under one trump suit.

    `held` says which faces the hand has. Several variants over the same faces can be asked about
    the same hand and trick.
    """

    def __init__(self, variant: Variant, trump: str, on_table: int) -> None:
        self.variant, self.trump, self.on_table = variant, trump, on_table
        self.cnf = a = Cnf()
        self.faces = variant.pack.faces
        self.held = [a.truth() for _ in self.faces]
        self._chosen = [
            [bit for _, bit in a.unknown(range(len(self.faces))).cases()] for _ in range(on_table)
        ]
        self.trick = self.seen_by(variant)
        for place, face in enumerate(self.faces):
            used = [self.held[place], *(bits[place] for bits in self._chosen)]
            if variant.pack.count[face] < len(used):
                a.require(a.count(used) <= variant.pack.count[face])
        self.size = a.count(self.held)
        a.require(self.size >= 1)
        a.require(self.size <= most_held(variant))
        self._unknowns: dict[str, Truth] = {}

    def seen_by(self, variant: Variant) -> list[Seen]:
        """Return the cards on the table as a variant's rules see them."""
        view = variant.view(self.trump)
        cards = [view[face] for face in self.faces]
        return [chosen_card(self.cnf, list(zip(cards, bits, strict=True))) for bits in self._chosen]

    def situation(self, variant: Variant) -> Situation:
        """Return a situation in which all that the variant can leave open is unknown."""
        file, view = variant.file, variant.view(self.trump)
        called = variant.face_down != "no" or file.events.pam is not None
        leads = variant.most_trump_leads
        return Situation(
            hand=[view[face] for face in self.faces],
            held=self.held,
            trick=self.seen_by(variant),
            broken=self._truth("broken") if file.events.breaking else False,
            number=self._trick_number(variant),
            trump_known=bool(self.trump),
            trump_leads=self._number("trump leads", range(leads + 1)) if leads else 0,
            opening=self._opening(variant),
            called=self._truth("called") if called else False,
            barred=self._barred(variant),
            ace_turned=self._truth("ace turned") if can_turn_an_ace(variant) else False,
            withhold_only_alone=file.follow.withhold_only_alone,
        )

    def _truth(self, name: str) -> Truth:
        if name not in self._unknowns:
            self._unknowns[name] = self.cnf.truth()
        return self._unknowns[name]

    def _number(self, name: str, values: Iterable[int]) -> Truth:
        listed = list(values)
        key = f"{name} {listed}"
        if key not in self._unknowns:
            self._unknowns[key] = self.cnf.unknown(listed)
        return self._unknowns[key]

    def _trick_number(self, variant: Variant) -> Truth:
        """Return the number of the trick, up to three; a late trump binds from the second on."""
        numbers = range(1, min(3, max(1, variant.tricks)) + 1)
        if self.trump and variant.file.deal.trump == "late":
            self.cnf.require(len(numbers) > 1)
            numbers = numbers[1:] or numbers
        return self._number("number", numbers)

    def _opening(self, variant: Variant) -> Truth:
        wanted = variant.file.lead.opening
        if not wanted:
            return -1
        if wanted == "mate":
            return self._number("mate", range(-1, len(self.faces)))
        return variant.view(self.trump)[variant.pack.parse(wanted)].face

    def _barred(self, variant: Variant) -> Truth:
        pam = variant.file.events.pam
        if pam is None or parse_card(pam.card) not in variant.pack.index:
            return -1
        return self._number("barred", [-1, variant.pack.index[parse_card(pam.card)]])

    def find(self, term: Truth) -> Found | None:
        """Return an answer for which a term is true, with as few cards in hand as can be."""
        return next(iter(self.find_each([term])), None)

    def find_each(self, terms: Sequence[Truth]) -> list[Found | None]:
        """Return an answer for each of several terms (None where there is none)."""
        sizes = [self.size <= k for k in (1, 2, 3, 4)]
        with Solver(name="glucose4", bootstrap_with=self.cnf.clauses) as solver:
            return [self._least(solver, term, sizes) for term in terms]

    def _least(self, solver: Solver, term: Truth, sizes: Sequence[Truth]) -> Found | None:
        if term is False:
            return None
        given = [term.value] if isinstance(term, Bit) else []
        if not solver.solve(assumptions=given):
            return None
        model = solver.get_model()
        for size in sizes:
            if isinstance(size, Bit) and solver.solve(assumptions=[*given, size.value]):
                model = solver.get_model()
                break
        return self._read(model)

    def _read(self, model: Sequence[int]) -> Found:
        true = set(model)
        hand = tuple(f for f, bit in zip(self.faces, self.held, strict=True) if bit.value in true)
        trick = tuple(self.faces[int(value_in(card.face, true))] for card in self.trick)
        return Found(hand, trick, self.trump)


def tables(variant: Variant, *, leading: bool) -> list[int]:
    """Return how many cards may lie on the table when a seat leads or follows."""
    if not leading:
        return [m for m in range(1, MOST_ON_TABLE + 1) if m < variant.players]
    return [0, 1] if variant.file.pack.fools and variant.players > 1 else [0]


def legal_terms(
    a: Cnf, variant: Variant, s: Situation, tiers: Sequence[Tier], *, leading: bool
) -> list[Truth]:
    """State for every card that it is legal under some tiers, the always legal ones included."""
    chosen = legal(a, tiers, s)
    if leading and not s.trick:
        return chosen
    for tier in variant.always_tiers:
        extra = [
            a.all([held, tier.admits(a, c, s)]) for held, c in zip(s.held, s.hand, strict=True)
        ]
        chosen = [a.any(pair) for pair in zip(chosen, extra, strict=True)]
    return chosen


def lowest(
    cards: Sequence[Card], choices: Sequence[Card], test: Callable[[tuple[Card, ...]], bool]
) -> tuple[Card, ...]:
    """Return cards of low rank that still meet a test, changed one at a time; they must meet it."""
    order = list(reversed(choices))
    best = tuple(cards)
    changed = True
    while changed:
        changed = False
        for place in range(len(best)):
            for card in order:
                if order.index(card) >= order.index(best[place]):
                    break
                tried = (*best[:place], card, *best[place + 1 :])
                if test(tried):
                    best, changed = tried, True
                    break
    return best


def fits(variant: Variant, cards: Sequence[Card]) -> bool:
    """Return whether the pack has so many of each card."""
    return all(cards.count(card) <= variant.pack.count[card] for card in cards)


def solve_formula(
    a: Cnf, view: Mapping[Card, Seen], trick: Sequence[Seen]
) -> tuple[Card, ...] | None:
    """Return the trick of a model of a formula, or None where there is none."""
    if [] in a.clauses:
        return None
    with Solver(name=SOLVER, bootstrap_with=a.clauses) as solver:
        if not solver.solve():
            return None
        true = set(solver.get_model())
    faces = list(view)
    return tuple(faces[int(value_in(card.face, true))] for card in trick)
