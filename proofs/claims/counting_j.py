"""Counting in the Japanese trump game: deal, rounds, trumps in a hand, points in the pack."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations, product
from math import comb, lcm
from typing import TYPE_CHECKING

from proofs.algebra import proved, symbolic_split
from proofs.claim import Claim, Finding, by_reading, decided, holds, measured, when
from proofs.random_play import play_on
from proofs.registry import Effort, settles
from solver.dealing import deal
from solver.outcome import outcome
from solver.referee import winning_cards
from solver.variant import load

if TYPE_CHECKING:
    from solver.variant import Variant


@settles("J001")
def one_card_over(claim: Claim, effort: Effort) -> Finding:
    """Compare the pack with the hands dealt from it."""
    variant = load(claim.parameters["variant"])
    n, hand, left = variant.players, variant.hand_size, variant.undealt
    return decided(
        left == claim.parameters["undealt"] and n * hand + left == len(variant.pack),
        f"{n}·{hand} + {left} = {len(variant.pack)}",
        details={"players": n, "hand": hand, "undealt": left, "cards": len(variant.pack)},
    )


@settles("J005")
def all_tricks(claim: Claim, effort: Effort) -> Finding:
    """Prove by induction over tricks that the tricks taken always add up to the hand size."""
    variant = load(claim.parameters["variant"])
    tricks, looked_at, one_winner = variant.tricks, *_single_winners(variant)
    unconditional = variant.follow_tiers[-1].text == variant.lead_tiers[-1].text == "any"
    no_events = not any(
        getattr(variant.file.events, name) for name in variant.file.events.__struct_fields__
    )
    step = _induction(variant.players, tricks)
    sample = round(50 * effort.factor)
    rng = random.Random(effort.seed)
    ends = [play_on(deal(variant, seed), rng).end for seed in range(sample)]
    played = all(sum(outcome(end).taken) == tricks and not any(end.hands) for end in ends)
    return decided(
        one_winner and unconditional and no_events and step and played,
        f"every trick ({looked_at} kinds) has one winner and every hand a legal card, so after m "
        f"tricks m are taken and {tricks} - m cards are left in each hand: the sum is {tricks}",
        scope="every legal play",
        method="induction over tricks, its step proved by z3",
        details={"tricks": tricks, "kinds of tricks": looked_at, "one winner each": one_winner,
                 "a legal card in every hand": unconditional, "induction step": step,
                 "random deals that agree": sample},
    )  # fmt: skip


def _single_winners(variant: Variant) -> tuple[int, bool]:
    """Look at every kind of trick: suits, order of ranks, and trump suit."""
    n = variant.players
    kinds = 0
    for trump in variant.pack.suits:
        view = variant.view(trump)
        ranks = variant.order.ranks[:n]
        for suits in product(variant.pack.suits, repeat=n):
            for order in permutations(ranks):
                cards = [c for s, r in zip(suits, order, strict=True) for c in variant.pack.faces
                         if c.suit == s and c.rank == r]  # fmt: skip
                kinds += 1
                if len(winning_cards(variant, tuple(view[c] for c in cards))) != 1:
                    return kinds, False
    return kinds, True


def _induction(players: int, tricks: int) -> bool:
    """Prove: if m tricks are taken after m, and one seat takes the next, m + 1 are taken."""
    import z3

    done = z3.Int("m")
    taken, so_far = symbolic_split(players, done)
    wins = [z3.Bool(f"w{i}") for i in range(players)]
    one = z3.PbEq([(w, 1) for w in wins], 1)
    after = [t + z3.If(w, 1, 0) for t, w in zip(taken, wins, strict=True)]
    left = tricks - done
    step = z3.And(z3.Sum(*after) == done + 1, left - 1 == tricks - (done + 1))
    return proved(step, so_far, one, done >= 0, done < tricks)


@settles("J016")
def equal_deals(claim: Claim, effort: Effort) -> Finding:
    """Count the deals of each seat while the deal rotates."""
    variant = load(claim.parameters["variant"])
    n = variant.players
    bound = lcm(n, *claim.parameters["rounds"])
    even = [r for r in range(1, bound + 1) if len(set(_deals(n, r))) == 1]
    usual = {r: r in even for r in claim.parameters["rounds"]}
    # n more rounds give every seat one more deal, so the pattern repeats for ever.
    repeats = all([a + 1 for a in _deals(n, r)] == _deals(n, r + n) for r in range(bound))
    assert repeats
    each = {r: r // n for r in usual}
    return when(
        f"the number of rounds is a multiple of {n}",
        "; ".join(
            f"{r} rounds: {each[r]} deals each" if fits else f"{r} rounds: unequal"
            for r, fits in usual.items()
        ),
        scope="every number of rounds",
        details={
            "players": n,
            "even up to": bound,
            "even": even,
            "usual": {str(r): f for r, f in usual.items()},
        },
    )


def _deals(players: int, rounds: int) -> list[int]:
    return [sum(1 for r in range(rounds) if r % players == seat) for seat in range(players)]


@settles("J021")
def trumps_in_hand(claim: Claim, effort: Effort) -> Finding:
    """Count trumps and side suits in a hand of the cards in play."""
    variant = load(claim.parameters["variant"])
    low, high = claim.parameters["between"]
    in_play = len(variant.pack) - variant.undealt
    suit = sum(1 for card in variant.pack if card.suit == variant.pack.suits[0])
    trumps = _hypergeometric(in_play, suit - 1, variant.hand_size)  # the turn-up is a trump
    sides = _hypergeometric(in_play, suit, variant.hand_size)
    mean, side_mean = _mean(trumps), _mean(sides)
    share = sum(trumps[k] for k in range(low, high + 1))
    details = {
        "mean trumps": str(mean), "mean of a side suit": str(side_mean),
        "share with 4 or 5 trumps": float(share), "exact share": str(share),
        "trumps": {str(k): float(p) for k, p in trumps.items()},
        "side suit": {str(k): float(p) for k, p in sides.items()},
    }  # fmt: skip
    readings = {
        "the mean": decided(
            low <= mean <= high,
            f"a hand of {variant.hand_size} has {float(mean):g} trumps on average "
            f"({suit - 1} are in play), {_place(mean, low, high)}, and {float(side_mean):.3f} of "
            "each side suit",
        ),
        "the share of hands": measured(
            f"{float(share):.2%} of hands have {low} or {high} trumps; the likeliest number is "
            f"{max(trumps, key=lambda k: trumps[k])}"
        ),
    }
    return by_reading(readings, details=details, method="exact count")


def _place(mean: Fraction, low: int, high: int) -> str:
    """Say where a mean lies in the range stated."""
    where = "within"
    if mean in (low, high):
        where = f"the {'lower' if mean == low else 'upper'} end of"
    elif not low < mean < high:
        where = "outside"
    return f"{where} '{low} to {high}'"


def _hypergeometric(cards: int, marked: int, hand: int) -> dict[int, Fraction]:
    """Return the exact distribution of marked cards in a hand."""
    return {
        k: Fraction(comb(marked, k) * comb(cards - marked, hand - k), comb(cards, hand))
        for k in range(min(marked, hand) + 1)
    }


def _mean(distribution: dict[int, Fraction]) -> Fraction:
    return sum((k * p for k, p in distribution.items()), Fraction(0))


def _pack_value(variant: Variant) -> int:
    return sum(variant.order.points[card] for card in variant.pack)


@settles("J028")
def pack_value(claim: Claim, effort: Effort) -> Finding:
    """Add up the values of the full pack."""
    variant = load(claim.parameters["variant"])
    by_rank = {r: sum(variant.order.points[c] for c in variant.pack if c.rank == r)
               for r in variant.order.ranks}  # fmt: skip
    total = _pack_value(variant)
    parts = " + ".join(str(v) for v in by_rank.values() if v)
    return decided(
        total == claim.parameters["total"],
        f"{parts} = {total}",
        details={"total": total, "by rank": by_rank},
    )


@settles("J029")
def points_contested(claim: Claim, effort: Effort) -> Finding:
    """Add up what the seats can capture, for every card that may be turned up."""
    variant = load(claim.parameters["variant"])
    whole = _pack_value(variant)
    totals: dict[int, int] = {}
    for card in variant.pack:
        captured = whole - variant.order.points[card]
        totals[captured] = totals.get(captured, 0) + 1
    cards = len(variant.pack)
    mean = Fraction(sum(t * c for t, c in totals.items()), cards)
    full = totals.get(claim.parameters["total"], 0)
    agree = _captured(variant, whole)
    listed = ", ".join(f"{t} with {c}" for t, c in sorted(totals.items()))
    details = {
        "turn-ups by points captured": {str(t): c for t, c in sorted(totals.items())},
        "mean": str(mean), "share of deals with 40": full / cards, "referee agrees": agree,
    }  # fmt: skip
    evidence = f"points captured by turn-ups: {listed} of {cards}; mean {float(mean):.3f}"
    if full == cards:
        return holds(evidence, details=details)
    return when(
        f"the card turned up counts nothing ({full} of {cards} deals)",
        evidence,
        mend="give the points of the turned card to the winner of the last trick",
        details=details,
    )


def _captured(variant: Variant, whole: int) -> bool:
    """Compare with deals played at random by the referee."""
    rng = random.Random(29)
    for seed in range(20):
        end = play_on(deal(variant, seed), rng).end
        if sum(outcome(end).points) != whole - variant.order.points[end.turn_up[0]]:
            return False
    return True
