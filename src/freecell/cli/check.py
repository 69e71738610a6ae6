"""Check whether solutions win, and print their lengths, or the first wrong move with the reason and the position.

Each BOARD is checked with the moves from --moves, or with its own moves if it is a saved game or the output of
`freecell solve`. A file with many solutions has one per line, each after its deal number: 617 26 7a 3h ... If there are
several solutions, only those that don't win are listed, and with --json, `board` and `notation` are null.

Moves may be standard notation (26 7a 3h), the output of `fc-solve -m -snx` or `fc-solve -p -t -sam`, a line of
macroxue's catalogue (617:4r462r27...), or a plan in PDDL. All combinations of rules and dialects are tried until one
wins, except those that --room, --autoplay and --dialect rule out.

examples:
  freecell check 617 --moves solution.txt
  freecell deal 617 -f columns | fc-solve -m -snx - | freecell check 617 --moves -
  freecell check board.txt --moves solution.txt --json
  freecell solve 617 | freecell check
  freecell solve 1..100 --json | freecell check
  freecell check solutions.txt

exit codes: 0 the solution wins (or all solutions do); 3 a solution doesn't win; 2 the input can't be read
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Any

from freecell.checking import Report
from freecell.cli._boards import (
    BOARDS_HELP,
    Given,
    explained,
    is_stream,
    named,
    open_file,
    open_input,
    read_boards,
    with_several,
)
from freecell.cli._checking import (
    Item,
    check_items,
    is_printed,
    kind_of,
    line_items,
    printed_solution,
    read_solution,
    solution_of_entry,
    with_start,
)
from freecell.cli._formats import add_color_argument
from freecell.cli._numbers import is_number_or_range
from freecell.cli._rules import add_moves_argument, add_rule_arguments, described
from freecell.cli._solving import add_threads_argument
from freecell.cli._streams import write_styled
from freecell.errors import FreecellError, printable, quoted
from freecell.formats import texts

DOES_NOT_WIN = 3
_FIRST_LINES = 20  # lines of a file, one of which shows what the file contains
_MOST_LINES = 100_000  # characters in one solution with all its boards


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "boards", nargs="*", metavar="BOARD", help=f"{BOARDS_HELP} (the default); or files of solutions"
    )
    add_moves_argument(parser, "the solution")
    add_rule_arguments(parser)
    add_threads_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")
    add_color_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    arguments.boards = arguments.boards or ["-"]
    reading = {name: getattr(arguments, name) for name in ("cells", "room", "autoplay", "dialect")}
    found = with_several(_items(arguments))
    first = next(found, None)
    if first is None:
        names = ", ".join(map(named, arguments.boards[:3]))
        raise FreecellError(f"no solution found in {names}: expected lines such as '617 26 7a 3h'")
    item, several = first
    if several:
        return _check_many(chain([item], (item for item, _ in found)), reading, arguments)
    if item.solution is None:
        raise FreecellError(item.wrong)
    return _report(item.keys.get("deal", item.solution.deal), item.solution.check(**reading), arguments)


def _items(arguments: argparse.Namespace) -> Iterator[Item]:
    """The given solutions, one at a time."""
    if arguments.moves is not None:
        for given in read_boards(arguments.boards, arguments.moves):
            yield _item(given, arguments.moves, arguments)
        return
    for word in arguments.boards:
        if os.path.isfile(word) and not is_number_or_range(word) and _kind(word) == "moves":
            raise FreecellError(f"{quoted(word)} contains moves but no deal. Did you mean --moves {printable(word)}?")
    for word in arguments.boards:
        if is_number_or_range(word):
            for given in read_boards([word]):
                yield _item(given, "-", arguments)
        else:
            yield from _items_in(word, arguments)


def _item(given: Given, moves: str, arguments: argparse.Namespace) -> Item:
    """A board with the moves from --moves."""
    solution = with_start(read_solution(moves, given.entry, arguments.boards), given.entry)
    return Item(given.label, given.keys, solution)


def _items_in(word: str, arguments: argparse.Namespace) -> Iterator[Item]:
    """The solutions in a file: printed ones, one per line, or boards with or without moves."""
    with open_input(word, "solutions", "a deal number, a file with solutions or boards, or -") as file:
        lines = explained(word, texts.lines_of(file, strict=False))
        first = list(islice(lines, _FIRST_LINES))
        kind, lines = kind_of(first), chain(first, lines)
        if kind == "printed":
            yield from _printed(line for line in lines if line.strip())
            return
        if kind == "lines":
            yield from line_items("" if len(arguments.boards) == 1 else printable(word), lines)
            return
        if word == "-" or is_stream(word):
            if any(map(str.strip, first)):
                raise FreecellError(
                    f"expected solutions with deal numbers, such as '617 26 7a 3h', in {named(word)}, "
                    f"got {quoted(first[0])}; "
                    "for moves alone, use freecell check 617 --moves -"
                )
            return
    for given in read_boards([word]):
        entry = given.entry
        if entry.game is None and entry.moves is None:
            yield _item(given, "-", arguments)
        else:
            yield Item(given.label, given.keys, solution_of_entry(entry))


def _kind(name: str) -> str:
    with open_file(name) as file:
        return kind_of(islice(explained(name, texts.lines_of(file, strict=False)), _FIRST_LINES))


def _printed(lines: Iterator[str]) -> Iterator[Item]:
    """The solutions that `freecell solve` printed, one after the other."""
    first = next(lines, None)
    while first is not None:
        one, following = [first], None
        for line in lines:
            if is_printed(line):
                following = line
                break
            if len(one) < _MOST_LINES:
                one.append(line)
        name = first.removeprefix("# ").partition(":")[0]
        try:
            yield Item(name, {}, printed_solution(one))
        except FreecellError as error:
            yield Item(name, {}, None, str(error))
        first = following


def _report(number: int | None, report: Report, arguments: argparse.Namespace) -> int:
    """Print the report about one solution."""
    from freecell.drawing.terminal import has_color, has_signs, table

    game, wins = report.game, report.wins
    if arguments.json:
        print(json.dumps({**report.to_dict(), "deal": number}))
        return 0 if wins else DOES_NOT_WIN
    rules = game.rules
    print(f"{'this board' if number is None else f'deal {number}'}: {'wins' if wins else 'does not win'}")
    if not wins:
        print(report.reason)
    print(f"{game.cards_moved} cards moved, {game.singles} singles, {game.steps} steps, {game.turns} turns")
    read_as = "a plan in PDDL" if report.dialect == "pddl" else f"{report.dialect} notation"
    print(f"read as {read_as}, {described(rules)}")
    if not wins:
        out = sys.stdout
        text = table(game.board, rules.cells, color=has_color(out, arguments.color), signs=has_signs(out))
        write_styled(f"\n{text}\n", out)
    return 0 if wins else DOES_NOT_WIN


def _check_many(items: Iterable[Item], reading: dict[str, Any], arguments: argparse.Namespace) -> int:
    from freecell.cli._progress import Progress
    from freecell.game import LENGTHS

    # On a terminal, the bar captures standard output to print above itself. Files are written directly.
    out = None if sys.stdout.isatty() else sys.stdout
    total, winning, lengths = 0, 0, dict.fromkeys(LENGTHS, 0)
    with Progress("Checking", _count(arguments)) as advance:
        for item, result in check_items(items, arguments.threads, **reading):
            total += 1
            if result["wins"]:
                winning += 1
                for length in LENGTHS:
                    lengths[length] += result[length]
            if arguments.json:
                print(json.dumps({**item.keys, **result, **item.keys}), file=out)
            elif not result["wins"]:
                print(f"{item.name}: {result['reason']}", file=out)
            advance(1)
    if not arguments.json:
        lost = total - winning
        print(f"{total} solutions: {winning} win{'s' * (winning == 1)}, {lost} do{'es' * (lost == 1)} not")
        if winning:
            averages = (f"{lengths[length] / winning:.1f} {length.replace('_', ' ')}" for length in LENGTHS)
            print("on average", ", ".join(averages))
    return 0 if winning == total else DOES_NOT_WIN


def _count(arguments: argparse.Namespace) -> int | None:
    """The number of lines in a file, if it can be read twice."""
    (name, *others) = arguments.boards
    if others or arguments.moves is not None or not os.path.isfile(name):
        return None
    with open_file(name) as file:
        return sum(block.count(b"\n") for block in iter(partial(file.read, 2**20), b""))
