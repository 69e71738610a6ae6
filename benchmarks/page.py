"""Measure the page in a real browser: how soon the first board is on the screen, and the light has its verdict.

    python benchmarks/page.py

Needs Chromium and freecell[test]. The page itself measures the times: from the start of the navigation until the cards
are drawn and until the light has its verdict, on a first visit, then the same on a device four times as slow with a
slow connection; and from a move until the light shows its verdict, for all moves in games of some deals, each made once
the cards of the previous one have stopped. By then the page has searched ahead, except on a device that saves data or
power. The last times have no target: they are for a player who moves as soon as the light has its verdict, while cards
still slide. Then the page and Python's core solve the same deals alternately.
"""

from __future__ import annotations

import gzip
import re
import time

from measure import duration, maximum, minimum, report, rounded, server
from playwright.sync_api import Browser, Page, sync_playwright

from freecell import Rules, solve, solve_many
from freecell.web import site

DEALS = (617, 618, 1, 2, 3)
OPENINGS = 9
REST = 400  # milliseconds between moves, so that the cards have stopped
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
SLOW_LINE = {"offline": False, "latency": 300, "downloadThroughput": 1_250_000, "uploadThroughput": 1_250_000}

# The times when the board was made, its cards were loaded and it was painted; and when the light had its verdict.
ON_SCREEN = """() => new Promise((resolve) => requestAnimationFrame(() => {
  const ends = performance.getEntriesByType("resource").filter(({ name }) => name.includes("cards-"));
  const painted = performance.getEntriesByName("first-contentful-paint")[0];
  const board = performance.getEntriesByName("board")[0].startTime;
  const light = performance.getEntriesByName("verdict")[0];
  const seen = Math.max(board, painted.startTime, ...ends.map(({ responseEnd }) => responseEnd));
  resolve([seen, Math.max(painted.startTime, light.startTime + light.duration)]);
}))"""

# Reports when the light has its verdict. Polling the page would make it parse a large script each time.
LIT = """new PerformanceObserver((list) => list.getEntriesByName("verdict").length && console.debug("lit"))
  .observe({ entryTypes: ["measure"] })"""

# A device that saves data: nothing is searched in advance.
SAVES = 'Object.defineProperty(Object.getPrototypeOf(navigator.connection), "saveData", { get: () => true })'

# Plays a game with keys from inside the page, so that the browser handles no other requests meanwhile.
PLAY = """async ([words, rest]) => {
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  performance.clearMeasures();
  for (const [from, to] of words) {
    press(from);
    press(to);
    await pause(rest);
    while (document.querySelector("#light").ariaBusy === "true") await pause(1);
  }
  return performance.getEntriesByName("verdict").map(({ duration }) => duration);
}"""

# Solves deals in a worker, as the page does, but many of them in one message; gives the milliseconds.
SOLVE = """async ([first, count]) => {
  const base = document.querySelector("script[src]").src;
  const code = `import { core as module } from "${new URL("worker.js", base)}";
    const packed = await fetch("${new URL("freecell.wasm.gz", base)}");
    const response = new Response(packed.body.pipeThrough(new DecompressionStream("gzip")));
    const core = await module.start(await WebAssembly.compile(await response.arrayBuffer()));
    const boards = Array.from({ length: ${count} }, (_, index) => core.deal(${first} + index));
    const begun = performance.now();
    for (const board of boards) core.solve(board, {});
    postMessage(performance.now() - begun);`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
  const time = await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
  worker.terminate();
  return time;
}"""

# Starts a long search, as the page does, and returns.
SEARCH = """async () => {
  const { solver: { solve }, deals: { deal } } = await import(document.querySelector("script[src]").src);
  solve(deal(617), { goal: "short", seconds: 60 }).catch(() => {});
}"""

# Counts frames from now on, and returns the frames per second.
COUNT = """() => {
  const times = [];
  window.frameTimes = times;
  const look = (now) => {
    if (times !== frameTimes) return; // a new count has started
    times.push(now);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
COUNTED = "() => (1000 * (frameTimes.length - 1)) / (frameTimes.at(-1) - frameTimes[0])"


def new_page(browser: Browser, *, slow: bool = False, saves: bool = False, free: bool = False) -> Page:
    """A page in an empty profile; optionally on a slow device, one that saves data, or with workers from any source."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, bypass_csp=free)
    if saves:
        context.add_init_script(SAVES)
    page = context.new_page()
    if slow:
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_LINE)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return page


def opening(browser: Browser, address: str, slow: bool = False) -> tuple[float, float]:
    """Milliseconds until the first board is on the screen, and until the light has its verdict."""
    page = new_page(browser, slow=slow)
    page.add_init_script(LIT)
    with page.expect_console_message(lambda message: message.text == "lit"):
        page.goto(f"{address}/?deal=617", wait_until="load")
    seen, lit = page.evaluate(ON_SCREEN)
    page.context.close()
    return seen, lit


