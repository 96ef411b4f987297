"""docs/variant-files.md lists every section and field of a variant file, with what may stand there.

`python -m tests.unit.test_variant_fields` writes the file anew.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

import foolproof
from solver import describe_tiers
from solver.rules import scoring, tiers
from solver.rules.trick import WINNERS
from solver.variant_file import Section, VariantFile

PAGE = Path(foolproof.__file__).parent / "docs" / "variant-files.md"
HEAD = """# The fields of a variant file

A variant file is TOML. `extends` names a game (or a file) from which everything is inherited that
the file leaves out; without it `name`, `title` and the sections marked *required* must be there. A
number in a path picks an entry of a list: `score.lines.1.bonus = 12`. The words for tiers, lines of
the score and trick rules stand at the end; `foolproof variants show` says what a file means with
them, and the files in `solver/variants` are the examples. This page is written from
`solver/variant_file.py` (`python -m tests.unit.test_variant_fields`), and a test keeps it true.
"""
TIERS = """
## Words of `tiers`

Legal are the cards of the first tier that the hand can meet. A tier is a kind of cards, or several
with `or`, and may hold only `while` a condition, or several with `and`, as in
`tiers = ["led suit", "trumps while not first trick", "any"]`. A kind may end in `that heads` (would
win the trick), `that heads its suit` (beats every card of the suit led) or `not barred` (not called
civil).

| kind | which cards |
|---|---|
"""
CONDITIONS = """
| condition (or its opposite, with `not`) | when |
|---|---|
"""
LINES = """
## Lines of the score

`lines = [{ kind = "tricks", each = 2 }, { kind = "exact bid", bonus = 10 }]`

| kind | what it adds | may also say |
|---|---|---|
"""
TRICKS = """
## Trick rules

| `trick.winner` | the trick is won by |
|---|---|
"""
SIMPLE = {int: "number", str: "text", bool: "true, false", Any: "anything"}


def kind_text(kind: Any) -> str:
    """Say what may stand in a field."""
    if kind in SIMPLE:
        return SIMPLE[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        least, most = args[1].ge, args[1].le
        return f"number, {least} to {most}" if most is not None else f"number, {least} or more"
    if origin is Literal:
        return ", ".join(f"`{word}`" for word in args)
    if origin in (Union, types.UnionType):
        return " or ".join(kind_text(arg) for arg in args if arg is not type(None))
    if origin is tuple:
        return f"list: {kind_text(args[0])}"
    if origin is dict:
        return f"by name: {kind_text(args[1])}"
    return f"section {kind.__name__}"


def default_text(field: Any) -> str:
    """Write the value of a field that is left out."""
    if field.required:
        return "*required*"
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    if value is None or isinstance(value, Section) or value in ((), {}, ""):
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def sections(kind: Any) -> Iterator[type[Section]]:
    """Yield the sections of a type."""
    if isinstance(kind, type) and issubclass(kind, Section):
        yield kind
    for arg in get_args(kind):
        yield from sections(arg)


def tables(path: str, kind: type[Section]) -> Iterator[str]:
    """Yield the table of a section, then those of the sections in it."""
    title = f"`[{path}]`" if path else "The file itself"
    meaning = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    yield f"\n## {title}\n\n{meaning}\n"
    fields = msgspec.structs.fields(kind)
    if fields:
        yield "\n| field | what | default |\n|---|---|---|\n"
    inner = []
    for field in fields:
        yield f"| `{field.name}` | {kind_text(field.type)} | {default_text(field)} |\n"
        name = "CODE" if field.name == "options" else "NAME"
        named = f".{name}" if get_origin(field.type) is dict else ""
        inner += [(f"{path}.{field.name}{named}".lstrip("."), s) for s in sections(field.type)]
    for place, section in inner:
        yield from tables(place, section)


def first_sentence(thing: Any) -> str:
    """Return the first paragraph of a docstring on one line."""
    return " ".join((thing.__doc__ or "").split("\n\n")[0].split())


def parameters(line: str) -> str:
    """List what a line of the score may say besides its kind."""
    names = scoring.PARAMETERS.get(line, ())
    words = {n: " or ".join(f"`{w}`" for w in scoring.WORDS.get(n, ())) for n in names}
    return ", ".join(f"`{n}`" + f" ({words[n]})" * bool(words[n]) for n in names)


def vocabulary() -> Iterator[str]:
    """Yield the tables of the words that tiers, the score and the trick are written with."""
    yield TIERS
    yield "".join(f"| `{word}` | {describe_tiers.KINDS[word]} |\n" for word in tiers.KINDS)
    yield CONDITIONS
    for word in tiers.CONDITIONS:
        yield f"| `{word}` | {describe_tiers.CONDITIONS[word].format('trumps (or hearts)')} |\n"
    yield LINES
    for name, line in scoring.LINES.items():
        yield f"| `{name}` | {first_sentence(line)} | {parameters(name)} |\n"
    yield TRICKS
    for name, rule in WINNERS.items():
        yield f"| `{name}` | {first_sentence(rule).removeprefix('State who wins by ')} |\n"


def page() -> str:
    """Return the whole page."""
    return HEAD + "".join(tables("", VariantFile)) + "".join(vocabulary())


def test_the_page_lists_every_field() -> None:
    """The page is what the format says."""
    assert PAGE.read_text(encoding="utf-8") == page()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
