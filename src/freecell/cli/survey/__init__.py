"""Solve ranges of deals, up to billions of them, into a table, and query it.

A survey is a folder of Parquet files. Whatever stops a run, the same command resumes it.
"""

COMMANDS = {
    "run": "solve a range of deals into a survey, or resume it",
    "ask": "query a survey, in SQL or by name",
    "report": "write a page of charts and records",
    "verify": "read all of a survey, and repair what is damaged",
    "facts": "compute the facts about deals again",
}
