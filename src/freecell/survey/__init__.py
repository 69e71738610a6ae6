"""Surveys: ranges of deals solved at scale, stored as Parquet and queried with SQL.

run(path, Spec(...))   solves a range, or resumes it
verify(path)           checks all files and repairs damage
open(path)             opens a survey for DuckDB, Arrow, pandas or Polars
report(survey)         makes a page with charts and records
"""

from importlib import import_module

TYPE_CHECKING = False  # like typing.TYPE_CHECKING, which takes too long to import
if TYPE_CHECKING:
    from freecell.survey.manifest import NoSurveyError
    from freecell.survey.query import Survey, open  # noqa: A004
    from freecell.survey.reporting import report
    from freecell.survey.running import Done, Verified, run, verify
    from freecell.survey.spec import Numbers, Spec

__all__ = ["Done", "NoSurveyError", "Numbers", "Spec", "Survey", "Verified", "open", "report", "run", "verify"]

# Imported on first use, because they need optional packages.
_MODULES = {
    "Done": "running",
    "NoSurveyError": "manifest",
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
