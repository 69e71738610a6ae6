"""The coach in a real browser: what it shows after a game, and the setting that turns it off."""

from __future__ import annotations

from freecell import Game, solve
from freecell.rules import COLUMN_NAMES

from ..helpers.serving import needs_core
from ..helpers.table import LAST_CARD, SAFE, Table

pytestmark = needs_core

LOSING = "4a 46 3b"  # the last of these loses deal 617


def review(table: Table) -> None:
    """Open the review of the game, and wait until it is done."""
    table.press("i")
    table.find("#review-dialog[open]").wait_for()
    table.find("#review-run").wait_for(state="hidden")


def figures(table: Table) -> dict[str, str]:
    names = table.find("#review-figures dt").all_inner_texts()
    return dict(zip(names, table.find("#review-figures dd").all_inner_texts(), strict=True))


def test_a_review_of_a_lost_game_leads_to_each_of_its_turns(table: Table) -> None:
    table.open("/?deal=617")
    for word in (*LOSING.split(), "1c", "u"):
        table.type_word(word) if len(word) > 1 else table.press(word)
    table.find("#hint").click()
    table.find("#message-button").wait_for()
    review(table)
    said = figures(table)
    assert said["Result"] == "Lost at turn 3"
    assert said["Length"] == "4 turns"
    assert said["Narrowest turn"].endswith("moves kept the game winnable")
    assert (said["Hints"], said["Undos"]) == ("0", "1")
    rows = table.find("#review-moves li")
    assert rows.count() == 4
    assert [rows.nth(place).get_attribute("data-state") for place in range(4)] == ["kept", "kept", "lost", "after"]
    assert rows.nth(2).inner_text().startswith("3. 3b Move K♣ from column 3 to cell b\nLost here. 9 of ")
    assert table.find("#review-graph .loses").count() == 1
    # A bar leads to its move.
    table.find("#review-graph rect[data-place='1']").first.click()
    assert table.page.evaluate("document.activeElement.ariaLabel") == "Try turn 2 again"
    table.press("Enter")
    table.find("#review-dialog[open]").wait_for(state="detached")
    assert table.board() == Game.from_notation(617, "4a", SAFE).board
    # Nothing is lost: the turns can be redone.
    table.press("End")
    assert table.verdict() == "unsolvable"


def test_trying_a_turn_again_keeps_the_won_game(table: Table) -> None:
    table.open(LAST_CARD)
    table.press("8", "a", "u", "8", "b", "t")
    table.find("#won-dialog").wait_for()
    table.find("#won-dialog button[value=review]").click()
    table.find("#review-run").wait_for(state="hidden")
    assert figures(table)["Result"] == "Won"
    table.find("#review-moves button").first.click()
    assert table.verdict() == "solved"
    table.press("8", "h")
    table.find("#won-dialog").wait_for()
    assert "with help" in table.find("#won-text").inner_text()
    table.dismiss()
    table.press("e")
    assert table.find("#past li").count() == 2


def test_a_review_is_stopped_and_resumed(table: Table) -> None:
    """Its worker never answers until it is resumed."""
    table.open("/?deal=617")
    for word in LOSING.split():
        table.type_word(word)
    assert table.verdict() == "unsolvable"
    table.page.evaluate(
        "() => { window.post = Worker.prototype.postMessage; Worker.prototype.postMessage = function (message) {"
        "  if (message[0] !== 'judge') post.call(this, message); } }"
    )
    table.press("i")
    table.find("#review-stop").click()
    assert table.find("#review-state").inner_text() == "Stopped"
    table.page.evaluate("() => { Worker.prototype.postMessage = post; }")
    table.find("#review-stop").click()
    table.find("#review-run").wait_for(state="hidden")
    assert figures(table)["Result"] == "Lost at turn 3"


def test_going_back_offers_a_winning_move(table: Table) -> None:
    *good, _ = LOSING.split()
    table.open("/?deal=617")
    for word in LOSING.split():
        table.type_word(word)
    assert table.verdict() == "unsolvable"
    table.find("#rescue").click()
    assert table.says() == "Back to where the game can be won"
    table.find("#message-button").click()
    table.find('#message[data-kind="hint"]').wait_for()
    assert table.board() == Game.from_notation(617, " ".join(good), SAFE).board


def test_without_the_coach_there_is_only_the_game(table: Table) -> None:
    table.open("/?deal=617")
    table.choose(coach="off")
    for word in LOSING.split():
        table.type_word(word)
    assert table.verdict() == "unsolvable"
    table.press("i")
    table.find("#hint").click()
    table.find('#message[data-kind="wrong"]').wait_for()
    assert table.says() == "This game can't be won any more"
    assert table.find("#message-button").is_hidden()
    assert table.find("#review-dialog[open]").count() == 0
    table.find("#rescue").click()
    assert table.find("#message-button").is_hidden()
    table.find("#more").click()
    assert table.find("#timeline").is_visible()
    assert table.find(".coach").evaluate_all("all => all.filter((e) => e.checkVisibility()).length") == 0


# The marked cards by their verdicts, once all cards that can move are marked.
MARKED = """() => new Promise((resolve) => {
  const look = () => {
    const all = [...document.querySelectorAll(".card.free")];
    if (all.length && all.every((card) => card.dataset.advice))
      resolve(Object.fromEntries(all.map(({ dataset }) => [dataset.card, dataset.advice])));
    else setTimeout(look, 20);
  };
  look();
})"""


def test_cards_are_marked_by_the_effect_of_their_moves(table: Table) -> None:
    game = Game(617, SAFE)
    table.open("/?deal=617")
    assert table.find("[data-advice]").locator("visible=true").count() == 0  # the setting is off
    table.choose(marked="on")
    for word in ("4a", "46"):
        table.type_word(word)
        game.play(word)
    expected: dict[str, str] = {}
    for move in game.legal_moves():
        if move.source not in COLUMN_NAMES:
            continue  # from one cell to another, which the page leaves out
        card = str(game.board.columns[int(move.source) - 1][-move.count])
        after = Game(game.board, SAFE)
        after.play(move)
        keeps = bool(solve(after.board)) or expected.get(card) == "solved"
        expected[card] = "solved" if keeps else "unsolvable"
    assert set(expected.values()) == {"solved", "unsolvable"}
    assert table.page.evaluate(MARKED) == expected
    assert "last king of clubs, loses" in table.find("#board").aria_snapshot()
    # So are the places for a picked-up card.
    table.press("3")
    assert table.find(".place.target.unsolvable").count() == 3
    assert table.find(".place.target.solved").count() == 0
    table.press("Escape")
    assert table.find(".unsolvable").count() == 0
    # A lost game has no move that wins.
    table.type_word("3b")
    assert set(table.page.evaluate(MARKED).values()) == {"unsolvable"}
    table.choose(coach="off")
    assert table.find(".card[data-advice]").count() == 0


def test_a_win_with_marks_counts_as_helped(table: Table) -> None:
    table.open(LAST_CARD)
    table.choose(marked="on")
    table.press("8", "a")
    table.find("#won-dialog").wait_for()
    assert "with help" in table.find("#won-text").inner_text()
