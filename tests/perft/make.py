"""Write the perft files: `python -m tests.perft.make [NAME …]`, to be reviewed as a diff.

A file holds blocks of a position (one line) and lines `depth count`.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from solver.dealing import deal
from solver.errors import RulesSilent
from solver.notation import write
from solver.perft import perft
from solver.position import PLAY, Position
from solver.referee import legal_actions, step
from solver.variant import load
from solver.variant_source import names

HERE = Path(__file__).parent
MOST = 4_000


def ending(position: Position, seed: int, cards: int = 3) -> Position:
    """Play on at random until no hand has more than so many cards, at the start of a trick."""
    rng = random.Random(seed)
    while not position.over:
        largest = max(map(len, position.hands))
        if position.phase == PLAY and not position.trick and largest <= cards:
            return position
        position = step(position, rng.choice(legal_actions(position)))
    return position


def blocks(name: str) -> list[str]:
    """Return the perft blocks of a variant: a whole deal, and an ending of it if one is reached."""
    variant = load(name)
    trump = "h" if variant.file.deal.trump == "named" else ""
    start = deal(variant, 1, trump=trump)
    found = [block(start)]
    try:
        last = ending(start, 1)
    except RulesSilent:
        return found
    return found if last.over else [*found, block(last)]


def block(position: Position) -> str:
    """Return a position with its counts, to the depth where they become large or play ends."""
    lines = [write(position)]
    for depth in range(1, 13):
        try:
            count = perft(position, depth)
        except RulesSilent:
            break
        if count > MOST:
            break
        lines.append(f"{depth} {count}")
    return "\n".join(lines)


def main() -> None:
    """Write the files of the named variants, or of all."""
    for name in sys.argv[1:] or names():
        (HERE / f"{name}.perft").write_text("\n\n".join(blocks(name)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
