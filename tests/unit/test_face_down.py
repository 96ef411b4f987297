"""A card is laid face down only where a trump lead is due: every engine has it from one place."""

from __future__ import annotations

import random
from typing import Any

import pytest

from proofs.encode.unrolled import refusal as unrolled_refusal
from proofs.examination.asking import Question as Asking
from solver.goals import Goal
from solver.kernel import kernel
from solver.kernel.lower import lower
from solver.referee import legal_actions, step
from solver.search import PLAIN, solve
from solver.variant import Variant, load
from tests.common.endings import variant_endings
from tests.differential.questions import Question, differs

FACE_DOWN = {"lead.face_down": "wins if no trump"}
DUE = {"lead.trump_leads": "declarers less one"}


def calls(variant: Variant) -> bool:
    """Whether some play at random lays a card face down."""
    for number, position in enumerate(variant_endings(variant, 20, variant.hand_size, seed=1)):
        rng = random.Random(number)
        while not position.over:
            if position.called:
                return True
            position = step(position, rng.choice(legal_actions(position)))
    return False


@pytest.mark.parametrize(
    ("name", "settings", "down"),
    [
        ("whist-notrump", FACE_DOWN, False),
        ("whist-notrump", DUE, False),
        ("whist-notrump", FACE_DOWN | DUE, True),
        ("bierspiel", {"lead.trump_leads": "none"}, False),
        ("bierspiel", {}, True),
    ],
)
def test_no_card_is_laid_face_down_where_no_trump_lead_is_due(
    name: str, settings: dict[str, Any], down: bool
) -> None:
    variant = load(name, settings=settings)
    assert (variant.face_down != "no") is down
    assert calls(variant) is down
    asked = Asking(variant, variant.pack.suits[0], 1).situation(variant)
    assert (asked.called is not False) is down
    assert ("face-down" in unrolled_refusal(variant)) <= down
    if kernel() is None:
        return
    for position in variant_endings(variant, 12, 3, seed=2):
        question = Question(position, Goal(frozenset({0})))
        assert bool(lower(*question).tables.face_down) is down
        assert not differs(question, solve, engine="kernel")
        found = solve(*question)
        assert down is False or found.engine != PLAIN
