"""Surveys: ranges of deals solved at scale, kept as Parquet, and asked in SQL.

    run(path, Spec(...))   solves a range, or goes on with it
    verify(path)           reads all of it, and makes again what is damaged
    open(path)             what is there: DuckDB, Arrow, pandas, Polars
    report(survey)         a page of charts and records

Nothing here knows of the command line.
"""

from importlib import import_module

TYPE_CHECKING = False  # as typing has it, which takes too long to import
if TYPE_CHECKING:
    from freecell.survey.query import Survey, open  # noqa: A004
    from freecell.survey.reporting import report
    from freecell.survey.running import Done, Verified, run, verify
    from freecell.survey.spec import Numbers, Spec

__all__ = ["Done", "Numbers", "Spec", "Survey", "Verified", "open", "report", "run", "verify"]

# Imported only when they are asked for: they need packages that not everybody has.
_MODULES = {
    "Done": "running",
    "Numbers": "spec",
    "Spec": "spec",
    "Survey": "query",
    "Verified": "running",
    "open": "query",
    "report": "reporting",
    "run": "running",
    "verify": "running",
}


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'freecell.survey' has no attribute {name!r}")
    value: object = getattr(import_module(f"freecell.survey.{_MODULES[name]}"), name)
    return value
