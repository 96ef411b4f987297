"""Playability with several Jokers: down to Jokers alone, and following one that is led."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from proofs.claim import Claim, Finding, Witness, decided, when
from proofs.encode.obligations import refuted
from proofs.never_stuck import catches_all, legal_set, situation
from proofs.registry import Effort, settles
from proofs.witness import ending, replayed
from solver.cards import JOKER, Card
from solver.encode.cnf import Cnf
from solver.position import PLAY, Position, play, start
from solver.referee import legal_actions, step, winning_cards
from solver.variant import load

if TYPE_CHECKING:

    from solver.position import Action


@settles("B055")
def down_to_jokers(claim: Claim, effort: Effort) -> Finding:
    """Settle whether a leader can be down to two or to three cards, all Jokers."""
    found = {k: down_to(k, effort.seed) for k in (2, 3)}
    witnesses = {k: w for k, w in found.items() if w is not None}
    smallest = {k: f"{k} cards each, the eldest with {k} Jokers" for k in found}
    return decided(
        len(witnesses) == len(found),
        "reachable for two and for three: complete deals of 55 cards to five, legally played down "
        f"to {' and to '.join(f'{k} Jokers on lead (trick {12 - k})' for k in witnesses)}",
        scope="n=5, 55 cards, T=11",
        method="guided play of dealt hands, replayed by the referee",
        witness=witnesses.get(3),
        details={
            "reachable": {k: k in witnesses for k in found},
            "actions played": {k: len(w.actions) for k, w in witnesses.items()},
            "for two": witnesses[2].command if 2 in witnesses else "",
            "smallest endings": smallest,
        },
    )


def down_to(k: int, seed: int, tries: int = 400) -> Witness | None:
    """Deal k Jokers to the eldest hand and play so that they are his last cards, on lead."""
    variant = load("G5-3J")
    rng = random.Random(seed)
    naturals = [card for card in variant.pack.cards if card != JOKER]
    for _ in range(tries):
        rng.shuffle(naturals)
        cards = [*naturals[: 11 - k], *[JOKER] * k, *naturals[11 - k :], *[JOKER] * (3 - k)]
        first = start(variant, tuple(tuple(cards[i * 11 : i * 11 + 11]) for i in range(5)))
        actions = _keep_jokers(first, k, rng)
        if actions is not None:
            text = f"A is on lead with {k} cards, all Jokers, after {11 - k} tricks"
            return replayed(text, first, actions)
    return None


def _keep_jokers(position: Position, k: int, rng: random.Random) -> list[Action] | None:
    """Play at random, but lead suits that A can follow; stop when A leads from k Jokers."""
    actions: list[Action] = []
    while not position.over:
        hand = position.hands[0]
        if hand.count(JOKER) < k:
            return None
        between = position.phase == PLAY and not position.trick
        if between and position.turn == 0 and len(hand) == k:
            return actions
        legal = list(legal_actions(position))
        if between and position.turn:
            suits = {card.suit for card in hand if card.suit}
            legal = [a for a in legal if a.card.suit in suits] or legal
        action = rng.choice(legal)
        actions.append(action)
        position = step(position, action)
    return None


@settles("B058")
def joker_frees(claim: Claim, effort: Effort) -> Finding:
    """Settle legal sets and winner after a led Joker."""
    variant = load("G5-3J", choose={"G7": "refuse"})
    view = variant.view("")
    a = Cnf()
    s = situation(a, variant, list(view.values()), [view[JOKER]])
    lawful = legal_set(a, variant, s, leading=False)
    free = [a.same(x, held) for x, held in zip(lawful, s.held, strict=True)]
    a.require(a.no(a.all(free)))
    everything_legal = refuted(claim.id, "a card may not follow a led Joker", a)
    total = catches_all(variant, variant.follow_tiers)
    seven = view[Card("c", "7")]
    named = {
        j: len(winning_cards(variant, tuple([view[JOKER]] * j + [seven] * (5 - j))))
        for j in (1, 2, 3)
    }
    position = ending(load("G5-3J"), (*[(JOKER,)] * 2, *[(Card("c", r),) for r in "789"]))
    witness = replayed(
        "A leads a Joker, B contributes another: rule C1 names both cards",
        position,
        [play(JOKER), play(JOKER)],
    )
    ok = everything_legal and total and named[1] == 1
    if not ok or named[2] == 1:
        return decided(ok, f"winners named by number of Jokers: {named}", details={"named": named})
    return when(
        "no second Joker is contributed to the led one",
        "every card of every hand may follow, so the legal set is total; C1 names one winner if "
        "the "
        f"led Joker is alone, but {named[2]} of two Jokers and {named[3]} of three",
        scope="n=5, 55 cards, any hand; any n>=2 by the same tier",
        method="SAT over all hands; all numbers of Jokers in a trick",
        mend="let the first (or the last) Joker played win (option G7)",
        witness=witness,
        details={"legal set total": True, "winners by Jokers in the trick": named},
    )
