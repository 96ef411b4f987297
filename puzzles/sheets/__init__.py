"""Sheets: puzzles as people print and play them, with drawn cards, hints and solutions apart.

>>> from puzzles.sheets import write_sheet
>>> write_sheet(puzzle_set, "booklet.html")       # doctest: +SKIP
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from solver.errors import BadInput

if TYPE_CHECKING:
    from puzzles.puzzle import PuzzleSet
    from solver.limits import Limits

ENDINGS = (".html", ".pdf", ".svg", ".md")


def write_sheet(
    puzzles: PuzzleSet,
    path: str | Path,
    title: str = "",
    limits: Limits | None = None,
    solutions: bool = True,
) -> None:
    """Write a booklet; the ending of the path says in which form. Raises BadInput."""
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise BadInput(f"{path}: a sheet is written as {', '.join(ENDINGS)}.")
    data = sheet(puzzles, ending, title, limits, solutions)
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise BadInput(f"{path}: can't be written: {error.strerror}.") from None


def sheet(
    puzzles: PuzzleSet,
    ending: str,
    title: str = "",
    limits: Limits | None = None,
    solutions: bool = True,
) -> bytes:
    """Return a booklet as the bytes of a file with that ending."""
    from puzzles.sheets.booklet import make_booklet

    booklet = make_booklet(puzzles, title, limits, solutions)
    if ending == ".pdf":
        from puzzles.sheets.pdf import pdf

        return pdf(booklet)
    if ending == ".svg":
        from puzzles.sheets.svg import pages_svg

        return pages_svg(booklet).encode()
    if ending == ".md":
        from puzzles.sheets.markdown import markdown

        return markdown(booklet).encode()
    from puzzles.sheets.html import html

    return html(booklet).encode()
