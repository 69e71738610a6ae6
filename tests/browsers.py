"""Three browsers, driven in one way: Chromium by Playwright, Firefox by Marionette, WebKit by WebDriver.

What a test does in all of them is little: it opens an address, runs JavaScript there, presses keys, takes pictures.
"""

from __future__ import annotations

import base64
import json
import os
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import httpx

from .conftest import found

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright

PATIENCE = 30  # seconds until something that should happen is given up
NAMES = "chromium", "firefox", "webkit"
MINI_BROWSER = "webkit2gtk-4.1/MiniBrowser"  # which comes with the library, and not in the usual place


class Browser(ABC):
    """A window."""

    pointers: tuple[str, ...] = ("mouse",)  # that can be moved in it

    @abstractmethod
    def open(self, address: str) -> None: ...

    @abstractmethod
    def run(self, script: str) -> Any:
        """What the body of an asynchronous function gives."""

    @abstractmethod
    def press(self, *keys: str) -> None: ...

    @abstractmethod
    def point(self, *steps: tuple[Any, ...], kind: str = "mouse") -> None:
        """Moves a pointer: ("move", x, y), ("down",) and ("up",) with a button if need be, ("wait", milliseconds)."""

    @abstractmethod
    def new_tab(self) -> None:
        """Goes to another tab, which knows what the first one keeps."""

    @abstractmethod
    def first_tab(self) -> None:
        """Closes it, and goes back to the first one."""

    @abstractmethod
    def picture(self) -> bytes: ...

    def wait(self, expression: str) -> Any:
        """The value of an expression, as soon as it is not nothing."""
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
            except RuntimeError:  # the page is just being loaded
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
        session = self._page.context.new_cdp_session(self._page) if kind != "mouse" else None
        x = y = 0
        down = False
        buttons: dict[int, Literal["left", "right"]] = {0: "left", 2: "right"}
        for name, *values in steps:
            if name == "wait":
                self._page.wait_for_timeout(values[0])
            elif session and kind == "touch":
                x, y = values if name == "move" else (x, y)
                down = down or name == "down"
                if not down:
                    continue  # nothing touches it yet
                what = {"down": "touchStart", "move": "touchMove", "up": "touchEnd"}[name]
                points = [] if name == "up" else [{"x": x, "y": y}]
                session.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})
            elif session:
                x, y = values if name == "move" else (x, y)
                what = {"down": "mousePressed", "move": "mouseMoved", "up": "mouseReleased"}[name]
                button = {"button": "left", "buttons": 1, "clickCount": 1}
                session.send("Input.dispatchMouseEvent", {"type": what, "x": x, "y": y, "pointerType": kind, **button})
            elif name == "move":
                self._page.mouse.move(*values)
            else:
                getattr(self._page.mouse, name)(button=buttons[values[0] if values else 0])

    def new_tab(self) -> None:
        self._page = self._page.context.new_page()

    def first_tab(self) -> None:
        self._page.close()
        self._page = self._first

    def picture(self) -> bytes:
        return self._page.screenshot()


