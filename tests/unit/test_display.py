"""Texts in plain ASCII."""

from __future__ import annotations

import pytest

from solver.display import harmless, plain


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("L² and 3n² − 1", "L^2 and 3n^2 - 1"),
        ("n³, 10⁻¹², xⁿ", "n^3, 10^-12, x^n"),
        ("K♥ – “naïve”", 'Kh - "naive"'),
        ("a\x1b[31mb\x07", "a[31mb"),
    ],
)
def test_plain(text: str, written: str) -> None:
    """Superscripts keep their meaning, and nothing commands a terminal."""
    assert plain(text) == written


def test_harmless() -> None:
    """Line ends and tabs stay; what could reorder or erase text goes."""
    assert harmless("a\tb\nc\x9b2J\u202ed") == "a\tb\nc2Jd"
