"""What a variant file must not hold, said before anything is built from it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from solver.cards import MAX_CARDS, RANKS, SUITS, card_text, parse_card, parse_cards
from solver.errors import BadInput, VariantError, nearest
from solver.rules.algebra import PLAIN
from solver.rules.scoring import LINES, PARAMETERS, WORDS, Facts, score_lines
from solver.rules.tiers import stranded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from solver.rules.order import Seen
    from solver.variant import Variant
    from solver.variant_file import VariantFile

MOST = 1_000_000  # no number of a game is greater
NAME = re.compile(r"[^\W_]+(-+[^\W_]+)*")
# Words of a tier that mean nothing before a card has been led.
OF_THE_TABLE = (
    "led suit", "same colour", "that head", "trump led", "joker led", "fool led", "be withheld",
)  # fmt: skip
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def plain_values(data: Any, field: str = "") -> None:
    """Raise VariantError for numbers beyond a million and texts with control characters."""
    if isinstance(data, dict):
        for key, value in data.items():
            if _CONTROL.search(str(key)):
                raise VariantError(f"{field or 'file'}: a name with a control character in it.")
            plain_values(value, f"{field}.{key}".lstrip("."))
    elif isinstance(data, list | tuple):
        for number, value in enumerate(data):
            plain_values(value, f"{field}.{number}")
    elif isinstance(data, int) and abs(data) > MOST:
        raise VariantError(f"{field}: the number is too large; at most {MOST:,} is meant.")
    elif isinstance(data, str) and _CONTROL.search(data):
        raise VariantError(f"{field}: the text holds a control character; leave it out.")


def name_of_game(name: str, built_in: Iterable[str], *, own: bool) -> None:
    """Raise VariantError unless a game of a user's `own` file may have this name."""
    if not NAME.fullmatch(name):
        raise VariantError(
            f"name: '{name}' can't be the name of a game: expected letters, digits and '-', such "
            "as my-game."
        )
    if own and name.lower() in built_in:
        raise VariantError(
            f"name: '{name}' is a game that Foolproof knows already; choose another name for the "
            "file, or give it one in its field name."
        )


def small_pack(file: VariantFile) -> None:
    """Raise VariantError, before the pack is built, if it would be too large or names no suit."""
    size = 0
    for number, group in enumerate(file.pack.groups):
        suits = group.suits.split()
        for letter in "".join(suits):
            if letter not in SUITS:
                known = ", ".join(f"{s} ({suit.name})" for s, suit in SUITS.items())
                raise VariantError(
                    f"pack.groups.{number}.suits: '{letter}' is no suit; known are {known}."
                )
        size += len("".join(suits)) * len(group.ranks.split()) * group.copies
        _too_many(f"pack.groups.{number}", size)
    for field, count in (("jokers", file.pack.jokers), ("fools", file.pack.fools)):
        size += count
        _too_many(f"pack.{field}", size)


def _too_many(field: str, size: int) -> None:
    if size > 10 * MAX_CARDS:
        raise VariantError(
            f"{field}: too many cards for a pack: at most {MAX_CARDS} are supported."
        )
    if size > MAX_CARDS:
        raise VariantError(f"{field}: a pack of {size} cards: at most {MAX_CARDS} are supported.")


def cards_named(file: VariantFile) -> None:
    """Raise VariantError for a field whose text should be cards and is not."""
    events = file.events
    fields: dict[str, str] = {
        "pack.add": file.pack.add,
        "pack.remove": file.pack.remove,
        "deal.second_turn_up": file.deal.second_turn_up,
        "lead.opening": "" if file.lead.opening == "mate" else file.lead.opening,
        "score.motley": file.score.motley,
    }
    fields |= {f"score.books.{i}": book for i, book in enumerate(file.score.books)}
    fields |= {"events.flush.pam": events.flush.pam} if events.flush else {}
    fields |= {"events.pam.card": events.pam.card} if events.pam else {}
    for field, text in fields.items():
        try:
            parse_cards(text)
        except BadInput as error:
            raise VariantError(f"{field}: {error}") from None
    for text in file.score.card_points:
        try:
            parse_card(text)
        except BadInput as error:
            raise VariantError(f"score.card_points.{text}: {error}") from None
    for letter in file.score.suit_points:
        if letter not in SUITS:
            raise VariantError(
                f"score.suit_points.{letter}: '{letter}' is no suit; known are {', '.join(SUITS)}."
            )


def ranks_once(file: VariantFile) -> None:
    """Raise VariantError for a rank that stands twice in an order, or is none."""
    for field, text in _orders(file):
        ranks = ["T" if rank == "10" else rank for rank in text.split()]
        for rank in ranks:
            shown = "10" if rank == "T" else rank
            if rank not in RANKS:
                raise VariantError(f"{field}: '{shown}' is no rank.{nearest(rank, RANKS)}")
            if ranks.count(rank) > 1:
                raise VariantError(f"{field}: the rank {shown} stands there twice.")


def _orders(file: VariantFile) -> Iterator[tuple[str, str]]:
    order = file.order
    yield from (
        ("order.ranks", order.ranks),
        ("order.red", order.red),
        ("order.black", order.black),
    )
    for letter, text in order.suits.items():
        if letter not in SUITS:
            raise VariantError(
                f"order.suits.{letter}: '{letter}' is no suit; known are {', '.join(SUITS)}."
            )
        yield f"order.suits.{letter}", text


