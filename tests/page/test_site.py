"""`freecell site`: the page as files, and how they are written over an older version."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import BinaryIO

import httpx
import pytest

from freecell.atomic import replacing
from freecell.web import single, site
from freecell.web.bundling import bundled
from freecell.web.embedding import SCRIPT

from ..helpers.commands import called, run
from ..helpers.hosting import running_nginx
from ..helpers.programs import PATIENCE

page_at = cache(site.page)
OLD, NEW, NEWEST = (f"https://example.org/{name}/" for name in ("old", "new", "newest"))
FOLDER = re.compile(r"assets-[0-9a-f]{16}")


def folder_of(files: dict[str, bytes]) -> str:
    (folder,) = {path.partition("/")[0] for path in files if "/" in path}
    assert FOLDER.fullmatch(folder)
    return folder


def is_whole(folder: Path, *versions: dict[str, bytes]) -> bool:
    """Whether the site has all parts of its page, with the contents of that version."""
    index = (folder / "index.html").read_bytes()
    (files,) = [version for version in versions if version["index.html"] == index]
    return all((folder / path).read_bytes() == content for path, content in files.items() if "/" in path)


def test_all_paths_are_relative_and_exist() -> None:
    files = page_at()
    folder = folder_of(files)
    for name in ("index.html", "learn.html", "404.html", "manifest.webmanifest"):
        text = files[name].decode()
        for path in re.findall(r'(?:href|src)"?[=:] ?"([^"#]+)"', text):
            assert path in files, path
    assert json.loads(files["manifest.webmanifest"])["start_url"] == "./"
    kept, later = (
        json.loads(re.findall(rf"const {name} = (\[.*?\]);", files["sw.js"].decode())[0]) for name in ("FILES", "LEARN")
    )
    assert later == ["learn.css", "learn.js"]
    assert sorted(f"{folder}/{name}" for name in kept + later) == sorted(path for path in files if "/" in path)
    scripts = [path for path in files if path.endswith(".js") and "/" in path]
    names = ("learn.js", "main.js", "worker.js", *site.LANGUAGES, *site.PARTS)
    assert sorted(scripts) == sorted(f"{folder}/{name}" for name in names)
    imports = re.findall(r"^import\b.*", "".join(files[path].decode() for path in scripts), re.MULTILINE)
    assert imports == ['import * as page from "./main.js";'] * len(site.PARTS)


def test_the_version_name_depends_only_on_the_content() -> None:
    assert site.page() == page_at()
    assert len({folder_of(files) for files in (page_at(), page_at(OLD), page_at(NEW), page_at(NEWEST))}) == 4


def test_a_first_visit_is_small() -> None:
    files = page_at()
    sent = {path: min(len(content), len(gzip.compress(content))) for path, content in files.items()}
    learn = {path: size for path, size in sent.items() if path.rpartition("/")[2].startswith("learn.")}
    languages = {path: size for path, size in sent.items() if path.rpartition("/")[2] in site.LANGUAGES}
    assert len(languages) == len(site.LANGUAGES)
    assert max(languages.values()) < 11_000  # Cyrillic letters take two bytes
    parts = {path: size for path, size in sent.items() if path.rpartition("/")[2] in site.PARTS}
    assert len(parts) == len(site.PARTS)
    assert max(parts.values()) < 10_000
    visit = (
        sent.keys() - learn.keys() - languages.keys() - parts.keys() - {"404.html", "social.png", "embed.html", SCRIPT}
    )
    assert sum(sent[path] for path in visit) < 170_000
    assert len(learn) == 3
    assert sum(learn.values()) < 60_000


def test_comments_are_stripped() -> None:
    script = """/**
 * What f does.
 * @type {() => string[]}
 */
