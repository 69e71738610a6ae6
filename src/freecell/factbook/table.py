"""The tables of facts: how they are packed into bytes, and read.

A table has a byte for each deal and column, column after column, behind eight bytes that have its first number, and is
compressed by gzip. The first file is for the page too, which reads it in `static/facts.js`, so it is small; what the
page finds out by itself, or does not tell, is in the second one.

| file | column | is |
| --- | --- | --- |
| known.gz | cells | the least cells known, and 16 for each that it may be fewer |
| known.gz | turns | twice the fewest turns known, and 1 if that is not proven; 0 if there is no solution |
| more.gz | turns gap | how many fewer turns there may be |
| more.gz | singles, singles gap | the fewest singles known, 0 if nobody has looked; and how many fewer there may be |
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
    """The facts of all deals from the first one on.

    columns  of each a byte for each deal: of each length what is known and its gap to what there is at least, and
             difficulty
    """

    first: int
    columns: Mapping[str, bytes]

    @property
    def rows(self) -> int:
        return len(self.columns["difficulty"])

    @classmethod
    def of(cls, first: int, columns: Mapping[str, Sequence[int]]) -> Table:
        """The table of these numbers: of each length what is known and what there is at least, and difficulty."""
        found = {"difficulty": bytes(columns["difficulty"])}
        for length in MEASURES:
            known, lower_bound = columns[length], columns[f"{length}_lower_bound"]
            found[length] = bytes(known)
            found[f"{length} gap"] = bytes(most - least for most, least in zip(known, lower_bound, strict=True))
        return cls(first, found)

    def row(self, number: int) -> dict[str, Any] | None:
        """What is known of a deal, by the names of `Facts`; None if it is not in the table."""
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
        """How many deals there are, and of how many the least of each length is proven."""
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
        first = self.first.to_bytes(_HEAD, "big")
        # What follows each other at random is smallest if only its frequencies are looked at.
        packer = zlib.compressobj(9, wbits=31, memLevel=9, strategy=zlib.Z_HUFFMAN_ONLY)
        known = packer.compress(first + cells + turns) + packer.flush()
        more = b"".join(self.columns[name] for name in _MORE)
        return known, gzip.compress(first + more, mtime=0)

    @classmethod
    def unpack(cls, known: bytes, more: bytes) -> Table:
        """The table that was packed."""
        first, (cells, turns) = _columns(known, 2)
        _, rest = _columns(more, len(_MORE))
        columns = dict(zip(_MORE, rest, strict=True))
        columns["min_cells"] = bytes(byte % 16 for byte in cells)
        columns["min_cells gap"] = bytes(byte // 16 for byte in cells)
        columns["turns"] = bytes(byte // 2 for byte in turns)
        return cls(first, columns)


def _columns(file: bytes, count: int) -> tuple[int, list[bytes]]:
    """The first number of a file, and its columns."""
    content = gzip.decompress(file)
    rows = (len(content) - _HEAD) // count
    first = int.from_bytes(content[:_HEAD], "big")
    return first, [content[_HEAD + rows * at : _HEAD + rows * (at + 1)] for at in range(count)]
