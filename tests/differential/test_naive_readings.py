"""Random deals under every reading that the naive second engine knows, ply by ply."""

from __future__ import annotations

import random
from typing import Any

import pytest

from solver.dealing import deal_out
from solver.errors import RulesSilent, VariantError
from solver.referee import action_text, apply, begin, legal_actions
from solver.variant import Variant, load
from solver.variant_source import names
from tests.common.naive_twin import actions_of, normal, twin
from tests.differential.test_naive_walks import UNPAIRED, compare_ends
from tests.naive import Gap

WALKS = 4
# Code and reading of an option: the keyword of the naive engine that means the same.
TWINS: dict[tuple[str, str], dict[str, Any]] = {
    ("G1", "lead"): {"gift": "b"},
    ("G1", "card"): {"gift": "c"},
    ("G4b", "first left"): {"equal": "b"},
    ("G4b", "last left"): {"equal": "c"},
    ("G4b", "all go"): {"equal": "d"},
    ("G5", "mate"): {"mate": True},
    ("G7", "last"): {"jokers": "b"},
    ("G7", "cancel"): {"jokers": "c"},
    ("G7", "refuse"): {"jokers": "d"},
    ("G9", "joker first"): {"extended": "b"},
    ("G9", "colour first"): {"extended": "c"},
    ("E", "left"): {"mirrored": True},
    ("Alow", "ace low"): {"ace_low": True},
    ("MT", "nobody"): {"tied": "nobody"},
    ("K2", "sevens"): {"books": "b"},
    ("K3", "missed only"): {"short": "b"},
    ("K4", "yes"): {"fool": "b"},
    ("K6", "play on"): {"uneven": "b"},
    ("S3", "single"): {"renege": "b"},
    ("S4", "at his play"): {"rob_time": "b"},
    ("S7", "gross"): {"gross": True},
    ("S8", "off"): {"king_rob": False},
    ("R3", "free"): {"overtrump": "b"},
    ("R4", "best of suit"): {"trumped": "b"},
    ("R5", "no"): {"simple": "b"},
    ("R7", "ecarte"): {"order": "E"},
    ("B1", "ecarte"): {"order": "E"},
    ("B3", "own suit"): {"face_down": "b"},
    ("L4", "free"): {"void": "b"},
    ("L5", "highest"): {"first_lead": "b"},
    ("L7", "free"): {"for_pool": "b"},
    ("hook", "may not"): {"hook": True},
}
CASES = [
    (name, code, reading)
    for name in names()
    if name not in UNPAIRED
    for code, option in load(name).file.options.items()
    for reading in option.readings
    if (code, reading) in TWINS
]


@pytest.mark.parametrize(("name", "code", "reading"), CASES)
def test_reading_agrees(name: str, code: str, reading: str) -> None:
    """A deal under a reading has the same legal actions and the same end in both engines."""
    section = load(name).file.players
    for players in {section.seats, section.allowed[0]}:
        try:
            variant = load(name, players, {code: reading})
        except VariantError:
            continue
        for seed in range(WALKS):
            walk(variant, seed, TWINS[code, reading])


def walk(variant: Variant, seed: int, keywords: dict[str, Any]) -> None:
    """Play one random deal in both engines, or up to the trick on which both are silent."""
    rng = random.Random(f"{variant.name}/{variant.players}/{seed}")
    pool = 10 if variant.file.pool and variant.file.pool.parts == 5 else None
    position = deal_out(variant, seed, dealer=rng.randrange(variant.players), pool=pool)
    if "mate" in keywords and len(position.turn_up) != 1:
        return  # option G6: the engines agree that there is no mate, the twin can't say so
    game = twin(position, **keywords)
    position = begin(position)
    history: list[str] = []
    while not position.over:
        where = f"{variant.name} {variant.players} seed {seed}: {history}"
        assert actions_of(position) == sorted(normal(text) for text in game.actions()), where
        action = rng.choice(legal_actions(position))
        history.append(action_text(variant, action))
        same = next(t for t in game.actions() if normal(t) == normal(history[-1]))
        try:
            game.carry_out(same)
        except Gap:
            with pytest.raises(RulesSilent):
                apply(position, action)
            return
        position = apply(position, action)
    assert game.over()
    compare_ends(position, game, f"{variant.name} {variant.players} seed {seed}: {history}")
