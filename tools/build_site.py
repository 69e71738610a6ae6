"""Builds the docs site and checks it: every link and anchor exists, and nothing is loaded from other sites.

python tools/build_site.py [FOLDER]        (default: build/site); it makes no network requests
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from mkdocs.config import load_config

ROOT = Path(__file__).resolve().parent.parent
ADDRESS = str(load_config(str(ROOT / "mkdocs.yml")).site_url or "")
_LOADED = {"src", "srcset", "data", "poster"}  # and the href of every element other than <a>
_CSS_ADDRESS = re.compile(r"""(?:url\(|@import )\s*["']?((?:https?:)?//[^"')\s]+)""")


class Page(HTMLParser):
    """The anchors of a page, the targets of its links, and the files it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = {""}
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if ("rel", "canonical") in attrs:
            return
        for name, value in attrs:
            if not value:
                continue
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)
            elif name in _LOADED or (name == "href" and tag != "a"):
                self.loaded.append(value)
            elif name == "href":
                self.links.append(value)


def build(site: Path) -> None:
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}  # a notice about the future of MkDocs, not about this site
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(site)]
    if subprocess.run(command, cwd=ROOT, env=environment).returncode:
        sys.exit("the docs site was not built")


def wrong(site: Path) -> list[str]:
    """The problems of the site, one per line."""
    pages = {path: Page(path.read_text()) for path in site.rglob("*.html")}
    found = []
    for path, page in pages.items():
        here = path.relative_to(site)
        found += [f"{here} loads {each}" for each in page.loaded if is_elsewhere(each)]
        inside = (each for each in page.links + page.loaded if not urlsplit(each).scheme and not is_elsewhere(each))
        found += [f"{here}: {each} leads nowhere" for each in inside if not leads_somewhere(each, path, site, pages)]
    for style in site.rglob("*.css"):
        found += [f"{style.relative_to(site)} loads {each}" for each in _CSS_ADDRESS.findall(style.read_text())]
    index = json.loads((site / "search" / "search_index.json").read_text())
    names = {entry["location"].partition("#")[0] for entry in index["docs"]}
    listed = (each for each in (site.glob("*.html")) if each.name != "404.html")
    found += [f"{each.name} is not in the search" for each in listed if each.name not in names]
    overview = (site / "llms.txt").read_text()
    for path in pages:
        name = path.relative_to(site).with_suffix(".md").as_posix()
        if not name.startswith("source/") and name != "404.md":
            found += [] if f"{name})" in overview else [f"{name} is not in llms.txt"]
            found += [] if (site / name).is_file() else [f"{name} is missing"]
    if ADDRESS:
        sitemap = (site / "sitemap.xml").read_text()
        names_there = (path.relative_to(site).as_posix() for path in pages if path.name != "404.html")
        found += [f"{name} is not in the sitemap" for name in names_there if f">{ADDRESS}{name}<" not in sitemap]
    return found


def is_elsewhere(address: str) -> bool:
    """Whether an address belongs to another site."""
    return bool(urlsplit(address).netloc)


def leads_somewhere(address: str, path: Path, site: Path, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(address)
    name = unquote(parts.path).removeprefix(urlsplit(ADDRESS).path.rstrip("/"))  # the page for errors has whole paths
    target = site / name.lstrip("/") if name.startswith("/") else (path.parent / name).resolve() if name else path
    if target.is_dir():
        target /= "index.html"
    if target in pages:
        return unquote(parts.fragment) in pages[target].anchors
    return target.is_file()


def main() -> None:
    site = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "site").resolve()
    build(site)
    if found := wrong(site):
        sys.exit("\n".join(found))
    count = sum(1 for _ in site.rglob("*.html"))
    print(f"{count} pages in {site}: every link leads somewhere, and nothing is loaded from elsewhere")


if __name__ == "__main__":
    main()