def needed_sections(file: VariantFile) -> None:
    """Raise VariantError for rules that speak of what the game does not have."""
    if file.events.draw is not None and not file.deal.stock:
        raise VariantError(
            "events.draw: cards are drawn from a stock, but this game has none; "
            "set deal.stock = true."
        )
    if file.events.breaking is None:
        lists: Mapping[str, tuple[str, ...]] = {
            "lead.tiers": file.lead.tiers,
            "follow.tiers": file.follow.tiers,
            "follow.always": file.follow.always,
        }
        for field, texts in lists.items():
            for number, text in enumerate(texts):
                if re.search(r"\b(while|and) (not )?broken\b", text):
                    raise VariantError(
                        f"{field}.{number}: '{text}' waits for a suit to be broken; add a section "
                        "[events.breaking] that says which."
                    )


# --- of a variant that has been built ---------------------------------------------------------


def parts_fit(variant: Variant) -> None:
    """Raise VariantError for rules that contradict each other, the pack or the players."""
    for event in ("declare", "take_up"):
        if getattr(variant.file.events, event) is not None and variant.file.pool is None:
            raise VariantError(f"events.{event}: needs a [pool] section.")
    needs_turn_up = variant.file.events.rob or variant.file.events.take_up
    if needs_turn_up and variant.file.deal.turn_up == "none":
        raise VariantError("deal.turn_up: robbing and taking up need a turned card.")
    draw = variant.file.events.draw
    if draw is not None and draw.short == "refuse" and variant.undealt % variant.players:
        raise VariantError(
            f"events.draw.short: a stock of {variant.undealt} does not come out even among "
            f"{variant.players} players; choose 'stop' or 'play on'."
        )
    if variant.file.trick.winner == "middling" and variant.has_trumps:
        raise VariantError("deal.trump: a middling trick rule knows no trumps; use 'none'.")
    if variant.file.trick.winner == "middling of three" and variant.players != 3:
        raise VariantError(
            f"trick.winner: 'middling of three' is a rule for 3 players, not {variant.players}; "
            "use 'middling'."
        )
    if variant.file.events.pam and variant.file.lead.face_down != "no":
        raise VariantError(
            "lead.face_down: a trick can be called for trumps or Pam called civil, not both in "
            "one game; use 'no' or leave events.pam out."
        )
    for i, text in enumerate(variant.file.lead.tiers):
        for word in OF_THE_TABLE:
            if word in text:
                raise VariantError(
                    f"lead.tiers.{i}: '{text}' speaks of cards on the table ('{word}'), but "
                    "nothing has been led yet."
                )


def tiers_leave_a_card(variant: Variant) -> None:
    """Raise VariantError for tiers that can leave a seat to play without a legal card.

    Loading does not ask this, so that a faulty rule can be examined and shown at work.
    """
    a_suit = variant.pack.suits[0] if variant.has_trumps else ""
    view = variant.view(variant.keeps_trump_suit or a_suit)
    cards = list(view.values())
    suits = {seen.suit: [seen] for seen in cards}
    nothing_led: list[list[Seen]] = [[]]
    asked = (
        ("lead", variant.lead_tiers, nothing_led),
        ("follow", variant.follow_tiers, [*suits.values()]),
    )
    for where, tiers, leads in asked:
        card = stranded(PLAIN, tiers, cards, leads)
        if card is not None:
            name = card_text(variant.pack.faces[card.face])
            raise VariantError(
                f"{where}.tiers: a seat that holds {name} alone could have no legal card; "
                "let the last tier admit any card ('any')."
            )


def lines_known(variant: Variant) -> None:
    """Raise VariantError for lines of the score that are not known or don't fit the players."""
    for i, line in enumerate(variant.file.score.lines):
        kind = str(line.get("kind"))
        if kind not in LINES:
            raise VariantError(
                f"score.lines.{i}.kind: '{kind}' is no line of a score; known are "
                f"{', '.join(LINES)}.{nearest(kind, LINES)}"
            )
        for word, value in line.items():
            _parameter(variant, f"score.lines.{i}.{word}", kind, word, value)
    try:
        n = variant.players
        nothing = Facts((0,) * n, (0,) * n, (0,) * n, variant.sides, ((),) * n, (0,) * n)
        score_lines(PLAIN, variant.file.score.lines, nothing)
    except (TypeError, ValueError, LookupError) as error:
        raise VariantError(f"score.lines: do not fit these players ({error}).") from None


def _parameter(variant: Variant, where: str, kind: str, word: str, value: object) -> None:
    known = ("kind", *PARAMETERS.get(kind, ()))
    if word not in known:
        raise VariantError(
            f"{where}: unknown field '{word}'; known here are {', '.join(known)}."
            f"{nearest(word, known)}"
        )
    if word == "weights":
        good = value == "rising" or (
            isinstance(value, list | tuple)
            and len(value) == variant.players
            and all(type(weight) is int for weight in value)
        )
        expected = f"'rising' or {variant.players} numbers (one per seat)"
    elif kind == "middling bonus" and word == "bonus" and isinstance(value, dict):
        good = all(re.fullmatch("[0-9]+", n) and type(v) is int for n, v in value.items())
        expected = "numbers by how many play, such as { 3 = 10, 5 = 30 }"
    elif word in WORDS:
        good, expected = value in WORDS[word], " or ".join(f"'{w}'" for w in WORDS[word])
    else:
        good, expected = type(value) is (str if word == "kind" else int), "a number"
    if not good:
        raise VariantError(f"{where}: expected {expected}, found {value!r}.")
