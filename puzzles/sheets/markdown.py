"""A booklet as Markdown: for a forum, a repository or a mail."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzles.sheets.words import LEGEND
from solver.cards import hand_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzles.sheets.booklet import Booklet, Entry


def markdown(booklet: Booklet) -> str:
    """Return a booklet as Markdown; hints and solutions are folded and stand at the end."""
    return "\n".join(_lines(booklet)) + "\n"


def _safe(text: str) -> str:
    """Return a text without signs that Markdown or HTML would take for its own."""
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", " ".join(text.split()))


def _lines(booklet: Booklet) -> Iterator[str]:
    yield f"# {_safe(booklet.title)}"
    for rules in booklet.rules:
        yield from ("", f"<details><summary>Rules: {_html(rules.title)}</summary>", "")
        for heading, sentences in rules.chapters:
            yield f"- **{heading}** {_safe(' '.join(sentences))}"
        yield from ("", "</details>")
    for entry in booklet.entries:
        yield from _puzzle(entry)
    if not booklet.solutions:
        return
    yield from ("", "# Hints")
    for entry in booklet.entries:
        yield from ("", f"## {_safe(entry.heading)}: hints")
        for number, hint in enumerate(entry.hints, 1):
            yield f"<details><summary>hint {number}</summary>{_html(hint)}</details>"
    yield from ("", "# Solutions", "", _safe(LEGEND))
    for entry in booklet.entries:
        yield from _solution(entry)


def _html(text: str) -> str:
    from xml.sax.saxutils import escape

    return escape(" ".join(text.split()))


def _puzzle(entry: Entry) -> Iterator[str]:
    position = entry.puzzle.position
    name = position.variant.seat_name
    yield from ("", f"## {_safe(entry.heading)}", "", f"*{_safe(entry.game)}*", "")
    yield f"**{_safe(entry.goal)}** {_safe(entry.situation)}"
    yield from ("", "| seat | hand |", "|---|---|")
    for seat, hand in enumerate(position.hands):
        mark = " ▶" if seat == position.turn and not position.over else ""
        yield f"| {name(seat)}{mark} | {hand_text(hand, pretty=True) or '–'} |"
    if position.trick:
        played = ", ".join(f"{name(s)} {hand_text([c], pretty=True)}" for s, c in position.trick)
        yield from ("", f"On the table: {played}")


def _solution(entry: Entry) -> Iterator[str]:
    yield from ("", f"## {_safe(entry.heading)}: solution", "")
    if entry.solution is None:
        yield f"Not solved: {_safe(entry.why)}"
        return
    yield from ("<details><summary>Show the solution</summary>", "", f"**{_safe(entry.key)}**", "")
    yield from _code(entry.line)
    for attempt in entry.attempts:
        yield from (f"{_safe(attempt.cards)} {_safe(attempt.verdict)}:", "")
        yield from _code(attempt.line)
    if len(entry.tree) > 1:
        yield "<details><summary>Every defence</summary>"
        yield ""
        yield from _code([f"{'  ' * depth}{text}" for depth, text in entry.tree])
        yield from ("</details>", "")
    for note in entry.notes:
        yield from (_safe(note), "")
    yield "</details>"


def _code(lines: tuple[str, ...] | list[str]) -> Iterator[str]:
    yield from ("```", *(line.replace("```", "'''") for line in lines), "```", "")
