"""The findings of axe, an accessibility scanner, on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def serious(page: Page) -> list[str]:
    """The findings that are serious or worse."""
    from axe_playwright_python.sync_playwright import Axe

    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(  # only these results, which takes half of the time
        "() => axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)"
    )
    return [
        f"{fault['id']}: {node['html']}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
