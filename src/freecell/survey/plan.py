"""How a survey is cut into blocks, and how that is written down.

Blocks are numbered. Block by block go the deals with the first number of cells, then all again with the next: a block
has one number of cells. What becomes of a block is in `parts`, where it is kept in `store`. The plan itself is kept in
`manifest`.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from freecell import __version__
from freecell.errors import SurveyError, quoted
from freecell.survey.spec import Spec

_FORMAT = "freecell survey"
_FORMAT_VERSION = 1

_FEW, _MANY, _MOST = 2**8, 2**16, 2**22  # deals in a block
_MANY_BLOCKS = 2**12


class Block(NamedTuple):
    """Some of the work: deals, and with how many cells they are dealt."""

    number: int
    cells: int
    deals: NDArray[np.int64]


@dataclass(frozen=True)
class Plan:
    """What to find out and how many deals go in a block; by which version, and on which machine it was begun."""

    spec: Spec
    block_size: int
    version: str = __version__
    machine: str = ""

    @classmethod
    def of(cls, spec: Spec, block_size: int | None = None) -> Plan:
        """A new plan, for this version and this machine."""
        size = _block_size(spec) if block_size is None else block_size
        if not 1 <= size <= _MOST:
            raise SurveyError(f"block_size must be 1 to {_MOST}, got {quoted(size)}")
        return cls(spec, size, machine=_machine())

    @property
    def rows(self) -> int:
        return len(self.spec.deals) * len(self.spec.cells)

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return self._blocks_each * len(self.spec.cells)

    @property
    def _blocks_each(self) -> int:
        """How many there are for each number of cells."""
        return -(-len(self.spec.deals) // self.block_size)

    def block(self, number: int) -> Block:
        which, at = divmod(number, self._blocks_each)
        begin = at * self.block_size
        return Block(number, self.spec.cells[which], self.spec.deals.part(begin, begin + self.block_size))

    def rows_of(self, number: int) -> int:
        """How many rows a block has."""
        begin = number % self._blocks_each * self.block_size
        return min(self.block_size, len(self.spec.deals) - begin)

    @cached_property
    def fingerprint(self) -> str:
        """Stands in every part, so that none is taken for that of another survey."""
        identity = json.dumps([self.version, self.block_size, self.spec.to_dict()], sort_keys=True)
        return hashlib.sha256(identity.encode()).hexdigest()[:16]

    def to_dict(self) -> dict[str, Any]:
        """The plan as JSON's own types."""
        return {
            "format": _FORMAT,
            "format_version": _FORMAT_VERSION,
            "freecell": self.version,
            "machine": self.machine,
            "block_size": self.block_size,
            "spec": self.spec.to_dict(),
        }

    @classmethod
    def from_dict(cls, value: Any) -> Plan:
        """The plan of what `to_dict` gave."""
        if not isinstance(value, dict) or value.get("format") != _FORMAT:
            raise SurveyError(f'it has no "format": "{_FORMAT}"')
        if value.get("format_version") != _FORMAT_VERSION:
            version = quoted(value.get("format_version"))
            raise SurveyError(f"it has format version {version}, and this program reads {_FORMAT_VERSION}")
        for name, type_, right in (
            ("freecell", str, "the version that began it"),
            ("machine", str, "the machine it was begun on"),
            ("block_size", int, "how many deals are in a block"),
        ):
            if type(value.get(name)) is not type_:
                raise SurveyError(f"{name} is {quoted(value.get(name))}: {right} would be right")
        if not 1 <= value["block_size"] <= _MOST:
            raise SurveyError(f"block_size must be 1 to {_MOST}, got {quoted(value['block_size'])}")
        return cls(Spec.from_dict(value.get("spec")), value["block_size"], value["freecell"], value["machine"])

    def to_json(self) -> bytes:
        """The plan as a manifest: JSON with a checksum."""
        return _with_checksum(self.to_dict())

    @classmethod
    def from_json(cls, text: bytes) -> Plan:
        """The plan of a manifest. An error says why it is none; a `ManifestError` if it was one."""
        try:
            manifest = json.loads(text)
        except (ValueError, RecursionError):
            raise ManifestError("it is not JSON" if text else "it is empty") from None
        if not isinstance(manifest, dict) or "checksum" not in manifest:
            raise ManifestError("it has no checksum")
        del manifest["checksum"]
        try:
            whole = _with_checksum(manifest) == text
        except ValueError:  # half of a character, which JSON can name and nobody can write
            whole = False
        if not whole:
            raise ManifestError("its checksum does not fit")
        return cls.from_dict(manifest)


class ManifestError(SurveyError):
    """A manifest is not as it was written."""


def _with_checksum(manifest: dict[str, Any]) -> bytes:
    checksum = hashlib.sha256(json.dumps(manifest).encode()).hexdigest()
    return (json.dumps({**manifest, "checksum": checksum}) + "\n").encode()


def _block_size(spec: Spec) -> int:
    """So that a block takes a minute at most, and a billion deals make some thousands of files, not a million."""
    if spec.search.goal != "fast" or min(spec.cells) < 3 or "difficulty" in spec.columns:
        return _FEW
    size = _MANY
    while size < _MOST and size * _MANY_BLOCKS < len(spec.deals):
        size *= 2
    return size


def _machine() -> str:
    """The machine in a few words."""
    name = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            name = next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), name)
    except OSError:  # not Linux
        pass
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
