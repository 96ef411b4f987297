"""Laying one file's data over another's: inheritance, settings, and the chosen readings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from solver.errors import VariantError, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WHOLE = ("extends", "name", "id", "choose", "options", "without")  # no setting changes these


def merge(base: Any, patch: Any, field: str = "") -> Any:
    """Return base with patch laid over it: tables merge, everything else is replaced.

    A table of digits laid over a list changes single entries of the list. `field` is where the two
    stand, for messages.
    """
    if isinstance(base, dict) and isinstance(patch, dict):
        out = dict(base)
        for key, value in patch.items():
            inner = f"{field}.{key}".lstrip(".")
            out[key] = merge(base[key], value, inner) if key in base else value
        return out
    if isinstance(base, list) and isinstance(patch, dict) and all(map(_is_place, patch)):
        entries = list(base)
        for key, value in patch.items():
            inner = f"{field}.{key}".lstrip(".")
            if int(key) >= len(entries):
                count = f"{len(entries)} {'entry' if len(entries) == 1 else 'entries'}"
                raise VariantError(
                    f"{inner}: there is no entry {key}: the list has only {count}, counted from 0."
                )
            entries[int(key)] = merge(entries[int(key)], value, inner)
        return entries
    return patch


def _is_place(key: str) -> bool:
    return re.fullmatch(r"[0-9]{1,9}", key) is not None


def dropped(data: Mapping[str, Any], path: Sequence[str]) -> dict[str, Any]:
    """Return the data without the field at a path; raise KeyError if there is no such field."""
    first, *rest = path
    if first not in data or (rest and not isinstance(data[first], dict)):
        raise KeyError(first)
    if rest:
        return {**data, first: dropped(data[first], rest)}
    return {key: value for key, value in data.items() if key != first}


def set_field(data: dict[str, Any], field: str, value: Any) -> None:
    """Set one dotted field in place; a number in the path picks an entry of a list."""
    if field.split(".")[0] in WHOLE:
        raise VariantError(
            f"{field}: can't be set from outside the file; write a file that extends this one"
            + (", or choose readings with --option." if "choose" in field else ".")
        )
    patch: Any = value
    for part in reversed(field.split(".")):
        patch = {part: patch}
    merged = merge(data, patch)
    data.clear()
    data.update(merged)


def apply_readings(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data with the patch of every chosen reading (else the first) laid over it."""
    options = data.get("options", {})
    chosen = data.get("choose", {})
    if not isinstance(options, dict) or not isinstance(chosen, dict):
        raise VariantError("options: expected a table of options, [options.CODE].")
    by_code = {code.lower(): code for code in options}
    picked: dict[str, str] = {}
    for code, reading in chosen.items():
        if str(code).lower() not in by_code:
            raise VariantError(
                f"choose.{code}: this variant has no option {code}; it has "
                f"{', '.join(options) or 'none'}.{nearest(str(code), options)}"
            )
        picked[by_code[str(code).lower()]] = str(reading)
    for code, option in options.items():
        readings = option.get("readings", {}) if isinstance(option, dict) else {}
        if not isinstance(readings, dict) or not readings:
            raise VariantError(f"options.{code}.readings: expected at least one named reading.")
        word = picked.get(code, next(iter(readings)))
        by_word = {name.lower(): name for name in readings}
        by_word |= {chr(ord("a") + i): name for i, name in enumerate(readings)}
        if word.lower() not in by_word:
            raise VariantError(
                f"choose.{code}: '{word}' is no reading of {code}; known are "
                f"{', '.join(readings)}.{nearest(word, readings)}"
            )
        name = by_word[word.lower()]
        picked[code] = name
        reading_data = readings[name]
        if isinstance(reading_data, dict):
            patch = reading_data.get("patch", {})
            where = f"options.{code}.readings.{name}.patch"
            if not isinstance(patch, dict):
                raise VariantError(f"{where}: expected a section of fields.")
            try:
                data = merge(data, patch)
            except VariantError as error:
                raise VariantError(f"{where}.{error}") from None
    data["choose"] = picked
    return data