class Driven(Browser):
    """A browser that takes the commands of WebDriver."""

    @abstractmethod
    def command(self, name: str, **parameters: Any) -> Any: ...

    def open(self, address: str) -> None:
        self.command("Navigate", url=address)

    def run(self, script: str) -> Any:
        body = (
            "const done = arguments[arguments.length - 1];"
            f"(async () => {{ {script} }})().then((value) => done([value]), (error) => done(String(error)));"
        )
        value = self.command("ExecuteAsyncScript", script=body, args=[])
        if not isinstance(value, list):  # what went wrong, or nothing if the page was left meanwhile
            raise RuntimeError(str(value))
        return value[0]

    def press(self, *keys: str) -> None:
        signs = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowRight": "\ue014"}
        actions = [{"type": kind, "value": signs.get(key, key)} for key in keys for kind in (["keyDown", "keyUp"])]
        self.command("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def point(self, *steps: tuple[Any, ...], kind: str = "mouse") -> None:
        actions: list[dict[str, Any]] = []
        for name, *values in steps:
            if name == "wait":
                actions.append({"type": "pause", "duration": values[0]})
            elif name == "move":
                x, y = map(round, values)
                actions.append({"type": "pointerMove", "duration": 0, "origin": "viewport", "x": x, "y": y})
            else:
                actions.append({"type": f"pointer{name.title()}", "button": values[0] if values else 0})
        source = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
        self.command("PerformActions", actions=[source])

    def new_tab(self) -> None:
        handle = self.command("NewWindow", type="tab")["handle"]
        self.command("SwitchToWindow", handle=handle)

    def first_tab(self) -> None:
        (handle,) = self.command("CloseWindow")
        self.command("SwitchToWindow", handle=handle)

    def picture(self) -> bytes:
        return base64.b64decode(self.command("TakeScreenshot"))


_PATHS = {
    "Navigate": "url",
    "ExecuteAsyncScript": "execute/async",
    "NewWindow": "window/new",
    "PerformActions": "actions",
    "SwitchToWindow": "window",
    "SetTimeouts": "timeouts",
}


class Firefox(Driven):
    """Marionette: JSON with its length before it, to a port that Firefox opens."""

    pointers = ("mouse", "touch")

    def __init__(self, sock: socket.socket) -> None:
        self._sock, self._number = sock, 0
        self._file = sock.makefile("rb")
        self._read()
        self.command("NewSession", acceptInsecureCerts=False)
        self.command("SetTimeouts", script=PATIENCE * 1000)

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._file.read(1)
        return json.loads(self._file.read(int(length[:-1])))

    def command(self, name: str, **parameters: Any) -> Any:
        self._number += 1
        text = json.dumps([0, self._number, f"WebDriver:{name}", parameters]).encode()
        self._sock.sendall(b"%d:%s" % (len(text), text))
        _, _, error, value = self._read()
        if error:
            raise RuntimeError(error["message"])
        return value["value"] if isinstance(value, dict) and value.keys() == {"value"} else value


class WebKit(Driven):
    """WebDriver as it is standardized: over HTTP."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        (path,) = Path("/usr/lib").glob(f"*/{MINI_BROWSER}")
        options = {"binary": str(path), "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        self._session = self._ask("POST", "session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        self.command("SetTimeouts", script=PATIENCE * 1000)

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        response = self._client.request(method, f"/{path}", json=body)
        value = response.json()["value"]
        if response.status_code != 200:
            raise RuntimeError(value["message"])
        return value

    def command(self, name: str, **parameters: Any) -> Any:
        if name == "TakeScreenshot":
            return self._ask("GET", f"session/{self._session}/screenshot")
        if name == "CloseWindow":
            return self._ask("DELETE", f"session/{self._session}/window")
        return self._ask("POST", f"session/{self._session}/{_PATHS[name]}", parameters)

    def quit(self) -> None:
        self._ask("DELETE", f"session/{self._session}")


@contextmanager
def opened(name: str, playwright: Playwright) -> Iterator[Browser]:
    """A new window of a browser that has seen nothing yet."""
    with ExitStack() as stack:
        if name == "chromium":
            yield _chromium(stack, playwright)
        else:
            yield {"firefox": _firefox, "webkit": _webkit}[name](stack)


def _chromium(stack: ExitStack, playwright: Playwright) -> Browser:
    from .conftest import CHROMIUM_ARGUMENTS

    path = found("chromium")
    browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
    stack.callback(browser.close)
    context = browser.new_context(viewport={"width": 1000, "height": 800}, reduced_motion="reduce")
    return Chromium(context.new_page())


def _firefox(stack: ExitStack) -> Browser:
    path = found("firefox-esr")
    profile = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
    preferences = {"marionette.port": 0, "app.update.enabled": False, "ui.prefersReducedMotion": 1}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = [path, "--headless", "--marionette", "--no-remote", "--profile", str(profile), "--width=1000"]
    _start(stack, [*command, "--height=900"], HOME=str(profile))
    port = profile / "MarionetteActivePort"
    _wait(lambda: port.exists() and port.read_text().strip())
    sock = socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=2 * PATIENCE)
    stack.enter_context(sock)
    return Firefox(sock)


def _webkit(stack: ExitStack) -> Browser:
    driver, xvfb = found("WebKitWebDriver"), found("Xvfb")
    home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
    settings_file = Path(home, ".config", "gtk-3.0", "settings.ini")
    settings_file.parent.mkdir(parents=True)
    settings_file.write_text("[Settings]\ngtk-enable-animations=0\n")  # so that a page hears there is to be none
    screen = Path(home, "screen")
    with screen.open("w") as file:
        _start(stack, [xvfb, "-displayfd", "1", "-screen", "0", "1000x800x24"], stdout=file)
        _wait(screen.read_text)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    # Without a machine's bus and drawing in software, as in a container.
    settings = {"GDK_BACKEND": "x11", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
    _start(stack, [driver, f"--port={port}"], HOME=home, DISPLAY=f":{screen.read_text().strip()}", **settings)
    client = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=2 * PATIENCE))

    def is_there() -> bool:
        try:
            return client.get("/status").status_code == 200
        except httpx.ConnectError:
            return False

    _wait(is_there)
    browser = WebKit(client)
    stack.callback(browser.quit)
    return browser


def _start(stack: ExitStack, command: list[str], stdout: Any = subprocess.DEVNULL, **settings: str) -> None:
    process = subprocess.Popen(command, stdout=stdout, stderr=subprocess.DEVNULL, env={**os.environ, **settings})
    stack.callback(process.wait)
    stack.callback(process.kill)


def _wait(is_there: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not is_there():
        assert time.monotonic() < end
        time.sleep(0.02)