def openings(browser: Browser, address: str, slow: bool = False) -> list[float]:
    """The medians over several runs."""
    times = [opening(browser, address, slow) for _ in range(OPENINGS)]
    return [sorted(each)[OPENINGS // 2] for each in zip(*times, strict=True)]


def verdicts(browser: Browser, address: str, rest: int, *, saves: bool = False) -> list[float]:
    """Milliseconds from each move of some games until its verdict is shown, sorted."""
    page = new_page(browser, saves=saves)
    times: list[float] = []
    for number in DEALS:
        page.goto(f"{address}/?deal={number}")
        page.wait_for_selector("#light[aria-busy=false]")
        words = solve(number, goal="short", beam_width=300).notation(Rules(autoplay="safe")).split()
        times += page.evaluate(PLAY, [[word for word in words if "v" not in word], rest])
    page.context.close()
    return sorted(times)


def searching(page: Page) -> float:
    """The frames per second while a long search runs, which continues afterwards."""
    page.evaluate(SEARCH)
    page.evaluate(COUNT)
    page.wait_for_timeout(2000)
    return float(page.evaluate(COUNTED))


def dragging(page: Page) -> float:
    """The frames per second while a card is dragged around."""
    box = page.locator(".card[data-card='QH']").bounding_box()  # the last of a column, in deal 617
    assert box
    x, y = box["x"] + 20, box["y"] + 8
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y + 20)
    assert page.locator(".card.held").count() == 1
    page.evaluate(COUNT)
    for step in range(200):
        page.mouse.move(x - 20 - 3 * step, y + 20 + step % 40)
        page.wait_for_timeout(8)
    frames = page.evaluate(COUNTED)
    page.mouse.up()
    return float(frames)


def within(times: list[float], share: float) -> float:
    """The time within which this share of sorted times lies."""
    return times[int(share * len(times))]


def compared(browser: Browser, address: str, first: int = 1, count: int = 3000) -> float:
    """The page's time for some deals, relative to Python's core; both alternate, and the best of each counts."""
    page = new_page(browser, free=True)
    page.goto(f"{address}/")
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(5):
        ours.append(page.evaluate(SOLVE, [first, count]) / 1000)
        begun = time.perf_counter()
        for _solution in solve_many(range(first, first + count), threads=1):
            pass
        theirs.append(time.perf_counter() - begun)
    page.context.close()
    return min(ours) / min(theirs)


def main() -> None:
    with server("-m", "freecell", "serve", "--port", "0") as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET)
        opening(browser, address)  # the server and the browser warm up
        board, light = openings(browser, address)
        _, slow_light = openings(browser, address, slow=True)
        hurried = verdicts(browser, address, 0)
        times = verdicts(browser, address, REST)
        saving = verdicts(browser, address, REST, saves=True)
        ratio = compared(browser, address)
        page = new_page(browser)
        page.goto(f"{address}/")
        page.wait_for_selector("#light[aria-busy=false]")
        dragged = dragging(page)
        frames = searching(page)
        browser.close()
    for player, all_times in (("a player", times), ("without searching ahead", saving), ("in a hurry", hurried)):
        print(f"{player}: {len(all_times)} verdicts, half within {within(all_times, 0.5):.1f} ms,", end=" ")
        print(f"95% within {within(all_times, 0.95):.1f} ms, all within {all_times[-1]:.1f} ms")
    print()
    files = site.page()
    visit = {
        path: content
        for path, content in files.items()
        if not re.search("404|social|learn|embed|freecell-board", path) and not path.endswith(site.PARTS)
    }
    sizes = {path: min(len(content), len(gzip.compress(content))) for path, content in visit.items()}
    languages = [path for path in sizes if path.endswith(site.LANGUAGES)]
    sent = sum(sizes.values()) - sum(sizes[path] for path in languages) + max(sizes[path] for path in languages)
    report(
        "The page in Chromium",
        [
            maximum("the first board on the screen", board / 1e3, 0.3, duration),
            maximum("the first verdict", light / 1e3, 0.5, duration),
            maximum("the first verdict, CPU four times as slow, latency 300 ms", slow_light / 1e3, 1.5, duration),
            maximum("the verdict after a move, 95% within", within(times, 0.95) / 1e3, 0.005, duration),
            maximum("without searching ahead, 95% within", within(saving, 0.95) / 1e3, 0.005, duration),
            maximum("without searching ahead, 99% within", within(saving, 0.99) / 1e3, 0.03, duration),
            maximum("time for deals, compared with Python's core", ratio, 1.8, rounded),
            minimum("frames per second while a search runs", frames, 58, rounded),
            minimum("frames per second while a card is also dragged", dragged, 58, rounded),
            maximum("data that a visitor loads, compressed, in the longest language", sent / 1e3, 180, kilobytes),
        ],
    )


def kilobytes(size: float) -> str:
    return f"{size:.0f} kB"


if __name__ == "__main__":
    main()
