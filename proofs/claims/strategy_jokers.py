"""Gooseberry Fool in random play: how large emergent suits are, and what becomes of Jokers."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, prod
from random import Random
from typing import TYPE_CHECKING

from proofs.claim import Claim, Finding, measured
from proofs.playouts import Lowered, deal_masks, pick
from proofs.registry import Effort, settles
from proofs.sampling import Estimate, Ratio, share
from solver.rules.algebra import PLAIN
from solver.rules.order import BLACK_SUITS, NO_SUIT, SUIT_INDEX, Seen
from solver.rules.trick import emergent_suit
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LEADS_SAMPLE, FATES_SAMPLE = 20_000, 3000  # deals of B056 and B057, and of B046 by reading
GAMES = ("G3", "G5", "G7a", "G7b", "G7c", "G5-3J", "G5-2P")


def tricks_of(
    low: Lowered, rng: Random, hands: list[int], watch: Callable[[int, int, int, int], None]
) -> Iterator[tuple[int, list[int]]]:
    """Play a deal at random, every seat uniform over its legal cards and gifts.

    Yields the leader and the cards of each trick; `watch(hand, legal, led, card)` sees every card
    before it leaves the hand (`led` is -1 for a lead). The seat at the left of the dealer leads.
    """
    n = low.players
    gifts = low.variant.file.events.gift is not None
    leader = 0
    for _ in range(low.variant.hand_size):
        legal = low.leads(hands[leader])
        led = pick(legal, rng)
        watch(hands[leader], legal, -1, led)
        hands[leader] ^= 1 << led
        trick = [led]
        bound = low.bound(led, led)
        for distance in range(1, n):
            seat = (leader + distance) % n
            legal = low.follows(hands[seat], bound)
            card = pick(legal, rng)
            watch(hands[seat], legal, led, card)
            hands[seat] ^= 1 << card
            trick.append(card)
        yield leader, trick
        place = low.winner(trick)
        won_by_joker = low.jokers >> trick[place] & 1
        leader = int(rng.random() * n) if gifts and won_by_joker else (leader + place) % n


def ignore(hand: int, legal: int, led: int, card: int) -> None:
    """Watch nothing."""


# --- B016 ---------------------------------------------------------------------------------------


def uniform_share(variant: Variant, n: int) -> tuple[int, int]:
    """Return in how many of all n-card sets without Joker the emergent suit has one card."""
    letters = variant.pack.suits
    suits = [SUIT_INDEX[letter] for letter in letters]
    per_suit = [sum(1 for c in variant.pack if c.suit == letter) for letter in letters]
    hits = total = 0
    for counts in product(range(n + 1), repeat=len(suits)):
        if sum(counts) != n:
            continue
        ways = prod(comb(size, k) for size, k in zip(per_suit, counts, strict=True))
        cards = [_bare(suit) for i, suit in enumerate(suits) for _ in range(counts[i])]
        emergent = emergent_suit(PLAIN, cards)
        total += ways
        if emergent != NO_SUIT and counts[suits.index(emergent)] == 1:
            hits += ways
    return hits, total


def _bare(suit: int) -> Seen:
    colour = 1 if suit in BLACK_SUITS else 2
    return Seen(suit, 0, colour, False, False, False, False, 0, 0, 0)


def emergent_sizes(
    low: Lowered, rng: Random, deals: int
) -> tuple[Estimate, Estimate, Counter[int]]:
    """Return the share of Joker-free tricks with one emergent card in random play.

    Also the share with one card left once equal cards are ignored, and how often each size occurs.
    """
    one, left = Ratio(), Ratio()
    sizes: Counter[int] = Counter()
    for _ in range(deals):
        hands, _rest = deal_masks(low, rng)
        natural = single = remaining = 0
        for _leader, trick in tricks_of(low, rng, hands, ignore):
            if any(low.jokers >> card & 1 for card in trick):
                continue
            suit = low.emergent(trick)
            strengths = Counter(low.strength[c] for c in trick if low.suit[c] == suit)
            size = sum(strengths.values())
            natural += 1
            single += size == 1
            remaining += sum(k % 2 for k in strengths.values()) == 1
            sizes[size] += 1
        one.add(single, natural)
        left.add(remaining, natural)
    return one.estimate(), left.estimate(), sizes


@settles("B016")
def one_emergent_card(claim: Claim, effort: Effort) -> Finding:
    """Measure how often the emergent suit has one card, and count it for uniform draws."""
    deals = int(1200 * effort.factor)
    details: dict[str, object] = {"uniform draw": {}, "random play": {}}
    exact = []
    for name, n in (("G3", 3), ("G5", 5), ("G7a", 7)):
        hits, total = uniform_share(load(name), n)
        details["uniform draw"][name] = [hits, total, round(hits / total, 6)]  # type: ignore[index]
        exact.append(f"{n} cards of {len(load(name).pack) - 1}: {100 * hits / total:.2f} %")
    played = []
    for name in GAMES:
        low = Lowered(load(name))
        one, left, sizes = emergent_sizes(low, Random(effort.seed), deals)
        details["random play"][name] = {  # type: ignore[index]
            "one card": one.as_list(),
            "one card once equals are ignored": left.as_list(),
            "sizes": dict(sorted(sizes.items())),
        }
        played.append(f"{name} {one.percent}")
    return measured(
        f"tricks without Joker whose emergent suit is one card, random play: {'; '.join(played)}. "
        f"Uniform draws, exactly: {'; '.join(exact)}",
        scope=f"{deals} random deals of each game, intervals 95 % by deals",
        details=details,
        method="simulation; count over all suit distributions",
        seed=effort.seed,
        sample=deals,
    )


# --- B056, B057 -----------------------------------------------------------------------------------


def all_joker_leads(low: Lowered, rng: Random, deals: int) -> tuple[Estimate, Counter[int]]:
    """Return the share of deals in which a seat on lead holds two or more cards, all Jokers."""
    hits = 0
    held: Counter[int] = Counter()

    def watch(hand: int, legal: int, led: int, card: int) -> None:
        if led < 0 and hand & ~low.jokers == 0 and hand.bit_count() > 1:
            seen.append(hand.bit_count())

    for _ in range(deals):
        hands, _rest = deal_masks(low, rng)
        seen: list[int] = []
        play = tricks_of(low, rng, hands, watch)
        while any((hand & low.jokers).bit_count() > 1 for hand in hands):
            if next(play, None) is None:
                break
        hits += bool(seen)
        if seen:
            held[max(seen)] += 1
    return share(hits, deals), held


FATES = ("forced by B3", "only Jokers in hand", "led", "free under a led Joker", "free")


def joker_fates(low: Lowered, rng: Random, deals: int) -> dict[str, Estimate]:
    """Return how the Jokers leave the hands in random play, as shares of all Jokers dealt."""
    ratios = {fate: Ratio() for fate in FATES}
    dealt = low.jokers.bit_count()
    for _ in range(deals):
        hands, _rest = deal_masks(low, rng)
        counts: Counter[str] = Counter()

        def watch(
            hand: int, legal: int, led: int, card: int, counts: Counter[str] = counts
        ) -> None:
            if low.jokers >> card & 1:
                counts[_fate(low, hand, legal, led)] += 1

        for _trick in tricks_of(low, rng, hands, watch):
            if not any(hand & low.jokers for hand in hands):
                break
        for fate in FATES:
            ratios[fate].add(counts[fate], dealt)
    return {fate: ratio.estimate() for fate, ratio in ratios.items()}


def _fate(low: Lowered, hand: int, legal: int, led: int) -> str:
    if hand & ~low.jokers == 0:
        return "led" if led < 0 else "only Jokers in hand"
    if low.jokers >> led & 1:
        return "free under a led Joker"
    return "free" if legal & ~low.jokers else "forced by B3"


@settles("B056")
def all_jokers_on_lead(claim: Claim, effort: Effort) -> Finding:
    """Measure how rare it is to be on lead with nothing but two or three Jokers."""
    deals = int(LEADS_SAMPLE * effort.factor)
    found, held = all_joker_leads(Lowered(load("G5-3J")), Random(effort.seed), deals)
    return measured(
        f"a leader with nothing but two or three Jokers: {found.percent} of deals in random play "
        f"({sum(held.values())} of {deals}): rare",
        scope="five players, 52 cards and three Jokers; the first of several Jokers wins",
        details={"share": found.as_list(), "deals by number of Jokers held": dict(held)},
        method="simulation",
        seed=effort.seed,
        sample=deals,
    )


@settles("B057")
def jokers_forced(claim: Claim, effort: Effort) -> Finding:
    """Measure what share of Jokers rule B3 forces out while other cards are in hand."""
    deals = int(FATES_SAMPLE * effort.factor)
    fates = joker_fates(Lowered(load("G5-3J")), Random(effort.seed), deals)
    text = "; ".join(f"{fate} {estimate.percent}" for fate, estimate in fates.items())
    return measured(
        f"how Jokers leave the hand in random play: {text}",
        scope="five players, 52 cards and three Jokers; shares of the three Jokers of a deal",
        details={fate: estimate.as_list() for fate, estimate in fates.items()},
        method="simulation",
        seed=effort.seed,
        sample=deals,
    )
