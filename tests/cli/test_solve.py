"""The commands that solve: solve, hint and winnable."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import freecell
from freecell import Board, Game, Rules, deal, formats, solve
from freecell.cli import main
from freecell.errors import NotationError
from freecell.game import LENGTHS
from freecell.rules import WINDOWS

from ..helpers.commands import SCRIPT, called, objects, run_on_terminal, says, wait_until_searching

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

WON = Board([""] * 8, foundations=[13, 13, 13, 13])


def test_a_deal_is_solved() -> None:
    first, *moves, legend, last = called("solve", "617").splitlines()
    assert first == "# deal 617: solved"
    assert legend == (
        "# 26: column 2 to 6, 7a: to cell a, 3h: home; turns: moves not going home, steps: all, singles: card by card"
    )
    assert all(len(line.split()) == 10 for line in moves[:-1])
    game = Game.from_notation(617, "\n".join(moves))
    assert game.is_won
    assert last == f"# {game.cards_moved} cards moved, {game.singles} singles, {game.steps} steps, {game.turns} turns"


def test_solutions_can_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In every form and from every source, `check` finds the lengths that `solve` reports."""
    game = Game(617, WINDOWS)
    game.play("7a 7b 7c b7 1b 71")
    game.save(tmp_path / "game.json")
    (tmp_path / "board.txt").write_text(formats.write(game.board, "columns"))
    saved, board, text = (str(tmp_path / name) for name in ("game.json", "board.txt", "solution.txt"))
    after = ["--moves", "7a 7b"]
    for form in ([], ["--tables"], ["--sentences"], ["--json"]):
        for start, *options in (
            ("617",),
            ("617", "--autoplay", "max"),
            ("617", "--for", "windows", *after),
            ("617", "--cells", "5", "--autoplay", "safe", *after),
            ("617", "--moves", "617:4r462r2772424r4r4r74d41r71748316"),  # with automatic moves
            (saved,),
            (saved, "--moves", "83"),
            (board, "--moves", "83", "--autoplay", "max"),
        ):
            assert main(["solve", start, *options, *form]) == 0
            printed = capsys.readouterr().out
            Path(text).write_text(printed)
            last = printed.splitlines()[-1]
            said = json.loads(last) if form == ["--json"] else dict(zip(LENGTHS, re.findall(r"\d+", last), strict=True))
            assert main(["check", start, "--moves", text, "--json"]) == 0
            found = json.loads(capsys.readouterr().out)
            assert [str(found[name]) for name in LENGTHS] == [str(said[name]) for name in LENGTHS]
            assert (
                main(["check", "617" if start == saved else start, "--moves", text]) == 0
            )  # a saved game is named by its deal
            assert f"\n{found['cards_moved']} cards moved, {found['singles']} singles, " in capsys.readouterr().out


def test_solutions_name_their_deal(tmp_path: Path) -> None:
    """`freecell solve 617 | freecell check`, from a pipe and as a file."""
    game = Game(617)
    game.play("7a 7b")
    game.save(tmp_path / "game.json")
    saved, text = str(tmp_path / "game.json"), tmp_path / "solution.txt"
    for arguments in (
        ["617"],
        ["617", "--for", "windows", "--tables"],
        [saved],
        ["617", "--cells", "5", "--moves", "7a"],
    ):
        printed = called("solve", *arguments)
        text.write_text(printed)
        for found in (called("check", input=printed), called("check", str(text))):
            assert found.startswith("deal 617: wins\n")
    assert says(3, "check", saved).startswith("deal 617: does not win\n")  # with its own moves
    assert called("check", saved, "--moves", "-", input=called("solve", saved)).startswith("deal 617: wins\n")
    text.write_text(formats.write(deal(617), "rows"))
    of_a_board = called("solve", str(text))
    assert "this solution doesn't name its deal: use freecell check BOARD --moves FILE" in called(
        "check", code=2, input=of_a_board
    )
    assert called("check", input=2 * called("solve", "617")).startswith("2 solutions: 2 win, 0 do not\n")


def test_a_solution_whose_moves_before_cannot_be_played() -> None:
    with pytest.raises(NotationError, match="the moves before the solution, '7h', can't be played: move 1, 7h: "):
        freecell.check(617, "# after 7h\n7a")


def test_every_goal_wins() -> None:
    for goal in (
        ["fast"],
        ["prove"],
        ["short", "--beam-width", "64"],
        ["short", "--seconds", "0.1", "--metric", "singles"],
    ):
        (found,) = objects(0, "solve", "617", "--goal", *goal)
        game = Game.from_notation(617, str(found["notation"]))
        assert game.is_won
        assert [found[name] for name in ("cards_moved", "singles", "steps", "turns")] == [
            game.cards_moved, game.singles, game.steps, game.turns
        ]  # fmt: skip


