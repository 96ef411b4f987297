"""Pools of Spoil Five: who deals how often, what the pool holds, what irregularities do to it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import z3

from proofs.algebra import Z3, proved, symbolic_split, value_of
from proofs.claim import Claim, Finding, Verdict, by_reading, decided, fails, silent, when
from proofs.registry import Effort, settles
from proofs.splits import splits
from solver.dealing import deal, opening_pool
from solver.match import Match, finish, new_match, next_deal, stake
from solver.outcome import outcome
from solver.position import OVER
from solver.referee import legal_actions, step
from solver.rules.algebra import PLAIN
from solver.rules.pool import Deal, spoil_five
from solver.rulings import after_offences, foul_hand, misdeal, redeal
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.rules.algebra import Algebra, Number, Truth
    from solver.rules.pool import Settlement

PLAYERS = range(2, 11)

# --- F011 ---------------------------------------------------------------------------------------


def turns_are_equal(n: int) -> bool:
    """Prove that after the last dealer's turn every seat has had equally many turns to deal.

    After q rounds and r further turns the first r seats from the first dealer have had q + 1, the
    others q: proved by induction over turns; the seat at the first dealer's right has turn r = n-1.
    """
    q, r = z3.Ints("q r")
    given = z3.And(q >= 0, r >= 0, r < n)

    def turns(i: int, rounds: Number, more: Number) -> Number:
        return rounds + z3.If(i < more, 1, 0)

    next_q, next_r = z3.If(r + 1 == n, q + 1, q), z3.If(r + 1 == n, 0, r + 1)
    base = z3.And(*(turns(i, z3.IntVal(0), z3.IntVal(0)) == 0 for i in range(n)))
    step_holds = z3.And(
        *(turns(i, q, r) + z3.If(r == i, 1, 0) == turns(i, next_q, next_r) for i in range(n))
    )
    end = z3.And(*(turns(i, next_q, next_r) == q + 1 for i in range(n)))
    return proved(base) and proved(step_holds, given) and proved(end, given, r == n - 1)


class Session(NamedTuple):
    """A session so far: the match, the deals that each seat has completed, the events."""

    match: Match
    dealt: tuple[int, ...]
    events: tuple[str, ...]


def sessions(variant: Variant, length: int) -> Iterator[Session]:
    """Yield all sessions of completed deals, misdeals and redeals, shortest first."""
    level = [Session(new_match(variant), (0,) * variant.players, ())]
    for _ in range(length):
        level = [after for session in level for after in _continued(session)]
        yield from level


def _continued(session: Session) -> Iterator[Session]:
    match, dealer = session.match, session.match.dealer
    name = match.variant.seat_name(dealer)
    staked, position = next_deal(match, 1)
    over = position._replace(phase=OVER, result="void")
    dealt = tuple(d + (i == dealer) for i, d in enumerate(session.dealt))
    yield Session(finish(staked, over), dealt, (*session.events, f"{name} deals"))
    again = (*session.events, f"{name} misdeals")
    yield Session(misdeal(stake(match)), session.dealt, again)
    section = match.variant.file.pool
    if section is not None and section.misdealer_may_redeal:
        bought = (*session.events, f"{name} misdeals and buys the deal back")
        yield Session(misdeal(stake(match), deals_again=True), session.dealt, bought)
    yield Session(redeal(match), session.dealt, (*session.events, f"{name} redeals"))


def may_end(session: Session) -> bool:
    """Return whether the seat at the first dealer's right has just completed a deal."""
    match = session.match
    last = (match.first_dealer - 1) % match.players
    name = match.variant.seat_name(last)
    return session.events[-1] == f"{name} deals"


def lost_deals(session: Session) -> tuple[int, ...]:
    """Return how many deals every seat has lost by misdeals."""
    names = [session.match.variant.seat_name(i) for i in range(session.match.players)]
    return tuple(session.events.count(f"{name} misdeals") for name in names)


