"""The lost extension of Barber's rule of following (note 3): what each reading would change."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from proofs.claim import Claim, Finding, decided, silent
from proofs.claims.strategy_jokers import (
    FATES_SAMPLE,
    LEADS_SAMPLE,
    all_joker_leads,
    joker_fates,
)
from proofs.playouts import Lowered, mask
from proofs.registry import Effort, settles
from proofs.witness import after, replayed
from solver.cards import JOKER, Card
from solver.position import Action, Position, play, start
from solver.referee import begin
from solver.variant import Variant, load

if TYPE_CHECKING:
    from proofs.claim import Witness

GAME = "G5-3J"
FREE: dict[str, Any] = {
    "follow.tiers": ["any while joker led", "led suit", "same colour", "any"],
    "follow.always": ["jokers"],
}


def readings(game: str) -> dict[str, Variant]:
    """Return the variant under rule B3 as printed and under each reading of its extension."""
    return {
        "as printed": load(game, choose={"G9": "off"}),
        "led suit, Joker, same colour, any": load(game, choose={"G9": "joker first"}),
        "led suit, same colour, Joker, any": load(game, choose={"G9": "colour first"}),
        "led suit, same colour; Joker free": load(game, settings=FREE),
    }


def empty_sets(low: Lowered) -> tuple[int, int]:
    """Return kinds of hands and leads checked (B008), and those without a legal card.

    A hand's kind is which suits and whether a Joker it holds; the tiers see no more of it.
    """
    kinds = [next(i for i, s in enumerate(low.suit) if s == suit) for suit in sorted({
        s for i, s in enumerate(low.suit) if not low.jokers >> i & 1
    })]
    joker = low.jokers.bit_length() - 1
    checked = empty = 0
    for led in (*kinds, joker):
        bound = low.bound(led, led)
        for size in range(1, len(kinds) + 2):
            for hand in combinations((*kinds, joker), size):
                checked += 1
                empty += low.follows(mask(hand), bound) == 0
    return checked, empty


def joker_leads(low: Lowered) -> tuple[int, int]:
    """Return hands of a Joker and another card, and those that may lead the Joker (B009)."""
    kinds = [i for i in range(len(low.cards)) if not low.jokers >> i & 1]
    joker = low.jokers & -low.jokers
    may = sum(1 for card in kinds if low.leads(joker | 1 << card) & joker)
    return len(kinds), may


def three_jokers_on_lead(variant: Variant) -> tuple[Position, list[Action]]:
    """Return a complete deal and play after which A leads with nothing but three Jokers.

    For eight tricks, two of each suit, everybody follows suit, so that the play is legal under
    every reading; A holds the middling card of each trick. Then A leads two Jokers.
    """
    hands: list[list[Card]] = [[JOKER] * 3, [], [], [], []]
    actions: list[Action] = []
    extra = []
    for suit in variant.pack.suits:
        cards = [c for c in variant.pack.faces if c.suit == suit]
        for own, others in ((6, (0, 1, 11, 12)), (5, (2, 3, 9, 10))):
            trick = [cards[own], *(cards[i] for i in others)]
            for seat, card in enumerate(trick):
                hands[seat].append(card)
                actions.append(play(card))
        extra.append([cards[4], cards[7], cards[8]])
    for seat, rest in enumerate(extra, 1):
        hands[seat] += rest
    position = begin(start(variant, tuple(tuple(hand) for hand in hands)))
    for number in range(2):
        actions.append(play(JOKER))
        actions += [play(rest[number]) for rest in extra]
        actions.append(Action("gift", (), 0))
    return position, actions


def lone_joker_witness() -> tuple[Witness, dict[str, bool]]:
    """Replay the deal under every reading; return the witness and where it is legal."""
    legal = {}
    witness = None
    for name, variant in readings(GAME).items():
        position, actions = three_jokers_on_lead(variant)
        on_lead = after(position, actions[:40])
        down = after(position, actions[:46])
        legal[name] = set(on_lead.hands[0]) == set(down.hands[0]) == {JOKER} and (
            len(on_lead.hands[0]), len(down.hands[0]), on_lead.turn, down.turn
        ) == (3, 2, 0, 0)
        witness = witness or replayed(
            "after eight tricks A leads with three Jokers, then with two", position, actions
        )
    if witness is None:
        raise AssertionError("no reading to replay")
    return witness, legal


@settles("B046")
def lost_extension(claim: Claim, effort: Effort) -> Finding:
    """Settle which claims about following would change under each reading of note 3."""
    deals, many = int(FATES_SAMPLE * effort.factor), int(LEADS_SAMPLE * effort.factor)
    witness, reachable = lone_joker_witness()
    found: dict[str, Finding] = {}
    details: dict[str, dict[str, Any]] = {}
    for name, variant in readings(GAME).items():
        low, single = Lowered(variant), Lowered(readings("G5")[name])
        checked, empty = empty_sets(low)
        hands, may = joker_leads(single)
        rare, _ = all_joker_leads(low, Random(effort.seed), many)
        fates = joker_fates(low, Random(effort.seed), deals)
        details[name] = {
            "B008 kinds of hands, without a legal card": [checked, empty],
            "B009 hands of two with the Joker, that may lead it": [hands, may],
            "B055 three, then two Jokers on lead": reachable[name],
            "B056 deals": rare.as_list(),
            "B057 forced": fates["forced by B3"].as_list(),
            "B057 free": fates["free"].as_list(),
        }
        found[name] = decided(
            empty == may == 0 and reachable[name],
            f"always a legal card ({checked} kinds of hands, {empty} without); a single Joker is "
            "led "
            f"from {may} of {hands} hands of two; all-Joker lead {rare.percent} of deals; Jokers "
            f"forced out {fates['forced by B3'].percent}"
        )
    leads = {v.file.lead for v in readings(GAME).values()}
    numbers = "; ".join(
        f"{name}: B056 {100 * d['B056 deals'][0]:.2f} %, B057 {100 * d['B057 forced'][0]:.1f} %"
        for name, d in details.items()
    )
    return silent(
        "the extension announced in note 3 is missing. B008 holds under every reading, B009 rests "
        "on "
        "the lead rule alone, B010 on it and on equal hands (one Joker, the Joker itself not given "
        f"away), B055 stays reachable; only shares change: {numbers}",
        readings=found,
        details={**details, "lead rule untouched": len(leads) == 1},
        scope="five players, 52 cards and three Jokers (B009, B010: one Joker); random play",
        witness=witness,
        method="kinds of hands; a deal replayed under each reading; simulation",
        seed=effort.seed,
        sample=many,
    )
