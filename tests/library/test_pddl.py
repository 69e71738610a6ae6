"""Boards as problems for planners, and their plans as solutions, checked with an independent planner."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given

from freecell import Board, Game, Rules, deal, formats
from freecell.checking import check
from freecell.errors import BoardError, FormatError, MoveError, NotationError
from freecell.formats import pddl
from freecell.plans import actions

from ..helpers.commands import called, outcome
from ..helpers.facts import positions

END = Board(["KD KC", "KH", "", "", "", "", "", ""], ["KS", None, "QD"], [12, 11, 12, 12])
PLAN = """; found by a planner
(sendtofree ck dk n2 n1)
(NEWCOLFROMFREECELL CK N6 N5 N1 N2)
2: (colfromfreecell qd  ck n2 n3) [1]
3.00: (sendtofree qd ck n3 n2)
(sendtohome-b ck c n13 cq n12 n5 n6) (homefromfreecell qd d n12 dj n11 n2 n3)
(sendtohome-b dk d n13 dq n12 n6 n7)
(sendtohome-b hk h n13 hq n12 n7 n8)
(homefromfreecell sk s n13 sq n12 n3 n4)
; cost = 9 (unit cost)
""".replace("qd", "dq")


def facts(problem: str) -> set[tuple[str, ...]]:
    """The facts of a problem, in lower case."""
    _, _, init = problem.lower().partition("(:init")
    return {tuple(fact.split()) for fact in re.findall(r"\(([a-z][^()]*)\)", init.partition("(:goal")[0])}


@given(board=positions())
def test_a_problem_places_every_card(board: Board) -> None:
    cells = max(4, len(board.cells))
    there = facts(pddl.write(board, cells))
    over = {fact[2]: fact[1] for fact in there if fact[0] == "on"}
    columns = []
    for bottom in sorted(fact[1] for fact in there if fact[0] == "bottomcol"):
        columns.append([bottom])
        while columns[-1][-1] in over:
            columns[-1].append(over[columns[-1][-1]])
        assert ("clear", columns[-1][-1]) in there

    def named(card: object) -> str:
        return str(card)[::-1].lower().replace("t", "10")

    assert columns == sorted([named(card) for card in column] for column in board.columns if column)
    kept = [named(card) for card in board.cells if card is not None]
    assert {fact[1] for fact in there if fact[0] == "incell"} == set(kept)
    assert ("cellspace", f"n{cells - len(kept)}") in there
    assert ("colspace", f"n{8 - len(columns)}") in there
    ranks = {fact[1]: fact[2] for fact in there if fact[0] == "value"}
    homes = [fact[1] for fact in there if fact[0] == "home"]
    assert [ranks[home] for home in sorted(homes)] == [f"n{rank}" for rank in board.foundations]
    if board.foundations == (0, 0, 0, 0):
        assert sum(fact[0] == "canstack" for fact in there) == 2 * 48


def test_unwritable_boards_are_refused() -> None:
    with pytest.raises(BoardError, match="cell c has QD, but there are only 2 cells"):
        pddl.write(END, cells=2)
    with pytest.raises(
        FormatError, match="unknown format 'pdl': the formats are rows, columns, json, table, code, pddl"
    ):
        formats.write(END, "pdl")


def test_the_command_writes_problems_and_the_domain() -> None:
    assert called("deal", "617", "-f", "pddl") == pddl.write(deal(617), name="deal-617") + "\n"
    moved = called("show", "617", "--moves", "7a", "--cells", "2", "-f", "pddl")
    assert {("cellspace", "n1"), ("incell", "hj")} <= facts(moved)
    assert called("pddl") == pddl.domain()
    assert called("deal", "1..2", "-f", "pddl").count("(define (problem deal-") == 2


def test_a_plan_is_checked_shown_and_filmed(tmp_path: Path) -> None:
    board, plan = tmp_path / "board.txt", tmp_path / "plan"
    board.write_text(formats.write(END, "columns"))
    plan.write_text(PLAN)
    found = json.loads(called("check", str(board), "--moves", str(plan), "--json"))
    assert (found["wins"], found["cards_moved"], found["dialect"]) == (True, 9, "pddl")
    assert "read as a plan in PDDL, 4 cells" in called("check", str(board), "--moves", str(plan))
    shown = called(
        "show", str(board), "--moves", "(sendtofree ck dk n2 n1) (newcolfromfreecell ck n6 n5 n1 n2)", "--json"
    )
    assert json.loads(shown)["columns"][:3] == [["KD"], ["KH"], ["KC"]]
    film = tmp_path / "film.svg"
    called("film", str(board), "--moves", str(plan), "--output", str(film))
    assert film.read_text().startswith("<svg")
    many = tmp_path / "many"
    many.write_text("617 (sendtofree hj c2 n4 n3) (sendtofree c2 d4 n3 n2)\n617 26 7a\n")
    code, printed, _ = outcome("check", str(many))
    assert code == 3
    assert "line 1, deal 617: all its moves are legal, but only 0 of 52 cards are home" in printed


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("(sendtofree ck dk n4 n3)", "on this board, it must be (sendtofree ck dk n2 n1)"),
        ("(sendtofree ck hk n2 n1)", "on this board, it must be (sendtofree ck dk n2 n1)"),
        ("(sendtofree dk ck n2 n1)", "DK is neither the last card of a column nor in a cell"),
        (
            "(sendtonewcol hk dk n6 n5)",
            "KH is alone in its column: the domain has no action that moves it to an empty one",
        ),
        ("(move ck dk hk)", "KC can't go onto KH"),
        ("(move ck dk dk)", "DK is not the last card of a column"),
        (
            "(homefromfreecell sk s n13 sq n12 n3 n4)",
            "on this board, it must be (homefromfreecell sk s n13 sq n12 n2 n3)",
        ),
    ],
)
def test_a_wrong_action_is_named(action: str, why: str) -> None:
    report = check(END, action)
    assert report.wrong is not None
    assert (report.wrong.number, report.wrong.word) == (1, action)
    assert why in report.wrong.reason


def test_no_cell_and_no_column() -> None:
    with pytest.raises(MoveError, match="no cell is free"):
        Game.from_notation(deal(617), "(sendtofree hj c2 n4 n3)", Rules(0))
    with pytest.raises(MoveError, match="no column is empty"):
        Game.from_notation(deal(617), "(sendtonewcol hj c2 n4 n3)")


@pytest.mark.parametrize("text", ["(move ck dk hk)\n(fly ck)", "(move ck dk)", "(move ck dk hk) 26", "(move ck dk hk"])
def test_text_that_is_not_a_plan_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not an action: expected .* such as '\(sendtofree s9 h3 n4 n3\)'"):
        actions(text)


def test_a_board_plays_an_action() -> None:
    assert END.play("(sendtofree ck dk n2 n1)") == END.play("1b")
    for text in ("(move ck)", "(move )", "(sendtofree ck dk n2 n1) (sendtofree ck dk n2 n1)", ";(move ck dk hk)"):
        with pytest.raises(NotationError):
            END.play(text)
    with pytest.raises(NotationError, match="5 is not a move"):
        END.play(5)  # type: ignore[arg-type]


def test_a_plan_of_a_whole_deal_wins() -> None:
    """The plan was found by Fast Downward 26.6 with --alias lama-first."""
    report = check(140892, (Path(__file__).parent / "140892.plan").read_text())
    assert report.wins
    assert report.game.cards_moved == 133


def test_a_planner_reads_the_domain_and_its_plan_wins(tmp_path: Path) -> None:
    planner = pytest.importorskip("pyperplan.planner", reason="the planner pyperplan is not installed: freecell[test]")
    domain, problem = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    domain.write_text(pddl.domain())
    board = Board(["QS KS", "", "", "", "", "", "", ""], [], [13, 13, 13, 11])
    problem.write_text(pddl.write(board, cells=1))
    found = planner.search_plan(str(domain), str(problem), planner.SEARCHES["bfs"], None)
    plan = "\n".join(operator.name for operator in found)
    report = check(board, plan, cells=1)
    assert report.wins
    assert report.game.cards_moved == len(found) == 3
