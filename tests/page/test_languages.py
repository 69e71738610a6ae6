"""The page in other languages: each has all the texts of the English one, and they fit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from ..helpers.serving import needs_core
from ..helpers.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = needs_core

# The name, type and size of every text, and the texts that are the same as in English.
SHAPES = """async (load, language) => {
  const texts = await import(new URL(`${language}.js`, document.querySelector("script[src]").src));
  const shape = (value) => {
    if (Array.isArray(value)) return value.map(shape);
    if (typeof value === "object") return Object.keys(value).sort().map((key) => [key, shape(value[key])]);
    return typeof value === "function" ? value.length : typeof value;
  };
  const [{ en }, other] = [await load("en.js"), texts[language]];
  const same = Object.keys(en).filter((name) => typeof en[name] === "string" && en[name] === other[name]);
  return [shape(en), shape(other), same];
}"""

# French texts with a breaking space before punctuation, which should be a narrow no-break space.
# For a function, we read its source, in which most texts can be distinguished from JavaScript code.
BREAKING = r"""async (load, language) => {
  const { fr } = await import(new URL("fr.js", document.querySelector("script[src]").src));
  const isWrong = (value) => {
    if (typeof value === "object") return Object.values(value).some(isWrong);
    return (typeof value === "string" ? / [:;!?»]|« / : / : \$\{|[a-zé] [;!»]|« /).test(String(value));
  };
  return language === "fr" ? Object.keys(fr).filter((name) => isWrong(fr[name])) : [];
}"""

# Lines, some with a button, that would cover cards or leave the screen.
COVERING = """async (load) => {
  const [{ t }, { Messages }] = await Promise.all([load("words.js"), load("messages.js")]);
  const [line, text, button, spoken, board] =
    ["message", "message-text", "message-button", "spoken", "board"].map((id) => document.getElementById(id));
  const messages = new Messages({ line, text, button, spoken });
  const lines = [
    [t.lostAndBack(17), t.showMe], [t.notKept], [t.wrongRival], [t.noPart], [t.fromStart], [t.openElsewhere],
    [t.rivalWon("Maximiliane", t.timeAndTurns("1:14:22", 124))], [t.backToWinnable, t.showMe],
    [`Maximiliane: ${t.timeAndTurns("1:14:22", 124)}`, t.hideRival],
    [t.puzzleSolved(t.puzzleName(99), true), t.nextPuzzle], [t.isNeeded("10C", "JC", 8, true)], [t.isBuried("10C")],
    [t.withThisIs(t.whichDeals("8589934591", 1), t.exchanged(0, 3))],
  ];
  const covering = lines.filter(([words, label]) => {
    messages.show(words, "wrong", label && { label, act() {} });
    const [box, felt, inside] = [line, board, button].map((element) => element.getBoundingClientRect());
    const isOver = box.bottom > felt.top + 0.5 && box.top < felt.bottom - 0.5;
    const isWide = box.left < 0 || box.right > innerWidth || (label && inside.right > box.right);
    return isOver || isWide || box.bottom > innerHeight + 0.5;
  });
  messages.hide();
  return covering;
}"""

# Texts that all three share, or two of them.
ALIKE = {
    "pause",
    "menu",
    "actions",
    "link",
    "solution",
    "colon",
    "export",
    "import",
    "stop",
    "paused",
    "usual",
    "homeKey",
    "endKey",
}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Lösbar"),
        ("es", "Se puede ganar"),
        ("fr", "On peut gagner"),
        ("it", "Si può vincere"),
        ("uk", "Можна виграти"),
    ],
)
def test_a_browser_of_another_language(browser: Browser, address: str, language: str, said: str) -> None:
    table = Table(browser, address, locale=language, viewport={"width": 320, "height": 568})
    table.open("/?deal=8589934591")
    english, other, same = table.run(SHAPES, language)
    assert other == english
    assert set(same) <= ALIKE
    assert table.run(BREAKING, language) == []
    assert table.verdict() == "solved"
    assert table.find("#verdict").inner_text() == said
    assert table.find("html").get_attribute("lang") == language
    empty = "all => all.filter((e) => !e.textContent.trim() || e.textContent.includes('undefined')).length"
    assert table.page.eval_on_selector_all("[data-t]", empty) == 0
    for width, height in ((320, 568), (568, 320), (1400, 900)):
        table.resize(width, height)
        wider = "all => all.filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map((e) => e.id)"
        assert table.run(COVERING) == []
        assert table.page.eval_on_selector_all("#actions button, #number, #verdict, #about", wider) == []
        assert table.page.evaluate("() => document.documentElement.scrollWidth") == width
    table.choose(language="en")
    assert table.find("#verdict").inner_text() == "Can be won"
    assert table.page.title() == "Deal 8589934591 – FreeCell"
    table.close()


def test_no_other_language_appears_while_it_loads(browser: Browser, address: str) -> None:
    table = Table(browser, address, locale="de")
    held: list[Route] = []
    table.page.route("**/de.js", lambda route: held.append(route))
    with table.page.expect_request("**/de.js"):
        table.page.goto(f"{address}/?deal=617")
    assert set(re.findall(r"[A-Za-z]{2,}", table.page.inner_text("body"))) == {"FreeCell"}
    held[0].continue_()
    table.page.wait_for_selector("[data-ready] .card[data-place]")
    assert table.find("#undo").inner_text() == "Zurück"
    table.close()


def test_english_is_shown_if_a_language_cannot_be_loaded(browser: Browser, address: str) -> None:
    table = Table(browser, address, locale="de")
    table.page.route("**/de.js", lambda route: route.abort())
    table.page.route("**/fr.js", lambda route: route.abort())
    table.open("/?deal=617")
    assert table.find("#undo").inner_text() == "Undo"
    table.choose(language="fr")
    table.page.wait_for_selector("#message:not([hidden])")
    assert table.says() == "This language can't be loaded: check your connection"
    assert table.find("html").get_attribute("lang") == "en"
    table.close()
