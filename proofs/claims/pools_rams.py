"""Pools of Rams: multiples of five, simples, the accounts of a general."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

import z3

from proofs.algebra import Z3, proved
from proofs.claim import Claim, Finding, decided, fails, when
from proofs.playouts import Lowered, mask, pick
from proofs.random_play import playout
from proofs.registry import Effort, settles
from proofs.sampling import Estimate, share
from proofs.splits import Split, splits
from solver.outcome import outcome
from solver.rules.algebra import PLAIN
from solver.rules.pool import POOLS, Deal, Settlement, general_lost, general_made
from solver.variant import Variant, load
from solver.variant_file import PoolSection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.rules.algebra import Algebra, Number, Truth

GAME = "R1"
PLAYERS = (3, 4, 5, 6)


def pool_section(variant: Variant) -> PoolSection:
    """Return the pool section, which these games have."""
    section = variant.file.pool
    if section is None:
        raise ValueError(f"{variant.name} has no pool")
    return section


def divided(
    a: Algebra,
    variant: Variant,
    pool: Number,
    taken: list[Number] | Split,
    active: list[Truth] | None = None,
    barred: list[Truth] | None = None,
) -> Settlement:
    """Return the division of a pool by the variant's own rule."""
    n, section = len(taken), pool_section(variant)
    d = Deal(pool, taken, active or [True] * n, ["play"] * n, barred or [False] * n, 0)
    return POOLS[section.rule](a, d, {"parts": section.parts, "fine": section.fine})


def deals_up_to_order(variant: Variant) -> Iterator[tuple[Split, list[bool]]]:
    """Yield every split of the tricks and every number of players without one, up to order.

    Winners come first, then those who played without a trick, then those who passed.
    """
    n, parts = variant.players, pool_section(variant).parts
    for taken in splits(n, parts):
        winners = sum(t > 0 for t in taken)
        if list(taken) == sorted(taken, reverse=True):
            for playing in range(winners, n + 1):
                yield taken, [i < playing for i in range(n)]


# --- F048, F050 ---------------------------------------------------------------------------------


@lru_cache(maxsize=len(PLAYERS))
def multiple_survives(n: int) -> dict[str, bool]:
    """Prove for each thing that happens to the pool that it stays a multiple of the parts."""
    variant = load(GAME, n)
    section, pool = pool_section(variant), z3.Int("p")
    parts = section.parts
    given = (pool > 0, pool % parts == 0)
    d = Deal(pool, [0] * n, [True] * n, ["play"] * n, [False] * n, 0)
    after = {
        "dealer adds": [pool + section.dealer_adds],
        "division and rams": [
            divided(Z3, variant, pool, taken, list(active)).pool
            for taken, active in deals_up_to_order(variant)
        ],
        "general made": [z3.IntVal(general_made(Z3, d, 0, section.general_fine).pool)],
        "general lost, doubled": [general_lost(Z3, d, 0, section.general_fine).pool],
    }
    return {
        word: all(proved(left % parts == 0, *given) for left in pools)
        for word, pools in after.items()
    }


def share_left_in(variant: Variant) -> tuple[int, int, Split]:
    """Return the smallest pool in which a penalised seat's share, left in, breaks the multiple.

    Also the pool of the next deal (what is left, the penalty, the dealer's stake) and the split.
    """
    section = pool_section(variant)
    found = []
    for taken in splits(variant.players, section.parts):
        barred = [i == 0 for i in range(variant.players)]
        left = divided(PLAIN, variant, section.parts, taken, barred=list(barred)).pool
        after = left + section.offence_fine + section.dealer_adds
        if after % section.parts:
            found.append((section.parts, after, taken))
    return min(found)


@settles("F048")
def multiple_of_five(claim: Claim, effort: Effort) -> Finding:
    """Prove that the pool of Rams stays a multiple of five under all that the rules do to it."""
    found = {n: multiple_survives(n) for n in PLAYERS}
    variant = load(GAME, 3)
    base = pool_section(variant).dealer_adds % 5 == 0
    pool, after, taken = share_left_in(variant)
    return decided(
        base and all(all(row.values()) for row in found.values()),
        "the first pool is five, and dealer +5, rams +5, doubling and division keep a multiple of "
        f"five (proved); only a penalised taker's share, if it stays in, breaks it: pool {pool}, "
        f"tricks {list(taken)}, A 'wins nothing': next pool {after}",
        scope="three to six players, every pool; the document does not say where the share of a "
        "player goes who 'wins nothing', nor that the two counters of Spoil Five's redeal are "
        "taken over",
        details={
            "proved": found,
            "with a penalised share": {"pool": pool, "taken": list(taken), "next pool": after},
        },
        mend="say that a forfeited share goes to the other winners, or fine in fives",
        method="induction over deals (z3, symbolic pool, every split and number of players)",
    )


