"""Solve ranges of deals, up to billions of them, into a table, and query it.

A survey is a folder of Parquet files. If anything stops a run, the same command resumes it.
"""

COMMANDS = {
    "run": "solve a range of deals into a survey, or resume it",
    "ask": "query a survey with SQL or a named question",
    "report": "write a page with charts and records",
    "verify": "check all files of a survey and repair damage",
    "dataset": "make a dataset to publish: a table with a data card",
    "facts": "improve or recompute the facts about deals",
}
