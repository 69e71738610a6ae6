"""Limits per request and per client. docs/web.md lists them, and a test compares the two.

The limits of searches are in `freecell.budgets`.
"""

from __future__ import annotations

KILOBYTE = 1024

# A request

LARGEST_HEAD = 16 * KILOBYTE
"""Bytes of the request line and the headers."""

LARGEST_BODY = 64 * KILOBYTE
"""Bytes of the body."""

MOST_BOARD_TEXT = 4096
"""Characters of a board or of cards as text: three times the longest form of a board."""

MOST_MOVES_TEXT = 16 * KILOBYTE
"""Characters of the moves played on a board."""

MOST_MOVES = 2000
"""Number of moves played: ten times as many as the longest solution needs."""

MOST_SECONDS = 10.0
"""The longest search that a client may request, in seconds."""

# A client

MOST_WAITING_EACH = 128
"""Requests from one client waiting for a thread."""

MOST_WAITING = 1024
"""Requests from all clients waiting for a thread."""

LONGEST_WAIT = 5.0
"""Seconds that a request may wait for a thread."""

LONGEST_TURN = 2.0
"""Seconds for a search while other clients wait, divided by their number."""

SHORTEST_TURN = 0.25
"""Minimum seconds for a search, however many clients wait."""

# The server

IDLE_SECONDS = 5
"""Seconds that an idle connection stays open."""

STOP_SECONDS = 2
"""Seconds that a stopping server waits for its clients to send or read the rest."""