def test_a_deal_that_cannot_be_solved() -> None:
    proof = "# deal 11982: unsolvable\n# 11162 positions searched, which cover every reachable position\n"
    assert says(3, "solve", "11982", "--goal", "prove") == proof
    assert says(0, "solve", "11982", "--cells", "5").startswith("# deal 11982: solved\n")
    (found,) = objects(3, "solve", "11982", "--goal", "prove")
    assert (found["verdict"], found["positions"], found["moves"], found["turns"]) == ("unsolvable", 11162, [], None)


def test_a_limit_is_reported_with_how_to_raise_it() -> None:
    assert says(4, "solve", "617", "--max-positions", "1") == (
        "# deal 617: undecided\n# the limit of 1 positions was reached; --max-positions 4 allows more\n"
    )
    assert says(4, "solve", "11982", "--goal", "prove", "--seconds", "1e-06") == (
        "# deal 11982: undecided\n# the limit of 1e-06 seconds was reached; --seconds 2e-06 allows more\n"
    )
    assert says(4, "solve", "982", "--cells", "2", "--goal", "short").endswith(
        "the limit of 1 seconds was reached; --seconds 2 allows more\n"
    )
    assert says(4, "solve", "982", "--cells", "2", "--goal", "prove", "--memory", "4MB") == (
        "# deal 982: undecided\n# 2 cells, room theory, auto-play none\n"
        "# the memory limit of 4MB was reached; --memory 8MB allows more\n"
    )
    assert objects(4, "solve", "617", "--max-positions", "1")[0]["limit"] == "positions"


