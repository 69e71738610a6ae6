"""Find the numbers of the deals that have these cards: a board, or just its first six cards or more.

The cards are arguments, or in a file, or on standard input, in rows, columns or
JSON; ?? is a card not known. If no deal has them, the suits are renamed in every
other way, as some programs do.

exit code: 0 if a deal was found, 3 if none was

examples:
  freecell find 7D AD 5C 3S 5S 8C 2D AH
  freecell find board.txt
  freecell deal 617 --format columns | freecell find
  freecell find 7♦ A♦ 5♣ 3♠ ?? ?? ?? ?? 10♦ 7♠ Q♦ A♣ --json
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from freecell.cli._progress import Progress
from freecell.deals import LAST
from freecell.errors import FindError, FreecellError
from freecell.finding import FEWEST, Renamed, find, find_renamed
from freecell.finding.known import UNKNOWN, known_cards

_MOST = 100_000  # bytes to read: a board has a few hundred

NOT_FOUND = 3  # the exit code


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "cards", nargs="*", metavar="CARD", help="cards in dealt order, or one file; standard input if there is none"
    )
    parser.add_argument("--json", action="store_true", help="print an object with the numbers, for programs")


def run(arguments: argparse.Namespace) -> int:
    known = known_cards(_text(arguments.cards))
    with _Scan() as advance:
        numbers = find(known, advance=advance)
    renamed: list[Renamed] = []
    tried = "under any naming of the suits"
    if not numbers:
        try:
            renamed = find_renamed(known)
        except FindError as error:
            tried = f"under this naming of the suits; others were not tried: {error}"
    if arguments.json:
        print(json.dumps({"deals": numbers, "renamed": [_to_dict(deal) for deal in renamed]}))
    elif numbers or renamed:
        print(*numbers, *renamed, sep="\n")
    else:
        print(f"no numbered deal has these cards, {tried}")
    return 0 if numbers or renamed else NOT_FOUND


class _Scan(Progress):
    """The bar for looking at every deal. The first block tells how long it will take, and that is said at once."""

    def __init__(self) -> None:
        super().__init__("Looking at every deal", LAST)

    def __call__(self, more: int) -> None:
        if self._done == 0:
            took = (time.monotonic() - self._start) * LAST / more
            print(
                "freecell: the first two cards are not known, so every deal is looked at, which takes about "
                f"{_duration(took)} (Ctrl-C stops)",
                file=sys.stderr,
            )
        super().__call__(more)


def _duration(seconds: float) -> str:
    """A time in words, in the largest unit that there is more than one of."""
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{max(seconds, 1):.0f} seconds"


def _to_dict(deal: Renamed) -> dict[str, object]:
    suits = {old: str(new) for old, new in zip("CDHS", deal.suits, strict=True)}
    return {"deal": deal.number, "suits": suits, "text": str(deal)}


def _text(words: list[str]) -> str:
    """What there is to look for: the arguments themselves, or the text of a file or of standard input."""
    if words in ([], ["-"]):
        return _decoded(sys.stdin.buffer.read(_MOST)) if sys.stdin is not None else ""
    if len(words) > 1 or len(words[0].split()) > 1 or words[0] == UNKNOWN:
        return " ".join(words)
    try:
        with Path(words[0]).open("rb") as file:
            return _decoded(file.read(_MOST))
    except FileNotFoundError:
        raise FreecellError(
            f"there is no file {words[0]!r}; to find a deal by its first cards, give {FEWEST} or more"
        ) from None
    except OSError as error:
        raise FreecellError(f"can't read {words[0]!r}: {error.strerror}") from None


def _decoded(text: bytes) -> str:
    """What is no text becomes signs that are no cards, and is complained of as such."""
    return text.decode("utf-8-sig", "replace")
