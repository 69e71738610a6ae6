"""The files that are served: read once, at the start, and kept in memory. No path from outside leads to any other."""

from __future__ import annotations

import gzip
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
}

ASK_AGAIN = "no-cache"  # kept by the browser, which asks each time whether there is a newer one
FOR_A_DAY = "public, max-age=86400"


class Kept(NamedTuple):
    """A file in memory, also packed, with the mark by which a browser knows whether it has it already."""

    content: bytes
    packed: bytes
    mark: str
    kind: str
    cache: str

    @classmethod
    def of(cls, content: bytes, kind: str, cache: str = ASK_AGAIN) -> Kept:
        mark = f'"{sha256(content).hexdigest()[:20]}"'
        return cls(content, gzip.compress(content, mtime=0), mark, kind, cache)

    def answer(self, request: Request) -> Response:
        """The file, or that the browser has it already."""
        headers = {"etag": self.mark, "cache-control": self.cache, "vary": "accept-encoding"}
        known = request.headers.get("if-none-match", "")
        if self.mark in known or known.strip() == "*":
            return Response(status_code=304, headers=headers)
        if len(self.packed) < len(self.content) and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, headers={**headers, "content-encoding": "gzip"}, media_type=self.kind)
        return Response(self.content, headers=headers, media_type=self.kind)


def static_files() -> dict[str, Kept]:
    """The page's files by their path under `static`."""
    return dict(_kept(files("freecell.web") / "static", ""))


def _kept(folder: Traversable, path: str) -> list[tuple[str, Kept]]:
    kept = []
    for entry in folder.iterdir():
        if entry.is_dir():
            kept += _kept(entry, f"{path}{entry.name}/")
        elif kind := _TYPES.get(entry.name.rpartition(".")[2]):
            kept.append((path + entry.name, Kept.of(entry.read_bytes(), kind)))
    return kept
