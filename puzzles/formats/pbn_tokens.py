"""The lexical level of PBN 2.1: tag pairs, sections, comments, escapes, and where boards end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puzzles.formats.document import lines_of

if TYPE_CHECKING:
    from puzzles.formats.document import Reader

LONGEST_LINE = 255
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:\\[^\n]|[^"\\\n])*)"\s*\]')
_STRING_BEGUN = re.compile(r'\[\s*[A-Za-z0-9_]+\s+"')
_SECTIONS = ("auction", "play")


@dataclass
class Tag:
    """A tag pair: its name and value, where it begins and ends, and where its value does."""

    name: str
    value: str
    start: int
    end: int
    value_start: int
    value_end: int

    @property
    def has_section(self) -> bool:
        """Whether free tokens may follow the tag."""
        name = self.name.lower()
        return name in _SECTIONS or name.endswith("table")


@dataclass
class Game:
    """The tags of one board, where its text begins, and the words of its play with their places."""

    start: int
    tags: list[Tag] = field(default_factory=list)
    play: list[tuple[str, int]] = field(default_factory=list)

    def tag(self, name: str) -> Tag | None:
        """Return the tag of a name, or None."""
        return next((tag for tag in self.tags if tag.name.lower() == name.lower()), None)


def unescaped(text: str) -> str:
    """Return a string without its escapes (backslash before a quote or a backslash)."""
    return re.sub(r"\\(.)", r"\1", text)


def escaped(text: str) -> str:
    """Return a text as it stands between the quotes of a tag."""
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def games(reader: Reader) -> list[Game]:
    """Return the boards of a text; raise FormatError where a tag or comment is broken."""
    for line in lines_of(reader.text):
        if len(line.text) > LONGEST_LINE:
            reader.warn(line.at + LONGEST_LINE, f"a line longer than {LONGEST_LINE} characters.")
    return _Scanner(reader).games()


class _Scanner:
    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.text = reader.text
        self.at = 1 if self.text.startswith("\ufeff") else 0
        self.found: list[Game] = []
        self.open: Game | None = None

    def games(self) -> list[Game]:
        """Scan the text to its end."""
        while self.at < len(self.text):
            self._step()
        return self.found

    def _step(self) -> None:
        sign = self.text[self.at]
        at_line_start = self.at == 0 or self.text[self.at - 1] in "\n\ufeff"
        if at_line_start and sign == "%":
            self._skip_line()
        elif at_line_start and self._blank_line():
            self.open = None
            self._skip_line()
        elif sign.isspace():
            self.at += 1
        elif sign == ";":
            self._skip_line()
        elif sign == "{":
            self._skip_comment()
        elif sign == "[":
            self._tag()
        else:
            self._words()

    def _line_end(self) -> int:
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def _blank_line(self) -> bool:
        return not self.text[self.at : self._line_end()].strip()

    def _skip_line(self) -> None:
        self.at = self._line_end() + 1

    def _skip_comment(self) -> None:
        end = self.text.find("}", self.at)
        if end < 0:
            self.reader.fail(self.at, "a comment begins with '{' and never ends.")
        self.at = end + 1

    def _tag(self) -> None:
        match = _TAG.match(self.text, self.at)
        if match is None:
            begun = _STRING_BEGUN.match(self.text, self.at)
            what = "its text does not end on this line" if begun else 'expected [Name "value"]'
            self.reader.fail(self.at, f"a broken tag pair: {what}.")
        name, value = match[1], unescaped(match[2])
        tag = Tag(name, value, match.start(), match.end(), match.start(2), match.end(2))
        game = self.open
        if game is not None and name.lower() != "note" and game.tag(name) is not None:
            self.reader.warn(
                self.at, f"a second [{name}]: a new board without an empty line before it."
            )
            game = None
        if game is None:
            game = Game(match.start())
            self.found.append(game)
        game.tags.append(tag)
        self.open = game
        self.at = match.end()

    def _words(self) -> None:
        """Pass over the tokens of a section; anything else is tolerated with a warning."""
        end = self._line_end()
        stop = min(
            (at for at in (self.text.find(sign, self.at, end) for sign in "[{;") if at >= 0),
            default=end,
        )
        if self.open is None or not self.open.tags[-1].has_section:
            words = " ".join(self.text[self.at : stop].split())[:40]
            self.reader.warn(self.at, f"'{words}' is no part of a board; passed over.")
        elif self.open.tags[-1].name.lower() == "play":
            words_found = re.finditer(r"\S+", self.text[self.at : stop])
            self.open.play += [(word[0], self.at + word.start()) for word in words_found]
        self.at = stop
