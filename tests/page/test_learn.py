"""The page about the shuffle: the same numbers and texts as the commands, on any screen, by keyboard, offline."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from freecell import DECK, deal
from freecell.drawing.deck import card_name
from freecell.explaining import deal_steps, find_steps
from freecell.web import site

from ..helpers.accessibility import serious
from ..helpers.commands import called
from ..helpers.hosting import Host
from ..helpers.programs import PATIENCE, found
from ..helpers.serving import needs_core

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

STATIC = Path(site.__file__).parent / "static"
NUMBERS = [1, 2, 617, 11982, 2**31 - 1, 2**31, 2**31 + 617, 2**32 - 1, 2**32, 2**32 + 617, 2**33 - 1]
LANGUAGES = ["de", "en", "es", "fr", "it", "uk"]
ROW = ["7D", "AD", "5C", "3S", "5S", "8C", "2D", "AH"]
SIZES = [(320, 568), (375, 812), (568, 320), (740, 360), (768, 1024), (1024, 768), (1400, 900), (1920, 1080)]

_IN_NODE = """
const { stepsOf, textOf } = await import("STATIC/shuffle.js");
const { narrowed } = await import("STATIC/narrowing.js");
const [numbers, counts] = JSON.parse(process.argv[1]);
const texts = (name, value) => ((name === "card" || name === "moved") && value !== null ? textOf(value) : value);
console.log(JSON.stringify(numbers.map((number) => ({
  steps: stepsOf(number),
  searches: counts.map((count) => narrowed(stepsOf(number).slice(0, count).map(({ card }) => card))),
})), texts));
"""


def in_node(numbers: list[int], counts: list[int]) -> Any:
    """The steps of some deals from the page's modules, and the searches from some numbers of their cards."""
    script = _IN_NODE.replace("STATIC", STATIC.as_uri())
    command = [found("node"), "--input-type=module", "-e", script, json.dumps([numbers, counts])]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout)


@pytest.mark.needs("node")
def test_the_page_computes_what_the_library_explains() -> None:
    for number, other in zip(NUMBERS, in_node(NUMBERS, [8, 52]), strict=True):
        steps = [step.to_dict() for step in deal_steps(number)]
        assert [{name: step[name] for name in steps[0]} for step in other["steps"]] == steps
        cards = [step["card"] for step in steps]
        for count, search in zip((8, 52), other["searches"], strict=True):
            expected = find_steps(cards[:count]).to_dict()
            assert search["cards"] == expected["cards"]
            for one, same in zip(search["ranges"], expected["ranges"], strict=True):
                assert {name: one[name] for name in same} == same
            assert number in [deal for one in search["ranges"] for deal in one["found"]]


@pytest.mark.needs("node")
def test_the_joke_deals_are_the_same_fixed_layouts() -> None:
    for number, other in zip((-1, -2), in_node([-1, -2], []), strict=True):
        steps = [step.to_dict() for step in deal_steps(number)]
        assert [{name: step[name] for name in steps[0]} for step in other["steps"]] == steps


class Learn:
    """The page in a browser."""

    def __init__(self, browser: Browser, address: str, **context: Any) -> None:
        context = {"viewport": {"width": 1000, "height": 800}, "reduced_motion": "reduce", **context}
        self.address = address
        self.context = browser.new_context(service_workers=context.pop("service_workers", "block"), **context)
        self.context.set_default_timeout(1000 * PATIENCE)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text) if "Content Security" in said.text else None)

    def open(self, query: str = "") -> Learn:
        self.page.goto(f"{self.address}{query}")
        self.page.wait_for_selector("body[data-ready]")
        return self

    def visit(self, query: str) -> None:
        """Opens an address: the first one loads the page, and the others are entries of the browser's history."""
        if self.page.url == "about:blank":
            self.open(query)
        script = "query => { history.pushState(null, '', query); dispatchEvent(new PopStateEvent('popstate')); }"
        self.page.evaluate(script, query)

    def text(self, selector: str) -> str:
        return self.page.locator(selector).inner_text()

    def at(self) -> int:
        return int(self.page.locator("#seek").input_value())

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def address_ends(self, query: str) -> None:
        """Wait until the address has this query, which is written a moment after the step is shown."""
        self.page.wait_for_function("query => location.search === query", arg=query)

    def problem(self) -> str:
        problem = self.page.locator("#problem")
        return problem.inner_text() if problem.is_visible() else ""

    def board(self) -> list[list[str]]:
        """The cards in columns on the felt, from their positions on the screen."""
        script = """() => {
          const tops = [...document.querySelectorAll(".hole")].slice(52, 60).map((e) => e.getBoundingClientRect());
          return tops.map(({ left, top, width }) => [...document.querySelectorAll(".card")]
            .map((e) => [e.dataset.card, e.getBoundingClientRect()])
            .filter(([, box]) => Math.abs(box.left - left) < 2 && Math.abs(box.width - width) < 2 && box.top >= top - 2)
            .sort(([, one], [, other]) => one.top - other.top)
            .map(([card]) => card));
        }"""
        columns: list[list[str]] = self.page.evaluate(script)
        return columns

    def close(self) -> None:
        self.context.close()
        assert not self.faults, self.faults


