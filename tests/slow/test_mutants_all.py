"""Every mutant of the rules and of the variant files is noticed, or does what the original does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutation.__main__ import all_mutants, fates
from tests.mutation.arguments import ARGUED
from tests.mutation.trial import SURVIVES


@pytest.mark.slow
def test_no_mutant_survives(tmp_path: Path) -> None:
    """What survives is only what has an argument that it makes no difference."""
    mutants = all_mutants()
    found = fates(mutants, tmp_path / "log")
    alive = {name for name, fate in found.items() if fate.verdict == SURVIVES}
    assert alive == set(ARGUED)
