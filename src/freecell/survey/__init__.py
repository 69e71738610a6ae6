"""Surveys: ranges of deals solved at scale, kept as Parquet, and asked in SQL.

    run(path, Question(...))   answers a question about a range, or goes on with it
    open(path)                 what is there: DuckDB, Arrow, pandas, Polars
    report(survey)             a page of charts and records

Nothing here knows of the command line.
"""

from importlib import import_module

TYPE_CHECKING = False  # as typing has it, which takes too long to import
if TYPE_CHECKING:
    from freecell.survey.asking import Survey, open  # noqa: A004
    from freecell.survey.question import Numbers, Question
    from freecell.survey.reporting import report
    from freecell.survey.running import Done, run

__all__ = ["Done", "Numbers", "Question", "Survey", "open", "report", "run"]

# Imported only when they are asked for: they need packages that not everybody has.
_MODULES = {
    "Done": "running",
    "Numbers": "question",
    "Question": "question",
    "Survey": "asking",
    "open": "asking",
    "report": "reporting",
    "run": "running",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'freecell.survey' has no attribute {name!r}")
    value: object = getattr(import_module(f"freecell.survey.{_MODULES[name]}"), name)
    return value
