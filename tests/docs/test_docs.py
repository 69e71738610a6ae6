"""The examples in the README, the docs and the docstrings work as shown."""

from __future__ import annotations

import doctest
import importlib
import inspect
import json
import os
import pkgutil
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import freecell
import freecell.survey
from freecell.cli import parser_of, split_command
from freecell.cli._help import EXIT_CODES, every_command
from freecell.engine import core_available

from ..helpers.commands import SCRIPT, outcome

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
ENTRIES = set(re.findall(r"^::: (.+)$", (ROOT / "docs" / "api.md").read_text(), re.MULTILINE))
BENCHMARKS = (ROOT / "docs" / "benchmarks.md").read_text()
MODULES = [
    module.name
    for module in pkgutil.walk_packages(freecell.__path__, "freecell.")
    if not module.name.endswith(("__main__", "_core"))
]

ATTRIBUTES = property | cached_property  # type: ignore[type-arg]
NO_EXAMPLE = ("MissingDependencyError", "Done", "Verified")  # errors and results of functions


def skip_without_core(page: Path) -> None:
    """Skip pages that solve if the core is missing."""
    if not freecell.core_available and re.search(
        r"(solve|hint|winnable|difficulty|daily)\(|freecell (solve|hint|winnable|difficulty|daily|film|survey)",
        page.read_text(),
    ):
        pytest.skip("the compiled core was not built")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_prompts(page: Path) -> None:
    skip_without_core(page)
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def public() -> Iterator[tuple[str, Any]]:
    """The imports of a program, with the methods and attributes of top-level classes."""
    for room in (freecell, freecell.survey):
        for name in room.__all__:
            one = getattr(room, name)
            if inspect.isroutine(one) or inspect.isclass(one):
                yield name, one
            if inspect.isclass(one) and room is freecell:
                for part, value in vars(one).items():
                    if not part.startswith("_") and isinstance(value, FunctionType | classmethod | ATTRIBUTES):
                        yield f"{name}.{part}", value


