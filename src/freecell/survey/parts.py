"""What becomes of a block: a Parquet file with a row for each deal, `part-000000.parquet` and so on.

| column | type | is |
| --- | --- | --- |
| deal | int64 | the number |
| cells | uint8 | how many cells there are |
| verdict | text | solved, unsolvable, undecided |
| turns, steps, cards, singles | uint16 | the lengths; null unless it is solved |
| at_least | uint16 | if shortest solutions are asked for: what any has at least; null unless it is solved |
| shortest | bool | whether it is proven that none is shorter; null unless it is solved |
| notation | text | the solution, every move written; null unless it is solved |
| positions | uint32 | how many were searched |
| microseconds | uint32 | how long it took |
| difficulty | uint8 | if it is named: the score, 0 to 100 |

At its end a part says to which survey and block it belongs, and how many verdicts of each kind it has.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from freecell.deals import deals_of
from freecell.engine import VERDICTS, difficulty, pack_dealt, solve_table
from freecell.errors import MissingDependencyError
from freecell.game import LENGTHS
from freecell.survey.plan import Block, Plan
from freecell.survey.spec import Spec
from freecell.survey.store import Store

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ModuleNotFoundError:
    raise MissingDependencyError("surveys need PyArrow: pip install 'freecell[survey]'") from None

ROWS = 2**16
"""How many deals are solved at once and become a row group: what memory holds at a time, whatever a block has."""

_KEY = b"freecell"
_ENCODINGS = {"deal": "DELTA_BINARY_PACKED", "notation": "PLAIN"}  # the others do best with a dictionary

TYPES = {
    "deal": pa.int64(),
    "cells": pa.uint8(),
    "verdict": pa.dictionary(pa.int8(), pa.string()),
    **dict.fromkeys(LENGTHS, pa.uint16()),
    "at_least": pa.uint16(),
    "shortest": pa.bool_(),
    "notation": pa.string(),
    "positions": pa.uint32(),
    "microseconds": pa.uint32(),
    "difficulty": pa.uint8(),
}
_VERDICT_WORDS = pa.array([verdict.value for verdict in VERDICTS])


class Tally(NamedTuple):
    """How many deals have which verdict."""

    solved: int = 0
    unsolvable: int = 0
    undecided: int = 0

    def plus(self, other: Tally) -> Tally:
        return Tally(*(one + more for one, more in zip(self, other, strict=True)))

    def minus(self, other: Tally) -> Tally:
        return Tally(*(one - less for one, less in zip(self, other, strict=True)))


Advance = Callable[[Tally], object]
"""A function that is told how many more are done."""


def part_name(number: int) -> str:
    return f"part-{number:06}.parquet"


def tables(spec: Spec, block: Block, threads: int, advance: Advance) -> Iterator[tuple[Tally, pa.Table]]:
    """Solves a block; yields its rows, some ten thousand at a time."""
    for begin in range(0, len(block.deals), ROWS):
        yield _table(spec, block.cells, block.deals[begin : begin + ROWS], threads, advance)


def _table(
    spec: Spec, cells: int, numbers: NDArray[np.int64], threads: int, advance: Advance
) -> tuple[Tally, pa.Table]:
    count = len(numbers)
    done = Tally()

    def tell(*so_far: int) -> None:
        nonlocal done
        before, done = done, Tally(*so_far)
        advance(done.minus(before))

    boards = pack_dealt(deals_of(numbers, threads=threads))
    solved = solve_table(boards, spec.search_with(cells), threads, notation="notation" in spec.columns, advance=tell)
    tell(*np.bincount(solved.verdict, minlength=len(VERDICTS)).tolist())
    unsolved = solved.verdict != 0
    columns: dict[str, Any] = {
        "deal": numbers,
        "cells": np.full(count, cells, np.uint8),
        "verdict": pa.DictionaryArray.from_arrays(solved.verdict.astype(np.int8), _VERDICT_WORDS),
        **{name: pa.array(getattr(solved, name), mask=unsolved) for name in (*LENGTHS, "at_least")},
        "shortest": pa.array(getattr(solved, spec.search.length) == solved.at_least, mask=unsolved),
        "positions": solved.positions,
        "microseconds": solved.microseconds,
    }
    if "difficulty" in spec.columns:
        columns["difficulty"] = np.array([score for _, score, _, _ in difficulty(boards, cells, threads)], np.uint8)
    if "notation" in spec.columns:
        known = pa.array(~unsolved).buffers()[1] if unsolved.any() else None
        texts = pa.py_buffer(solved.ends), pa.py_buffer(solved.notation)
        columns["notation"] = pa.StringArray.from_buffers(count, *texts, known)
    return done, pa.table({name: columns[name] for name in spec.columns}, schema=_schema(spec))


def _schema(spec: Spec) -> pa.Schema:
    return pa.schema([(name, TYPES[name]) for name in spec.columns])


class PartWriter:
    """Writes a part, table by table. It is there when it is finished; if anything goes wrong before, it never was."""

    def __init__(self, store: Store, plan: Plan, number: int) -> None:
        self._plan, self._number, self._tally = plan, number, Tally()
        self._stack = ExitStack()
        self._writer = pq.ParquetWriter(
            self._stack.enter_context(store.writing(part_name(number))),
            _schema(plan.spec),
            compression="zstd",
            use_dictionary=[name for name in plan.spec.columns if name not in _ENCODINGS],
            column_encoding={name: _ENCODINGS[name] for name in plan.spec.columns if name in _ENCODINGS},
            write_page_checksum=True,
        )

    def write(self, tally: Tally, table: pa.Table) -> None:
        try:
            self._writer.write_table(table)
        except BaseException as error:
            self.abandon(error)
            raise
        self._tally = self._tally.plus(tally)

    def finish(self) -> None:
        footer = {"survey": self._plan.fingerprint, "block": self._number, **self._tally._asdict()}
        try:
            self._writer.add_key_value_metadata({_KEY: json.dumps(footer)})
            self._writer.close()
            self._stack.close()
        except BaseException as error:
            self.abandon(error)
            raise

    def abandon(self, error: BaseException) -> None:
        """Removes what is written so far; does nothing if it is finished or abandoned already."""
        self._writer.is_open = False  # or it would go on writing when it is collected
        self._stack.__exit__(type(error), error, error.__traceback__)


def checked_part(store: Store, plan: Plan, number: int) -> Tally | str:
    """The verdicts of a part that is whole, or what is wrong with it. Only its end is read."""
    try:
        with store.open(part_name(number)) as file:
            metadata = pq.read_metadata(file)
    except (pa.ArrowException, OSError, EOFError) as error:
        return str(error).splitlines()[0].rstrip(". ")
    if metadata.num_rows != plan.rows_of(number):
        return f"it has {metadata.num_rows} rows, not {plan.rows_of(number)}"
    try:
        footer = json.loads((metadata.metadata or {})[_KEY])
        if (footer["survey"], footer["block"]) != (plan.fingerprint, number):
            return "it belongs to another survey"
        return Tally(*(int(footer[name]) for name in Tally._fields))
    except (KeyError, ValueError, TypeError):
        return "it does not say to which survey it belongs"
