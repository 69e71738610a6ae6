"""The report page of a survey: self-contained, correct, and readable on wide and narrow screens."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

import freecell
from freecell import survey

from ..helpers.commands import called
from ..helpers.programs import PATIENCE
from ..helpers.surveying import spec

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)


@cache
def page_of(path: Path) -> str:
    return survey.report(survey.open(path))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A survey of a thousand deals, and one with several numbers of cells."""
    path = tmp_path_factory.mktemp("report")
    survey.run(path / "one", spec(range(11_500, 12_500)))
    survey.run(path / "several", spec(range(1, 61), cells=(0, 1, 2, 3, 4), max_positions=2_000), block_size=60)
    survey.run(path / "verdicts", spec(range(1, 61), columns=("verdict",)))
    return path


class Outline(HTMLParser):
    """The tags of a page, its headings and its links. An unclosed tag is an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: dict[str, int] = {}
        self.links: list[str] = []
        self.headings: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("h1", "h2"):
            self.headings.append(data)


def test_the_page_shows_the_survey(folder: Path) -> None:
    text = page_of(folder / "one")
    page = Outline(text)
    assert page.headings == [
        "FreeCell deals 11,500 to 12,499", "What can be won", "Survey settings", "Length in turns",
        "Length in singles", "Positions searched", "Time", "Longest", "Shortest", "Most searched", "Unsolvable",
    ]  # fmt: skip
    assert "With 4 cells, 999 of 1,000 deals can be won and 1 can’t; none are undecided." in text
    assert page.count["svg"] == 5
    assert "script" not in page.count
    assert "http://127.0.0.1:8000/?deal=11982" in page.links
    assert all(re.fullmatch(r"http://127\.0\.0\.1:8000/\?deal=\d+", link) for link in page.links)
    assert "url(" not in text
    assert "@import" not in text
    chart = text.partition("<h2>Length in turns")[2].partition("</section>")[0]
    counts = [int(count) for count in re.findall(r"<title>\d+ to \d+: (\d+) ", chart)]
    assert 990 < sum(counts) <= 999  # all except the very longest are drawn


def test_the_page_adapts_to_the_columns(folder: Path) -> None:
    several = survey.report(survey.open(folder / "several"), page="https://example.org/play/")
    assert Outline(several).links[0].startswith("https://example.org/play/?deal=")
    counts = [row[2] for row in survey.open(folder / "several").ask("by-cells").fetchall()]
    assert several.count("<polyline") == 2 * 5 + 2 * sum(solved > 0 for solved in counts)
    verdicts = Outline(survey.report(survey.open(folder / "verdicts")))
    assert verdicts.headings == ["FreeCell deals 1 to 60", "What can be won", "Survey settings"]


def test_the_report_command_writes_the_page(folder: Path, tmp_path: Path) -> None:
    name = str(tmp_path / "report.html")
    assert called("survey", "report", str(folder / "one"), "--output", name).startswith(f"{name}: ")
    assert Path(name).read_text() == page_of(folder / "one")
    assert "--output must end in .html (got 'x.pdf')" in called(
        "survey", "report", str(folder / "one"), "-o", "x.pdf", code=2
    )
    assert "--page must be an address such as" in called(
        "survey", "report", str(folder / "one"), "-o", name, "--page", "here", code=2
    )
    assert "no survey found in" in called("survey", "report", str(tmp_path), "-o", name, code=2)


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("width", [1200, 520])
def test_nothing_is_wider_than_the_screen(folder: Path, tmp_path: Path, width: int) -> None:
    """In a real browser. The page has no scripts; the test injects one to measure it."""
    script = (
        "<script>document.title = [document.documentElement.scrollWidth <= innerWidth, "
        "[...document.querySelectorAll('svg')].every(svg => svg.getBoundingClientRect().height > 40)]</script>"
    )
    page = tmp_path / "page.html"
    page.write_text(page_of(folder / "several").replace("</body>", f"{script}</body>"))
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    options += ["--disable-component-update", "--disable-sync", f"--user-data-dir={tmp_path / 'profile'}"]
    command = [
        shutil.which("chromium-headless-shell") or "chromium",
        *options,
        f"--window-size={width},900",
        "--dump-dom",
        page.as_uri(),
    ]
    seen = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE).stdout
    assert "<title>true,true</title>" in seen


def test_texts_in_a_table_are_escaped() -> None:
    """This includes the deal column, which a foreign survey may have filled with text."""
    from freecell.survey import reporting

    assert "<script" not in reporting._table(["deal", "<script>"], [("<script>", "<script>")], "http://x/<script>")
