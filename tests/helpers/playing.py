"""Games for tests: some played at random, and solutions by fc-solve."""

from __future__ import annotations

import os
import subprocess

from hypothesis import strategies as st

from freecell import Board, Game, Rules, deal, formats
from freecell.rules import AUTOPLAYS, ROOMS

from .facts import numbers, positions

rules = st.builds(Rules, st.integers(0, 7), st.sampled_from(ROOMS), st.sampled_from(AUTOPLAYS))


@st.composite
def games(draw: st.DrawFn, profiles: st.SearchStrategy[Rules] = rules) -> Game:
    """A game of up to 60 random turns, from a deal or any position."""
    profile = draw(profiles)
    start: int | Board = draw(st.one_of(numbers, positions()))
    if isinstance(start, Board) and len(start.cells) > profile.cells:
        profile = Rules(7, profile.room, profile.autoplay)
    game = Game(start, profile)
    play_at_random(draw, game, most=60)
    return game


def play_at_random(draw: st.DrawFn, game: Game, most: int) -> None:
    """Play up to this many random turns, as long as there are moves."""
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, most))):
        legal = list(game.legal_moves())
        if not legal:
            break
        game.play(random.choice(legal))


def fc_solve(number: int, *options: str) -> str:
    """The output of fc-solve for a deal that it wins."""
    command = ["fc-solve", *options]
    environment = {**os.environ, "FREECELL_SOLVER_QUIET": "1"}
    columns = formats.write(deal(number), "columns")
    done = subprocess.run(command, input=columns, capture_output=True, text=True, check=True, env=environment)
    assert "solveable" in done.stdout
    return done.stdout


# The output of fc-solve 5.0 with -l lg -m -snx.
SOLUTION_617 = """\
7a 7b 7c b7 1b 71 7h 83 8h 4d
46 83 48 74 b7 2b 27 a2 82 8a
8h d8 48 4d 4h 1h d7 8d 8h d4
16 1h 48 21 a4 2d 24 2a 2h 8h
6h ch 8h 6h 6h d6 3c 3d 32 3h
d2 c2 3d 3c 3h 8h 6h 38 3h 6h
6h 53 5h 6h a6 51 5a 5h 5h ah
6h 1h ch 7a 7h 6c 6h 1h 6h dh
2h 1d 15 1h dh 3h bh 1d 1b 16
1h ch ah bh 6h 5h 7h 8h 4h 2h
dh 4h 2h"""


@st.composite
def mid_games(draw: st.DrawFn) -> tuple[Board, int]:
    """A position reached by random moves, or any position, and a number of cells."""
    cells = draw(st.integers(0, 7))
    if draw(st.booleans()):
        board = draw(positions())
        return board, max(cells, len(board.cells))
    game = Game(draw(st.integers(1, 10**6)), Rules(cells, autoplay="safe"))
    play_at_random(draw, game, most=40)
    return game.board, cells