@pytest.fixture
def learn(browser: Browser, address: str) -> Iterator[Learn]:
    page = Learn(browser, f"{address}/learn")
    yield page
    page.close()


def columns_of(number: int, cards: int = 52) -> list[list[str]]:
    order = [step.to_dict()["card"] for step in deal_steps(number)][:cards]
    return [order[column::8] for column in range(8)]


@needs_core
def test_a_step_shows_the_same_numbers_and_texts_as_the_command(learn: Learn) -> None:
    printed = called("deal", "617", "--explain", "--steps", "4")
    learn.open("?deal=617&step=1")
    shown = learn.text("#sums") + learn.text("#product")
    for line in ("214013 * 617 + 2531011 = 134577032", "2053 mod 52"):
        assert line in printed
        assert line.replace("*", "×") in shown
    bits = re.findall(r"in bits ([01]+ [01]+)", printed)[0]
    assert learn.page.locator("#bits").get_attribute("aria-label") == f"In bits: {bits}"
    drawn = "all => all.map((e) => e.textContent).join('')"
    assert learn.page.eval_on_selector_all(".bits.draw i", drawn) == bits.partition(" ")[0]
    assert learn.page.eval_on_selector_all(".bits.low i", drawn) == bits.partition(" ")[2]
    sentence = "is dealt to column 1, and the king of spades, the last card, moves to index 25."
    assert learn.text("#spoken").endswith(f"so the 7 of diamonds {sentence}")
    assert "The last card of the deck takes its place." in printed
    assert learn.text("#lead").endswith("The last card of the deck takes its place.")
    for step, row in enumerate(re.findall(r"^ +\d+ +(\d+) +(\d+) +(\d+) +(\d+) ", printed, re.MULTILINE), 1):
        learn.visit(f"?deal=617&step={step}")
        state, draw, left, index = row
        assert learn.text("#reduced").endswith(f"= {state}")
        assert (learn.text("#draw"), learn.text("#index"), learn.text("#index-sum")) == (
            draw,
            index,
            f"{draw} mod {left}",
        )


@needs_core
def test_the_search_shows_the_same_numbers_as_the_command(learn: Learn) -> None:
    printed = called("find", *ROW, "--explain")
    tables = re.findall(r"^ +(\S\S) +\d+ +\d+ +(?:draw mod \d+ +)?([\d,]+) +([\d,]+) +([\d,]+)$", printed, re.MULTILINE)
    assert len(tables) == 10
    learn.open("?deal=617&back=0")
    assert learn.text("#left") == f"{2**31:,}"
    seen = []
    for _ in tables[:4]:
        learn.press("ArrowRight")
        seen.append(learn.text("#left-sum").partition(" ")[0])
    assert seen == [row[1] for row in tables[:4]]
    learn.press("ArrowRight")
    tried = re.findall(r"^ +([\d,]+) of deals below 2\*\*31", printed, re.MULTILINE)[0]
    assert learn.text("#left") == tried == "165,323"
    for row in tables[4:]:
        learn.press("ArrowRight")
        assert learn.page.locator("#ranges div span:last-child").all_inner_texts() == list(row[1:])
    learn.press("ArrowRight")
    assert learn.text("#spoken").startswith("Stepping the state back gives the seed: 617.")
    assert learn.text("#reduced") == "mod 2³¹ = 617"
    assert learn.at() == int(learn.page.locator("#seek").get_attribute("max") or 0) == 12
    learn.page.select_option("#known", "52")
    learn.address_ends("?deal=617&back=0&cards=52")
    learn.press("End")
    assert learn.text("#left") == "1"
    assert learn.board() == columns_of(617)


