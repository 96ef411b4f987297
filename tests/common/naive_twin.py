"""Pairs a position of the engine with the same deal in the naive second engine."""

from __future__ import annotations

from typing import Any

from solver.cards import card_text
from solver.position import Position
from solver.referee import action_text, legal_actions
from tests.naive import NAIVE

# Keyword arguments that the naive engine needs beside the deal itself.
KIND = {"skat-suit": "h"}
WHITES = {"L1": 3, "L2": 3, "L3": 3, "L3s": 3, "L4": 3, "L5": 1}


def naive_id(position: Position) -> str:
    """Return the naive engine's name of the variant."""
    file = position.variant.file
    return file.id if file.id in NAIVE else file.name


def twin(position: Position, **options: Any) -> Any:
    """Return the naive game of a position that has just been dealt."""
    name = naive_id(position)
    texts = {
        "widow": [card_text(c) for c in position.widow],
        "stock": [card_text(c) for c in position.stock],
    }
    keywords: dict[str, Any] = dict(options)
    turned = [card_text(c) for c in position.turn_up]
    if turned:
        keywords["turn_up"] = turned[0]
        texts["stock"] = [*turned[1:], *texts["stock"]]
    if name.startswith("skat"):
        keywords["skat"] = texts.pop("widow")
        keywords["declarer"] = position.variant.file.players.declarer
        if name in KIND:
            keywords["kind"] = position.trump
    elif name in ("whist", "preferans-misere") and position.trump:
        keywords["trump"] = position.trump
    if position.variant.file.pool is not None and position.variant.file.pool.rule != "crosses":
        keywords["pool"] = position.pool // WHITES.get(name, 1)
    keywords.update({k: v for k, v in texts.items() if v and k in _takes(name)})
    hands = [[card_text(c) for c in hand] for hand in position.hands]
    return NAIVE[name](hands, dealer=position.dealer, **keywords)


def _takes(name: str) -> tuple[str, ...]:
    if name[0] == "K" or name in ("L1", "L4", "L5", "L3s", "R3"):
        return ("widow", "stock")
    return ("widow",)


def normal(text: str) -> str:
    """Return an action's text with its cards in a fixed order."""
    words = text.split()
    short = ("go", "up", "pay", "rob", "bid", "nil")
    word = [w for w in words if w.islower() and (len(w) > 3 or w in short)]
    rest = sorted(w for w in words if w not in word)
    return " ".join([*word, *rest])


def actions_of(position: Position) -> list[str]:
    """Return the normalised texts of the legal actions, sorted."""
    return sorted(normal(action_text(position.variant, a)) for a in legal_actions(position))
