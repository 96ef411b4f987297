"""Pools of Loo: reds and whites over deals. The rules count in whites, three to a red."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import z3

from proofs.algebra import Z3, proved, symbolic_split
from proofs.claim import Claim, Finding, by_reading, decided, fails, when
from proofs.claims.pools_rams import divided, pool_section
from proofs.registry import Effort, settles
from proofs.splits import Split, splits
from solver.match import Match, finish, new_match, next_deal
from solver.position import OVER
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMITED, UNLIMITED = "L1", "L3s"
RED = 3  # whites
SEATS = range(3, 18)


class Counters(NamedTuple):
    """What lies in a pool: reds and whites."""

    reds: Fraction
    whites: int


def counters(match: Match) -> Counters:
    """Return the reds and whites of the pool of a match."""
    return Counters(Fraction(match.pool - match.whites, RED), match.whites)


def staked(match: Match) -> Match:
    """Return the match with the dealer's stake for the next deal in the pool."""
    return next_deal(match, 1)[0]


def dealt(match: Match, taken: Split, barred: tuple[bool, ...]) -> tuple[Match, tuple[int, ...]]:
    """Play a deal that all play with this split; return the match after it and the payments."""
    before, position = next_deal(match, 1)
    over = position._replace(
        phase=OVER,
        taken=taken,
        barred=barred,
        active=(True,) * match.players,
        calls=("play",) * match.players,
        result="",
    )
    after = finish(before, over)
    paid = tuple(b - a for b, a in zip(before.balances, after.balances, strict=True))
    return after, paid


class Deals(NamedTuple):
    """Deals in a row: the match after them, splits, barred seats, and what each seat paid."""

    match: Match
    splits: tuple[Split, ...]
    barred: tuple[tuple[bool, ...], ...]
    paid: tuple[tuple[int, ...], ...]


def sequences(game: str, n: int, deals: int, *, forfeits: bool) -> Iterator[Deals]:
    """Yield all sequences of deals from a fresh simple, shortest first.

    With `forfeits` one seat at most may be barred from its share in each deal.
    """
    level = [Deals(new_match(load(game, n)), (), (), ())]
    bars = [(False,) * n]
    if forfeits:
        bars += [tuple(i == seat for i in range(n)) for seat in range(n)]
    for _ in range(deals):
        following = []
        for sequence, taken, barred in product(level, list(splits(n, 3)), bars):
            if any(b and not t for b, t in zip(barred, taken, strict=True)):
                continue
            match, paid = dealt(sequence.match, taken, barred)
            following.append(
                Deals(
                    match,
                    (*sequence.splits, taken),
                    (*sequence.barred, barred),
                    (*sequence.paid, paid),
                )
            )
        yield from following
        # Sequences that leave equal pools go on alike: one of each is enough.
        level = list({(s.match.pool, s.match.whites): s for s in reversed(following)}.values())


# --- F078 ---------------------------------------------------------------------------------------


