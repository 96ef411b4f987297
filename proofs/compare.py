"""Two variants side by side: the same game, or the smallest thing in which they differ.

Each part of the rules is compared by what it does, not by how it is written: the pack and the deal
as counts, leads and follows over all hands and tricks at once, the trick rule over all tricks, the
score over all that a deal can leave. What is left is compared by playing the same deals with both.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from proofs.claim import Witness
from proofs.comparison.legal import compare_leads_and_follows
from proofs.comparison.play import compare_play
from proofs.comparison.scores import compare_scores
from proofs.comparison.tricks import compare_order, compare_tricks
from solver.cards import card_text
from solver.errors import EXIT_REFUTED, EXIT_UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.display import Screen
    from solver.variant import Variant

SAME, DIFFERENT, OPEN, WORDS = "same", "different", "unknown", "same in effect"
__all__ = ["DIFFERENT", "OPEN", "SAME", "WORDS", "Comparison", "Part", "compare"]


@dataclass(frozen=True)
class Part:
    """What was found about one part of the rules: a verdict, a sentence, a witness."""

    name: str
    verdict: str
    text: str = ""
    scope: str = ""
    witness: Witness | None = None

    def data(self) -> dict[str, Any]:
        """Return the part for programs."""
        out: dict[str, Any] = {"part": self.name, "verdict": self.verdict, "text": self.text}
        out["scope"] = self.scope
        if self.witness is not None:
            out["witness"] = {"text": self.witness.text, "command": self.witness.command}
        return out


@dataclass(frozen=True)
class Comparison:
    """Two variants and what was found about every part of their rules."""

    one: Variant
    other: Variant
    parts: list[Part] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """Whether both are the same game, as far as is known."""
        found = {part.verdict for part in self.parts}
        return DIFFERENT if DIFFERENT in found else OPEN if OPEN in found else SAME

    @property
    def exit_code(self) -> int:
        """0 the same, 1 different, 3 not known."""
        return {SAME: 0, DIFFERENT: EXIT_REFUTED, OPEN: EXIT_UNKNOWN}[self.verdict]

    def data(self) -> dict[str, Any]:
        """Return the comparison for programs."""
        return {
            "variants": [{"name": v.name, "players": v.players, "digest": v.digest,
                          "readings": dict(v.file.choose)} for v in (self.one, self.other)],
            "verdict": self.verdict,
            "parts": [part.data() for part in self.parts],
            "exit_code": self.exit_code,
        }  # fmt: skip


def compare(one: Variant, other: Variant) -> Comparison:
    """Compare two variants part by part, in the order in which a rulebook is read."""
    parts = [_players(one, other), _pack(one, other), _deal(one, other)]
    if one.digest == other.digest:
        named = ("order", "lead", "follow", "trick", "events", "score", "pool", "match")
        return Comparison(one, other, [*parts, *(Part(n, SAME, "the same data") for n in named)])
    comparable = parts[0].verdict != DIFFERENT and parts[1].verdict != DIFFERENT
    if comparable:
        parts += list(_rules(one, other))
    else:
        parts += list(_data_only(one, other))
    parts.append(_match(one, other))
    return Comparison(one, other, parts)


def _players(one: Variant, other: Variant) -> Part:
    if one.players != other.players:
        return Part("players", DIFFERENT, f"{one.players} players, {other.players} players")
    if one.sides != other.sides:
        return Part("players", DIFFERENT, f"sides {one.sides or 'none'}, {other.sides or 'none'}")
    return Part("players", SAME, f"{one.players} players")


def _pack(one: Variant, other: Variant) -> Part:
    more, fewer = one.pack.count - other.pack.count, other.pack.count - one.pack.count
    if not more and not fewer:
        return Part("pack", SAME, f"{len(one.pack)} cards")
    words = [
        f"only in {v.name}: {' '.join(card_text(c) for c in v.pack.sort(extra.elements()))}"
        for v, extra in ((one, more), (other, fewer))
        if extra
    ]
    return Part("pack", DIFFERENT, "; ".join(words))


def _deal(one: Variant, other: Variant) -> Part:
    if one.hand_size != other.hand_size:
        return Part("deal", DIFFERENT, f"{one.hand_size} cards each, {other.hand_size} cards each")
    a, b = (msgspec.to_builtins(v.file.deal) for v in (one, other))
    a, b = ({k: v for k, v in d.items() if k != "hand"} for d in (a, b))
    words = [f"{k} {a[k]!r}, {b[k]!r}" for k in a if a[k] != b[k]]
    if not words:
        return Part("deal", SAME, f"{one.hand_size} cards each")
    if words == [w for w in words if w.startswith("packets")]:
        return Part("deal", WORDS, f"other packets: {'; '.join(words)}")
    return Part("deal", DIFFERENT, "; ".join(words))


def _rules(one: Variant, other: Variant) -> Iterator[Part]:
    parts = [
        _told("lead", compare_leads_and_follows(one, other, leading=True)),
        _told("follow", compare_leads_and_follows(one, other, leading=False)),
        _told("trick", compare_tricks(one, other)),
    ]
    order = _told("order", compare_order(one, other))
    if order.verdict == DIFFERENT and all(part.verdict == SAME for part in parts):
        order = Part("order", WORDS, f"{order.text}; but no lead, follow or trick tells them apart")
    yield order
    yield from parts
    yield _told("score", compare_scores(one, other))
    yield from _events_and_pool(one, other)


def _told(name: str, found: Any) -> Part:
    return Part(name, found.verdict, found.text, found.scope, found.witness)


def _events_and_pool(one: Variant, other: Variant) -> Iterator[Part]:
    """Compare by play what no formula states: decisions, the pool, who leads first and how."""
    differing = [
        name for name in ("events", "pool")
        if getattr(one.file, name) != getattr(other.file, name)
    ]  # fmt: skip
    leads = [(v.file.lead.first.removesuffix(" declarer"), v.face_down)
             for v in (one, other)]  # fmt: skip
    differing += [
        name for name, a, b in zip(("first lead", "face-down lead"), *leads, strict=True) if a != b
    ]
    for name in ("events", "pool"):
        if name not in differing:
            yield Part(name, SAME, "the same data" if getattr(one.file, name) else "none")
    if differing:
        found = compare_play(one, other, random.Random(1))
        yield Part(" and ".join(differing), found.verdict, found.text, found.scope, found.witness)


def _data_only(one: Variant, other: Variant) -> Iterator[Part]:
    """Compare by data where the packs or the numbers of players differ."""
    for name in ("order", "lead", "follow", "trick", "events", "score", "pool"):
        a, b = getattr(one.file, name), getattr(other.file, name)
        verdict = SAME if a == b else DIFFERENT
        yield Part(name, verdict, "the same data" if a == b else _first_difference(a, b))


def _first_difference(a: Any, b: Any) -> str:
    one, other = msgspec.to_builtins(a), msgspec.to_builtins(b)
    if not isinstance(one, dict) or not isinstance(other, dict):
        return "only one of them has any"
    path: list[str] = []
    while isinstance(one, dict) and isinstance(other, dict):
        key = next(k for k in {**one, **other} if one.get(k) != other.get(k))
        path, one, other = [*path, key], one.get(key), other.get(key)
    return f"{'.'.join(path)}: {json.dumps(one)} and {json.dumps(other)}"


def _match(one: Variant, other: Variant) -> Part:
    a, b = one.file.match, other.file.match
    if a == b:
        return Part("match", SAME, "the same data")
    return Part("match", DIFFERENT, _first_difference(a, b))


def _label(variant: Variant, beside: Variant) -> str:
    """Name a variant with what tells it from the one beside it."""
    words = [f"{variant.players} players"]
    chosen, others = variant.file.choose, beside.file.choose
    if variant.name == beside.name:
        words += [f"{code}={reading}" for code, reading in chosen.items()
                  if others.get(code) != reading]  # fmt: skip
        words += [f"{k}={v}" for k, v in variant.settings.items() if beside.settings.get(k) != v]
    return f"{variant.name} ({', '.join(words)})"


# --- showing ----------------------------------------------------------------------------------


def show_comparison(out: Screen, found: Comparison) -> None:
    """Write a comparison part by part, then the verdict."""
    out.title(f"{_label(found.one, found.other)} and {_label(found.other, found.one)}")
    for part in found.parts:
        scope = f" [{part.scope}]" if part.scope else ""
        out.wrapped(part.name, f"{part.verdict}: {part.text}{scope}" if part.text else
                    f"{part.verdict}{scope}", 10)  # fmt: skip
        if part.witness is not None and part.witness.command:
            out.line(f"          {part.witness.command}")
    verdict = {
        SAME: "the same game",
        DIFFERENT: "different games: "
        + ", ".join(p.name for p in found.parts if p.verdict == DIFFERENT),
        OPEN: "not told apart",
    }[found.verdict]
    (out.good if found.verdict == SAME else out.bad)(verdict)
