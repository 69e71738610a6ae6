"""Write the page as files for any web host.

examples:
  freecell site public
  freecell site public --url https://example.org/freecell/
  freecell site freecell.html

The page solves in the browser, so any static file host works. A folder with an older version is updated safely: it
always contains a complete site. docs/site.md explains how to host it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from freecell.atomic import is_stream, replacing
from freecell.errors import FreecellError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "output",
        metavar="FOLDER|FILE.html",
        type=Path,
        help="the folder to write to, or a single HTML file that opens from a disk",
    )
    parser.add_argument("--url", help="the address of the site, for link previews")
    parser.add_argument("--json", action="store_true", help="print JSON about the written files")


def run(arguments: argparse.Namespace) -> int:
    if arguments.output.suffix.lower() in (".html", ".htm") or is_stream(arguments.output):
        from freecell.web import single

        if arguments.url:
            raise FreecellError("--url only applies to a site in a folder: leave it out for a single file")
        page = single.page()
        with replacing(arguments.output) as file:
            file.write(page)
        _print(arguments, len(page))
        return 0
    from freecell.web import site

    files = site.page(arguments.url)
    site.write(arguments.output, files)
    size = sum(map(len, files.values()))
    _print(arguments, size, len(files))
    return 0


def _print(arguments: argparse.Namespace, size: int, files: int | None = None) -> None:
    """The files that were written."""
    name = str(arguments.output)
    if arguments.json:
        print(json.dumps({"output": name, "bytes": size} | ({} if files is None else {"files": files})))
    else:
        print(f"{name}: {'' if files is None else f'{files} files, '}{size:,} bytes")
