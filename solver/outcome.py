"""What a deal comes to: tricks, captured points, the lines of the score, the pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from solver.events.declare import announcer
from solver.events.pam import FlushEvent
from solver.events.registry import events
from solver.events.rob import turned_card
from solver.rules.algebra import PLAIN
from solver.rules.pool import POOLS, Deal, Settlement, general_lost, general_made
from solver.rules.scoring import Facts, score_lines

if TYPE_CHECKING:
    from solver.position import Position


class Outcome(NamedTuple):
    """What a deal came to: tricks, captured points, score lines, raw and final scores, pool."""

    taken: tuple[int, ...]
    points: tuple[int, ...]
    lines: tuple[tuple[str, tuple[int, ...]], ...]
    raw: tuple[int, ...]
    final: tuple[int, ...]
    settlement: Settlement | None


def facts(position: Position) -> Facts:
    """Return what scoring can see of a (finished) deal."""
    variant = position.variant
    declarer = _declaring_side(position)
    turned = turned_card(position)
    return Facts(
        taken=position.taken,
        points=captured_points(position),
        bids=position.bids,
        sides=variant.sides,
        books=[
            [sum(pile.count(c) for c in book) for book in variant.books] for pile in position.won
        ],
        motley=[sum(pile.count(c) for c in variant.motley) for pile in position.won],
        declarer=declarer,
        turned=turned is not None and turned.rank in variant.file.score.turned,
        dealer=position.dealer,
        total_points=sum(variant.order.points.get(card, 0) for card in variant.pack),
    )


def _declaring_side(position: Position) -> int:
    sides = position.variant.sides
    for seat, call in enumerate(position.calls):
        if call == "makes":
            return sides[seat] if sides else seat
    return -1


def captured_points(position: Position) -> tuple[int, ...]:
    """Return the value of the cards that each seat has captured (skat: and laid away).

    Where the rules say so the winner of the last trick gets the undealt cards too.
    """
    points = position.variant.order.points
    values = [sum(points.get(card, 0) for card in pile) for pile in position.won]
    if position.variant.file.score.skat_counts:
        laid = (*position.dead, *position.widow)
        declarer = position.variant.file.players.declarer
        values[declarer] += sum(points.get(card, 0) for card in laid)
    if position.over and position.variant.file.score.undealt == "last trick":
        undealt = (*position.dead, *position.turn_up)
        values[position.leader] += sum(points.get(card, 0) for card in undealt)
    return tuple(values)


def outcome(position: Position) -> Outcome:
    """Return what the deal comes to as it stands (final only when the deal is over)."""
    variant = position.variant
    f = facts(position)
    lines = score_lines(PLAIN, variant.file.score.lines, f)
    raw = [0] * position.players
    final = [0] * position.players
    for kind, added in lines:
        final = [x + y for x, y in zip(final, added, strict=True)]
        if kind not in variant.bonus_kinds:
            raw = [x + y for x, y in zip(raw, added, strict=True)]
    return Outcome(
        position.taken,
        tuple(f.points),
        tuple((kind, tuple(added)) for kind, added in lines),
        tuple(raw),
        tuple(final),
        settle(position),
    )


def settle(position: Position) -> Settlement | None:
    """Return what becomes of the pool, or None in a game without one."""
    section = position.variant.file.pool
    if section is None:
        return None
    deal = Deal(
        position.pool,
        position.taken,
        position.active,
        position.calls,
        position.barred,
        position.dealer,
    )
    n = position.players
    if position.result == "void":
        return Settlement(position.pool, (0,) * n)
    if position.result == "walk":
        return _walk_over(position)
    if position.result == "refused":
        return _refused(position)
    if position.result == "flush":
        return _flush(position)
    if position.result in ("general made", "general lost"):
        seat = announcer(position)
        rule = general_made if position.result == "general made" else general_lost
        return rule(PLAIN, deal, -1 if seat is None else seat, section.general_fine)
    parameters = {"parts": section.parts, "fine": section.fine}
    return POOLS[section.rule](PLAIN, deal, parameters)


def _walk_over(position: Position) -> Settlement:
    """Give the pool to the one seat that plays."""
    winner = next(i for i in range(position.players) if position.calls[i] not in ("", "pass"))
    paid = [0] * position.players
    if position.variant.file.pool and position.variant.file.pool.rule == "crosses":
        paid[winner] = -position.variant.file.pool.parts
        return Settlement(0, paid, True, note="nobody opposed")
    paid[winner] = -position.pool
    return Settlement(0, paid, True, note="nobody opposed")


def _refused(position: Position) -> Settlement:
    """Make the pone pay the dealer; the pool remains (in Bierspiel the pone adds a cross)."""
    declare = position.variant.file.events.declare
    fine = declare.refusal if declare else 0
    paid = [0] * position.players
    paid[position.calls.index("pay")] = fine
    if position.variant.file.pool and position.variant.file.pool.rule != "crosses":
        paid[position.dealer] = -fine
    return Settlement(position.pool, paid, False, note="the pone declined to play")


def _flush(position: Position) -> Settlement:
    """Give the pool to the flush; others who stayed are looed unless they hold Pam or a flush."""
    section = position.variant.file.pool
    flush = next(e for e in events(position.variant) if isinstance(e, FlushEvent))
    winner = flush.best(position)
    fine = position.pool if section and section.fine == "pool" else getattr(section, "fine", 0)
    paid = []
    for i in range(position.players):
        spared = flush.pam in position.hands[i] or flush.holds(position, i)
        looed = position.active[i] and i != winner and not spared
        paid.append(-position.pool if i == winner else fine if looed else 0)
    return Settlement(position.pool + sum(paid), paid, True, note="flush")