def looed_payments(game: str, deals: int) -> list[tuple[int, set[int], Deals]]:
    """Return for each number of deals the payments (in reds) of looed players that can occur."""
    found: dict[int, tuple[set[int], Deals]] = {}
    for sequence in sequences(game, 3, deals, forfeits=False):
        number = len(sequence.splits)
        amounts = {p // RED for p in sequence.paid[-1] if p > 0}
        known, example = found.get(number, (set(), sequence))
        if amounts - known and max(amounts) > max(known, default=0):
            example = sequence
        found[number] = (known | amounts, example)
    return [(number, amounts, example) for number, (amounts, example) in sorted(found.items())]


def other_payments(game: str) -> dict[str, int]:
    """Return every other payment of the text in reds, as the variant has it."""
    section = pool_section(load(game))
    return {
        "dealer": section.dealer_adds // RED,
        "misdeal": section.misdeal // RED,
        "offence": section.offence_fine // RED,
    }


@settles("F078")
def three_or_six(claim: Claim, effort: Effort) -> Finding:
    """Check every payment of Limited and of Unlimited Loo against 'always three or six'."""
    readings, details = {}, {}
    for name, game in (("limited", LIMITED), ("unlimited", UNLIMITED)):
        rows = looed_payments(game, 3)
        others = other_payments(game)
        amounts = [sorted(a) for _, a, _ in rows]
        details[name] = {"looed, deal by deal": amounts, "others": others}
        bad = [(number, sorted(a - {3, 6}), s) for number, a, s in rows if a - {3, 6}]
        plain = all(v in (3, 6) for v in others.values())
        if not bad:
            readings[name] = decided(
                plain,
                "stake, misdeal, trump turned by mistake, offence and loo are three reds each; six "
                "come together only if a looed player deals next (or by the six for a revoke, "
                "which "
                "is from outside)",
            )
        else:
            number, wrong, sequence = bad[0]
            readings[name] = fails(
                f"a looed player pays what the pool held: smallest n = 3, splits "
                f"{' then '.join(str(list(t)) for t in sequence.splits)}: {max(wrong)} reds in "
                "deal "
                f"{number}; with one looed each time 3, 6, then 9"
            )
    return by_reading(
        readings,
        details=details,
        scope="three players for the sequences; more players make larger pools",
        mend="let 'always three or six' speak of Limited Loo and of irregularities only",
        method="all sequences of up to three deals of the match",
    )


# --- F079, F080, F088 ---------------------------------------------------------------------------


def whites_after(reds: int, whites: int, barred_tricks: int) -> Fraction:
    """Return the whites left after a division in which so many tricks draw nothing."""
    return barred_tricks * (Fraction(reds * RED, 3) + Fraction(whites, 3))


def split_types(n: int) -> Iterator[tuple[Split, tuple[bool, ...]]]:
    """Yield every split of three tricks and every set of barred winners, up to order."""
    for won in ((3,), (2, 1), (1, 1, 1)):
        for bars in product((False, True), repeat=len(won)):
            idle = n - len(won)
            yield (*won, *([0] * idle)), (*bars, *([False] * idle))


def limited_reds_hold(n: int) -> bool:
    """Prove that every division of Limited Loo leaves no reds but fines, in threes.

    What was in the pool is drawn, or changed into whites; what comes in is three reds a head.
    """
    variant, pool = load(LIMITED, n), z3.Int("p")
    good = True
    for taken, barred in split_types(n):
        drawn = sum(t for t, b in zip(taken, barred, strict=True) if not b)
        after = divided(Z3, variant, pool, taken, barred=list(barred)).pool
        good = good and proved((after - (pool - drawn * (pool / 3))) % 9 == 0, pool > 0)
    return good


def unlimited_reds_law(n: int) -> bool:
    """Prove for Unlimited Loo: from reds in threes come reds in threes just if 9 divides L·W.

    L players are looed by a pool with W whites (none: always in threes). What a barred share
    leaves is changed into whites, so that the reds are the payments and the dealer's stake.
    """
    variant = load(UNLIMITED, n)
    threes, whites = z3.Ints("q W")
    pool = 9 * threes + whites
    good = True
    for taken, barred in split_types(n):
        drawn = sum(t for t, b in zip(taken, barred, strict=True) if not b)
        after = divided(Z3, variant, pool, taken, barred=list(barred)).pool
        reds = after - (pool - drawn * (pool / 3)) + pool_section(variant).dealer_adds
        law = (reds % 9 == 0) == (taken.count(0) * whites % 9 == 0)
        good = good and proved(law, threes > 0, whites >= 0, whites % 3 == 0)
    return good


def first_odd_reds(game: str, deals: int) -> Deals | None:
    """Return a shortest sequence after which the reds at the next division are not in threes.

    Of several that with the fewest reds.
    """
    odd = [
        (len(s.splits), counters(staked(s.match)).reds, number, s)
        for number, s in enumerate(sequences(game, 3, deals, forfeits=True))
        if counters(staked(s.match)).reds % 3
    ]
    return min(odd)[3] if odd else None


def _told(sequence: Deals) -> str:
    parts = []
    for taken, barred in zip(sequence.splits, sequence.barred, strict=True):
        who = "".join(f" ({'ABC'[i]} barred)" for i, b in enumerate(barred) if b)
        parts.append(f"{list(taken)}{who}")
    return ", then ".join(parts)


@settles("F079")
def reds_in_threes(claim: Claim, effort: Effort) -> Finding:
    """Settle whether the reds divide by three at each division, limited and unlimited."""
    limited = {n: limited_reds_hold(n) for n in SEATS}
    law = {n: unlimited_reds_law(n) for n in SEATS}
    none = first_odd_reds(LIMITED, 2)
    odd = first_odd_reds(UNLIMITED, 2)
    first = decided(
        all(limited.values()) and none is None,
        "what a division leaves is drawn or changed into whites, and three reds a head come in: "
        "always a multiple of three (proved)",
    )
    if odd is None or not all(law.values()):
        second = decided(all(law.values()), "the pool stays a multiple of three reds (proved)")
    else:
        reds = counters(staked(odd.match)).reds
        second = when(
            "in every deal 9 divides L·W (L players looed, W whites in the pool), as it does where "
            "no whites lie in it, or whites are put up for whites",
            "R reds and W whites, paid in reds, become L(R + W/3) + 3 reds (proved), without "
            "whites L·R + 3; whites can break it: "
            f"smallest {_told(odd)}: {reds} reds at the third division",
        )
    return by_reading(
        {"limited": first, "unlimited": second},
        scope="three to seventeen players, every pool; unlimited: whites in threes (else F080)",
        details={
            "limited, proved": limited,
            "unlimited, law proved": law,
            "unlimited, smallest": _told(odd) if odd else "",
            "reds at the third division": str(counters(staked(odd.match)).reds) if odd else "",
        },
        mend="pay whites for whites",
        method="induction over deals (z3); all sequences of two deals with forfeits",
    )


@settles("F080")
def whites_in_threes(claim: Claim, effort: Effort) -> Finding:
    """Settle whether the whites of forfeited shares always divide by three."""
    reds, t = z3.Ints("R t")
    once = proved((t * reds) % 3 == 0, reds % 3 == 0, reds >= 0, t >= 0, t <= 3)
    tried = list(sequences(LIMITED, 3, 2, forfeits=True))
    odd = [s for s in tried if s.match.whites % 3]
    if not odd:
        return decided(once, f"{len(tried)} sequences of two deals leave whites in threes")
    smallest = min(odd, key=lambda s: (len(s.splits), s.match.whites))
    whites = smallest.match.whites
    again = whites_after(3, int(whites_after(3, 0, 1)), 1)
    law = all(
        (whites_after(3 * b, int(whites_after(3 * a, 0, x)), y) % 3 == 0) == (a * x * y % 3 == 0)
        for a, b, x, y in product(range(1, 5), range(1, 5), range(4), range(4))
    )
    return fails(
        "one forfeited share always divides (reds come in threes), two in succession need not: "
        f"smallest n = 3, {_told(smallest)}: {whites} whites in the third pool; a forfeit of t "
        "tricks "
        "turns R reds and W whites into t(R + W/3) whites",
        details={
            "one forfeit divides": once,
            "whites after the second forfeit": whites,
            "by the formula": str(again),
            "two forfeits divide exactly if 3 divides (first reds / 3)·t1·t2": law,
            "sequences": len(tried),
        },
        scope="Limited Loo from a fresh simple, one barred winner a deal; smallest in deals and "
        "players",
        mend="leave odd whites in the pool until they divide (the custom known from outside)",
        method="z3 for one forfeit; all sequences of two deals of the match",
    )


@settles("F088")
def thirds(claim: Claim, effort: Effort) -> Finding:
    """Prove that a third of the pool for each of three tricks takes the whole pool."""
    good = {}
    for n in SEATS:
        variant = load(LIMITED, n)
        taken, split = symbolic_split(n, 3)
        pool = z3.Int("p")
        settled = divided(Z3, variant, pool, taken)
        fine = pool_section(variant).fine
        fines = z3.Sum(*(z3.If(t == 0, fine, 0) for t in taken))
        good[n] = proved(settled.pool == fines, split, pool > 0, pool % 3 == 0)
    return decided(
        all(good.values()),
        "three tricks at a third each take all: only fines for the next pool remain (proved); in "
        "whole reds always (F079, limited), in whole whites as long as they come in threes (F080)",
        scope="three to seventeen players, every pool that divides by three, every share drawn (a "
        "barred share stays in)",
        details={"proved": good},
        method="z3, symbolic pool and tricks",
    )
