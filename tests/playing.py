"""Games for tests: some played at random, solutions by fc-solve, and positions that can be searched to the end."""

from __future__ import annotations

import os
import subprocess
from functools import cache

from hypothesis import strategies as st

from freecell import Board, Game, Rules, deal, formats
from freecell.rules import AUTOPLAYS, ROOMS, LegalMoves, Move, play

from .facts import numbers, positions

rules = st.builds(Rules, st.integers(0, 7), st.sampled_from(ROOMS), st.sampled_from(AUTOPLAYS))


@st.composite
def games(draw: st.DrawFn, profiles: st.SearchStrategy[Rules] = rules) -> Game:
    """A game of up to 60 turns, of a deal or of any position, in which no move is better than another."""
    profile = draw(profiles)
    start: int | Board = draw(st.one_of(numbers, positions()))
    if isinstance(start, Board) and len(start.cells) > profile.cells:
        profile = Rules(7, profile.room, profile.autoplay)
    game = Game(start, profile)
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 60))):
        legal = list(game.legal_moves())
        if not legal:
            break
        game.play(random.choice(legal))
    return game


def fc_solve(number: int, *options: str) -> str:
    """What fc-solve prints of a deal that it wins."""
    command = ["fc-solve", *options]
    environment = {**os.environ, "FREECELL_SOLVER_QUIET": "1"}
    columns = formats.write(deal(number), "columns")
    done = subprocess.run(command, input=columns, capture_output=True, text=True, check=True, env=environment)
    assert "solveable" in done.stdout
    return done.stdout


def key(board: Board) -> tuple[frozenset[object], frozenset[object]]:
    """What is the same for two boards that differ only in the order of columns or of cells."""
    return frozenset(board.columns), frozenset(board.cells) - {None}


def reachable(start: Board, rules: Rules) -> dict[object, tuple[Board, list[object]]]:
    """Every position that can be reached, by its key, with the keys of those that follow it."""
    found: dict[object, tuple[Board, list[object]]] = {key(start): (start, [])}
    todo = [start]
    for board in todo:
        following = found[key(board)][1]
        for move in LegalMoves(board, rules):
            after = play(board, move, rules)
            following.append(key(after))
            if key(after) not in found:
                found[key(after)] = (after, [])
                todo.append(after)
    return found


@cache
def solution_of_617() -> list[Move]:
    """Deal 617, won by hand of fc-solve's preset lg."""
    return Game.from_notation(617, SOLUTION_617, dialect="extended").moves


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
