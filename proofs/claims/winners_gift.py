"""The gift of a trick won by the Joker, and what it names."""

from __future__ import annotations

from typing import NamedTuple

from proofs.claim import Claim, Finding, Witness, holds, silent
from proofs.claims.playability_joker import READINGS, tiny_deals
from proofs.registry import Effort, settles
from proofs.witness import ending
from solver.cards import JOKER, Card
from solver.notation import write
from solver.outcome import outcome
from solver.position import play, start
from solver.referee import legal_actions, step
from solver.variant import load

Hands = tuple[tuple[Card, ...], ...]


class Reached(NamedTuple):
    """What a deal can come to under a reading of the gift."""

    scores: frozenset[tuple[int, ...]]
    leaders: frozenset[tuple[int, int]]
    later: frozenset[tuple[tuple[int, ...], ...]]
    left: bool


def _reached(hands: Hands, reading: str) -> Reached:
    variant = load("G3", choose={"G1": reading})
    scores, leaders, later = set(), set(), set()
    left = False
    todo = [start(variant, hands)]
    while todo:
        position = todo.pop()
        if position.over:
            scores.add(outcome(position).raw)
            left = left or any(position.hands)
            continue
        for action in legal_actions(position):
            after = step(position, action)
            todo.append(after)
            if action.word == "gift" and not after.over:
                leaders.add((position.turn, after.leader))
                later.add(tuple(tuple(map(variant.pack.index.__getitem__, h)) for h in after.hands))
    return Reached(frozenset(scores), frozenset(leaders), frozenset(later), left)


@settles("B021")
def the_gift(claim: Claim, effort: Effort) -> Finding:
    """Compare the three readings of the Joker's gift over all deals of a tiny pack."""
    deals = list(tiny_deals(1, 2))
    reached = [{r: _reached(hands, r) for r in READINGS} for hands in deals]
    pairs = {}
    for a, b in (("trick", "lead"), ("trick", "card"), ("lead", "card")):
        pairs[f"{a} or {b}"] = {
            "raw scores": sum(x[a].scores != x[b].scores for x in reached),
            "next leader": sum(x[a].leaders != x[b].leaders for x in reached),
            "hands in later play": sum(x[a].later != x[b].later for x in reached),
        }
    left = {r: sum(x[r].left for x in reached) for r in READINGS}
    one = ending(load("G3"), ((JOKER,), (Card("c", "7"),), (Card("s", "7"),)))
    ends = {r: _one_trick(r) for r in READINGS}
    return silent(
        "trick or lead: another seat scores the trick (lead and later play alike); lead or card: "
        "score "
        "and next leader alike, but the Joker is in another hand and can win again, hands become "
        "uneven "
        f"and a card can be left over (in {left['card']} of {len(deals)} deals of two cards each, "
        "else "
        "never); trick or card: all of these but the leader; smallest: one trick won by A's Joker, "
        "given "
        "to B: raw scores "
        + ", ".join(f"{r} {' '.join(map(str, raw))}" for r, raw in ends.items()),
        scope=f"n=3: all {len(deals)} deals of a Joker and five cards, every play; any n alike",
        method="every play of every deal under each reading",
        mend="say 'may give the trick to any other player' (so Parlett)",
        witness=Witness(
            "the Joker wins the only trick and is given to B",
            f"foolproof play '{write(one)}'",
            write(one),
        ),
        details={
            "deals in which two readings differ": pairs,
            "deals": len(deals),
            "deals with a card left over": left,
            "one trick given to B, raw": ends,
        },
        readings={r: holds(f"raw scores of the one-trick example {ends[r]}") for r in READINGS},
    )


def _one_trick(reading: str) -> tuple[int, ...]:
    variant = load("G3", choose={"G1": reading})
    cards = [JOKER, Card("c", "7"), Card("s", "7")]
    position = start(variant, tuple((card,) for card in cards))
    for card in cards:
        position = step(position, play(card))
    gift = next(a for a in legal_actions(position) if a.value == 1)
    return outcome(step(position, gift)).raw
