"""Solve ranges of deals, up to billions of them, into a table, and query it.

A survey is a folder of Parquet files. Whatever stops a run, the same command resumes it.
"""

COMMANDS = {
    "run": "solve a range of deals into a survey, or resume it",
    "ask": "query a survey with SQL or a named question",
    "report": "write a page with charts and records",
    "verify": "check all files of a survey and repair damage",
    "dataset": "make a table with a data card to publish",
    "facts": "recompute the facts about deals",
}
