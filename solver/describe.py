"""A variant in plain language, generated from its file: what `foolproof variants show` prints.

Whatever has no sentence here is still named with its value, so that nothing in a file stays
hidden.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from solver.cards import JOKER, SUITS, card_text
from solver.describe_fields import FAMILY, field_sentence
from solver.rules.order import high_to_low
from solver.rules.scoring import LINES, rising_weights
from solver.rules.trick import WINNERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from solver.rules.tiers import Tier
    from solver.variant import Variant
    from solver.variant_file import Option, Section

_KINDS = {
    "any": "any card",
    "naturals": "any card with a suit",
    "jokers": "a Joker",
    "fool": "the Fool",
    "trumps": "a trump",
    "plain": "a card of a plain suit",
    "led suit": "a card of the suit led",
    "same colour": "a card of the colour led",
    "smallest": "the smallest card",
    "highest trump": "the highest trump",
    "master trump": "the ace of trumps (the king if the ace is the turn-up)",
    "opening card": "the card that must open the deal",
    "pointless": "a card that counts nothing",
}
_HEADS = {
    " that heads its suit": " that beats every card of the suit led",
    " that heads": " that would win the trick",
    " that head": " that would win the trick",
}
_FIRST = {
    "eldest": "The eldest hand (at the dealer's left) leads to the first trick.",
    "eldest declarer": "The eldest of those who play leads to the first trick.",
    "holder": "The holder of the opening card leads to the first trick.",
    "declarer": "The declarer leads to the first trick.",
}
_WINNERS = {
    "highest": "The highest trump wins, else the highest card of the suit led.",
    "middling": (
        "A Joker wins. Otherwise the suit with an odd number of cards emerges (of two such suits "
        "the one whose colour is odd in number), and its middling card wins."
    ),
    "middling of three": (
        "A Joker wins. Otherwise of one suit the middle card wins, of two suits the card alone in "
        "its suit, of three suits the card alone in its colour."
    ),
}
_EQUAL = {
    "first": "Of equal cards the one played first counts.",
    "last": "Of equal cards the one played last counts.",
    "pairs, first": "Equal cards cancel in pairs; of the rest the first played counts.",
    "pairs, last": "Equal cards cancel in pairs; of the rest the last played counts.",
    "all": "All equal cards are ignored.",
    "refuse": "The rules name no winner when three equal cards meet.",
    "none": "Equal cards both stand.",
}
_JOKERS = {
    "first": "Of several Jokers the first played wins.",
    "last": "Of several Jokers the last played wins.",
    "cancel": "Jokers cancel in pairs.",
    "refuse": "The rules name no winner when several Jokers meet.",
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
        Chapter("events", list(_events(variant))),
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
    if section.sides == "alternate":
        yield "Seats opposite each other are partners."
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
    packets = f", in packets of {' and '.join(map(str, deal.packets))}" if deal.packets else ""
    yield f"{variant.hand_size} cards to each{packets}."
    if deal.dealer_sits_out_at == variant.players:
        yield "The dealer sits out."
    if deal.widow:
        owner = "the declarer" if deal.widow_to == "declarer" else "a widow"
        yield f"{deal.widow} cards for {owner}."
    turned = {"next": "The next card is turned up.", "dealer's last": "The last card is turned up."}
    if deal.turn_up in turned:
        yield turned[deal.turn_up]
    trumps = {
        "none": "There are no trumps.",
        "turn-up": "Its suit is trump.",
        "named": "The trump suit is named.",
        "late": "A trump is turned during play.",
    }
    yield trumps.get(deal.trump) or f"{SUITS[deal.trump].name.capitalize()} are always trump."
    left = variant.undealt - (deal.turn_up == "next")
    if left:
        use = "are the stock" if deal.stock else f"stay out of play, {deal.undealt}"
        yield f"{left} {'card is' if left == 1 else 'cards are'} left over and {use}.".replace(
            "are left over and are", "are left over: they are"
        )
    known = {
        "hand", "packets", "turn_up", "trump", "widow", "widow_to", "stock", "undealt",
        "dealer_sits_out_at",
    }  # fmt: skip
    yield from _others(deal, known)


def _ranks(variant: Variant) -> Iterator[str]:
    order = variant.file.order
    low = " (low to high: the order is reversed)" if order.reverse else ""
    yield f"{order.ranks}, best first{low}."
    for name in ("red", "black"):
        if getattr(order, name):
            yield f"In {name} plain suits: {getattr(order, name)}."
    for letter, ranks in order.suits.items():
        yield f"In {SUITS[letter].name if letter in SUITS else letter}: {ranks}."
    if order.top_trumps:
        yield f"Trumps above all others, best first: {', '.join(order.top_trumps)}."
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
    yield _tiers("Lead", variant.lead_tiers)
    yield from _others(lead, {"first", "opening", "tiers"})


def _follow(variant: Variant) -> Iterator[str]:
    yield _tiers("Play", variant.follow_tiers)
    for tier in variant.always_tiers:
        yield f"Always allowed besides: {tier_words(tier)}."
    yield from _others(variant.file.follow, {"tiers", "always"})


def _tiers(verb: str, tiers: Sequence[Tier]) -> str:
    if len(tiers) == 1:
        return f"{verb} {tier_words(tiers[0])}."
    words = "; else ".join(tier_words(tier) for tier in tiers)
    return f"{verb} {words}."


def tier_words(tier: Tier) -> str:
    """Write one tier in words."""
    kinds, _, conditions = tier.text.partition(" while ")
    words = " or ".join(_kind_words(kind.strip()) for kind in kinds.split(" or "))
    return f"{words}, while {conditions}" if conditions else words


def _kind_words(kind: str) -> str:
    for ending, meant in _HEADS.items():
        if kind.endswith(ending):
            return _kind_words(kind[: -len(ending)]) + meant
    return _KINDS.get(kind, kind)


def _trick(variant: Variant) -> Iterator[str]:
    trick = variant.file.trick
    rule = WINNERS.get(trick.winner)
    plain = trick.winner == "highest" and not (variant.has_trumps or variant.order.top_trumps)
    words = _WINNERS.get(trick.winner) or (_sentence(rule.__doc__) if rule else trick.winner)
    yield "The highest card of the suit led wins." if plain else words
    if variant.file.pack.fools:
        yield "The Fool never wins; when it is led, the next card sets the suit."
    if len(set(variant.pack.faces) - {JOKER}) < sum(card != JOKER for card in variant.pack):
        yield _EQUAL[trick.equal]
    if variant.file.pack.jokers > 1:
        yield _JOKERS[trick.jokers]


def _events(variant: Variant) -> Iterator[str]:
    events = variant.file.events
    for field in msgspec.structs.fields(events):
        section = getattr(events, field.name)
        if section is not None:
            yield " ".join([_sentence(section.__doc__), *_settings(section)])


def _score(variant: Variant) -> Iterator[str]:
    score = variant.file.score
    for line in score.lines:
        kind = str(line["kind"])
        extra = {key: value for key, value in line.items() if key != "kind"}
        if kind == "weighted tricks":
            yield _weights(variant, extra)
        else:
            yield f"{_sentence(LINES[kind].__doc__)}{_pairs(extra.items())}"
    worth = [f"{rank} {n}" for rank, n in score.points.items() if n]
    worth += [f"every card of {SUITS[s].name} {n}" for s, n in score.suit_points.items() if n]
    worth += [f"{card} {n}" for card, n in score.card_points.items() if n]
    if worth:
        yield f"Captured cards are worth: {', '.join(worth)}."
    yield from _others(score, {"lines", "points", "suit_points", "card_points"})


def _weights(variant: Variant, line: Mapping[str, Any]) -> str:
    listed = line.get("weights", "rising")
    weights = rising_weights(variant.players) if listed == "rising" else listed
    side = line.get("toward", "right")
    words = [f"{weights[0]} for each own trick"]
    words += [
        f"{weight} for each of the seat {_nth(distance)}to the {side}"
        for distance, weight in enumerate(weights[1:], 1)
    ]
    return f"A seat scores {', '.join(words)}."


def _nth(distance: int) -> str:
    return "next " if distance == 1 else f"{distance} places "


def _pool(variant: Variant) -> Iterator[str]:
    from solver.rules.pool import POOLS

    section = variant.file.pool
    if section is not None:
        yield _sentence(POOLS[section.rule].__doc__)
        yield from _others(section, {"rule"})


def _match(variant: Variant) -> Iterator[str]:
    match = variant.file.match
    ends = {
        "one deal": "One deal is a game.",
        "deals": f"The match ends after {match.deals} deals.",
        "reached": f"The match ends when somebody reaches {match.target}.",
    }
    if match.ends in ends:
        yield ends[match.ends]
        yield f"The {match.winner} total wins; ties: {match.ties}."
        yield from _others(match, {"ends", "deals", "target", "winner", "ties"})


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


def _settings(section: Section) -> Iterator[str]:
    """Write what an event's fields say, each in a sentence."""
    for field in msgspec.structs.fields(section):
        value = getattr(section, field.name)
        family = getattr(section, "family", None)
        if family and FAMILY.get(field.name, family) != family:
            continue
        said = field_sentence(f"{type(section).__name__}.{field.name}", value, _value(value))
        if said is None:
            said = f"{_words(field.name)}: {_value(value)}.".capitalize()
        if said:
            yield said


def _pairs(pairs: Iterable[tuple[str, Any]]) -> str:
    words = [f"{_words(name)}: {_value(value)}" for name, value in pairs]
    return f" ({'; '.join(words)})" if words else ""


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