@settles("F011")
def equal_deals(claim: Claim, effort: Effort) -> Finding:
    """Settle whether ending at the first dealer's right gives every seat as many deals."""
    proofs = {n: turns_are_equal(n) for n in PLAYERS}
    ended = equal = agree = 0
    smallest: Session | None = None
    for game, n, length in (("S1", 2, 5), ("S1", 3, 5), ("S1b", 2, 4)):
        for session in sessions(load(game, players=n), length):
            if not may_end(session):
                continue
            ended += 1
            same = len(set(session.dealt)) == 1
            equal += same
            agree += same == (len(set(lost_deals(session))) == 1)
            if not same and (smallest is None or len(session.events) < len(smallest.events)):
                smallest = session
    details = {"turns proved equal": proofs, "sessions": ended, "equal": equal, "law agrees": agree}
    if not all(proofs.values()) or agree < ended or smallest is None:
        return fails("the deals do not follow the turns", details=details)
    return when(
        "every seat has lost equally many deals by misdeals (redeals, and deals bought back for "
        "two "
        "counters, cost none)",
        f"turns to deal are always equal (proved for {min(PLAYERS)} to {max(PLAYERS)} players); a "
        f"misdeal passes the deal on, so deals made differ: smallest {smallest.match.players} "
        f"players, {', '.join(smallest.events)}: deals {list(smallest.dealt)}",
        scope="all n from 2 to 10, sessions of any length",
        details={**details, "smallest": list(smallest.events), "deals": list(smallest.dealt)},
        mend="let the session end only after as many deals by each seat, or let the misdealer "
        "redeal",
        method="induction over turns (z3); all short sessions of the match",
    )


# --- F012, F013 ---------------------------------------------------------------------------------


def unwon_pool_stays(n: int) -> bool:
    """Prove that a deal in which no seat qualifies leaves the pool as it is."""
    taken, split = symbolic_split(n, 5)
    pool = z3.Int("p")
    settled = spoil_five(Z3, Deal(pool, taken, [True] * n, [""] * n, [False] * n, 0), {})
    return proved(settled.pool == pool, split, *(t < 3 for t in taken), pool > 0)


def pool_is(variant: Variant, start: int, rise: int) -> bool:
    """Prove by induction that the pool at the j-th deal is start + rise·(j - 1)."""
    section = variant.file.pool
    if section is None:
        return False
    n = variant.players
    added = section.dealer_adds * (n if section.dealer_adds_per_player else 1)
    j = z3.Int("j")
    step_holds = proved((start + rise * (j - 1)) + added == start + rise * ((j + 1) - 1), j >= 1)
    return opening_pool(variant) == start and step_holds and unwon_pool_stays(n)


POOL_READINGS = {
    "the first dealer adds": ("adds", "n + j", 1),
    "he does not": ("later", "n + j - 1", 0),
}


@settles("F012")
def pool_of_deal(claim: Claim, effort: Effort) -> Finding:
    """Prove what the pool holds at the j-th deal since it was formed, for both readings."""
    readings = {}
    for name, (word, formula, first) in POOL_READINGS.items():
        good = [pool_is(load("S1", n, {"S2": word}), n + first, 1) for n in PLAYERS]
        readings[name] = decided(all(good), f"{formula} counters at the j-th deal of n players")
    proofs = all(finding.verdict is Verdict.HOLDS for finding in readings.values())
    first_pools = {w: opening_pool(load("S1", 5, {"S2": w})) for w, _, _ in POOL_READINGS.values()}
    differ = len(set(first_pools.values())) > 1
    if not (proofs and differ):
        return by_reading(readings, scope="n from 2 to 10, every j")
    return silent(
        "pool at the j-th deal since it was formed: n + j if the first dealer adds too, n + j - 1 "
        "if not; they differ by one counter in every deal, and the text does not say which",
        readings=readings,
        mend="say whether the first dealer adds a counter to those that form the pool",
        scope="n from 2 to 10, every j",
        details={"example, 5 players": {"adds": [6, 7, 8, 9], "does not": [5, 6, 7, 8]}},
        method="induction over deals (z3)",
    )


