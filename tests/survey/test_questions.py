"""Queries read only the survey and write nothing, whatever they contain."""

from __future__ import annotations

import sys
import tempfile
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path

import duckdb
import pyarrow
import pytest

import freecell
from freecell import survey
from freecell.errors import SurveyError

from ..helpers.commands import called
from ..helpers.surveying import spec

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

PART = "part-000000.parquet"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A survey, and next to it a file that doesn't belong to it."""
    path = tmp_path_factory.mktemp("questions")
    survey.run(path / "s", spec(range(11_980, 11_990)), block_size=4)
    (path / "secret.csv").write_text("secret\n42\n")
    return path


@pytest.fixture
def there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> survey.Survey:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return survey.open("s")


@pytest.fixture(scope="module")
def table(folder: Path) -> pyarrow.Table:
    """All rows, in a variable that DuckDB could find by name."""
    return survey.open(folder / "s").arrow()


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


HOSTILE = f"""
copy deals to 's/{PART}'
copy deals to 'new.parquet'
copy (select 1) to 'survey://{PART}'
copy (select 1) to 'survey://new.parquet'
copy deals from 'secret.csv'
select 1; copy deals to 'new.csv'
explain analyze copy deals to 'new.csv'
export database 'new'
import database 's'
attach 'new.db'
attach 'survey://new.db'
attach ':memory:' as other
install httpfs
load httpfs
load 'secret.csv'
update extensions
set enable_external_access = true
set lock_configuration = false
reset lock_configuration
set allowed_directories = ['/']
set temp_directory = '/'
set threads = 1
set profiling_output = 'new.json'
pragma enable_profiling = 'json'
pragma profiling_output = 'new.json'
call enable_logging(storage = 'file', storage_path = 'new')
from enable_logging(storage = 'file', storage_path = 'new')
from enable_profiling(save_location = 'new.json')
create persistent secret hidden (type s3, key_id 'x')
create table stolen as from read_csv('secret.csv')
create view stolen as from 'secret.csv'
create macro stolen() as table from read_text('secret.csv')
insert into deals from deals
update deals set turns = 1
delete from deals
drop view deals
alter view deals rename to others
checkpoint
vacuum
begin
use memory
prepare question as select 1
from read_csv('secret.csv')
from read_text('/etc/passwd')
from read_blob('s/survey.json')
from read_json('s/survey.json')
from read_parquet('s/{PART}')
from read_parquet('survey://../secret.csv')
from read_text('survey://survey.json')
from parquet_metadata('s/{PART}')
from sniff_csv('secret.csv')
from glob('*')
from glob('/etc/*')
from 'secret.csv'
from 'https://example.org/x.parquet'
from 's3://bucket/x.parquet'
from query('copy deals to ''new.csv''')
with new as (insert into deals from deals returning *) from new
copy (select 1) to (current_setting('temp_directory') || '/new.csv')
from local_variable
select getenv('HOME')
;
-- nothing
""".strip().splitlines()


@pytest.mark.parametrize("question", HOSTILE)
def test_hostile_statements_are_rejected(
    folder: Path, there: survey.Survey, table: pyarrow.Table, question: str
) -> None:
    local_variable, before = table, contents(folder)
    answer, said = asked(there, question)
    assert "\n" not in said
    assert "Traceback" not in said
    if not said:  # a pattern without matches, a macro that is never called
        assert answer == [] or question.startswith("create macro")
    assert contents(folder) == before
    assert local_variable.num_rows == 10


def asked(there: survey.Survey, question: str) -> tuple[list[tuple[object, ...]], str]:
    """The rows, or the reason for the refusal."""
    try:
        return list(there.rows(question)[1]), ""
    except SurveyError as error:
        return [], str(error)


@pytest.mark.parametrize("statement", HOSTILE)
def test_a_direct_connection_is_as_safe(
    folder: Path, there: survey.Survey, table: pyarrow.Table, statement: str
) -> None:
    """DuckDB itself stays within the survey, whatever and however often it is asked."""
    local_variable, before = table, contents(folder)
    with there.connect() as connection:
        said = ""
        try:
            answer = connection.execute(statement)
            assert answer is None or "42" not in str(answer.fetchall())
        except duckdb.Error as error:
            said = str(error)
        assert "Traceback" not in said
        with pytest.raises(duckdb.Error):
            connection.execute("from read_csv('secret.csv')")
    assert contents(folder) == before
    assert local_variable.num_rows == 10


def test_queries_can_open_only_the_parts(there: survey.Survey) -> None:
    """No other file is opened, even if DuckDB could be tricked into it."""
    files = there._files()
    assert files.open(PART).read(4) == b"PAR1"
    for path, mode in (
        (PART, "wb"),
        (PART, "ab"),
        ("new.parquet", "wb"),
        ("survey.json", "rb"),
        ("../secret.csv", "rb"),
    ):
        with pytest.raises(PermissionError):
            files.open(path, mode)


