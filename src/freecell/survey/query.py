"""Asking a survey: in SQL, by the names of questions that are often asked, or as frames of Arrow, pandas and Polars.

What is read is verified as it is read: see `seal`. A question reads the survey and nothing else, and writes nothing.
"""

from __future__ import annotations

import builtins
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from freecell.errors import MissingDependencyError, SurveyError, quoted
from freecell.survey.manifest import Found, find_plan
from freecell.survey.parts import part_name
from freecell.survey.presets import NAMED
from freecell.survey.spec import Spec
from freecell.survey.store import Remote, Store, open_store

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars
    import pyarrow

    from freecell.survey.reading import PartFiles


_AT_ONCE = 1000  # rows
_EXAMPLE = "select verdict, count(*) from deals group by 1"
_QUESTIONS = ("SELECT", "EXPLAIN", "CREATE", "MULTI")  # SELECT is FROM, WITH, DESCRIBE and more; the last two are PIVOT
_UNSAFE = "--unsafe gives all of DuckDB (unsafe=True in Python)"


def open(path: str | Path) -> Survey:  # noqa: A001
    """The survey in a folder or at an address, as far as it is done."""
    store = open_store(path)
    return Survey(store, find_plan(store))


class Survey:
    """What is there of a survey.

    spec, version, machine   what was to be found out, by which version, and where it was begun
    blocks, parts            how many blocks there are, and the files of those that are done
    problem                  what is wrong with its manifest, if anything is: the parts told the above then
    """

    def __init__(self, store: Store, found: Found) -> None:
        plan, self.problem = found
        self.path, self.plan = store.path, plan
        self.spec: Spec = plan.spec
        self.version, self.machine, self.blocks = plan.version, plan.machine, plan.blocks
        self._store = store
        names = set(store.names())
        self._numbers = [number for number in range(plan.blocks) if part_name(number) in names]
        self.parts = [part_name(number) for number in self._numbers]

    @property
    def finished(self) -> bool:
        return len(self.parts) == self.blocks

    @property
    def size(self) -> int:
        """How many bytes the parts take."""
        return sum(map(self._store.size, self.parts))

    def connect(self, *, unsafe: bool = False) -> duckdb.DuckDBPyConnection:
        """A DuckDB connection that has the survey as the view `deals`.

        It reads the survey and nothing else, and writes nothing; `unsafe` gives all of DuckDB.
        """
        return self._connected(self._files(), unsafe=unsafe)

    def _connected(self, files: PartFiles, *, unsafe: bool) -> duckdb.DuckDBPyConnection:
        from freecell.survey.reading import PROTOCOL

        connection: duckdb.DuckDBPyConnection = _duckdb().connect(config={} if unsafe else _safe())
        connection.register_filesystem(files)
        if unsafe and isinstance(self._store, Remote):
            connection.register_filesystem(self._store.filesystem)
        names = ", ".join(f"'{PROTOCOL}://{name}'" for name in self.parts)
        with said_in_one_line(files):
            connection.execute(f"create view deals as from read_parquet([{names}])")
            if not unsafe:
                # In this order. What may be read is what `PartFiles` has, and where DuckDB puts what is too much for
                # memory.
                connection.execute(f"set allowed_directories = ['{PROTOCOL}://']")
                connection.execute("set enable_external_access = false")
                connection.execute("set lock_configuration = true")
        return connection

    def ask(self, question: str, *, unsafe: bool = False) -> duckdb.DuckDBPyConnection:
        """What DuckDB answers: to SQL about the view `deals`, or to a question by its name.

        The answer has `fetchall()`, `fetchmany(n)`, `df()` for pandas, `pl()` for Polars, and DuckDB's other ways.
        A question only reads; `unsafe` takes whatever DuckDB can do.
        """
        return self._asked(question, self._files(), unsafe=unsafe)

    def rows(self, question: str, *, unsafe: bool = False) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
        """The names of the columns of an answer, and its rows, one at a time."""
        files = self._files()
        answer = self._asked(question, files, unsafe=unsafe)

        def fetched() -> Iterator[tuple[Any, ...]]:
            with said_in_one_line(files):
                while rows := answer.fetchmany(_AT_ONCE):
                    yield from rows

        return [column[0] for column in answer.description or ()], fetched()

    def _asked(self, question: str, files: PartFiles, *, unsafe: bool) -> duckdb.DuckDBPyConnection:
        sql, connection = self.sql(question), self._connected(files, unsafe=unsafe)
        with said_in_one_line(files):
            if not unsafe:
                _check_reads(connection, sql)
            answer = connection.execute(sql)
        if answer is None:  # as to a comment
            raise SurveyError(f"{quoted(question)} asks nothing: SQL such as {_EXAMPLE!r} is right")
        return answer

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
        import pyarrow.parquet

        wanted, files = None if columns is None else self._checked(columns), self._files()
        tables = []
        for name in self.parts:
            # A dataset reads in Arrow's threads. One that still closes a file while Python exits aborts the process.
            with files.open(name) as opened, pyarrow.parquet.ParquetFile(opened, pre_buffer=False) as part:
                tables.append(part.read(columns=wanted, use_threads=False))
        table = pyarrow.concat_tables(tables)
        return table if wanted is None else table.select(wanted)

    def dataset(self) -> pyarrow.dataset.Dataset:
        """An Arrow dataset, which reads what is asked of it and no more."""
        import pyarrow.dataset

        files = pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(self._files()))
        return pyarrow.dataset.dataset(self.parts, format="parquet", filesystem=files)

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

    def _files(self) -> PartFiles:
        from freecell.survey.reading import PartFiles

        if not self.parts:
            raise SurveyError(f"nothing of {self.path} is done yet: run the survey first")
        return PartFiles(self._store, self.plan, self._numbers)

    def _checked(self, columns: Iterable[str]) -> list[str]:
        wanted = builtins.list(columns)
        for name in wanted:
            if name not in self.spec.columns:
                raise SurveyError(f"{self.path} has no column {name!r}: {', '.join(self.spec.columns)} are there")
        return wanted

    def __repr__(self) -> str:
        return f"<Survey of deals {self.spec.deals}: {len(self.parts)} of {self.blocks} blocks>"


