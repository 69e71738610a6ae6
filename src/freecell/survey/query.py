"""Asking a survey: in SQL, by the names of questions that are often asked, or as frames of Arrow, pandas and Polars.

What is read is verified as it is read: see `seal`. A question reads the survey and nothing else, and writes nothing.
"""

from __future__ import annotations

import builtins
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
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
_SAFE = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
"""How DuckDB is started for questions that only read."""
_UNSAFE = "--unsafe gives all of DuckDB (unsafe=True in Python)"


def open(path: str | Path) -> Survey:  # noqa: A001
    """The survey in a folder or at an address, as far as it is done.

    >>> from tempfile import TemporaryDirectory
    >>> from freecell import survey
    >>> with TemporaryDirectory() as folder:
    ...     done = survey.run(folder, survey.Spec(range(11_980, 11_985)))
    ...     survey.open(folder).ask("select deal from deals where verdict = 'unsolvable'").fetchall()
    [(11982,)]
    """
    store = open_store(path)
    return Survey(store, find_plan(store))


class Survey:
    """What is there of a survey.

    spec, version, machine   what was to be found out, by which version, and where it was begun
    blocks, parts            how many blocks there are, and the files of those that are done
    problem                  what is wrong with its manifest, if anything is: the parts told the above then

    >>> from tempfile import TemporaryDirectory
    >>> from freecell import survey
    >>> with TemporaryDirectory() as folder:
    ...     done = survey.run(folder, survey.Spec(range(1, 9)))
    ...     survey.open(folder).finished
    True
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

        It reads the survey and nothing else, and writes nothing, not even temporary files: a question that needs more
        memory than there is fails. `rows` answers such a question; `unsafe` gives all of DuckDB.
        """
        return self._connected(self._files(), unsafe=unsafe)

    def _connected(self, files: PartFiles, *, unsafe: bool, temporary: str = "") -> duckdb.DuckDBPyConnection:
        from freecell.survey.reading import PROTOCOL

        config = {} if unsafe else {**_SAFE, "temp_directory": temporary}
        connection: duckdb.DuckDBPyConnection = _duckdb().connect(config=config)
        connection.register_filesystem(files)
        if unsafe and isinstance(self._store, Remote):
            connection.register_filesystem(self._store.filesystem)
        names = ", ".join(f"'{PROTOCOL}://{name}'" for name in self.parts)
        with said_in_one_line(files):
            connection.execute(f"create view deals as from read_parquet([{names}])")
            if not unsafe:
                # In this order. What may be read is what `PartFiles` has. DuckDB adds its temporary folder to that, and
                # may write there.
                connection.execute(f"set allowed_paths = [{names}]")
                connection.execute("set enable_external_access = false")
                connection.execute("set lock_configuration = true")
        return connection

    def ask(self, question: str, *, unsafe: bool = False) -> duckdb.DuckDBPyConnection:
        """What DuckDB answers: to SQL about the view `deals`, or to a question by its name.

        The answer has `fetchall()`, `fetchmany(n)`, `df()` for pandas, `pl()` for Polars, and DuckDB's other ways.
        A question only reads, and has to do with the memory that there is, as with `connect`; `unsafe` takes whatever
        DuckDB can do.
        """
        return self._asked(question, self._files(), unsafe=unsafe)

    def rows(self, question: str, *, unsafe: bool = False) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
        """The names of the columns of an answer, and its rows, one at a time.

        Data that does not fit into memory goes to a temporary folder, which is removed after the last row.
        """
        found = self._fetched(question, unsafe=unsafe)
        return builtins.list(next(found)), found

    def _fetched(self, question: str, *, unsafe: bool) -> Iterator[tuple[Any, ...]]:
        """The names, and then the rows. It is one generator, so that its folder goes when nobody wants more of it."""
        files = self._files()
        with (
            tempfile.TemporaryDirectory(prefix="freecell-ask-", ignore_cleanup_errors=True) as temporary,
            closing(self._asked(question, files, unsafe=unsafe, temporary=temporary)) as answer,
            said_in_one_line(files),
        ):
            yield tuple(column[0] for column in answer.description or ())
            while rows := answer.fetchmany(_AT_ONCE):
                yield from rows

    def _asked(
        self, question: str, files: PartFiles, *, unsafe: bool, temporary: str = ""
    ) -> duckdb.DuckDBPyConnection:
        sql, connection = self.sql(question), self._connected(files, unsafe=unsafe, temporary=temporary)
        with said_in_one_line(files):
            if not unsafe:
                _check_reads(connection, sql)
            answer = connection.execute(sql)
        if answer is None:  # as to a comment
            raise SurveyError(f"{quoted(question)} is not a question: expected SQL such as {_EXAMPLE!r}")
        return answer

    def sql(self, question: str) -> str:
        """The SQL of a question: itself, unless it is a name."""
        try:
            question.encode()
        except UnicodeEncodeError:  # which DuckDB calls a type error
            raise SurveyError(f"{quoted(question)} is not valid UTF-8") from None
        if not re.fullmatch(r"[\w-]*", question.strip()):
            return question
        name = question.strip()
        if name not in NAMED:
            raise SurveyError(f"unknown question {name!r}: expected {', '.join(NAMED)}, or SQL such as {_EXAMPLE!r}")
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
                raise SurveyError(f"{self.path} has no column {name!r}: its columns are {', '.join(self.spec.columns)}")
        return wanted

    def __repr__(self) -> str:
        return f"<Survey of deals {self.spec.deals}: {len(self.parts)} of {self.blocks} blocks>"


def _duckdb() -> ModuleType:
    try:
        import duckdb
    except ModuleNotFoundError:
        raise MissingDependencyError("asking a survey needs DuckDB: pip install 'freecell[survey]'") from None
    return duckdb


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