def test_macros_cannot_read_files(there: survey.Survey) -> None:
    with pytest.raises(SurveyError, match="Cannot access file"):
        there.ask("create macro stolen() as table from read_text('secret.csv'); from stolen()").fetchall()


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("from deals select deal order by 1", (11980,)),
        ("table deals limit 1", None),
        ("values (1)", (1,)),
        ("with few as (from deals where turns < 999) select count(*) from few", (9,)),
        ("describe deals", ("deal", "BIGINT", "YES", None, None, None)),
        ("show tables", ("deals",)),
        ("summarize deals", None),
        ("explain from deals", None),
        ("pivot deals on verdict using count(*) group by cells", (4, 9, 1)),
        ("create temp table few as from deals limit 3; select count(*) from few", (3,)),
        ("create macro half(x) as x / 2; select half(3.0)", None),
        ("select 1; select 2", (2,)),
    ],
)
def test_valid_queries_are_answered(there: survey.Survey, question: str, first: tuple[object, ...] | None) -> None:
    row = next(there.rows(question)[1])
    assert first in (None, row)


def test_a_time_with_a_zone_says_what_it_needs(there: survey.Survey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pytz", None)
    with pytest.raises(SurveyError, match=r"^a time with a time zone needs pytz: pip install pytz, or cast it, as in "):
        next(there.rows("select now()")[1])
    (now,) = next(there.rows("select now()::timestamp")[1])
    assert isinstance(now, datetime)


def test_large_queries_spill_to_a_folder_that_is_deleted(
    folder: Path, there: survey.Survey, monkeypatch: pytest.MonkeyPatch
) -> None:
    from freecell.survey import query

    before = contents(folder)
    monkeypatch.setattr(query, "_SAFE", {**query._SAFE, "memory_limit": "30MB", "threads": 1})
    question = "select i, repeat('x', 20) as t from range(1000000) s(i) order by hash(i)"
    for wanted in (1, 1_000_000):  # read all rows, or only some
        _, rows = there.rows(question)
        assert next(rows)
        assert any(folder.glob("freecell-ask-*/duckdb_temp*"))
        assert sum(1 for _ in islice(rows, wanted - 1)) == wanted - 1
        del rows
        assert contents(folder) == before
        assert not list(folder.glob("freecell-ask-*"))


def test_the_temporary_folder_is_deleted_with_its_contents(folder: Path, there: survey.Survey) -> None:
    before = sorted(folder.rglob("*"))
    asked(there, "explain analyze copy (select 1) to (current_setting('temp_directory') || '/new.csv')")
    asked(there, "from enable_logging(storage = 'file', storage_path = current_setting('temp_directory'))")
    assert sorted(folder.rglob("*")) == before


STATEMENTS = (
    "export database '{}'",
    "export database '{}/new'",
    "copy deals to '{}/new.csv'",
    "explain analyze copy deals to '{}/new.csv'",
    "attach '{}/new.db'",
    "set temp_directory = '{}'",
    "call enable_logging(storage = 'file', storage_path = '{}/log')",
)


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("way", ["connect", "ask"])
def test_a_connection_writes_nothing_to_its_temporary_folder(
    folder: Path, there: survey.Survey, statement: str, way: str
) -> None:
    before = sorted(folder.rglob("*"))
    with there.connect() if way == "connect" else there.ask("from deals") as connection:
        ((place,),) = connection.execute("select current_setting('temp_directory')").fetchall()
        for known in (place, str(folder), tempfile.gettempdir()):
            with suppress(duckdb.Error):
                connection.execute(statement.format(known))
                connection.execute("from deals").fetchall()
        assert sorted(folder.rglob("*")) == before
    assert sorted(folder.rglob("*")) == before


def test_unsafe_connections_allow_all_of_duckdb(folder: Path, there: survey.Survey, tmp_path: Path) -> None:
    name = tmp_path / "short.csv"
    question = f"copy (select deal, secret from deals, read_csv('secret.csv') order by 1 limit 1) to '{name}'"
    refused = "freecell: COPY is not allowed: a query can only read the survey. --unsafe allows everything in DuckDB"
    assert called("survey", "ask", "s", question, code=2, cwd=folder).startswith(refused)
    assert not name.exists()
    called("survey", "ask", "s", question, "--unsafe", cwd=folder)
    assert name.read_text() == "deal,secret\n11980,42\n"
    with there.connect(unsafe=True) as connection:
        connection.execute("set threads = 1")
        assert connection.execute("select count(*) from deals, 'secret.csv'").fetchall() == [(10,)]
    with there.connect() as connection:
        assert connection.execute("select count(*) from deals").fetchall() == [(10,)]
        with pytest.raises(Exception, match="file system operations are disabled"):
            connection.execute("from 'secret.csv'")


def test_a_survey_in_other_storage_can_be_queried() -> None:
    survey.run("memory://questions/s", spec(range(11_980, 11_990)), block_size=4)
    there = survey.open("memory://questions/s")
    assert next(there.rows("by-cells")[1]) == (4, 10, 9, 1, 0, 90.0)
    for question in (
        f"copy deals to 'memory://questions/s/{PART}'",
        f"from 'memory://questions/s/{PART}'",
        "from read_text('memory://questions/s/survey.json')",
    ):
        with pytest.raises(SurveyError):
            there.ask(question)
    assert there.ask(f"select count(*) from 'memory://questions/s/{PART}'", unsafe=True).fetchall() == [(4,)]
