"""The compiled core, if it was built: `core` is the module, or None.

Dealing and finding then run in plain Python, more slowly.
"""

from __future__ import annotations

import os

from freecell.errors import FreecellError

try:
    import freecell._core as core
except ModuleNotFoundError:  # and nothing else: a core that is there but does not load is a fault to be seen
    core = None  # type: ignore[assignment]

__all__ = ["core", "core_available", "thread_count"]

core_available: bool = core is not None


def thread_count(threads: int | None = None) -> int:
    """The number of threads to use: what was asked for, or one for each core this process may use."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise FreecellError(f"threads={threads!r}: give a number of threads from 1 on, or None for all cores")
    return threads
