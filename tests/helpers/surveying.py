"""Shared by the tests of surveys."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from freecell import Search, survey
from freecell.survey import Numbers, Spec
from freecell.survey.spec import COLUMNS

from .commands import SCRIPT


def spec(deals: range, *, cells: tuple[int, ...] = (4,), columns: tuple[str, ...] = COLUMNS, **search: Any) -> Spec:
    """A spec for a range of deals."""
    return Spec(Numbers([deals]), Search(**search), cells, columns)


def rows_of(path: Path | str) -> list[dict[str, Any]]:
    """The rows in order, without the time that each took."""
    rows: list[dict[str, Any]] = survey.open(path).arrow().drop_columns("microseconds").to_pylist()
    return rows


def begun(*arguments: str) -> subprocess.Popen[bytes]:
    """A survey with only its first parts."""
    return subprocess.Popen(
        [SCRIPT, "survey", "run", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )


def wait_until(there: Callable[[], bool], process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait until the condition holds or the process has ended."""
    for _ in range(60000):
        if there() or (process is not None and process.poll() is not None):
            return
        time.sleep(0.005)
    raise AssertionError("it took too long")


def parts(path: Path) -> int:
    """The number of parts."""
    return len(list(path.glob("part-*.parquet")))
