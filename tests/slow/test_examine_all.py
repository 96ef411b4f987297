"""Every built-in variant is examined, each of its witnesses replays, and every reading loads."""

from __future__ import annotations

import pytest

from proofs.examination.report import Grade
from proofs.examine import examination_data, examine
from proofs.random_play import replay
from solver.errors import RulesSilent
from solver.variant_source import names

FAILING = {"gooseberry-even", "gooseberry-triple"}  # those on whose tricks the rules are silent


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_built_in_is_examined(name: str) -> None:
    """For every number of players that it allows; unknown is only what is too large to look at."""
    found = examine(name, seconds=300)
    assert bool(found.of(Grade.ERROR)) == (name in FAILING)
    for unknown in found.of(Grade.UNKNOWN):
        assert "too many types of tricks" in unknown.text
        assert min(unknown.players) > found.variant.players
    assert examination_data(found)["exit_code"] == (name in FAILING)
    for remark in found.remarks:
        if remark.witness is not None and remark.witness.position and remark.witness.actions:
            with pytest.raises(RulesSilent):
                replay(remark.witness)