@settles("F050")
def fifths(claim: Claim, effort: Effort) -> Finding:
    """Prove that a fifth per trick is a whole number and that five of them empty the pool."""
    good = {}
    pool = z3.Int("p")
    for n in PLAYERS:
        variant = load(GAME, n)
        fine, good[n] = pool_section(variant).fine, True
        for taken, active in deals_up_to_order(variant):
            ramsed = sum(a and t == 0 for a, t in zip(active, taken, strict=True))
            left = divided(Z3, variant, pool, taken, list(active)).pool
            # What is left is the fines alone, so the five shares were whole and took all.
            good[n] &= proved(left == ramsed * int(fine), pool > 0, pool % 5 == 0)
    whole = [p for p in range(5, 51, 5) if (p // 5) * 5 != p]
    return decided(
        all(good.values()) and not whole,
        "with a pool of 5q every trick takes q and the five tricks take all: only fines for the "
        "next "
        "pool remain (proved)",
        scope="three to six players, every multiple of five (F048), every winner entitled to his "
        "share",
        details={"proved": good},
        method="z3, symbolic pool, every split and number of players",
    )


# --- F059 ---------------------------------------------------------------------------------------


def leaves_a_simple(variant: Variant) -> tuple[list[Split], int]:
    """Return the splits of a simple that all play after which the next pool is a simple."""
    section = pool_section(variant)
    seats = len(variant.dealt_seats(0))
    found, number = [], 0
    for taken in splits(seats, section.parts):
        number += 1
        left = divided(PLAIN, variant, section.simple_is, taken).pool
        if left + section.dealer_adds == section.simple_is:
            found.append(taken)
    return found, number


def simple_again(variant: Variant, low: Lowered, rng: Random) -> bool:
    """Play a simple at random, nobody announcing a general; return whether all took a trick.

    In turn each seat plays its hand or, while it is there, the widow; the dealer lays away any
    card for the turn-up, or none.
    """
    n, size = variant.players, variant.hand_size
    choice = [c for c in range(len(low.cards)) if low.trumps >> c & 1]
    up = choice[int(rng.random() * len(choice))]
    order = [c for c in range(len(low.cards)) if c != up]
    rng.shuffle(order)
    hands = [mask(order[i * size : (i + 1) * size]) for i in range(n + 1)]
    widow = hands.pop()
    for seat in range(n):
        if widow and rng.random() < 0.5:
            hands[seat], widow = widow, 0
    if rng.random() * (size + 1) >= 1:  # the dealer is the last seat; one of six choices is none
        hands[-1] ^= 1 << pick(hands[-1], rng) | 1 << up
    taken = [0] * n
    leader = 0
    while hands[leader]:
        led = best = pick(low.leads(hands[leader]), rng)
        hands[leader] ^= 1 << led
        winner = leader
        for distance in range(1, n):
            seat = (leader + distance) % n
            bound = low.bound(led, best)
            card = pick(low.follows(hands[seat], bound), rng)
            hands[seat] ^= 1 << card
            if bound.heads >> card & 1:
                best, winner = card, seat
        taken[winner] += 1
        leader = winner
    return min(taken) > 0


def with_generals(variant: Variant, seed: int, deals: int) -> tuple[Estimate, Estimate]:
    """Return how often a simple follows when generals are announced at random too.

    Also how often if the adversaries of a made general, who have no trick, are ramsed as well.
    """
    section = pool_section(variant)
    hits = made = 0
    for i in range(deals):
        settled = outcome(playout(variant, seed * 1_000_003 + i).end).settlement
        if settled is not None and settled.pool + section.dealer_adds == section.simple_is:
            hits += 1
            made += settled.note == "general made"
    return share(hits, deals), share(hits - made, deals)


@settles("F059")
def simple_after_simple(claim: Claim, effort: Effort) -> Finding:
    """Find the splits after which a simple follows, and how often random play reaches them."""
    deals, few = int(2500 * effort.factor), int(400 * effort.factor)
    details: dict[str, object] = {}
    parts, random_parts = [], []
    exact = True
    fine = pool_section(load(GAME)).offence_fine
    for n in PLAYERS:
        variant = load(GAME, n)
        found, number = leaves_a_simple(variant)
        seats = len(variant.dealt_seats(0))
        exact &= found == [t for t in splits(seats, variant.hand_size) if min(t) > 0]
        row: dict[str, object] = {"splits": [len(found), number]}
        parts.append(f"{n} players {len(found)} of {number}")
        if n <= 5:
            low, rng = Lowered(variant, "s"), Random(effort.seed)
            hits = sum(simple_again(variant, low, rng) for _ in range(deals))
            played = share(hits, deals)
            generals, ramsed = with_generals(variant, effort.seed, few)
            row |= {
                "random play": played.as_list(),
                "generals at random too": generals.as_list(),
                "generals too, adversaries of a made one ramsed": ramsed.as_list(),
            }
            random_parts.append(f"{n} players {played.percent}, generals too {generals.percent}")
        details[str(n)] = row
    if not exact:
        return fails("a simple follows although a player was ramsed", details=details)
    return when(
        "every player of the deal has taken a trick and nobody pays a fine",
        f"splits of the five tricks that leave nobody ramsed: {', '.join(parts)} (six: five hold "
        f"cards); an offence would pay {fine} to the next pool; random play: "
        f"{'; '.join(random_parts)}",
        scope="a simple that all play; random: own hand or widow, any take-up, any legal card; "
        "the adversaries of a made general counted as not ramsed (F063; details have both)",
        details=details,
        method="all splits; simulation",
        seed=effort.seed,
        sample=deals,
    )


# --- F063, F064 ---------------------------------------------------------------------------------


def general_proved(n: int, made: bool) -> bool:
    """Prove the announcer's account, and that nothing is lost between pool and players."""
    variant = load(GAME, n)
    section = pool_section(variant)
    seats = [i in variant.dealt_seats(n - 1) for i in range(n)]
    against = sum(seats) - 1
    pool = z3.Int("p")
    d = Deal(pool, [0] * n, seats, ["play"] * n, [False] * n, n - 1)
    rule = general_made if made else general_lost
    settled = rule(Z3, d, 0, section.general_fine)
    account = -(pool + 5 * against) if made else pool + 5 * against
    after = 0 if made else 2 * pool
    balanced = sum(settled.paid) == settled.pool - pool
    return proved(
        z3.And(settled.paid[0] == account, settled.pool == after, balanced), pool > 0
    )


MADE_READINGS = ("only the dealer's stake", "the adversaries are ramsed too")


def pools_after_made(n: int) -> tuple[int, int]:
    """Return the pool that the next deal begins with after a made general, under both readings.

    The adversaries have no trick: whether each is ramsed besides is not said.
    """
    variant = load(GAME, n)
    section = pool_section(variant)
    seats = [i in variant.dealt_seats(n - 1) for i in range(n)]
    d = Deal(section.parts, [0] * n, seats, ["play"] * n, [False] * n, n - 1)
    left = int(general_made(PLAIN, d, 0, section.general_fine).pool) + section.dealer_adds
    return left, left + int(section.fine) * (sum(seats) - 1)


@settles("F063", "F064")
def general_accounts(claim: Claim, effort: Effort) -> Finding:
    """Prove what a general rams brings its announcer and what becomes of the pool."""
    made = claim.id == "F063"
    good = {n: general_proved(n, made) for n in PLAYERS}
    kept = {n: multiple_survives(n) for n in PLAYERS}
    word = "general made" if made else "general lost, doubled"
    survives = all(row[word] for row in kept.values())
    after = {n: pools_after_made(n) for n in PLAYERS}
    survives &= all(pool % 5 == 0 for pools in after.values() for pool in pools)
    stakes, ramsed = (", ".join(str(after[n][k]) for n in (3, 4, 5)) for k in (0, 1))
    words = (
        "takings p + 5(n - 1); whether the n - 1 adversaries, who have no trick, are ramsed too is "
        f"not said: if not, the next pool is the dealer's five ({stakes} for n = 3, 4, 5), if so "
        f"5n ({ramsed}); under both readings the takings are the same and"
        if made
        else "the announcer pays p + 5(n - 1): p into the pool, which becomes 2p, and 5 to each of "
        "the n - 1 others; the next pool is 2p + 5"
    )
    return decided(
        all(good.values()) and survives,
        f"{words}{'' if made else ':'} the pool stays a multiple of five (F048 survives)",
        scope="n = 3, 4, 5, every pool p; of six the dealer holds no cards: p + 20 with four "
        "adversaries, p + 25 if 'each player' includes him",
        details={"proved": good, "multiple of five": survives}
        | ({"next pool": {w: {str(n): after[n][k] for n in PLAYERS}
                          for k, w in enumerate(MADE_READINGS)}} if made else {}),
        method="z3, symbolic pool",
    )
