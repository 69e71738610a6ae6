"""Measure the page in a real browser: how soon the first board is on the screen, and how soon the light knows.

    python benchmarks/page.py

needs Chromium, and freecell[test]. The times are the page's own: from the start of the navigation until the cards are
drawn, in a browser that has never seen the page; and from a move until the light shows its verdict, over all moves of
the games of some deals, each made when the cards of the one before have come to rest. The page has looked ahead by
then; for a player in more of a hurry than anybody is, who moves as soon as the light knows, it never has.
"""

from __future__ import annotations

from measure import at_most, duration, report, server
from playwright.sync_api import Browser, sync_playwright

from freecell import Rules, solve

DEALS = (617, 618)
OPENINGS = 9
REST = 400  # milliseconds from move to move, so that the cards have come to rest
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

# When the board was there, its cards were loaded, and a picture of it was shown; then one more frame.
ON_SCREEN = """() => new Promise((resolve) => requestAnimationFrame(() => {
  const ends = performance.getEntriesByType("resource").filter(({ name }) => name.includes("cards-"));
  const painted = performance.getEntriesByName("first-contentful-paint")[0];
  const board = performance.getEntriesByName("board")[0].startTime;
  resolve(Math.max(board, painted.startTime, ...ends.map(({ responseEnd }) => responseEnd)));
}))"""

# Plays a game by its keys, from inside the page, so that nothing else asks the browser for anything meanwhile.
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


def opening(browser: Browser, address: str) -> float:
    """Milliseconds until the first board is on the screen."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.goto(f"{address}/?deal=617", wait_until="load")
    page.wait_for_selector("#light[aria-busy=false]")
    time: float = page.evaluate(ON_SCREEN)
    context.close()
    return time


def verdicts(browser: Browser, address: str, rest: int) -> list[float]:
    """Milliseconds from each move of some games until its verdict is shown, sorted."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    times: list[float] = []
    for number in DEALS:
        page.goto(f"{address}/?deal={number}")
        page.wait_for_selector("#light[aria-busy=false]")
        words = solve(number, goal="short", width=300).notation(Rules(autoplay="safe")).split()
        times += page.evaluate(PLAY, [[word for word in words if "v" not in word], rest])
    context.close()
    return sorted(times)


def within(times: list[float], share: float) -> float:
    """The time within which this share of sorted times lies."""
    return times[int(share * len(times))]


def main() -> None:
    with server("-m", "freecell", "serve", "--port", "0") as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET)
        opening(browser, address)  # the server and the browser warm up
        openings = sorted(opening(browser, address) for _ in range(OPENINGS))
        times = verdicts(browser, address, REST)
        hurried = verdicts(browser, address, 0)
        browser.close()
    middle, most = openings[OPENINGS // 2], within(times, 0.95)
    print(f"openings: {openings[0]:.0f} to {openings[-1]:.0f} ms")
    for player, all_times in (("a player", times), ("one in a hurry", hurried)):
        print(f"{player}: {len(all_times)} verdicts, half within {within(all_times, 0.5):.1f} ms,", end=" ")
        print(f"95% within {within(all_times, 0.95):.1f} ms, all within {all_times[-1]:.1f} ms")
    print()
    report(
        "The page in Chromium",
        [
            at_most("the first board on the screen", middle / 1e3, 0.5, duration),
            at_most("the verdict after a move, 95% within", most / 1e3, 0.02, duration),
        ],
    )


if __name__ == "__main__":
    main()
