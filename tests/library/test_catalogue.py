"""The notation of macroxue's catalogue: published solutions win, and any game can be written and read back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from freecell import Board, Game, Rules, check, deal
from freecell.errors import MoveError, NotationError

from ..helpers.commands import called
from ..helpers.playing import games

# https://github.com/macroxue/freecell, solutions/block.1, block.2 and block.99, with their auto-play: "max", except for
# 1941 and 98714, which can't be won with it and use "safe". Deal 2 has an ace on top, which goes home right after the
# deal; 852 is the shortest of the first thousand, and 1998 names cells in every way.
CATALOGUE = """\
1:6r6r7r764r7r86472482835254455418131r586125762r272r123r3241
2:2r62645r56587r574575851r7r1r464r323r3r3485
5:1r1r4r14a1181r1r43424174616r64d5248782185171765r53258r28268131373r
617:4r462r2772424r4r4r74d41r7174831683c8212rc2828727582r525754343r35621316
852:1r131r2r2r5r54514285657578
1941:1r153r3r3r4h5h873715168381b1737r7h717376265h8753585ha856756567686r4146
1998:2r242r2r2r23a3637276a112161r12b2626r16618r82816286d6464r313r343643425r585r
98714:1r1r31183r32124r1434d118386361656rc66163454r4824263h2h2627d276717rch462554525782838285
"""

# The same source, solver/README.md: the solver with auto-play "none", "safe" and "max", and a famous deal.
SOLVER = [
    (
        (
            "617:4r462r2772424r4r4h7hch4r74d41r161h767h838h83c874212rc282878h27282h4h4h6h4h323h3r343hahbh3r3h6h6h6h5r5h"
            "6h6h646h6hbh1h131h57565h121h4h5h6h8h7h7h7hch2h4h7h7hbh3h3h2h2h2h3h3h7hah"
        ),
        "none",
    ),
    ("617:2r4r4627724r4r42dh4r74d41r161h768383c874212rc28287272ra232383r3438585h57535h131812", "safe"),
    ("617:4r462r2772424r4r4r74d41r7174831683c8212rc2828727285254575r353r38136412", "max"),
    (
        (
            "94717719:6r565r52135157785r65b64r7r727874b71267626r64a6761rc71r141312c1723231273r343232b35r856r86b88356858r"
            "8184c835651528241r216r263r2341464342a4454r27812r2r2825"
        ),
        "max",
    ),
]
SAFE = {1941, 98714}


@pytest.mark.parametrize("line", CATALOGUE.splitlines())
def test_a_published_line_wins(line: str) -> None:
    number, _, moves = line.partition(":")
    report = check(int(number), line)
    assert report.wins
    assert report.dialect == "catalogue"
    assert report.game.rules.autoplay == ("safe" if int(number) in SAFE else "max")
    assert report.game.turns == sum(word[1] != "h" for word in zip(*[iter(moves)] * 2, strict=True))
    assert report.game.notation(dialect="catalogue") == moves


@pytest.mark.parametrize(("line", "autoplay"), SOLVER)
def test_the_output_of_its_solver_wins(line: str, autoplay: str) -> None:
    number, _, moves = line.partition(":")
    report = check(int(number), line)
    assert report.wins
    assert report.game.rules.autoplay == autoplay
    assert report.game.notation(dialect="catalogue") == moves


def test_the_line_of_a_deal_is_found_among_others() -> None:
    assert check(617, CATALOGUE).wins
    assert check(deal(617), CATALOGUE.splitlines()[3]).wins
    with pytest.raises(NotationError, match=r"no solution found for deal 3, only for 1, 2, 5, \.\.\."):
        check(3, CATALOGUE)
    with pytest.raises(NotationError, match="found solutions for several deals, '1' and '2': give only one"):
        Game(Board(deal(617).columns)).play(CATALOGUE)
    game = Game(617, Rules(autoplay="max"))
    game.play(CATALOGUE)
    assert game.is_won


def test_the_catalogue_names_suits_differently() -> None:
    """Its deck begins with spades, so its deal 617 is ours with exchanged suits. A line may contain the cards."""
    line = CATALOGUE.splitlines()[3].partition(":")[2]
    cards = "".join(str(card) for row in deal(617).rows for card in row)
    renamed = cards.translate(str.maketrans("CDHS", "SHDC"))
    board = Board.parse(renamed)
    assert str(board.columns[0][0]) == "7H"
    assert check(board, line).wins
    printed = called("check", "-", input=f"{cards}:{line}\n{renamed}:{line}\n")
    assert printed.startswith("2 solutions: 2 win, 0 do not\n")


def test_moves_may_be_separated_or_in_upper_case() -> None:
    together = Game.from_notation(617, "4r462r27")
    for text in ("4r 46 2r 27", "617: 4r46 2r27", "4R 46 2R 27", "4r,46,2r,27"):
        assert Game.from_notation(617, text).moves == together.moves
    assert together.notation() == "4a 46 2b 27"


def test_cells_are_named_by_order_of_arrival() -> None:
    game = Game.from_notation(617, "7r7r7r")
    assert list(map(str, game.board.cells)) == ["JH", "2C", "4D"]
    game.play("b77r7r", "catalogue")  # cell b is free again, and the next card takes it
    assert list(map(str, game.board.cells)) == ["JH", "2C", "4D", "3D"]
    with pytest.raises(MoveError, match="move 1, 8r: no cell is free"):
        game.play("8r8r")
    with pytest.raises(
        MoveError, match="move 1, c1: cell c is empty: cells are named by order of arrival, and none has"
    ):
        Game(617).play("c1", "catalogue")


def test_r_is_any_free_cell_in_every_dialect() -> None:
    assert "7r" in deal(617).legal_moves()
    assert deal(617).play("7a").play("7r").cells == deal(617).play("7a").play("7b").cells
    assert "7r" not in deal(617).legal_moves(Rules(0))


@given(games())
def test_any_game_round_trips_through_the_catalogue(game: Game) -> None:
    try:
        text = game.notation(dialect="catalogue")
    except NotationError:
        return  # a part of a run to an empty column, or a card that would already be home: this can't be expressed
    again = Game.from_notation(game.start, text, game.rules, "catalogue")
    if game.moves:
        assert again.board.key == game.board.key
        assert again.board.foundations == game.board.foundations
        assert again.notation(dialect="catalogue") == text


def test_games_that_cannot_be_written_are_errors() -> None:
    run_ = Board(
        ["KC QD JC TD", "KD QC 9H", "", "TS 9D 8S", "KH", "KS QS 5H", "JD", "QH JH JS TH TC 9C 9S 8D 8C 8H 4H 6H"],
        ["7C", None, "7H"],
        [6, 7, 3, 7],
    )
    with pytest.raises(NotationError, match="this game can't be written in this notation"):
        Game.from_notation(run_, "13v2").notation(dialect="catalogue")
    assert Game.from_notation(run_, "13v3").notation(dialect="catalogue") == "13"


def test_commands_read_the_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "block.1"
    path.write_text(CATALOGUE)
    line = CATALOGUE.splitlines()[3]
    assert called("check", "617", "--moves", str(path)).splitlines()[2] == (
        "read as catalogue notation, 4 cells, room theory, auto-play max"
    )
    assert called("check", input=line).startswith("deal 617: wins\n")
    assert called("check", str(path)).startswith("8 solutions: 8 win, 0 do not\n")
    assert called("show", "617", "--moves", "4r462r27") == called("show", "617", "--moves", "4a 46 2b 27")
    assert called("show", "617", "--moves", "617:4r462r27") == called("show", "617", "--moves", "4a 46 2b 27")
    # The whole line wins only with auto-play "max", which the text reveals, unless an option overrides it.
    assert json.loads(called("show", "617", "--moves", line, "--json"))["foundations"] == dict.fromkeys("CDHS", 13)
    assert "move 9, 4r: no cell is free" in called("show", "617", "--moves", line, "--autoplay", "none", code=2)
    called("film", "617", "--moves", str(path), "-o", str(tmp_path / "film.svg"))
    assert "Deal 617: 35 turns" in (tmp_path / "film.svg").read_text()
    found = json.loads(called("check", "1941", "--moves", str(path), "--json"))
    assert (found["wins"], found["turns"], found["dialect"]) == (True, 30, "catalogue")
