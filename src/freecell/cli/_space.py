"""Checks whether the disk has room for a large file before it is written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from freecell.atomic import is_stream
from freecell.cli._streams import complain

# Bytes per deal; for text with a ten-digit number. Parquet compression varies a little.
_BYTES = {".npy": 52, ".parquet": 42, "rows": 173, "columns": 173, "json": 424, "table": 443, "pddl": 5000}
_WORTH_SAYING = 10**9


def check_space(path: Path, deals: int, kind: str) -> None:
    """Warn if a file with this many deals will be large, and raise an error if there is no room for it."""
    size = deals * _BYTES[kind]
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir() or is_stream(path):
        return  # opening it will report the error, or it is a device that takes any size
    free = shutil.disk_usage(folder).free
    if size > free:
        raise OSError(28, f"it would take about {in_words(size)}, but only {in_words(free)} are free", str(path))
    if size >= _WORTH_SAYING:
        complain(f"{path} will take about {in_words(size)}; {in_words(free)} are free")


def in_words(size: int) -> str:
    """A number of bytes in words."""
    for unit, length in (("TB", 10**12), ("GB", 10**9), ("MB", 10**6)):
        if size >= length:
            return f"{size / length:.3g} {unit}"
    return f"{size / 1000:.3g} kB"
