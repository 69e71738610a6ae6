"""The notebooks in docs run, and print their stored outputs."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

import pytest

import freecell

DOCS = Path(__file__).parents[2] / "docs"
NEEDED = {
    "research": {"gymnasium": "gym", "pyarrow": "survey", "pyperplan": "test"},
    "dataset": {"duckdb": "survey", "pandas": "test", "polars": "test"},
}


@pytest.mark.parametrize("name", NEEDED)
def test_a_notebook_prints_its_stored_output(name: str) -> None:
    """Cell by cell, in one namespace, as Jupyter runs it."""
    if not freecell.core_available:
        pytest.skip("the compiled core was not built")
    for package, extra in NEEDED[name].items():
        pytest.importorskip(package, reason=f"{package} is not installed: freecell[{extra}]")
    names: dict[str, object] = {}
    cells = [cell for cell in json.loads((DOCS / f"{name}.ipynb").read_text())["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 5
    for number, cell in enumerate(cells, 1):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
        expected = "".join(text for output in cell["outputs"] for text in output["text"])
        assert printed.getvalue() == expected, f"cell {number}"
