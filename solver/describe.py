"""A variant in plain language, generated from its file: what `foolproof variants show` prints.

Whatever has no sentence here is still named with its value, so that nothing in a file stays
hidden.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from solver.cards import JOKER, SUITS, card_text
from solver.describe_events import event_sentences
from solver.describe_fields import field_sentence
from solver.describe_score import score_sentences
from solver.describe_tiers import tier_words, tiers_sentence
from solver.rules.order import high_to_low
from solver.rules.trick import WINNERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solver.variant import Variant
    from solver.variant_file import Option, Section

_FIRST = {
    "eldest": "The eldest hand (at the dealer's left) leads to the first trick.",
    "eldest declarer": "The eldest of those who play leads to the first trick.",
    "holder": "The holder of the opening card leads to the first trick.",
    "declarer": "The declarer leads to the first trick.",
}
_WINNERS = {
    "highest": "The highest trump wins, else the highest card of the suit led.",
    "middling": (
        "The suit with an odd number of cards emerges (of several such suits "
        "the one whose colour is odd in number), and its middling card wins."
    ),
    "middling of three": (
        "Of one suit the middle card wins, of two suits the card alone in "
        "its suit, of three suits the card alone in its colour."
    ),
}
_EQUAL = {
    "first": "Of equal cards the one played first counts.",
    "last": "Of equal cards the one played last counts.",
    "pairs, first": "Equal cards cancel in pairs; of the rest the first played counts.",
    "pairs, last": "Equal cards cancel in pairs; of the rest the last played counts.",
    "all": "All equal cards are ignored.",
    "refuse": (
        "Equal cards cancel in pairs; when three meet in the suit that emerges, the rules name no "
        "winner."
    ),
    "none": "Equal cards both stand.",
}
_JOKERS = {
    "first": "Of several Jokers the first played wins.",
    "last": "Of several Jokers the last played wins.",
    "cancel": "Jokers cancel in pairs.",
    "refuse": "The rules name no winner when several Jokers meet.",
}


_TIES = {
    "shared": "Those who tie share the win.",
    "undefined": "If several tie, the rules name no winner.",
    "the untied": "If two tie, the third wins.",
}
_POOLS = {
    "spoil five": (
        "Whoever takes three tricks wins the pool; whoever went on and takes all five gets a "
        "counter from everybody besides, and nothing if he fails. Otherwise the pool stays."
    ),
    "crosses": (
        "Everybody has marks on a slate: each trick rubs one out, and whoever plays and takes no "
        "trick adds five. The last who has marks left pays."
    ),
}


class Chapter(NamedTuple):
    """A part of the rules: its heading and its sentences."""

    heading: str
    sentences: list[str]


def describe(variant: Variant) -> list[Chapter]:
    """Return the rules of a variant, chapter by chapter, in the order of a rulebook."""
    chapters = [
        Chapter("players", list(_players(variant))),
        Chapter("pack", list(_pack(variant))),
        Chapter("deal", list(_deal(variant))),
        Chapter("ranks", list(_ranks(variant))),
        Chapter("lead", list(_lead(variant))),
        Chapter("follow", list(_follow(variant))),
        Chapter("trick", list(_trick(variant))),
        Chapter("events", list(event_sentences(variant))),
        Chapter("score", list(_score(variant))),
        Chapter("pool", list(_pool(variant))),
        Chapter("match", list(_match(variant))),
        Chapter("notes", list(variant.file.notes)),
    ]
    return [chapter for chapter in chapters if chapter.sentences]


def players_text(allowed: Sequence[int]) -> str:
    """Write numbers of players, a run of three or more as a range, such as '3-6' or '3-17 odd'."""
    for step, word in ((1, ""), (2, " odd" if allowed[0] % 2 else " even")):
        run = list(range(allowed[0], allowed[-1] + 1, step))
        if len(allowed) > 2 and list(allowed) == run:
            return f"{allowed[0]}-{allowed[-1]}{word}"
    return ", ".join(map(str, allowed))


def question(option: Option) -> str:
    """Write an open question, and that the source is silent where it is."""
    silent = " The source is silent." if option.silent else ""
    source = f" ({option.source})" if option.source else ""
    return f"{option.question}{'' if option.question[-1:] in '?.' else '?'}{silent}{source}"


def readings(option: Option, chosen: str) -> Iterator[str]:
    """Write every reading of an option; the default and the one in force are marked."""
    for number, (name, reading) in enumerate(option.readings.items()):
        marks = ["default"] if number == 0 else []
        marks += ["in force"] if name == chosen else []
        marked = f" [{', '.join(marks)}]" if marks else ""
        yield f"{chr(ord('a') + number)}) {name}: {reading.meaning}{marked}"


def _players(variant: Variant) -> Iterator[str]:
    section = variant.file.players
    allowed = section.allowed or (section.seats,)
    also = f" (possible: {players_text(allowed)})" if len(allowed) > 1 else ""
    yield f"{variant.players} players{also}."
    if section.sides == "alternate" and variant.players == 4:
        yield "Seats opposite each other are partners."
    elif section.sides == "alternate" and variant.players > 4:
        yield "Every other seat is a partner, so that there are two sides."
    elif section.sides == "declarer":
        yield f"{variant.seat_name(section.declarer)} is the declarer, alone against the others."


def _pack(variant: Variant) -> Iterator[str]:
    yield f"{len(variant.pack)} cards."
    for group in variant.file.pack.groups:
        suits = _listed([SUITS[letter].name for letter in group.suits if letter in SUITS])
        copies = f", {group.copies} copies of each" if group.copies > 1 else ""
        yield f"{group.ranks} in {suits}{copies}."
    for count, name in ((variant.file.pack.jokers, "Joker"), (variant.file.pack.fools, "Fool")):
        if count:
            yield f"{count} {name}{'s' if count > 1 else ''}."
    if variant.file.pack.add:
        yield f"Added: {variant.file.pack.add}."
    if variant.file.pack.remove:
        yield f"Removed: {variant.file.pack.remove}."


def _deal(variant: Variant) -> Iterator[str]:
    deal = variant.file.deal
    packets = f", in packets of {_listed(deal.packets)}" if deal.packets else ""
    yield f"{variant.hand_size} cards to each{packets}."
    if deal.dealer_sits_out_at == variant.players:
        yield "The dealer sits out."
    if deal.widow:
        owner = "the declarer" if deal.widow_to == "declarer" else "a widow"
        yield f"{deal.widow} cards for {owner}."
    turned = {"next": "The next card is turned up.", "dealer's last": "The last card is turned up."}
    if deal.turn_up in turned:
        yield turned[deal.turn_up]
    fixed = deal.trump in SUITS
    trumps = {
        "t": "Trumps are a suit of their own.",
        "none": "There are no trumps.",
        "turn-up": "Its suit is trump.",
        "named": "The trump suit is named.",
        "late": "A trump is turned during play.",
    }
    always = f"{SUITS[deal.trump].name.capitalize()} are always trump." if fixed else ""
    yield trumps.get(deal.trump) or always
    if deal.trump == "turn-up" and variant.file.pack.jokers:
        yield "If a Joker is turned up there is no trump."
    left = variant.undealt - (deal.turn_up == "next")
    if left:
        one = left == 1
        use = f"{'it stays' if one else 'they stay'} out of play, {deal.undealt}"
        use = f"{'it is' if one else 'they are'} the stock" if deal.stock else use
        yield f"{left} {'card is' if one else 'cards are'} left over; {use}."
    known = {
        "hand", "packets", "turn_up", "trump", "widow", "widow_to", "stock", "undealt",
        "dealer_sits_out_at",
    }  # fmt: skip
    yield from _others(deal, known)


def _ranks(variant: Variant) -> Iterator[str]:
    order = variant.file.order
    yield f"{order.ranks}, {'worst' if order.reverse else 'best'} first."
    for name in ("red", "black"):
        if getattr(order, name):
            yield f"In {name} plain suits: {getattr(order, name)}."
    for letter, ranks in order.suits.items():
        yield f"In {SUITS[letter].name if letter in SUITS else letter}: {ranks}."
    if order.top_trumps:
        best = ", ".join(order.top_trumps).replace("same colour", "of the other suit of its colour")
        yield f"Trumps above all others, best first: {best}."
    if (order.red or order.black) and variant.has_trumps:
        yield from (_trump_order(variant, suit) for suit in variant.pack.suits if suit in "cd")
    if order.privileged:
        yield f"May be withheld from a lower trump lead: {', '.join(order.privileged)}."


def _trump_order(variant: Variant, suit: str) -> str:
    """Write every trump, best first, when a suit is trump."""
    view = variant.view(suit)
    trumps = high_to_low(view, [card for card in view if view[card].trump])
    colour = SUITS[suit].colour
    ranks = " ".join(
        ("10" if card.rank == "T" else card.rank) if card.suit == suit else card_text(card)
        for card in trumps
    )
    return f"All trumps when a {colour} suit such as {SUITS[suit].name} is trump: {ranks}."


def _lead(variant: Variant) -> Iterator[str]:
    lead = variant.file.lead
    yield _FIRST[lead.first]
    if lead.opening:
        what = "the mate of the card left over" if lead.opening == "mate" else lead.opening
        yield f"The deal is opened with {what}."
    yield tiers_sentence("Lead", variant.lead_tiers, _broken(variant))
    yield from _others(lead, {"first", "opening", "tiers"})


def _broken(variant: Variant) -> str:
    """Return the name of what can be broken."""
    section = variant.file.events.breaking
    return "trumps" if section is None or section.suit == "trumps" else SUITS[section.suit].name


def _follow(variant: Variant) -> Iterator[str]:
    yield tiers_sentence("Play", variant.follow_tiers, _broken(variant))
    for tier in variant.always_tiers:
        yield f"Always allowed besides: {tier_words(tier, _broken(variant))}."
    yield from _others(variant.file.follow, {"tiers", "always"})


def _trick(variant: Variant) -> Iterator[str]:
    trick = variant.file.trick
    rule = WINNERS.get(trick.winner)
    plain = trick.winner == "highest" and not (variant.has_trumps or variant.order.top_trumps)
    words = _WINNERS.get(trick.winner) or (_sentence(rule.__doc__) if rule else trick.winner)
    if variant.file.pack.jokers and trick.winner != "highest":
        yield "A Joker wins."
        words = f"Otherwise {words[0].lower()}{words[1:]}"
    yield "The highest card of the suit led wins." if plain else words
    if variant.file.pack.jokers and trick.winner == "highest":
        yield f"A Joker wins only if it is led{' and no trump falls' * variant.has_trumps}."
    if variant.file.pack.fools:
        yield (
            "The Fool never wins; when it is led, the next card sets the suit, and is chosen by "
            "the rule for leading."
        )
    if len(set(variant.pack.faces) - {JOKER}) < sum(card != JOKER for card in variant.pack):
        yield _EQUAL[trick.equal]
    if variant.file.pack.jokers > 1:
        yield _JOKERS[trick.jokers]


def _score(variant: Variant) -> Iterator[str]:
    yield from score_sentences(variant)
    known = {"lines", "points", "suit_points", "card_points", "books", "motley", "turned"}
    yield from _others(variant.file.score, known)


def _pool(variant: Variant) -> Iterator[str]:
    section = variant.file.pool
    if section is None:
        return
    known = {"rule", "parts"}
    if section.rule != "shares":
        yield _POOLS[section.rule]
    else:
        known.add("fine")
        fine = "as much as the pool held" if section.fine == "pool" else str(section.fine)
        yield (
            f"Every trick draws one of {section.parts} equal parts of the pool, in whole counters; "
            "what is left over stays."
        )
        yield f"Whoever plays and takes no trick pays {fine} to the next pool."
    declare = variant.file.events.declare
    if declare is not None and declare.general:
        known.add("general_fine")
        yield (
            f"A general that is made wins the pool and {section.general_fine} from every other "
            f"player; one that is lost doubles the pool and pays {section.general_fine} to each."
        )
    for field, words in (("simple_form", "A simple pool"), ("double_form", "Any other pool")):
        form = getattr(section, field)
        if form:
            rules = "by these rules" if form == variant.based_on else f"as {form}"
            yield f"{words} is played {rules}."
    if section.offence == "fine":
        known |= {"offence", "offence_fine"}
        amount = section.offence_fine
        pays = f"wins nothing in that deal and pays {amount} to the next pool"
        crosses = section.rule == "crosses"
        yield f"Whoever breaks a rule {f'adds {amount} marks' if crosses else pays}."
    yield from _others(section, known | {"simple_form", "double_form"})


def _match(variant: Variant) -> Iterator[str]:
    match = variant.file.match
    ends = {
        "one deal": "One deal is a game.",
        "deals": f"The match ends after {match.deals} deals.",
        "reached": f"The match ends when somebody reaches {match.target}.",
    }
    if match.ends not in ends:
        return
    yield ends[match.ends]
    yield f"The {match.winner} total wins. {_TIES[match.ties]}"
    known = {"ends", "deals", "target", "winner", "ties"}
    yield from _others(match, known | (set() if match.ends == "reached" else {"cap"}))


# --- words for what has no sentence of its own ----------------------------------------------


def _sentence(doc: str | None) -> str:
    """Return the first sentence of a docstring, on one line."""
    text = " ".join((doc or "").split("\n\n")[0].split())
    return re.split(r"(?<=\.)\s", text)[0]


def _others(section: Section, known: set[str]) -> Iterator[str]:
    """Name every field that is not at its default and that no sentence has covered."""
    for field in msgspec.structs.fields(section):
        value = getattr(section, field.name)
        default = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        if field.name not in known and value != default:
            name = type(section).__name__.removesuffix("Section").lower()
            said = field_sentence(f"{name}.{field.name}", value, _value(value))
            if said is None:
                said = f"{_words(field.name)}: {_value(value)}.".capitalize()
            if said:
                yield said


def _words(name: str) -> str:
    return name.replace("_", " ")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{k} {_value(v)}" for k, v in value.items()) or "none"
    return str(value)


def _listed(values: Sequence[object]) -> str:
    words = [str(value) for value in values]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
