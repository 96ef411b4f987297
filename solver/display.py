"""How results look: aligned plain ASCII when piped, suit symbols and colour on a terminal.

A `Screen` is made once per command. `rich` is imported for terminals only.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from typing import TYPE_CHECKING, Any

from solver.cards import SUITS, SYMBOLS, card_pretty, card_text, hand_text
from solver.referee import action_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from solver.position import Action, Position
    from solver.variant import Variant

_ASCII = {
    "–": "-", "—": "-", "−": "-", "‑": "-", "…": "...", "×": "x", "·": "*", "•": "-",
    "‘": "'", "’": "'", "“": '"', "”": '"', "′": "'", "″": '"',
    "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "⇒": "=>", "⌊": "[", "⌋": "]", "∪": "+",
    "½": "1/2", "⅓": "1/3", "⅕": "1/5", "🃏": "Jk", "★": "t", "✚": "x",
    "ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "\u00a0": " ", "\u202f": " ",
    "\ufe0e": "", "\ufe0f": "", "Σ": "sum ",
}  # fmt: skip
_FOLD = str.maketrans(_ASCII | SYMBOLS)
_RAISED = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁱⁿ]+")
_TOO_LONG = re.compile(r"(\S{60})\S{100,}(\S{10})")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """Write a text in ASCII: suits as letters, typographic signs as their plain cousins.

    >>> plain("K♠ – “naïve”, 3n² + 10⁻¹²")
    'Ks - "naive", 3n^2 + 10^-12'
    """
    text = harmless(text)
    if text.isascii():
        return text
    raised = _RAISED.sub(lambda m: "^" + unicodedata.normalize("NFKD", m[0]), text)
    folded = unicodedata.normalize("NFKD", raised.translate(_FOLD)).replace("\u2212", "-")
    kept = "".join(c for c in folded if not unicodedata.combining(c))
    return kept.encode("ascii", "backslashreplace").decode("ascii")


def shortened(text: str) -> str:
    """Return a message with the middle of words of hundreds of letters left out."""
    return _TOO_LONG.sub(r"\1...\2", text)


def harmless(text: str) -> str:
    """Drop the characters with which a text could command a terminal; line ends and tabs stay."""
    return _CONTROL.sub("", text)


class Screen:
    """Where a command writes: plain and aligned. `pretty` is for subclasses that can do more."""

    pretty = False
    width = 96

    def line(self, text: str = "") -> None:
        """Write one line."""
        print(plain(text).rstrip())

    def wrapped(self, label: str, text: str, indent: int) -> None:
        """Write a label, and a text beside it that is broken into lines."""
        from textwrap import fill

        blank = " " * indent
        self.line(fill(plain(text) if not self.pretty else text, self.width,
                       initial_indent=label.ljust(indent), subsequent_indent=blank,
                       break_long_words=False, break_on_hyphens=False))  # fmt: skip

    def title(self, text: str) -> None:
        """Write the line that opens a section."""
        self.line(text)

    def good(self, text: str) -> None:
        """Write good news."""
        self.line(text)

    def bad(self, text: str) -> None:
        """Write bad news."""
        self.line(text)

    def table(self, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Write rows in aligned columns under a header."""
        grid = [[plain(cell) for cell in row] for row in (header, *rows)]
        widths = [max(len(cell) for cell in column) for column in zip(*grid, strict=True)]
        for row in grid:
            self.line("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)))

    def hand(self, cards: Iterable[Any]) -> str:
        """Write a hand; '-' for an empty one."""
        return hand_text(cards, pretty=self.pretty) or "-"

    def card(self, card: Any) -> str:
        """Write one card."""
        return card_pretty(card) if self.pretty else card_text(card)

    def action(self, variant: Variant, action: Action) -> str:
        """Write one action; its text can be typed back."""
        if not self.pretty or not action.cards:
            return action_text(variant, action)
        words = [action.word] if action.word else []
        return " ".join([*words, *map(card_pretty, action.cards)])

    def suit(self, letter: str) -> str:
        """Write a suit by name ('none' for none)."""
        if not letter:
            return "none"
        suit = SUITS[letter]
        return f"{suit.name} {suit.symbol}" if self.pretty else suit.name


class Terminal(Screen):
    """A terminal: suit symbols, red suits in red, tables by rich. Honours NO_COLOR."""

    pretty = True

    def __init__(self, console: Console) -> None:
        from rich.highlighter import RegexHighlighter

        class Suits(RegexHighlighter):
            highlights = [r"(?P<red>\w*[♥♦]\w*)", r"(?P<joker>Joker|JOKER|Fool|jester)"]  # noqa: RUF012
            base_style = "suit."

        self.console = console
        self.width = max(40, min(console.width, 110))
        self.suits = Suits()

    def line(self, text: str = "") -> None:
        """Write one line, red suits in red."""
        self.console.print(self.suits(harmless(text)), soft_wrap=True)

    def title(self, text: str) -> None:
        """Write a bold line."""
        self.console.print(self.suits(harmless(text)), style="bold", soft_wrap=True)

    def good(self, text: str) -> None:
        """Write a green line."""
        text = harmless(text)
        self.console.print(text, style="bold green", soft_wrap=True, highlight=False, markup=False)

    def bad(self, text: str) -> None:
        """Write a yellow line."""
        text = harmless(text)
        self.console.print(text, style="bold yellow", soft_wrap=True, highlight=False, markup=False)

    def table(self, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Write a table with a rule under its header."""
        from rich.box import SIMPLE_HEAD
        from rich.measure import Measurement
        from rich.table import Table

        grid = [[harmless(cell) for cell in row] for row in rows]
        word = max((len(w) for row in grid for w in row[-1].split()), default=1)
        wide = self.console.options.update(width=10_000)
        table = Table(box=SIMPLE_HEAD, header_style="bold", pad_edge=False)
        for number, name in enumerate(header, 1):
            last = number == len(header)
            table.add_column(name, no_wrap=not last, min_width=word if last else None)
        for row in grid:
            table.add_row(*(self.suits(cell) for cell in row))
        # A narrow terminal breaks long lines by itself; names are never cut.
        width = self.console.width
        self.console.width = max(width, Measurement.get(self.console, wide, table).minimum)
        self.console.print(table, soft_wrap=self.console.width > width)
        self.console.width = width


def screen() -> Screen:
    """Return the screen for stdout: a Terminal if it is one that can show suit symbols."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    if not sys.stdout.isatty() or not encoding.startswith("utf"):
        return Screen()
    from rich.console import Console
    from rich.theme import Theme

    theme = Theme({"suit.red": "red", "suit.joker": "magenta"})
    return Terminal(Console(theme=theme, highlight=False))


def emit_json(data: Any) -> None:
    """Write data as JSON, indented, ASCII, keys in the order given."""
    print(json.dumps(data, indent=2))


# --- positions ------------------------------------------------------------------------------


def show_position(out: Screen, position: Position) -> None:
    """Write what lies open: the facts on one line, then every hand, the seat to act marked."""
    variant = position.variant
    out.title(f"{variant.name}: {situation_text(out, position)}")
    for seat, hand in enumerate(position.hands):
        mark = ">" if seat == position.turn and not position.over else " "
        away = "" if position.active[seat] or position.over else "   (not in this deal)"
        out.line(f"{mark} {variant.seat_name(seat)}  {out.hand(hand)}{away}")
    if position.trick:
        played = ", ".join(f"{variant.seat_name(s)} {out.card(c)}" for s, c in position.trick)
        out.line(f"  on the table: {played}")


def situation_text(out: Screen, position: Position) -> str:
    """Say in one line whose turn it is and what else is known."""
    variant = position.variant
    words = [_turn(position)]
    if variant.has_trumps and position.trump != "t":  # the suit that is called trumps
        words.append(_trump_words(out, position))
    if position.turn_up:
        words.append(f"turned up {out.hand(position.turn_up)}")
    if any(position.taken):
        words.append("tricks " + per_seat(variant, position.taken))
    if any(bid >= 0 for bid in position.bids):
        bids = ["-" if bid < 0 else str(bid) for bid in position.bids]
        words.append("bids " + per_seat(variant, bids))
    if position.pool:
        words.append(f"pool {position.pool}")
    return ", ".join(words)


def _trump_words(out: Screen, position: Position) -> str:
    if position.trump:
        return f"trump {out.suit(position.trump)}"
    late = position.variant.file.deal.trump == "late" and not position.over
    return "no trump yet" if late or position.phase == "make_trump" else "no trump"


def _turn(position: Position) -> str:
    seat = position.variant.seat_name(position.turn)
    if position.over:
        return "the deal is over"
    if position.phase != "play":
        return f"{seat} decides ({position.phase.replace('_', ' ')})"
    return f"{seat} {'plays' if position.trick else 'leads'}"


def per_seat(variant: Variant, values: Sequence[Any]) -> str:
    """Write one value per seat, such as 'A 1  B 0  C 2'."""
    return "  ".join(f"{variant.seat_name(i)} {value}" for i, value in enumerate(values))


def line_texts(out: Screen, position: Position, actions: Sequence[Action]) -> list[str]:
    """Write a sequence of actions trick by trick; a line ends with who won the trick."""
    from solver.referee import step

    lines: list[str] = []
    current: list[str] = []
    for action in actions:
        seat = position.variant.seat_name(position.turn)
        current.append(f"{seat} {out.action(position.variant, action)}")
        after = step(position, action)
        if after.done > position.done or after.over:
            lines.append(f"{_count(position, after)}{', '.join(current)}{_winner(position, after)}")
            current = []
        elif not after.trick and after.phase != position.phase:
            lines.append(f"    {', '.join(current)}")
            current = []
        position = after
    return lines + ([f"    {', '.join(current)}"] if current else [])


def _count(before: Position, after: Position) -> str:
    return f"{after.done:2}. " if after.done > before.done else "    "


def _winner(before: Position, after: Position) -> str:
    if after.done == before.done:
        return ""
    gained = [i for i, n in enumerate(after.taken) if n > before.taken[i]]
    return f"  -> {after.variant.seat_name(gained[0])}" if gained else ""


def show_outcome(out: Screen, position: Position) -> None:
    """Write what a finished deal came to: tricks, scores, pool."""
    from solver.outcome import outcome

    variant = position.variant
    result = outcome(position)
    header = ["seat", "tricks"]
    columns: list[Sequence[int]] = [result.taken]
    if any(result.points):
        header.append("points")
        columns.append(result.points)
    for kind, added in result.lines:
        header.append(f"for {kind}" if kind in header else kind)
        columns.append(added)
    if result.lines:
        header.append("score")
        columns.append(result.final)
    crosses = variant.file.pool is not None and variant.file.pool.rule == "crosses"
    if result.settlement is not None:
        header.append("marks" if crosses else "counters")
        columns.append([int(paid) if crosses else -int(paid) for paid in result.settlement.paid])
    rows = [
        [variant.seat_name(i), *(str(column[i]) for column in columns)]
        for i in range(variant.players)
    ]
    out.table(header, rows)
    if result.settlement is not None and not crosses:
        note = f" ({result.settlement.note})" if result.settlement.note else ""
        out.line(f"pool left for the next deal: {int(result.settlement.pool)}{note}")
