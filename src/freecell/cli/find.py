"""Find the deal numbers of a board, or of six or more of its first cards.

The cards are arguments, or in a file or on standard input in any format; ?? is an unknown card. With several boards,
there is one line per board. If no deal has the cards, every renaming of the suits is tried, because some programs use
other names.

--numbering finds the numbers of other programs, which need the first 16 cards: pysolfc, pysol, xfreecell, rank (the
number of a board among all boards), or all of these and Microsoft's.

exit codes: 0 found (for every board); 3 not found

examples:
  freecell find 7D AD 5C 3S 5S 8C 2D AH
  freecell find board.txt
  freecell deal 617 --format columns | freecell find
  freecell find 7♦ A♦ 5♣ 3♠ ?? ?? ?? ?? 10♦ 7♠ Q♦ A♣ --json
  freecell find 7D AD 5C 3S 5S 8C 2D AH --explain
  freecell find board.txt --numbering all
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from typing import Any

from freecell.cli._boards import explained, named, open_input, with_several
from freecell.cli._progress import Progress
from freecell.cli._streams import as_text, complain
from freecell.dealing import LAST
from freecell.entries import in_block
from freecell.errors import FindError, FreecellError, quoted
from freecell.finding import FEWEST, Renamed, find, find_renamed
from freecell.finding.known import Known, known_cards
from freecell.formats import texts
from freecell.formats.blocks import blocks
from freecell.formats.lines import UNKNOWN, is_code
from freecell.numbering import MICROSOFT, NAMES

NOT_FOUND = 3  # the exit code


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "cards", nargs="*", metavar="CARD", help="cards in dealt order, or a file (default: standard input)"
    )
    parser.add_argument(
        "--numbering",
        metavar="NAME",
        default="microsoft",
        help="pysolfc, pysol, xfreecell, rank, or all (default: microsoft)",
    )
    parser.add_argument("--explain", action="store_true", help="print how the cards lead back to the number")
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")


def run(arguments: argparse.Namespace) -> int:
    _check_numbering(arguments)
    words = arguments.cards
    if len(words) > 1 or (words and (len(words[0].split()) > 1 or words[0] == UNKNOWN or is_code(words[0]))):
        return _find(known_cards(as_text(" ".join(words))), {}, arguments, several=False)
    name = words[0] if words else "-"
    code = place = 0
    for place, (known, several) in enumerate(with_several(_boards(name)), 1):
        keys = {"file": name, "entry": place} if several else {}
        code = max(code, _find(known, keys, arguments, several=several))
    if not place:
        raise FindError(f"there are no cards in {named(name)}")
    return code


def _find(known: Known, keys: dict[str, Any], arguments: argparse.Namespace, *, several: bool) -> int:
    """Print the deal numbers: one per line, or all on one line if there are several boards."""
    if arguments.numbering != MICROSOFT:
        return _find_others(known, keys, arguments, several=several)
    if arguments.explain:
        from freecell.explaining import find_steps  # which imports NumPy

        steps = find_steps(known)
    with _Scan() as advance:
        numbers = find(known, advance=advance)
    renamed: list[Renamed] = []
    tried = "even with renamed suits"
    if not numbers:
        try:
            renamed = find_renamed(known)
        except FindError as error:
            tried = f"with these suits; renamed suits were not tried: {error}"
    if arguments.explain and arguments.json:
        keys = {**keys, "explanation": steps.to_dict()}
    elif arguments.explain:
        from freecell.cli._explaining import explained_find

        print(f"{explained_find(steps)}\n")
    if arguments.json:
        print(json.dumps({**keys, "deals": numbers, "renamed": [deal.to_dict() for deal in renamed]}))
    elif numbers or renamed:
        print(*numbers, *renamed, sep=" " if several else "\n")
    else:
        print(f"no numbered deal has these cards, {tried}")
    return 0 if numbers or renamed else NOT_FOUND


def _check_numbering(arguments: argparse.Namespace) -> None:
    if arguments.numbering not in (*NAMES, "all"):
        raise FreecellError(
            f"unknown numbering {quoted(arguments.numbering)}: expected one of {', '.join(NAMES)}, or all"
        )
    if arguments.explain and arguments.numbering != MICROSOFT:
        raise FreecellError("--explain and --numbering exclude each other: leave out one of them")


def _find_others(known: Known, keys: dict[str, Any], arguments: argparse.Namespace, *, several: bool) -> int:
    """Print the numbers in one or all numberings, with the name of each if all are asked for."""
    every = arguments.numbering == "all"
    found: dict[str, list[int]] = {}
    for name in NAMES if every else (arguments.numbering,):
        try:
            found[name] = find(known, numbering=name)
        except FindError as error:
            if not every:
                raise
            complain(f"{error}")
    if arguments.json:
        print(json.dumps({**keys, "numbers": found}))
    elif any(found.values()):
        words = [f"{name} {number}" if every else number for name, numbers in found.items() for number in numbers]
        print(*words, sep=(", " if every else " ") if several else "\n")
    else:
        names = "none of the numberings" if every else arguments.numbering
        print(f"{names} has a number for these cards" if every else f"{names} has no number for these cards")
    return 0 if any(found.values()) else NOT_FOUND


def _boards(name: str) -> Iterator[Known]:
    """The known cards of each board in a file, or on standard input with `-`."""
    if name != "-" and not os.path.exists(name):
        raise FreecellError(f"there is no file {quoted(name)}; to search by cards, give {FEWEST} or more")
    with open_input(name, "a board, or the first cards of one,", "a file with a board, or -") as file:
        for block in blocks(explained(name, texts.lines_of(file))):
            if block.is_json:
                yield from (known_cards(entry.start) for entry in in_block(block))
            else:
                yield known_cards(block.text)


class _Scan(Progress):
    """The bar for scanning every deal. After the first block, it prints an estimate of the time."""

    def __init__(self) -> None:
        super().__init__("Scanning every deal", LAST)

    def __call__(self, more: int) -> None:
        if self._done == 0:
            took = (time.monotonic() - self._start) * LAST / more
            complain(
                "the first two cards are unknown, so every deal is scanned, which takes about "
                f"{_duration(took)} (Ctrl-C stops)"
            )
        super().__call__(more)


def _duration(seconds: float) -> str:
    """A time in words, in the largest unit that gives more than one."""
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{max(seconds, 1):.0f} seconds"
