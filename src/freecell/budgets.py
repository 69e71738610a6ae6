"""Search budgets: the limits of each search. All of them are defined here.

`tools/build_budgets.py` writes those for the page to `web/static/budgets.js`.
"""

from __future__ import annotations

# The defaults of a `Search`

MOST_POSITIONS = 6_000_000
"""Positions of an exact search, which take about 260 MB."""

WIDEST_BEAM = 2**16
"""The maximum beam width, which takes seconds and up to 450 MB."""

SHORT_SECONDS = 1.0
"""The time for a short solution, if no beam width is given."""

MOST_MEMORY = 2 * 2**30
"""Bytes for the search for a shortest solution, on machines that have that much."""

# The light, the hint and the solution: the same in the terminal, on the server and on the page

FEW_POSITIONS = 30_000
"""Positions of the first search for every board: enough for nearly all of them, and at most about 60 ms."""

VERDICT_POSITIONS = 2_000_000
"""Positions of the second search. The same for verdicts, hints and solutions, so that they agree."""

HINT_BEAM = 256
"""The beam width for a hint: about 10 ms, and the same hint on every machine."""

SHORT_BEAM = 4096
"""The beam width for a solution to watch: about half a second, and the same solution on every machine."""

# The page

PAGE_SECONDS = 60
"""The time for a shortest solution on the page."""

PAGE_MEMORY = 2**29
"""Bytes for that search: a browser tab has little more."""

# The server

INSTANT_POSITIONS = 1000
"""Positions of the search before a board waits for a thread: at most about 2 ms."""

VERDICT_SECONDS = 8.0
"""The maximum time for a search of `VERDICT_POSITIONS`: four times what it takes on an idle machine."""

SERVER_BEAM = 2**15
"""The widest beam for a short solution: half of the library's, which takes half of the memory."""

SERVER_MEMORY = 2**28
"""Bytes for a shortest solution and its proof: more than one core can fill in the time limit."""

# Surveys

SURVEY_BEAM = 256
"""The beam for short solutions if neither width nor time is given, so that all machines find the same solution."""

SURVEY_POSITIONS = 1000
"""Positions of an exact search that labels a position of a game: one in fifty stays undecided."""
