"""From plain data to the typed records of `solver.variant_file`, with messages in plain words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

from solver.errors import VariantError, nearest
from solver.variant_file import Section, VariantFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_KINDS = {
    "int": "a whole number",
    "float": "a decimal number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a section",
    "datetime": "a date",
    "date": "a date",
    "time": "a time",
}


def to_file(data: dict[str, Any]) -> VariantFile:
    """Return the typed file; raise VariantError naming the field, with the nearest known word."""
    try:
        return msgspec.convert(data, VariantFile)
    except msgspec.ValidationError as error:
        raise VariantError(_explain(str(error))) from None


def _explain(text: str) -> str:
    message, _, where = text.partition(" - at `$")
    path = re.sub(r"\[(\d+|\.\.\.)\]", r".\1", where.rstrip("`")).lstrip(".")
    unknown = re.match(r"Object contains unknown field `(.+)`", message)
    here = _type_at(path)
    if unknown:
        known = [f.name for f in msgspec.structs.fields(here)] if here else []
        field = f"{path}.{unknown[1]}".lstrip(".")
        return (
            f"{field}: unknown field '{unknown[1]}'; known here are {', '.join(known)}."
            f"{nearest(unknown[1], known)}"
        )
    bad_word = re.match(r"Invalid enum value '?(.+?)'?$", message)
    if bad_word:
        known = [str(w) for w in _words(here)]
        number = ["a whole number"] if int in get_args(here) else []
        expected = " or ".join([*number, *(f"'{word}'" for word in known)])
        return (
            f"{path}: '{bad_word[1]}' is not known here; expected {expected}."
            f"{nearest(bad_word[1], known)}"
        )
    missing = re.match(r"Object missing required field `(.+)`", message)
    if missing:
        field = f"{path}.{missing[1]}".lstrip(".")
        return f"{field}: missing; this field is required."
    known = [w for w in _words(here) if isinstance(w, str)]
    return f"{path or 'file'}: {plain_words(message, known)}."


def _type_at(path: str) -> Any:
    """Return the declared type of a dotted field of VariantFile, or None."""
    here: Any = VariantFile
    for part in [p for p in path.split(".") if p]:
        if isinstance(here, type) and issubclass(here, Section):
            known = {f.name: f.type for f in msgspec.structs.fields(here)}
            here = known.get(part)
        else:
            here = next((a for a in get_args(here) if a is not Ellipsis and a is not str), None)
        here = next((a for a in get_args(here) if _is_section(a)), here)
    return here


def _is_section(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Section)


def _words(kind: Any) -> Iterator[Any]:
    if get_origin(kind) is None:
        return
    for arg in get_args(kind):
        if isinstance(arg, str | int):
            yield arg
        else:
            yield from _words(arg)


def plain_words(message: str, known: Iterable[Any] = ()) -> str:
    """Write a message of the parser in plain words; `known` are the words allowed there.

    >>> plain_words("Expected `int | null`, got `str`")
    'expected a whole number, found a text'
    """
    kinds = re.match(r"Expected `([^`]+)`(.*)$", message)
    if not kinds:
        return message[:1].lower() + message[1:]
    rest, _, got = kinds[2].partition(", got ")
    words = [f"'{word}'" for word in known]
    wanted = [_kind(k) for k in kinds[1].split(" | ") if k != "null" and not (words and k == "str")]
    bound = re.sub(r"^ of length", ", of length", rest)
    bound = bound.replace(" >= ", " of at least ").replace(" <= ", " of at most ")
    found = f", found {_kind(got.strip('`'))}" if got else ""
    return f"expected {' or '.join([*wanted, *words])}{bound}{found}"


def _kind(word: str) -> str:
    return "nothing" if word == "null" else _KINDS.get(word, word)
