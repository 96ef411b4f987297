"""What a variant file must not hold, said before anything is built from it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from solver.cards import MAX_CARDS, RANKS, SUITS, parse_card, parse_cards
from solver.errors import BadInput, VariantError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from solver.variant_file import VariantFile

MOST = 1_000_000  # no number of a game is greater
NAME = re.compile(r"[^\W_]+(-+[^\W_]+)*")
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
        for field in ("suits", "ranks"):
            if not getattr(group, field).split():
                raise VariantError(f"pack.groups.{number}.{field}: at least one is needed.")
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
    fields: dict[str, str] = {
        "pack.add": file.pack.add,
        "pack.remove": file.pack.remove,
        "deal.second_turn_up": file.deal.second_turn_up,
        "score.motley": file.score.motley,
    }
    fields |= {f"score.books.{i}": book for i, book in enumerate(file.score.books)}
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
                hint = nearest(rank, RANKS) or " Write blanks between ranks, as in 'A K Q 10'."
                raise VariantError(f"{field}: '{shown}' is no rank.{hint}")
            if ranks.count(rank) > 1:
                raise VariantError(f"{field}: the rank {shown} stands there twice.")
    for field in ("top_trumps", "privileged"):
        for number, text in enumerate(getattr(file.order, field)):
            if not _is_top(text):
                raise VariantError(
                    f"order.{field}.{number}: '{text}' is neither a rank of the trump suit (J), "
                    "nor a card (Ah), nor a rank of the other suit of its colour (J same colour)."
                )


def _is_top(text: str) -> bool:
    rank = text.removesuffix(" same colour")
    if rank in ("10", *RANKS):
        return True
    try:
        return rank == text and bool(parse_card(text))
    except BadInput:
        return False


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
