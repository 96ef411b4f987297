"""A variant with its options as text, such as `spoil-five players=4 S3=alone deal.widow=0`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from solver.errors import PositionError, VariantError, whole_number
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Mapping


def read_variant(text: str, settings: Mapping[str, Any] | None = None) -> Variant:
    """Read a variant with its options, such as `spoil-five players=4 S3=alone deal.widow=0`."""
    name, *words = re.findall(r'"[^"]+"|[^\s="]+="[^"]*"|\S+', text) or [""]
    name = name.strip('"')
    players: int | None = None
    choose: dict[str, str] = {}
    fixed: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if "." in key:
            fixed[key.lstrip(".")] = _setting(value)
            continue
        value = value.strip('"')
        if not equals:
            raise PositionError(
                f"'{word}' after the variant: expected an option such as players=4 or G1=lead."
            )
        if key == "players":
            players = whole_number(value)
            if players is None or players < 1:
                raise PositionError(f"players={value}: expected a number.")
        else:
            choose[key] = value.replace("_", " ")
    try:
        return load(name, players, choose, {**fixed, **(settings or {})})
    except VariantError as error:
        if settings:
            raise
        # The same words stand in a position without the dashes of the command line.
        text = str(error).replace("--players ", "players=")
        raise VariantError(re.sub(r"--(set|option) ", "", text)) from None


def _setting(text: str) -> Any:
    """Read the value of a setting; what is not JSON is a text."""
    if re.fullmatch(r"-?[0-9]{19,}", text):
        return 10**18  # refused as too large, without writing it out
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _setting_text(value: Any) -> str:
    """Write the value of a setting so that it holds no blank."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace(" ", "\\u0020").replace('\\"', "\\u0022").replace("#", "\\u0023")


def variant_text(variant: Variant) -> str:
    """Write a variant as `read_variant` reads it, with every reading that is not the default."""
    name = variant.path or variant.name
    words = [f'"{name}"' if " " in name else name]
    if variant.players != variant.file.players.seats:
        words.append(f"players={variant.players}")
    for code, option in variant.file.options.items():
        chosen = variant.file.choose.get(code)
        if chosen and chosen != next(iter(option.readings)):
            words.append(f"{code}={chosen.replace(' ', '_')}")
    for field, value in variant.settings.items():
        words.append(f"{'' if '.' in field else '.'}{field}={_setting_text(value)}")
    return " ".join(words)