@pytest.mark.parametrize(("name", "one"), [pytest.param(*found, id=found[0]) for found in public()])
def test_every_public_name_is_explained_with_an_example_that_stands_alone(name: str, one: Any) -> None:
    text = one.__doc__ or ""
    assert text, "it has no docstring"
    assert ">>>" in text or isinstance(one, ATTRIBUTES) or name in NO_EXAMPLE, "its docstring has no example"
    names = {name: getattr(room, name) for room in (freecell.survey, freecell) for name in room.__all__}
    test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_terminal_prompts(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs each `$ command` of the console blocks, in one folder per page, and compares its output."""
    skip_without_core(page)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in re.findall(r"```console\n(.*?)```", page.read_text(), re.DOTALL):
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            if command.startswith("freecell ") and not re.search(r"[^\w ./,=:'\"-]", command):
                _, printed, said = outcome(*shlex.split(command)[1:])  # it needs no shell
                assert matches(expected, said + printed), f"{command}: {said}{printed}"
                continue
            done = subprocess.run(
                ["bash", "-c", command],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env={**os.environ, "PATH": path},
            )
            assert matches(expected, done.stdout), f"{command}: {done.stdout}"


def matches(expected: str, output: str) -> bool:
    """Whether a command printed what a page shows, with `...` instead of times and sizes."""
    return doctest.OutputChecker().check_output(expected, output, doctest.ELLIPSIS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_have_these_options(page: Path) -> None:
    """The commands in other blocks are not run, because some take hours or a cluster. But their options must exist."""
    for block in re.findall(r"```sh\n(.*?)```", page.read_text(), re.DOTALL):
        for line in re.findall(r"^freecell (.*)$", block, re.MULTILINE):
            command, arguments = split_command(shlex.split(line, comments=True))
            parser_of(command).parse_args(arguments)


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as on GitHub and on the docs site."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", TEXTS, ids=lambda page: page.name)
def test_links_and_anchors_exist(page: Path) -> None:
    text = page.read_text()
    for address in re.findall(r'(?:\]\(|\bsrc=")([^)"\s]+)', text):
        if re.match(r"https?://", address):
            continue
        name, _, anchor = address.partition("#")
        path = (page.parent / name) if name else page
        assert path.exists(), address
        assert not anchor or anchor in anchors(path.read_text()), address


def test_the_page_has_the_search_budgets_of_the_library() -> None:
    build = runpy.run_path(str(ROOT / "tools" / "build_budgets.py"))
    assert build["SCRIPT"].read_text() == build["script"](), "run python tools/build_budgets.py"


def test_the_reference_of_commands_is_current() -> None:
    text = runpy.run_path(str(ROOT / "tools" / "build_cli_docs.py"))["page"]()
    assert (ROOT / "docs" / "cli.md").read_text() == text, "run python tools/build_cli_docs.py"
    for command in every_command():
        assert f"\n### freecell {command}\n" in text
    assert "\n| 3 | the answer is no: " in text


def share() -> dict[str, str]:
    """The output of tools/build_man.py, by path below share/."""
    done = subprocess.run(
        [sys.executable, "-c", "import json, build_man; print(json.dumps(build_man.files()))"],
        cwd=ROOT / "tools", capture_output=True, text=True, check=True,
    )  # fmt: skip
    made: dict[str, str] = json.loads(done.stdout)
    return made


def test_the_man_page_and_the_completions_are_current() -> None:
    made = share()
    for name, text in made.items():
        assert (ROOT / "share" / name).read_text(encoding="utf-8") == text, "run python tools/build_man.py"
    page = made["man/man1/freecell.1"]
    for command in every_command():
        assert f"\n.SS freecell {command}\n" in page
    for text in EXIT_CODES.values():
        assert text.replace("-", "\\-") in page


@pytest.mark.skipif(not core_available, reason="the wheel without the core is plain Python")
def test_the_installation_contains_them() -> None:
    for name in share():
        installed = Path(SCRIPT).parents[1] / "share" / name
        assert installed.read_bytes() == (ROOT / "share" / name).read_bytes(), "install it again"


def test_the_reference_has_every_public_name() -> None:
    for module in (freecell, freecell.survey):
        for name in set(module.__all__) - {"__version__", "formats", "survey"}:
            home = f"{getattr(module, name).__module__}" if name.endswith("Error") else f"freecell.dealing.{name}"
            assert {f"{module.__name__}.{name}", home} & ENTRIES, name


@pytest.mark.parametrize("entry", sorted(ENTRIES))
def test_entries_of_the_reference_exist(entry: str) -> None:
    module, _, name = entry.rpartition(".")
    assert hasattr(importlib.import_module(module), name)


@pytest.mark.parametrize("script", sorted((ROOT / "benchmarks").glob("*.py")), ids=lambda script: script.name)
def test_every_benchmark_is_in_the_docs(script: Path) -> None:
    assert script.name == "measure.py" or f"\npython benchmarks/{script.name}\n" in BENCHMARKS


def test_the_figures_in_the_readme_match_the_benchmarks() -> None:
    table = (ROOT / "README.md").read_text().partition("## How fast")[2]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    assert len(rows) == 7
    for row in rows[2:]:
        assert f"\n{row}" in BENCHMARKS


def test_figures_on_other_pages_match_the_benchmarks() -> None:
    def figure(row: str) -> float:
        found = re.search(row, BENCHMARKS)
        assert found, row
        return float(found[1].replace(",", ""))

    pages = {page.name: " ".join(page.read_text().split()) for page in TEXTS}
    visit = figure(r"compressed \| (\d+) kB")
    games = figure(r"steps per second with 1,024 games at once \| ([\d,]+)")
    steps = f"about {round(games, -5):,.0f} steps per second"
    assert f"{visit:.0f} kB with gzip" in pages["scale.md"]
    assert steps in pages["CHANGELOG.md"]
    assert f"[{steps.removeprefix('about ')}]" in pages["research.md"]
    rate, size = figure(r"compared with ([\d,]+) on one"), figure(r"time, solution \| ([\d.]+)")
    assert f"{rate // 100 * 100:,.0f} deals per second" in pages["cluster.md"]
    assert f"{size:.0f} bytes per deal" in pages["survey.md"]
    assert f"{size:.0f} with the solution" in pages["cluster.md"]
    verdict, lengths = figure(r"\n\| verdict \| ([\d.]+)"), figure(r"positions, time \| ([\d.]+)")
    assert f"verdicts alone take {verdict} bytes" in pages["survey.md"]
    assert f"{verdict} bytes for the [verdict](glossary.md#verdict), {lengths:.1f} with lengths" in pages["cluster.md"]
