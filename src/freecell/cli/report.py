"""Make a page of charts and records of a survey: one HTML file that needs nothing else.

Deals are links to where they can be played: what `freecell serve` serves here, unless --page says otherwise.

examples:
  freecell report million/ --output report.html
  freecell report million/ --output report.html --page https://example.org/freecell
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from freecell.errors import FreecellError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("survey", metavar="FOLDER", help="where the survey is kept")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the page: a name that ends in .html")
    parser.add_argument("--page", metavar="URL", help="what deals are links to; http://127.0.0.1:8000 if not given")


def run(arguments: argparse.Namespace) -> int:
    if not arguments.output.endswith((".html", ".htm")):
        raise FreecellError(f"--output {arguments.output!r}: give a name that ends in .html")
    if arguments.page is not None and not re.match(r"https?://\S+$", arguments.page):
        raise FreecellError(f"--page {arguments.page!r}: an address such as http://127.0.0.1:8000 is right")
    from freecell import survey
    from freecell.atomic import replacing
    from freecell.cli._survey_progress import print_notes
    from freecell.survey.reporting import PAGE

    there = survey.open(arguments.survey)
    text = survey.report(there, arguments.page or PAGE)
    print_notes(there)
    with replacing(Path(arguments.output)) as file:
        file.write(text.encode())
    print(f"{arguments.output}: {len(text.encode()) / 1e3:.0f} kB")
    return 0
