"""The layers of the package: each module imports only those that CONTRIBUTING lists before it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from inspect import cleandoc, signature
from pathlib import Path
from typing import NamedTuple

import freecell

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "freecell"

DOORS = {
    ("dealing", "engine"): "the core deals millions",
    ("dealing", "numbering"): "other programs' numbers are dealt, too",
    ("board", "numbering"): "a board has a rank",
    ("board", "rules"): "a board plays moves",
    ("board", "notation"): "and takes them in notation",
    ("board", "moves"): "and knows its legal ones",
    ("board", "formats"): "it reads and writes itself",
    ("board", "drawing"): "and draws itself",
    ("board", "grading"): "and knows how hard it is",
    ("game", "drawing"): "a game draws and films itself",
    ("solving", "drawing"): "and so does a solution",
    ("checking", "solving"): "a solution can be checked",
}
"""The allowed exceptions. Each import is in a function, or for types only."""


class Import(NamedTuple):
    importer: str  # the module, without "freecell."
    imported: str
    is_lazy: bool


def rooms() -> list[str]:
    """The modules and packages in the order of the table in CONTRIBUTING."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    table = text.partition("| module |")[2].partition("\n\n")[0]
    return [name for line in table.splitlines() for name in re.findall(r"`(\w+)(?:\.py|/)`", line.split("|")[1])]


@cache
def trees() -> dict[Path, ast.Module]:
    """The modules of this package, parsed."""
    return {path: ast.parse(path.read_text()) for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imports() -> list[Import]:
    """Every import of a module in this package by another one, including those in functions."""
    return list(_imports())


def _imports() -> Iterator[Import]:
    for path, tree in trees().items():
        importer = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
        eager = set(map(id, tree.body))
        eager |= {id(inner) for node in tree.body if isinstance(node, ast.Try) for inner in node.body}
        for node in ast.walk(tree):
            for imported in _imported(node):
                yield Import(importer, imported, is_lazy=id(node) not in eager)


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are written out"
        module = node.module or ""
        names = [f"{module}.{alias.name}" if _is_module(f"{module}.{alias.name}") else module for alias in node.names]
    else:
        return
    yield from (name.removeprefix("freecell.") for name in names if name.startswith("freecell."))


def _is_module(name: str) -> bool:
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists() or path.with_suffix(".pyi").exists()


def room_of(module: str) -> str:
    return module.partition(".")[0]


def test_the_table_names_every_module() -> None:
    there = {path.stem for path in PACKAGE.iterdir() if path.is_dir() or path.suffix == ".py"}
    assert sorted(rooms()) == sorted(there - {"__init__", "__main__", "__pycache__"})


def test_each_module_imports_only_earlier_ones() -> None:
    order = {name: place for place, name in enumerate(rooms())}
    used = set()
    for one in imports():
        importer, imported = room_of(one.importer), room_of(one.imported)
        if importer in ("__init__", "__main__") or imported == "_core" or order[imported] <= order[importer]:
            continue
        assert (importer, imported) in DOORS, f"{one.importer} imports {one.imported}, which comes after it"
        assert one.is_lazy, f"{one.importer} imports {one.imported} at once"
        used.add((importer, imported))
    assert used == set(DOORS), "a door that nobody uses"


def test_only_the_engine_imports_the_core() -> None:
    assert {one.importer for one in imports() if one.imported == "_core"} == {"engine"}


def test_private_modules_stay_in_their_package() -> None:
    for one in imports():
        if "._" in one.imported:
            assert room_of(one.imported) == room_of(one.importer), f"{one.importer} imports {one.imported}"


def test_no_command_imports_another() -> None:
    from freecell.cli import COMMANDS

    commands = {f"cli.{name}" for name in COMMANDS}
    for one in imports():
        assert one.imported not in commands, f"{one.importer} imports {one.imported}"


def test_the_public_names_are_exactly_these() -> None:
    code = "import freecell; print(*dir(freecell)); help(freecell)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    names, _, page = printed.partition("\n")
    assert names.split() == sorted(freecell.__all__)
    assert f"VERSION\n    {freecell.__version__}\n" in page
    for name in set(freecell.__all__) - {"__version__"}:
        assert getattr(freecell, name) is not None
        assert re.search(rf"\b{name}\b", page), name
    assert "_import_module" not in page
    assert "TYPE_CHECKING" not in page


def test_options_are_documented_once() -> None:
    """Methods that pass options on to drawing document them."""
    from freecell.drawing import film, picture

    for options, function in ((picture.PictureOptions, picture.svg), (film.FilmOptions, film.film)):
        _, *names = signature(function).parameters
        assert names == list(options.__annotations__)


def test_solve_and_search_explain_options_alike() -> None:
    from freecell.engine import Search, SearchOptions
    from freecell.solving import solve

    parts = cleandoc(Search.__doc__ or "").split("\n\n")[1]
    assert parts in cleandoc(solve.__doc__ or "")
    named = [line.split()[0] for line in parts.splitlines() if not line.startswith(" ")]
    assert named == [part.name for part in fields(Search)] == list(SearchOptions.__annotations__)
