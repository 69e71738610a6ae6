"""`freecell judge solver`: real solvers, and programs that don't solve."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from freecell import Game, Rules, check, core_available

from ..helpers.commands import SCRIPT, called, outcome, says
from ..helpers.playing import SOLUTION_617
from ..helpers.programs import found

FC_SOLVE = "fc-solve -m -snx -"

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this needs Linux")


def judged(code: int, command: str, *options: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The attempts and their summary."""
    *attempts, summary = map(json.loads, says(code, "judge", "solver", command, *options, "--json").splitlines())
    return attempts, summary


def python(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


def test_fc_solve() -> None:
    found("fc-solve")
    attempts, summary = judged(0, FC_SOLVE, "--deals", "1..8", "11982", "--seconds", "60")
    assert [attempt["deal"] for attempt in attempts] == [*range(1, 9), 11982]
    assert [attempt["outcome"] for attempt in attempts] == ["solved"] * 8 + ["unsolved"]
    assert (summary["solved"], summary["unsolved"], summary["impossible"]) == (8, 1, 1)
    assert summary["means"]["turns"] == sum(attempt["turns"] for attempt in attempts[:8]) / 8
    assert summary["shortest_known"]["singles"] == (87 + 75 + 73 + 85 + 90 + 79 + 76 + 75) / 8  # proven
    assert summary["means"]["singles"] > summary["shortest_known"]["singles"]


def test_a_table_and_a_chart(tmp_path: Path) -> None:
    found("fc-solve")
    picture = tmp_path / "times.svg"
    text = called("judge", "solver", FC_SOLVE, "--deals", "1..4", "--seconds", "60", "--output", str(picture))
    assert text.startswith("solved         4 of 4\n\non average     its own   shortest known\n")
    assert "\nseconds per solved deal: " in text
    root = ElementTree.fromstring(picture.read_text())
    names = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "fc-solve: 4" in names
    (curve,) = root.iter("{http://www.w3.org/2000/svg}polyline")
    assert len(curve.attrib["points"].split()) == 4


@pytest.mark.skipif(not core_available, reason="the compiled core was not built")
def test_our_own_solver() -> None:
    for form in ("rows", "columns", "json"):
        attempts, _ = judged(0, f"{SCRIPT} solve -", "--deals", "617", "--format", form, "--seconds", "60")
        assert attempts[0]["turns"] >= 34  # proven
    five = judged(0, f"{SCRIPT} solve - --cells 5", "--deals", "11982", "--cells", "5", "--seconds", "60")
    assert five[1]["solved"] == 1
    assert judged(3, f"{SCRIPT} solve - --cells 5", "--deals", "11982", "--seconds", "60")[0][0]["outcome"] == "wrong"


def test_a_correct_a_wrong_and_a_missing_solution() -> None:
    assert check(617, SOLUTION_617).wins
    right = judged(0, python(f"print({SOLUTION_617!r})"), "--deals", "617")[0][0]
    assert (right["outcome"], right["turns"]) == (
        "solved",
        Game.from_notation(617, SOLUTION_617, Rules(), "extended").turns,
    )
    wrong = judged(3, python("print('7a 7h')"), "--deals", "617")[0][0]
    assert (wrong["outcome"], wrong["reason"]) == ("wrong", "move 2, 7h: 2C can't go home: no clubs are home yet")
    short = judged(3, python("print('7a 7b')"), "--deals", "617")[0][0]
    assert short["reason"] == "all its moves are legal, but only 0 of 52 cards are home"
    nothing = judged(3, python("print('# I give up')"), "--deals", "617")[0][0]
    assert (nothing["outcome"], nothing["reason"]) == ("unsolved", "it gave no moves")


def test_the_number_may_be_an_argument() -> None:
    command = python(f"import sys; print({SOLUTION_617!r} if sys.argv[1] == '617' else '')") + " {}"
    assert [attempt["outcome"] for attempt in judged(3, command, "--deals", "616..618")[0]] == [
        "unsolved", "solved", "unsolved"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "code", "text"),
    [
        ("no-such-solver", 2, "can't run 'no-such-solver': No such file or directory"),
        ("sh -c 'echo broken >&2; exit 7'", 3, "  deal 1: it exited with code 7: broken\n"),
        ("sh -c 'kill -11 $$'", 3, "  deal 1: it was killed by SIGSEGV\n"),
        ("yes", 3, "  deal 1: its answer has over 4,194,304 bytes\n"),
        ("echo the moves are secret", 3, "wrong          1 of 1\n  deal 1: 'the' is not a move"),
        ("sleep 1000", 4, "  deal 1: it didn't finish within 0.2 seconds\n"),
    ],
)
def test_programs_that_misbehave(command: str, code: int, text: str) -> None:
    seconds = "0.2" if command.startswith("sleep") else "60"
    returned, printed, said = outcome("judge", "solver", command, "--deals", "1", "--seconds", seconds)
    assert returned == code
    assert text in (said if code == 2 else printed)


