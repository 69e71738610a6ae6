"""Asking a survey: in SQL, by the names of questions that are often asked, or as frames of Arrow, pandas and Polars."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from freecell.errors import MissingDependencyError, SurveyError
from freecell.survey.parts import part_name
from freecell.survey.plan import Plan, read_plan
from freecell.survey.presets import NAMED
from freecell.survey.spec import Spec
from freecell.survey.store import Remote, Store, open_store

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars
    import pyarrow


_AT_ONCE = 1000  # rows
_EXAMPLE = "select verdict, count(*) from deals group by 1"


def open(path: str | Path) -> Survey:  # noqa: A001
    """The survey in a folder or at an address, as far as it is done."""
    store = open_store(path)
    return Survey(store, read_plan(store))


class Survey:
    """What is there of a survey.

    spec, version, machine   what was to be found out, by which version, and where it was begun
    blocks, parts            how many blocks there are, and the files of those that are done
    """

    def __init__(self, store: Store, plan: Plan) -> None:
        self.path, self.plan = store.path, plan
        self.spec: Spec = plan.spec
        self.version, self.machine, self.blocks = plan.version, plan.machine, plan.blocks
        self._store = store
        names = set(store.names())
        self.parts = [name for name in map(part_name, range(plan.blocks)) if name in names]

    @property
    def finished(self) -> bool:
        return len(self.parts) == self.blocks

    @property
    def size(self) -> int:
        """How many bytes the parts take."""
        return sum(map(self._store.size, self.parts))

    def connect(self) -> duckdb.DuckDBPyConnection:
        """A DuckDB connection that has the survey as the view `deals`."""
        connection: duckdb.DuckDBPyConnection = _duckdb().connect()
        if isinstance(self._store, Remote):
            connection.register_filesystem(self._store.filesystem)
        files = ", ".join(f"'{_escaped(address)}'" for address in self._addresses())
        with said_in_one_line():
            connection.execute(f"create view deals as from read_parquet([{files}])")
        return connection

    def ask(self, question: str) -> duckdb.DuckDBPyConnection:
        """What DuckDB answers: to SQL about the view `deals`, or to a question by its name.

        The answer has `fetchall()`, `fetchmany(n)`, `df()` for pandas, `pl()` for Polars, and DuckDB's other ways.
        """
        sql, connection = self.sql(question), self.connect()
        with said_in_one_line():
            return connection.execute(sql)

    def rows(self, question: str) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
        """The names of the columns of an answer, and its rows, one at a time."""
        answer = self.ask(question)

        def fetched() -> Iterator[tuple[Any, ...]]:
            with said_in_one_line():
                while rows := answer.fetchmany(_AT_ONCE):
                    yield from rows

        return [column[0] for column in answer.description or ()], fetched()

    def sql(self, question: str) -> str:
        """The SQL of a question: itself, unless it is a name."""
        if not re.fullmatch(r"[\w-]*", question.strip()):
            return question
        name = question.strip()
        if name not in NAMED:
            raise SurveyError(
                f"there is no question {name!r}: {', '.join(NAMED)} are there, or SQL such as {_EXAMPLE!r}"
            )
        needed = NAMED[name].needs
        if needed is not None and needed not in self.spec.columns:
            raise SurveyError(f"{name} needs the column {needed}, which {self.path} does not have")
        return self._with_columns(NAMED[name].sql)

    def _with_columns(self, sql: str) -> str:
        """The SQL without those columns in {} that the survey does not have."""

        def kept(match: re.Match[str]) -> str:
            return ", ".join(name for name in match[1].split(", ") if name in self.spec.columns)

        return re.sub(r", (?= from)", "", re.sub(r"\{([^}]*)\}", kept, sql))

    def arrow(self, columns: Iterable[str] | None = None) -> pyarrow.Table:
        """All rows, or those columns of them, in memory."""
        return self.dataset().to_table(columns=None if columns is None else self._checked(columns))

    def dataset(self) -> pyarrow.dataset.Dataset:
        """An Arrow dataset, which reads what is asked of it and no more."""
        import pyarrow.dataset

        self._addresses()
        if isinstance(self._store, Remote):
            names = [self._store.address(name).partition("://")[2] for name in self.parts]
            return pyarrow.dataset.dataset(names, format="parquet", filesystem=self._store.filesystem)
        return pyarrow.dataset.dataset(self._addresses(), format="parquet")

    def pandas(self, columns: Iterable[str] | None = None) -> pandas.DataFrame:
        """The same as a pandas frame."""
        import pyarrow

        try:
            import pandas
        except ModuleNotFoundError:
            raise MissingDependencyError("a pandas frame needs pandas: pip install pandas") from None
        # Lengths may be missing, and are whole numbers all the same.
        whole = {pyarrow.uint16(): pandas.UInt16Dtype()}
        return self.arrow(columns).to_pandas(types_mapper=whole.get)

    def polars(self, columns: Iterable[str] | None = None) -> polars.DataFrame:
        """The same as a Polars frame."""
        try:
            import polars
        except ModuleNotFoundError:
            raise MissingDependencyError("a Polars frame needs Polars: pip install polars") from None
        frame = polars.from_arrow(self.arrow(columns))
        assert isinstance(frame, polars.DataFrame)  # noqa: S101
        return frame

    def _addresses(self) -> list[str]:
        if not self.parts:
            raise SurveyError(f"nothing of {self.path} is done yet: run the survey first")
        return [self._store.address(name) for name in self.parts]

    def _checked(self, columns: Iterable[str]) -> list[str]:
        wanted = builtins.list(columns)
        for name in wanted:
            if name not in self.spec.columns:
                raise SurveyError(f"{self.path} has no column {name!r}: {', '.join(self.spec.columns)} are there")
        return wanted

    def __repr__(self) -> str:
        return f"<Survey of deals {self.spec.deals}: {len(self.parts)} of {self.blocks} blocks>"


def _escaped(name: str) -> str:
    """A file's name as DuckDB has it in SQL, where it may be a pattern."""
    return re.sub(r"([*?\[])", r"[\1]", name).replace("'", "''")


def _duckdb() -> ModuleType:
    try:
        import duckdb
    except ModuleNotFoundError:
        raise MissingDependencyError("asking a survey needs DuckDB: pip install 'freecell[survey]'") from None
    return duckdb


@contextmanager
def said_in_one_line() -> Iterator[None]:
    """What DuckDB complains of, as our own error."""
    try:
        yield
    except _duckdb().Error as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        raise SurveyError(lines[0] if lines else type(error).__name__) from None
