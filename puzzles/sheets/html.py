"""A booklet as one HTML file: printable, and to be clicked through without any connection."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.sheets.strategy import strategy_data
from puzzles.sheets.suits import SYMBOL_SUITS
from puzzles.sheets.svg import drawing_svg, symbols_svg
from puzzles.sheets.words import LEGEND

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzles.sheets.booklet import Booklet, Entry, Rules

HERE = Path(__file__).parent
_SUITS = re.compile(f"[{''.join(SYMBOL_SUITS)}]")


def html(booklet: Booklet) -> str:
    """Return a booklet as one HTML page with everything in it."""
    symbols: set[str] = set()
    puzzles = "".join(_puzzle(entry, symbols, booklet.solutions) for entry in booklet.entries)
    shapes = [shape for entry in booklet.entries for shape in entry.picture.shapes]
    defs = f'<svg class="defs" aria-hidden="true">{symbols_svg(shapes, symbols)}</svg>'
    parts = [_rules(rules) for rules in booklet.rules]
    end = [_hints(booklet), _solutions(booklet), _data(booklet)] if booklet.solutions else []
    return "\n".join([*_head(booklet), defs, _top(booklet), *parts, puzzles, *end, *_foot()])


def _head(booklet: Booklet) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(booklet.title)}</title>"
    yield f"<style>\n{(HERE / 'style.css').read_text(encoding='utf-8')}</style>"
    yield "</head>\n<body>"


def _top(booklet: Booklet) -> str:
    links = [("#puzzles", "Puzzles")]
    if booklet.solutions:
        links += [("#hints", "Hints"), ("#solutions", "Solutions")]
    listed = "".join(f'<a href="{target}">{text}</a>' for target, text in links)
    count = len(booklet.entries)
    return (
        f"<header><h1>{escape(booklet.title)}</h1>"
        f"<p>{count} puzzle{'' if count == 1 else 's'}. All cards lie open. "
        '<span class="only-play">Click a card to play it; the others answer as well as they can. '
        "You are told at once when the goal slips.</span></p>"
        f"<nav>{listed}</nav></header>"
    )


def text_html(text: str) -> str:
    """Return a text as HTML, suit symbols in their colours and never as emoji."""
    return _SUITS.sub(
        lambda m: f'<span class="suit {SYMBOL_SUITS[m[0]]}">{m[0]}&#xFE0E;</span>', escape(text)
    )


def _rules(rules: Rules) -> str:
    rows = "".join(
        f"<dt>{escape(heading)}</dt><dd>{text_html(' '.join(sentences))}</dd>"
        for heading, sentences in rules.chapters
    )
    return (
        f'<section class="rules"><details open><summary><h2>Rules: {escape(rules.title)}</h2>'
        f"</summary><dl>{rows}</dl></details></section>"
    )


def _puzzle(entry: Entry, symbols: set[str], solutions: bool) -> str:
    anchor = ' id="puzzles"' if entry.number == 1 else ""
    picture = drawing_svg(entry.picture, symbols)
    playable = ' data-playable="1"' if solutions and _playable(entry) else ""
    return (
        f'<section class="puzzle" data-puzzle="{entry.number}"{playable}{anchor}>'
        f'<h2 id="p{entry.number}">{text_html(entry.heading)}</h2>'
        f'<p class="game">{escape(entry.game)}</p>'
        f'<p class="goal">{text_html(entry.goal)}</p>'
        f'<p class="situation">{text_html(entry.situation)}</p>'
        f"<figure>{picture}</figure>"
        f'<div class="play" hidden></div></section>\n'
    )


def _playable(entry: Entry) -> bool:
    """Whether there is anything to play: a choice at once, or an answer to the first card."""
    return entry.solution is not None and (entry.solution.makeable or entry.solution.root.mine)


def _hints(booklet: Booklet) -> str:
    listed = "".join(_hint(entry) for entry in booklet.entries)
    return f'<section class="hints" id="hints"><h2>Hints</h2>{listed}</section>'


def _hint(entry: Entry) -> str:
    hints = "".join(
        f"<li><details><summary>hint {number}</summary>{text_html(hint)}</details></li>"
        for number, hint in enumerate(entry.hints, 1)
    )
    body = f"<ol>{hints}</ol>" if hints else f"<p>{escape(entry.why or 'No hint.')}</p>"
    return (
        f'<div class="entry" id="h{entry.number}"><h3>{text_html(entry.heading)}</h3>{body}</div>'
    )


def _solutions(booklet: Booklet) -> str:
    listed = "".join(_solution(entry) for entry in booklet.entries)
    legend = f'<p class="note">{escape(LEGEND)}</p>'
    head = '<section class="solutions" id="solutions"><h2>Solutions</h2>'
    return f"{head}{legend}{listed}</section>"


def _solution(entry: Entry) -> str:
    head = f'<div class="entry" id="s{entry.number}"><h3>{text_html(entry.heading)}</h3>'
    if entry.solution is None:
        return f"{head}<p>Not solved: {escape(entry.why)}</p></div>"
    attempts = "".join(
        f"<li>{text_html(attempt.cards)} {text_html(attempt.verdict)}:{_lines(attempt.line)}</li>"
        for attempt in entry.attempts
    )
    why = f"<p>Why the other cards fail</p><ul>{attempts}</ul>" if attempts else ""
    notes = "".join(f'<p class="note">{text_html(note)}</p>' for note in entry.notes)
    return (
        f"{head}<details><summary>solution</summary>"
        f'<p class="key">{text_html(entry.key)}</p>{_lines(entry.line)}{why}{_tree(entry)}{notes}'
        "</details></div>"
    )


def _lines(lines: Sequence[str]) -> str:
    return f'<p class="line">{"<br>".join(text_html(line.strip()) for line in lines)}</p>'


def _tree(entry: Entry) -> str:
    if len(entry.tree) < 2:
        return ""
    rows = "".join(
        f'<div style="margin-left:{1.2 * depth:.1f}em">{text_html(text)}</div>'
        for depth, text in entry.tree
    )
    return f'<details class="tree"><summary>every defence</summary>{rows}</details>'


def _data(booklet: Booklet) -> str:
    data = {
        str(entry.number): strategy_data(entry.puzzle, entry.solution)
        for entry in booklet.entries
        if entry.solution is not None and _playable(entry)
    }
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    script = (HERE / "play.js").read_text(encoding="utf-8")
    block = f'<script type="application/json" id="strategies">{text}</script>'
    return f"{block}\n<script>\n{script}</script>"


def _foot() -> Iterator[str]:
    yield "</body>\n</html>\n"
