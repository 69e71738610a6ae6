"""The parts of a survey: Parquet files with a row for each deal, `part-000000.parquet` and so on, one per block.

| column | type | content |
| --- | --- | --- |
| deal | int64 | the deal number |
| cells | uint8 | the number of cells |
| verdict | text | solved, unsolvable, undecided |
| turns, steps, cards_moved, singles | uint16 | the lengths; null unless solved |
| lower_bound | uint16 | with goal "shortest": the lower bound on any solution; null unless solved |
| is_shortest | bool | whether the solution is proven to be the shortest; null unless solved |
| notation | text | the solution with every move; null unless solved |
| positions | uint32 | the number of positions searched |
| microseconds | uint32 | how long the search took |
| difficulty | uint8 | if requested: the score, 0 to 100 |
| depth | uint8 | for positions of games: the number of moves made |
| board | 71 × uint8 | for positions of games: the packed position, which the rest of the row describes |

The metadata at the end of a part names its survey and block, counts the verdicts, and has the CPU time that the part
took to compute. A part also contains a `seal`, which detects damage, and a copy of the plan, so that the parts alone
are a survey.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from freecell.dealing import deals_of
from freecell.engine import VERDICTS, difficulty, play_on, solve_table
from freecell.errors import FreecellError, MissingDependencyError
from freecell.game import LENGTHS
from freecell.packing import BOARD_BYTES, pack_dealt
from freecell.survey.plan import Block, Plan
from freecell.survey.seal import DamageError, SealedFile, SealingFile, Tell, unreadable
from freecell.survey.spec import Spec
from freecell.survey.store import Store

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ModuleNotFoundError:
    raise MissingDependencyError("surveys need PyArrow: pip install 'freecell[survey]'") from None

ROWS = 2**16
"""The number of deals that are solved at once and form a row group. It limits memory whatever the block size is."""

_KEY = b"freecell"
_MOST_RANGES = 1000  # every part contains a plan of up to this length; a longer one is only in parts 0, 1, 2, 4, 8, ...
_ENCODINGS = {"deal": "DELTA_BINARY_PACKED", "notation": "PLAIN"}  # the others compress best with a dictionary

TYPES = {
    "deal": pa.int64(),
    "cells": pa.uint8(),
    "verdict": pa.dictionary(pa.int8(), pa.string()),
    **dict.fromkeys(LENGTHS, pa.uint16()),
    "lower_bound": pa.uint16(),
    "is_shortest": pa.bool_(),
    "notation": pa.string(),
    "positions": pa.uint32(),
    "microseconds": pa.uint32(),
    "difficulty": pa.uint8(),
    "depth": pa.uint8(),
    "board": pa.list_(pa.uint8(), BOARD_BYTES),
}


def _column(values: NDArray[Any], known: pa.Buffer | None = None) -> pa.Array:
    """An array as a column. pa.array() would import pandas if it is installed, which is slow."""
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [known, pa.py_buffer(values)])


def _flags(values: NDArray[np.bool_], known: pa.Buffer | None = None) -> pa.Array:
    return pa.Array.from_buffers(pa.bool_(), len(values), [known, _bits(values)])


def _bits(values: NDArray[np.bool_]) -> pa.Buffer:
    return pa.py_buffer(np.packbits(values, bitorder="little"))


def _texts(ends: NDArray[np.int32], letters: Any, known: pa.Buffer | None = None) -> pa.StringArray:
    """Concatenated strings as a column; the first of the ends is 0."""
    return pa.StringArray.from_buffers(len(ends) - 1, pa.py_buffer(ends), pa.py_buffer(letters), known)


_WORDS = list(map(str, VERDICTS))
_VERDICT_WORDS = _texts(np.cumsum([0, *map(len, _WORDS)], dtype=np.int32), "".join(_WORDS).encode())


class Tally(NamedTuple):
    """The number of deals with each verdict."""

    solved: int = 0
    unsolvable: int = 0
    undecided: int = 0

    def __str__(self) -> str:
        return ", ".join(f"{count} {name}" for name, count in self._asdict().items())

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]
        return Tally(*(one + more for one, more in zip(self, other, strict=True)))

    def __sub__(self, other: Tally) -> Tally:
        return Tally(*(one - less for one, less in zip(self, other, strict=True)))


Advance = Callable[[Tally], object]
"""A function that is called with the number of finished deals."""


def part_name(number: int) -> str:
    return f"part-{number:06}.parquet"


class Rows(NamedTuple):
    """Rows of a part, with the number of each verdict, and the CPU time that they took."""

    table: pa.Table
    tally: Tally
    cpu_seconds: float


def solved_rows(spec: Spec, block: Block, threads: int, advance: Advance) -> Iterator[Rows]:
    """Solve a block and yield its rows, `ROWS` at a time."""
    # Several threads of a cluster's worker solve blocks, each on one thread.
    clock = time.thread_time if threads == 1 else time.process_time
    for begin in range(0, len(block.deals), ROWS):
        start = clock()
        tally, table = _table(spec, block.cells, block.deals[begin : begin + ROWS], threads, advance)
        yield Rows(table, tally, clock() - start)


def _table(
    spec: Spec, cells: int, numbers: NDArray[np.int64], threads: int, advance: Advance
) -> tuple[Tally, pa.Table]:
    count = len(numbers)
    done = Tally()

    def tell(*so_far: int) -> None:
        nonlocal done
        before, done = done, Tally(*so_far)
        advance(done - before)

    boards, depths = pack_dealt(deals_of(numbers, threads=threads)), None
    if spec.player is not None:
        boards, depths = play_on(boards, cells, spec.player, threads)
    solved = solve_table(boards, spec.search_with(cells), threads, notation="notation" in spec.columns, advance=tell)
    tell(*np.bincount(solved.verdict, minlength=len(VERDICTS)).tolist())
    is_solved = solved.verdict == 0
    known = None if is_solved.all() else _bits(is_solved)
    columns = {
        "deal": _column(numbers),
        "cells": _column(np.full(count, cells, np.uint8)),
        "verdict": pa.DictionaryArray.from_arrays(_column(solved.verdict.astype(np.int8)), _VERDICT_WORDS),
        **{name: _column(getattr(solved, name), known) for name in (*LENGTHS, "lower_bound")},
        "is_shortest": _flags(getattr(solved, spec.search.metric) == solved.lower_bound, known),
        "positions": _column(solved.positions),
        "microseconds": _column(solved.microseconds),
    }
    if "difficulty" in spec.columns:
        scores = [score for _, score, _, _ in difficulty(boards, cells, threads)]
        columns["difficulty"] = _column(np.array(scores, np.uint8))
    if depths is not None:
        columns["depth"] = _column(depths)
        columns["board"] = pa.FixedSizeListArray.from_arrays(_column(boards.reshape(-1)), BOARD_BYTES)
    if "notation" in spec.columns:
        columns["notation"] = _texts(solved.ends, solved.notation, known)
    return done, pa.table({name: columns[name] for name in spec.columns}, schema=_schema(spec))


def _schema(spec: Spec) -> pa.Schema:
    return pa.schema([(name, TYPES[name]) for name in spec.columns])


class PartWriter:
    """Write a part, table by table. It appears only when it is finished, and not at all if anything fails before."""

    def __init__(self, store: Store, plan: Plan, number: int) -> None:
        self._plan, self._number, self._tally, self._cpu_seconds = plan, number, Tally(), 0.0
        self._stack = ExitStack()
        self._file = SealingFile(self._stack.enter_context(store.writing(part_name(number))))
        self._writer = pq.ParquetWriter(
            self._file,
            _schema(plan.spec),
            compression="zstd",
            use_dictionary=[name for name in plan.spec.columns if name not in _ENCODINGS],
            column_encoding={name: _ENCODINGS[name] for name in plan.spec.columns if name in _ENCODINGS},
            write_page_checksum=True,  # for other readers; ours verify the seal
        )

    def write(self, rows: Rows) -> None:
        try:
            self._writer.write_table(rows.table)
        except BaseException as error:
            self.abandon(error)
            raise
        self._tally = self._tally + rows.tally
        self._cpu_seconds += rows.cpu_seconds

    def finish(self) -> None:
        footer = {"survey": self._plan.fingerprint, "block": self._number, **self._tally._asdict()}
        footer["cpu_seconds"] = round(self._cpu_seconds, 3)
        if len(self._plan.spec.deals.ranges) <= _MOST_RANGES or self._number & (self._number - 1) == 0:
            footer["plan"] = self._plan.to_dict()
        try:
            self._writer.add_key_value_metadata({_KEY: json.dumps(footer)})
            self._file.hold()
            self._writer.close()
            self._file.seal()
            self._stack.close()
        except BaseException as error:
            self.abandon(error)
            raise

    def abandon(self, error: BaseException) -> None:
        """Remove an unfinished file. Do nothing if it is finished or already abandoned."""
        self._writer.is_open = False
        self._file.drop()
        self._stack.__exit__(type(error), error, error.__traceback__)


def open_part(store: Store, plan: Plan, number: int, tell: Tell = lambda _: None) -> tuple[SealedFile, Tally]:
    """Open a part, and return it with its tally. A part of another block or survey counts as damaged.

    `tell` is called with any error.
    """
    file = open_sealed(store, part_name(number), tell)
    try:
        metadata, footer = _ending(file)
        if metadata.num_rows != plan.rows_of(number):
            raise file.damage(f"it has {metadata.num_rows} rows, not {plan.rows_of(number)}")
        if footer.get("survey") != plan.fingerprint:
            raise file.damage("it belongs to another survey")
        if footer.get("block") != number:
            raise file.damage("it is another part of this survey")
        return file, Tally(*(footer[name] for name in Tally._fields))
    except BaseException:
        file.close()
        raise


def open_sealed(store: Store, name: str, tell: Tell = lambda _: None) -> SealedFile:
    """Open a part of any survey."""
    try:
        source = store.reader(name)
    except OSError as error:
        failure = unreadable(store.path, name, error)
        tell(failure)
        raise failure from None
    try:
        return SealedFile(source, store.path, name, tell)
    except BaseException:
        source.close()
        raise


def checked_part(store: Store, plan: Plan, number: int, *, whole: bool) -> Tally | str:
    """The tally of a part, or its damage. Reads all of it, or only its end."""
    try:
        file, tally = open_part(store, plan, number)
        with file:
            if whole:
                file.verify()
        return tally
    except DamageError as error:
        return error.reason


def cpu_seconds(store: Store, name: str) -> float:
    """The CPU time that a part took to compute."""
    with open_sealed(store, name) as file:
        _, footer = _ending(file)
    return float(footer.get("cpu_seconds", 0.0))


def carried_plan(store: Store, name: str) -> Plan | None:
    """The plan in a part, if it contains one and is intact there."""
    try:
        with open_sealed(store, name) as file:
            _, footer = _ending(file)
        return Plan.from_dict(footer["plan"]) if "plan" in footer else None
    except FreecellError:
        return None


def _ending(file: SealedFile) -> tuple[pq.FileMetaData, dict[str, Any]]:
    """The Parquet metadata of a part, and our own."""
    metadata = pq.read_metadata(pa.BufferReader(file.end))
    footer: dict[str, Any] = json.loads((metadata.metadata or {}).get(_KEY, "{}"))
    return metadata, footer
