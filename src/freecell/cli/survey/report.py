"""Write a report on a survey: one self-contained HTML file with charts and records.

Each deal links to a page on which you can play it: by default the page of `freecell serve` on this machine, or
the page given by --page.

examples:
  freecell survey report million/ --output report.html
  freecell survey report million/ --output report.html --page https://example.org/freecell
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from freecell.cli._drawing import add_written_argument, print_written
from freecell.errors import FreecellError, quoted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("survey", metavar="FOLDER", help="the survey: a folder, or an address such as s3://...")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the .html file to write")
    parser.add_argument("--page", metavar="URL", help="the page that deals link to (default: http://127.0.0.1:8000)")
    add_written_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    if not arguments.output.endswith((".html", ".htm")):
        raise FreecellError(f"--output must end in .html (got {quoted(arguments.output)})")
    if arguments.page is not None and not re.match(r"https?://\S+$", arguments.page):
        raise FreecellError(f"--page must be an address such as http://127.0.0.1:8000 (got {quoted(arguments.page)})")
    from freecell import survey
    from freecell.atomic import replacing
    from freecell.cli._survey_progress import print_notes
    from freecell.survey.reporting import PAGE

    there = survey.open(arguments.survey)
    text = survey.report(there, arguments.page or PAGE)
    print_notes(there)
    with replacing(Path(arguments.output)) as file:
        file.write(text.encode())
    if arguments.json:
        print_written(arguments.output)
    else:
        print(f"{arguments.output}: {len(text.encode()) / 1e3:.0f} kB")
    return 0
