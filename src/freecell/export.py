"""Writes many deals to a Parquet or NumPy file, in constant memory.

A Parquet file has one row per deal: `deal`, its number, and `cards`, its 52 cards (0 is AC, 51 KS) in dealt order. A
NumPy file is an array of these cards with the shape (n, 52).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from freecell.atomic import replacing
from freecell.dealing import deals_of
from freecell.errors import MissingDependencyError

_BLOCK = 2**17  # deals written at a time, each as a row group in Parquet


def save(ranges: Sequence[range], path: Path, advance: Callable[[int], object] = lambda _: None) -> None:
    """Write the deals to a .parquet or .npy file. `advance` is called with the number of newly written deals."""
    write = {".parquet": _write_parquet, ".npy": _write_npy}[path.suffix.lower()]
    with replacing(path) as file:
        write(ranges, file, advance)


def _blocks(ranges: Sequence[range]) -> Iterator[tuple[range, NDArray[np.uint8]]]:
    for numbers in ranges:
        for begin in range(0, len(numbers), _BLOCK):
            block = numbers[begin : begin + _BLOCK]
            yield block, deals_of(np.array(block))


def _write_npy(ranges: Sequence[range], file: BinaryIO, advance: Callable[[int], object]) -> None:
    shape = (sum(map(len, ranges)), 52)
    np.lib.format.write_array_header_1_0(file, {"descr": "|u1", "fortran_order": False, "shape": shape})
    for _, cards in _blocks(ranges):
        file.write(cards.data)
        advance(len(cards))


def _write_parquet(ranges: Sequence[range], file: BinaryIO, advance: Callable[[int], object]) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise MissingDependencyError("Parquet needs PyArrow: pip install 'freecell[survey]'") from None
    schema = pa.schema([("deal", pa.int64()), ("cards", pa.list_(pa.uint8(), 52))])
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for numbers, cards in _blocks(ranges):
            rows = pa.FixedSizeListArray.from_arrays(pa.array(cards.reshape(-1)), 52)
            writer.write_table(pa.table([pa.array(np.array(numbers)), rows], schema=schema))
            advance(len(numbers))
