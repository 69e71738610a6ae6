"""The commands survey and ask, as real processes: killed, stopped, out of disk, two at once."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import freecell
from freecell import survey
from freecell.cli import main

from ..helpers.commands import SCRIPT, called, outcome, run, run_on_terminal, wait_until_searching
from ..helpers.programs import PATIENCE

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from ..helpers.surveying import begun, parts, rows_of, wait_until


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """4,000 deals in one run."""
    path = tmp_path_factory.mktemp("first") / "survey"
    told = json.loads(called("survey", "run", "9001..13000", "--output", str(path), "--json"))
    assert (told["deals"], told["new"], told["files"]) == (4000, 4000, 1)
    return path


def test_one_of_the_first_32000_cannot_be_won(tmp_path: Path) -> None:
    path = str(tmp_path / "s")
    told = json.loads(called("survey", "run", "1..32000", "--columns", "verdict", "-o", path, "--json"))
    assert (told["solved"], told["unsolvable"], told["undecided"]) == (31_999, 1, 0)
    assert called("survey", "ask", path, "select * from deals where verdict <> 'solved'").split()[-3:] == [
        "11982",
        "4",
        "unsolvable",
    ]
    assert called("survey", "run", "1..32000", "--columns", "verdict", "-o", path).splitlines()[2] == (
        "32000 deals were already done"
    )


def test_a_run_killed_ten_times_has_the_same_rows(first: Path, tmp_path: Path) -> None:
    path = tmp_path / "s"
    question = ["9001..13000", "--block", "40", "--threads", "1", "--output", str(path)]
    chance = random.Random(617)
    for _ in range(10):
        before = parts(path)
        with begun(*question) as process:
            more = chance.randint(0, 3)
            wait_until(lambda: parts(path) >= before + more and (path / "survey.json").exists(), process)  # noqa: B023
            time.sleep(chance.random() * 0.01)
            assert process.poll() is None
            process.kill()
        assert process.returncode == -signal.SIGKILL
        assert len(survey.open(path).parts) == parts(path)
        assert not parts(path) or survey.open(path).arrow(["deal"]).num_rows == 40 * parts(path)
    done = run("survey", "run", *question).splitlines()
    assert done[0] == f"{path}: 4000 deals: 3999 solved, 1 unsolvable, 0 undecided"
    assert done[1].startswith("100 files, ")
    assert rows_of(path) == rows_of(first)
    assert sorted(file.name for file in path.iterdir() if not file.name.startswith("part-")) == [".lock", "survey.json"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_other_signals_stop_it_cleanly_too(tmp_path: Path, number: signal.Signals) -> None:
    """And Ctrl-C, in the middle of hard deals."""
    hard = ["982..985", "--cells", "2", "--goal", "prove", "--max-positions", "50000000", "-o", str(tmp_path / "s")]
    with begun(*hard, "--threads", "1") as process:
        wait_until(lambda: any(tmp_path.glob("s/.part-*")), process)
        wait_until_searching(process)
        process.send_signal(number)
        assert process.communicate(timeout=PATIENCE) == (b"", b"")
    assert process.returncode == 128 + number
    assert sorted(file.name for file in tmp_path.rglob("*")) == [".lock", "s", "survey.json"]


def test_a_hangup_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    """As under nohup."""
    path = tmp_path / "s"
    command = [
        "nohup",
        SCRIPT,
        "survey",
        "run",
        "1..2000000",
        "--block",
        "100",
        "--threads",
        "1",
        "--output",
        str(path),
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: parts(path) > 0, process)
        before = parts(path)
        process.send_signal(signal.SIGHUP)
        wait_until(lambda: parts(path) > before, process)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
    assert process.returncode == 143


def test_ctrl_c_stops_at_once_and_only_one_run_holds_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "s"
    question = ["1..5000000", "--columns", "verdict", "--block", "1000", "--threads", "1", "--output", str(path)]
    with begun(*question) as process:
        wait_until(lambda: parts(path) > 0, process)
        process.send_signal(signal.SIGSTOP)  # while stopped, it only holds its lock
        try:
            assert run("survey", "run", *question, code=1) == (
                f"freecell: can't write {path}: process {process.pid} on {os.uname().nodename} is writing to it\n"
            )
            code, printed, said = outcome("survey", "ask", str(path), "by-cells", "--json")
            assert (code, json.loads(printed)["deals"] >= 1000) == (0, True)
            assert said.startswith(f"freecell: {path} is not finished: ")
        finally:
            process.send_signal(signal.SIGCONT)
            process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=PATIENCE) == (b"", b"")
    assert process.returncode == 130
    assert not [file for file in path.iterdir() if file.name.endswith(".part")]
    there = parts(path)
    with begun(*question) as process:  # resumes, because nobody holds the lock
        wait_until(lambda: parts(path) > there, process)
        process.send_signal(signal.SIGINT)
    assert process.returncode == 130


FULL_DISK = """
set -e
mount -t tmpfs -o size=300k tmpfs "$1"
"$2" survey run 9001..13000 --block 700 --output "$1/s" 2>"$3/said" && exit 9 || echo $? >"$3/code"
ls -A "$1/s" >"$3/files"
mount -o remount,size=16m "$1"
"$2" survey run 9001..13000 --block 700 --output "$1/s" >"$3/done"
cp -r "$1/s" "$3/s"
"""


def test_a_full_disk(first: Path, tmp_path: Path) -> None:
    """The disk is real and has 300 kB, in a separate mount namespace."""
    unshare = ["unshare", "--map-root-user", "--mount"]
    if not shutil.which("unshare") or subprocess.run([*unshare, "true"], capture_output=True).returncode:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("nobody may mount a disk here")
    (tmp_path / "disk").mkdir()
    (tmp_path / "seen").mkdir()
    seen = tmp_path / "seen"
    subprocess.run(
        [*unshare, "sh", "-c", FULL_DISK, "sh", str(tmp_path / "disk"), SCRIPT, str(seen)], check=True, timeout=PATIENCE
    )
    files = (seen / "files").read_text().split()
    whole = [name for name in files if name.startswith("part-")]
    assert 0 < len(whole) < 6
    assert files == [".lock", *whole, "survey.json"]
    assert (seen / "code").read_text() == "1\n"
    assert (seen / "said").read_text() == (
        f"freecell: can't write {tmp_path}/disk/s/part-{len(whole):06}.parquet: No space left on device\n"
    )
    assert f"\n{700 * len(whole)} deals were already done\n" in (seen / "done").read_text()
    assert rows_of(seen / "s") == rows_of(first)


def test_deals_from_a_file_and_several_cells(tmp_path: Path) -> None:
    (tmp_path / "numbers.txt").write_text("11982  # nobody can win it\n617, 1\n11980..11982\n")
    path = tmp_path / "s"
    called("survey", "run", str(tmp_path / "numbers.txt"), "--cells", "4..5", "--columns", "turns", "-o", str(path))
    found = [
        json.loads(line) for line in called("survey", "ask", str(path), "select * from deals", "--json").splitlines()
    ]
    assert [(row["cells"], row["deal"]) for row in found] == [
        (cells, deal) for cells in (4, 5) for deal in (1, 617, 11980, 11981, 11982)
    ]
    assert [row["deal"] for row in found if row["verdict"] != "solved"] == [11982]
    assert found[0].keys() == {"deal", "cells", "verdict", "turns"}
    called("survey", "run", "-", "--cells", "5,4", "--columns", "turns", "-o", str(path), input="1 617 11980..11982")


def test_numbers_in_a_file_are_read_like_arguments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("numbers").write_text("1,234, 1_236 , 5,\n11,980..11,982 # 7\n")
    assert main(["survey", "run", "3", "numbers", "-o", "s"]) == 0
    assert [row["deal"] for row in rows_of(Path("s"))] == [3, 5, 1234, 1236, 11980, 11981, 11982]
    capsys.readouterr()
    # An invalid number is rejected before the rest is read, which may be endless.
    for wrong in ("617,1", "x"):
        Path("numbers").write_bytes(f"1 2\n{wrong}\n".encode() + 2**17 * b"1\n" + b"\0\n")
        assert main(["survey", "run", "numbers", "-o", "t"]) == 2
        assert capsys.readouterr().err.startswith(
            f"freecell: 'numbers': '{wrong}' is not a deal number: expected one such as 617"
        )


def test_answers_in_three_forms(first: Path, capsys: pytest.CaptureFixture[str]) -> None:
    question = "select deal, notation, avg(turns) over () / 0 as n from deals where deal in (9001, 11982) order by 1"

    def answered(*options: str) -> str:
        assert main(["survey", "ask", str(first), question, *options]) == 0
        return capsys.readouterr().out

    table, text, objects = answered(), answered("--csv"), answered("--json")
    assert table.splitlines()[1].startswith("-----  ---")
    assert table.splitlines()[3].split() == ["11982", "inf"]
    assert text.splitlines()[0] == "deal,notation,n"
    assert text.splitlines()[2] == "11982,,inf"
    rows = [json.loads(line) for line in objects.splitlines()]
    assert rows[1] == {"deal": 11982, "notation": None, "n": None}
    assert freecell.Game.from_notation(9001, rows[0]["notation"]).is_won


def test_a_truncated_part_is_reported_by_queries(tmp_path: Path) -> None:
    path = tmp_path / "it's [a] *strange* name?"
    question = ["11980..11990", "--block", "4", "--output", str(path)]
    called("survey", "run", *question)
    assert called("survey", "ask", str(path), "unsolvable", "--csv").splitlines()[1].startswith("11982,4,")
    part = path / "part-000001.parquet"
    part.write_bytes(part.read_bytes()[:-20])
    for command in (
        ["survey", "ask", str(path), "by-cells"],
        ["survey", "report", str(path), "-o", str(tmp_path / "page.html")],
    ):
        assert "part-000001.parquet" in called(*command, code=2)
    code, _, said = outcome("survey", "run", *question)
    assert code == 0
    assert said.startswith(f"freecell: {path}: part-000001.parquet is damaged and will be recomputed: ")
    assert [row["deal"] for row in rows_of(path)] == [*range(11980, 11991)]


def test_a_bar_on_a_terminal(tmp_path: Path) -> None:
    question = ["survey", "run", "1..5000000", "--block", "1000", "--threads", "1", "--output", str(tmp_path / "s")]
    written = run_on_terminal(*question, until=["/5000000", " per second, ", " solved, "], COLUMNS="160")
    assert re.search(r"\d per second, .*\d solved, [01] unsolvable, 0 undecided", written, re.DOTALL)


def test_occasional_lines_without_a_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from freecell.cli._survey_progress import SurveyProgress, duration

    spec = survey.Spec(survey.Numbers([range(11_980, 11_990)]))
    with SurveyProgress(every=0) as progress:
        survey.run(tmp_path / "s", spec, begin=progress.begin, advance=progress.advance)
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("freecell: 10 of 10 deals (100.0%), ")
    assert last.endswith(" per second, 0 s left; 9 solved, 1 unsolvable, 0 undecided")
    assert [duration(seconds) for seconds in (41, 200, 18_720, 529_300)] == [
        "41 s", "3 min 20 s", "5 h 12 min", "6 days 3 h"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["survey", "run", "1..9"], "missing --output FOLDER. See freecell survey run --help."),
        (["survey", "run", "-o", "x"], "missing NUMBER. See freecell survey run --help."),
        (["survey", "run", "0..9", "-o", "x"], "the range '0..9' has numbers below 1"),
        (
            ["survey", "run", "1..9", "-o", "x", "--cells", "8"],
            "--cells must be 0 to 7, or several such as 0..4 or 2,3 (got '8')",
        ),
        (["survey", "run", "1..9", "-o", "x", "--cells", "4..2"], "--cells must be 0 to 7, or several such as 0..4"),
        (
            ["survey", "run", "1..9", "-o", "x", "--columns", "moves"],
            "--columns must be one or more of deal, cells, verdict, ",
        ),
        (
            ["survey", "run", "1..9", "-o", "x", "--beam-width", "9"],
            "--beam-width needs --goal short (got --goal fast)",
        ),
        (
            ["survey", "run", "1..9", "-o", "x", "--block", "0"],
            "--block must be a whole number from 1 to 4194304 (got 0)",
        ),
        (
            ["survey", "run", "1..9", "-o", "x", "--threads", "0"],
            "--threads must be a whole number from 1 to 4096 (got 0)",
        ),
        (
            ["survey", "run", "1..9", "-o", "x", "--max-positions", "0"],
            "--max-positions must be a whole number from 1 to 2147483648",
        ),
        (["survey", "run", "1..9", "-o", "x", "--threads", "2", "--scheduler", "y"], "--threads is for this machine"),
        (["survey", "run", "nothing.txt", "-o", "x"], "can't read 'nothing.txt': No such file or directory"),
        (["survey", "ask", "nowhere", "longest"], "no survey found in nowhere: it has no survey.json"),
    ],
)
def test_bad_input_is_one_line_and_code_2(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    out, said = capsys.readouterr()
    assert (out, said.count("\n")) == ("", 1)
    assert said.startswith(f"freecell: {message}")
    assert not any(file for file in tmp_path.rglob("*") if file.is_file())


def test_pandas_is_not_imported_unless_requested(tmp_path: Path) -> None:
    """PyArrow imports pandas on many occasions, which takes longer than everything else in a small survey."""
    code = (
        "import sys; from freecell.cli import main; main(['survey', 'run', '11981..11982', '-o', 's']); "
        "main(['survey', 'ask', 's', 'by-cells']); assert 'duckdb' in sys.modules; assert 'pandas' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, stdout=subprocess.DEVNULL)


def test_without_the_core_it_is_one_line(tmp_path: Path) -> None:
    code = "import sys; sys.modules['freecell._core'] = None; from freecell.cli import main; sys.exit(main())"
    arguments = ["survey", "run", "1..9", "-o", str(tmp_path / "s")]
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("freecell: solving needs the compiled core: ")
    assert not (tmp_path / "s").exists()


def test_without_pyarrow_it_is_one_line(tmp_path: Path) -> None:
    code = "import sys; sys.modules['pyarrow'] = None; from freecell.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "survey", "run", "1..9", "-o", "new"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "freecell: surveys need PyArrow: pip install 'freecell[survey]'\n"


@pytest.mark.parametrize(
    ("package", "arguments", "line"),
    [
        (
            "distributed",
            ["survey", "run", "1..9", "-o", "new", "--scheduler", "tcp://x:1"],
            "pip install 'freecell[cluster]'",
        ),
        (
            "fsspec.core",
            ["survey", "run", "1..9", "-o", "s3://x/y"],
            "s3://x/y needs fsspec: pip install 'freecell[survey]'",
        ),
        ("s3fs", ["survey", "run", "1..9", "-o", "s3://x/y"], "s3://x/y: Install s3fs to access S3"),
        (
            "duckdb",
            ["survey", "ask", "FIRST", "longest"],
            "querying a survey needs DuckDB: pip install 'freecell[survey]'",
        ),
        ("duckdb", ["survey", "report", "FIRST", "-o", "x.html"], "querying a survey needs DuckDB"),
    ],
)
def test_a_missing_package_is_one_line(
    first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, arguments: list[str], line: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "freecell.survey.cluster", raising=False)  # it would have been imported by now
    arguments = [str(first) if argument == "FIRST" else argument for argument in arguments]
    assert line in called(*arguments, code=1, cwd=tmp_path)