@needs_core
def test_typed_cards_lead_to_their_number(learn: Learn) -> None:
    learn.open("?deal=5&back=0")
    assert learn.page.locator("#typed").input_value() == " ".join(columns_of(5, 8)[place][0] for place in range(8))
    learn.page.select_option("#known", "own")
    assert learn.page.evaluate("() => document.activeElement.id") == "typed"
    learn.page.keyboard.type("7d ad 5♣ 3s 5s 8c 2d")
    learn.press("Enter")
    learn.address_ends("?cards=7DAD5C3S5S8C2D&back=0")
    assert learn.page.locator("#typed").input_value() == "7D AD 5C 3S 5S 8C 2D"
    assert learn.page.locator("#known").input_value() == "own"
    assert learn.page.locator("#number").input_value() == ""  # to be found
    assert learn.page.title() == "See the shuffle – FreeCell"
    learn.press("Tab")  # out of the text box, which handles its own keys
    learn.press("ArrowRight")
    learn.address_ends("?cards=7DAD5C3S5S8C2D&back=1")
    learn.page.reload()
    learn.page.wait_for_selector("body[data-ready]")
    assert learn.at() == 1
    learn.press("End")
    assert learn.text("#spoken").startswith("Stepping the state back gives the seed: 617.")
    assert learn.text("#left") == "1"
    assert learn.page.locator("#number").input_value() == "617"
    assert learn.page.title() == "The shuffle of deal 617 – FreeCell"
    assert learn.board() == columns_of(617, 7)
    learn.page.locator("#to-cards").click()
    learn.address_ends("?deal=617")
    learn.page.go_back()
    learn.address_ends("?cards=7DAD5C3S5S8C2D&back=12")
    learn.press("c")
    learn.page.keyboard.insert_text("\n".join(" ".join(column) for column in columns_of(2**32 + 5)))
    learn.press("Enter")
    learn.press("Tab", "End")
    assert learn.text("#spoken").startswith(f"Stepping the state back gives the seed: {2**32 + 5}.")
    assert learn.board() == columns_of(2**32 + 5)


@needs_core
def test_cards_of_no_deal_leave_no_state(learn: Learn) -> None:
    learn.open("?cards=7DAD5C3S5S8C2D2H&back=0")
    learn.press("End")
    assert learn.text("#spoken") == "No state is left: no numbered deal begins with these cards."
    assert learn.text("#left") == "0"
    assert learn.page.locator("#number").input_value() == ""
    assert learn.page.locator("#to-game").get_attribute("href") == "index.html"
    learn.page.locator("#to-cards").click()
    assert learn.board() == columns_of(617, 0)


@needs_core
def test_wrong_cards_get_a_one_line_message_and_stay_to_be_corrected(learn: Learn) -> None:
    for typed, said in (
        ("7D AD 5C 3S 5S 8X", "There is no card '8X': write cards as in 7D, 10♥ or AS."),
        ("7D AD 5C 3S 5S 8C 2D 7D", "'7D' appears twice."),
        ("7D AD 5C 3S 5S", "5 cards fit too many deals: give at least 6."),
        ("<img src=x onerror=alert(1)>", "There is no card '<img': write cards"),
        ("A" * 600, f"There is no card '{'A' * 50}...': write cards"),
    ):
        learn.open("?deal=618&back=3")
        assert learn.problem() == ""
        learn.press("c")
        learn.page.keyboard.insert_text(typed)
        learn.press("Enter")
        assert learn.problem().startswith(said)
        assert "\n" not in learn.problem()
        box = learn.page.locator("#typed")
        assert (box.input_value(), box.get_attribute("aria-invalid")) == (typed, "true")
        assert learn.at() == 3
        box.fill("")
        learn.press("Enter")
        assert (learn.problem(), box.get_attribute("aria-invalid")) == ("", "false")
        learn.visit(f"?{urlencode({'cards': typed})}")
        assert learn.problem().startswith(said)
        assert learn.page.locator("#number").input_value() == "617"


@needs_core
def test_the_cards_end_up_as_dealt(learn: Learn) -> None:
    for number in (617, 2**31, 2**32, 2**33 - 1):
        learn.visit(f"?deal={number}&step=52")
        assert [column for column in learn.board() if column] == columns_of(number)
        assert columns_of(number) == [[str(card) for card in column] for column in deal(number).columns]
        learn.press("Home", "ArrowRight", "ArrowRight", "ArrowRight")
        assert learn.board() == columns_of(number, 3)
        learn.press("ArrowLeft")
        assert learn.board() == columns_of(number, 2)