def larger_when(n: int, first: int) -> dict[str, list[str]]:
    """Sort the deals j by whether n·j is below, equal to or above n + j + (first - 1)."""
    j = z3.Int("j")
    other = n + (j - 1) + first
    rows: dict[str, list[str]] = {}
    relations = {"below": n * j < other, "equal": n * j == other, "above": n * j > other}
    for word, relation in relations.items():
        early = [k for k in range(1, 6) if value_of(relation, [(j, z3.IntVal(k))])]
        tail = proved(relation, j >= 6)
        rows[word] = [str(k) for k in early] + (["6 and on"] if tail else [])
    return rows


@settles("F013")
def larger_pools(claim: Claim, effort: Effort) -> Finding:
    """Compare n·j with the pool of both readings of F012, for every n and j."""
    same = all(pool_is(load("S1a", n), n, n) for n in PLAYERS)
    tables = {
        name: {n: larger_when(n, first) for n in PLAYERS}
        for name, (_, _, first) in POOL_READINGS.items()
    }
    m, j = z3.Ints("n j")
    with_first = proved(m * j - (m + j) == (m - 1) * (j - 1) - 1)
    without = proved(m * j - (m + j - 1) == (m - 1) * (j - 1))
    if not (same and with_first and without):
        return fails("n·j does not follow the rule", details={"tables": tables})
    readings = {
        "the first dealer adds": when(
            "(n - 1)(j - 1) > 1: every j >= 2, but not n = j = 2",
            "n·j - (n + j) = (n - 1)(j - 1) - 1: smaller by one at j = 1, equal at n = j = 2, else "
            "larger",
        ),
        "he does not": when(
            "j >= 2", "n·j - (n + j - 1) = (n - 1)(j - 1): equal at j = 1, larger from j = 2 on"
        ),
    }
    return when(
        "(n - 1)(j - 1) > 1 if the first dealer adds too; j >= 2 if he does not",
        "n·j counters against n + j: smaller at j = 1, equal at n = j = 2, larger else; against "
        "n + j - 1: equal at j = 1, larger from j = 2 on",
        scope="every n >= 2 and j >= 1 while the pool is not won",
        readings=readings,
        details={"tables": tables},
        method="polynomial identity (z3); induction over deals",
    )


# --- F035, F036 ---------------------------------------------------------------------------------


def fate(a: Algebra, d: Deal) -> tuple[Settlement, Truth]:
    """Return the settlement of an ending, and the statement that its fate is one and only one.

    Either one seat takes the whole pool, or the pool stays whole; a barred seat takes nothing.
    """
    settled = spoil_five(a, d, {})
    takes = [paid < 0 for paid in settled.paid]
    alone = a.all([a.count(takes) == 1, settled.pool == 0, settled.won])
    stays = a.all([a.count(takes) == 0, settled.pool == d.pool, a.no(settled.won)])
    fair = a.all(a.no(a.all([take, bar])) for take, bar in zip(takes, d.barred, strict=True))
    balanced = sum(settled.paid) == settled.pool - d.pool
    return settled, a.all([a.any([alone, stays]), fair, balanced])


def endings(n: int) -> Iterator[Deal]:
    """Yield every ending: tricks (all five, or fewer if every hand is foul), bars, a jink."""
    for total in range(6):
        for taken in splits(n, total):
            for barred in product((False, True), repeat=n):
                if total < 5 and not all(barred):
                    continue  # only when nobody may finish do tricks remain unplayed
                calls = [""] * n
                yield Deal(n + 1, taken, [True] * n, calls, barred, 0)
                if max(taken) >= 3:
                    calls = ["go" if t >= 3 else "" for t in taken]
                    yield Deal(n + 1, taken, [True] * n, calls, barred, 0)


