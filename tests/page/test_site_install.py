"""The page can be installed: Chromium says what it would want besides, which is nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from freecell.web import site

from ..helpers.hosting import Host
from ..helpers.programs import CHROMIUM_ARGUMENTS, PATIENCE, found, patient

if TYPE_CHECKING:
    from playwright.sync_api import Playwright


def test_nothing_is_missing_to_install_it(playwright: Playwright, tmp_path: Path) -> None:
    path = found("chromium")
    site.write(tmp_path / "site", site.page())
    with Host(tmp_path / "site") as host:
        # A profile on the disk: a window that forgets everything installs nothing.
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
