"""What a comparison of one part comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from proofs.claim import Witness

SAME, DIFFERENT, OPEN = "same", "different", "unknown"


class Found(NamedTuple):
    """A verdict with the sentence, the scope and the witness that go with it."""

    verdict: str
    text: str = ""
    scope: str = ""
    witness: Witness | None = None
