"""The tables of facts: how they are packed into bytes and read.

A table consists of eight bytes with the first deal number, then one byte per deal for each column, compressed by gzip.
The first file is small, because the page reads it, too (in `static/facts.js`). Facts that the page computes or doesn't
show are in the second one.

| file | column | content |
| --- | --- | --- |
| known.gz | cells | the fewest known cells, plus 16 times the gap to the lower bound |
| known.gz | turns | twice the fewest known turns, plus 1 if not proven; 0 if there is no solution |
| more.gz | turns gap | the gap to the lower bound |
| more.gz | singles | the fewest known singles minus the fewest known turns; 0 if unknown |
| more.gz | singles gap | the gap to the lower bound |
| more.gz | difficulty | the score |
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

KNOWN_FILE, MORE_FILE = "known.gz", "more.gz"

MEASURES = ("min_cells", "turns", "singles")
_MORE = ("turns gap", "singles", "singles gap", "difficulty")
_HEAD = 8  # bytes


@dataclass(frozen=True)
class Table:
    """The facts about consecutive deals.

    columns  the columns, of one byte per deal: for each measure, the best known value and its gap to the lower bound;
             and the difficulty
    """

    first: int
    columns: Mapping[str, bytes]

    @property
    def rows(self) -> int:
        return len(self.columns["difficulty"])

    @classmethod
    def of(cls, first: int, columns: Mapping[str, Sequence[int]]) -> Table:
        """Make a table from the difficulties and, for each measure, the best known values and the lower bounds."""
        found = {"difficulty": bytes(columns["difficulty"])}
        for length in MEASURES:
            known, lower_bound = columns[length], columns[f"{length}_lower_bound"]
            found[length] = bytes(known)
            found[f"{length} gap"] = bytes(most - least for most, least in zip(known, lower_bound, strict=True))
        return cls(first, found)

    def row(self, number: int) -> dict[str, Any] | None:
        """The facts about a deal by the names of `Facts`; None if it isn't in the table."""
        place = number - self.first
        if not 0 <= place < self.rows:
            return None
        row: dict[str, int | None] = {"difficulty": self.columns["difficulty"][place]}
        for length in MEASURES:
            known, gap = self.columns[length][place], self.columns[f"{length} gap"][place]
            is_known = known > 0 or length == "min_cells"
            row[length], row[f"{length}_lower_bound"] = (known, known - gap) if is_known else (None, None)
        return row

    def counts(self) -> dict[str, int]:
        """The number of deals, and for each measure the number of deals for which the minimum is proven."""
        rows = [self.row(number) or {} for number in range(self.first, self.first + self.rows)]
        proven = {
            length: sum(row[length] is not None and row[length] == row[f"{length}_lower_bound"] for row in rows)
            for length in MEASURES
        }
        return {"deals": self.rows, **proven}

    def pack(self) -> tuple[bytes, bytes]:
        """The table as two files."""
        cells = bytes(
            map(lambda known, gap: known + 16 * gap, self.columns["min_cells"], self.columns["min_cells gap"])
        )
        turns = bytes(map(lambda known, gap: 2 * known + (gap > 0), self.columns["turns"], self.columns["turns gap"]))
        singles = bytes(
            map(lambda known, turns: known - turns if known else 0, self.columns["singles"], self.columns["turns"])
        )
        first = self.first.to_bytes(_HEAD, "big")
        more = {**self.columns, "singles": singles}
        return _packed(first + cells + turns), b"".join(map(_packed, (first, *(more[name] for name in _MORE))))

    @classmethod
    def unpack(cls, known: bytes, more: bytes) -> Table:
        """Unpack a table."""
        first, (cells, turns) = _columns(known, 2)
        _, rest = _columns(more, len(_MORE))
        columns = dict(zip(_MORE, rest, strict=True))
        columns["min_cells"] = bytes(byte % 16 for byte in cells)
        columns["min_cells gap"] = bytes(byte // 16 for byte in cells)
        columns["turns"] = bytes(byte // 2 for byte in turns)
        columns["singles"] = bytes(map(lambda more, turns: more and more + turns, columns["singles"], columns["turns"]))
        return cls(first, columns)


def _packed(content: bytes) -> bytes:
    """Compress bytes with gzip, whose files can be concatenated. Without matches, some files get smaller."""

    def packed(strategy: int) -> bytes:
        packer = zlib.compressobj(9, wbits=31, memLevel=9, strategy=strategy)
        return packer.compress(content) + packer.flush()

    return min(map(packed, (zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY)), key=len)


def _columns(file: bytes, count: int) -> tuple[int, list[bytes]]:
    """The first number of a file, and its columns."""
    content = gzip.decompress(file)
    rows = (len(content) - _HEAD) // count
    first = int.from_bytes(content[:_HEAD], "big")
    return first, [content[_HEAD + rows * at : _HEAD + rows * (at + 1)] for at in range(count)]
