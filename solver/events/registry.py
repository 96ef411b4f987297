"""The events of a variant, in the order in which a deal asks them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from solver.errors import PositionError
from solver.events.bid import BidEvent
from solver.events.breaking import BreakEvent
from solver.events.contract import MakeTrumpEvent, TakeSkatEvent
from solver.events.declare import DeclareEvent
from solver.events.gift import GiftEvent
from solver.events.jink import JinkEvent
from solver.events.pam import FlushEvent, PamEvent
from solver.events.rob import RobEvent
from solver.events.stock import DrawEvent, LateTrumpEvent
from solver.events.take_up import TakeUpEvent

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.events.base import Event
    from solver.position import Position
    from solver.variant import Variant
    from solver.variant_file import VariantFile

# Every event by its section of a variant file, in the order in which they are asked.
EVENTS: dict[str, Callable[[Any, VariantFile], Event]] = {
    "bid": lambda section, file: BidEvent(section),
    "declare": DeclareEvent,
    "make_trump": lambda section, file: MakeTrumpEvent(),
    "take_skat": lambda section, file: TakeSkatEvent(section),
    "take_up": lambda section, file: TakeUpEvent(section),
    "flush": lambda section, file: FlushEvent(section),
    "rob": lambda section, file: RobEvent(section),
    "pam": lambda section, file: PamEvent(section),
    "late_trump": lambda section, file: LateTrumpEvent(),
    "gift": lambda section, file: GiftEvent(section),
    "breaking": lambda section, file: BreakEvent(section),
    "draw": lambda section, file: DrawEvent(section),
    "jink": lambda section, file: JinkEvent(section),
}


@lru_cache(maxsize=512)
def events(variant: Variant) -> tuple[Event, ...]:
    """Return the events of a variant in the order in which they are asked."""
    found: list[Event] = []
    for name, make in EVENTS.items():
        section = getattr(variant.file.events, name)
        if section is not None:
            found.append(make(section, variant.file))
    return tuple(found)


def event_of(position: Position) -> Event:
    """Return the event whose decision the position waits for."""
    for event in events(position.variant):
        if event.name == position.phase:
            return event
    raise PositionError(
        f"phase '{position.phase}' is not one of {position.variant.name}; expected play, over"
        + "".join(f", {event.name}" for event in events(position.variant))
        + "."
    )
