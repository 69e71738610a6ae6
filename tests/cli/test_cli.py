"""The command, through its real entry point."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import freecell
from freecell import Board, deal, deals
from freecell.cli import parser_of, split_command
from freecell.cli._help import every_command
from freecell.cli._signals import Stopped, stopping
from freecell.dealing import dealt

from ..helpers.commands import SCRIPT, called, outcome, run, run_on_terminal
from ..helpers.facts import GAME_1, GAME_617
from ..helpers.programs import PATIENCE

resource = pytest.importorskip("resource", reason="this needs Unix")


def test_one_deal_is_just_its_board() -> None:
    assert run("deal", "617") == GAME_617 + "\n"
    assert run("deal", "-2").startswith("AS AH AD AC 7S 7H 7D 7C\n")
    done = subprocess.run([sys.executable, "-m", "freecell", "deal", "1"], capture_output=True, text=True, check=True)
    assert done.stdout == GAME_1 + "\n"


def test_several_deals_have_their_numbers() -> None:
    assert called("deal", "1", "617") == f"Deal 1\n{GAME_1}\n\nDeal 617\n{GAME_617}\n"
    assert re.findall(r"Deal (\S+)", called("deal", "7..10", "-1", "3")) == ["7", "8", "9", "10", "-1", "3"]


def test_formats() -> None:
    assert called("deal", "617", "--format", "columns").splitlines()[0] == "7D TD TH KD 4C 4S JD"
    assert called("deal", "617", "--format", "table").splitlines()[3] == "  7♦  A♦  5♣  3♠  5♠  8♣  2♦  A♥"
    for option in (["-f", "rows"], ["-f", "columns"], ["-f", "table"], ["--json"]):
        assert Board.parse(called("deal", "11982", *option)) == deal(11982)
    lines = called("deal", "1..3", "--json").splitlines()
    assert [json.loads(line)["deal"] for line in lines] == [1, 2, 3]


def test_suit_symbols_become_letters_if_the_encoding_lacks_them() -> None:
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    printed = run("deal", "617", "-f", "table", env=ascii_only)
    assert printed.isascii()
    assert Board.parse(printed) == deal(617)


def test_red_cards_are_red_on_a_terminal_only() -> None:
    assert run_on_terminal("deal", "617").startswith("\033[31m7D\033[0m \033[31mAD\033[0m 5C 3S")
    assert run_on_terminal("deal", "617", NO_COLOR="1") == GAME_617 + "\n"
    assert run_on_terminal("deal", "617", TERM="dumb") == GAME_617 + "\n"
    assert run_on_terminal("deal", "617", "--color", "never") == GAME_617 + "\n"
    assert run_on_terminal("deal", "617", "--color=always", NO_COLOR="1").startswith("\033[31m7D\033[0m ")


def test_colours_elsewhere_need_an_option_or_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """By --color on every command that has it, or by FORCE_COLOR, unless NO_COLOR is set."""
    for line in ("deal 617", "random 617..617", "show 617", "check 617 -", "solve 617 --tables"):
        monkeypatch.setenv("FORCE_COLOR", "")
        assert "\033[31m" not in outcome(*line.split(), input="7a")[1]
        assert "\033[31m" in outcome(*line.split(), "--color", "always", input="7a")[1]
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert "\033[31m" in outcome(*line.split(), input="7a")[1]
        assert "\033[31m" not in outcome(*line.split(), "--color", "never", input="7a")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert called("deal", "617") == GAME_617 + "\n"


def test_random_prints_its_number() -> None:
    title, board = run("random").split("\n", 1)
    number = int(title.removeprefix("Deal "))
    assert 1 <= number <= 1_000_000
    assert board == f"{deal(number)}\n"
    assert called("random", "617..617") == f"Deal 617\n{GAME_617}\n"
    assert {json.loads(called("random", "1..2", "--json"))["deal"] for _ in range(12)} <= {1, 2}


def test_random_without_the_core_warns_that_deals_are_unchecked() -> None:
    code = "import sys; sys.modules['freecell._core'] = None; from freecell.cli import main; sys.exit(main())"

    def random(*options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code, "random", "617..617", *options], capture_output=True, text=True
        )

    assert random().stdout == random("--any").stdout == f"Deal 617\n{GAME_617}\n"
    assert random("--any").stderr == ""
    assert random().stderr == (
        "freecell: some of these deals may be unwinnable: checking them needs the compiled core, "
        "which is not installed\n"
    )


def test_help_and_version() -> None:
    assert (overview := run()) == run("--help")
    for command in every_command():
        assert f"\n  {command.split()[0]} " in overview
        assert "examples:" in called(*command.split(), "--help")
    core = "with" if freecell.core_available else "without"
    assert run("--version") == f"freecell {freecell.__version__} ({core} its compiled core)\n"


def imported_for(*commands: str) -> set[str]:
    calls = "; ".join(f"main({command.split()})" for command in commands)
    code = f"import sys; from freecell.cli import main; {calls}; print(*sys.modules)"
    return set(subprocess.check_output([sys.executable, "-c", code], text=True).splitlines()[-1].split())


def test_only_necessary_modules_are_imported() -> None:
    unneeded = {"numpy", "rich", "pyarrow"}
    more = {"typing", "dataclasses", "inspect", "json", "freecell._core", "freecell.rules", "freecell.game"}
    assert not imported_for("deal 617") & (unneeded | more)
    if freecell.core_available:
        assert not imported_for("solve 164", "hint 164", "difficulty 164") & unneeded


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["deal", "0"], "deal 0 doesn't exist: deals are 1 to 2**33-1 (8589934591), and the joke deals -1 and -2"),
        (["deal", "8589934592"], "deal 8589934592 doesn't exist"),
        (["deal", "-3"], "deal -3 doesn't exist"),
        (["deal", "9" * 5000], "deal 99999999999999999999... doesn't exist"),
        (["deal", "abc"], "'abc' is not a deal number: expected one such as 617, or a range such as 1..1000"),
        (["deal", "1.5"], "'1.5' is not a deal number"),
        (["deal", "True"], "'True' is not a deal number"),
        (["deal", "٣"], "'٣' is not a deal number"),
        (["deal", ""], "'' is not a deal number"),
        (["deal", "1.."], "'1..' is not a deal number"),
        (["deal", "9..3"], "the range '9..3' is reversed: did you mean 3..9?"),
        (["deal", "-5..5"], "the range '-5..5' has numbers below 1"),
        (["deal", "1..8589934592"], "deal 8589934592 doesn't exist"),
        (["deal", "1", "--output", "deals.csv"], "--output must end in .parquet, .npy or .txt (got 'deals.csv')"),
        (
            ["deal", "1", "-o", "deals.npy", "--json"],
            "--json only applies to text, so --output must end in .txt (got 'deals.npy')",
        ),
        (["deal", "1", "--json", "-f", "rows"], "--json and --format can't be used together: leave out one of them"),
        (["random", "hard"], "'hard' is not a range: did you mean --difficulty hard?"),
        (
            ["solve", "1,2,3"],
            "'1,2,3' is not a deal number: expected one such as 617, or a range such as 1..1000; put sp",
        ),
        (["random", "5"], "the range '5' is a single deal: did you mean --count 5 or 1..5?"),
        (["random", "5..1"], "the range '5..1' is reversed"),
        (["random", "617..618", "--count", "3"], "617..618 has only 2 deals, fewer than --count 3"),
    ],
)
def test_bad_input_is_one_line_and_code_2(arguments: list[str], message: str) -> None:
    assert message in called(*arguments, code=2)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("deal", "missing NUMBER. See freecell deal --help."),
        ("film", "missing BOARD, --output FILE. See freecell film --help."),
        ("film 617 --ouput x.svg", "unknown option '--ouput'. Did you mean '--output'? See freecell film --help."),
        ("deal 1 --form rows", "unknown option '--form'. Did you mean '--format'? See freecell deal --help."),
        ("deal 1 -json", "unknown option '-json'. Did you mean '--json'? See freecell deal --help."),
        (
            "deal 1 --format=csv",
            "--format must be rows, columns, table, code or pddl (got 'csv'). See freecell deal --help.",
        ),
        ("deal 1 -o", "-o needs a value. See freecell deal --help."),
        ("deal 1 --output=--", "--output needs a value. See freecell deal --help."),
        ("deal 1 --json=yes", "--json takes no value. See freecell deal --help."),
        ("random -n 0", "-n must be a whole number, 1 or more (got 0). See freecell random --help."),
        ("random --count=x", "--count must be a whole number, 1 or more (got 'x'). See freecell random --help."),
        ("serve --port 65536", "--port must be a whole number from 0 to 65535 (got 65536). See freecell serve --help."),
        ("solve 617 --seconds -1", "--seconds must be a number greater than 0 (got -1). See freecell solve --help."),
        (
            "solve 617 --seconds nan",
            "--seconds must be a number greater than 0 (got 'nan'). See freecell solve --help.",
        ),
        ("show 617 --cells 8", "--cells must be a whole number from 0 to 7 (got 8). See freecell show --help."),
        ("completion", "missing SHELL (bash, zsh or fish). See freecell completion --help."),
        ("pddl 617", "unexpected argument '617'. See freecell pddl --help."),
        ("play 617 --bogus", "unknown option '--bogus'. See freecell play --help."),
        ("dael 1", "unknown command 'dael'. Did you mean 'deal'? See freecell --help."),
        ("help solv", "unknown command 'solv'. Did you mean 'solve'? See freecell --help."),
        ("ask million/ longest", "unknown command 'ask'. Did you mean 'survey ask'? See freecell --help."),
        ("survey rnu 1..9", "unknown command 'survey rnu'. Did you mean 'run'? See freecell survey --help."),
        ("survey 1..9", "unknown command 'survey 1..9'. Did you mean 'survey run 1..9'? See freecell survey --help."),
        ("1-10", "unknown command '1-10'. Did you mean '1..10'? See freecell --help."),
        ("deals 617", "unknown command 'deals'. Did you mean 'deal'? See freecell --help."),
        ("--verison", "unknown option '--verison'. Did you mean '--version'? See freecell --help."),
        ("-v", "unknown option '-v'. Did you mean '--version'? See freecell --help."),
        (
            "solve 617 --rules windows",
            "unknown option '--rules'. Did you mean '--for'? See freecell solve --help.",
        ),
        ("solve 617 --short", "unknown option '--short'. Did you mean '--goal short'? See freecell solve --help."),
        ("random --grade hard", "unknown option '--grade'. Did you mean '--difficulty'? See freecell random --help."),
        ("serve 8080", "unexpected argument '8080'. Did you mean '--port 8080'? See freecell serve --help."),
        (
            "deal 1 --color Never",
            "--color must be auto, always or never (got 'Never'). Did you mean 'never'? See freecell deal --help.",
        ),
        (
            "deal 1 -f json",
            (
                "-f must be rows, columns, table, code or pddl (got 'json'). Did you mean '--json'? See freecell deal "
                "--help."
            ),
        ),
        ("xyzzy", "unknown command 'xyzzy'. See freecell --help."),
        ("undo", "unknown command 'undo'. See freecell --help."),
        ("#617", "unknown command '#617'. Did you mean '617'? See freecell --help."),
        ("solve 617 --timeout 5", "unknown option '--timeout'. Did you mean '--seconds'? See freecell solve --help."),
        ("random --hard", "unknown option '--hard'. Did you mean '--difficulty hard'? See freecell random --help."),
        (
            "survey hardest s",
            "unknown command 'survey hardest'. Did you mean 'survey ask s hardest'? See freecell survey --help.",
        ),
        (
            "difficulty hard",
            "can't read 'hard': No such file or directory; did you mean freecell random --difficulty hard?",
        ),
        ("hint 617 --moves 7a 7b 7c", 'quote all moves together: --moves "7a 7b 7c"'),
        ("show 617 --moves 7a 7b 7c", 'quote all moves together: --moves "7a 7b 7c"'),
        ("draw 617 --moves 7a 7b", 'quote all moves together: --moves "7a 7b"'),
        (
            "survey run 1..100 s",
            "missing --output FOLDER. Did you mean '--output s'? See freecell survey run --help.",
        ),
        ("film 617 --cells 3", "missing --output FILE. See freecell film --help."),
        ("617.5", "unknown command '617.5': deal numbers are whole, such as 617. See freecell --help."),
        ("deal 617.5", "'617.5' is not a deal number: deal numbers are whole, such as 617"),
        ("random 1-9", "'1-9' is not a deal number: did you mean 1..9?"),
        ("solve 617.5", "can't read '617.5': No such file or directory; deal numbers are whole, such as 617"),
        ("solve 1 - 5", "'1 - 5' is not a range: did you mean 1..5?"),
        ("hint 617 --color never", "unknown option '--color'. See freecell hint --help."),
        (
            "deal 5 --numbering psyol",
            (
                "--numbering must be one of 'microsoft', 'pysolfc', 'pysol', 'xfreecell', 'rank' (got 'psyol'). "
                "Did you mean 'pysol'?"
            ),
        ),
        ("find 617", "expected cards, not a deal number; freecell deal 617 prints the cards"),
        (
            "play xyzzy",
            (
                "can't read 'xyzzy': No such file or directory; "
                "expected a deal number such as 617, or a file with a board or a saved game"
            ),
        ),
        ("--json deal 1", "unknown option '--json': options follow the command. See freecell --help."),
    ],
)
def test_errors_name_what_was_typed_and_suggest_what_was_meant(line: str, message: str) -> None:
    assert called(*line.split(), code=2) == f"freecell: {message}\n"


def test_a_file_name_instead_of_a_command(tmp_path: Path) -> None:
    (tmp_path / "board.txt").touch()
    assert "Did you mean 'show board.txt'?" in called("board.txt", code=2, cwd=tmp_path)


def test_failures_of_the_machine_are_one_line_and_code_1(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere" / "deals.npy"
    assert f"can't write {missing}: No such file or directory" in run("deal", "1", "-o", str(missing), code=1)
    folder = tmp_path / "folder.npy"
    folder.mkdir()
    assert f"can't write {folder}: Is a directory" in run("deal", "1", "-o", str(folder), code=1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_device() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([SCRIPT, "deal", "1..1000"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (1, "freecell: can't write standard output: No space left on device\n")


@pytest.mark.parametrize("name", ["deals.parquet", "deals.npy", "deals.txt"])
def test_a_file_that_cannot_grow_leaves_the_old_one(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / name
    path.write_text("what was there")

    def no_more_than_64_kb() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))

    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # otherwise imported modules are cut off, too
    line = run("deal", "1..10000", "-o", str(path), code=1, preexec_fn=no_more_than_64_kb)
    assert line == f"freecell: can't write {path}: File too large\n"
    assert [file.name for file in tmp_path.iterdir()] == [name]
    assert path.read_text() == "what was there"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, file = tmp_path / "deals.txt", tmp_path / "elsewhere.txt"
    link.symlink_to(file)
    called("deal", "617", "-o", str(link))
    assert link.is_symlink()
    assert GAME_617 in file.read_text()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("lost", ["a destructor", "an import"])
def test_a_signal_that_python_drops_still_stops_it(lost: str) -> None:
    class Falls:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGTERM)

    def fall() -> None:
        if lost == "a destructor":
            Falls()  # nothing can be raised from it
        else:
            try:
                signal.raise_signal(signal.SIGTERM)
            except BaseException as error:
                raise ImportError("numpy could not be imported") from error

    with pytest.raises(Stopped) as stopped, stopping():
        fall()
    assert stopped.value.code == 128 + signal.SIGTERM
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_closed_pipe_ends_quietly() -> None:
    with subprocess.Popen([SCRIPT, "deal", "1..100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"Deal 1\n"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_a_closed_standard_output() -> None:
    done = subprocess.run(f"'{SCRIPT}' deal 617 >&-", shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "freecell: can't write standard output: it is closed\n")


def test_bulk_files_hold_the_deals(tmp_path: Path) -> None:
    parquet, npy, txt = (str(tmp_path / f"deals.{kind}") for kind in ("parquet", "npy", "txt"))
    numbers = [*range(2**31 - 150_000, 2**31 + 10), -1, 617]
    named = [f"{2**31 - 150_000}..{2**31 + 9}", "-1", "617"]
    cards = np.concatenate([deals(numbers[0], 2**31 + 10), [dealt(-1), dealt(617)]])
    assert called("deal", *named, "-o", parquet) == ""
    table = pq.read_table(parquet)
    assert table.schema.names == ["deal", "cards"]
    assert table["deal"].to_pylist() == numbers
    assert np.array_equal(table["cards"].combine_chunks().flatten().to_numpy().reshape(-1, 52), cards)
    assert called("deal", *named, "-o", npy) == ""
    assert np.array_equal(np.load(npy), cards)
    assert called("deal", "1", "617", "-o", txt) == ""
    assert Path(txt).read_text() == called("deal", "1", "617")


def test_without_pyarrow_the_error_names_the_package(tmp_path: Path) -> None:
    code = "import sys; sys.modules['pyarrow'] = None; from freecell.cli import main; sys.exit(main())"
    path = tmp_path / "deals.parquet"
    done = subprocess.run([sys.executable, "-c", code, "deal", "1", "-o", str(path)], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "freecell: Parquet needs PyArrow: pip install 'freecell[survey]'\n"
    assert not list(tmp_path.iterdir())


def wait_for_part(folder: Path, process: subprocess.Popen[bytes]) -> None:
    """Wait until a half-written file exists."""
    end = time.monotonic() + PATIENCE
    while not any(path.name.endswith(".part") and path.stat().st_size for path in folder.iterdir()):
        if time.monotonic() > end:
            process.kill()  # otherwise we would wait until it has written gigabytes
            raise AssertionError("nothing was written")
        time.sleep(0.01)


# A few gigabytes: they fit on the disk, and take long enough to be interrupted.
MANY = {"deals.parquet": "1..100000000", "deals.npy": "1..100000000", "deals.txt": "1..20000000"}


@pytest.mark.parametrize("name", MANY)
def test_ctrl_c_stops_at_once_and_leaves_no_files(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with subprocess.Popen([SCRIPT, "deal", MANY[name], "-o", str(path)], stderr=subprocess.PIPE) as process:
        wait_for_part(tmp_path, process)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert process.stderr.readline().startswith(f"freecell: {path} will take about ".encode())
        assert process.stderr.read() == b""
    assert process.returncode == 130
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_other_signals_do_the_same(tmp_path: Path, name: str) -> None:
    number, path = getattr(signal, name), tmp_path / "deals.npy"
    heard = partial(signal.signal, number, signal.SIG_DFL)  # even if the tests run under nohup
    command = [SCRIPT, "deal", MANY[path.name], "-o", str(path)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, preexec_fn=heard) as process:
        wait_for_part(tmp_path, process)
        process.send_signal(number)
    assert process.returncode == 128 + number
    assert not list(tmp_path.iterdir())


def test_a_killed_run_leaves_no_output_and_the_next_one_cleans_up(tmp_path: Path) -> None:
    path = tmp_path / "deals.npy"
    with subprocess.Popen([SCRIPT, "deal", MANY[path.name], "-o", str(path)], stderr=subprocess.DEVNULL) as process:
        wait_for_part(tmp_path, process)
        process.kill()
    assert not path.exists()
    run("deal", "1..1000", "-o", str(path))
    assert len(np.load(path)) == 1000
    assert list(tmp_path.iterdir()) == [path]


def test_a_long_run_shows_a_bar_on_a_terminal(tmp_path: Path) -> None:
    run_on_terminal("deal", MANY["deals.txt"], "-o", str(tmp_path / "deals.txt"), until=["Dealing", "/20000000"])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("between", "usual"),
    [
        ("check 617 --for windows s5", "check 617 s5 --for windows"),
        ("check --json 617 --for windows s5", "check 617 s5 --for windows --json"),
        ("solve 617 --json 618", "solve 617 618 --json"),
        ("survey run 1..2 --cells 3 4..5 -o sq", "survey run 1..2 4..5 --cells 3 -o sq"),
        ("find 7D AD 5C --json 3S 5S 8C", "find 7D AD 5C 3S 5S 8C --json"),
        ("deal 1 -f columns -- -1", "deal -f columns 1 -1"),
        # The order of these doesn't matter either.
        ("solve 617 --cells 3 --for windows", "solve 617 --for windows --cells 3"),
        ("solve 617 --max-positions 1,000 --metric turns", "solve 617 --metric turns --max-positions 1000"),
    ],
)
def test_options_may_be_anywhere(between: str, usual: str) -> None:
    (command, first), (_, second) = (split_command(line.split()) for line in (between, usual))
    assert parser_of(command).parse_args(first) == parser_of(command).parse_args(second)
