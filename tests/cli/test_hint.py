"""The commands hint and winnable."""

from __future__ import annotations

from freecell import Game, solve

from ..helpers.commands import called, objects, says


def test_following_hints_wins() -> None:
    """Hints that are requested one by one lead to a win."""
    game = Game(617)
    for _ in range(200):
        if game.is_won:
            break
        solution = solve(game.board, goal="short", beam_width=256)
        game.play(solution.moves[0])
    assert game.is_won


def test_a_hint() -> None:
    word, sentence = called("hint", "617").rstrip().split(": ")
    game = Game.from_notation(617, word)
    assert game.sentences() == [sentence]
    (found,) = objects(0, "hint", "617")
    assert (found["move"], found["notation"], found["sentence"]) == (game.moves[0].to_dict(), word, sentence)
    after = called("hint", "617", "--moves", word).split(":")[0]
    assert called("winnable", "617", "--moves", f"{word} {after}") == "yes\n"


def test_no_hint_for_an_unwinnable_board() -> None:
    assert says(3, "hint", "11982").startswith("deal 11982 can't be won: ")
    assert says(3, "hint", "617", "--cells", "0").startswith("deal 617 can't be won: ")
    assert says(4, "hint", "617", "--max-positions", "1") == (
        "deal 617 is undecided: the limit of 1 positions was reached; --max-positions 4 allows more\n"
    )
    assert objects(3, "hint", "11982")[0]["move"] is None


def test_winnable() -> None:
    assert says(0, "winnable", "617", "--moves", "7a 7b") == "yes\n"
    assert says(3, "winnable", "11982") == "no\n"
    assert says(0, "winnable", "11982", "--cells", "5") == "yes\n"
    assert says(4, "winnable", "617", "--max-positions", "1") == "undecided\n"
    assert objects(0, "winnable", "617")[0]["verdict"] == "solved"
    assert objects(3, "winnable", "11982")[0]["verdict"] == "unsolvable"
    assert objects(4, "winnable", "1", "--max-positions", "1")[0]["verdict"] == "undecided"
