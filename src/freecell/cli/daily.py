"""Show the deal of the day. It is the same for everyone and can be won.

From Monday to Sunday, the deals are easy, easy, moderate, moderate, tricky, hard and fiendish. No deal repeats within
13 years.

examples:
  freecell daily
  freecell daily 2026-11-16
  freecell daily 2026-11-16 --json
"""

from __future__ import annotations

import argparse
import json

from freecell.choosing import WEEK, daily, day_of
from freecell.grading import difficulty


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("date", nargs="?", metavar="DATE", help="a date such as 2026-11-16 (default: today)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    day = day_of(None if arguments.date == "today" else arguments.date)
    number, grade = daily(day), WEEK[day.weekday()]
    if arguments.json:
        print(json.dumps({"date": str(day), "deal": number, "difficulty": difficulty(number).score, "grade": grade}))
    else:
        print(f"{day}: deal {number}, {grade}")
    return 0
