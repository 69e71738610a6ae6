"""What the server writes to the standard error: nothing, unless something is wrong or more is wanted."""

from __future__ import annotations

import logging

from freecell.web.connections import LOGGER
from freecell.web.middleware import ACCESS

_QUIET = logging.ERROR  # what strangers send is not worth a line, and must not fill a disk


def configure(level: str, *, access_log: bool) -> None:
    """Writes what has this level or a higher one, and if so wanted a line for each request."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    at_least = logging.getLevelNamesMapping()[level.upper()]
    for name in ("freecell.web", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(at_least)
    LOGGER.setLevel(at_least if at_least <= logging.INFO else max(at_least, _QUIET))
    ACCESS.setLevel(logging.INFO if access_log else logging.CRITICAL)
