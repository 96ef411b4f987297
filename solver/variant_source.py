"""Variant files on disk: the built-in ones by name and id, inheritance, the lines of fields."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.errors import VariantError, nearest
from solver.variant_merge import dropped, merge

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FIELD = re.compile(r"([A-Za-z_]\w*(?:\.[^:\s]+)*):")  # that begins a message
BUILT_IN = Path(__file__).parent / "variants"
NAMING = ("id", "name", "title", "notes", "source", "without")  # what no file inherits


def names() -> list[str]:
    """Return the names of the built-in variants, sorted."""
    return sorted(path.stem for path in BUILT_IN.glob("*.toml"))


@lru_cache(maxsize=1)
def ids() -> dict[str, str]:
    """Return built-in ids (lower case) with their names."""
    found = {}
    for name in names():
        match = re.search(r'^id = "(.+)"', (BUILT_IN / f"{name}.toml").read_text(), re.M)
        if match:
            found[match[1].lower()] = name
    return found


def find(name: str) -> Path:
    """Return the file of a variant: a path that exists, a built-in's name, or its id."""
    path = Path(name)
    if path.suffix == ".toml" and _is_file(path):
        return path
    word = name.strip().lower()
    if word in names():
        return BUILT_IN / f"{word}.toml"
    if word in ids():
        return BUILT_IN / f"{ids()[word]}.toml"
    raise VariantError(
        f"'{name}' is no variant: expected a built-in (see 'foolproof variants list') or the path "
        f"of a .toml file.{nearest(word, [*names(), *ids()])}"
    )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a path, or with a NUL in it
        return False


class Source:
    """A variant file on disk with the files that it extends; knows the lines of its fields."""

    def __init__(self, path: Path, seen: tuple[Path, ...] = ()) -> None:
        self.path = path
        if path in seen:
            raise VariantError(f"{path}: extends itself by way of {seen[-1]}.")
        try:
            self.text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise VariantError(f"{path}: not UTF-8 text at byte {error.start}.") from None
        except OSError as error:
            raise VariantError(f"{path}: can't be read: {error.strerror}.") from None
        try:
            self.data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise VariantError(f"{path}: not TOML: {error}.") from None
        except ValueError:  # more digits than Python reads
            raise VariantError(f"{path}: not TOML: a number in it is too large.") from None
        except RecursionError:
            raise VariantError(f"{path}: nested too deeply to be a variant.") from None
        parent = self.data.get("extends", "")
        self.parent = None
        if parent:
            if not isinstance(parent, str):
                raise self.located(VariantError("extends: expected the name of a variant."))
            beside = path.parent / parent
            try:
                where = beside if beside.suffix == ".toml" and beside.is_file() else find(parent)
            except VariantError as error:
                raise self.located(VariantError(f"extends: {error}")) from None
            self.parent = Source(where, (*seen, path))

    @property
    def own(self) -> bool:
        """Whether this is a user's file, not one of the built-in variants."""
        return self.path.parent != BUILT_IN

    def resolved(self) -> dict[str, Any]:
        """Return the data with everything inherited from `extends` filled in."""
        own = {k: v for k, v in self.data.items() if k != "extends"}
        without = own.get("without", [])
        if not isinstance(without, list) or not all(isinstance(w, str) for w in without):
            error = 'without: expected a list of fields, such as ["events.gift"].'
            raise self.located(VariantError(error))
        if self.parent is None:
            if without:
                error = "without: this file extends no other, so there is nothing to leave out."
                raise self.located(VariantError(error))
            return own
        base = self.parent.resolved()
        for word in NAMING:
            base.pop(word, None)
        for number, field in enumerate(without):
            try:
                base = dropped(base, field.split("."))
            except KeyError:
                error = f"without.{number}: '{field}' does not stand in {self.data['extends']}."
                raise self.located(VariantError(error)) from None
        try:
            merged: dict[str, Any] = merge(base, own)
        except VariantError as error:
            raise self.located(error) from None
        merged["extends"] = self.data["extends"]
        merged.setdefault("name", re.sub(r"[\W_]+", "-", self.path.stem).strip("-") or "game")
        merged.setdefault("title", merged["name"])
        return merged

    def line_of(self, field: str) -> int | None:
        """Return the line on which a dotted field stands in this file, or None."""
        parts = field.split(".")
        section: list[str] = []
        best: tuple[int, int] | None = None
        for number, line in enumerate(self.text.splitlines(), 1):
            header = re.match(r"\s*\[+([^\]]+)\]+", line)
            if header:
                section = [p.strip().strip("\"'") for p in header[1].split(".")]
                here = section
            else:
                key = re.match(r"\s*([\w.\"'-]+)\s*=", line)
                if not key:
                    continue
                here = section + [p.strip("\"'") for p in key[1].split(".")]
            depth = _shared(here, parts)
            if depth in (len(here), len(parts)) and (best is None or depth > best[0]):
                best = (depth, number)
        return best[1] if best else None

    def located(self, error: VariantError) -> VariantError:
        """Return the error with file and line put before its field."""
        text = str(error)
        if text.startswith(tuple(str(source.path) for source in self.lineage())):
            return error
        match = FIELD.match(text)
        for source in self.lineage() if match else ():
            line = source.line_of(match[1]) if match else None
            if line and source is self:
                return VariantError(f"{self.path}, line {line}: {text}")
            if line:
                inherited = f"inherited from {source.path.name}, line {line}"
                return VariantError(f"{self.path} ({inherited}): {text}")
        return VariantError(f"{self.path}: {text}")

    def lineage(self) -> Iterator[Source]:
        """Yield this file, then the one that it extends, and so on."""
        yield self
        if self.parent is not None:
            yield from self.parent.lineage()


def _shared(here: Sequence[str], parts: Sequence[str]) -> int:
    count = 0
    for a, b in zip(here, parts, strict=False):
        if a != b:
            break
        count += 1
    return count
