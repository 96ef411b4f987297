"""Fixtures and settings that all tests share."""

from __future__ import annotations

from typing import Protocol

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, settings

from foolproof import cli

settings.register_profile(
    "foolproof",
    deadline=None,
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("foolproof")


class Run(Protocol):
    """Runs the command line inside this process."""

    def __call__(self, *args: str, input: str | bytes | None = None) -> Result: ...


@pytest.fixture
def run() -> Run:
    """Return a function that runs `foolproof` with arguments and returns click's result."""

    def invoke(*args: str, input: str | bytes | None = None) -> Result:
        return CliRunner().invoke(cli, list(args), input=input)

    return invoke


def refused(result: Result, *words: str, code: int = 2) -> str:
    """Require one clear message on stderr, the exit code and no traceback; return the message."""
    message = result.stderr
    assert result.exit_code == code, (result.exit_code, result.output)
    assert message.count("error: ") == 1 or message.startswith("Usage:"), message
    assert "Traceback" not in result.output
    for word in words:
        assert word in message, message
    return message
