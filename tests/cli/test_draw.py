"""The commands that draw and film, through the real entry point."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

import freecell
from freecell import Board, Game, Rules, deal, solve

from ..helpers.commands import SCRIPT, called, outcome, run, run_on_terminal
from ..helpers.playing import SOLUTION_617
from ..helpers.programs import PATIENCE
from ..helpers.serving import needs_core


@pytest.fixture
def saved(tmp_path: Path) -> str:
    """A game in a file, with only a few moves."""
    path = tmp_path / "game.json"
    Game.from_notation(617, "7a 7b 7c b7 1b 71", Rules(autoplay="safe")).save(path)
    return str(path)


def test_a_picture_is_printed_or_written(tmp_path: Path) -> None:
    picture = tmp_path / "617.svg"
    assert called("draw", "617", "--output", str(picture)) == ""
    assert picture.read_text() == called("draw", "617") == deal(617).svg(title="Deal 617")
    assert called("draw", "-", input=str(deal(617))) == Board.parse(str(deal(617))).svg()


def test_a_picture_of_a_position_with_all_its_options() -> None:
    look = ("--deck", "four", "--felt", "dark", "--width", "500", "--arrow", "7b")
    printed = called("draw", "617", "--moves", "7a", "--cells", "6", *look)
    board = Game.from_notation(617, "7a").board
    expected = board.svg(rules=Rules(6), deck="four", felt="dark", width=500, arrow="7b", title="Deal 617 after 7a")
    assert printed == expected


def test_several_pictures(tmp_path: Path) -> None:
    called("draw", "617", "618", "-o", "pictures/", cwd=tmp_path)
    called("draw", "617..618", "-o", "deal-{}.svg", cwd=tmp_path)
    for number in (617, 618):
        assert (tmp_path / f"pictures/{number}.svg").read_text() == called("draw", str(number))
        assert (tmp_path / f"deal-{number}.svg").read_text() == called("draw", str(number))
    (tmp_path / "two.txt").write_text(f"{deal(617)}\n\n{deal(618)}")
    called("draw", "two.txt", "-o", ".", cwd=tmp_path)
    assert (tmp_path / "two-2.svg").read_text() == Board(deal(618).columns).svg()
    assert "--output must be a folder, or a name with {}" in called("draw", "1..2", "-o", "x.svg", code=2)


def test_a_png(tmp_path: Path) -> None:
    path = tmp_path / "617.png"
    for arguments, width in (((), 927), (("--width", "400"), 400)):
        called("draw", "617", "-o", str(path), *arguments)
        with Image.open(path) as image:
            assert (image.format, image.width) == ("PNG", width)


@needs_core
def test_a_deal_is_solved_and_filmed(tmp_path: Path) -> None:
    path = tmp_path / "617.svg"
    called("film", "617", "--output", str(path))
    assert path.read_text() == solve(617, goal="short", beam_width=4096).film().svg()
    called(
        "film",
        "617",
        "--output",
        str(path),
        "--speed",
        "3",
        "--deck",
        "four",
        "--felt",
        "dark",
        "--loop",
        "--width",
        "700",
    )
    look = {"speed": 3, "deck": "four", "felt": "dark", "loop": True, "width": 700}
    assert path.read_text() == solve(617, goal="short", beam_width=4096).film(**look).svg()  # type: ignore[arg-type]


def lines_of(printed: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed.splitlines()]


@needs_core
def test_json_lists_the_written_files(tmp_path: Path) -> None:
    def size(name: str) -> int:
        return (tmp_path / name).stat().st_size

    assert lines_of(called("draw", "1..2", "-o", "p/", "--json", cwd=tmp_path)) == [
        {"deal": number, "output": f"p/{number}.svg", "bytes": size(f"p/{number}.svg")} for number in (1, 2)
    ]
    (tmp_path / "board").write_text(str(deal(617)))
    assert lines_of(called("draw", "board", "-o", "617.png", "--json", cwd=tmp_path)) == [
        {"deal": None, "file": "board", "entry": 1, "output": "617.png", "bytes": size("617.png")}
    ]
    code, printed, said = outcome("film", "1", "11982", "2", "-o", "f/", "--json", cwd=tmp_path)
    assert (code, said) == (3, "freecell: deal 11982: unsolvable, so there is nothing to film\n")
    assert lines_of(printed) == [
        {"deal": 1, "verdict": "solved", "output": "f/1.svg", "bytes": size("f/1.svg")},
        {"deal": 11982, "verdict": "unsolvable", "output": None, "bytes": None},
        {"deal": 2, "verdict": "solved", "output": "f/2.svg", "bytes": size("f/2.svg")},
    ]
    game = lines_of(called("film", "617", "--moves", "7a 7b", "-o", "f.svg", "--json", "--threads", "1", cwd=tmp_path))
    assert game == [{"deal": 617, "verdict": None, "output": "f.svg", "bytes": size("f.svg")}]
    assert "--json needs --output FILE" in called("draw", "617", "--json", code=2)
    assert "--json can't be used with --output -: give --output a name" in called(
        "film", "617", "-o", "-", "--json", code=2
    )


@needs_core
def test_boards_and_games_are_filmed_in_order(tmp_path: Path, saved: str) -> None:
    printed = called("film", "1", saved, "2", "3", "-o", "f/", "--json", "--threads", "2", cwd=tmp_path)
    assert [(one["deal"], one["verdict"]) for one in lines_of(printed)] == [
        (1, "solved"), (617, None), (2, "solved"), (3, "solved")
    ]  # fmt: skip
    for number in (1, 2, 3):
        called("film", str(number), "-o", "one.svg", cwd=tmp_path)
        assert (tmp_path / "one.svg").read_text() == (tmp_path / f"f/{number}.svg").read_text()


@needs_core
def test_nothing_to_film(tmp_path: Path) -> None:
    path = str(tmp_path / "film.svg")
    message = called("film", "11982", "--output", path, code=3)
    assert message == "freecell: deal 11982: unsolvable, so there is nothing to film\n"
    board = tmp_path / "board.txt"
    board.write_text(str(deal(11982)))
    assert called("film", str(board), "--output", path, code=3).startswith("freecell: this board: unsolvable")
    called("film", str(board), "--cells", "5", "--output", path)
    with pytest.raises(freecell.errors.FreecellError, match="deal 11982 is unsolvable: there are no moves"):
        solve(11982).film()


def test_moves_in_a_file_and_saved_games_are_filmed_as_they_are(tmp_path: Path, saved: str) -> None:
    path, moves = tmp_path / "film.svg", tmp_path / "moves.txt"
    moves.write_text(SOLUTION_617)
    called("film", "617", "--moves", str(moves), "--output", str(path))
    titles = [ElementTree.fromstring(path.read_text())[0].text]
    called("film", saved, "--output", str(path))
    assert path.read_text() == Game.load(saved).film().svg()
    called("film", "-", "--output", str(path), input=Path(saved).read_text())
    assert path.read_text() == Game.load(saved).film().svg()
    assert titles == ["Deal 617: 51 turns"]


def test_a_long_film_shows_a_bar_on_a_terminal(tmp_path: Path) -> None:
    moves, path = tmp_path / "moves.txt", tmp_path / "film.gif"
    moves.write_text(SOLUTION_617)
    film = ["film", "617", "--moves", str(moves), "--output", str(path), "--width", "800"]
    run_on_terminal(*film, until=["Filming", "/"])
    assert not path.exists()


@pytest.mark.parametrize("suffix", ["gif", "webp", pytest.param("mp4", marks=pytest.mark.needs("ffmpeg"))])
def test_ctrl_c_leaves_no_files(tmp_path: Path, suffix: str) -> None:
    folder = tmp_path / "films"
    folder.mkdir()
    moves = tmp_path / "moves.txt"
    moves.write_text(SOLUTION_617)
    command = [SCRIPT, "film", "617", "--moves", str(moves), "-o", str(folder / f"film.{suffix}"), "--width", "1200"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        while not any(folder.iterdir()):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert not any(folder.iterdir())


@pytest.mark.parametrize(
    ("arguments", "module", "message"),
    [
        (["draw", "617", "-o", "a.png"], "resvg_py", "PNG pictures need resvg-py: pip install 'freecell[film]'"),
        (["film", "GAME", "-o", "a.gif"], "PIL", "films need Pillow: pip install 'freecell[film]'"),
    ],
)
def test_missing_packages_are_named(
    tmp_path: Path, saved: str, arguments: list[str], module: str, message: str
) -> None:
    code = f"import sys; sys.modules['{module}'] = None; from freecell.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, *(saved if word == "GAME" else word for word in arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, f"freecell: {message}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_without_ffmpeg_and_with_one_that_fails(tmp_path: Path, saved: str) -> None:
    path = str(tmp_path / "film.mp4")
    missing = run("film", saved, "-o", path, code=1, env={**os.environ, "PATH": str(tmp_path)})
    assert missing == "freecell: MP4 films need the program ffmpeg: install it, or write .svg, .gif or .webp\n"
    broken = tmp_path / "ffmpeg"
    broken.write_text("#!/bin/sh\necho all is lost >&2\nexit 9\n")
    broken.chmod(0o755)
    message = run("film", saved, "-o", path, code=1, env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert message == f"freecell: can't write {path}: ffmpeg failed: all is lost\n"
    assert not Path(path).exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["draw"], "missing BOARD."),
        (["draw", "617", "-o", "a.gif"], "--output must end in .svg or .png (got 'a.gif')"),
        (["draw", "617", "--width", "9000"], "--width must be a whole number from 1 to 8192 (got 9000)"),
        (["draw", "617", "--deck", "six"], "--deck must be two or four (got 'six')"),
        (["draw", "617", "--arrow", "12"], "--arrow: JD can't go onto KS: a queen is needed"),
        (["draw", "617", "--arrow", "x"], "--arrow: 'x' is not a move"),
        (["draw", "nothing.txt"], "can't read 'nothing.txt': No such file or directory"),
        (["film", "617"], "missing --output FILE."),
        (["film", "617", "-o", "a.avi"], "--output must end in .svg, .gif, .webp or .mp4 (got 'a.avi')"),
        (["film", "617", "-o", "a.svg", "--moves", "nothing"], "--moves: 'nothing' is not a move"),
        (["film", "nothing", "-o", "a.svg"], "can't read 'nothing': No such file or directory"),
        (["film", "0", "-o", "a.svg"], "deal 0 doesn't exist"),
        (["film", "-", "--moves", "-", "-o", "a.svg"], "the board and the moves can't both come from standard input"),
    ],
)
def test_wrong_input_is_a_one_line_error(tmp_path: Path, arguments: list[str], message: str) -> None:
    printed = called(*arguments, code=2, cwd=tmp_path, input=str(deal(617)))
    assert printed.startswith(f"freecell: {message}")
    assert not any(tmp_path.iterdir())


def test_wrong_games_are_a_one_line_error(tmp_path: Path, saved: str) -> None:
    moves, other = tmp_path / "moves.txt", tmp_path / "other.json"
    moves.write_text("7a 7b 7c 7d 7a")
    wrong = called("film", "617", "--moves", str(moves), "-o", "a.svg", code=2)
    assert wrong == "freecell: --moves: move 5, 7a: cell a already holds JH\n"
    both = called("film", saved, "--moves", str(moves), "-o", "a.svg", code=2)
    assert both.endswith("is a saved game with its own moves: leave out --moves\n")
    other.write_text(json.dumps({**json.loads(Path(saved).read_text()), "version": 9}))
    assert "the version must be 1, got 9" in called("film", str(other), "-o", "a.svg", code=2)