def test_automatic_moves_are_left_out() -> None:
    every, safe, most = (called("solve", "617", "--autoplay", mode).splitlines() for mode in ("none", "safe", "max"))
    counts = [len(" ".join(line for line in lines if line[0] != "#").split()) for lines in (every, safe, most)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[1]
    assert every[-1] == safe[-1]  # safe moves home make no difference
    assert Game.from_notation(617, "\n".join(most[2:-1]), Rules(autoplay="max")).is_won


def test_steps_and_sentences() -> None:
    game = solve(617).game()
    verdict, *parts = called("solve", "617", "--tables").split("\n", 1)
    assert verdict == "# deal 617: solved"
    *steps, lengths = parts[0].split("\n\n")
    assert lengths.endswith(f"{game.turns} turns\n")
    boards = [Board.parse(step.split("\n", 1)[1]) for step in steps]
    assert boards == list(game.boards)[1:]
    assert [step.split("\n", 1)[0] for step in steps] == game.notation().split()
    assert called("solve", "617", "--sentences").splitlines()[1:-1] == game.sentences()
    both = called("solve", "617", "--sentences", "--tables").split("\n")
    assert both[1] == game.sentences()[0]
    assert "\033[31m" in run_on_terminal("solve", "617", "--tables")


def test_a_board_from_anywhere(tmp_path: Path) -> None:
    expected = called("solve", "617").replace("deal 617", "this board")
    path = tmp_path / "board.txt"
    for format_ in ("rows", "columns", "table"):
        path.write_text(formats.write(deal(617), format_))
        assert called("solve", str(path)) == expected
        assert called("solve", "-", input=path.read_text()) == expected
    assert objects(0, "solve", str(path))[0]["deal"] is None
    (tmp_path / "folder").mkdir()
    assert called("solve", "../board.txt", cwd=tmp_path / "folder") == expected


def test_from_the_middle_of_a_game() -> None:
    lines = called("solve", "617", "--moves", "7a 7b").splitlines()
    assert lines[:2] == ["# deal 617 after 2 steps: solved", "# after 7a 7b"]
    assert Game.from_notation(617, "7a 7b " + " ".join(lines[2:-2])).is_won
    (found,) = objects(0, "solve", "617", "--moves", "7a 7b")
    assert (found["deal"], found["board"], found["played"]) == (617, None, "7a 7b")


def test_a_board_that_is_already_won() -> None:
    board = formats.write(WON, "json")
    assert says(0, "solve", "-", stdin=board) == "# this board: solved\n# 0 cards moved, 0 singles, 0 steps, 0 turns\n"
    assert says(0, "hint", "-", stdin=board) == "this board is already won\n"
    assert says(0, "winnable", "-", stdin=board) == "yes\n"


def test_several_deals_are_one_line_each(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(str(deal(617)))
    lines = says(3, "solve", "1", "11980..11983", str(path), "--goal", "prove").splitlines()
    assert [line.split(",")[0] for line in lines] == [
        "deal 1: solved",
        "deal 11980: solved",
        "deal 11981: solved",
        "deal 11982: unsolvable",
        "deal 11983: solved",
        f"{path}: solved",
    ]
    assert lines[3] == "deal 11982: unsolvable, 11162 positions searched, which cover every reachable position"
    assert says(0, "solve", "617..617") == says(0, "solve", "617")
    assert says(0, "solve", "617", "618", "--moves", "7a").startswith("deal 617 after 1 step: solved, ")
    assert says(0, "solve", "1..9", "--threads", "1") == says(0, "solve", "1..9")
    assert (
        says(4, "solve", "11982", "617", "--max-positions", "1")
        .splitlines()[1]
        .startswith("deal 617: undecided, the limit of 1 ")
    )
    assert says(3, "solve", "1..3", "--cells", "0").count("unsolvable") == 3


def test_several_deals_for_programs() -> None:
    found = objects(3, "solve", "11980..11983", "--autoplay", "safe")
    assert [one["deal"] for one in found] == [11980, 11981, 11982, 11983]
    assert [one["verdict"] for one in found] == ["solved", "solved", "unsolvable", "solved"]
    for one in found:
        if one["verdict"] == "solved":
            number, moves = one["deal"], str(one["notation"])
            assert isinstance(number, int)
            assert Game.from_notation(number, moves, Rules(autoplay="safe")).is_won


def test_a_long_run_to_a_file_shows_a_bar_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.txt"
    with path.open("wb") as file:
        run_on_terminal("solve", "11982..5000000", stdout=file, until=["Solving", "/4988019"])
    lines = path.read_text().splitlines()
    assert [line.partition(":")[0] for line in lines] == [f"deal {11_982 + place}" for place in range(len(lines))]
    assert [line for line in lines if ": solved, " not in line] == [lines[0]]


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "982", "--cells", "2", "--goal", "prove", "--max-positions", "50000000"],
        ["solve", "617", "--goal", "short", "--seconds", "1000"],
        ["solve", "1..2000000000"],
    ],
)
def test_ctrl_c_stops_at_once(arguments: list[str]) -> None:
    with subprocess.Popen([SCRIPT, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        wait_until_searching(process)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 130


def test_without_the_core_it_is_one_line() -> None:
    commands = (["solve", "617"], ["solve", "1..10"], ["hint", "617"], ["winnable", "617"])
    code = (
        "import sys; sys.modules['freecell._core'] = None; from freecell.cli import main; "
        f"sys.exit({{main(arguments) for arguments in {commands}}} != {{1}})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
    lines = done.stderr.splitlines()
    assert len(lines) == len(commands)
    assert all(line.startswith("freecell: solving needs the compiled core: ") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve"], "missing BOARD."),
        (["solve", "0"], "deal 0 doesn't exist"),
        (["solve", "9..3"], "the range '9..3' is reversed: did you mean 3..9?"),
        (["solve", "nothing.txt"], "can't read 'nothing.txt': No such file or directory"),
        (["solve", "617", "--goal", "best"], "--goal must be fast, short, prove or shortest (got 'best')"),
        (["solve", "617", "--cells", "8"], "--cells must be a whole number from 0 to 7 (got 8)"),
        (
            ["solve", "617", "--max-positions", "0"],
            "--max-positions must be a whole number from 1 to 2147483648 (got 0)",
        ),
        (
            ["solve", "617", "--max-positions", "x"],
            "--max-positions must be a whole number from 1 to 2147483648 (got 'x')",
        ),
        (["solve", "617", "--seconds", "0"], "--seconds must be a number greater than 0 (got 0)"),
        (
            ["solve", "617", "--goal", "prove", "--memory", "1"],
            "--memory must be a size with its unit, such as 500MB or 2GB (got '1')",
        ),
        (["solve", "617", "--beam-width", "9"], "--beam-width needs --goal short (got --goal fast)"),
        (["solve", "617", "--metric", "turns"], "--metric needs --goal short or --goal shortest (got --goal fast)"),
        (
            ["solve", "617", "--json", "--tables"],
            "--json can't be used with --tables or --sentences: leave out one of them",
        ),
        (["solve", "1..9", "--tables"], "--tables needs a single board: leave it out, or give one board"),
        (["solve", "1", "2", "--moves", "7a 7a"], "move 2, 7a: cell a already holds"),
        (["solve", "617", "--moves", "7a 7a"], "move 2, 7a: cell a already holds JH"),
        (["solve", "617", "--moves", "7a 7b", "--cells", "1"], "move 2, 7b: there is only 1 cell: no cell b"),
        (["winnable", "617", "--moves", "7x"], "'7x' is not a move"),
    ],
)
def test_bad_input_is_one_line_and_code_2(arguments: list[str], message: str) -> None:
    assert message in called(*arguments, code=2)
