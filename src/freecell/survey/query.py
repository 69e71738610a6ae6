"""Querying a survey: with SQL or named questions, or as Arrow, pandas and Polars tables.

Data is verified when it is read: see `seal`. A query reads only the survey and writes nothing.
"""

from __future__ import annotations

import builtins
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from freecell.errors import MissingDependencyError, SurveyError, quoted
from freecell.survey.manifest import Found, find_plan
from freecell.survey.parts import cpu_seconds, part_name
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
_QUESTIONS = (
    "SELECT",
    "EXPLAIN",
    "CREATE",
    "MULTI",
)  # DuckDB counts FROM, WITH and DESCRIBE, among others, as SELECT, and PIVOT as the last two of these
_SAFE = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
"""DuckDB settings for read-only queries."""
_UNSAFE = "--unsafe allows everything in DuckDB (unsafe=True in Python)"


def open(path: str | Path) -> Survey:  # noqa: A001
    """Open the survey in a folder or at an address. It may be unfinished.

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
    """A survey that can be queried.

    spec, version, machine   its spec, and the version and machine that started it
    blocks, parts            the number of blocks, and the files of the finished ones
    problem                  what is wrong with its manifest, if anything; the other values then come from a part

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
        """The size of the parts in bytes."""
        return sum(map(self._store.size, self.parts))

    @property
    def cpu_seconds(self) -> float:
        """The CPU time that the finished parts took to compute, in all runs and on all machines."""
        return sum(cpu_seconds(self._store, name) for name in self.parts)

    def connect(self, *, unsafe: bool = False) -> duckdb.DuckDBPyConnection:
        """A DuckDB connection with the survey as the view `deals`.

        It can only read the survey, and writes nothing, not even temporary files. A query that needs more memory than
        the machine has therefore fails; use `rows` for such a query. `unsafe` allows everything in DuckDB.
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
                # The order matters. Only the files of `PartFiles` are readable. DuckDB adds its temporary
                # folder, and may write there.
                connection.execute(f"set allowed_paths = [{names}]")
                connection.execute("set enable_external_access = false")
                connection.execute("set lock_configuration = true")
        return connection

    def ask(self, question: str, *, unsafe: bool = False) -> duckdb.DuckDBPyConnection:
        """Run SQL on the view `deals`, or a named question, and return DuckDB's result.

        The result has `fetchall()`, `fetchmany(n)`, `df()` for pandas, `pl()` for Polars, and more. As with `connect`,
        the query only reads, and fails if it needs more memory than the machine has, unless `unsafe` is true.
        """
        return self._asked(question, self._files(), unsafe=unsafe)

    def rows(self, question: str, *, unsafe: bool = False) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
        """Run a query; return the column names and an iterator over the rows.

        Data that doesn't fit into memory spills to a temporary folder, which is removed after the last row.
        """
        found = self._fetched(question, unsafe=unsafe)
        return builtins.list(next(found)), found

    def _fetched(self, question: str, *, unsafe: bool) -> Iterator[tuple[Any, ...]]:
        """Yield the names and then the rows. As this is one generator, closing it removes its folder."""
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
        if answer is None:  # the question was, for example, only a comment
            raise SurveyError(f"{quoted(question)} is not a query: expected SQL such as {_EXAMPLE!r}")
        return answer

    def sql(self, question: str) -> str:
        """The SQL of a question: looked up if it is a name."""
        try:
            question.encode()
        except UnicodeEncodeError:  # DuckDB would raise a type error
            raise SurveyError(f"{quoted(question)} is not valid UTF-8") from None
        if not re.fullmatch(r"[\w-]*", question.strip()):
            return question
        name = question.strip()
        if name not in NAMED:
            meant = "".join(f". Did you mean {near!r}?" for near in get_close_matches(name, NAMED, 1))
            expected = f"expected {', '.join(NAMED)}, or SQL such as {_EXAMPLE!r}"
            raise SurveyError(f"unknown question {quoted(name)}: {expected}{meant}")
        needed = NAMED[name].needs
        if needed is not None and needed not in self.spec.columns:
            raise SurveyError(f"{name} needs the column {needed}, which {self.path} doesn't have")
        return self._with_columns(NAMED[name].sql)

    def _with_columns(self, sql: str) -> str:
        """The SQL without the columns in {} that the survey doesn't have."""

        def kept(match: re.Match[str]) -> str:
            return ", ".join(name for name in match[1].split(", ") if name in self.spec.columns)

        return re.sub(r", (?= from)", "", re.sub(r"\{([^}]*)\}", kept, sql))

    def arrow(self, columns: Iterable[str] | None = None) -> pyarrow.Table:
        """All rows, or only some columns, in memory."""
        import pyarrow.parquet

        wanted, files = None if columns is None else self._checked(columns), self._files()
        tables = []
        for name in self.parts:
            # A dataset reads in Arrow's threads. If one still closes a file while Python exits, the process aborts.
            with files.open(name) as opened, pyarrow.parquet.ParquetFile(opened, pre_buffer=False) as part:
                tables.append(part.read(columns=wanted, use_threads=False))
        table = pyarrow.concat_tables(tables)
        return table if wanted is None else table.select(wanted)

    def dataset(self) -> pyarrow.dataset.Dataset:
        """An Arrow dataset, which reads only what is needed."""
        import pyarrow.dataset

        files = pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(self._files()))
        return pyarrow.dataset.dataset(self.parts, format="parquet", filesystem=files)

    def pandas(self, columns: Iterable[str] | None = None) -> pandas.DataFrame:
        """All rows, or only some columns, as a pandas frame."""
        import pyarrow

        try:
            import pandas
        except ModuleNotFoundError:
            raise MissingDependencyError("a pandas frame needs pandas: pip install pandas") from None
        # Lengths are integers, although some may be missing.
        whole = {pyarrow.uint16(): pandas.UInt16Dtype()}
        return self.arrow(columns).to_pandas(types_mapper=whole.get)

    def polars(self, columns: Iterable[str] | None = None) -> polars.DataFrame:
        """All rows, or only some columns, as a Polars frame."""
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
            raise SurveyError(f"{self.path} has no finished blocks yet: run the survey first")
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
        raise MissingDependencyError("querying a survey needs DuckDB: pip install 'freecell[survey]'") from None
    return duckdb


