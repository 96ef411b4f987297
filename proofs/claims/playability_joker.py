"""Playability of Barber's game with its Joker: leading it, and following it."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from proofs.claim import Claim, Finding, Witness, decided, fails, when
from proofs.encode.obligations import refuted
from proofs.joker_passing import Hands, reachable, uneven_ending, uneven_leads
from proofs.never_stuck import legal_set, situation
from proofs.registry import Effort, settles
from proofs.witness import after, ending, led_up_to, replayed
from solver.cards import JOKER, Card
from solver.dealing import deal
from solver.encode.cnf import Cnf
from solver.position import PLAY, Position, play, start
from solver.referee import legal_actions, step
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Iterator


READINGS = ("trick", "lead", "card")

# The text scores 'when all cards have been played to tricks' and knows no hands of unequal size.
PROVISO = "provided that the deal ends when a hand is empty"


def _jokers(k: int, reading: str = "trick", name: str = "G3") -> Variant:
    return load(name, choose={"G1": reading}, settings={"pack.jokers": k})


def joker_lead_needs_jokers_only(claim: str, k: int) -> bool:
    """Prove that a hand with k Jokers in the pack may lead one only if it holds nothing else."""
    variant = _jokers(k)
    view = variant.view("")
    a = Cnf()
    s = situation(a, variant, list(view.values()), [])
    lead = legal_set(a, variant, s, leading=True)
    naturals = [h for h, c in zip(s.held, s.hand, strict=True) if not c.joker]
    jokers = [lawful for lawful, c in zip(lead, s.hand, strict=True) if c.joker]
    a.require(a.any(naturals))
    a.require(a.any(jokers))
    return refuted(claim, f"{k} Jokers: a Joker is led from a hand with a natural card", a)


def two_jokers_lead(k: int, reading: str) -> tuple[Witness, Position]:
    """Return the smallest deal (two cards each) in which a Joker is led before the last trick."""
    variant = _jokers(k, reading)
    low = [Card(s, "7") for s in "cshd"]
    hands = ((JOKER, JOKER), (low[0], low[1]), (low[2], low[3]))
    position = ending(variant, hands)
    led = play(JOKER)
    text = "A holds two Jokers, leads one with a trick to come, and B and C have two cards each"
    return replayed(text, position, [led]), step(position, led)


def passing_witness(seed: int) -> tuple[Witness, tuple[int, ...]]:
    """Return a complete deal in which a Joker given away is led while a follower has a choice."""
    variant = _jokers(1, "card")
    smallest = next(t for t in range(1, variant.hand_size + 1) if uneven_leads(3, t))
    ending, actions = uneven_ending(variant, smallest, seed)
    full, before = led_up_to(ending, deal(variant, seed))
    everything = [*before, *actions, play(JOKER)]
    sizes = tuple(len(hand) for hand in after(full, [*before, *actions]).hands)
    text = (
        f"the last {smallest} tricks, the Joker itself being given away: at last it is led by "
        f"a seat with no other card while the hands hold {', '.join(map(str, sizes))}"
    )
    return replayed(text, full, everything), sizes


@settles("B009")
def joker_led_last(claim: Claim, effort: Effort) -> Finding:
    """Settle whether a Joker can be led before the last trick."""
    lemma = {k: joker_lead_needs_jokers_only(claim.id, k) for k in (1, 2, 3)}
    walked = {r: early_leads(1, r) for r in READINGS}
    model = {t: _leads_in_model(t) for t in range(1, 12)}
    witness, _ = two_jokers_lead(2, "trick")
    early = {f"{r}, {k}": early_leads(k, r) for r in READINGS for k in (2, 3)}
    per = {
        f"{reading}, k={k}": "fails" if early_leads(k, reading)[1] else "holds"
        for reading in READINGS
        for k in (1, 2, 3)
    }
    least = _least_uneven(3)
    if least is not None:  # with the Joker itself given away cards can be left over
        per["card, k=1"] += f" {PROVISO}"
    sound = all(lemma.values()) and not any(n for _, n in walked.values())
    sound = (
        sound
        and all(n for _, n in early.values())
        and all(first >= t for t, first in model.items())
    )
    if not sound:
        return fails("a Joker led early with one Joker in the pack", details={"walked": walked})
    states = sum(n for n, _ in walked.values())
    return when(
        f"the pack has one Joker (readings a, b of the gift; reading c {PROVISO})",
        "a Joker may be led only from a hand of Jokers (refuted otherwise for k=1, 2, 3), so with "
        "k Jokers only in the last k tricks; k=1: under a and b hands stay equal, which makes that "
        "the last trick; under c (the Joker itself is given away) its leader is left without a "
        "card, which ends the deal by a convention taken here: the text ends it 'when all cards "
        f"have been played to tricks', and from {least} cards each on (three players) others can "
        "hold more then; k=2, 3: A, eldest with two Jokers of two cards, leads one in trick 1 of 2",
        scope="any n, any T; k=1, 2, 3; gift readings trick, lead, card",
        method="SAT for the lemma; hands as numbers of cards up to T=11; all plays of tiny deals",
        mend="with several Jokers drop the sentence and say how a led one is followed (note 6)",
        witness=witness,
        readings={
            f"gift of the {reading}": when(
                "the pack has one Joker" + (f", {PROVISO}" if PROVISO in per[f"{reading}, k=1"]
                                            else ""),
                ", ".join(f"k={k}: {per[f'{reading}, k={k}']}" for k in (1, 2, 3)),
            )
            for reading in READINGS
        },
        details={
            "by reading and Jokers": per,
            "a Joker can be led in": "the last k tricks",
            "plays of tiny deals, k=1: positions": states,
            "early leads in tiny deals": {name: n for name, (_, n) in early.items()},
            "reading c, k=1: earliest trick by T": model,
        },
    )


def _leads_in_model(tricks: int) -> int:
    """Return the number of the earliest trick to which the Joker can be led, once given away."""
    found = reachable(3, tricks)

    def done(hands: Hands) -> int:
        before = found[hands]
        return 0 if before is None else 1 + done(before)

    # Hands are found in the order of tricks, so that each is found by the shortest way to it.
    return min(done(hands) for hands in found if hands.joker_is_led) + 1


def tiny_deals(k: int, tricks: int) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield deals of a few cards with k Jokers to three seats: every way to hold each card."""
    naturals = [Card("c", "7"), Card("c", "8"), Card("s", "7"), Card("h", "7"), Card("h", "8")]
    naturals += [Card("d", "7"), Card("d", "8"), Card("s", "8")]
    cards = [JOKER] * k + naturals[: 3 * tricks - k]
    seen = set()
    for first in combinations(range(len(cards)), tricks):
        rest = [i for i in range(len(cards)) if i not in first]
        for second in combinations(rest, tricks):
            third = [i for i in rest if i not in second]
            hands = tuple(tuple(sorted(cards[i] for i in part)) for part in (first, second, third))
            if hands not in seen:
                seen.add(hands)
                yield hands


