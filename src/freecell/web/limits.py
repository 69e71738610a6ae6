"""Limits of a request and of a client. docs/web.md lists them, and a test compares the two.

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
"""Characters of a board, or of cards, as text: three times the longest form of a board."""

MOST_MOVES_TEXT = 16 * KILOBYTE
"""Characters of the moves played on a board."""

MOST_MOVES = 2000
"""Moves that are played: ten times as many as the longest solution anybody needs."""

MOST_SECONDS = 10.0
"""The most time for a search that a client may ask for."""

# A client

MOST_WAITING_EACH = 128
"""Requests of one client that wait for a thread."""

MOST_WAITING = 1024
"""Requests of all clients that wait for a thread."""

LONGEST_WAIT = 5.0
"""Seconds that a request waits for a thread."""

LONGEST_TURN = 2.0
"""Seconds that a search has while other clients wait, divided by how many they are."""

SHORTEST_TURN = 0.25
"""Seconds that a search has however many clients wait."""

# The server

IDLE_SECONDS = 5
"""How long an idle connection stays open."""

STOP_SECONDS = 2
"""How long a server that stops waits for its clients to send or read the rest."""
