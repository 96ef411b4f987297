"""The defects that a position can have, each with a name, all found at once."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from solver.cards import Card, card_text
from solver.errors import RulesSilent
from solver.events.declare import PLAYS, TOOK_WIDOW, announcer
from solver.events.registry import event_of
from solver.events.rob import ROBS
from solver.position import FOUL, NO_BID, PLAY, Position, replaced
from solver.referee import (
    laid_face_down,
    legal_cards,
    next_to_play,
    possible_actions,
    trick_winner,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.variant import Variant


# What a seat's call can be once it has declared, robbed, shown a flush or gone on for the jink.
CALLS: dict[str, frozenset[str]] = {
    "declare": PLAYS | {"pass", "pay"},
    "make_trump": frozenset({"makes", "pass", "pass twice"}),
    "flush": frozenset({"flush", "no flush"}),
    "rob": frozenset({"decline"}),
    "jink": frozenset({"go"}),
}


class Problem(NamedTuple):
    """One defect: a short name for programs, a sentence for people."""

    name: str
    text: str


def problems(position: Position) -> list[Problem]:
    """Return every defect of a position; an empty list means that play can go on from it."""
    found = [*_seats(position)]
    if found:
        return found
    found += [*_cards(position), *_hands(position), *_counts(position), *_trump(position)]
    found += [*_bids(position), *_calls(position), *_result(position)]
    if not found:
        found += [*_called(position), *_trick(position), *_turn(position)]
    return found


def _seats(position: Position) -> Iterator[Problem]:
    n = position.variant.players
    if len(position.hands) != n:
        yield Problem("wrong-players", f"{len(position.hands)} hands, but {n} players")
    for what, seat in (
        ("leader", position.leader),
        ("seat to act", position.turn),
        ("dealer", position.dealer),
    ):
        if not 0 <= seat < n:
            yield Problem("no-such-seat", f"the {what} is no seat of {n} players")


def _cards(position: Position) -> Iterator[Problem]:
    pack = position.variant.pack
    for card, count in position.cards().items():
        if card not in pack.index:
            yield Problem("foreign-card", f"{card_text(card)} is not in the pack")
        elif count > pack.count[card]:
            yield Problem(
                "duplicate-card",
                f"{card_text(card)} occurs {count} times, but the pack has {pack.count[card]}",
            )


def _hands(position: Position) -> Iterator[Problem]:
    played = {seat for seat, _ in position.trick}
    sizes = {
        seat: len(hand) + (seat in played)
        for seat, hand in enumerate(position.hands)
        if position.active[seat]
    }
    events = position.variant.file.events
    may_differ = events.draw is not None and events.draw.short == "play on"
    if events.gift is not None and events.gift.gives == "card":
        # The deal is over as soon as a seat has no card to lead or to follow with.
        may_differ = may_differ or position.phase != PLAY or all(sizes.values())
    if _deciding(position):  # a widow or a turn-up may be in a hand that has yet to lay cards away
        may_differ = False
        sizes = {seat: size for seat, size in sizes.items() if not _may_hold_more(position, seat)}
    if len(set(sizes.values())) > 1 and not may_differ:
        name = position.variant.seat_name
        listed = ", ".join(f"{name(seat)} {size}" for seat, size in sizes.items())
        yield Problem(
            "unequal-hands", f"hands must be equal; with the trick on the table they are {listed}"
        )
    in_play = zip(position.hands, position.active, strict=True)
    holding = any(hand and active for hand, active in in_play)
    if not (holding or position.trick or position.over):
        yield Problem("no-cards", "no seat in play holds a card")


def _may_hold_more(position: Position, seat: int) -> bool:
    if position.phase == "make_trump":
        return seat == position.dealer
    return position.calls[seat] in TOOK_WIDOW or position.calls[seat] == "pass"


def _deciding(position: Position) -> bool:
    return position.phase in ("declare", "make_trump", "take_skat")


def _counts(position: Position) -> Iterator[Problem]:
    variant = position.variant
    if sum(position.taken) > position.done:
        yield Problem(
            "too-many-tricks",
            f"{sum(position.taken)} tricks taken, but only {position.done} completed",
        )
    if min((*position.taken, position.done, position.pool), default=0) < 0:
        yield Problem("negative-count", "tricks and counters can't be negative")
    playing = zip(position.hands, position.active, strict=True)
    most = max((len(hand) for hand, active in playing if active), default=0)
    # A widow may be in the hand that has yet to lay cards away; a Joker may come back every trick.
    spare = max(1, variant.file.deal.widow) if _deciding(position) else 1
    gift = variant.file.events.gift
    spare = position.done + 1 if gift is not None and gift.gives == "card" else spare
    if position.done + most > variant.tricks + spare:
        yield Problem(
            "too-many-cards",
            f"{position.done} tricks done and {most} cards in a hand, "
            f"but a deal has {variant.tricks} tricks",
        )
    for seat, bid in enumerate(position.bids):
        if not NO_BID <= bid <= variant.tricks:
            yield Problem(
                "impossible-bid",
                f"{variant.seat_name(seat)} bids {bid}, but a deal has {variant.tricks} tricks",
            )


def _trump(position: Position) -> Iterator[Problem]:
    variant = position.variant
    turned = position.turn_up[-1:]
    fixed = variant.file.deal.trump == "turn-up" and turned
    if fixed and card_text(turned[0]) == variant.file.deal.second_turn_up:
        fixed = ()  # the card turned after it, which fixed trumps, has been taken up
    if fixed and position.trump and position.trump != turned[0].suit:
        yield Problem(
            "wrong-trump", f"trump is {position.trump}, but {card_text(turned[0])} was turned up"
        )
    kept = variant.keeps_trump_suit
    if kept and position.trump != kept:
        yield Problem("wrong-trump", f"trump is {position.trump or 'none'}, but always {kept} here")
    demoted = position.demoted
    if demoted is not None and (
        variant.file.events.rob is None or demoted != Card(position.trump, "A")
    ):
        yield Problem("wrong-demotion", f"{card_text(demoted)} is no ace of trumps to be demoted")
    if position.trump and not variant.has_trumps:
        yield Problem("needless-trump", f"{variant.name} has no trumps")
    elif position.trump and position.trump not in variant.pack.suits:
        yield Problem("no-such-suit", f"trump '{position.trump}' is no suit of the pack")
    elif (
        not position.trump
        and position.phase == PLAY
        and all(card.suit for card in variant.pack.faces)  # a Joker turned up makes no trumps
        and (variant.file.deal.trump == "turn-up" or variant.file.deal.must_name)
    ):
        yield Problem("no-trump", "the trump suit is not stated (write, for example, 'trump h')")


def _bids(position: Position) -> Iterator[Problem]:
    variant = position.variant
    bid = variant.file.events.bid
    for seat, number in enumerate(position.bids):
        if number == NO_BID:
            continue
        name = variant.seat_name(seat)
        if bid is None:
            yield Problem("needless-bid", f"{name} bids {number}, but {variant.name} has no bids")
        elif number < bid.least and not (number == 0 and bid.nil != "no"):
            yield Problem(
                "impossible-bid", f"{name} bids {number}, but the least bid is {bid.least}"
            )


def _calls(position: Position) -> Iterator[Problem]:
    variant = position.variant
    general = announcer(position) is not None
    asked = [event for event in CALLS if getattr(variant.file.events, event) is not None]
    for seat, call in enumerate(position.calls):
        name = variant.seat_name(seat)
        if call and call != FOUL and not any(_can_leave(variant, one, call) for one in CALLS):
            yield Problem("unknown-call", f"{name}'s call '{call}' is none that a seat can make")
        elif call and call != FOUL and not any(_can_leave(variant, one, call) for one in asked):
            yield Problem("needless-call", f"{name} calls '{call}', but {variant.name} never asks")
        elif call == "pass" and _in_play(position, seat) and not general:
            yield Problem("passed-but-in-play", f"{name} has passed, but is in play")


def _can_leave(variant: Variant, event: str, call: str) -> bool:
    robs = event == "rob" and call.startswith(ROBS)
    return call in CALLS[event] or (
        robs and call.removeprefix(ROBS) in map(card_text, variant.pack.faces)
    )


def _result(position: Position) -> Iterator[Problem]:
    result, calls = position.result, position.calls
    if not result:
        return
    needed = {
        "void": True,
        "stopped": True,
        "walk": any(call not in ("", "pass") for call in calls),
        "refused": "pay" in calls,
        "flush": "flush" in calls,
        "general made": announcer(position) is not None,
        "general lost": announcer(position) is not None,
    }
    if result not in needed:
        yield Problem("unknown-result", f"no deal ends by '{result}'")
    elif not position.over:
        yield Problem("early-result", f"the deal has ended ({result}), but is not over")
    elif not needed[result]:
        yield Problem("unfounded-result", f"the deal ended ({result}), but nobody's call says so")


def _in_play(position: Position, seat: int) -> bool:
    declares = position.variant.file.events.declare is not None
    return declares and position.phase == PLAY and position.active[seat]


def _trick(position: Position) -> Iterator[Problem]:
    """Replay the trick on the table from the hands its seats held when it was led."""
    for number in range(len(position.trick)):
        seat, card = position.trick[number]
        before = position._replace(
            trick=position.trick[:number],
            turn=seat,
            phase=PLAY,
            called=position.called and number > 0,
        )
        for later_seat, later_card in position.trick[number:]:
            hand = position.variant.pack.sort((*before.hands[later_seat], later_card))
            before = before._replace(hands=replaced(before.hands, later_seat, hand))
        legal = legal_cards(before)
        if card not in legal:
            name = position.variant.seat_name(seat)
            listed = " ".join(map(card_text, legal))
            yield Problem(
                "impossible-trick",
                f"{name} can't have played {card_text(card)} to this trick; legal were {listed}",
            )


def _called(position: Position) -> Iterator[Problem]:
    if not position.called:
        return
    led = position.trick_cards[:1]
    before = position._replace(trick=(), called=False)
    pam = position.variant.file.events.pam
    if pam is not None and led == (Card(position.trump, "A"),):
        return
    if not led or not laid_face_down(before, led[0]):
        yield Problem("needless-call", "'called' is stated, but no lead on the table can call")


def _turn(position: Position) -> Iterator[Problem]:
    name = position.variant.seat_name
    turn, played = position.turn, [seat for seat, _ in position.trick]
    order = [
        seat
        for seat in position.around(position.leader)
        if position.active[seat] and (position.hands[seat] or seat in played)
    ]
    if played != order[: len(played)]:
        expected = " ".join(name(seat) for seat in order[: len(played)])
        found = " ".join(map(name, played))
        yield Problem("wrong-order", f"the trick's cards come from {expected}, not {found}")
        return
    if position.over and played:
        yield Problem("open-trick", "the deal is over, but a trick lies on the table")
        return
    due = next_to_play(position) if played else position.leader
    if position.phase != PLAY and not position.over:
        yield from _asked(position, due)
    elif turn in played:
        yield Problem("played-already", f"{name(turn)} is to act, but has played to this trick")
    elif turn != due:
        who = "nobody" if due is None else name(due)
        yield Problem("wrong-turn", f"{name(turn)} is to act, but it is for {who} to play")
    if position.over:
        return
    if not position.active[turn]:
        yield Problem("not-in-play", f"{name(turn)} is to act, but is not in this deal")
    elif position.phase == PLAY and not possible_actions(position):
        yield Problem("nothing-legal", f"{name(turn)} is to act, but has no legal action")


def _asked(position: Position, due: int | None) -> Iterator[Problem]:
    """Ask the event again whether the seat has to decide here."""
    event, here = event_of(position), position._replace(phase=PLAY)
    asked: list[Position | None] = []
    if not position.trick:
        asked = [event.before_play(here), event.after_trick(here), event.before_card(here)]
    elif due is None:
        with suppress(RulesSilent):
            asked = [event.before_award(here, trick_winner(here))]
    else:
        asked = [event.after_card(here)]
        if position.turn == due:
            asked.append(event.before_card(here))
    seats = [one.turn for one in asked if one is not None and one.phase == position.phase]
    if position.turn not in seats:
        name = position.variant.seat_name
        who = f"; that is for {name(seats[0])}" if seats else ""
        phase = position.phase.replace("_", "-")
        yield Problem("not-asked", f"{name(position.turn)} has nothing to decide by {phase}{who}")
    elif not possible_actions(position):
        yield Problem("nothing-legal", "there is no way to decide this")
