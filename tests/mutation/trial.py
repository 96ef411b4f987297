"""Trying mutants: each in a process of its own, against the checks that could notice it.

Only checks that call what was changed (a function of the rules, or a variant file) are asked,
the quickest first; which those are is found out once, under the unchanged rules.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import _lru_cache_wrapper, cache
from itertools import accumulate
from multiprocessing.connection import Connection
from typing import Any, Protocol

import pytest

from solver.errors import FoolproofError
from tests.mutation.checks import Check
from tests.mutation.clauses import watch_files
from tests.mutation.code import TOUCHED, watch

QUICK = 0.1  # seconds of checks that are asked before equivalence is
PATIENCE = 20.0  # CPU seconds that a check may take beyond ten times its usual time


@dataclass(frozen=True)
class Known:
    """What a check answers under the unchanged rules, its seconds, and what it touches.

    `touched` names functions as `module.qualified name` and variants as `file name`.
    """

    check: Check
    answer: object
    seconds: float
    touched: frozenset[str]


@dataclass(frozen=True)
class Fate:
    """What became of a mutant.

    `verdict` is NOTICED, EQUIVALENT or SURVIVES; `by` the check that noticed it, `how` in words,
    `asked` how many checks were asked.
    """

    verdict: str
    by: str = ""
    how: str = ""
    asked: int = 0


NOTICED, EQUIVALENT, SURVIVES = "noticed", "equivalent", "survives"


class Mutant(Protocol):
    """A small change of the rules."""

    @property
    def name(self) -> str:
        """What was changed to what."""

    @property
    def touches(self) -> str:
        """The function or the variant that is changed, as checks note it."""

    def apply(self) -> None:
        """Put the change into this process."""

    def equivalent(self) -> bool:
        """Tell, in a process with the change, whether it makes no difference."""


class TooLong(BaseException):
    """A check takes far longer than it should; no `except Exception` may swallow it."""


def surveyed(checks: Sequence[Check]) -> list[Known]:
    """Ask every check under the unchanged rules, in a process of its own; the quickest first.

    Claims come before tests that take a quarter of their time.
    """
    found = _apart(lambda: _survey(checks))
    known = [Known(check, *rest) for check, rest in zip(checks, found, strict=True)]
    return sorted(known, key=lambda k: k.seconds / 4 if k.check.is_claim else k.seconds)


def _survey(checks: Sequence[Check]) -> list[tuple[object, float, frozenset[str]]]:
    """Return each check's answer, its seconds and what it touches."""
    found = []
    watch()
    watch_files()
    for check in checks:
        forget()
        TOUCHED.clear()
        begun = time.process_time()
        answer = check.ask()
        found.append((answer, time.process_time() - begun, frozenset(TOUCHED)))
    return found


def forget() -> None:
    """Empty every cache, so that what a check loads is loaded for it."""
    for cached in _caches():
        cached.cache_clear()


@cache
def _caches() -> list[Any]:
    """Return the caches of the engine; found once, before any fork."""
    return [
        cached
        for cached in gc.get_objects()
        if isinstance(cached, _lru_cache_wrapper)
        and str(getattr(cached, "__module__", "")).startswith(("solver", "proofs"))
        and cached.__name__ != "load_settlers"
    ]


def trial(mutant: Mutant, known: Sequence[Known]) -> Fate:
    """Apply a mutant in a process of its own and ask the checks until one notices it."""
    _caches()
    mine = [each for each in known if mutant.touches in each.touched]
    found = _apart(lambda: _tried(mutant, mine))
    return found if isinstance(found, Fate) else Fate(NOTICED, "the process", "it ended")


def _tried(mutant: Mutant, known: Sequence[Known]) -> Fate:
    """Ask the quickest checks, then whether the mutant makes no difference, then the others."""
    mutant.apply()
    forget()
    spent = list(accumulate(each.seconds for each in known))
    quick = sum(seconds < QUICK for seconds in spent)
    fate = _asked(known[:quick])
    if fate.verdict == NOTICED:
        return fate
    if _equivalent(mutant):
        return Fate(EQUIVALENT)
    fate = _asked(known[quick:])
    return replace(fate, asked=fate.asked + quick)


def _asked(known: Sequence[Known]) -> Fate:
    """Ask checks until one notices that something has been changed."""
    for asked, each in enumerate(known, 1):
        how = ""
        try:
            with _within(10 * each.seconds + PATIENCE):
                answer = each.check.ask()
            if answer != each.answer:
                how = "another answer"
        except TooLong:
            how = "no end"
        except FoolproofError as error:
            how = f"refused: {error}"
        except (Exception, pytest.fail.Exception) as error:
            how = f"{type(error).__name__}: {error}"
        if how:
            return Fate(NOTICED, each.check.name, how[:300], asked)
    return Fate(SURVIVES, asked=len(known))


def _equivalent(mutant: Mutant) -> bool:
    try:
        with _within(PATIENCE):
            return mutant.equivalent()
    except (TooLong, Exception):  # it breaks what it is compared by
        return False


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    def ring(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _apart(work: Callable[[], Any]) -> Any:
    """Return what a function returns in a forked process; the lambda is never sent anywhere."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_send, args=(theirs, work))
    process.start()
    theirs.close()
    try:
        return ours.recv()
    except EOFError:
        return None
    finally:
        ours.close()
        process.join()


def _send(pipe: Connection, work: Callable[[], Any]) -> None:
    pipe.send(work())
    pipe.close()
