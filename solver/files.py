"""Writing files so that nothing is ever half written."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from solver.errors import BadInput


def write_atomically(file: str | Path, text: str) -> None:
    """Write a text file whole or not at all; raise BadInput where the place can't be written.

    A link stays a link. What is no file, such as a device or a pipe, is written to.
    """
    path = Path(os.path.realpath(file))
    try:
        if path.is_symlink():  # links that lead round in a circle
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
            return
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
            os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadInput(f"{file}: can't be written: {error.strerror}.") from None
