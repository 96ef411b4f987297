"""Definitions of Foster's games: Spoil Five, Forty-Five, Rams, Rounce, Loo."""

from __future__ import annotations

import random

from proofs.claim import Claim, Finding
from proofs.claims.winners_highest import trump_row
from proofs.random_play import play_on
from proofs.registry import Effort, settles
from proofs.splits import splits
from proofs.units import unit
from solver.cards import Card, parse_cards
from solver.dealing import deal
from solver.outcome import outcome
from solver.position import Position
from solver.referee import legal_actions, step
from solver.rules.algebra import PLAIN
from solver.rules.scoring import Facts, score_lines
from solver.variant import Variant, load


@settles("F017")
def unannounced_ace(claim: Claim, effort: Effort) -> Finding:
    """Check the rank of a demoted ace, and that silence demotes it."""
    variant = load("S1", 2)
    checks = {}
    for trump in "csdh":
        ace = Card(trump, "A")
        checks[f"{trump}: below every trump"] = trump_row(variant, trump, ace)[-1] == ace
        checks[f"{trump}: no privilege"] = not variant.view(trump, ace)[ace].privilege
        silent, spoken = _holder_plays(variant, trump)
        checks[f"{trump}: silence demotes"] = silent.demoted == ace
        checks[f"{trump}: an announced ace keeps its rank"] = spoken.demoted is None
    keeps = variant.view("h", Card("h", "A"))[Card("h", "J")].privilege
    checks["the Jack keeps its privilege"] = bool(keeps)
    return unit(checks, "an ace of trumps played or kept in silence ranks last and may not renege")


def _holder_plays(variant: Variant, trump: str) -> tuple[Position, Position]:
    """Return positions after the ace's holder has played in silence, and after he has declined."""
    for seed in range(5000):
        position = deal(variant, seed)
        ace = Card(trump, "A")
        if position.trump != trump or position.turn_up[0].rank == "A":
            continue
        if ace in position.hands[position.turn]:
            actions = legal_actions(position)
            card = next(a for a in actions if a.is_play)
            declined = step(position, next(a for a in actions if a.word == "decline"))
            return step(position, card), step(declined, card)
    raise LookupError("no such deal")


@settles("F039")
def five_and_ten(claim: Claim, effort: Effort) -> Finding:
    """Check the count of Forty-Five on every split."""
    checks = {}
    for n in (2, 4):
        variant = load("S2", n)
        lines = [x for x in variant.file.score.lines if x["kind"] == "odd trick"]
        for taken in splits(n, 5):
            facts = Facts(taken=taken, sides=variant.sides)
            got = score_lines(PLAIN, lines, facts)[0][1]
            side = (
                [
                    sum(t for t, s in zip(taken, variant.sides, strict=True) if s == mine)
                    for mine in variant.sides
                ]
                if variant.sides
                else list(taken)
            )
            wanted = [10 if t == 5 else 5 if t >= 3 else 0 for t in side]
            checks[f"{' '.join(map(str, taken))}"] = list(got) == wanted
    return unit(checks, "three or four tricks count five, five tricks ten, fewer nothing")


@settles("F045")
def two_orders(claim: Claim, effort: Effort) -> Finding:
    """Check that both orders of Rams can be chosen."""
    checks = {}
    for reading, order in (("piquet", "A K Q J T 9 8 7"), ("ecarte", "K Q J A T 9 8 7")):
        variant = load("R1", choose={"R7": reading})
        for trump in "csdh":
            ranks = [c.rank for c in trump_row(variant, trump)]
            checks[f"{reading}, {trump}"] = ranks == order.split()
    return unit(checks, "the order is option R7: K Q J A 10 9 8 7 or A K Q J 10 9 8 7")


@settles("F066")
def rounce_widow(claim: Claim, effort: Effort) -> Finding:
    """Check the widow of Rounce."""
    checks = {}
    for n in (3, 6, 9):
        position = deal(load("R2", n), effort.seed)
        widow = position.widow
        took = step(position, next(a for a in legal_actions(position) if a.word == "widow"))
        seat = position.turn
        discards = legal_actions(took)
        after = step(took, discards[0])
        checks[f"n={n}: six cards"] = len(widow) == 6 and set(took.hands[seat]) == set(widow)
        checks[f"n={n}: one discarded"] = (
            {a.word for a in discards} == {"discard"}
            and took.turn == seat
            and len(after.hands[seat]) == 5
        )
    return unit(checks, "the taker holds the six cards of the widow and lays one away at once")


@settles("F086")
def no_trump_that_deal(claim: Claim, effort: Effort) -> Finding:
    """Check a simple in which all follow suit in all three tricks, and one in which they don't."""
    variant = load("L1", 3)
    position = deal(variant, 1)
    clubs = [Card("c", rank) for rank in "AKQJT9876"]
    stock = tuple(c for c in variant.pack.cards if c not in clubs)
    hands = tuple(tuple(clubs[i::3]) for i in range(3))
    all_follow = play_on(position._replace(hands=hands, stock=stock), random.Random(1)).end
    other = (hands[0], hands[1], tuple(parse_cards("2d 3d 4d")))
    rest = tuple(c for c in variant.pack.cards if all(c not in hand for hand in other))
    void = play_on(position._replace(hands=other, stock=rest), random.Random(1)).end
    checks = {
        "all follow: no trump": all_follow.over and all_follow.trump == "",
        "all follow: nothing turned": all_follow.turn_up == () and all_follow.stock == stock,
        "one is void: a trump": void.trump == rest[0].suit,
        "three tricks shared": sum(outcome(all_follow).taken) == 3,
    }
    return unit(
        checks, "where all follow in all three tricks no card is turned and there is no trump"
    )
