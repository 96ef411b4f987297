"""Several deals in a row: who deals, what is staked, totals, pools and the end.

A match is a value; every function returns a new one. Within a deal the referee rules;
irregularities are in `solver.rulings`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from solver.dealing import deal
from solver.errors import IllegalAction, RulesSilent, VariantError
from solver.outcome import outcome
from solver.position import Position
from solver.referee import apply, legal_actions
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solver.position import Action
    from solver.variant import Variant
    from solver.variant_file import PoolSection


class Match(NamedTuple):
    """Where a match stands between two deals.

    `dealer` of the next deal, `deals` finished, `totals` final scores so far, `balances` counters
    won (lost: negative) per seat, `pool` counters in it before the next stake, `fresh` whether
    everybody must put up for a new pool, `looed` whether it holds fines or what a
    defender left in it (money besides the dealers' stakes), `whites` counters of a barred share
    left in it, `barred` seats, `marks` per seat (Bierspiel), `winners` once it is over.
    """

    variant: Variant
    dealer: int
    first_dealer: int
    deals: int
    totals: tuple[int, ...]
    balances: tuple[int, ...]
    pool: int
    fresh: bool
    looed: bool
    whites: int
    barred: tuple[bool, ...]
    marks: tuple[int, ...]
    winners: tuple[int, ...] | None = None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.winners is not None

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.totals)

    @property
    def is_simple(self) -> bool:
        """Whether the pool of the next deal (its stake paid) is a simple."""
        section = self.variant.file.pool
        if section is None or not section.simple_is:
            return False
        if section.simple_by == "money":
            return not self.looed
        return self.pool - self.whites == section.simple_is


def new_match(variant: Variant, dealer: int | None = None) -> Match:
    """Return a match before its first deal."""
    n = variant.players
    dealer = n - 1 if dealer is None else dealer
    marks = variant.file.pool.marks if variant.file.pool else 0
    zeros = (0,) * n
    return Match(
        variant, dealer, dealer, 0, zeros, zeros, 0, True, False, 0, (False,) * n, (marks,) * n
    )


def pay(match: Match, payments: tuple[int, ...]) -> Match:
    """Move counters from the seats into the pool (negative: out of it)."""
    balances = tuple(b - p for b, p in zip(match.balances, payments, strict=True))
    return match._replace(balances=balances, pool=match.pool + sum(payments))


def stake(match: Match) -> Match:
    """Put up what is due before a deal: everyone for a fresh pool, and the dealer."""
    section = match.variant.file.pool
    if section is None:
        return match
    payments = [section.everyone_starts if match.fresh else 0] * match.players
    if section.first_dealer_adds or not match.fresh:
        each = match.players if section.dealer_adds_per_player else 1
        payments[match.dealer] += section.dealer_adds * each
    return pay(match, tuple(payments))._replace(fresh=False)


def form(match: Match) -> Variant:
    """Return the rules of the next deal: simple and double pools can differ.

    A user's own file stands for the game that it extends. Raises RulesSilent where so many can't
    play a pool of the kind that has come about (option L3).
    """
    variant, section = match.variant, match.variant.file.pool
    kind = "simple" if match.is_simple else "double"
    name = "" if section is None else getattr(section, f"{kind}_form")
    if not name or name == variant.based_on:
        return variant
    other = load(name)
    if match.players not in (other.file.players.allowed or (other.players,)):
        raise RulesSilent(
            f"{variant.name}: the pool is a {kind}, played as {name}, which {match.players} "
            "can't play; the rules do not say how to go on."
        )
    chosen = {k: v for k, v in variant.file.choose.items() if k in other.file.options}
    try:
        return load(name, match.players, chosen, variant.settings)
    except VariantError as error:
        raise VariantError(f"the pool is a {kind}, played as {name}: {error}") from None


def next_deal(match: Match, seed: int, trump: str = "") -> tuple[Match, Position]:
    """Stake and deal; return the match with its pool, and the position at its first decision."""
    if match.over:
        raise IllegalAction("the match is over: there is no next deal.")
    staked = stake(match)
    position = deal(
        form(staked),
        seed,
        dealer=staked.dealer,
        trump=trump,
        pool=staked.pool,
        barred=staked.barred,
    )
    return staked, position


def finish(match: Match, position: Position) -> Match:
    """Enter a finished deal: scores, the pool, the next dealer, and whether the match is over."""
    result = outcome(position)
    each = match.variant.file.match.gross_each
    gained = tuple(each * t for t in side_tricks(position)) if each else result.final
    totals = tuple(a + b for a, b in zip(match.totals, gained, strict=True))
    after = match._replace(totals=totals, deals=match.deals + 1)
    if result.settlement is not None and match.variant.file.pool is not None:
        after = _settle_pool(after, position, match.variant.file.pool)
    if match.variant.file.match.dealer == "moves on":
        after = after._replace(dealer=(match.dealer + 1) % match.players)
    return after._replace(winners=_winners(after))


def side_tricks(position: Position) -> tuple[int, ...]:
    """Return the tricks taken by the side of each seat."""
    sides = position.variant.sides or tuple(range(position.players))
    return tuple(
        sum(t for t, other in zip(position.taken, sides, strict=True) if other == side)
        for side in sides
    )


def _settle_pool(match: Match, position: Position, section: PoolSection) -> Match:
    settlement = outcome(position).settlement
    if settlement is None:
        return match
    if section.rule == "crosses":
        # A deal that the last mark has ended early adds no cross to anybody.
        paid = [p if position.over else min(p, 0) for p in settlement.paid]
        marks = tuple(max(0, m + p) if m else 0 for m, p in zip(match.marks, paid, strict=True))
        return match._replace(marks=marks)
    before = match.pool
    match = pay(match, tuple(settlement.paid))
    fines = sum(p for p in settlement.paid if p > 0)
    spoilt = section.rule == "shares"
    kept = before // section.parts * _defended(position)
    left = _left_over(before, settlement.paid) - kept
    match = match._replace(
        fresh=bool(settlement.won) and section.everyone_starts > 0,
        looed=spoilt and (fines + kept > 0 or (match.looed and not settlement.won)),
        whites=left if spoilt and settlement.won else match.whites,
    )
    if section.offence == "barred until won" and settlement.won:
        return match._replace(barred=(False,) * match.players)
    return match


def _defended(position: Position) -> int:
    """Return the tricks of a dealer who defended the pool: their reds stay in it."""
    pairs = zip(position.calls, position.taken, strict=True)
    return sum(taken for call, taken in pairs if call == "defend")


def _left_over(before: int, paid: object) -> int:
    drawn = -sum(p for p in paid if p < 0)  # type: ignore[attr-defined]
    return max(0, before - drawn)


# --- the end ----------------------------------------------------------------------------------


def _winners(match: Match) -> tuple[int, ...] | None:
    rule = match.variant.file.match
    section = match.variant.file.pool
    if section is not None and section.rule == "crosses":
        left = [seat for seat, marks in enumerate(match.marks) if marks]
        return tuple(s for s in range(match.players) if s not in left) if len(left) <= 1 else None
    ended = {
        "open": False,
        "one deal": match.deals >= 1,
        "deals": match.deals >= rule.deals,
        "reached": max(match.totals) >= rule.target or 0 < rule.cap <= match.deals,
    }[rule.ends]
    return ranked(match) if ended else None


def ranked(match: Match) -> tuple[int, ...]:
    """Return the seats that win by the match's rule on the totals as they stand.

    Several seats share a win where the rule says so; () where the rules name nobody.
    """
    rule = match.variant.file.match
    totals = match.totals
    if rule.winner == "middling":
        return _middling_winner(totals, rule.ties)
    best = max(totals) if rule.winner == "highest" else min(totals)
    leaders = tuple(seat for seat, total in enumerate(totals) if total == best)
    if rule.ties == "undefined" and len(leaders) > 1 and not match.variant.sides:
        return ()
    return leaders


def _middling_winner(totals: tuple[int, ...], ties: str) -> tuple[int, ...]:
    middle = sorted(totals)[len(totals) // 2]
    seats = tuple(seat for seat, total in enumerate(totals) if total == middle)
    if len(seats) == 1:
        return seats
    untied = tuple(s for s, total in enumerate(totals) if totals.count(total) == 1)
    return untied if ties == "the untied" and len(untied) == 1 else ()


def counted_out(match: Match, position: Position) -> int | None:
    """Return a seat that settles the match in mid-deal, where tricks count as they fall.

    That is one whose side has counted out, or who leaves a single seat with marks (option B4).
    """
    section = match.variant.file.pool
    if section is not None and section.rule == "crosses":
        left = [m - t for m, t in zip(match.marks, position.taken, strict=True) if m > t]
        return position.leader if len(left) <= 1 and position.done else None
    rule = match.variant.file.match
    if not rule.gross_each:
        return None
    for seat, tricks in enumerate(side_tricks(position)):
        if match.totals[seat] + rule.gross_each * tricks >= rule.target:
            return seat
    return None


def play_match(
    match: Match,
    seed: int,
    choose: Callable[[Position, tuple[Action, ...]], Action],
    most_deals: int,
) -> Iterator[tuple[Match, Position]]:
    """Yield the match and the finished position after each deal, until it is over.

    `choose` picks one of the legal actions. Deal k is dealt from seed + k.
    """
    for number in range(most_deals):
        if match.over:
            return
        match, position = next_deal(match, seed + number)
        while not position.over and counted_out(match, position) is None:
            position = apply(position, choose(position, legal_actions(position)))
        match = finish(match, position)
        yield match, position
