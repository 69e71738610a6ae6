"""How a survey is divided into blocks, and how the plan is stored.

Blocks are numbered. The first blocks contain all deals with the first number of cells, the next ones all deals with the
next number: each block has one number of cells. `parts` writes blocks, `store` stores them, and `manifest` stores the
plan.
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
    """A block of work: deals, and the number of cells."""

    number: int
    cells: int
    deals: NDArray[np.int64]


@dataclass(frozen=True)
class Plan:
    """The spec and the block size, with the version and the machine that started the survey."""

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
        """The number of blocks of the survey."""
        return self._blocks_each * len(self.spec.cells)

    @property
    def _blocks_each(self) -> int:
        """The number of blocks for each number of cells."""
        return -(-len(self.spec.deals) // self.block_size)

    def block(self, number: int) -> Block:
        which, at = divmod(number, self._blocks_each)
        begin = at * self.block_size
        return Block(number, self.spec.cells[which], self.spec.deals.part(begin, begin + self.block_size))

    def rows_of(self, number: int) -> int:
        """The number of rows in a block."""
        begin = number % self._blocks_each * self.block_size
        return min(self.block_size, len(self.spec.deals) - begin)

    @cached_property
    def fingerprint(self) -> str:
        """An identifier that every part contains, so that no part is mistaken for one of another survey."""
        identity = json.dumps([self.version, self.block_size, self.spec.to_dict()], sort_keys=True)
        return hashlib.sha256(identity.encode()).hexdigest()[:16]

    def to_dict(self) -> dict[str, Any]:
        """The plan as a dict for JSON."""
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
        """Make a plan from the dict that `to_dict` returned."""
        if not isinstance(value, dict) or value.get("format") != _FORMAT:
            raise SurveyError(f'it has no "format": "{_FORMAT}"')
        if value.get("format_version") != _FORMAT_VERSION:
            version = quoted(value.get("format_version"))
            raise SurveyError(f"it has format version {version}, but this freecell reads only {_FORMAT_VERSION}")
        for name, type_, right in (
            ("freecell", str, "the version that started it"),
            ("machine", str, "the machine it was started on"),
            ("block_size", int, "the number of deals per block"),
        ):
            if type(value.get(name)) is not type_:
                raise SurveyError(f"{name} must be {right}, got {quoted(value.get(name))}")
        if not 1 <= value["block_size"] <= _MOST:
            raise SurveyError(f"block_size must be 1 to {_MOST}, got {quoted(value['block_size'])}")
        return cls(Spec.from_dict(value.get("spec")), value["block_size"], value["freecell"], value["machine"])

    def to_json(self) -> bytes:
        """The plan as a manifest: JSON with a checksum."""
        return _with_checksum(self.to_dict())

    @classmethod
    def from_json(cls, text: bytes) -> Plan:
        """Read a plan from a manifest. A `ManifestError` means damage; other errors mean that it isn't a manifest."""
        try:
            manifest = json.loads(text)
        except (ValueError, RecursionError):
            raise ManifestError("it is not JSON" if text else "it is empty") from None
        if not isinstance(manifest, dict) or "checksum" not in manifest:
            raise ManifestError("it has no checksum")
        del manifest["checksum"]
        try:
            whole = _with_checksum(manifest) == text
        except ValueError:  # half of a surrogate pair, which JSON can contain but UTF-8 can't encode
            whole = False
        if not whole:
            raise ManifestError("its checksum doesn't match")
        return cls.from_dict(manifest)


class ManifestError(SurveyError):
    """A manifest is damaged."""


def _with_checksum(manifest: dict[str, Any]) -> bytes:
    checksum = hashlib.sha256(json.dumps(manifest).encode()).hexdigest()
    return (json.dumps({**manifest, "checksum": checksum}) + "\n").encode()


def _block_size(spec: Spec) -> int:
    """The default: a block takes at most a minute, and a billion deals make thousands of files, not a million."""
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
