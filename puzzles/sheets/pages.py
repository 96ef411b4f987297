"""A booklet laid out on pages: rules, puzzles, hints, solutions, each kind on pages of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puzzles.sheets.metrics import line_shapes, text_width, wrapped
from puzzles.sheets.shapes import Drawing, Place, Rect, Shape
from puzzles.sheets.words import LEGEND

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzles.sheets.booklet import Booklet, Entry, Rules

PAGE_WIDTH, PAGE_HEIGHT = 595.0, 842.0  # A4 in points
MARGIN = 46.0
ROOM = PAGE_WIDTH - 2 * MARGIN
GREY, INK, LINE = "#5c6270", "#1a1a1a", "#c9ccd3"
TREE_LINES = 48


@dataclass(frozen=True)
class Block:
    """Something that is not torn apart by the end of a page: shapes from y = 0, and their height.

    `page` names the part of the booklet ('rules', 'puzzles', 'hints', 'solutions').
    """

    shapes: tuple[Shape, ...]
    height: float
    page: str


@dataclass
class _Column:
    """Lines written one below the other."""

    part: str
    shapes: list[Shape] = field(default_factory=list)
    y: float = 0.0

    def text(
        self, text: str, size: float = 10.0, *, bold: bool = False, indent: float = 0.0,
        fill: str = INK, after: float = 0.0, hang: float = 0.0,
    ) -> _Column:  # fmt: skip
        """Write a text in as many lines as it takes; later lines hang in."""
        lines = wrapped(text, size, ROOM - indent - hang, bold)
        for number, line in enumerate(lines):
            self.y += size * 1.36
            x = MARGIN + indent + (hang if number else 0.0)
            self.shapes += line_shapes(x, self.y, line, size, fill, bold)
        self.y += after
        return self

    def rule(self, after: float = 6.0) -> _Column:
        """Draw a thin line across."""
        self.shapes.append(Rect(MARGIN, self.y + 3, ROOM, 0.6, 0, LINE))
        self.y += 3 + after
        return self

    def picture(self, drawing: Drawing, width: float) -> _Column:
        """Put a drawing in the middle."""
        scale = width / drawing.width
        left = MARGIN + (ROOM - width) / 2
        self.shapes.append(Place(drawing.shapes, left, self.y, scale))
        self.y += drawing.height * scale
        return self

    def block(self, after: float = 8.0) -> Block:
        """Return what has been written as a block."""
        return Block(tuple(self.shapes), self.y + after, self.part)


def pages(booklet: Booklet) -> list[Drawing]:
    """Return the pages of a booklet."""
    blocks = [*_cover(booklet), *(_puzzle(entry) for entry in booklet.entries)]
    if booklet.solutions:
        blocks += [*_hints(booklet), *_solutions(booklet)]
    out: list[list[Shape]] = []
    parts: list[str] = []
    y = 0.0
    for block in blocks:
        fresh = not out or parts[-1] != block.page
        if fresh or y + block.height > PAGE_HEIGHT - 2 * MARGIN:
            out.append([])
            parts.append(block.page)
            y = 0.0
        out[-1].append(Place(block.shapes, 0, MARGIN + y))
        y += block.height
    return [
        Drawing(PAGE_WIDTH, PAGE_HEIGHT, (*shapes, *_foot(booklet.title, number)), part)
        for number, (shapes, part) in enumerate(zip(out, parts, strict=True), 1)
    ]


def _foot(title: str, number: int) -> Iterator[Shape]:
    y = PAGE_HEIGHT - 22
    yield from line_shapes(MARGIN, y, title[:80], 8, GREY)
    right = PAGE_WIDTH - MARGIN - text_width(str(number), 8)
    yield from line_shapes(right, y, str(number), 8, GREY)


def _cover(booklet: Booklet) -> Iterator[Block]:
    column = _Column("rules").text(booklet.title, 22, bold=True, after=4)
    count = len(booklet.entries)
    column.text(f"{count} puzzle{'' if count == 1 else 's'}. All cards lie open.", 11, fill=GREY)
    if booklet.solutions:
        column.text("Hints and solutions stand on pages of their own at the end.", 11, fill=GREY)
    yield column.rule().block(10)
    for rules in booklet.rules:
        yield from _rules(rules)


def _rules(rules: Rules) -> Iterator[Block]:
    """Write the rules of a game chapter by chapter, so that a long rulebook may run on."""
    yield _Column("rules").text(f"Rules: {rules.title}", 13, bold=True).block(4)
    for heading, sentences in rules.chapters:
        column = _Column("rules")
        for number, sentence in enumerate(sentences):
            y = column.y
            if number == 0:
                column.shapes += line_shapes(MARGIN + 6, y + 9 * 1.36, heading, 9, GREY, True)
            column.text(sentence, 9, indent=64)
        bar = Rect(MARGIN, 2, 2, column.y, 0, "#9db59a")
        yield Block((bar, *column.shapes), column.y + 4, "rules")
    yield Block((), 10, "rules")


def _puzzle(entry: Entry) -> Block:
    column = _Column("puzzles").text(entry.heading, 14, bold=True)
    column.text(entry.game, 9, fill=GREY)
    column.text(entry.goal, 11, bold=True, after=1)
    column.text(entry.situation, 10, after=5)
    most = (PAGE_HEIGHT - 2 * MARGIN) / 2 - column.y - 14
    width = min(ROOM, most * entry.picture.width / entry.picture.height)
    return column.picture(entry.picture, width).block(12)


def _hints(booklet: Booklet) -> Iterator[Block]:
    yield _Column("hints").text("Hints", 18, bold=True).rule().block(2)
    for entry in booklet.entries:
        column = _Column("hints").text(entry.heading, 11, bold=True)
        for number, hint in enumerate(entry.hints, 1):
            column.text(f"{number}. {hint}", 10, indent=10, hang=14)
        if not entry.hints:
            column.text(entry.why or "No hint.", 10, indent=10, fill=GREY)
        yield column.block()


def _solutions(booklet: Booklet) -> Iterator[Block]:
    column = _Column("solutions").text("Solutions", 18, bold=True).rule()
    yield column.text(LEGEND, 8.5, fill=GREY).block()
    for entry in booklet.entries:
        yield from _solution(entry)


def _solution(entry: Entry) -> Iterator[Block]:
    column = _Column("solutions").text(entry.heading, 12, bold=True)
    if entry.solution is None:
        yield column.text(f"Not solved: {entry.why}", 10, fill=GREY).block()
        return
    column.text(f"Key: {entry.key}", 10, bold=True, after=1)
    for line in entry.line:
        column.text(line.strip(), 9, indent=10, hang=14)
    for note in entry.notes:
        column.text(note, 9, fill=GREY)
    yield column.block(4)
    for number, attempt in enumerate(entry.attempts):
        column = _Column("solutions")
        if number == 0:
            column.text("Why the other cards fail", 10, bold=True)
        column.text(f"{attempt.cards} {attempt.verdict}:", 9.5, indent=10, after=1)
        for line in attempt.line:
            column.text(line.strip(), 9, indent=20, hang=14)
        yield column.block(2)
    yield from _tree(entry.tree)


def _tree(lines: Sequence[tuple[int, str]]) -> Iterator[Block]:
    """Write the whole tree small, if it is no longer than a page is worth."""
    if len(lines) > 1:
        yield _Column("solutions").text("Every defence", 10, bold=True).block(0)
    for depth, text in lines[:TREE_LINES] if len(lines) > 1 else ():
        yield _Column("solutions").text(text, 7.5, indent=10 + 9 * min(depth, 12), hang=12).block(0)
    if len(lines) > TREE_LINES:
        rest = f"… and {len(lines) - TREE_LINES} more lines, which the page to click through has."
        yield _Column("solutions").text(rest, 7.5, indent=10, fill=GREY).block(0)
    yield Block((), 14, "solutions")
