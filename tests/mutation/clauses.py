"""Mutants of variant files: every clause of lead, follow, trick and score deleted or changed.

A clause is a field that stands in the file itself: what a file inherits is changed where it stands,
for all files that extend it.

What can be changed is read off the typed file: other words of a list of words, a flag turned, a
number up and down, an entry left out, two neighbours exchanged, a condition dropped or negated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from proofs.compare import SAME, compare
from solver.errors import FoolproofError
from solver.rules.scoring import WORDS
from solver.rules.trick import WINNERS
from solver.variant import load
from solver.variant_file import VariantFile
from solver.variant_merge import set_field
from solver.variant_source import Source, find, names
from tests.mutation.code import TOUCHED

SECTIONS = ("lead", "follow", "trick", "score")
TIERS = frozenset({"lead.tiers", "follow.tiers", "follow.always"})


@dataclass(frozen=True)
class FileMutant:
    """A variant file of which one field has another value."""

    variant: str
    field: str
    was: Any
    now: Any

    @property
    def name(self) -> str:
        """A line that says what was changed."""
        return f"{self.variant} {self.field}: {self.was} -> {self.now}"

    @property
    def touches(self) -> str:
        """The variant whose file is changed."""
        return self.variant

    def equivalent(self) -> bool:
        """Tell, where the change has been applied, whether the game is the same."""
        allowed = load(self.variant).file.players.allowed
        try:
            return all(self._same(n) for n in {None, *allowed[:1], *allowed[-1:]})
        except FoolproofError:
            return False

    def _same(self, players: int | None) -> bool:
        was = msgspec.to_builtins(self.was)
        usual = load(self.variant, players, None, {self.field: was})
        return compare(load(self.variant, players), usual).verdict == SAME

    def apply(self) -> None:
        """Let this process read the file with the changed field."""
        resolved = Source.resolved

        def changed(source: Source) -> dict[str, Any]:
            data = resolved(source)
            if source.path.stem == self.variant:
                set_field(data, self.field, self.now)
            return data

        Source.resolved = changed  # type: ignore[method-assign, assignment]


def watch_files() -> None:
    """Let every variant file that is read be noted in `TOUCHED`."""
    resolved = Source.resolved

    def noted(source: Source) -> dict[str, Any]:
        TOUCHED.add(source.path.stem)
        return resolved(source)

    Source.resolved = noted  # type: ignore[method-assign, assignment]


def file_mutants() -> list[FileMutant]:
    """Return every mutant of every built-in file."""
    return [mutant for name in names() for mutant in mutants_of(name)]


def mutants_of(name: str) -> Iterator[FileMutant]:
    """Yield the mutants of a variant's sections lead, follow, trick and score."""
    file = load(name).file
    stated = Source(find(name)).data
    for section in SECTIONS:
        values = getattr(file, section)
        hints = get_type_hints(type(values), include_extras=True)
        for field in msgspec.structs.fields(values):
            if field.name not in stated.get(section, {}):
                continue
            path, value = f"{section}.{field.name}", getattr(values, field.name)
            for where, now in _others(path, value, hints[field.name], file):
                was = value if where == path else value[where.rsplit(".", 1)[-1]]
                yield FileMutant(name, where, was, now)


def _others(path: str, value: Any, kind: Any, file: VariantFile) -> Iterator[tuple[str, Any]]:
    """Yield the fields that may be set instead, with their values."""
    if path in TIERS:
        yield from ((path, tiers) for tiers in _other_tiers(list(value)))
    elif path == "score.lines":
        yield from ((path, lines) for lines in _other_lines(list(value), file.players.seats))
    elif path == "trick.winner":
        yield from ((path, word) for word in WINNERS if word != value)
    elif get_origin(kind) is Literal:
        yield from ((path, word) for word in get_args(kind) if word != value)
    elif isinstance(value, bool):
        yield path, not value
    elif isinstance(value, str) and value:
        yield path, ""
    elif isinstance(value, tuple):
        yield from ((path, rest) for rest in _fewer(list(value)))
    elif isinstance(value, dict):
        for key, number in value.items():
            yield from ((f"{path}.{key}", now) for now in (number + 1, 0) if now != number)


def _fewer(items: Sequence[Any]) -> Iterator[list[Any]]:
    yield from ([*items[:i], *items[i + 1 :]] for i in range(len(items)))


def _exchanged(items: Sequence[Any]) -> Iterator[list[Any]]:
    for i in range(len(items) - 1):
        yield [*items[:i], items[i + 1], items[i], *items[i + 2 :]]


def _with_each(items: Sequence[Any], change: Callable[[Any], Iterator[Any]]) -> Iterator[list[Any]]:
    for i, item in enumerate(items):
        yield from ([*items[:i], other, *items[i + 1 :]] for other in change(item))


def _other_tiers(tiers: Sequence[str]) -> Iterator[list[str]]:
    yield from _fewer(tiers)
    yield from _exchanged(tiers)
    yield from _with_each(tiers, _other_tier)


def _other_tier(tier: str) -> Iterator[str]:
    kinds_text, _, conditions_text = tier.partition(" while ")
    kinds = kinds_text.split(" or ")
    conditions = conditions_text.split(" and ") if conditions_text else []
    for rest in [*(_fewer(kinds) if len(kinds) > 1 else ()), *_with_each(kinds, _without_ending)]:
        yield _tier(rest, conditions)
    for others in [*_fewer(conditions), *_with_each(conditions, _negated)]:
        yield _tier(kinds, others)


def _tier(kinds: Sequence[str], conditions: Sequence[str]) -> str:
    return " or ".join(kinds) + (" while " + " and ".join(conditions) if conditions else "")


def _without_ending(kind: str) -> Iterator[str]:
    for ending in (" that heads", " that head", " not barred"):
        if ending in kind:
            yield kind.replace(ending, "", 1)


def _negated(condition: str) -> Iterator[str]:
    yield condition[4:] if condition.startswith("not ") else f"not {condition}"


def _other_lines(lines: Sequence[dict[str, Any]], seats: int) -> Iterator[list[dict[str, Any]]]:
    yield from _fewer(lines)
    yield from _exchanged(lines)
    yield from _with_each(lines, lambda line: _other_line(line, seats))


def _other_line(line: dict[str, Any], seats: int) -> Iterator[dict[str, Any]]:
    for word, value in line.items():
        if word in WORDS:
            yield from ({**line, word: other} for other in WORDS[word] if other != value)
        elif word == "weights":
            yield {**line, word: [1] * seats}
        elif isinstance(value, dict):
            for key, number in value.items():
                yield {**line, word: {**value, key: number + 1}}
        elif word != "kind":
            yield from ({**line, word: value + step} for step in (1, -1))
