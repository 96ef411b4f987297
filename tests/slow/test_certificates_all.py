"""The full set of certificates: written for every settled claim, and all accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.certificates import store
from proofs.registry import Effort, claims
from proofs.settling import default_jobs, settle_all


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
