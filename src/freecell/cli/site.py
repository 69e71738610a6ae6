"""Write the page as files, to put on any web host.

examples:
  freecell site public
  freecell site public --url https://example.org/freecell/
  freecell site freecell.html

The page solves in the browser, so any server for files will do. A folder with an older version is updated, and is a
whole site at every moment. docs/site.md explains how to put it on some hosts.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from freecell.atomic import is_stream, replacing
from freecell.errors import FreecellError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "output",
        metavar="FOLDER|FILE.html",
        type=Path,
        help="the folder to write to, or one HTML file with everything, to open from a disk",
    )
    parser.add_argument("--url", help="the address of the site, for previews of links to it")


def run(arguments: argparse.Namespace) -> int:
    if arguments.output.suffix.lower() in (".html", ".htm") or is_stream(arguments.output):
        from freecell.web import single

        if arguments.url:
            raise FreecellError("--url is for a site in a folder, and one file needs none: leave it out")
        page = single.page()
        with replacing(arguments.output) as file:
            file.write(page)
        print(f"{arguments.output}: {len(page):,} bytes")
        return 0
    from freecell.web import site

    files = site.page(arguments.url)
    site.write(arguments.output, files)
    size = sum(map(len, files.values()))
    print(f"{arguments.output}: {len(files)} files, {size:,} bytes")
    return 0