@needs_core
def test_joke_deals_are_explained_as_fixed_layouts(learn: Learn) -> None:
    for number, order in ((-1, "♣ ♦ ♥ ♠"), (-2, "♠ ♥ ♦ ♣")):
        learn.visit(f"?deal={number}")
        said = called("deal", str(number), "--explain")
        words = " ".join(said.split("\n\n")[0].split())
        for sentence in (
            "which can't be won. It is a fixed layout: nothing is shuffled, and there are no random numbers.",
        ):
            assert sentence in words
            assert sentence in learn.text("#lead")
        assert learn.text("#lead").endswith(f"in the order {order}.")
        assert learn.board() == columns_of(number)
        assert not learn.page.locator("#controls").is_visible()
        learn.page.locator("#to-number").click()
        assert learn.board() == columns_of(number)


@needs_core
def test_every_step_has_a_link_that_opens_it(learn: Learn) -> None:
    learn.open("?deal=617")
    learn.press("ArrowRight", "ArrowRight")
    learn.address_ends("?deal=617&step=2")
    learn.page.locator("#seek").fill("40")
    learn.address_ends("?deal=617&step=40")
    spoken = learn.text("#spoken")
    learn.page.reload()
    learn.page.wait_for_selector("body[data-ready]")
    assert (learn.at(), learn.text("#spoken")) == (40, spoken)
    learn.page.locator("#to-number").click()
    learn.press("ArrowRight")
    learn.address_ends("?deal=617&back=1")
    learn.page.go_back()
    learn.page.wait_for_function("() => document.querySelector('#seek').value === '40'")
    assert learn.page.locator("#to-game").get_attribute("href") == "index.html?deal=617"


@needs_core
def test_it_works_by_keyboard_alone(learn: Learn) -> None:
    learn.open("?deal=617")
    learn.press("g")
    learn.page.keyboard.type("1,000,000")
    learn.press("Enter")
    learn.address_ends("?deal=1000000")
    assert learn.page.title() == "The shuffle of deal 1000000 – FreeCell"
    learn.press("Tab")  # out of the text box, which handles its own keys
    learn.press("End")
    assert learn.at() == 52
    learn.press("Home")
    assert learn.at() == 0
    reached = set()
    for _ in range(20):
        learn.press("Tab")
        reached.add(learn.page.evaluate("() => document.activeElement.id"))
    expected = {
        "to-game",
        "language",
        "number",
        "show",
        "to-cards",
        "to-number",
        "back",
        "play",
        "forward",
        "seek",
        "speed",
        "copy",
    }
    assert expected <= reached
    learn.page.locator("#seek").focus()
    learn.press("ArrowRight")
    assert learn.at() == 1


@needs_core
def test_it_plays_until_the_end_or_until_it_is_paused(browser: Browser, address: str) -> None:
    learn = Learn(browser, f"{address}/learn")
    learn.page.clock.install()
    learn.open("?deal=617&step=50")
    learn.press(" ")
    assert learn.page.locator("#play").get_attribute("aria-label") == "Pause"
    learn.page.clock.run_for(1000)
    assert learn.at() == 51
    learn.press(" ")
    learn.page.clock.run_for(60_000)
    assert learn.at() == 51
    assert learn.page.locator("#play").get_attribute("aria-label") == "Play"
    learn.press(" ")
    learn.page.clock.run_for(60_000)
    assert learn.at() == 52
    assert learn.page.locator("#play").get_attribute("aria-label") == "Play"
    assert learn.text("#spoken").endswith("and it was the last card.")
    learn.close()


WRONG = {
    "?deal=0": "Deal '0' doesn't exist: choose 1 to 8589934591, -1 or -2.",
    "?deal=8589934592": "Deal '8589934592' doesn't exist: choose",
    "?deal=": "Deal '' doesn't exist: choose",
    "?deal=<img src=x onerror=alert(1)>": "Deal '<img src=x onerror=alert(1)>' doesn't exist: choose",
    f"?deal={'9' * 900}": f"Deal '{'9' * 50}...' doesn't exist: choose",
    "?deal=617&step=53": "There is no step '53': choose 0 to 52.",
    "?deal=617&step=-1": "There is no step '-1': choose",
    "?deal=617&step=1e1": "There is no step '1e1': choose",
    "?deal=617&back=13": "There is no step '13': choose 0 to 12.",
    "?deal=__proto__&back=constructor": "Deal '__proto__' doesn't exist: choose",
}


