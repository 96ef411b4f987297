"""Irregularities, as changes of the state of a deal or of a match.

A ruling is something that the table decides, not a legal action: the referee never offers it.
Sources: Spoil Five (misdealing, irregularities in the hands and in play), Rams (penalties),
Bierspiel (all penalties are crosses), Loo (irregularities in the deal).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.errors import IllegalAction
from solver.match import pay
from solver.position import FOUL, OVER, replaced

if TYPE_CHECKING:
    from solver.match import Match
    from solver.position import Position


def misdeal(match: Match, *, deals_again: bool = False) -> Match:
    """Enter a misdeal by the dealer of the deal just staked.

    The deal passes to the left and the fine of the variant goes into the pool; where the variant
    lets a misdealer buy the right to deal again (S1b), `deals_again` pays for it instead. Raises
    IllegalAction where there is no such right.
    """
    section = match.variant.file.pool
    fine = section.misdeal if section else 0
    payments = tuple(fine if seat == match.dealer else 0 for seat in range(match.players))
    if deals_again:
        if section is None or not section.misdealer_may_redeal:
            raise IllegalAction(f"{match.variant.name}: a misdealer may not deal again.")
        return pay(match, payments)
    if section is not None and not section.misdealer_may_redeal:
        match = pay(match, payments)._replace(looed=match.looed or fine > 0)
    return match._replace(dealer=(match.dealer + 1) % match.players)


def redeal(match: Match) -> Match:
    """Enter an irregularity that is not the dealer's fault: the same dealer deals again."""
    return match


def offence(position: Position, seat: int) -> Position:
    """Bar a seat from winning the pool in this deal (out of turn, revoke, exposed card, …)."""
    return position._replace(barred=replaced(position.barred, seat, True))


def after_offences(match: Match, position: Position) -> Match:
    """Carry the offences of a finished deal into the match: barred until won, or a fine paid.

    In Bierspiel a fine is chalked up on the slate of an offender who has marks left.
    """
    section = match.variant.file.pool
    if section is None or section.offence == "none" or match.over:
        return match
    if section.offence == "barred until won":
        still = not match.fresh
        offended = [
            b and call != FOUL for b, call in zip(position.barred, position.calls, strict=True)
        ]
        barred = tuple((a or b) and still for a, b in zip(match.barred, offended, strict=True))
        return match._replace(barred=barred)
    new = [b and not a for a, b in zip(match.barred, position.barred, strict=True)]
    fined = tuple(section.offence_fine if offended else 0 for offended in new)
    if section.rule == "crosses":
        marks = tuple(m + fine if m else 0 for m, fine in zip(match.marks, fined, strict=True))
        return match._replace(marks=marks)
    return pay(match, fined)._replace(looed=match.looed or any(fined))


def foul_hand(position: Position, seat: int) -> Position:
    """Take a foul hand (wrong number of cards) out of the deal between two tricks.

    Its holder keeps the tricks already won and can't win the pool in this deal; the others finish.
    Raises IllegalAction in mid-trick or when the deal is over.
    """
    name = position.variant.seat_name(seat)
    if position.over or position.trick:
        raise IllegalAction(f"{name}'s foul hand can only be taken out between two tricks.")
    if not position.active[seat]:
        raise IllegalAction(f"{name} is not in this deal.")
    out = (
        position.with_hand(seat, ())
        .with_call(seat, FOUL)
        ._replace(
            active=replaced(position.active, seat, False),
            barred=replaced(position.barred, seat, True),
            dead=(*position.dead, *position.hands[seat]),
        )
    )
    left = [s for s in out.around(position.leader) if out.active[s] and out.hands[s]]
    if not left:
        return out._replace(phase=OVER)
    turn = left[0] if out.turn == seat else out.turn
    return out._replace(leader=left[0], turn=turn)
