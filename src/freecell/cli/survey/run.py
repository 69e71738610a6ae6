"""Solve a range of deals, up to billions of them, into a table: a folder of Parquet files.

The deals are solved in blocks, and each block becomes a file. If anything stops the run (Ctrl-C, a kill, a full disk),
the same command resumes it. It first checks the finished files and recomputes damaged ones. Unfinished blocks
start over, so use small blocks for slow searches, such as --block 32.

columns:
  deal, cells, verdict           always
  turns, singles                 lengths of the solution; the minimum only with --goal shortest
  steps, cards_moved             other lengths of the solution
  lower_bound, is_shortest       with --goal shortest: the proven lower bound, and whether the solution reaches it
  notation                       the solution, which takes most of the space
  positions, microseconds        how many positions were searched, and how long it took
  difficulty                     a score from 0 to 100, only if you list it in --columns. It takes far longer than a
                                 fast solution; freecell facts shows it for deals 1 to 32,000
  depth, board                   with --positions: the number of moves played, and the resulting position

examples:
  freecell survey run 1..1000000 --output million/
  freecell survey run 1..32000 --cells 0..4 --columns verdict --output cells/
  freecell survey run numbers.txt --goal short --beam-width 1000 --output short/
  freecell survey run 1..2147483647 --columns verdict --output s3://bucket/all --scheduler tcp://10.0.0.1:8786
  freecell survey run 1..1000000 --positions weak --output labelled/
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterator

from freecell.budgets import MOST_POSITIONS, SURVEY_POSITIONS
from freecell.cli._boards import explained, named, open_input
from freecell.cli._numbers import is_number_or_range, read_range, whole
from freecell.cli._solving import add_goal_arguments, add_limit_arguments, check_goal_arguments
from freecell.cli._space import in_words
from freecell.cli._survey_progress import add_worker_arguments, check_worker_arguments, warn_about
from freecell.engine import PLAYERS
from freecell.errors import FreecellError, quoted
from freecell.formats import texts

TYPE_CHECKING = False  # as in typing, which takes too long to import
if TYPE_CHECKING:
    from freecell.survey import Done, Spec


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "numbers",
        nargs="+",
        metavar="NUMBER",
        help="a deal number, a range such as 1..1000000, a file of numbers and ranges, or - for standard input",
    )
    parser.add_argument(
        "-o", "--output", metavar="FOLDER", required=True, help="the survey: a folder, or an address such as s3://..."
    )
    add_goal_arguments(parser, " (default: 256)")
    parser.add_argument(
        "--cells",
        type=_cells,
        default=(4,),
        metavar="N",
        help="the number of free cells, 0 to 7, or several: 0..4, or 2,3 (default: 4)",
    )
    parser.add_argument(
        "--columns",
        metavar="NAMES",
        help="the columns to store, such as turns,difficulty (default: all but difficulty)",
    )
    parser.add_argument(
        "--positions",
        choices=PLAYERS,
        help="survey one mid-game position per deal instead of the deal itself, reached by a simulated player: good, "
        f"weak, or random (default then: --max-positions {SURVEY_POSITIONS}, and no notation)",
    )
    add_limit_arguments(parser, "deal")
    parser.add_argument("--block", type=whole(1, 2**22), metavar="DEALS", help="the number of deals per file")
    parser.add_argument(
        "--no-verify", action="store_true", help="trust finished files: check only that they are complete"
    )
    add_worker_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print JSON at the end")


def run(arguments: argparse.Namespace) -> int:
    check_goal_arguments(arguments)
    check_worker_arguments(arguments)
    from freecell import survey
    from freecell.cli._survey_progress import SurveyProgress

    spec = _spec(arguments)
    start = time.monotonic()
    with SurveyProgress() as progress:
        done = survey.run(
            arguments.output,
            spec,
            block_size=arguments.block,
            threads=arguments.threads,
            scheduler=arguments.scheduler,
            quick=arguments.no_verify,
            check=progress.check,
            begin=progress.begin,
            advance=progress.advance,
            warn=warn_about(arguments.output),
        )
    _print_summary(arguments, done, time.monotonic() - start)
    return 0


def _spec(arguments: argparse.Namespace) -> Spec:
    from freecell.engine import Search
    from freecell.survey import Numbers, Spec
    from freecell.survey.spec import COLUMNS, OF_SHORTEST

    columns = COLUMNS if arguments.columns is None else tuple(re.split(r"[, ]+", arguments.columns.strip()))
    limit = arguments.max_positions
    if arguments.positions is not None:
        if arguments.columns is None:
            columns = tuple(name for name in COLUMNS if name != "notation" and name not in OF_SHORTEST)
        if limit == MOST_POSITIONS and arguments.goal == "fast":
            limit = SURVEY_POSITIONS
    search = Search(
        arguments.goal,
        max_positions=limit,
        seconds=arguments.seconds,
        beam_width=arguments.beam_width,
        metric=arguments.metric or "turns",
        memory=arguments.memory,
    )
    numbers = Numbers(_ranges(arguments.numbers))
    return Spec(numbers, search, cells=arguments.cells, columns=columns, player=arguments.positions)


def _ranges(given: list[str]) -> Iterator[range]:
    """The given numbers and ranges, and those in files, in which commas may separate them."""
    for word in given:
        if is_number_or_range(word):
            yield read_range(word)
            continue
        with open_input(word, "deal numbers", "a deal number, a range such as 1..1000, a file of them, or -") as file:
            for line in explained(word, texts.lines_of(file)):
                for number in line.partition("#")[0].split():
                    if number == ",":
                        continue
                    try:
                        yield read_range(number.removesuffix(","))
                    except FreecellError as error:
                        raise type(error)(f"{named(word)}: {error}") from None


def _cells(text: str) -> tuple[int, ...]:
    """Parse the numbers of cells: 4, 0..7 or 2,4."""
    found: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"([0-7])(?:\.\.([0-7]))?", part.strip())
        if match is None or (match[2] or match[1]) < match[1]:
            raise argparse.ArgumentTypeError(f"must be 0 to 7, or several such as 0..4 or 2,3 (got {quoted(text)})")
        found.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return tuple(sorted(found))


def _print_summary(arguments: argparse.Namespace, done: Done, took: float) -> None:
    from freecell import survey

    there = survey.open(arguments.output)
    rows, size, new = sum(done.tally), there.size, sum(done.tally) - done.before
    if arguments.json:
        counts = {"deals": rows, **done.tally._asdict(), "new": new, "seconds": round(took, 3)}
        print(json.dumps({**counts, "files": len(there.parts), "bytes": size}))
        return
    print(f"{arguments.output}: {done}")
    files = f"{len(there.parts)} file{'s' * (len(there.parts) != 1)}"
    print(f"{files}, {in_words(size)}, {size / rows:.3g} bytes per deal")
    if done.before:
        print(f"{done.before} deals were already done")
    if new:
        print(f"{new} deals in {took:.1f} seconds, {new / took:.0f} per second")
