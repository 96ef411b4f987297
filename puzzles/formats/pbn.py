"""PBN 2.1, the portable bridge notation, read as puzzles and written.

Read: comments, escapes, several boards, tags inherited by '#', end positions with fewer than
thirteen cards, unknown values, the play (replayed by the referee). Our own tags Goal, Key, Grade,
Themes … carry what a board has no place for; a board without [Goal] asks for its contract. A
changed board keeps all its other tags and comments.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzles.formats.bridge import (
    EXTRAS,
    SEATS,
    Board,
    board_puzzle,
    check_cards,
    contract_text,
    deal_text,
    puzzle_board,
    read_contract,
    read_suits,
    replay,
    replays,
    seat_of,
)
from puzzles.formats.document import Chunk, Document, Reader, files, rewritten
from puzzles.formats.pbn_tokens import Game, escaped, games
from solver.errors import FoolproofError, FormatError
from solver.referee import apply, parse_action

if TYPE_CHECKING:
    from puzzles.puzzle import Puzzle, PuzzleSet

NAME = "pbn"
HEADER = "% PBN 2.1\n% EXPORT\n"
UNKNOWN = ("", "?", "-")
_CARD = re.compile(r"([SHDC])(10|[AKQJT2-9])", re.I)
_NOTE = re.compile(r"=\d+=|\$\d+")
_OURS = ("Board", "Deal", "Declarer", "Contract", "Play", *EXTRAS)


def loads(text: str, *, strict: bool = False, file: str = "") -> Document:
    """Read boards; raise FormatError. What is odd gives a warning, in strict reading an error."""
    reader = Reader(text, file, strict)
    found = games(reader)
    chunks = [Chunk(text[: found[0].start if found else len(text)])]
    inherited = _Inherited()
    for number, game in enumerate(found):
        end = found[number + 1].start if number + 1 < len(found) else len(text)
        tags = inherited.values(game)
        chunks.append(Chunk(text[game.start : end], _puzzle(reader, game, tags)))
    return reader.document(NAME, chunks)


class _Inherited:
    """What '#' (the same as before) and '##…' (the same from here on) stand for."""

    def __init__(self) -> None:
        self.before: dict[str, str] = {}
        self.lasting: dict[str, str] = {}

    def values(self, game: Game) -> dict[str, tuple[str, int]]:
        """Return the value of every tag of a board, by its name in lower case, and its place."""
        out = {name: (value, game.start) for name, value in self.lasting.items()}
        for tag in game.tags:
            name, value = tag.name.lower(), tag.value
            if value == "#":
                value = self.before.get(name, "?")
            elif value.startswith("##"):
                value = self.lasting[name] = value[2:]
            out.setdefault(name, (value, tag.value_start))
            if name in self.lasting:
                out[name] = (value, tag.value_start)
        self.before.update({name: value for name, (value, _) in out.items()})
        return out


def _puzzle(reader: Reader, game: Game, tags: dict[str, tuple[str, int]]) -> Puzzle | None:
    board = Board()
    deal, at = tags.get("deal", ("", game.start))
    if deal in UNKNOWN:
        reader.warn(game.start, "a board without a deal: there is no puzzle in it.")
        return None
    try:
        _read_deal(reader, at, board, deal)
    except FormatError as error:
        reader.fail(at, str(error))
    _read_contract(reader, board, tags)
    for name in EXTRAS:
        value = tags.get(name.lower(), ("", 0))[0]
        if value not in UNKNOWN:
            board.extras[name] = value
    number = tags.get("board", ("", 0))[0]
    if number not in UNKNOWN:
        board.extras.setdefault("Id", number)
    puzzle = board_puzzle(reader, at, board)
    if puzzle is not None and "Position" not in board.extras:
        replay(reader, puzzle, _played(puzzle, game))
    return puzzle


def _played(puzzle: Puzzle, game: Game) -> list[tuple[str, int]]:
    """Return the cards of a board's play, in the order played, with their places.

    A row has a column for every seat, the first leader's first. What is irregular (`^R`) ends it.
    """
    cells: list[tuple[str, int]] = []
    for word, at in game.play:
        if word in ("*", "+") or word.startswith("^"):
            break
        if word == "-" or _CARD.fullmatch(word.rstrip("!?")):
            cells.append((word.rstrip("!?").upper().replace("10", "T"), at))
        elif not _NOTE.fullmatch(word):
            cells.append((word, at))
    cards: list[tuple[str, int]] = []
    position, first = puzzle.position, puzzle.position.turn
    for row in (cells[i : i + 4] for i in range(0, len(cells), 4)):
        lead = position.turn
        for seat in range(lead, lead + 4):
            word, at = row[(seat - first) % 4] if (seat - first) % 4 < len(row) else ("-", 0)
            if word == "-":
                return cards
            cards.append((word[1:] + word[0] if _CARD.fullmatch(word) else word, at))
            try:
                position = apply(position, parse_action(position, cards[-1][0]))
            except FoolproofError:
                return cards  # the replay says what is wrong
    return cards


def _read_deal(reader: Reader, at: int, board: Board, text: str) -> None:
    match = re.match(r"\s*([NESWnesw])\s*:\s*(.*)$", text)
    if match is None:
        raise FormatError(f"'{text}': expected a deal such as 'N:AQ2.KT9.. … … …'.")
    first = seat_of(match[1]) or 0
    words = match[2].split()
    if len(words) > 4:
        raise FormatError(f"a deal of {len(words)} hands: expected four.")
    if len(words) < 4:
        reader.warn(at, f"a deal of {len(words)} hands; the others are taken as unknown.")
    for number, word in enumerate(words):
        board.hands[(first + number) % 4] = None if word in UNKNOWN else read_suits(word)
    check_cards(board.hands)


def _read_contract(reader: Reader, board: Board, tags: dict[str, tuple[str, int]]) -> None:
    contract, at = tags.get("contract", ("", 0))
    if (
        contract not in UNKNOWN
        and contract.lower() != "pass"
        and not read_contract(board, contract)
    ):
        reader.warn(at, f"'{contract}' is no contract; passed over.")
    declarer, at = tags.get("declarer", ("", 0))
    if declarer not in UNKNOWN:
        board.declarer = seat_of(declarer.lstrip("^"))
        if board.declarer is None:
            reader.warn(at, f"'{declarer}' is no seat; passed over.")
    leader = tags.get("play", ("", 0))[0]
    if leader not in UNKNOWN:
        board.leader = seat_of(leader)


# --- writing --------------------------------------------------------------------------------------


def dumps(puzzles: PuzzleSet) -> str:
    """Write boards; what was read and has not changed is written as it was read."""
    pieces = rewritten(puzzles, NAME, _render)
    if pieces is not None:
        text = "".join(pieces)
        if loads(text).puzzles == puzzles.puzzles:
            return text  # else a changed board was inherited from: write every board in full
    return HEADER + "\n" + "\n".join(_render(puzzle, "") for puzzle in puzzles.puzzles)


def _render(puzzle: Puzzle, old: str) -> str:
    board = puzzle_board(puzzle)
    values = {
        "Board": puzzle.id or "?",
        "Deal": deal_text(board, 0),
        "Declarer": SEATS[board.declarer or 0],
        "Contract": contract_text(board),
        **{name: text for name, text in board.extras.items() if name != "Id"},
    }
    play = SEATS[board.leader or 0]
    needed = board.leader != ((board.declarer or 0) + 1) % 4
    text = _edited(_fitting(puzzle, old), values, play) if old else _fresh(values)
    if needed and re.search(r"\[play\s", text, re.I) is None:
        text = text.rstrip() + f'\n[Play "{play}"]\n*\n\n'
    return text


def _fitting(puzzle: Puzzle, old: str) -> str:
    """Return the text of a board without the cards of its play, if they no longer fit."""
    game = games(Reader(old, "", False))[0]
    cards = _played(puzzle, game)
    if replays(puzzle, cards):
        return old
    first, (word, last) = game.play[0][1], game.play[-1]
    return f"{old[:first]}*{old[last + len(word) :]}"


def _fresh(values: dict[str, str]) -> str:
    """Write a board with all tags in the order of the standard."""
    fixed = {name: values[name] for name in ("Board", "Deal", "Declarer", "Contract")}
    head = {"Event": values.get("Title", ""), "Site": "", "Date": "", "Board": fixed["Board"]}
    names = {name: "" for name in ("West", "North", "East", "South")}
    tags = {
        **head, **names, "Dealer": "N", "Vulnerable": "None", "Deal": fixed["Deal"],
        "Scoring": "", "Declarer": fixed["Declarer"], "Contract": fixed["Contract"], "Result": "?",
        **{name: text for name, text in values.items() if name not in fixed},
    }  # fmt: skip
    return "".join(f'[{name} "{escaped(text)}"]\n' for name, text in tags.items()) + "\n"


def _edited(old: str, values: dict[str, str], play: str) -> str:
    """Return the text of a board with its values replaced, all else as it stands."""
    tags = games(Reader(old, "", False))[0].tags
    known = {name.lower(): name for name in _OURS}
    present = {tag.name.lower() for tag in tags}
    added = "".join(
        f'\n[{name} "{escaped(text)}"]'
        for name, text in values.items()
        if name.lower() not in present
    )
    values = {**values, "Play": play}
    pieces, at = [], 0
    for tag in tags:
        name = known.get(tag.name.lower())
        if name is None:
            continue
        if name not in values:  # an annotation that the puzzle no longer has
            pieces.append(old[at : tag.start])
            at = tag.end + 1 if old[tag.end : tag.end + 1] == "\n" else tag.end
            continue
        pieces += [old[at : tag.value_start], escaped(values[name])]
        at = tag.value_end
        if name == "Deal":
            pieces += [old[at : tag.end], added]
            at = tag.end
    return "".join([*pieces, old[at:]])


load, dump = files(loads, dumps)
