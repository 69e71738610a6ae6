"""Three browsers with one interface: Chromium with Playwright, Firefox with Mozilla's Marionette, WebKit with Selenium.

Selenium needs geckodriver for Firefox, which neither Debian nor a package registry has.

Tests need only a few operations in all of them: open an address, run JavaScript, press keys, take pictures.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .programs import PATIENCE, found

if TYPE_CHECKING:
    from marionette_driver.marionette import Marionette
    from playwright.sync_api import Page, Playwright
    from selenium.webdriver.remote.webdriver import WebDriver

NAMES = "chromium", "firefox", "webkit"
MINI_BROWSER = "webkit2gtk-4.1/MiniBrowser"  # comes with the library, in an unusual place


class Browser(ABC):
    """A window."""

    pointers: tuple[str, ...] = ("mouse",)  # pointers that can be moved in it

    @abstractmethod
    def open(self, address: str) -> None: ...

    @abstractmethod
    def run(self, script: str) -> Any:
        """The result of an asynchronous function body."""

    @abstractmethod
    def press(self, *keys: str) -> None: ...

    @abstractmethod
    def point(self, *steps: tuple[Any, ...], kind: str = "mouse") -> None:
        """Moves a pointer: ("move", x, y), ("down",) and ("up",), the last two optionally with a button."""

    @abstractmethod
    def new_tab(self) -> None:
        """Switch to another tab, which shares its storage with the first one."""

    @abstractmethod
    def first_tab(self) -> None:
        """Close the tab and return to the first one."""

    @abstractmethod
    def picture(self) -> bytes: ...

    def wait(self, expression: str) -> Any:
        """The value of an expression, as soon as it is truthy."""
        value: Any = None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                value = self.run(
                    f"""for (const end = Date.now() + 1000; ; await new Promise((go) => setTimeout(go, 10))) {{
                      const value = await {expression};
                      if (value || Date.now() > end) return value;
                    }}"""
                )
            except RuntimeError:  # the page is loading
                time.sleep(0.02)
            if value:
                return value
        raise AssertionError(f"{expression} stays {value!r}")


class Chromium(Browser):
    pointers = ("mouse", "touch", "pen")

    def __init__(self, page: Page) -> None:
        self._page = self._first = page

    def open(self, address: str) -> None:
        self._page.goto(address)

    def run(self, script: str) -> Any:
        from playwright.sync_api import Error

        try:
            return self._page.evaluate(f"async () => {{ {script} }}")
        except Error as error:
            raise RuntimeError(error.message) from None

    def press(self, *keys: str) -> None:
        for key in keys:
            self._page.keyboard.press(key)

    def point(self, *steps: tuple[Any, ...], kind: str = "mouse") -> None:
        session = self._page.context.new_cdp_session(self._page)  # Playwright has neither finger nor pen
        at: dict[str, float] = {}
        down = False
        for name, *values in steps:
            if kind == "mouse" and name == "move":
                self._page.mouse.move(*values)
            elif kind == "mouse":
                getattr(self._page.mouse, name)(button="right" if values == [2] else "left")
            else:
                at = dict(zip("xy", values, strict=True)) if name == "move" else at
                down = name == "down" or (down and name == "move")
                if kind == "pen":
                    what = {"down": "mousePressed", "move": "mouseMoved", "up": "mouseReleased"}[name]
                    pen = {"pointerType": "pen", "button": "left", "buttons": 1, "clickCount": 1}
                    session.send("Input.dispatchMouseEvent", {"type": what, **at, **pen})
                elif down or name == "up":  # a finger has no position before it touches
                    what = {"down": "touchStart", "move": "touchMove", "up": "touchEnd"}[name]
                    session.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": [at] if down else []})

    def new_tab(self) -> None:
        self._page = self._page.context.new_page()

    def first_tab(self) -> None:
        self._page.close()
        self._page = self._first

    def picture(self) -> bytes:
        return self._page.screenshot()


class Driven(Browser):
    """A browser whose driver takes scripts and actions in WebDriver's format."""

    @abstractmethod
    def execute(self, script: str) -> Any:
        """The value that the script passes to its last argument."""

    @abstractmethod
    def perform(self, kind: str, name: str, actions: list[dict[str, Any]], **parameters: str) -> None: ...

    def run(self, script: str) -> Any:
        value = self.execute(
            "const done = arguments[arguments.length - 1];"
            f"(async () => {{ {script} }})().then((value) => done([value]), (error) => done(String(error)));"
        )
        if not isinstance(value, list):  # an error, or nothing if the page was left in the meantime
            raise RuntimeError(str(value))
        return value[0]

    def press(self, *keys: str) -> None:
        signs = {"Tab": "\ue004", "End": "\ue010", "Enter": "\ue007", "Escape": "\ue00c", "ArrowRight": "\ue014"}
        both = ("keyDown", "keyUp")
        self.perform("key", "keyboard", [{"type": what, "value": signs.get(key, key)} for key in keys for what in both])

    def point(self, *steps: tuple[Any, ...], kind: str = "mouse") -> None:
        actions: list[dict[str, Any]] = []
        for name, *values in steps:
            if name == "move":
                x, y = map(round, values)
                actions.append({"type": "pointerMove", "duration": 0, "origin": "viewport", "x": x, "y": y})
            else:
                actions.append({"type": f"pointer{name.title()}", "button": values[0] if values else 0})
        self.perform("pointer", kind, actions, pointerType=kind)


