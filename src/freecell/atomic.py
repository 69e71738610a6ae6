"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file to write, which takes its name only when all of it is on the disk.

    Until then it stands beside, as .NAME.RANDOM.part: two who write it do not meet, not even from two machines that
    share a disk. Whatever goes wrong, what had this name before is not touched.
    """
    if path.is_dir():
        raise IsADirectoryError(21, "Is a directory", str(path))
    part = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, str(part)):
            error.filename = str(path)
        raise
