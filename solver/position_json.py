"""Positions as plain data for JSON, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solver.cards import Card, card_text
from solver.errors import BadInput, PositionError, nearest
from solver.notation import read_suit
from solver.position import Position, start
from solver.variant_text import read_variant, variant_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from solver.variant import Variant


def to_json(position: Position) -> dict[str, Any]:
    """Return a position as plain data; cards as text, seats as numbers from 0."""
    data: dict[str, Any] = {"variant": variant_text(position.variant)}
    for field, value in position._asdict().items():
        if field == "trick":
            data[field] = [[seat, card_text(card)] for seat, card in value]
        elif field in ("hands", "won"):
            data[field] = [[card_text(card) for card in pile] for pile in value]
        elif field in ("stock", "turn_up", "widow", "dead"):
            data[field] = [card_text(card) for card in value]
        elif field == "demoted":
            data[field] = card_text(value) if value else None
        elif field != "variant":
            data[field] = list(value) if isinstance(value, tuple) else value
    return data


def from_json(data: Any, settings: Mapping[str, Any] | None = None) -> Position:
    """Read a position from the data that `to_json` returns; raise PositionError.

    `settings` override fields of its variant.
    """
    if not isinstance(data, dict) or not isinstance(data.get("variant"), str):
        raise PositionError("JSON position: expected an object with 'variant' and 'hands'.")
    variant = read_variant(data["variant"], settings)
    if "hands" not in data:
        raise PositionError("JSON position: field 'hands' is missing.")
    hands = _piles(variant, "hands", data["hands"])
    position = start(variant, tuple(hands))
    for field, value in data.items():
        if field not in ("variant", "hands"):
            position = position._replace(**{field: _json_field(variant, field, value)})
    return position if "turn" in data else position._replace(turn=position.leader)


def _unexpected(field: str, expected: str, value: Any) -> PositionError:
    """Return the error for a field that holds something else than it should."""
    kinds = {
        "dict": "an object", "list": "a list", "str": f"the text {value!r}", "int": "a number",
        "float": "a decimal number", "bool": str(value).lower(), "NoneType": "null",
    }  # fmt: skip
    shown = kinds[type(value).__name__]
    if isinstance(value, str) and len(value) > 40:
        shown = "a text"
    return PositionError(f"JSON position: {field}: expected {expected}, found {shown}.")


def _list(field: str, value: Any, expected: str, length: int = 0) -> list[Any]:
    if not isinstance(value, list):
        raise _unexpected(field, expected, value)
    if length and len(value) != length:
        raise PositionError(
            f"JSON position: expected {length} {field}, one per seat, not {len(value)}."
        )
    return value


def _piles(variant: Variant, field: str, value: Any) -> list[tuple[Card, ...]]:
    piles = _list(field, value, "a list with a list of cards per seat", variant.players)
    return [tuple(_json_cards(variant, f"{field}, entry {i}", p)) for i, p in enumerate(piles)]


def _json_card(variant: Variant, field: str, value: Any) -> Card:
    if not isinstance(value, str):
        raise _unexpected(field, "a card such as 'Ks'", value)
    try:
        return variant.pack.parse(value)
    except BadInput as error:
        raise PositionError(f"JSON position: {field}: {error}") from None


def _json_cards(variant: Variant, field: str, value: Any) -> list[Card]:
    if not isinstance(value, list | str):
        raise _unexpected(field, "a list of cards such as ['Ks', '9s']", value)
    words = value.split() if isinstance(value, str) else value
    return [_json_card(variant, field, word) for word in words]


def _json_number(field: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _unexpected(field, "a whole number", value)
    if abs(value) >= 10**9:
        raise PositionError(f"JSON position: {field}: the number is too large.")
    return value


def _json_seat(variant: Variant, field: str, value: Any) -> int:
    seat = _json_number(field, value)
    if not 0 <= seat < variant.players:
        last = variant.players - 1
        raise PositionError(
            f"JSON position: {field}: expected a seat from 0 to {last}, found {seat}."
        )
    return seat


def _json_text(field: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _unexpected(field, "a text", value)
    return value


def _json_truth(field: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _unexpected(field, "true or false", value)
    return value


_PER_SEAT: dict[str, Callable[[str, Any], Any]] = {
    "taken": _json_number,
    "bids": _json_number,
    "calls": _json_text,
    "active": _json_truth,
    "barred": _json_truth,
}
_SINGLE: dict[str, Callable[[str, Any], Any]] = {
    "done": _json_number,
    "pool": _json_number,
    "phase": _json_text,
    "result": _json_text,
    "broken": _json_truth,
    "called": _json_truth,
}


def _json_field(variant: Variant, field: str, value: Any) -> Any:
    if field not in Position._fields:
        raise PositionError(
            f"JSON position: unknown field '{field}'.{nearest(field, Position._fields)}"
        )
    if field == "trick":
        return tuple(_json_played(variant, entry) for entry in _list(field, value, _PLAYED))
    if field == "won":
        return tuple(variant.pack.sort(pile) for pile in _piles(variant, field, value))
    if field in ("stock", "turn_up", "widow", "dead"):
        return tuple(_json_cards(variant, field, value))
    if field == "demoted":
        return None if value is None or value == "" else _json_card(variant, field, value)
    if field in _PER_SEAT:
        values = _list(field, value, "a list with an entry per seat", variant.players)
        return tuple(_PER_SEAT[field](f"{field}, entry {i}", v) for i, v in enumerate(values))
    if field in ("leader", "turn", "dealer"):
        return _json_seat(variant, field, value)
    if field == "trump":
        return read_suit(_json_text(field, value))
    return _SINGLE[field](field, value)


_PLAYED = "a list of seats with their cards, such as [[0, 'Ks']]"


def _json_played(variant: Variant, entry: Any) -> tuple[int, Card]:
    if not isinstance(entry, list) or len(entry) != 2:
        raise _unexpected("trick", _PLAYED, entry)
    return _json_seat(variant, "trick", entry[0]), _json_card(variant, "trick", entry[1])
