"""How wide text is in the typeface of printed sheets, and text broken into lines and runs.

The widths are those of Bitstream Vera Sans (which ReportLab brings along) in thousandths of the
size. Suit symbols are no text: they are drawn as outlines, so that no font needs to have them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from puzzles.sheets.shapes import Shape, Text
from puzzles.sheets.suits import SYMBOL_SUITS, pip

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLAIN = (
    "318 401 460 838 636 950 780 275 390 390 500 838 318 361 318 337 636 636 636 636 636 636 636 "
    "636 636 636 337 337 838 838 838 531 1000 684 686 698 770 632 575 775 752 295 295 656 557 863 "
    "748 787 603 787 695 635 611 732 684 989 685 611 685 390 337 390 838 500 500 613 635 550 635 "
    "615 352 635 634 278 278 579 278 974 634 612 635 635 411 521 392 634 592 818 592 592 525 636 "
    "337 636 838"
)
_BOLD = (
    "348 456 521 838 696 1002 872 306 457 457 523 838 380 415 380 365 696 696 696 696 696 696 696 "
    "696 696 696 400 400 838 838 838 580 1000 774 762 734 830 683 683 821 837 372 372 775 637 995 "
    "837 850 733 850 770 720 682 812 774 1103 771 724 725 457 365 457 838 500 500 675 716 593 716 "
    "678 435 716 712 343 343 665 343 1042 712 687 716 716 493 595 478 712 652 924 645 652 582 712 "
    "365 712 838"
)
_OTHER = {"–": 500, "—": 1000, "“": 518, "”": 518, "’": 318, "…": 1000, "×": 838, "·": 318}
SUIT_WIDTH = 820
_WIDTHS = {
    False: [int(word) for word in _PLAIN.split()],
    True: [int(word) for word in _BOLD.split()],
}


def sign_width(sign: str, bold: bool = False) -> int:
    """Return the width of one sign in thousandths of the size."""
    if sign in SYMBOL_SUITS:
        return SUIT_WIDTH
    place = ord(sign) - 32
    return _WIDTHS[bold][place] if 0 <= place < 95 else _OTHER.get(sign, 700)


@lru_cache(maxsize=1 << 14)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return how wide a text is, suit symbols included."""
    return sum(sign_width(sign, bold) for sign in text) * size / 1000


class Run(NamedTuple):
    """A piece of a line: plain signs, or one suit symbol."""

    text: str
    suit: str


def runs(text: str) -> Iterator[Run]:
    """Split a line into signs and suit symbols."""
    plain = ""
    for sign in text:
        if sign in SYMBOL_SUITS:
            if plain:
                yield Run(plain, "")
            yield Run("", SYMBOL_SUITS[sign])
            plain = ""
        else:
            plain += sign
    if plain:
        yield Run(plain, "")


def wrapped(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Break a text into lines that fit; a word that is longer than a line is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        trial = f"{line} {word}" if line else word
        if text_width(trial, size, bold) <= room:
            line = trial
            continue
        if line:
            lines.append(line)
        while text_width(word, size, bold) > room and len(word) > 1:
            cut = max(1, int(len(word) * room / text_width(word, size, bold)) - 1)
            lines.append(word[:cut])
            word = word[cut:]
        line = word
    return [*lines, line]


def line_shapes(
    x: float, y: float, text: str, size: float, fill: str = "#1a1a1a", bold: bool = False
) -> Iterator[Shape]:
    """Yield the shapes of a line of text, its suit symbols in their colours."""
    for run in runs(text):
        if run.suit:
            width = SUIT_WIDTH * size / 1000
            yield pip(run.suit, x + width / 2, y - size * 0.35, size * 0.74)
            x += width
        else:
            yield Text(x, y, run.text, size, fill, bold)
            x += text_width(run.text, size, bold)
