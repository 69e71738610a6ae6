"""The page can be installed: Chromium reports that nothing is missing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from freecell.web import site

from ..helpers.hosting import Host
from ..helpers.programs import CHROMIUM_ARGUMENTS, PATIENCE, found, patient

if TYPE_CHECKING:
    from playwright.sync_api import Playwright


def test_the_page_is_installable(playwright: Playwright, tmp_path: Path) -> None:
    path = found("chromium")
    site.write(tmp_path / "site", site.page())
    with Host(tmp_path / "site") as host:
        # A profile on the disk, because private windows can't install apps.
        browser = playwright.chromium.launch_persistent_context(
            tmp_path / "profile", executable_path=path, args=CHROMIUM_ARGUMENTS, timeout=1000 * PATIENCE
        )
        page = patient(browser.new_page())
        page.goto(host.address)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
        session = browser.new_cdp_session(page)
        assert session.send("Page.getAppManifest")["errors"] == []
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        browser.close()
