"""Options that several commands share."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

import click

from solver.limits import MEMORY_MB, MOST_NODES, MOST_THREADS

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.variant import Variant


class Finite(click.FloatRange):
    """A number in a range; `nan` and `inf` are none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number; refuse what is none."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


NODES = click.IntRange(min=1, max=MOST_NODES)
THREADS = click.IntRange(min=1, max=MOST_THREADS)
F = TypeVar("F", bound="Callable[..., Any]")
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
players_option = click.option("--players", type=click.IntRange(min=2), help="Number of players.")
option_option = click.option(
    "--option", "readings", multiple=True, metavar="CODE=READING", help="Choose a reading."
)
set_option = click.option(
    "--set", "settings", multiple=True, metavar="FIELD=VALUE", help="Override a field of the file."
)


def limit_options(function: F) -> F:
    """Add the options that say where a search gives up."""
    for option in (
        click.option(
            "--memory", type=Finite(min=0, min_open=True), default=MEMORY_MB, show_default=True,
            metavar="MB", help="Size of the search's table.",
        ),
        click.option("--seconds", type=Finite(min=0), metavar="S", help="Longest time to take."),
        click.option("--limit", "--nodes", type=NODES, metavar="N", help="Most nodes to search."),
    ):  # fmt: skip
        function = option(function)
    return function


def variant_options(function: F) -> F:
    """Add the options that choose players, readings and settings of a variant."""
    for option in (set_option, option_option, players_option):
        function = option(function)
    return function


def load_chosen(
    name: str, players: int | None, readings: tuple[str, ...], settings: tuple[str, ...]
) -> Variant:
    """Load the variant that `variant_options` describe; raise BadInput or VariantError."""
    from solver.inputs import chosen_readings, chosen_settings
    from solver.variant import load

    return load(name, players, chosen_readings(readings), chosen_settings(settings))
