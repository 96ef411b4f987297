"""What is decided or happens besides leading and following, in plain language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from solver.cards import SUITS
from solver.describe_fields import FAMILY, field_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.variant import Variant

# How each event begins; fields of its section that need a sentence of their own follow.
EVENTS = {
    "exchange": "Whoever stays may at once replace any of his cards from the stock.",
    "flush": (
        "After the declarations five cards of a suit, or four and Pam, may be shown, and win the "
        "pool; of several the one with Pam wins, then one in trumps, then the highest cards. "
        "Whoever has stayed and holds neither Pam nor a flush is looed."
    ),
    "pam": (
        "Whoever leads the ace of trumps may call 'Pam, be civil': then Pam may not be played to "
        "that trick by a hand that has another trump."
    ),
    "make_trump": (
        "From the eldest hand on each may order up the turn-up: its suit is trump, and the dealer "
        "takes it and lays a card away. If all pass, each in turn may name another suit. If all "
        "pass again the deal is void."
    ),
    "take_up": "A dealer who plays may lay a card away and take up the turn-up.",
    "rob": (
        "Whoever holds the ace of trumps may rob: at his turn to play to the first trick he lays "
        "a card away and takes up the turn-up, or declines. If he plays in silence, the ace ranks "
        "below all other trumps in this deal."
    ),
    "late_trump": (
        "After the first trick in which a seat does not follow suit the top card of the stock is "
        "turned; its suit is trump from then on, and in that trick too."
    ),
    "gift": "Whoever wins a trick by Joker names a seat, any or his own.",
    "draw": "After every trick each seat draws a card from the stock, the winner first.",
}
SAID = frozenset(
    {"Declare.family", "Declare.widow_discard", "Declare.refusal", "Break.suit", "Jink.at",
     "TakeSkat.hand_game", "Flush.pam", "Bid.least"}
)  # fmt: skip


def event_sentences(variant: Variant) -> Iterator[str]:
    """Write a paragraph for each event of a variant."""
    events = variant.file.events
    for field in msgspec.structs.fields(events):
        section = getattr(events, field.name)
        if section is not None:
            first = EVENTS.get(field.name) or _opening(variant, field.name)
            yield " ".join([first, *_settings(section)])


def _opening(variant: Variant, name: str) -> str:
    """Write how an event begins where that hangs on the file."""
    events = variant.file.events
    if name == "declare":
        away = events.declare.widow_discard if events.declare else 0
        lays = f" and lays {away} card{'s' if away > 1 else ''} away" if away else " and plays"
        widow = f", or takes the widow for his hand{lays}" if variant.file.deal.widow else ""
        begins = f"From the eldest hand on everybody declares to play or to pass{widow}."
        return " ".join([begins, *_duties(variant)])
    if name == "breaking" and events.breaking is not None:
        suit = events.breaking.suit
        words = "Trumps are" if suit == "trumps" else f"{SUITS[suit].name.capitalize()} are"
        return f"{words} broken once one has been led, or played to another suit."
    if name == "bid" and events.bid is not None:
        least, most = events.bid.least, variant.tricks
        return f"Before play everybody bids a number of tricks, {least} to {most}."
    if name == "jink" and events.jink is not None:
        return f"Whoever has won {events.jink.at} tricks may stop, or go on to win them all."
    if events.take_skat is not None and events.take_skat.hand_game:
        return "The declarer leaves the skat where it lies (he plays hand)."
    return f"The declarer takes the {variant.file.deal.widow} cards and lays as many away."


def _duties(variant: Variant) -> Iterator[str]:
    """Write what the declarations owe to pone and dealer, and what becomes of one who is alone."""
    section, pool = variant.file.events.declare, variant.file.pool
    if section is None:
        return
    marks = pool is not None and pool.rule == "crosses"
    if section.family != "rams":
        yield "If all others pass the dealer takes the pool; so does anybody else who plays alone."
        return
    pays = f"adds {section.refusal} marks" if marks else f"pays the dealer {section.refusal}"
    yield (
        "If all before the seat at the dealer's right have passed, it must play, or it "
        f"{pays} and the deal is over{'' if marks else '; the pool stays'}."
    )
    if variant.file.deal.dealer_sits_out_at != variant.players:
        yield "The dealer may not pass if just one has declared to play."
    elif pool is not None:
        takes = f"rubs out {pool.parts} marks" if marks else "takes the pool"
        yield f"Whoever plays alone {takes}."


def _settings(section: Any) -> Iterator[str]:
    """Write what an event's fields say, each in a sentence."""
    for field in msgspec.structs.fields(section):
        family = getattr(section, "family", None)
        if family and FAMILY.get(field.name, family) != family:
            continue
        value, path = getattr(section, field.name), f"{type(section).__name__}.{field.name}"
        said = "" if path in SAID else field_sentence(path, value, str(value))
        if said is None:
            said = f"{field.name.replace('_', ' ').capitalize()}: {value}."
        if said:
            yield said
