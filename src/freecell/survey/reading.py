"""The parts of a survey as a read-only fsspec file system, so that DuckDB and Arrow can read them from any storage.

It contains only these files, and verifies what is read.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from freecell.errors import MissingDependencyError, SurveyError, quoted
from freecell.survey.parts import open_part, open_sealed, part_name
from freecell.survey.plan import Plan
from freecell.survey.seal import SealedFile
from freecell.survey.store import Store

try:
    from fsspec import AbstractFileSystem
except ModuleNotFoundError:
    raise MissingDependencyError("reading a survey needs fsspec: pip install 'freecell[survey]'") from None

PROTOCOL = "survey"


class PartFiles(AbstractFileSystem):  # type: ignore[misc]
    """Files called survey://part-000000.parquet and so on."""

    protocol = PROTOCOL
    cachable = False

    def __init__(self, store: Store, plan: Plan, numbers: Iterable[int]) -> None:
        super().__init__()
        self._store, self._plan = store, plan
        self._numbers = {part_name(number): number for number in numbers}
        self._opened: dict[str, tuple[int, bytes]] = {}  # sizes and seals
        self.error: SurveyError | None = None
        """The last error. DuckDB reports it, too, but in many lines."""

    def _open(self, path: str, mode: str = "rb", **_: Any) -> SealedFile:
        name = self._name(path)
        if mode != "rb" or name not in self._numbers:
            what = "read" if mode == "rb" else "written"
            self._tell(SurveyError(f"{quoted(path)} can't be {what}: a query can only read the survey"))
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        if name not in self._opened:
            file, _tally = open_part(self._store, self._plan, self._numbers[name], self._tell)
            self._opened[name] = file.size, file.seal
            return file
        # Readers open a part more than once, and assume that it hasn't changed.
        file = open_sealed(self._store, name, self._tell)
        if self._opened[name] != (file.size, file.seal):
            file.close()
            changed = SurveyError(
                f"{self._store.path}/{name} was replaced while it was being read: run the query again"
            )
            self._tell(changed)
            raise changed
        return file

    def _tell(self, error: SurveyError) -> None:
        self.error = error

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        name = self._name(path)
        if name not in self._numbers:
            raise FileNotFoundError(path)
        size = self._opened[name][0] if name in self._opened else self._store.size(name)
        return {"name": name, "type": "file", "size": size}

    def ls(self, _path: str, detail: bool = True, **_: Any) -> list[Any]:
        return [self.info(name) if detail else name for name in sorted(self._numbers)]

    def glob(self, path: str, **_: Any) -> list[str]:
        return [name for name in (self._name(path),) if name in self._numbers]

    def modified(self, _path: str) -> datetime:
        return datetime.now(UTC)  # so that DuckDB doesn't cache anything between queries

    def _name(self, path: str) -> str:
        return str(self._strip_protocol(path)).lstrip("/")