def fate_is_total(n: int) -> bool:
    """Prove the fate of the pool total for all splits, bars and both answers to the jink."""
    taken, split = symbolic_split(n, z3.Int("T"))
    barred = [z3.Bool(f"b{i}") for i in range(n)]
    pool = z3.Int("p")
    given = (split, z3.Int("T") <= 5, pool > 0)
    good = True
    for jinker in (None, 0):  # by symmetry the seat that goes on may be seat 0
        calls = ["go" if i == jinker else "" for i in range(n)]
        _, total = fate(Z3, Deal(pool, taken, [True] * n, calls, barred, 0))
        good = good and proved(total, *given)
    return good


def barred_for_ever(n: int) -> bool:
    """Prove that no ending wins the pool once every seat is barred."""
    taken, split = symbolic_split(n, 5)
    settled = spoil_five(
        Z3, Deal(z3.Int("p"), taken, [True] * n, [""] * n, [True] * n, 0), {}
    )
    return proved(Z3.no(settled.won), split)


def stuck_pools(deals: int) -> list[int]:
    """Return the pools of a match for two in which both seats have offended in the first deal."""
    match = new_match(load("S1", players=2))
    pools = []
    for number in range(deals):
        staked, position = next_deal(match, number)
        pools.append(staked.pool)
        over = position._replace(phase=OVER, taken=(5, 0), barred=(True, True))
        match = after_offences(finish(staked, over), over)
    return pools


def foul_deals(count: int) -> tuple[int, int]:
    """Take a hand out of random deals after two tricks; return deals and totals that are five."""
    variant, whole = load("S1", players=3), 0
    for seed in range(count):
        position = deal(variant, seed)
        while position.done < 2 and not position.over:
            position = step(position, legal_actions(position)[0])
        seat = position.leader
        kept = position.taken[seat]
        position = foul_hand(position, seat)
        while not position.over:
            position = step(position, legal_actions(position)[0])
        settled = outcome(position).settlement
        good = position.taken[seat] == kept and settled is not None and settled.paid[seat] >= 0
        whole += good and (sum(position.taken) == 5 or max(position.taken) == 3)
    return count, whole


@settles("F035", "F036")
def fate_of_the_pool(claim: Claim, effort: Effort) -> Finding:
    """Settle whether every ending, barred and foul seats included, decides the pool."""
    counts = {}
    for n in (2, 3, 4):
        checked = [fate(PLAIN, ending)[1] for ending in endings(n)]
        counts[n] = [len(checked), sum(checked)]
    proofs = {n: fate_is_total(n) for n in PLAYERS}
    stuck = all(barred_for_ever(n) for n in PLAYERS)
    pools = stuck_pools(4)
    deals, whole = foul_deals(20)
    details = {
        "endings, decided": counts,
        "proved for n": proofs,
        "all barred: the pool can't be won": stuck,
        "pools of two barred seats": pools,
        "deals with a foul hand, decided": [deals, whole],
    }
    total = all(proofs.values()) and all(a == b for a, b in counts.values()) and deals == whole
    if claim.id == "F035":
        words = (
            "every ending with foul hands has one fate: one seat takes all, or the pool stays (its "
            f"holder's tricks count for him but can't win); {sum(a for a, _ in counts.values())} "
            "endings of 2 to 4 players, proved for 2 to 10; who leads after a foul leader is not "
            "said"
        )
    else:
        words = (
            "every ending has one fate, barred seats included: a barred seat's three tricks leave "
            "the pool; but once every seat is barred no deal can ever win it and the bar never "
            f"lifts (two players, one deal: pools {pools} and so on)"
        )
    return decided(
        total,
        words,
        scope="n from 2 to 10; tricks, bars and jink free",
        details=details,
        mend="" if claim.id == "F035" else "lift all bars when every seat is barred",
        method="all endings; z3 for symbolic tricks and bars; the match",
    )
