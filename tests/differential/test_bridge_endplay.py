"""Bridge files against endplay: its readers understand ours, we understand its, DDS agrees."""

from __future__ import annotations

import io
import random

import pytest

from puzzles.formats import dumps, loads
from puzzles.puzzle import Puzzle, PuzzleSet
from solver.cards import Card
from solver.goals import Goal
from solver.kernel import kernel
from solver.position import start
from solver.search import solve
from solver.variant import load

endplay = pytest.importorskip("endplay")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
compiled = pytest.mark.skipif(kernel() is None, reason="the reference takes minutes for it")


def boards(count: int, cards: int, seed: int) -> list[Puzzle]:
    """Return random bridge positions with the most tricks of the leader's side as the goal."""
    rng = random.Random(seed)
    variant = load("bridge")
    found = []
    for number in range(count):
        pack = list(variant.pack)
        rng.shuffle(pack)
        hands = tuple(tuple(pack[i * cards : (i + 1) * cards]) for i in range(4))
        leader = rng.randrange(4)
        position = start(variant, hands, leader=leader)
        position = position._replace(trump=rng.choice(["", *"cdhs"]), done=13 - cards)
        declarer = (leader + 3) % 4
        side = frozenset([declarer, (declarer + 2) % 4])
        found.append(Puzzle(position, Goal(side, "tricks", "at least", 1), id=str(number + 1)))
    return found


def our_hands(deal) -> tuple[frozenset[str], ...]:  # type: ignore[no-untyped-def]
    """Return the hands of an endplay deal in our words."""
    players = (deal.north, deal.east, deal.south, deal.west)
    return tuple(frozenset(_ours(str(card)) for card in hand) for hand in players)


def _ours(text: str) -> str:
    letters = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
    suit = letters.get(text[0], text[0].lower())
    return str(Card(suit, text[1]))


def hands_of(puzzle: Puzzle) -> tuple[frozenset[str], ...]:
    """Return the hands of a puzzle as sets of texts."""
    return tuple(frozenset(map(str, hand)) for hand in puzzle.position.hands)


@pytest.mark.parametrize("format", ["pbn", "lin"])
def test_endplay_reads_what_we_write(format: str) -> None:
    from endplay.parsers import lin, pbn

    puzzles = boards(6, 13, seed=1)
    text = dumps(PuzzleSet("", tuple(puzzles)), format)
    read = {"pbn": pbn, "lin": lin}[format].load(io.StringIO(text))
    assert [our_hands(board.deal) for board in read] == [hands_of(p) for p in puzzles]
    for board, puzzle in zip(read, puzzles, strict=True):
        suit = {"": "nt"}.get(puzzle.position.trump, puzzle.position.trump)
        assert board.contract.denom.name.startswith(suit)
        declarer = puzzle.variant.seat_name((puzzle.position.leader + 3) % 4)
        assert board.contract.declarer.abbr == declarer


@pytest.mark.parametrize("format", ["pbn", "lin"])
def test_we_read_what_endplay_writes(format: str) -> None:
    from endplay.parsers import lin, pbn

    module = {"pbn": pbn, "lin": lin}[format]
    puzzles = boards(6, 13, seed=2)
    stream = io.StringIO(dumps(PuzzleSet("", tuple(puzzles)), format))
    out = io.StringIO()
    module.dump(module.load(stream), out)
    document = loads(out.getvalue(), format=format)
    assert [hands_of(p) for p in document.puzzles] == [hands_of(p) for p in puzzles]
    assert [p.position.trump for p in document.puzzles] == [p.position.trump for p in puzzles]
    assert [p.position.leader for p in document.puzzles] == [p.position.leader for p in puzzles]
    assert dumps(document, format) == out.getvalue()


@pytest.mark.parametrize("cards", [4, pytest.param(6, marks=compiled)])
def test_dds_agrees_on_what_was_read(cards: int) -> None:
    from endplay.dds import solve_board
    from endplay.types import Deal, Denom, Player

    for puzzle in loads(dumps(PuzzleSet("", tuple(boards(8, cards, seed=3))), "pbn")).puzzles:
        position = puzzle.position
        text = dumps(PuzzleSet("", (puzzle,)), "hands").splitlines()[-1].partition(" / ")[0]
        deal = Deal(text)
        deal.first = Player.find(puzzle.variant.seat_name(position.leader))
        deal.trump = Denom.find(position.trump or "nt")
        expected = {_ours(str(card)): tricks for card, tricks in solve_board(deal)}
        side = frozenset([position.leader, (position.leader + 2) % 4])
        values = {str(action.card): value for action, value in solve(position, Goal(side)).actions}
        assert values == expected
