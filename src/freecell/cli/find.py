"""Find the deal numbers of a board, or of six or more of its first cards.

Give the cards as arguments, or boards in any format in files or on standard input; ?? is an unknown card. Given several
boards, the command prints one line per board. If no deal has the cards, every renaming of the suits is tried, because
some programs name the suits differently.

--numbering finds the deal number in another program (pysolfc, pysol or xfreecell), the position of the board among all
possible boards (rank), or all of these and Microsoft's. At least the first 16 cards must be known, and for rank all 52.

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
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from freecell.board import COLUMNS, Board
from freecell.cli._boards import explained, named, numbered, open_input, with_several
from freecell.cli._numbers import is_number_or_range
from freecell.cli._progress import Progress
from freecell.cli._streams import as_text, complain
from freecell.dealing import LAST, deal
from freecell.entries import in_block
from freecell.errors import FindError, FreecellError, quoted
from freecell.finding import FEWEST, Renamed, find, find_renamed
from freecell.finding.known import Known, known_cards
from freecell.formats import texts
from freecell.formats.blocks import blocks
from freecell.formats.lines import UNKNOWN, is_code
from freecell.numbering import MICROSOFT, NAMES

NOT_FOUND = 3  # the exit code
_LONGEST_CARD = 4  # characters in a card: 10, a suit symbol, and a character that makes it an emoji


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "cards",
        nargs="*",
        metavar="CARD",
        help="cards in the order dealt, files with boards, or - for standard input (the default)",
    )
    parser.add_argument(
        "--numbering",
        choices=(*NAMES, "all"),
        metavar="NAME",
        default="microsoft",
        help="which numbering to use: microsoft (default), pysolfc, pysol or xfreecell; rank, the position of the "
        "board among all possible boards; or all",
    )
    parser.add_argument("--explain", action="store_true", help="print how the cards lead back to the number")
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")


def run(arguments: argparse.Namespace) -> int:
    _check_numbering(arguments)
    words = arguments.cards or ["-"]
    is_files = len(words) > 1 and any(len(word) > _LONGEST_CARD and os.path.isfile(word) for word in words)
    is_files = is_files or all(word == "-" or os.path.isfile(word) for word in words)
    is_cards = len(words) > 1 or len(words[0].split()) > 1 or words[0] == UNKNOWN or is_code(words[0])
    if is_cards and not is_files:
        return _find(known_cards(as_text(" ".join(words))), {}, arguments, several=False)
    boards = chain.from_iterable(map(_boards, words))
    return max(_find(known, keys, arguments, several=several) for (keys, known), several in with_several(boards))


def _find(known: Known, keys: dict[str, Any], arguments: argparse.Namespace, *, several: bool) -> int:
    """Print the deal numbers: one per line, or all on one line if there are several boards."""
    if arguments.numbering != MICROSOFT:
        return _find_others(known, keys, arguments, several=several)
    if arguments.explain:
        from freecell.explaining import find_steps  # this imports NumPy

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
        board = _board(known, numbers)
        found = {"deals": numbers, "renamed": [one.to_dict() for one in renamed]}
        print(json.dumps({**keys, **found, "board": None if board is None else board.to_dict()}))
    elif numbers or renamed:
        print(*numbers, *renamed, sep=" " if several else "\n")
    else:
        print(f"no numbered deal has these cards, {tried}")
    return 0 if numbers or renamed else NOT_FOUND


def _check_numbering(arguments: argparse.Namespace) -> None:
    if arguments.explain and arguments.numbering != MICROSOFT:
        raise FreecellError("--explain and --numbering can't be used together: leave out one of them")


def _find_others(known: Known, keys: dict[str, Any], arguments: argparse.Namespace, *, several: bool) -> int:
    """Print the numbers in one numbering, or in all of them with the name of each."""
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
        board = _board(known, found.get(MICROSOFT, []))
        print(json.dumps({**keys, "numbers": found, "board": None if board is None else board.to_dict()}))
    elif any(found.values()):
        words = [f"{name} {number}" if every else number for name, numbers in found.items() for number in numbers]
        print(*words, sep=(", " if every else " ") if several else "\n")
    else:
        names = "none of the numberings" if every else arguments.numbering
        print(f"{names} has a number for these cards" if every else f"{names} has no number for these cards")
    return 0 if any(found.values()) else NOT_FOUND


def _board(known: Known, numbers: list[int]) -> Board | None:
    """The board, if all of its cards are known."""
    cards = [card for card in known if card is not None]
    if len(cards) < len(known):
        return None
    return deal(numbers[0]) if numbers else Board([cards[column::COLUMNS] for column in range(COLUMNS)])


def _boards(name: str) -> Iterator[tuple[dict[str, Any], Known]]:
    """The known cards of each board in a file, with the keys that identify it in JSON."""
    if name != "-" and not os.path.exists(name):
        if is_number_or_range(name):
            raise FreecellError(f"expected cards, not a deal number; freecell deal {name} prints the cards")
        raise FreecellError(f"file not found: {quoted(name)}; to search by cards, give {FEWEST} or more")
    place = 0
    with open_input(name, "a board, or the first cards of one,", "a file with a board, or -") as file:
        for place, known in numbered(name, _known(explained(name, texts.lines_of(file)))):
            yield {"file": name, "entry": place}, known
    if not place:
        raise FindError(f"no cards found in {named(name)}")


def _known(lines: Iterable[str]) -> Iterator[Known]:
    for block in blocks(lines):
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
    """A time in words, in the largest unit of which it has more than one."""
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{max(seconds, 1):.0f} seconds"
