"""Every variant's golden transcript is reproduced to the letter."""

from __future__ import annotations

import pytest

from solver.variant_source import names
from tests.transcripts.make import HERE, transcript


@pytest.mark.parametrize("name", names())
def test_transcript(name: str) -> None:
    """The same seed gives the same deal, the same choices and the same outcome."""
    assert transcript(name) == (HERE / f"{name}.txt").read_text(encoding="utf-8")
