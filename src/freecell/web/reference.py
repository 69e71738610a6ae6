"""The API's description as a page: plain HTML, made once from the OpenAPI document, with nothing loaded from elsewhere."""

from __future__ import annotations

from typing import Any

from freecell.web.shelf import Kept


def files(document: dict[str, Any]) -> dict[str, Kept]:
    """The page and its style, by the path they are served at."""
    return {"/api/docs": Kept.of(b"<!doctype html><title>freecell</title><p>...", "text/html; charset=utf-8")}
