"""Writing files: whole or not at all, and never in the place of something that is no file."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from solver.errors import BadInput
from solver.files import write_atomically


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    for text in ("one\n", "two\n"):
        write_atomically(file, text)
        assert file.read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[str] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
    reader.start()
    write_atomically(pipe, "through\n")
    reader.join()
    assert received == ["through\n"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, file = tmp_path / "link", tmp_path / "file"
    file.write_text("old")
    link.symlink_to(file)
    write_atomically(link, "new")
    assert link.is_symlink() and file.read_text() == "new"


@pytest.mark.parametrize("name", ["folder", "none/out.txt", "loop"])
def test_places_that_can_not_be_written(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(BadInput, match="can't be written"):
        write_atomically(tmp_path / name, "text")
    assert sorted(tmp_path.iterdir()) == before
