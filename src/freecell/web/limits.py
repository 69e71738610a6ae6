"""Limits per request and per client. docs/web.md lists them, and a test compares the two.

The limits of searches are in `freecell.budgets`.
"""

from __future__ import annotations

KILOBYTE = 1024

# A request

LARGEST_HEAD = 16 * KILOBYTE
"""The maximum size of the request line and the headers, in bytes."""

LARGEST_BODY = 64 * KILOBYTE
"""The maximum size of the body, in bytes."""

MOST_BOARD_TEXT = 4096
"""The maximum number of characters in a board or cards as text: three times the longest form of a board."""

MOST_MOVES_TEXT = 16 * KILOBYTE
"""The maximum number of characters in the moves played on a board."""

MOST_MOVES = 2000
"""The maximum number of moves played: ten times as many as the longest solution needs."""

MOST_SECONDS = 10.0
"""The longest search that a client may request, in seconds."""

# A client

MOST_WAITING_EACH = 128
"""The maximum number of requests from one client that wait for a thread."""

MOST_WAITING = 1024
"""The maximum number of requests from all clients that wait for a thread."""

LONGEST_WAIT = 5.0
"""The maximum time that a request waits for a thread, in seconds."""

LONGEST_TURN = 2.0
"""The time for a search while other clients wait, in seconds, which is divided by their number."""

SHORTEST_TURN = 0.25
"""The minimum time for a search, in seconds, even if many clients wait."""

# The server

IDLE_SECONDS = 5
"""The time for which an idle connection stays open, in seconds."""

STOP_SECONDS = 2
"""The time that a stopping server waits for its clients to send or read the rest, in seconds."""
