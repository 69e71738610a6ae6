"""Whether there is room on a disk for the file that is to be written, before the first byte of it is."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from freecell.atomic import is_stream
from freecell.cli._streams import complain

# The bytes of a deal; of text, with a number of ten digits. Parquet packs them, some more and some less.
_BYTES = {".npy": 52, ".parquet": 42, "rows": 173, "columns": 173, "json": 424, "table": 443, "pddl": 5000}
_WORTH_SAYING = 10**9


def check_space(path: Path, deals: int, kind: str) -> None:
    """Says how large a file of so many deals will be, if it is large; raises an error if there is no room for it."""
    size = deals * _BYTES[kind]
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir() or is_stream(path):
        return  # opening it reports that it can't be written, or it is a device, which takes any size
    free = shutil.disk_usage(folder).free
    if size > free:
        raise OSError(28, f"it would have about {_words(size)}, and {_words(free)} are free", str(path))
    if size >= _WORTH_SAYING:
        complain(f"{path} will have about {_words(size)}; {_words(free)} are free")


def _words(size: int) -> str:
    """A number of bytes in words."""
    for unit, length in (("TB", 10**12), ("GB", 10**9), ("MB", 10**6)):
        if size >= length:
            return f"{size / length:.3g} {unit}"
    return f"{size / 1000:.3g} kB"