@needs_proc
@pytest.mark.parametrize("ending", ["", "; exit $?"])
def test_cpu_time_can_be_limited(ending: str) -> None:
    """Whether the program itself uses it, or a child process."""
    busy = shlex.join(["sh", "-c", f"{sys.executable} -c 'while True: pass'{ending}"])
    (attempt,) = judged(4, busy, "--deals", "1", "--cpu-seconds", "1", "--seconds", "600")[0]
    assert (attempt["outcome"], attempt["reason"]) == ("timed out", "it used up its 1 seconds of CPU time")
    right = judged(0, python(f"print({SOLUTION_617!r})"), "--deals", "617", "--cpu-seconds", "60")[0][0]
    assert right["outcome"] == "solved"
    assert "can't run 'no-such-solver'" in called("judge", "solver", "no-such-solver", "--cpu-seconds", "1", code=2)


def test_only_svg_charts_are_supported() -> None:
    assert "--output must end in .svg (got 'times.png')" in called(
        "judge", "solver", "true", "--output", "times.png", code=2
    )


@needs_proc
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_all_programs(number: int, code: int, tmp_path: Path) -> None:
    command = shlex.join(
        ["sh", "-c", f"echo $$ > {tmp_path}/{{}}.tmp; mv {tmp_path}/{{}}.tmp {tmp_path}/{{}}; sleep 1000"]
    )
    words = [SCRIPT, "judge", "solver", command, "--deals", "1..9", "--threads", "2", "--seconds", "1000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not all((tmp_path / name).exists() for name in "12"):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(number)
        assert process.communicate() == (b"", b"")
    assert process.returncode == code
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "2"]
    for path in tmp_path.iterdir():
        assert not Path(f"/proc/{path.read_text().strip()}").exists()


@needs_proc
def test_no_program_outlives_a_judge_that_is_killed(tmp_path: Path) -> None:
    """Deal 1 is solved and has ended by then; deals 2 and 3 are running, with their child processes."""
    script = f"""
        if [ {{}} = 1 ]; then echo '# none'; exit; fi
        sleep 1000 &
        echo $$ $! > {tmp_path}/{{}}.tmp; mv {tmp_path}/{{}}.tmp {tmp_path}/{{}}
        wait
    """
    words = [SCRIPT, "judge", "solver", shlex.join(["sh", "-c", script]), "--deals", "1..9", "--threads", "2"]
    with subprocess.Popen([*words, "--seconds", "1000"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        while not all((tmp_path / name).exists() for name in "23"):
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
    numbers = [number for name in "23" for number in (tmp_path / name).read_text().split()]
    assert len(numbers) == 4
    while any(is_running(number) for number in numbers):  # otherwise the test takes forever
        time.sleep(0.01)


@needs_proc
def test_no_program_runs_if_the_judge_is_killed_while_it_starts_one(tmp_path: Path) -> None:
    """The judge is killed between starting the program's process and telling its guard."""
    code = f"""
        import os, signal
        from freecell.judging import programs
        programs._Guard.tell = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        list(programs.Program(["touch", "{tmp_path}/ran"], [], 1000).output())
    """
    mark = f"FREECELL_TEST={tmp_path}"
    environment = {**os.environ, "FREECELL_TEST": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], env=environment, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    while any(mark in environment_of(path) for path in Path("/proc").glob("[0-9]*")):
        time.sleep(0.01)
    assert not (tmp_path / "ran").exists()


def environment_of(process: Path) -> str:
    try:
        return (process / "environ").read_text(errors="replace")
    except OSError:  # it has ended, or isn't ours
        return ""


def is_running(number: str) -> bool:
    """Whether a process is running; a zombie process has ended."""
    try:
        return ") Z " not in Path(f"/proc/{number}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