@needs_core
def test_a_wrong_address_gives_one_line_and_a_page_that_works(learn: Learn) -> None:
    for query, said in WRONG.items():
        learn.visit(query)
        assert learn.problem().startswith(said)
        assert "\n" not in learn.problem()
        assert learn.at() == 0, query
        assert learn.page.locator("#number").input_value() == "617"
        learn.press("ArrowRight")
        assert learn.at() == 1
        assert learn.problem() == ""
        assert learn.page.locator("#problem img, #number img").count() == 0


@needs_core
def test_a_wrong_number_gets_a_message_and_the_deal_stays(learn: Learn) -> None:
    learn.open("?deal=618&step=3")
    learn.press("g")
    learn.page.keyboard.type("no")
    learn.press("Enter")
    assert learn.problem() == "Deal 'no' doesn't exist: choose 1 to 8589934591, -1 or -2."
    assert learn.page.locator("#number").input_value() == "618"


# Elements wider than their place, and cards outside the felt, once all have stopped sliding.
TOO_WIDE = """async () => {
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const boxes = "header, #ask, #sums > div, .bits, .bits > span, #ranges div, #controls, button, h1, h2, .sum";
  const wide = [document.documentElement, ...document.querySelectorAll(boxes)]
    .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map((e) => e.id || e.className);
  const cards = () => {
    const felt = document.querySelector("#felt").getBoundingClientRect();
    return [...document.querySelectorAll(".card")].map((e) => [e.dataset.card, e.getBoundingClientRect()])
      .filter(([, box]) => box.left < felt.left || box.right > felt.right || box.top < felt.top
        || box.bottom > felt.bottom).map(([card]) => card); };
  for (let frame = 0; cards().length && frame < 1000; frame += 1) await new Promise((go) => requestAnimationFrame(go));
  return [document.documentElement.scrollWidth, wide, cards()];
}"""
QUERIES = [
    "?deal=8589934591",
    "?deal=4294967296&step=30",
    "?deal=2147483648&back=6",
    "?deal=617&back=1&cards=52",
    "?deal=-1",
]


@needs_core
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_size_fits_in_every_language(browser: Browser, address: str, language: str) -> None:
    """Each pair of a language, a step and a size, in a third of all combinations."""
    learn = Learn(browser, f"{address}/learn", locale=language)
    for at, query in enumerate(QUERIES, LANGUAGES.index(language)):
        learn.visit(query)
        assert learn.page.locator("html").get_attribute("lang") == language
        for width, height in SIZES[at % 3 :: 3]:
            learn.page.set_viewport_size({"width": width, "height": height})
            assert learn.page.evaluate(TOO_WIDE) == [width, [], []], (query, width)
    learn.close()


@needs_core
def test_a_scan_for_accessibility_finds_nothing_serious(browser: Browser, address: str) -> None:
    """Each step in one scheme on a small screen, and in the other one on a large one."""
    learn = Learn(browser, f"{address}/learn")
    queries = (
        "?deal=617",
        "?deal=617&step=4",
        "?deal=617&back=4",
        "?deal=617&back=12",
        "?cards=7D",
        "?deal=-1",
        "?deal=0",
    )
    for at, query in enumerate(queries):
        learn.visit(query)
        for scheme, (width, height) in zip(
            ("light", "dark")[:: 1 - at % 2 * 2], ((320, 568), (1400, 900)), strict=True
        ):
            learn.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            learn.page.set_viewport_size({"width": width, "height": height})
            assert serious(learn.page) == [], (query, scheme, width)
    learn.close()


@needs_core
def test_a_screen_reader_hears_each_step_in_one_sentence(learn: Learn) -> None:
    learn.open("?deal=617")
    live = learn.page.locator("#spoken")
    assert live.get_attribute("role") == "status"
    for step in list(deal_steps(617))[:5]:
        learn.press("ArrowRight")
        said = live.inner_text()
        assert said.startswith(f"Step {step.number}: {step.draw} mod {step.left} is {step.index}, so the ")
        assert f"the {card_name(step.card)} is dealt to column {step.column}" in said
        assert said.count(".") == 1
    snapshot = learn.page.locator("body").aria_snapshot()
    for line in ('textbox "Deal"', 'button "Play"', 'button "One step forward"', 'slider "Step"', "status: "):
        assert line in snapshot
    assert len({card_name(card) for card in DECK}) == 52


