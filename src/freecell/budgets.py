"""Search budgets: the limits of each search. All of them are defined here.

`tools/build_budgets.py` writes those for the page to `web/static/budgets.js`.
"""

from __future__ import annotations

# The defaults of a `Search`

MOST_POSITIONS = 6_000_000
"""The maximum number of positions in an exact search. They take about 260 MB."""

WIDEST_BEAM = 2**16
"""The maximum beam width. Such a beam takes seconds and up to 450 MB."""

SHORT_SECONDS = 1.0
"""The time for a short solution, if no beam width is given."""

MOST_MEMORY = 2 * 2**30
"""The number of bytes for the search for a shortest solution, on machines that have that much memory."""

# The light, the hint and the solution: the same in the terminal, on the server and on the page

FEW_POSITIONS = 30_000
"""The number of positions in the first search for a board. They decide nearly all boards, in at most about 60 ms."""

VERDICT_POSITIONS = 2_000_000
"""The number of positions in the second search: the same for verdicts, hints and solutions, so that they agree."""

HINT_BEAM = 256
"""The beam width for a hint. Such a beam takes about 10 ms, and finds the same hint on every machine."""

SHORT_BEAM = 4096
"""The beam width for a solution to watch. Such a beam takes about half a second. The result is the same everywhere."""

# The page

PAGE_SECONDS = 60
"""The time for a shortest solution on the page."""

PAGE_MEMORY = 2**29
"""The number of bytes for that search. A browser tab has little more."""

# The server

INSTANT_POSITIONS = 1000
"""The number of positions in the search before a board waits for a thread. They take at most about 2 ms."""

VERDICT_SECONDS = 8.0
"""The maximum time for a search of `VERDICT_POSITIONS`: four times what it takes on an idle machine."""

SERVER_BEAM = 2**15
"""The widest beam for a short solution. It is half as wide as the library's, and takes half of the memory."""

SERVER_MEMORY = 2**28
"""The number of bytes for a shortest solution and its proof: more than one core can fill within the time limit."""

# Surveys

SURVEY_BEAM = 256
"""The beam width for short solutions, if neither width nor time is given. All machines find the same solutions."""

SURVEY_POSITIONS = 1000
"""The number of positions in an exact search that labels a position of a game. One in fifty stays undecided."""
