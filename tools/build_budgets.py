"""Writes the page's search budgets from src/freecell/budgets.py:  python tools/build_budgets.py"""

from __future__ import annotations

from pathlib import Path

from freecell import budgets

SCRIPT = Path(__file__).resolve().parent.parent / "src" / "freecell" / "web" / "static" / "budgets.js"

NAMES = (
    *("MOST_POSITIONS", "WIDEST_BEAM", "FEW_POSITIONS", "VERDICT_POSITIONS", "HINT_BEAM", "SHORT_BEAM"),
    *("PAGE_SECONDS", "PAGE_MEMORY"),
)


def script() -> str:
    """The whole module."""
    head = "// Search budgets. tools/build_budgets.py writes this file; src/freecell/budgets.py explains each.\n\n"
    return head + "".join(f"export const {name} = {getattr(budgets, name):_};\n" for name in NAMES)


if __name__ == "__main__":
    SCRIPT.write_text(script())
