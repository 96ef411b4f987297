"""The examination that any variant gets: what its rules promise, and where they fail.

Each question has a file of its own in `proofs.examination`; here they are asked in order, and the
remarks are put together for people and for programs.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from proofs.examination.dealing import deals
from proofs.examination.questions import QUESTIONS, alike, asked, together
from proofs.examination.report import Grade, Remark, error
from solver.errors import EXIT_REFUTED, EXIT_UNKNOWN, FoolproofError, VariantError
from solver.variant import load
from solver.variant_merge import apply_readings, set_field
from solver.variant_source import Source, find
from solver.variant_typed import to_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from solver.display import Screen
    from solver.variant import Variant
    from solver.variant_file import VariantFile

class Examination(NamedTuple):
    """What was found out about a variant, and about which form of it."""

    variant: Variant
    numbers: tuple[int, ...]
    remarks: tuple[Remark, ...]
    seconds: float

    def of(self, grade: Grade) -> list[Remark]:
        """Return the remarks of one grade."""
        return [remark for remark in self.remarks if remark.grade is grade]

    @property
    def exit_code(self) -> int:
        """0 if there is nothing worse than a warning, 1 for an error, 3 for what stays unknown."""
        if self.of(Grade.ERROR):
            return EXIT_REFUTED
        return EXIT_UNKNOWN if self.of(Grade.UNKNOWN) else 0


def examine(
    name: str,
    players: int | None = None,
    choose: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    seconds: float | None = None,
) -> Examination:
    """Examine a variant for its usual number of players, and its deal for all that it allows.

    With `players` only that number is looked at. With `seconds` every question is asked for all
    other numbers too, while they take no more processor time; what was not reached is unknown.
    Raises VariantError for a file that can't be read as a variant for any number of players.
    """
    began = time.perf_counter()
    file = _file(name, choose, settings)
    numbers = (players,) if players else tuple(file.players.allowed) or (file.players.seats,)
    variant, failing = _usable(name, file, numbers, players, choose, settings)
    remarks = [*failing, *asked(lambda v: deals(v, numbers), variant)]
    usual = [remark for question in QUESTIONS.values() for remark in asked(question, variant)]
    if seconds is not None:
        usual = together(variant, usual, numbers, seconds)
    remarks += usual
    return Examination(variant, numbers, tuple(remarks), time.perf_counter() - began)


def _file(
    name: str, choose: Mapping[str, str] | None, settings: Mapping[str, Any] | None
) -> VariantFile:
    """Return the data of a variant before it is fitted to a number of players."""
    source = Source(find(name))
    data = source.resolved()
    try:
        for code, reading in (choose or {}).items():
            data.setdefault("choose", {})[code] = reading
        data = apply_readings(data)
        for field, value in (settings or {}).items():
            set_field(data, field, value)
        return to_file(data)
    except VariantError as reason:
        raise source.located(reason) from None


def _usable(
    name: str,
    file: VariantFile,
    numbers: Sequence[int],
    players: int | None,
    choose: Mapping[str, str] | None,
    settings: Mapping[str, Any] | None,
) -> tuple[Variant, list[Remark]]:
    """Return the variant for its usual number, or else for the first that can be dealt."""
    usual = players or file.players.seats
    try:
        return load(name, usual, choose, settings), []
    except FoolproofError as reason:
        for number in numbers:
            try:
                variant = load(name, number, choose, settings)
            except FoolproofError:
                continue
            if usual in numbers:  # the deal for each of these is examined, and says it
                return variant, []
            return variant, [error("the deal", f"{usual} players, the usual number: {reason}")]
        raise


# --- showing ----------------------------------------------------------------------------------


def examination_data(found: Examination) -> dict[str, Any]:
    """Return an examination for programs."""
    variant = found.variant
    return {
        "variant": variant.name,
        "digest": variant.digest,
        "players": variant.players,
        "players examined": list(found.numbers),
        "readings": dict(variant.file.choose),
        "summary": {grade.value: len(found.of(grade)) for grade in Grade},
        "remarks": [remark.data() for remark in found.remarks],
        "exit_code": found.exit_code,
    }


def show_examination(out: Screen, found: Examination) -> None:
    """Write an examination: what is wrong first, what is sound last."""
    variant = found.variant
    out.title(f"{variant.file.title} ({variant.name}, {variant.players} players)")
    for grade in Grade:
        for players, remark in alike(found.of(grade), variant.players):
            scope = f" [{remark.scope}]" if remark.scope else ""
            out.wrapped(grade.value, f"{remark.check}: {players}{remark.text}{scope}", 10)
            if remark.witness is not None and remark.witness.command:
                out.line(f"          {remark.witness.command}")
    counted = ", ".join(
        f"{len(found.of(grade))} {'sound' if grade is Grade.SOUND else grade.value}"
        + ("s" if len(found.of(grade)) != 1 and grade in (Grade.ERROR, Grade.WARNING, Grade.NOTE)
           else "")
        for grade in Grade
    )  # fmt: skip
    out.line()
    (out.bad if found.exit_code else out.good)(f"{variant.name}: {counted}")
