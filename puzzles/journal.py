"""The journal of a composition: every finding on disk as soon as it is made (SQLite, WAL).

Whatever has been written survives `kill -9`; a rerun of the same command reads it and goes on.
"""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

from puzzles.compose import Finding
from solver.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_TABLES = """
create table if not exists recipe (data text not null);
create table if not exists finding (
  number integer primary key, reason text not null, puzzle text, canon text not null
);
"""
_WHAT_SETS_NUMBERS = ("count",)  # may change between runs: candidates don't depend on it


class Journal:
    """A file of findings for one recipe; a context manager. Raises BadInput."""

    def __init__(self, path: Path, recipe: dict[str, Any]) -> None:
        self.path = path
        self.recipe = {k: v for k, v in recipe.items() if k not in _WHAT_SETS_NUMBERS}
        try:
            self.connection = sqlite3.connect(path)
            self.connection.execute("pragma journal_mode=wal")
            self.connection.execute("pragma synchronous=full")
            self.connection.executescript(_TABLES)
            self._claim()
        except sqlite3.Error as error:
            raise BadInput(f"{path}: can't be used as journal: {error}.") from None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def _claim(self) -> None:
        """Write the recipe into a new journal; refuse one that belongs to another recipe."""
        row = self.connection.execute("select data from recipe").fetchone()
        text = json.dumps(self.recipe, sort_keys=True)
        if row is None:
            with self.connection:
                self.connection.execute("insert into recipe values (?)", (text,))
        elif row[0] != text:
            self.connection.close()
            raise BadInput(
                f"{self.path}: belongs to a run with other settings; finish that one, delete the "
                "file, or name another with --journal."
            )

    def findings(self) -> Iterator[Finding]:
        """Yield what has been found so far, in the order of numbers."""
        rows = self.connection.execute(
            "select number, reason, puzzle, canon from finding order by number"
        )
        for number, reason, puzzle, canon in rows:
            yield Finding(number, reason, json.loads(puzzle) if puzzle else None, canon)

    def write(self, findings: Iterable[Finding]) -> None:
        """Write findings in one transaction."""
        rows = [
            (f.number, f.reason, json.dumps(f.puzzle) if f.puzzle else None, f.canon)
            for f in findings
        ]
        with self.connection:
            self.connection.executemany("insert or ignore into finding values (?, ?, ?, ?)", rows)

    def remove(self) -> None:
        """Delete the journal: the set has been written."""
        self.connection.close()
        for ending in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
