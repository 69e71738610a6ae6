"""Check a solver: how many deals it solves, whether its moves are legal, how fast it is, how long its solutions are.

The program runs once per deal. It gets the board on standard input, in columns as fc-solve reads them, and prints its
moves in any notation that freecell check reads; all other lines must begin with #. If it finds no solution, it prints
no moves. {} in COMMAND is replaced by the deal number. The command isn't run by a shell; for a pipe, use sh -c '...'.

Lengths are compared with the shortest known solutions of the same deals (see freecell facts).

exit codes: 0 every deal that can be won was solved; 3 moves were wrong, a deal was not solved, or the program crashed;
4 the program only ran out of time; 2 it could not be run

examples:
  freecell judge solver "fc-solve -m -snx -" --deals 1..100
  freecell judge solver "fc-solve -m -snx -" --deals 1..20 --cpu-seconds 10 --output times.svg
  freecell judge solver "sh -c 'freecell solve -'" --deals 1..5 --format rows --json
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from freecell.cli._numbers import positive, read_range, whole
from freecell.cli._progress import Progress
from freecell.cli._signals import stopping
from freecell.cli._solving import add_threads_argument
from freecell.cli.judge._command import add_command_argument, words_of
from freecell.errors import FreecellError, printable, quoted
from freecell.judging.solvers import SECONDS, Attempt, Summary, judge_solver, summed_up, time_limit

_SHOWN = 5  # attempts of each outcome


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_command_argument(parser, "'./solver'")
    parser.add_argument(
        "--deals", nargs="+", default=["1..100"], metavar="NUMBER", help="deal numbers, or ranges (default: 1..100)"
    )
    parser.add_argument(
        "--seconds",
        type=positive,
        metavar="S",
        help=f"maximum time per deal (default: {SECONDS:g}, or 20 times --cpu-seconds)",
    )
    parser.add_argument(
        "--cpu-seconds",
        type=whole(1, 10**6),
        metavar="N",
        help="maximum CPU time per deal for each process of the program; waiting for a busy machine doesn't count",
    )
    parser.add_argument("--cells", type=whole(0, 7), default=4, metavar="N", help="how many free cells (default: 4)")
    parser.add_argument(
        "-f",
        "--format",
        choices=("columns", "rows", "json"),
        default="columns",
        help="the format of the boards (default: columns)",
    )
    add_threads_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, one object per deal, then a summary")
    parser.add_argument("-o", "--output", metavar="FILE", help="write a chart of the times to this .svg file")


def run(arguments: argparse.Namespace) -> int:
    words, seconds = words_of(arguments.command), time_limit(arguments.seconds, arguments.cpu_seconds)
    if arguments.output and not arguments.output.lower().endswith(".svg"):
        raise FreecellError(f"--output must end in .svg (got {quoted(arguments.output)})")
    ranges = [read_range(text) for text in arguments.deals]
    attempts = judge_solver(
        words,
        chain.from_iterable(ranges),
        seconds=seconds,
        cpu_seconds=arguments.cpu_seconds,
        format=arguments.format,
        cells=arguments.cells,
        threads=arguments.threads,
    )
    shown: list[Attempt] = []
    with stopping(), Progress("Judging", sum(map(len, ranges))) as advance:
        summary = summed_up(_seen(attempts, arguments, shown, advance), arguments.cells)
    if arguments.json:
        print(json.dumps({"command": words, **summary.to_dict()}))
    else:
        print("\n".join(_lines(summary, shown)))
    if arguments.output:
        from freecell.atomic import replacing
        from freecell.judging.contest import contest

        with replacing(Path(arguments.output)) as file:
            file.write(contest({Path(words[0]).name: summary.seconds}, summary.total, seconds).encode())
    counts = summary.counts
    if counts["wrong"] or counts["crashed"] or counts["unsolved"] > summary.impossible:
        return 3
    return 4 if counts["timed out"] else 0


def _seen(
    attempts: Iterator[Attempt], arguments: argparse.Namespace, shown: list[Attempt], advance: Progress
) -> Iterator[Attempt]:
    """Yield the attempts. Meanwhile, print them, or keep those to be shown at the end."""
    for attempt in attempts:
        if arguments.json:
            print(json.dumps(attempt.to_dict()))
        elif attempt.reason and sum(other.outcome == attempt.outcome for other in shown) < _SHOWN:
            shown.append(attempt)
        advance(1)
        yield attempt


def _lines(summary: Summary, shown: list[Attempt]) -> Iterator[str]:
    for outcome, count in summary.counts.items():
        if count or outcome == "solved":
            note = (
                f" ({summary.impossible} of them can't be won)" if outcome == "unsolved" and summary.impossible else ""
            )
            yield f"{outcome:10}{count:6} of {summary.total}{note}"
            for attempt in shown:
                if attempt.outcome == outcome:
                    yield f"  deal {attempt.deal}: {printable(attempt.reason or '')}"
    if summary.means:
        yield ""
        yield f"{'on average':14}{'its own':>8}{'shortest known':>17}"
        for name, mean in summary.means.items():
            known = f"{summary.shortest[name]:.1f}" if name in summary.shortest else ""
            yield f"{name.replace('_', ' '):14}{mean:8.1f}{known:>17}".rstrip()
        times = summary.seconds
        yield ""
        yield (
            f"seconds per solved deal: {sum(times) / len(times):.3f} mean, "
            f"{times[len(times) // 2]:.3f} median, {times[-1]:.3f} maximum"
        )
