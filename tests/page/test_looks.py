"""How the page looks and sounds: on screens of all sizes, with a dark theme, to screen readers."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Any

import pytest

from freecell import DECK, solve
from freecell.rules import COLUMN_NAMES

from ..helpers.accessibility import serious
from ..helpers.serving import needs_core
from ..helpers.table import LAST_CARD, SAFE, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect

pytestmark = needs_core

SIZES = {
    "small phone": (320, 568),
    "phone": (375, 812),
    "small phone on its side": (568, 320),
    "phone on its side": (740, 360),
    "tablet": (768, 1024),
    "wide": (1400, 900),
}


def opened(browser: Browser, address: str, size: tuple[int, int], path: str = "/?deal=617", **more: Any) -> Table:
    table = Table(browser, address, viewport={"width": size[0], "height": size[1]}, **more)
    table.open(path)
    return table


def test_at_every_size_everything_fits_without_overlap(table: Table) -> None:
    table.open("/?deal=8589934591&moves=1a+2b")
    felts = {}
    for width, height in SIZES.values():
        table.resize(width, height)
        felts[width, height] = felt_where_all_fits(table, width, height)
    table.press("s")  # the panel of a solution covers the board instead of shrinking it
    table.find("#player").wait_for()
    for (width, height), felt in felts.items():
        table.resize(width, height)
        assert table.find("#board").bounding_box() == felt


def felt_where_all_fits(table: Table, width: int, height: int) -> FloatRect:
    felt = table.find("#board").bounding_box()
    assert felt
    wider = "all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).length"
    assert table.page.eval_on_selector_all("#number, #verdict", wider) == 0
    assert (table.find("#verdict").bounding_box() or felt)["height"] < 40  # at most two lines
    columns = [table.place(name) for name in COLUMN_NAMES]
    for left, right in pairwise(columns):
        assert left["x"] + left["width"] < right["x"]
    boxes = table.boxes()
    for lies in (boxes[str(card)] for card in DECK):
        assert felt["x"] <= lies["x"]
        assert lies["x"] + lies["width"] <= felt["x"] + felt["width"]
        assert lies["y"] + lies["height"] <= felt["y"] + felt["height"]
    assert table.covered() == []
    assert table.page.evaluate("() => document.documentElement.scrollWidth") == width
    script = "all => all.filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect().toJSON())"
    found: list[dict[str, float]] = table.page.eval_on_selector_all("button:not(.place)", script)
    buttons = [box for box in found if box["width"]]
    for box in buttons:
        assert box["left"] >= 0
        assert box["right"] <= width
        assert box["bottom"] <= height
    for one, other in combinations(buttons, 2):
        beside = one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
        assert beside or one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1
    assert table.box("7D")["width"] >= 34
    return felt


def test_at_four_times_the_size_it_scrolls_in_one_direction(browser: Browser, address: str) -> None:
    table = opened(browser, address, (350, 225))
    assert table.page.evaluate("() => document.documentElement.scrollWidth") == 350
    table.find("#solve").scroll_into_view_if_needed()
    assert table.box("7D")["width"] >= 34
    table.close()


def test_a_win_is_announced_first_even_in_a_small_window(browser: Browser, address: str) -> None:
    table = opened(browser, address, (320, 200), LAST_CARD)
    table.press("8", "a")
    table.find("#won-dialog").wait_for()
    assert table.page.evaluate("() => document.querySelector('#won-dialog form').scrollTop") == 0
    table.close()


def test_the_slider_of_a_game_is_long_enough_to_drag(table: Table) -> None:
    table.open("/?deal=617")
    table.press("s")
    table.find("#player").wait_for()
    for width in (1000, 1240):
        table.resize(width, 700)
        assert (table.find("#seek").bounding_box() or {"width": 0})["width"] > 200


LONG = "2C2D2H3C3D4C KHQSJHTS9H8S7H6S5H4S3H2S".replace(" ", "")
REST = "KCQHJC.KDQCJD.KSQDJS.TCTDTH.9C9D9S8C8D8H.7C7D7S6C6D6H.5C5D5S4D4H3S"
LONGEST = f"/?board={LONG}.{REST}_-.-.-.-_AAAA"
"""The address of a board with a column of 18 cards: six, and a run from a king on top of them."""

# For each card, the height of its index on the screen, and the share of points at the edges of the index that nothing
# covers. Anything that covers a part of the index covers some of these points.
INDICES = """() => [...document.querySelectorAll(".card:not([data-place=h])")].map((card) => {
  const { left, top, width, height } = card.querySelector(".index").getBoundingClientRect();
  const edges = Array.from({ length: 10 }, (_, at) => [[at, 0], [at, 9], [0, at], [9, at]]).flat();
  const seen = edges.filter(([row, place]) => {
    const [x, y] = [left + ((place + 0.5) * width) / 10, top + ((row + 0.5) * height) / 10];
    return document.elementFromPoint(x, y)?.closest(".card") === card;
  });
  return [card.dataset.card, height, seen.length / edges.length];
})"""


def test_the_longest_column_fits_and_every_rank_and_suit_in_it_can_be_read(table: Table) -> None:
    table.open(LONGEST)
    assert len(table.board().columns[0]) == 18
    for index in ("usual", "large"):
        table.choose(index=index)
        for width, height in (*SIZES.values(), (667, 375), (844, 390), (1024, 768), (1366, 650), (1920, 1080)):
            table.resize(width, height)
            for card, high, seen in table.page.evaluate(INDICES):
                assert seen == 1, (index, width, height, card)
                assert high >= 9, (index, width, height, card, high)
            felt, last = table.find("#board").bounding_box(), table.box("2S")
            assert felt
            assert last["y"] + last["height"] <= felt["y"] + felt["height"]
            assert table.box("3H")["y"] < last["y"]


def test_neither_a_line_of_the_page_nor_a_panel_covers_cards(table: Table) -> None:
    table.open(LONGEST)
    for width, height in SIZES.values():
        table.resize(width, height)
        table.press("g", *"99999999999", "Enter")  # a long one
        felt, line = table.find("#board").bounding_box(), table.find("#message").bounding_box()
        assert felt
        assert line
        apart = line["y"] + line["height"] <= felt["y"] + 1 or felt["y"] + felt["height"] <= line["y"] + 1
        assert apart, (width, height)
        assert line["x"] + line["width"] <= width
    table.press("2", "a", "m")
    for width, height in SIZES.values():
        table.resize(width, height)
        panel = table.find("#player").bounding_box()
        assert panel
        lowest = max(box["y"] + box["height"] for box in table.boxes().values())
        assert lowest <= panel["y"] + 1, (width, height)


def test_a_line_of_the_page_never_covers_where_the_game_was_lost(table: Table) -> None:
    table.open("/?deal=617&moves=4a+46+2b+27+72+3c")
    assert table.verdict() == "unsolvable"
    sizes = (*SIZES.values(), (1240, 700), (1366, 650), (1920, 1080))
    for side, (width, height) in product(("right", "left"), sizes):
        table.choose(side=side)
        table.resize(width, height)
        table.press("1", "3")
        assert table.says() == "J♦ can't go onto 2♥: a black ace is needed"
        line = table.find("#message").bounding_box()
        assert line
        assert line["x"] >= 0
        assert line["x"] + line["width"] <= width
        for part in ("#verdict", "#rescue", "#board"):
            box = table.find(part).bounding_box()
            assert box
            beside = line["x"] + line["width"] <= box["x"] + 1 or box["x"] + box["width"] <= line["x"] + 1
            apart = line["y"] + line["height"] <= box["y"] + 1 or box["y"] + box["height"] <= line["y"] + 1
            assert beside or apart, (side, width, height, part)


def test_where_the_game_was_lost_can_be_read_at_every_size_in_every_language(table: Table) -> None:
    table.open("/?deal=617&moves=4a+46+2b+27+72+3c")
    assert table.verdict() == "unsolvable"
    sizes = (*SIZES.values(), (1000, 700), (1240, 700), (1366, 650), (1560, 800))
    for language, (width, height) in product(("en", "de", "es", "fr", "it", "uk"), sizes):
        if table.find("html").get_attribute("lang") != language:
            table.choose(language=language)
            table.find(f"html[lang={language}]").wait_for(state="attached")
        table.resize(width, height)
        text, button = table.find("#verdict").bounding_box(), table.find("#rescue").bounding_box()
        light = table.find("#light").bounding_box()
        assert text
        assert button
        assert light
        assert text["height"] <= light["height"], (language, width, text)
        assert text["x"] + text["width"] <= button["x"]
        assert button["x"] + button["width"] <= light["x"] + light["width"]


def test_a_finger_that_rests_on_a_card_shows_it(browser: Browser, address: str) -> None:
    table = opened(browser, address, SIZES["phone"], has_touch=True, is_mobile=True)
    before = table.board()
    box = table.box("KD")
    table._touch("touchStart", box["x"] + 20, box["y"] + 8)
    table.find('.card.peek[data-card="KD"]').wait_for()
    assert table.find('.card[data-card="KD"] .face').is_visible()
    table._touch("touchEnd")
    table.find(".card.peek").wait_for(state="detached")
    assert table.says() == ""  # this wasn't a tap
    assert table.board() == before
    table.close()


def test_a_first_visit_has_three_notes_until_they_are_dismissed_or_their_places_used(table: Table) -> None:
    table.open("/")
    note = table.find("#note-text")
    assert note.text_content() == "Home: each suit from ace to king."
    table.find("#note-seen").click()
    assert note.text_content() == "Columns: one rank down, red on black or black on red."
    table.find("#note-seen").click()
    assert note.text_content() == "Free cells: one card each, any card."
    columns = table.board().columns
    table.press(next(name for name, cards in zip(COLUMN_NAMES, columns, strict=True) if cards[-1].rank > 4), "a")
    note.wait_for(state="hidden")
    for path in "/?deal=617", "/":
        table.open(path)
        assert not note.is_visible()


@pytest.mark.parametrize("locale", ["en", "uk"])
def test_no_note_covers_a_card_or_the_place_that_it_describes(browser: Browser, address: str, locale: str) -> None:
    table = opened(browser, address, (1000, 800), "/", locale=locale)
    note = table.find("#note")
    for name in ("home", "columns", "cells"):
        assert table.find("#board").get_attribute("data-noted") == name
        for width, height in SIZES.values():
            table.resize(width, height)
            covered = note.evaluate("""(note) => {
              const { left, right, top, bottom } = note.getBoundingClientRect();
              return [...document.querySelectorAll(".card, .cells .slot, .suit")].filter((place) => {
                const box = place.getBoundingClientRect();
                return box.left < right && left < box.right && box.top < bottom && top < box.bottom;
              }).length;
            }""")
            assert covered == 0, (width, height, name)
            button = table.find("#note-seen").bounding_box()
            assert button
            assert button["x"] + button["width"] <= width
            assert button["height"] < 36  # its word is in one line
        table.find("#note-seen").click()
    table.close()


def test_the_rules_have_a_picture_each_and_places_show_their_names_if_the_setting_is_on(table: Table) -> None:
    table.open("/?deal=617")
    table.press("?")
    pictures = table.page.eval_on_selector_all("#rules dt", "all => all.map((e) => e.querySelectorAll('use').length)")
    assert len(pictures) == 5
    assert all(pictures)
    table.dismiss()
    name = "all => all.map((e) => getComputedStyle(e, '::after').content)"
    assert set(table.page.eval_on_selector_all(".place", name)) == {"none"}
    table.choose(labels="shown")
    assert table.page.eval_on_selector_all(".place", name) == [f'"{place}"' for place in "abcdh12345678"]


def test_cards_are_dark_with_a_dark_theme_or_by_setting(browser: Browser, address: str) -> None:
    face = "e => getComputedStyle(e).backgroundColor"
    colors = {}
    table = opened(browser, address, SIZES["wide"])
    for scheme in ("light", "dark"):
        table.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        for faces in ("system", "light", "dark"):
            table.choose(faces=faces)
            colors[scheme, faces] = table.page.eval_on_selector(".card", face)
    table.close()
    white, dark = colors["light", "light"], colors["light", "dark"]
    assert white == "rgb(255, 255, 255)" != dark
    assert colors == {
        ("light", "system"): white, ("light", "light"): white, ("light", "dark"): dark,
        ("dark", "system"): dark, ("dark", "light"): white, ("dark", "dark"): dark,
    }  # fmt: skip


# The luminance of a CSS variable's colour, and of white.
CONTRAST = """([felt, theme]) => {
  Object.assign(document.documentElement.dataset, { felt, theme });
  const probe = document.createElement("i");
  document.body.append(probe);
  const light = (color) => {
    probe.style.color = color;
    const parts = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const found = ["--felt", "--felt-middle"].flatMap((felt) =>
    ["--line", "--hint", "--hand", "--focus"].map((name) => ratio(`var(${felt})`, `var(${name})`)));
  const style = getComputedStyle(document.documentElement);
  const marks = ["--hint", "--hand", "--focus"].map((name) => style.getPropertyValue(name));
  return [Math.min(...found), new Set(marks).size];
}"""


def test_everything_on_the_felt_has_enough_contrast_and_the_browser_frame_the_colour_of_the_bar(table: Table) -> None:
    table.open("/?deal=617")
    script = """() => {
      const chosen = [...document.querySelectorAll("meta[name=theme-color]")].find((e) => matchMedia(e.media).matches);
      const probe = document.createElement("i");
      document.body.append(probe);
      probe.style.color = chosen.content;
      return [getComputedStyle(probe).color, getComputedStyle(document.querySelector("#light")).backgroundColor];
    }"""
    for theme in ("system", "dark", "light"):
        table.choose(theme=theme)
        frame, bar = table.page.evaluate(script)
        assert frame == bar
    for felt in ("green", "blue", "red", "grey"):
        for theme in ("light", "dark"):
            contrast, marks = table.page.evaluate(CONTRAST, [felt, theme])
            assert contrast >= 3, (felt, theme)
            assert marks == 3  # hints, targets and the focus have their own colours


def test_hints_and_the_light_are_visible_with_forced_colours(browser: Browser, address: str) -> None:
    table = opened(browser, address, SIZES["wide"], forced_colors="active")
    assert table.verdict() == "solved"
    lamp = "e => getComputedStyle(e).backgroundColor !== getComputedStyle(document.body).backgroundColor"
    assert table.page.eval_on_selector(".lamp", lamp)
    sign = "e => getComputedStyle(e).color === getComputedStyle(document.body).color"
    assert table.page.eval_on_selector(".suit", sign)
    table.press("t")
    table.find(".hint").first.wait_for()
    assert "none" not in table.page.eval_on_selector_all(
        ".hint", "all => all.map((e) => getComputedStyle(e).outlineStyle)"
    )
    table.close()


def test_the_focus_never_falls_on_nothing(table: Table) -> None:
    table.open("/?deal=617&moves=4a+46+3b")
    assert table.verdict() == "unsolvable"
    for do in ("#rescue", "#undo", "#undo", "#redo", "#hint", "h1", "#new", "#random"):
        table.find(do).click()
        table.page.wait_for_function("() => document.activeElement !== document.body")
    table.press("g", *"617", "Enter", "l", "Escape", "x", "Escape")
    assert table.page.evaluate("() => document.activeElement !== document.body")


def test_tab_leads_through_the_whole_page_and_around(table: Table) -> None:
    table.open("/?deal=617")
    seen = []
    for _ in range(60):
        table.press("Tab")
        seen.append(table.page.evaluate("() => document.activeElement.id || document.activeElement.dataset.place"))
    assert {"new", "previous", "number", "next", "more", "about", "hint", "solve", *COLUMN_NAMES} <= set(seen)


def test_a_hint_home_is_shown_on_the_right_pile(table: Table) -> None:
    """On an empty pile, the place is marked; otherwise the top card."""
    for ranks, mark in (("KK0K", ".suit.hint"), ("KKQK", '.card.hint[data-card="QH"]')):
        hearts = "AH2H3H4H5H6H7H8H9HTHJHQHKH" if ranks == "KK0K" else "KH"
        cards = [hearts[place : place + 2] for place in range(0, len(hearts), 2)][::-1]
        table.open(f"/?board={'.' * 7}{''.join(cards)}_-.-.-.-_{ranks}")
        table.press("t")
        table.find(mark).first.wait_for()
        if ranks == "KK0K":
            assert table.find(".suit").nth(2).get_attribute("class") == "suit hint"


def test_cards_appear_where_the_board_has_them(browser: Browser, address: str) -> None:
    table = opened(browser, address, SIZES["wide"], "/?deal=300", reduced_motion="no-preference")
    for word in solve(300, goal="short", beam_width=300).notation(SAFE).split()[:-4]:
        table.type_word(word)
    board = table.rests()
    assert sum(board.foundations) > 10
    assert table.covered() == []
    lying = table.boxes()
    for name, column in zip(COLUMN_NAMES, board.columns, strict=True):
        boxes = [lying[str(card)] for card in column]
        assert {box["x"] for box in boxes} <= {table.place(name)["x"]}
        assert [box["y"] for box in boxes] == sorted({box["y"] for box in boxes})
    for name, card in zip("abcd", board.cells, strict=False):
        assert card is None or lying[str(card)]["x"] == table.place(name)["x"]
    table.close()


def test_cards_are_as_wide_as_eight_columns_allow_on_a_phone(browser: Browser, address: str) -> None:
    table = opened(browser, address, SIZES["phone"])
    assert table.box("7D")["width"] >= 40
    assert table.box("TD")["y"] - table.box("7D")["y"] >= 16  # the visible strip of a covered card
    table.close()


@pytest.mark.parametrize(("size", "scheme"), [("small phone", "dark"), ("wide", "light")])
def test_a_scan_for_accessibility_finds_nothing_serious(browser: Browser, address: str, scheme: str, size: str) -> None:
    table = opened(browser, address, SIZES[size], "/?deal=617&moves=4a+46+3b", color_scheme=scheme)
    assert table.verdict() == "unsolvable"
    for width, height in SIZES.values() if scheme == "light" else ():
        table.resize(width, height)
        assert serious(table.page) == []
    table.resize(*SIZES[size])
    for key in "lvxoeij?":
        table.press(key)
        assert table.find("dialog[open]").count() == 1
        assert serious(table.page) == []
        table.dismiss()
    table.find("#more").click()
    assert serious(table.page) == []
    table.press("Escape", "k", "s")
    table.find("#player").wait_for()
    assert serious(table.page) == []
    table.press("f")
    table.find("#film-dialog").wait_for()
    assert serious(table.page) == []
    table.dismiss()
    table.press("Escape")
    for part in ("deal", "game"):
        enter(table, part)
        table.find('#entry-keys [data-card="7D"]').click()
        assert serious(table.page) == []
        table.dismiss()
    table.open(LAST_CARD)
    table.press("8", "a")
    table.find("#won-share").click()
    table.find('#result-picture[src^="blob:"]').wait_for()
    assert serious(table.page) == []
    table.close()


def enter(table: Table, kind: str) -> None:
    """Opens the dialog in which a board is entered card by card."""
    table.find("#new").click()
    table.find("#enter").click()
    table.find(f"#entry-dialog input[value={kind}]").check()


def test_a_screen_reader_finds_each_card_and_place(browser: Browser, address: str) -> None:
    table = opened(browser, address, SIZES["wide"], "/?deal=617&moves=7a+7b+7c+b7+1b+71+7h")
    snapshot = table.find("#board").aria_snapshot()
    for line in (
        'button "Column 2, 7 cards, last king of spades"',
        "listitem: 10 of hearts",
        'button "Cell a, jack of hearts"',
        'button "Cell d, empty"',
        'button "Home: no clubs, no diamonds, no hearts, ace of spades"',
    ):
        assert line in snapshot
    assert snapshot.count("listitem") == 52 - 3 - 1
    table.close()


def test_nothing_is_loaded_from_elsewhere(browser: Browser, address: str) -> None:
    table = Table(browser, address, service_workers="allow")
    loaded: list[str] = []
    table.page.on("request", lambda request: loaded.append(request.url))
    table.open("/?deal=617")
    assert table.verdict() == "solved"
    assert len(loaded) > 5
    assert [url for url in loaded if not url.startswith(address + "/")] == []
    table.close()
