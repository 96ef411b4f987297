"""Rules of a user's own file: whatever is set alone means the same to every engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from solver.errors import VariantError
from solver.kernel import kernel
from solver.kernel.refused import NotLowerable
from solver.rules.tiers import CONDITIONS, KINDS
from solver.search import solve
from solver.variant import Variant, load
from solver.variant_file import Events, Follow, Lead, Section, Trick
from solver.variant_fit import play_comes_out
from solver.variant_source import names
from tests.common.endings import openings, variant_endings
from tests.differential.questions import Question, differs, questions, report, shrunk

pytestmark = pytest.mark.skipif(kernel() is None, reason="the compiled search was not built")
SECTIONS: dict[str, type[Section]] = {"lead": Lead, "follow": Follow, "trick": Trick}
EVENTS = {field.name: field.type for field in msgspec.structs.fields(Events)}


def words(kind: Any) -> tuple[Any, ...]:
    """Return what may stand in a field of a few words, or of yes and no."""
    if kind is bool:
        return (True, False)
    return get_args(kind) if get_origin(kind) is Literal else ()


def settings(variant: Variant) -> Iterator[dict[str, Any]]:
    """Yield every single setting of play that the variant does not have yet."""
    file = variant.file
    for name, kind in SECTIONS.items():
        section = getattr(file, name)
        for field in msgspec.structs.fields(kind):
            for word in words(field.type):
                if word != getattr(section, field.name):
                    yield {f"{name}.{field.name}": word}
    for name, kind in EVENTS.items():
        present = getattr(file.events, name)
        fields = msgspec.structs.fields(next(k for k in get_args(kind) if k is not type(None)))
        if present is None:
            if not any(field.required for field in fields):
                yield {f"events.{name}": {}}
            continue
        for field in fields:
            for word in words(field.type):
                if word != getattr(present, field.name):
                    yield {f"events.{name}.{field.name}": word}


def tiers(rng: random.Random, conditions: list[str]) -> list[str]:
    """Return two random tiers and the one that admits every card."""
    kinds = [*KINDS, "led suit that heads", "trumps that head", "led suit that heads its suit"]
    if "trump led" not in conditions:
        kinds = [kind for kind in KINDS if kind not in ("led suit", "same colour")]
    found = []
    for _ in range(2):
        text = " or ".join(rng.sample(kinds, rng.randint(1, 2)))
        if rng.random() < 0.5:
            text += " while " + rng.choice(["", "not "]) + rng.choice(conditions)
        found.append(text)
    return [*found, "any"]


def own_tiers(rng: random.Random) -> dict[str, Any]:
    """Return random rules for leading and following."""
    of_the_table = ("holding led suit", "trump led", "joker led", "fool led alone",
                    "trumps may be withheld")  # fmt: skip
    spare = [c for c in CONDITIONS if c not in of_the_table and c != "broken"]
    following = [c for c in CONDITIONS if c != "broken"]
    return {"lead.tiers": tiers(rng, spare), "follow.tiers": tiers(rng, following)}


def own(name: str, change: dict[str, Any]) -> Iterator[Variant]:
    """Yield the changed variant, if the change makes sense in it."""
    try:
        variant = load(name, settings=change)
        play_comes_out(variant)
        yield variant
    except VariantError:
        return


def disagreement(asked: Question) -> str:
    """Say how the kernel's answer differs from the reference's ('' where it has none)."""
    try:
        return differs(asked, solve, engine="kernel")
    except NotLowerable:
        return ""


@pytest.mark.parametrize("name", names())
def test_a_setting_alone_means_the_same_to_kernel_and_reference(name: str) -> None:
    rng = random.Random(name)
    changes = [*settings(load(name)), *(own_tiers(rng) for _ in range(5))]
    for change in changes:
        require_agreement(name, change)


@pytest.mark.parametrize("name", names())
def test_settings_together_mean_the_same_to_kernel_and_reference(name: str) -> None:
    rng = random.Random(f"together/{name}")
    alone = list(settings(load(name)))
    for number in range(12):
        change = {key: word for one in rng.sample(alone, 2) for key, word in one.items()}
        require_agreement(name, change | (own_tiers(rng) if number % 3 == 0 else {}))


def require_agreement(name: str, change: dict[str, Any]) -> None:
    """Compare the engines on endings and on first tricks of a changed variant."""
    for positions in (variant_endings, openings):
        for asked in questions(own(name, change), 2, 2, seed=6, positions=positions):
            how = disagreement(asked)
            if how:
                small = shrunk(asked, lambda question: bool(disagreement(question)))
                pytest.fail(f"{change}: {report(small, disagreement(small) or how)}")
