"""Trick winners of Bierspiel and Loo: the seven of diamonds, a hidden lead, a late trump."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

from proofs.claim import Claim, Finding, decided, fails, when
from proofs.claims.winners_highest import trump_row
from proofs.registry import Effort, settles
from proofs.sampling import Estimate, share
from proofs.witness import ending, replayed
from solver.cards import Card, card_text
from solver.dealing import deal, play_stream
from solver.position import Action, Position, play
from solver.referee import legal_actions, step
from solver.variant import Variant, load


@settles("F070")
def seven_of_diamonds(claim: Claim, effort: Effort) -> Finding:
    """Settle with which order 'second-best' and 'next below the ace' agree."""
    seven = Card("d", "7")
    fits: dict[str, dict[str, bool]] = {}
    for order in ("piquet", "ecarte"):
        variant = load("R1", choose={"R7": order})
        for trump in "csdh":
            row = [c for c in trump_row(variant, trump) if c != seven]
            second, below = 1, row.index(Card(trump, "A")) + 1
            fits.setdefault(order, {})[trump] = second == below
    place = {t: trump_row(load("R3"), t).index(seven) + 1 for t in "csdh"}
    good = [order for order, row in fits.items() if all(row.values())]
    bad = [order for order, row in fits.items() if not any(row.values())]
    if good != ["piquet"] or bad != ["ecarte"] or set(place.values()) != {2}:
        return fails(f"orders that fit: {good}", details={"fits": fits, "place": place})
    return when(
        "the ace is the highest trump (A K Q J 10 9 8 7)",
        "with A K Q J 10 9 8 7 it is second and next below the ace under each of the four trump "
        "suits "
        "(also when diamonds are trump); with K Q J A 10 9 8 7 second-best means above Q, next "
        "below the "
        "ace means fifth: never both",
        scope="both orders of Rams, every trump suit",
        method="the trump row of each order and suit",
        mend="with the order of Écarté say 'next below the king'",
        details={"second and next below the ace": fits, "place in the variant": place},
    )


@settles("F073")
def face_down_call(claim: Claim, effort: Effort) -> Finding:
    """Settle whether the face-down lead and its trick are determined."""
    hands: dict[str, tuple[int, int]] = {}
    for trump in "csdh":
        view = load("R3").view(trump)
        heights = [s.height for s in view.values() if not s.trump]
        ties = total = 0
        for hand in combinations(heights, 5):
            total += 1
            ties += hand.count(min(hand)) > 1
        hands[trump] = (ties, total)
    winners_by_reading = {r: _called_trick(r) for r in ("no trump", "own suit")}
    position, actions, leads = _called_lead("no trump")
    left = Fraction(comb(18, 5), comb(26, 5))
    share_text = ", ".join(f"{t}/{n} ({t / n:.1%})" for t, n in dict.fromkeys(hands.values()))
    if len(set(winners_by_reading.values())) == 1 or len(leads) < 2:
        return decided(True, "determined", details={"winners": winners_by_reading})
    return when(
        "the leader has one smallest card and another player holds a trump",
        f"the card led is open where two suits share the smallest rank: {share_text} of the hands "
        "of five "
        "without trump (trump c, s, h; trump d); the winner is open where nobody else has a trump ("
        f"{float(left):.1%} with two players): the leader or the best card of the hidden suit, the "
        "text "
        "does not say",
        scope="every hand of five without a trump, every trump suit",
        method="all hands of five; a trick under both readings of B3",
        mend="name the suit order for 'smallest', and say that the leader wins if no trump falls",
        witness=replayed(
            f"A, without a trump, may lead {' or '.join(leads)}; nobody has a trump",
            position,
            actions,
        ),
        details={
            "hands with several smallest": {t: list(pair) for t, pair in hands.items()},
            "winner by reading": winners_by_reading,
            "leads open to A": leads,
            "no trump at the one other player": str(left),
        },
    )


def _called_lead(reading: str) -> tuple[Position, list[Action], list[str]]:
    variant = load("R3", 3, choose={"B3": reading})
    texts = ("8c 8s 9s Ts Js", "9c Qc Qs Ks As", "Tc Jc Kc Ac 8d")
    hands = [tuple(variant.pack.parse_all(text)) for text in texts]
    position = ending(variant, hands)._replace(trump="h", calls=("play",) * 3)
    leads = [card_text(action.card) for action in legal_actions(position)]
    return position, [play(Card("c", rank)) for rank in "89T"], leads


def _called_trick(reading: str) -> str:
    position, actions, _ = _called_lead(reading)
    for action in actions:
        position = step(position, action)
    return position.variant.seat_name(position.leader)


# --- Loo --------------------------------------------------------------------------------------


class Late(NamedTuple):
    """A simple deal played to the turn of the trump."""

    start: Position
    actions: tuple[Action, ...]
    turned: bool
    discard_won: bool


def play_to_the_turn(variant: Variant, seed: int) -> Late:
    """Play a simple at random until the trump is turned or the deal is over."""
    first = position = deal(variant, seed)
    rng = play_stream(seed)
    actions = []
    led = played = Card("", "")
    cards: dict[int, Card] = {}
    while not position.over and not position.trump:
        action = rng.choice(legal_actions(position))
        if not position.trick:
            led, cards = action.card, {}
        cards[position.turn] = action.card
        actions.append(action)
        position = step(position, action)
    played = cards[position.leader]
    thrown = bool(position.trump) and played.suit != led.suit
    return Late(first, tuple(actions), bool(position.trump), thrown)


def discards_that_win(players: int, sample: int, seed: int) -> tuple[Estimate, Late | None]:
    """Return the share of simple deals in which such a card wins, and the first of them."""
    variant = load("L1", players)
    hits, first = 0, None
    for i in range(sample):
        found = play_to_the_turn(variant, seed * 1_000_003 + i)
        if found.discard_won:
            hits += 1
            shorter = first is None or len(found.actions) < len(first.actions)
            first = found if shorter else first
    return share(hits, sample), first


@settles("F084")
def thrown_card_wins(claim: Claim, effort: Effort) -> Finding:
    """Settle whether a card thrown before the trump was known can win, and how often."""
    sample = max(int(2000 * effort.factor), 50)
    found = {n: discards_that_win(n, sample, effort.seed) for n in (3, 8)}
    example = found[3][1]
    witness = None
    if example is not None:
        witness = replayed(
            "a discard wins the trick after which its suit is turned",
            example.start,
            example.actions,
        )
    return decided(
        example is not None,
        "yes; it does so in "
        + " and ".join(
            f"{e.percent} of random simple deals with {n}" for n, (e, _) in found.items()
        ),
        scope="n=3 and n=8, three cards each",
        method=f"{sample} random deals each, seed {effort.seed}, 95 % intervals; a deal",
        witness=witness,
        seed=effort.seed,
        sample=sample,
        details={f"n={n}": e.as_list() for n, (e, _) in found.items()},
    )