class Firefox(Driven):
    pointers = ("mouse", "touch")

    def __init__(self, marionette: Marionette) -> None:
        self._marionette = marionette

    def open(self, address: str) -> None:
        self._marionette.navigate(address)

    def execute(self, script: str) -> Any:
        from marionette_driver.errors import MarionetteException

        try:
            return self._marionette.execute_async_script(script, sandbox=None)
        except MarionetteException as error:
            raise RuntimeError(str(error)) from None

    def perform(self, kind: str, name: str, actions: list[dict[str, Any]], **parameters: str) -> None:
        self._marionette.actions.perform([{"type": kind, "id": name, "actions": actions, "parameters": parameters}])

    def new_tab(self) -> None:
        self._marionette.switch_to_window(self._marionette.open(type="tab")["handle"])

    def first_tab(self) -> None:
        (handle,) = self._marionette.close()
        self._marionette.switch_to_window(handle)

    def picture(self) -> bytes:
        return bytes(self._marionette.screenshot(format="binary", full=False))


class WebKit(Driven):
    def __init__(self, driver: WebDriver) -> None:
        self._driver = driver

    def open(self, address: str) -> None:
        self._driver.get(address)

    def execute(self, script: str) -> Any:
        from selenium.common.exceptions import WebDriverException

        try:
            return self._driver.execute_async_script(script)
        except WebDriverException as error:
            raise RuntimeError(str(error)) from None

    def perform(self, kind: str, name: str, actions: list[dict[str, Any]], **parameters: str) -> None:
        source = {"type": kind, "id": name, "actions": actions, "parameters": parameters}
        self._driver.execute("actions", {"actions": [source]})

    def new_tab(self) -> None:
        self._driver.switch_to.new_window("tab")

    def first_tab(self) -> None:
        self._driver.close()
        (handle,) = self._driver.window_handles
        self._driver.switch_to.window(handle)

    def picture(self) -> bytes:
        return self._driver.get_screenshot_as_png()


@contextmanager
def opened(name: str, playwright: Playwright) -> Iterator[Browser]:
    """A new window of a browser with an empty profile."""
    with ExitStack() as stack:
        if name == "chromium":
            yield _chromium(stack, playwright)
        else:
            yield {"firefox": _firefox, "webkit": _webkit}[name](stack)


def _chromium(stack: ExitStack, playwright: Playwright) -> Browser:
    from .programs import CHROMIUM_ARGUMENTS

    path = found("chromium")
    browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS, timeout=1000 * PATIENCE)
    stack.callback(browser.close)
    context = browser.new_context(viewport={"width": 1000, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
    return Chromium(context.new_page())


def _firefox(stack: ExitStack) -> Browser:
    from marionette_driver.marionette import Marionette

    path = found("firefox-esr")
    workspace = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
    marionette = Marionette(
        bin=path,
        port=0,  # any free one: another test may have a Firefox, too
        startup_timeout=PATIENCE,
        socket_timeout=2 * PATIENCE,
        headless=True,
        app_args=["--width=1000", "--height=900"],
        gecko_log=f"{workspace}/gecko.log",  # which Marionette removes first, so never a device
        prefs={"ui.prefersReducedMotion": 1},
        workspace=workspace,
    )
    stack.callback(marionette.cleanup)
    marionette.start_session()
    marionette.timeout.script = PATIENCE
    return Firefox(marionette)


def _webkit(stack: ExitStack) -> Browser:
    from selenium.webdriver import WebKitGTK
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    driver, xvfb = found("WebKitWebDriver"), found("Xvfb")
    home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
    settings_file = Path(home, ".config", "gtk-3.0", "settings.ini")
    settings_file.parent.mkdir(parents=True)
    settings_file.write_text("[Settings]\ngtk-enable-animations=0\n")  # so that pages see "prefers-reduced-motion"
    screen = subprocess.Popen([xvfb, "-displayfd", "1", "-screen", "0", "1000x800x24"], stdout=subprocess.PIPE)
    stack.callback(screen.wait)
    stack.callback(screen.kill)
    assert screen.stdout
    display = f":{screen.stdout.readline().decode().strip()}"
    # Without a machine's bus, as in a container, and drawn without OpenGL, which software does in twice the time.
    settings = {"GDK_BACKEND": "x11", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
    settings["WEBKIT_SKIA_ENABLE_CPU_RENDERING"] = "1"
    service = Service(driver, env={**os.environ, **settings, "HOME": home, "DISPLAY": display})
    options = Options()
    (binary,) = Path("/usr/lib").glob(f"*/{MINI_BROWSER}")
    options.binary_location = str(binary)
    options.add_argument("--automation")
    webkit = WebKitGTK(options, service)
    stack.callback(webkit.quit)
    webkit.set_script_timeout(PATIENCE)
    return WebKit(webkit)
