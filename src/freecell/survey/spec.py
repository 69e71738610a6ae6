"""The spec of a survey: the deals, the numbers of cells, the search, and the columns.

`plan` divides the work into blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from freecell.budgets import SURVEY_BEAM
from freecell.dealing import valid_deal
from freecell.engine import PLAYERS, Player, Search, SearchOptions
from freecell.errors import NumberError, NumberTypeError, SurveyError, quoted
from freecell.rules import Rules
from freecell.solving import search_for

if TYPE_CHECKING:
    from typing import Unpack

COLUMNS = (
    *("deal", "cells", "verdict", "turns", "steps", "cards_moved", "singles", "lower_bound", "is_shortest", "notation"),
    *("positions", "microseconds"),
)

IF_ASKED = ("difficulty",)
"""The columns that must be requested: grading a deal takes about a thousand times as long as solving it."""

OF_SHORTEST = ("lower_bound", "is_shortest")
"""The columns for goal "shortest"."""

OF_POSITIONS = ("depth", "board")
"""The columns that are stored for positions of games, and only then."""

ALWAYS = ("deal", "cells", "verdict")
"""The columns that are always stored: together they take a twentieth of a byte per deal."""


class Numbers:
    """Deal numbers in order, without duplicates. Ranges take no memory, even with billions of deals.

    >>> numbers = Numbers([range(1, 1001), range(11_982, 11_983)])
    >>> numbers, len(numbers)
    (<Numbers 1..1000 11982>, 1001)

    It is made from ranges and numbers, or from one range:

    >>> Numbers(range(1, 10)) == Numbers([1, 2, range(3, 10)])
    True
    """

    def __init__(self, ranges: range | Iterable[range | int]) -> None:
        if not isinstance(ranges, Iterable) or isinstance(ranges, str | bytes):
            raise NumberTypeError(f"expected ranges of deal numbers, got {quoted(ranges)}")
        self.ranges = _merged([ranges] if isinstance(ranges, range) else map(_as_range, ranges))
        if not self.ranges:
            raise NumberError("there are no deals to survey: give a range such as 1..1000000")
        self._firsts = np.array([part.start for part in self.ranges])
        self._ends = np.cumsum([len(part) for part in self.ranges])
        self._shifts = self._firsts - np.concatenate(([0], self._ends[:-1]))  # from an index to the number there

    def __len__(self) -> int:
        return int(self._ends[-1])

    def __iter__(self) -> Iterator[int]:
        return (number for part in self.ranges for number in part)

    def part(self, begin: int, end: int) -> NDArray[np.int64]:
        """The numbers between two indices.

        >>> Numbers([range(1, 4), 617]).part(2, 4).tolist()
        [3, 617]
        """
        places = np.arange(begin, min(end, len(self)))
        at = np.searchsorted(self._ends, places, side="right")
        return np.asarray(places + self._shifts[at], np.int64)

    def to_list(self) -> list[int | list[int]]:
        """The numbers for JSON: single numbers, and the first and last number of each range.

        >>> Numbers([range(1, 4), 617]).to_list()
        [[1, 3], 617]
        """
        return [part.start if len(part) == 1 else [part.start, part.stop - 1] for part in self.ranges]

    @classmethod
    def from_list(cls, value: Sequence[int | Sequence[int]]) -> Numbers:
        """Make numbers from the list that `to_list` returned."""
        return cls(part if isinstance(part, int) else range(part[0], part[1] + 1) for part in value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Numbers) and self.ranges == other.ranges

    def __hash__(self) -> int:
        return hash(self.ranges)

    def __str__(self) -> str:
        texts = [f"{part.start}..{part.stop - 1}" if len(part) > 1 else str(part.start) for part in self.ranges[:4]]
        return " ".join(texts) + (" ..." if len(self.ranges) > 4 else "")

    def __repr__(self) -> str:
        return f"<Numbers {self}>"


@dataclass(frozen=True, init=False)
class Spec:
    """The settings of a survey.

    deals    the deal numbers: `Numbers`, or anything that `Numbers` accepts, such as a range
    search   the search for each deal (default: `Search()`). Its parts can be given as keywords, as for `solve`
    cells    the numbers of cells: each deal is solved with each of them (default: the number of the search's rules)
    columns  the columns to store (default: all but "difficulty"): "turns", "steps", "cards_moved", "singles",
             "lower_bound", "is_shortest", "notation", "positions", "microseconds", "difficulty". "deal", "cells" and
             "verdict" are always stored. "turns" is the minimum only with the goal "shortest"; a fast solution has
             many more. "difficulty" takes far longer than a fast solution; for deals 1 to 32,000, use `facts`
    player   "good", "weak" or "random": solve a position of this simulated player's game instead of the deal
             (`--positions` on the command line)

    >>> spec = Spec(range(1, 1001), goal="short", cells=(3, 4))
    >>> spec.deals, spec.cells, spec.search.beam_width
    (<Numbers 1..1000>, (3, 4), 256)
    """

    deals: Numbers
    search: Search
    cells: tuple[int, ...]
    columns: tuple[str, ...]
    player: Player | None

    def __init__(
        self,
        deals: Numbers | range | Iterable[range | int],
        search: Search | None = None,
        cells: Iterable[int] | None = None,
        columns: Iterable[str] = COLUMNS,
        player: Player | None = None,
        **options: Unpack[SearchOptions],
    ) -> None:
        search = search_for(None, search, options)
        if search.goal == "short" and search.seconds is None and search.beam_width is None:
            search = replace(search, beam_width=SURVEY_BEAM)
        parts = {
            "deals": deals if isinstance(deals, Numbers) else Numbers(deals),
            "search": search,
            "cells": _valid_cells((search.rules.cells,) if cells is None else cells),
            "columns": _valid_columns(columns, search, player),
            "player": player,
        }
        for name, value in parts.items():
            object.__setattr__(self, name, value)

    def search_with(self, cells: int) -> Search:
        """The search for a deal with this number of cells."""
        return replace(self.search, rules=replace(self.search.rules, cells=cells))

    def to_dict(self) -> dict[str, Any]:
        """The spec as a dict for JSON, in which the cells of the rules are a list.

        >>> Spec(range(1, 9)).to_dict()["rules"]
        {'cells': [4], 'room': 'theory', 'autoplay': 'none'}
        """
        search = asdict(self.search)
        return {
            "deals": self.deals.to_list(),
            **search,
            "rules": {**search["rules"], "cells": list(self.cells)},
            **({"player": self.player} if self.player else {}),
            "columns": list(self.columns),
        }

    @classmethod
    def from_dict(cls, value: Any) -> Spec:
        """Make a spec from the dict that `to_dict` returned.

        >>> Spec.from_dict(Spec(range(1, 9)).to_dict()) == Spec(range(1, 9))
        True
        """
        try:
            parts = {part.name: value[part.name] for part in fields(Search)}
            if parts.keys() | {"deals", "columns"} != value.keys() - {"player"}:
                raise KeyError
            rules = parts.pop("rules").copy()
            cells = tuple(rules.pop("cells"))
            search = Search(rules=Rules(cells[0], **rules), **parts)
            return cls(Numbers.from_list(value["deals"]), search, cells, value["columns"], value.get("player"))
        except (TypeError, KeyError, IndexError, AttributeError):
            raise SurveyError(f"{quoted(value)} is not the spec of a survey") from None

    def difference(self, other: Spec) -> str | None:
        """The first difference from another spec, in words; None if they are the same."""
        ours, theirs = self._flat(), other._flat()
        if ours["deals"] != theirs["deals"]:
            return f"deals {self.deals}, not {other.deals}"
        for name in ours | theirs:
            if ours.get(name) != theirs.get(name):
                return f"{name} {_words(ours.get(name))}, not {_words(theirs.get(name))}"
        return None

    def _flat(self) -> dict[str, Any]:
        value = self.to_dict()
        rules: dict[str, Any] = value.pop("rules")
        return value | rules


def _valid_cells(cells: Iterable[int]) -> tuple[int, ...]:
    found = tuple(cells) if isinstance(cells, Iterable) else ()
    numbers = [Rules(number).cells for number in found]
    if not numbers or numbers != sorted(set(numbers)):
        raise SurveyError(f"cells must be numbers of cells in increasing order, got {quoted(cells)}")
    return tuple(numbers)


def _valid_columns(columns: Iterable[str], search: Search, player: Player | None) -> tuple[str, ...]:
    """The columns in order, including those that are always stored."""
    if player is not None and player not in PLAYERS:
        raise SurveyError(f"player must be one of {', '.join(map(repr, PLAYERS))}, got {quoted(player)}")
    there = COLUMNS + IF_ASKED + (OF_POSITIONS if player else ())
    wanted = set(ALWAYS)
    if isinstance(columns, str) or not isinstance(columns, Iterable):
        raise SurveyError(f"columns must be a list such as ['turns', 'notation'], got {quoted(columns)}")
    for name in columns:
        if name not in there:
            raise SurveyError(f"columns must be one or more of {', '.join(there)}, got {quoted(name)}")
        wanted.add(name)
    if search.goal != "shortest":
        if (named := wanted.intersection(OF_SHORTEST)) and not wanted.issuperset(COLUMNS):
            raise SurveyError(f"column {quoted(min(named))} needs goal='shortest'")
        wanted.difference_update(OF_SHORTEST)
    return tuple(name for name in COLUMNS + IF_ASKED if name in wanted) + (OF_POSITIONS if player else ())


def _as_range(part: range | int) -> range:
    if isinstance(part, range):
        return part
    number = valid_deal(part)
    return range(number, number + 1)


def _merged(ranges: Iterable[range]) -> tuple[range, ...]:
    """The ranges in order, with adjacent and overlapping ones merged."""
    merged = tuple(_joined(sorted(_joined(ranges), key=lambda part: part.start)))
    for part in merged:
        if part.start < 1 <= part.stop - 1:
            raise NumberError(f"{part!r} contains 0: deal 0 doesn't exist")
    return merged


def _joined(ranges: Iterable[range]) -> Iterator[range]:
    """The ranges in the given order, each merged with those that directly follow it."""
    last = range(0)
    for part in ranges:
        if not part:
            continue
        if part.step != 1:
            raise NumberError(f"expected a range with a step of 1, got {quoted(part)}")
        valid_deal(part.start), valid_deal(part.stop - 1)
        if last and last.start <= part.start <= last.stop:
            last = range(last.start, max(part.stop, last.stop))
            continue
        if last:
            yield last
        last = part
    if last:
        yield last


def _words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else "not given" if value is None else str(value)