def _check_reads(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Reject statements that aren't queries. DuckDB also prevents any harm, but with less clear messages."""
    for kind in _kinds(connection, sql):
        if kind not in _QUESTIONS:
            raise SurveyError(f"{kind} is not allowed: a query can only read the survey. {_UNSAFE}")


def _kinds(connection: duckdb.DuckDBPyConnection, sql: str) -> Iterator[str]:
    try:
        for statement in connection.extract_statements(sql):
            yield statement.type.name.removesuffix("_STATEMENT")
    except ValueError:  # DuckDB has statement types that its Python package doesn't know
        yield quoted(sql, 40)


@contextmanager
def said_in_one_line(files: PartFiles | None = None) -> Iterator[None]:
    """Turn DuckDB's error, or the problem with a part that it read, into one of our errors."""
    duckdb = _duckdb()
    try:
        yield
    except duckdb.Error as error:
        if files is not None and files.error is not None:
            raise files.error from None
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        line = lines[0] if lines else type(error).__name__
        if "'pytz'" in line:
            line = "a time with a time zone needs pytz: pip install pytz, or cast it, as in now()::timestamp"
        if isinstance(error, duckdb.CatalogException) and line.startswith("Catalog Error: Table"):
            line += " The table is called deals."
        line += "".join(f" {more}." for more in lines[1:2] if more.startswith("Candidate bindings"))
        raise SurveyError(f"{line}. {_UNSAFE}" if isinstance(error, duckdb.PermissionException) else line) from None
