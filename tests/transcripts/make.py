"""Write the golden transcripts: `python -m tests.transcripts.make [NAME …]`, reviewed as a diff.

A transcript is one whole deal by random legal actions: the dealt position, every action with the
public quantities that it changed, and what the deal came to.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from solver.cards import card_text, hand_text
from solver.dealing import deal
from solver.errors import RulesSilent
from solver.notation import write
from solver.outcome import outcome
from solver.position import Position
from solver.referee import action_text, apply, legal_actions
from solver.variant import load
from solver.variant_source import names

HERE = Path(__file__).parent
QUIET = ("variant", "hands", "turn", "trick", "won", "stock", "dead", "widow")


def transcript(name: str, seed: int = 5) -> str:
    """Return the transcript of a variant's deal."""
    variant = load(name)
    position = deal(variant, seed, trump="s" if variant.file.deal.trump == "named" else "")
    rng = random.Random(seed)
    lines = [write(position)]
    while not position.over:
        legal = legal_actions(position)
        action = rng.choice(legal)
        seat, text = variant.seat_name(position.turn), action_text(variant, action)
        try:
            after = apply(position, action)
        except RulesSilent as error:
            lines.append(f"{seat} {text} ({len(legal)} legal): {error}")
            return "\n".join(lines) + "\n"
        lines.append(f"{seat} {text} ({len(legal)} legal)" + changes(position, after))
        position = after
    return "\n".join([*lines, *ending(position)]) + "\n"


def changes(before: Position, after: Position) -> str:
    """Return the public quantities that an action changed, in words."""
    parts = []
    for field in Position._fields:
        old, new = getattr(before, field), getattr(after, field)
        if field in QUIET or old == new:
            continue
        if field == "turn_up":
            new = hand_text(new) or "-"
        elif field == "demoted":
            new = card_text(new)
        elif isinstance(new, tuple):
            new = " ".join(str(v or "-") if v != 0 else "0" for v in new)
        parts.append(f"{field} {new}")
    return "; " + ", ".join(parts) if parts else ""


def ending(position: Position) -> list[str]:
    """Return the lines about what the deal came to."""
    result = outcome(position)
    lines = [f"result {position.result or 'played out'}", f"tricks {result.taken}"]
    lines += [f"{kind} {added}" for kind, added in result.lines]
    lines += [f"points {result.points}", f"raw {result.raw}", f"final {result.final}"]
    if result.settlement:
        lines.append(f"pool {result.settlement.pool}, paid {tuple(result.settlement.paid)}")
    return lines


def main() -> None:
    """Write the transcripts of the named variants, or of all."""
    for name in sys.argv[1:] or names():
        (HERE / f"{name}.txt").write_text(transcript(name), encoding="utf-8")


if __name__ == "__main__":
    main()
