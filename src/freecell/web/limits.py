"""What one request, one connection and one client may take. docs/web.md has these figures, and a test compares them."""

from __future__ import annotations

from typing import NamedTuple

KILOBYTE = 1024

# A request

LARGEST_HEAD = 16 * KILOBYTE
"""Bytes of a request line and its headers."""

MOST_HEADERS = 100

LONGEST_PATH = KILOBYTE
"""Bytes of a path: what comes after a question mark may be as long as the head."""

LARGEST_BODY = 64 * KILOBYTE
"""Bytes of a body, on the route that takes the most."""

MOST_CHUNKS = 256
"""The parts of a body that comes in parts."""

# A connection

IDLE_SECONDS = 5
"""How long a connection is kept on which an answer was sent and nothing new comes."""

HEAD_SECONDS = 10.0
"""How long a connection has for the head of its next request, the time before its first byte included."""

BODY_SECONDS = 20.0
"""How long a body may be on its way."""

BEGIN_SECONDS = 1.0
"""How long a connection may wait for a request before it makes way sooner than a busy one of whoever has most."""

READ_SECONDS = 20.0
"""How long an answer may wait to be read."""

MOST_PIPELINED = 8
"""Requests that wait on a connection for the answer to an earlier one. Together they have no more than one body."""

MOST_CONNECTIONS = 1000
"""Connections in all, or fewer where fewer files may be open."""

# A client

MOST_CONNECTIONS_EACH = 128
"""Connections of one client."""

MOST_WAITING_EACH = 128
"""Requests of one client that wait for a thread."""

MOST_WAITING = 1024
"""Requests of all clients that wait for a thread."""

LONGEST_WAIT = 5.0
"""Seconds that a request waits for a thread."""

LONGEST_TURN = 2.0
"""Seconds that a search has when somebody else waits, divided by how many do."""

SHORTEST_TURN = 0.25
"""Seconds that it has however many wait."""

# What is asked

MOST_BOARD_TEXT = 4096
"""Characters of a board, or of cards, as a text: three times what the longest form of a board takes."""

MOST_MOVES_TEXT = 16 * KILOBYTE
"""Characters of the moves that are played on a board."""

MOST_MOVES = 2000
"""The most moves that are read: ten times as many as the longest solution anybody needs."""

MOST_SECONDS = 10.0
"""The most time that a search may be asked to take."""

SHORT_LIMIT = 30_000
"""Positions of a short search, which every board gets first: enough for nearly every one, and at most some 40 ms."""

VERDICT_LIMIT = 2_000_000
"""Positions of the search after it: the same for a verdict, a hint and a solution, so that these agree."""

VERDICT_SECONDS = 8.0
"""The most time for this search: four times what it takes on a machine that is not busy."""

WIDEST_BEAM = 2**15
"""The widest beam of a short solution: half of what the library allows, which takes half of the memory."""

SHORTEST_MEMORY = 2**28
"""Bytes for a shortest solution and its proof: more than is filled in the time that there is, on one core."""


class Cost(NamedTuple):
    """The most that one request takes.

    seconds   of CPU time, on a core of 2 GHz or more
    memory    megabytes, beyond what an idle server has
    received  bytes of the body
    sent      bytes of the answer
    """

    seconds: float
    memory: int
    received: int
    sent: int
