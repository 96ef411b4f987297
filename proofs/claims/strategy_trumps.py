"""Trumps of the Japanese trump game: which of them take a trick for certain when led."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import comb
from random import Random
from typing import TYPE_CHECKING

from proofs.claim import Claim, Finding, by_reading, decided, fails, when
from proofs.playouts import Lowered, bits, mask, pick
from proofs.registry import Effort, settles
from proofs.sampling import Estimate, Ratio
from solver.cards import Card
from solver.rules.algebra import PLAIN
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAME = "J1"
TRUMP = "s"  # any suit: the rules of this game treat the suits alike


@lru_cache(maxsize=1)
def lowered() -> Lowered:
    """Return the game lowered for one trump suit."""
    return Lowered(load(GAME), TRUMP)


def trumps_high_to_low(variant: Variant, trump: str = TRUMP) -> list[Card]:
    """Return the trump suit, best first."""
    view = variant.view(trump)
    return sorted((c for c in view if view[c].trump), key=lambda c: -view[c].strength)


# --- J022 ---------------------------------------------------------------------------------------


def losing_pairs(variant: Variant, trump: str, led: Card) -> tuple[int, list[tuple[Card, Card]]]:
    """Return how many ordered pairs of other cards can follow a lead, and those that beat it."""
    view = variant.view(trump)
    others = [c for c in variant.pack.faces if c != led]
    lost = [
        (x, y)
        for x, y in permutations(others, 2)
        if not variant.wins(PLAIN, [view[led], view[x], view[y]])[0]
    ]
    return len(others) * (len(others) - 1), lost


def all_mine(variant: Variant, named: int) -> Fraction:
    """Return the chance that so many named cards all lie in my hand.

    I know one card of mine and the turn-up; the named cards are among the rest of the pack.
    """
    unknown, mine = len(variant.pack) - 2, variant.hand_size - 1
    return Fraction(comb(unknown - named, mine - named), comb(unknown, mine))


def sure_before_play(variant: Variant, higher: int) -> Fraction:
    """Return the chance that no opponent has a higher trump than a trump of my hand.

    `higher` trumps rank above mine. The turn-up is any other card of the suit with equal chance.
    """
    suit = len(trumps_high_to_low(variant)) - 1
    turned = Fraction(higher, suit) * all_mine(variant, higher - 1) if higher else Fraction(0)
    return turned + Fraction(suit - higher, suit) * all_mine(variant, higher)


def king_without_ace(variant: Variant) -> Fraction:
    """Return the chance that no opponent has the ace, given my king and not the ace."""
    suit = len(trumps_high_to_low(variant)) - 1
    not_mine = 1 - all_mine(variant, 1)
    return Fraction(1, 1) / (1 + (suit - 1) * not_mine)


@settles("J022")
def high_trumps(claim: Claim, effort: Effort) -> Finding:
    """Settle for ace and king of trumps whether the lead wins, and how likely the king does."""
    variant = load(GAME)
    counts: dict[str, list[int]] = {}
    only_by_ace = True
    for rank in ("A", "K"):
        pairs = lost = 0
        for suit in variant.pack.suits:
            number, losing = losing_pairs(variant, suit, Card(suit, rank))
            pairs, lost = pairs + number, lost + len(losing)
            only_by_ace &= all(Card(suit, "A") in pair for pair in losing)
        counts[rank] = [pairs, lost]
    chance = king_without_ace(variant)
    details = {
        "pairs that follow, pairs that beat the lead": counts,
        "no opponent holds the ace, given king without ace": [str(chance), float(chance)],
        "no opponent holds the ace, given king": [
            str(sure_before_play(variant, 1)), float(sure_before_play(variant, 1))
        ],
    }
    ace = decided(
        counts["A"][1] == 0, f"the ace wins against all {counts['A'][0]} pairs of other cards"
    )
    words = f"{counts['K'][1]} of {counts['K'][0]} pairs beat the king"
    if counts["K"][1] and only_by_ace:
        king = when(
            "no opponent holds the ace (turned up, in the leader's hand or played already)",
            f"{words}, all with the ace",
        )
    else:
        king = decided(counts["K"][1] == 0, words)
    return by_reading(
        {"ace": ace, "king": king},
        f"the ace of trumps, led, always wins; the king wins unless an opponent holds the ace: "
        f"P(no opponent holds it | king, not ace) = {chance} = {100 * float(chance):.2f} %, "
        f"P(no opponent holds it | king) = {sure_before_play(variant, 1)} = "
        f"{100 * float(sure_before_play(variant, 1)):.2f} %",
        details=details,
        method="every lead against every pair of cards, four trump suits; exact count of deals",
    )


# --- J023 ---------------------------------------------------------------------------------------


def deal_tricks(
    low: Lowered, rng: Random, choose: Callable[[int, int, int, int], int]
) -> Iterator[tuple[int, int, list[int], list[int]]]:
    """Deal with a trump turned up and play; yields leader, winner, trick and hands before it.

    `choose(seat, hand, legal, led)` picks a card.
    """
    suit = [i for i in range(len(low.cards)) if low.trumps >> i & 1]
    turned = suit[int(rng.random() * len(suit))]
    order = [i for i in range(len(low.cards)) if i != turned]
    rng.shuffle(order)
    size, n = low.variant.hand_size, low.players
    hands = [mask(order[i * size : (i + 1) * size]) for i in range(n)]
    yield from play_out(low, hands, int(rng.random() * n), choose)


def play_out(
    low: Lowered, hands: list[int], leader: int, choose: Callable[[int, int, int, int], int]
) -> Iterator[tuple[int, int, list[int], list[int]]]:
    """Play all tricks; yields leader, winner, trick and the hands before it."""
    n = low.players
    while hands[leader]:
        before = list(hands)
        trick: list[int] = []
        best = -1
        for distance in range(n):
            seat = (leader + distance) % n
            if not trick:
                legal, heads = low.leads(hands[seat]), -1
            else:
                bound = low.bound(trick[0], best)
                legal, heads = low.follows(hands[seat], bound), bound.heads
            card = choose(seat, hands[seat], legal, trick[0] if trick else -1)
            hands[seat] ^= 1 << card
            trick.append(card)
            best = card if heads >> card & 1 else best
        winner = (leader + trick.index(best)) % n
        yield leader, winner, trick, before
        leader = winner


def master(low: Lowered, card: int, opponents: int) -> bool:
    """Return whether no opponent holds a trump above a trump."""
    return not any(low.strength[c] > low.strength[card] for c in bits(opponents & low.trumps))


def trump_leads(low: Lowered, rng: Random, deals: int) -> dict[str, Estimate]:
    """Measure in random play how often a trump lead is a master, and how often it wins."""
    sure, won, unsure_won = Ratio(), Ratio(), Ratio()
    for _ in range(deals):
        counts = [0, 0, 0, 0]
        for leader, winner, trick, before in deal_tricks(
            low, rng, lambda seat, hand, legal, led: pick(legal, rng)
        ):
            if not low.trumps >> trick[0] & 1:
                continue
            others = sum(hand for seat, hand in enumerate(before) if seat != leader)
            is_master = master(low, trick[0], others)
            if is_master and winner != leader:
                raise AssertionError("a trump without a higher one against it has lost")
            counts[0] += 1
            counts[1] += is_master
            counts[2] += winner == leader
            counts[3] += winner == leader and not is_master
        sure.add(counts[1], counts[0])
        won.add(counts[2], counts[0])
        unsure_won.add(counts[3], counts[0] - counts[1])
    return {
        "no higher trump against it": sure.estimate(),
        "wins the trick": won.estimate(),
        "wins although a higher trump is out": unsure_won.estimate(),
    }


def masters_are_the_sure_ones(low: Lowered, rng: Random, endings: int) -> tuple[int, int]:
    """Compare 'no higher trump against it' with 'wins against every legal reply' in endings."""
    checked = disagreed = 0
    for _ in range(endings):
        order = list(range(len(low.cards)))
        rng.shuffle(order)
        hands = (mask(order[:4]), mask(order[4:8]), mask(order[8:12]))
        for card in bits(hands[0] & low.trumps):
            checked += 1
            disagreed += _always_wins(low, hands, card) != master(low, card, hands[1] | hands[2])
    return checked, disagreed


def _always_wins(low: Lowered, hands: tuple[int, ...], led: int) -> bool:
    first = low.bound(led, led)
    for x in bits(low.follows(hands[1], first)):
        best = x if first.heads >> x & 1 else led
        second = low.bound(led, best)
        for y in bits(low.follows(hands[2], second)):
            if best != led or second.heads >> y & 1:
                return False
    return True


@settles("J023")
def trumps_on_lead(claim: Claim, effort: Effort) -> Finding:
    """Settle which trumps, led, take the trick whatever the others do, and how often."""
    variant, low, rng = load(GAME), lowered(), Random(effort.seed)
    checked, disagreed = masters_are_the_sure_ones(low, rng, int(400 * effort.factor))
    deals = int(400 * effort.factor)
    found = trump_leads(low, rng, deals)
    order = trumps_high_to_low(variant)
    table = {c.rank: round(float(sure_before_play(variant, i)), 6) for i, c in enumerate(order)}
    if disagreed:
        return fails(f"{disagreed} of {checked} trump leads contradict the condition")
    shown = ", ".join(f"{rank} {100 * p:.1f} %" for rank, p in list(table.items())[:5])
    return when(
        "no opponent holds a higher trump (who follows suit may always play it)",
        f"all {checked} trump leads of random endings agree; a trump just dealt is such a master: "
        f"{shown}; in random play {found['no higher trump against it'].percent} of trump leads "
        f"are masters, {found['wins the trick'].percent} win",
        scope="stance: leader against both others as one adversary, the one trick",
        details={
            "master before play, by rank": table,
            "random play": {k: e.as_list() for k, e in found.items()},
            "endings checked": checked,
        },
        method="every legal reply in endings; exact count of deals; simulation",
        seed=effort.seed,
        sample=deals,
    )