@needs_core
def test_nothing_moves_with_reduced_motion(browser: Browser, address: str) -> None:
    script = "() => document.querySelector('#felt').getAnimations({ subtree: true }).length"
    for motion, moves in (("reduce", False), ("no-preference", True)):
        learn = Learn(browser, f"{address}/learn", reduced_motion=motion).open("?deal=617")
        learn.press("ArrowRight")
        assert (learn.page.evaluate(script) > 0) is moves
        learn.close()


@needs_core
def test_it_looks_like_the_game(browser: Browser, address: str) -> None:
    learn = Learn(browser, f"{address}/learn")
    learn.page.goto(address)
    learn.page.wait_for_selector("[data-ready] .card[data-place]")
    felt = "() => getComputedStyle(document.documentElement).getPropertyValue('--felt')"
    learn.page.evaluate("""() => localStorage.setItem("freecell.kept",
      JSON.stringify({ settings: { felt: "blue", deck: "four", theme: "dark" } }))""")
    learn.page.reload()
    learn.page.wait_for_selector("[data-ready] .card[data-place]")
    game = learn.page.evaluate(felt)
    learn.open("?deal=617")
    assert learn.page.evaluate(felt) == game
    assert learn.page.evaluate("() => ({ ...document.documentElement.dataset })") == {
        "deck": "four", "faces": "system", "theme": "dark", "felt": "blue",
    }  # fmt: skip
    learn.close()


@needs_core
def test_the_game_links_to_it_and_back(learn: Learn) -> None:
    learn.page.goto(learn.address.replace("/learn", "/?deal=618"))
    learn.page.wait_for_selector("[data-ready] .card[data-place]")
    learn.page.locator("#more").click()
    learn.page.locator("#menu a.learn-link").click()
    learn.page.wait_for_selector("body.learn[data-ready]")
    assert learn.page.url.endswith("/learn.html?deal=618")
    learn.page.locator("#to-game").click()
    learn.page.wait_for_selector("[data-ready] .card[data-place]")
    assert learn.page.title() == "Deal 618 – FreeCell"


@needs_core
def test_the_chosen_language_is_remembered(learn: Learn) -> None:
    learn.open("?deal=617&step=4")
    learn.page.select_option("#language", "uk")
    assert learn.text("h1") == "Як тасуються карти"
    assert learn.text("#spoken").startswith("Крок 4: 5597 mod 49")
    learn.open("?deal=617&step=4")
    assert learn.page.locator("html").get_attribute("lang") == "uk"
    empty = "all => all.filter((e) => !e.textContent.trim() || e.textContent.includes('undefined')).length"
    assert learn.page.eval_on_selector_all("[data-t]", empty) == 0


@pytest.mark.needs("chromium")
def test_it_opens_offline_after_a_visit(browser: Browser, tmp_path: Path) -> None:
    site.write(tmp_path, site.page())
    with Host(tmp_path) as host:
        learn = Learn(browser, f"{host.address}learn.html", service_workers="allow")
        learn.page.goto(host.address)
        learn.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
        assert [path for _, path in host.asked if "learn" in path] == []  # the game doesn't load it
        learn.open("?deal=617&step=4")
        learn.page.evaluate("""async () => {
          const page = location.origin + location.pathname;
          while (!(await caches.match(page))) await new Promise((go) => setTimeout(go, 20));
        }""")
    learn.open("?deal=4294967296&step=30")
    assert learn.text("#spoken").startswith("Step 30: 65047 mod 23 is 3")
    new = site.page("https://example.org/new/")
    site.write(tmp_path, new)
    with host:
        learn.page.evaluate("""async () => {
          const { serviceWorker } = navigator;
          const registration = await serviceWorker.ready;
          const taken = new Promise((go) => serviceWorker.addEventListener("controllerchange", go, { once: true }));
          await registration.update();
          while (!registration.waiting) await new Promise((go) => setTimeout(go, 20));
          registration.waiting.postMessage("take over");
          await taken;
        }""")
    learn.open("?deal=4294967296&step=30")  # a new version keeps what the previous one cached
    assert learn.page.locator("script[src]").get_attribute("src") in new
    learn.press("ArrowRight")
    assert learn.at() == 31
    learn.page.goto(host.address)
    learn.page.wait_for_selector("[data-ready] .card[data-place]")
    learn.close()
