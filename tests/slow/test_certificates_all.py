"""The full set of certificates: written for every settled claim, and all accepted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from proofs.certificates import store
from proofs.registry import Effort, claims
from proofs.settling import default_jobs, settle_all

DRAFTS = """
from proofs.certificates import draft, store
from proofs.registry import claims
for name, claim in claims().items():
    if name not in store.not_checkable():
        for d in draft.drafts(claim, None):
            print(name, d.kind, d.statement, d.frame, d.digests(None))
"""


@pytest.mark.slow
def test_every_settled_claim_is_certified(tmp_path: Path) -> None:
    jobs = default_jobs()
    results = list(settle_all(list(claims().values()), Effort(0.1), jobs))
    done = store.write_all(results, tmp_path, jobs)
    assert [(item.claim_id, item.problem) for item in done if item.problem] == []
    assert {item.claim_id for item in done} == set(claims()) - store.not_checkable()
    checked, missing = store.recheck_all(tmp_path, jobs)
    assert [item for item in checked if item.reason] == []
    assert missing == []


@pytest.mark.slow
def test_drafts_do_not_depend_on_the_order_of_sets() -> None:
    """What a recheck compares is the same in every process, however texts are hashed."""
    made = {
        subprocess.run(
            [sys.executable, "-c", DRAFTS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(made) == 1 and made != {""}