export function f() {
  // why
  return [
    /** @type {string} */ ("a // text"), // so
    /** @type {string} */
    ("*/"),
  ];
}
"""
    joined = bundled("main.js", {"main.js": script})
    kept = ["function f() {", "  return [", '    /** @type {string} */ ("a // text"),', '    ("*/"),', "  ];", "}"]
    assert "\n".join(kept) in joined
    assert "What f" not in joined


def test_a_site_is_written_and_updated(tmp_path: Path) -> None:
    said = called("site", str(tmp_path / "a/site"))
    assert re.fullmatch(r".*/a/site: \d+ files, [\d,]+ bytes\n", said)
    foreign = tmp_path / "a/site/assets-mine/notes.txt"
    foreign.parent.mkdir()
    foreign.write_text("mine")
    folder = tmp_path / "a/site"
    for version in map(page_at, (OLD, NEW, NEW, NEWEST)):
        site.write(folder, version)
        assert is_whole(folder, version)
    assert foreign.read_text() == "mine"
    there = {path.name for path in folder.iterdir() if FOLDER.fullmatch(path.name)}
    assert there == {folder_of(page_at(NEW)), folder_of(page_at(NEWEST))}
    names = {path.name for path in folder.iterdir()} - there
    assert names == {
        "assets-mine",
        "404.html",
        "embed.html",
        "freecell-board.js",
        "index.html",
        "learn.html",
        "manifest.webmanifest",
        "social.png",
        "sw.js",
    }


class Cut(BaseException):
    """The power is cut."""


@pytest.mark.parametrize("writes", [0, 1, 8, -2, -1])
def test_the_site_is_complete_wherever_an_update_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    """The update stops after some number of files, or some number of files is missing."""
    old, new = page_at(OLD), page_at(NEW)
    site.write(tmp_path, old)
    left = iter(range(writes % len(new)))

    def cut(path: Path) -> AbstractContextManager[BinaryIO]:
        if next(left, None) is None:
            raise Cut
        return replacing(path)

    monkeypatch.setattr(site, "replacing", cut)
    with pytest.raises(Cut):
        site.write(tmp_path, new)
    monkeypatch.undo()
    assert is_whole(tmp_path, old)
    site.write(tmp_path, new)
    assert is_whole(tmp_path, new)


def test_another_page_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>My page</h1>")
    said = called("site", str(tmp_path), code=2)
    assert "belongs to another page: give a folder without one" in said
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]


def test_a_link_named_like_an_older_version_stays(tmp_path: Path) -> None:
    (tmp_path / "else").mkdir()
    folder = tmp_path / "site"
    site.write(folder, page_at(NEW))
    link = folder / "assets-0123456789abcdef"
    link.symlink_to(tmp_path / "else")
    site.write(folder, page_at())
    assert link.is_symlink()
    assert is_whole(folder, page_at())


def test_unwritable_targets_are_errors(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "can't write" in run("site", str(tmp_path / "file"), code=1)
    assert "missing FOLDER|FILE.html" in called("site", code=2)
    said = called("site", str(tmp_path), "--url", "example.org", code=2)
    assert "--url must be the address of a site, such as https://example.org/freecell/ (got 'example.org')" in said
    (tmp_path / "page.html").mkdir()
    assert "Is a directory" in run("site", str(tmp_path / "page.html"), code=1)
    said = called("site", "page.html", "--url", "https://example.org/", code=2)
    assert "--url only applies to a site in a folder: leave it out for a single file" in said


def test_it_needs_none_of_the_server_packages(tmp_path: Path) -> None:
    hide = (
        "import sys; sys.modules.update(dict.fromkeys(['starlette', 'pydantic', 'uvicorn', 'numpy'])); "
        f"from freecell.cli import main; sys.exit(main(['site', {str(tmp_path)!r}]))"
    )
    subprocess.run([sys.executable, "-c", hide], check=True, capture_output=True, timeout=PATIENCE)
    assert is_whole(tmp_path, page_at())


def test_links_have_a_preview_if_the_address_is_known() -> None:
    assert b'<meta property="og:image" content="https://example.org/new/social.png">' in page_at(NEW)["index.html"]
    assert b"og:image" not in page_at()["index.html"]
    assert b'content="https://x/&quot;&gt;/"' in site.page('https://x/">')["index.html"]


def test_a_missing_address_leads_to_the_game() -> None:
    assert b'<a href="index.html">' in page_at()["404.html"]
    assert f'<a href="{NEW}">'.encode() in page_at(NEW)["404.html"]  # also from a folder below it


def test_a_single_file_contains_everything() -> None:
    page = single.page().decode()
    assert not re.search(r'(?:href|src)="(?!#|data:)', page)
    assert "import.meta" not in page


def test_an_unsupported_import_is_an_error() -> None:
    for line in ('import x from "./a.js";', "export default 1;", "export { a };"):
        with pytest.raises(ValueError, match=r"main\.js has an unsupported form of import or export"):
            bundled("main.js", {"main.js": line, "a.js": ""})


@pytest.mark.needs("nginx")
def test_the_nginx_configuration_in_the_docs_works(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "site.md").read_text()
    block = re.findall(r"```nginx\n(.*?)```", text, re.DOTALL)[0]
    files = page_at()
    site.write(tmp_path / "freecell", files)
    folder = folder_of(files)
    (tmp_path / "nginx").mkdir()
    with running_nginx(block.replace("/var/www", str(tmp_path)), tmp_path / "nginx") as front:
        api = httpx.Client(base_url=f"{front}/freecell")
        assert api.get("/").content == files["index.html"]
        assert api.get("/").headers["cache-control"] == "no-cache"
        for name, kind in (("style.css", "text/css"), ("main.js", "application/javascript")):
            response = api.get(f"/{folder}/{name}")
            assert (response.status_code, response.headers["content-encoding"]) == (200, "gzip")
            assert response.headers["content-type"] == kind
            assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
        missing = api.get("/nothing")
        assert (missing.status_code, missing.content) == (404, files["404.html"])
