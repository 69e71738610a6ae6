"""The solvers of the tutorial, chapter by chapter, on the same deals: a table, and a picture in docs.

python benchmarks/tutorial.py       deals 1 to 100
python benchmarks/tutorial.py 40    the first 40 of them
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from freecell.judging.contest import contest
from freecell.judging.solvers import judge_solver, summed_up

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 1  # of CPU time per deal: other programs on the machine don't count
WALL = 600.0  # of time, for what waits
SOLVERS = ("depth_first", "seen", "astar", "evaluation", "safe", "packed", "beam")


def timed(command: Sequence[str], folder: str) -> list[str]:
    """A command with a limit on its CPU time, which it writes to a file for each deal."""
    script = f'ulimit -t {SECONDS}; "$@"; code=$?; times > {folder}/{{}}; exit $code'
    return ["bash", "-c", script, "bash", *command]


def seconds_of(path: Path) -> float:
    """The CPU time that bash's `times` has for its children."""
    times = re.findall(r"(\d+)m([\d.]+)s", path.read_text().splitlines()[1])
    return sum(60 * int(minutes) + float(seconds) for minutes, seconds in times)


def main(count: int) -> None:
    commands = {name: [sys.executable, str(ROOT / "examples" / "solver" / f"{name}.py")] for name in SOLVERS}
    if shutil.which("fc-solve"):
        commands["fc-solve"] = ["fc-solve", "-m", "-snx", "-"]
    commands["freecell solve"] = [sys.executable, "-m", "freecell", "solve", "-"]
    curves = {}
    print(f"| solver | solved of {count} | CPU seconds | single moves | shortest known |")
    print("| --- | --- | --- | --- | --- |")
    for name, command in commands.items():
        with tempfile.TemporaryDirectory() as folder:
            found = list(judge_solver(timed(command, folder), range(1, count + 1), seconds=WALL))
            solved = [attempt for attempt in found if attempt.outcome == "solved"]
            curves[name] = times = sorted(seconds_of(Path(folder, str(attempt.deal))) for attempt in solved)
        summary = summed_up(found)
        row = [name, str(len(times)), "", "", ""]
        if times:
            row[2:] = (
                f"{times[len(times) // 2]:.2f}",
                f"{summary.means['singles']:,.0f}",
                f"{summary.shortest['singles']:.0f}",
            )
        print(f"| {' | '.join(row)} |", flush=True)
    (ROOT / "docs" / "solver-contest.svg").write_text(contest(curves, count, SECONDS))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
