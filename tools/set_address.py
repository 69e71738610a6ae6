"""Fills in the addresses of the repository and of the docs site.

python tools/set_address.py https://github.com/OWNER/freecell [--site https://example.org/docs/]

It changes pyproject.toml (project.urls), packages/npm/package.json, mkdocs.yml (the addresses in the sitemap and in
llms.txt) and README.md (badges, and absolute links, because PyPI shows the README without docs/). Run it again after a
move; the old addresses are replaced. The default site is GitHub Pages, where pages.yml puts the docs next to the game.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = ("pyproject.toml", "packages/npm/package.json", "mkdocs.yml", "README.md")
_LINK = re.compile(r'(?P<before>(?P<image>!)?\[[^\[\]]*\]\(|\b(?P<name>src|href)=")(?P<target>[^)"#:\s]+)(?=[)"#])')
_BADGES = re.compile(r"(?:^\[!\[.*\n)+\n", re.MULTILINE)


def urls(text: str, repository: str, site: str) -> str:
    """pyproject.toml with [project.urls]."""
    text = re.sub(r"\[project\.urls\]\n(?:.+\n)*\n", "", text)
    table = {
        "Documentation": site,
        "Repository": repository,
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/main/CHANGELOG.md",
    }
    lines = "".join(f'{name} = "{address}"\n' for name, address in table.items())
    return text.replace(
        "[project.optional-dependencies]\n", f"[project.urls]\n{lines}\n[project.optional-dependencies]\n"
    )


def package(text: str, repository: str, site: str) -> str:
    """package.json with the addresses that npm shows, and compares with the repository that publishes."""
    more = {
        "homepage": f"{site}javascript.html",
        "repository": {"type": "git", "url": f"git+{repository}.git", "directory": "packages/npm"},
        "bugs": f"{repository}/issues",
    }
    about = {name: value for name, value in json.loads(text).items() if name not in more}
    lists = re.compile(r"\[\n\s+([^\]]*?)\n\s+\]")  # on one line, as before
    return lists.sub(lambda found: f"[{' '.join(found[1].split())}]", json.dumps({**about, **more}, indent=2)) + "\n"


def readme(text: str, repository: str, old: str | None) -> str:
    """The README with badges below its title, and absolute links to the files of the repository."""
    text = _BADGES.sub("", text)
    for view in ("blob", "raw") if old else ():
        text = text.replace(f"{old}/{view}/main/", "")

    def absolute(match: re.Match[str]) -> str:
        view = "raw" if match["image"] or match["name"] == "src" else "blob"
        return f"{match['before']}{repository}/{view}/main/{match['target']}"

    badges = [
        ("CI", f"{repository}/actions/workflows/ci.yml/badge.svg", f"{repository}/actions/workflows/ci.yml"),
        ("PyPI", "https://img.shields.io/pypi/v/freecell", "https://pypi.org/project/freecell/"),
        ("npm", "https://img.shields.io/npm/v/freecell", "https://www.npmjs.com/package/freecell"),
    ]
    title, rest = _LINK.sub(absolute, text).split("\n\n", 1)
    return title + "\n\n" + "".join(f"[![{name}]({shown})]({to})\n" for name, shown, to in badges) + "\n" + rest


def set_address(root: Path, repository: str, site: str) -> None:
    found = re.search(r'^Repository = "(.*)"$', (root / "pyproject.toml").read_text(), re.MULTILINE)
    old = found[1] if found else None
    texts = {name: (root / name).read_text() for name in FILES}
    changed = {
        "pyproject.toml": urls(texts["pyproject.toml"], repository, site),
        "packages/npm/package.json": package(texts["packages/npm/package.json"], repository, site),
        "mkdocs.yml": re.sub(r"^site_url: .*$", f"site_url: {site}", texts["mkdocs.yml"], flags=re.MULTILINE),
        "README.md": readme(texts["README.md"], repository, old),
    }
    for name, text in changed.items():
        (root / name).write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("repository", help="such as https://github.com/OWNER/freecell")
    parser.add_argument("--site", help="the address of the docs site (default: docs/ on GitHub Pages)")
    arguments = parser.parse_args()
    match = re.fullmatch(r"(https://[\w.-]+)/([\w-]+)/([\w.-]+?)(?:\.git)?/?", arguments.repository)
    if match is None:
        parser.error(
            f"{arguments.repository} is not the address of a repository, such as https://github.com/OWNER/freecell"
        )
    site = arguments.site or f"https://{match[2].lower()}.github.io/{match[3]}/docs/"
    set_address(ROOT, "/".join(match.groups()), site.rstrip("/") + "/")


if __name__ == "__main__":
    main()
