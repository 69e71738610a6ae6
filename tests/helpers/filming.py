"""A film, and a browser that watches it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from freecell import Game, Rules

from .playing import SOLUTION_617

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from freecell.drawing.film import Film

GAME = Game.from_notation(617, SOLUTION_617, dialect="extended").under(Rules(autoplay="safe"))


def watch(page: Page, film: Film, tmp_path: Path) -> None:
    """Open a film as a document and pause it."""
    file = tmp_path / "film.svg"
    film.save(file)
    page.goto(file.as_uri())
    page.get_by_role("button").wait_for()
    page.keyboard.press("ArrowLeft")  # pauses it, even if it has already ended


def go_to(page: Page, seconds: float) -> None:
    """Go to a time, or a thousandth later, because the browser's clock is not exact."""
    page.evaluate("seconds => document.documentElement.setCurrentTime(seconds)", seconds + 0.001)
