"""Every single change that a user's own file can make to a variant, by the types of the fields."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from solver.variant import Variant
from solver.variant_file import Section, VariantFile

FIXED = frozenset(
    {"name", "id", "title", "source", "outside", "extends", "without", "notes", "options", "choose"}
)
NUMBERS = (-1, 0, 1, 2, 3, 7)
TEXTS = ("", "Jc", "Jk", "A", "T", "A K", "2h 3h")
LISTS: tuple[list[Any], ...] = ([], ["J"], ["Jc"], ["any"], [2], [3, 2], ["A K Q"])
TABLES: tuple[dict[str, Any], ...] = ({}, {"A": 1}, {"c": 2}, {"Jc": -3}, {"c": "A K Q J T 9 8 7"})


def changes(variant: Variant) -> Iterator[tuple[str, Any]]:
    """Yield dotted fields with values that they do not have yet; many make no sense."""
    yield from _changes(VariantFile, variant.file, "")


def _changes(kind: type[Section], section: Any, before: str) -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(kind):
        if field.name in FIXED:
            continue
        path, value = f"{before}{field.name}", getattr(section, field.name)
        inner = _section(field.type)
        if inner is None:
            yield from ((path, other) for other in values(field.type) if other != value)
        elif value is None:
            yield path, {}
        elif isinstance(value, tuple):
            for number, entry in enumerate(value):
                yield from _changes(inner, entry, f"{path}.{number}.")
        else:
            yield from _changes(inner, value, f"{path}.")


def _section(kind: Any) -> type[Section] | None:
    kinds = [kind, *get_args(kind)]
    return next((k for k in kinds if isinstance(k, type) and issubclass(k, Section)), None)


def values(kind: Any) -> list[Any]:
    """Return values for a field of a type, among them odd ones."""
    if kind is bool:
        return [True, False]
    origin = get_origin(kind)
    if kind is int or origin is Annotated:
        return [*NUMBERS]
    if kind is str:
        return [*TEXTS]
    if origin is Literal:
        return [*get_args(kind)]
    if origin is tuple:
        return [*LISTS]
    if origin is dict:
        return [*TABLES]
    if origin in (Union, types.UnionType):
        return [value for k in get_args(kind) for value in values(k)]
    return []
