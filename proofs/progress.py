"""Progress of long work, on stderr, where that is a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")


def with_progress(
    items: Iterable[T], total: int, doing: str, name: Callable[[T], str]
) -> Iterator[T]:
    """Yield the items as they are ready, with a bar that names the last one."""
    if total < 2 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn(doing + " {task.fields[last]:5}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total, last="")
        for item in items:
            progress.update(task, advance=1, last=name(item))
            yield item
