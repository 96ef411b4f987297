"""The stored counts of legal sequences, by the referee and by the naive second engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.dealing import deal_out
from solver.errors import RulesSilent
from solver.notation import read
from solver.perft import perft
from solver.problems import problems
from solver.referee import begin
from solver.variant import load
from solver.variant_source import names
from tests.common.naive_twin import twin
from tests.differential.test_naive_walks import PAIRED
from tests.naive import Gap, count_sequences

HERE = Path(__file__).parent


def stored(name: str) -> list[tuple[str, list[tuple[int, int]]]]:
    """Return the positions of a perft file with their (depth, count) pairs."""
    text = (HERE / f"{name}.perft").read_text(encoding="utf-8")
    out = []
    for block in text.strip().split("\n\n"):
        position, *rows = block.splitlines()
        out.append((position, [(int(d), int(c)) for d, c in (row.split() for row in rows)]))
    return out


@pytest.mark.parametrize("name", names())
def test_counts_are_the_stored_ones(name: str) -> None:
    """The referee finds the stored number of sequences at every depth."""
    blocks = stored(name)
    assert blocks
    for text, rows in blocks:
        position, _ = read(text)
        assert problems(position) == []
        assert [(depth, perft(position, depth)) for depth, _ in rows] == rows


@pytest.mark.parametrize("name", PAIRED)
def test_naive_engine_counts_the_same(name: str) -> None:
    """A second enumeration, written apart from the engine, finds the same numbers."""
    for seed in range(1, 4):
        variant = load(name)
        trump = "h" if variant.file.deal.trump == "named" else ""
        dealt = deal_out(variant, seed, trump=trump)
        game, position = twin(dealt), begin(dealt)
        depth = 1
        try:
            while depth < 9 and perft(position, depth) < 1500:
                depth += 1
            assert count_sequences(game, depth - 1) == perft(position, depth - 1)
        except (Gap, RulesSilent):
            continue