@lru_cache(maxsize=32)
def early_leads(k: int, reading: str, tricks: int = 2) -> tuple[int, int]:
    """Play every deal of a tiny pack in every way: (positions, Jokers led before the end)."""
    variant = _jokers(k, reading)
    positions = early = 0
    for hands in tiny_deals(k, tricks):
        todo = [start(variant, hands)]
        seen: set[Position] = set()
        while todo:
            position = todo.pop()
            if position in seen or position.over:
                continue
            seen.add(position)
            positions += 1
            for action in legal_actions(position):
                leads = position.phase == PLAY and not position.trick
                if leads and action.cards == (JOKER,) and len(position.hands[position.turn]) > 1:
                    early += 1
                todo.append(step(position, action))
    return positions, early


@settles("B010")
def following_a_led_joker(claim: Claim, effort: Effort) -> Finding:
    """Settle whether every follower to a led Joker has exactly one card."""
    lemma = joker_lead_needs_jokers_only(claim.id, 1)
    least = {n: _least_uneven(n) for n in (3, 5)}
    uneven = least[3] is not None
    passing, sizes = passing_witness(effort.seed)
    gifts = sum(" gift " in action for action in passing.actions)
    two, led = two_jokers_lead(2, "trick")
    follower = len(led.hands[led.turn])
    # A leader down to the Joker was given it at least once, no seat less often, one seat oftener.
    lawful = all(t == 2 * n + 1 for n, t in least.items())
    if not lemma or follower < 2 or max(sizes) < 2 or not uneven or not lawful:
        return decided(False, "the argument does not hold for these rules")
    per = {
        f"{r}, k={k}": "fails" if early_leads(k, r)[1] else "holds"
        for r in READINGS
        for k in (1, 2, 3)
    }
    per["card, k=1"] = f"fails from {least[3]} cards each on with three players"
    few = "the hands are of at most 2n cards"
    return when(
        "the pack has one Joker and it is not the card itself that is given away (readings a, b), "
        f"or {few} (reading c)",
        "k=1, readings a and b: hands stay equal, so each follower has one card; reading c: after "
        f"{gifts} gifts a Joker can be led to hands of {', '.join(map(str, sizes))} cards, from "
        f"{least[3]} cards each on with three players (with n players not from fewer than 2n+1, "
        "since it takes n+1 gifts and he who gets the Joker leads another card: five with nine "
        "cards and seven with nine or eleven are safe), and a rule is needed (also to say whether "
        "the deal then ends, as is taken here, though cards are left); "
        "k=2, 3: followers have two or three cards",
        scope="any n and T for k=1, readings a, b; reading c: fewer cards by the number of gifts, "
        "and every play for n=3 and 5 to T=11; k=2, 3 by witness",
        method="SAT for the lemma; hands as numbers of cards, every play allowed; complete deal",
        mend="say what may follow a led Joker: any card (note 6 does)",
        witness=passing,
        readings={
            f"gift of the {r}": when(
                "the pack has one Joker" + (f" and {few}" if r == "card" else ""),
                ", ".join(f"k={k}: {per[f'{r}, k={k}']}" for k in (1, 2, 3)),
            )
            for r in READINGS
        },
        details={
            "by reading and Jokers": per,
            "reading c, k=1: least cards each": least,
            "hands in the witness": sizes,
            "k=2: follower's cards": follower,
            "smallest for k=2": two.position,
        },
    )


def _least_uneven(players: int, most: int = 11) -> int | None:
    return next((t for t in range(1, most + 1) if uneven_leads(players, t)), None)
