"""The files that are served: read once, at the start, and kept in memory. No path from outside leads to any other."""

from __future__ import annotations

import gzip
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

_MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}

REVALIDATE = "no-cache"  # kept by the browser, which asks each time whether there is a newer one
FOR_A_DAY = "public, max-age=86400"


class StaticFile(NamedTuple):
    """A file in memory, also compressed, with the tag by which a browser knows whether it has it already."""

    content: bytes
    compressed: bytes
    etag: str
    media_type: str
    cache_control: str

    @classmethod
    def of(cls, content: bytes, media_type: str, cache_control: str = REVALIDATE) -> StaticFile:
        etag = f'"{sha256(content).hexdigest()[:20]}"'
        return cls(content, gzip.compress(content, mtime=0), etag, media_type, cache_control)

    def response(self, request: Request) -> Response:
        """The file, or that the browser has it already."""
        headers = {"etag": self.etag, "cache-control": self.cache_control, "vary": "accept-encoding"}
        known = request.headers.get("if-none-match", "")
        if self.etag in known or known.strip() == "*":
            return Response(status_code=304, headers=headers)
        if len(self.compressed) < len(self.content) and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(self.compressed, headers=headers, media_type=self.media_type)
        return Response(self.content, headers=headers, media_type=self.media_type)


def read(path: Traversable) -> StaticFile:
    return StaticFile.of(path.read_bytes(), _MEDIA_TYPES[_suffix(path)])


def page_files() -> dict[str, StaticFile]:
    """The page's files by their names; others that an editor may have left there are not among them."""
    folder = files("freecell.web") / "static"
    return {path.name: read(path) for path in folder.iterdir() if _suffix(path) in _MEDIA_TYPES}


def _suffix(path: Traversable) -> str:
    return path.name.rpartition(".")[2]
