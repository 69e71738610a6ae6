"""`tools/set_address.py` fills in the addresses of the repository."""

from __future__ import annotations

import importlib.util
import json
import shutil
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
SITE = "https://example.org/docs/"


@pytest.fixture
def tool() -> ModuleType:
    path = ROOT / "tools" / "set_address.py"
    if not path.exists():
        pytest.skip("the tools are not there")
    spec = importlib.util.spec_from_file_location("set_address", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def copy(tool: ModuleType, tmp_path: Path) -> Path:
    """The files that it changes."""
    for name in tool.FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def texts(tool: ModuleType, folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text() for name in tool.FILES}


def test_each_file_gets_the_address(tool: ModuleType, copy: Path) -> None:
    before = texts(tool, copy)
    tool.set_address(copy, "https://github.com/somebody/freecell", SITE)
    after = texts(tool, copy)
    project, old = (tomllib.loads(each["pyproject.toml"]) for each in (after, before))
    assert project["project"].pop("urls") == {
        "Documentation": SITE,
        "Repository": "https://github.com/somebody/freecell",
        "Issues": "https://github.com/somebody/freecell/issues",
        "Changelog": "https://github.com/somebody/freecell/blob/main/CHANGELOG.md",
    }
    old["project"].pop("urls", None)
    assert project == old
    package = json.loads(after["packages/npm/package.json"])
    assert package["homepage"] == f"{SITE}javascript.html"
    assert package["repository"]["url"] == "git+https://github.com/somebody/freecell.git"
    assert json.loads(before["packages/npm/package.json"]).items() <= package.items()
    assert f"\nsite_url: {SITE}\n" in after["mkdocs.yml"]
    readme = after["README.md"]
    assert readme.count("badge.svg") == 1
    assert "](https://github.com/somebody/freecell/blob/main/docs/tutorial.md)" in readme
    assert 'src="https://github.com/somebody/freecell/raw/main/docs/617.svg"' in readme
    assert "](docs/" not in readme
    assert '"docs/' not in readme


def test_a_second_address_replaces_the_first(tool: ModuleType, copy: Path) -> None:
    tool.set_address(copy, "https://github.com/somebody/freecell", SITE)
    once = texts(tool, copy)
    tool.set_address(copy, "https://codeberg.org/other/cells", "https://other.example/")
    assert not any("somebody" in text or "example.org" in text for text in texts(tool, copy).values())
    tool.set_address(copy, "https://github.com/somebody/freecell", SITE)
    assert texts(tool, copy) == once