def _duckdb() -> ModuleType:
    try:
        import duckdb
    except ModuleNotFoundError:
        raise MissingDependencyError("asking a survey needs DuckDB: pip install 'freecell[survey]'") from None
    if tuple(map(int, duckdb.__version__.split(".")[:2])) < (1, 2):  # older ones can't allow some files alone
        raise MissingDependencyError(f"asking a survey needs DuckDB 1.2 or newer, and this is {duckdb.__version__}")
    return duckdb


def _safe() -> dict[str, str]:
    """How DuckDB is started for questions that only read: what memory can't hold goes to a temporary folder."""
    return {"temp_directory": os.path.join(tempfile.gettempdir(), f"freecell-ask-{os.urandom(8).hex()}")}


def _check_reads(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Refuses what is not a question. DuckDB itself would not let it do harm, but says so in its own words."""
    for kind in _kinds(connection, sql):
        if kind not in _QUESTIONS:
            raise SurveyError(f"{kind} is not a question: one only reads the survey. {_UNSAFE}")


def _kinds(connection: duckdb.DuckDBPyConnection, sql: str) -> Iterator[str]:
    try:
        for statement in connection.extract_statements(sql):
            yield statement.type.name.removesuffix("_STATEMENT")
    except ValueError:  # DuckDB has statements that its Python does not know
        yield quoted(sql, 40)


@contextmanager
def said_in_one_line(files: PartFiles | None = None) -> Iterator[None]:
    """What DuckDB complains of, or what was wrong with a part that it read, as our own error."""
    duckdb = _duckdb()
    try:
        yield
    except duckdb.Error as error:
        if files is not None and files.error is not None:
            raise files.error from None
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        line = lines[0] if lines else type(error).__name__
        raise SurveyError(f"{line}. {_UNSAFE}" if isinstance(error, duckdb.PermissionException) else line) from None
