"""Write the page as files, to put on any web host.

examples:
  freecell site --output public
  freecell site --output public --url https://example.org/freecell/
  freecell site --single freecell.html

The page solves by itself, in the browser: it needs no server but one for files. A folder that has an older version is
brought up to date, and is a whole site at every moment. docs/site.md tells how to put it on some hosts.
"""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("-o", "--output", metavar="FOLDER", type=Path, help="the folder to write to")
    where.add_argument("--single", metavar="FILE", type=Path, help="one HTML file with everything, to open from a disk")
    parser.add_argument("--url", help="where the page will be, for the pictures of links to it")


def run(arguments: argparse.Namespace) -> int:
    if arguments.single:
        from freecell.atomic import replacing
        from freecell.web import single

        page = single.page()
        with replacing(arguments.single) as file:
            file.write(page)
        print(f"{arguments.single}: {len(page):,} bytes")
        return 0
    from freecell.web import site

    files = site.page(arguments.url)
    site.write(arguments.output, files)
    size = sum(map(len, files.values()))
    print(f"{arguments.output}: {len(files)} files, {size:,} bytes")
    return 0
