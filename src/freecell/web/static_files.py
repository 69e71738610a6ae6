"""The served files, loaded into memory at the start. No request path can reach any other file."""

from __future__ import annotations

import gzip
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from freecell.web import site

_MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "gz": "application/gzip",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}

REVALIDATE = "no-cache"  # cached by the browser, which revalidates it each time
FOR_A_DAY = "public, max-age=86400"
FOR_EVER = "public, max-age=31536000, immutable"


class StaticFile(NamedTuple):
    """A file in memory, plain and compressed, with its ETag."""

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
        """Respond with the file, or with 304 if the browser has it already."""
        headers = {"etag": self.etag, "cache-control": self.cache_control, "vary": "accept-encoding"}
        known = request.headers.get("if-none-match", "")
        if self.etag in known or known.strip() == "*":
            return Response(status_code=304, headers=headers)
        if len(self.compressed) < len(self.content) and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(self.compressed, headers=headers, media_type=self.media_type)
        return Response(self.content, headers=headers, media_type=self.media_type)


def read(path: Traversable) -> StaticFile:
    return StaticFile.of(path.read_bytes(), _media_type(path.name))


def page_files() -> dict[str, StaticFile]:
    """The page's files by path. Files in the folder with the hash never change."""
    served = {
        f"/{path}": StaticFile.of(content, _media_type(path), FOR_EVER if "/" in path else REVALIDATE)
        for path, content in site.page().items()
    }
    return {"/": served["/index.html"], "/learn": served["/learn.html"], **served}


def _media_type(name: str) -> str:
    return _MEDIA_TYPES[name.rpartition(".")[2]]
