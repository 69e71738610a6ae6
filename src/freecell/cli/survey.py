"""Solve a range of deals, millions of them, and keep what is found as a table: a folder of Parquet files.

Work goes in blocks, and each becomes a file. Whatever stops it (Ctrl-C, a kill, a full disk), the same command goes on
where it was. What is there is read first, and a file that is damaged is made again; a survey that is done is left as it
is. `freecell ask` and `freecell report` tell what is in it. --verify reads all of a survey and mends what is damaged,
without solving more: its exit code is 0 if all was well, and 3 if something was damaged and is well now.

columns:
  deal, cells, verdict           are always there
  turns, steps, cards, singles   the lengths of the solution
  lower_bound, shortest             of --goal shortest: what any solution has at least, and whether this one is proven
  notation                       the solution itself: nine tenths of the whole size
  positions, microseconds        how many were searched, and how long it took
  difficulty                     only if it is named: a score from 0 to 100
  depth, board                   of --positions: after how many moves, and the position that all else is about

examples:
  freecell survey 1..1000000 --output million/
  freecell survey 1..32000 --cells 0..4 --columns verdict --output cells/
  freecell survey --deals numbers.txt --goal short --width 1000 --output short/
  freecell survey 1..2147483647 --columns verdict --output s3://bucket/all --scheduler tcp://10.0.0.1:8786
  freecell survey 1..1000000 --positions weak --output labelled/
  freecell survey --verify million/
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Iterator

from freecell.cli._boards import explained, open_input
from freecell.cli._numbers import read_range, read_whole
from freecell.cli._solving import add_goal_arguments, add_limit_arguments, check_goal_arguments
from freecell.cli._streams import complain
from freecell.engine import MOST_POSITIONS, PLAYERS
from freecell.errors import FreecellError, quoted
from freecell.formats import texts

TYPE_CHECKING = False  # as typing has it, which takes too long to import
if TYPE_CHECKING:
    from freecell.survey import Done, Spec, Verified

POSITIONS_LIMIT = 1000
"""How many positions an exact search looks at to label a position: one in fifty stays undecided."""

_WITH_VERIFY = ("verify", "threads", "scheduler", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("numbers", nargs="*", metavar="NUMBER", help="a deal number, or a range such as 1..1000000")
    parser.add_argument("--deals", metavar="FILE", help="more of them, from a file (- for standard input)")
    parser.add_argument(
        "-o", "--output", metavar="FOLDER", help="where it is kept: a folder, or an address as s3://..."
    )
    parser.add_argument("--verify", metavar="FOLDER", help="read the survey there, and make again what is damaged")
    add_goal_arguments(parser, "; 256 if not given")
    parser.add_argument(
        "--cells", default="4", metavar="N", help="how many cells there are, 0 to 7; or several: 0..4, or 2,3"
    )
    parser.add_argument(
        "--columns", metavar="NAMES", help="what to keep, as in turns,difficulty; all but difficulty if not given"
    )
    parser.add_argument(
        "--positions",
        choices=PLAYERS,
        help="of each deal, not the deal itself but a position of a game: of a good player, of a weak one, or of one "
        f"who takes any move; to be quick, with --limit {POSITIONS_LIMIT} and without notation, if nothing is said",
    )
    add_limit_arguments(parser, "deal")
    parser.add_argument("--block", type=read_whole, metavar="DEALS", help="how many deals become a file")
    parser.add_argument("--quick", action="store_true", help="of the files that are there, read only the ends")
    parser.add_argument("--threads", type=read_whole, metavar="N", help="how many solve; as many as there are cores")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster that solves, such as tcp://host:8786")
    parser.add_argument("--json", action="store_true", help="an object instead of words, at the end")


def run(arguments: argparse.Namespace) -> int:
    check_goal_arguments(arguments)
    if arguments.scheduler is not None and arguments.threads is not None:
        raise FreecellError("--threads is for this machine: workers have their own, so leave out one of the two")
    if arguments.verify is not None:
        return _verify(arguments)
    if arguments.output is None:
        raise FreecellError("the following arguments are required: -o/--output (see freecell survey --help)")
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
            quick=arguments.quick,
            check=progress.check,
            begin=progress.begin,
            advance=progress.advance,
            warn=_warning(arguments.output),
        )
    _print_summary(arguments, done, time.monotonic() - start)
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    from freecell import survey
    from freecell.cli import parser_of
    from freecell.cli._survey_progress import SurveyProgress

    usual = parser_of("survey").parse_args(["--verify", arguments.verify])
    for name, value in vars(arguments).items():
        if value != getattr(usual, name) and name not in _WITH_VERIFY:
            raise FreecellError(f"--verify reads a survey that is there: leave out {_option(name)}")
    start = time.monotonic()
    with SurveyProgress() as progress:
        found = survey.verify(
            arguments.verify,
            threads=arguments.threads,
            scheduler=arguments.scheduler,
            check=progress.check,
            begin=progress.begin,
            advance=progress.advance,
            warn=_warning(arguments.verify),
        )
    _print_found(arguments, found, time.monotonic() - start)
    return 3 if found.damaged else 0


def _option(name: str) -> str:
    return {"numbers": "the numbers"}.get(name, f"--{name}")


def _warning(path: str) -> Callable[[str], None]:
    return lambda line: complain(f"{path}: {line}")


def _spec(arguments: argparse.Namespace) -> Spec:
    from freecell.engine import Search
    from freecell.survey import Numbers, Spec
    from freecell.survey.spec import COLUMNS, OF_SHORTEST

    if not arguments.numbers and arguments.deals is None:
        raise FreecellError("there is nothing to survey: give a range such as 1..1000000, or --deals FILE")
    named = {name: getattr(arguments, name) for name in ("goal", "seconds", "memory")}
    named |= {"max_positions": arguments.limit, "beam_width": arguments.width}
    columns = COLUMNS if arguments.columns is None else tuple(re.split(r"[, ]+", arguments.columns.strip()))
    if arguments.positions is not None:
        if arguments.columns is None:
            columns = tuple(name for name in COLUMNS if name != "notation" and name not in OF_SHORTEST)
        if named["max_positions"] == MOST_POSITIONS and arguments.goal == "fast":
            named["max_positions"] = POSITIONS_LIMIT
    return Spec(
        Numbers(map(read_range, _words(arguments))),
        Search(**named, metric=arguments.length or "turns"),
        cells=_cells(arguments.cells),
        columns=columns,
        player=arguments.positions,
    )


def _words(arguments: argparse.Namespace) -> Iterator[str]:
    """The numbers and ranges that are given, and those in the file; there a comma may follow each."""
    yield from arguments.numbers
    if arguments.deals is None:
        return
    with open_input(arguments.deals, "deal numbers", "a file of deal numbers, or -") as file:
        for line in explained(arguments.deals, texts.lines_of(file)):
            for word in line.partition("#")[0].split():
                if word != ",":
                    yield word.removesuffix(",")


def _cells(text: str) -> tuple[int, ...]:
    """The numbers of cells that an argument names: 4, 0..7 or 2,4."""
    found: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"([0-7])(?:\.\.([0-7]))?", part.strip())
        if match is None or (match[2] or match[1]) < match[1]:
            raise FreecellError(f"--cells {quoted(text)}: a number from 0 to 7 is right, or several, as in 0..4 or 2,3")
        found.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return tuple(sorted(found))


def _print_summary(arguments: argparse.Namespace, done: Done, took: float) -> None:
    from freecell import survey
    from freecell.cli._survey_progress import tally_words

    there = survey.open(arguments.output)
    rows, size, new = sum(done.tally), there.size, sum(done.tally) - done.before
    if arguments.json:
        counts = {"deals": rows, **done.tally._asdict(), "new": new, "seconds": round(took, 3)}
        print(json.dumps({**counts, "files": len(there.parts), "bytes": size}))
        return
    print(f"{arguments.output}: {rows} deals: {tally_words(done.tally)}")
    files = f"{len(there.parts)} file{'s' * (len(there.parts) != 1)}"
    print(f"{files}, {size / 1e6:.1f} MB, {size / rows:.3g} bytes a deal")
    if done.before:
        print(f"{done.before} deals were there already")
    if new:
        print(f"{new} deals in {took:.1f} seconds, {new / took:.0f} a second")


def _print_found(arguments: argparse.Namespace, found: Verified, took: float) -> None:
    from freecell import survey

    there = survey.open(arguments.verify)
    missing = found.plan.blocks - found.parts
    if arguments.json:
        counts = {"files": found.parts, "bytes": there.size, "missing": missing, "damaged": sorted(found.damaged)}
        print(json.dumps({**counts, "seconds": round(took, 3)}))
        return
    print(f"{arguments.verify}: {found.parts} of {found.plan.blocks} blocks are there, {there.size / 1e6:.1f} MB")
    names = ", ".join(sorted(found.damaged)[:4]) + (", ..." if len(found.damaged) > 4 else "")
    print(f"{len(found.damaged)} damaged and made again: {names}" if found.damaged else "all of it is whole")
