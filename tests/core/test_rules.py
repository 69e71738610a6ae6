"""The core's rules compared with the Python rules, with any number of cells: room, legal moves, auto-play.

Also, a sequence that is too long for one move in Windows is split into the fewest turns possible.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import cache

import pytest

import freecell
from freecell import Board, Move, Rules
from freecell.cards import Card
from freecell.moves import LegalMoves
from freecell.rules import AUTOPLAYS, COLUMN_NAMES, ROOMS, AutoPlay, Room, auto_play, play, run_length

from ..helpers.packing import moves_of

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)

from ..helpers.kernels import row, some_boards

MOST = 500
TURNS, SINGLES = range(2)


@pytest.mark.parametrize("cells", range(8))
@pytest.mark.parametrize("kind", ROOMS)
def test_the_same_moves_are_legal(core: ctypes.CDLL, cells: int, kind: Room) -> None:
    moves = ctypes.create_string_buffer(4 * MOST)
    for board in (*some_boards(cells, 60), *roomy_boards(cells)):
        count = core.perft_legal(row(board), cells, ROOMS.index(kind), moves)
        found = moves_of(moves.raw[: 4 * count])
        assert sorted(map(str, found)) == sorted(map(str, LegalMoves(board, Rules(cells, kind))))


@pytest.mark.parametrize("cells", range(8))
@pytest.mark.parametrize("mode", AUTOPLAYS)
def test_the_same_cards_go_home_in_the_same_order(core: ctypes.CDLL, cells: int, mode: AutoPlay) -> None:
    moves = ctypes.create_string_buffer(4 * MOST)
    several = 0
    for board in some_boards(cells, 100):
        count = core.perft_auto_play(row(board), cells, AUTOPLAYS.index(mode), moves)
        assert moves_of(moves.raw[: 4 * count]) == auto_play(board, mode)
        several += count > 1
    assert several > 0 or mode == "none"


RUN = [Card(f"{rank}{'HS'[at % 2]}") for at, rank in enumerate("QJT98765432A")]
KINGS = [Card("KD"), Card("KC")]


@cache
def roomy_boards(cells: int) -> list[Board]:
    """Boards with a lot of room, and a sequence that fits on the king of clubs. It lies on KD or alone."""
    return [
        _roomy_board(RUN[:length], alone, empty, cells - free)
        for length in (2, 3, 4, 5, 7, 9, len(RUN))
        for alone in (False, True)
        for empty in range(1, 6 - alone)
        for free in range(cells + 1)
    ]


def _roomy_board(run: list[Card], alone: bool, empty: int, taken: int) -> Board:
    """A board with `empty` empty columns and `taken` cells in use. The other columns hold the remaining cards."""
    others = [card for card in freecell.DECK if card not in (*run, *KINGS)]
    columns = [run, [KINGS[1]], [KINGS[0]]] if alone else [[KINGS[0], *run], [KINGS[1]]]
    left = 8 - empty - len(columns)
    columns += [others[taken + at :: left] for at in range(left)] + [[]] * empty
    return Board(columns, others[:taken])


def long_moves(board: Board, cells: int) -> Iterator[Move]:
    """Moves of several cards that are legal in theory but not in Windows, except of whole columns to empty ones."""
    legal = set(LegalMoves(board, Rules(cells, "windows")))
    for move in LegalMoves(board, Rules(cells)):
        column = board.columns[int(move.source) - 1] if move.source in COLUMN_NAMES else ()
        to_empty = move.target in COLUMN_NAMES and not board.columns[int(move.target) - 1]
        if move not in legal and not (to_empty and move.count == len(column)):
            yield move


@pytest.mark.parametrize("cells", range(8))
def test_a_sequence_too_long_for_windows_is_split(core: ctypes.CDLL, cells: int) -> None:
    """Each part is legal in Windows, and together they have the effect of the one move."""
    steps = ctypes.create_string_buffer(4 * MOST)
    rules, tried = Rules(cells, "windows"), 0
    for board in (*roomy_boards(cells), *some_boards(cells, 100)):
        packed = row(board)
        for move in long_moves(board, cells):
            wanted = bytes(["12345678abcdefgh".index(place) for place in (move.source, move.target)] + [move.count])
            at_once = play(board, move, Rules(cells)).key
            for length in (TURNS, SINGLES):
                count = core.perft_split(packed, cells, wanted, length, steps)
                assert count > 1
                after = board
                for step in moves_of(steps.raw[: 4 * count]):
                    after = play(after, step, rules)
                assert after.key == at_once
            tried += 1
    assert tried > 20


State = tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...], frozenset[int]]
"""The cards of the run that lie in its column, in the target, in the other columns and in cells."""


def fewest_turns(cards: int, below: int, free: int, empty: int, *, filled: bool, whole: bool) -> int:
    """The number of turns that it takes to move a sequence in Windows, found by exhaustive search.

    The cards are 1 (the lowest) to `cards`. `below` cards of the sequence stay behind; they are 0, -1, and so on.
    `filled`: the target is a column whose top card the lowest card fits on; otherwise it is an empty column.
    `whole`: the sequence is its whole column. Only three kinds of columns matter: the sequence's, the target, and the
    empty ones. Of equivalent columns, the first is tried.
    """
    whole_run, stays = tuple(range(1, cards + 1)), tuple(range(1 - below, 1))
    start: State = ((*stays, *whole_run), (), ((),) * empty, frozenset())
    level, seen, turns = {start}, {start}, 0
    while not any(
        state[0] == stays and (state[1] == whole_run if filled else whole_run in state[2]) for state in level
    ):
        level = {after for state in level for after in _after(state, free, filled, whole)} - seen
        seen |= level
        turns += 1
    return turns


def _after(state: State, most_free: int, filled: bool, whole: bool) -> Iterator[State]:
    """All states after one turn."""
    source, target, others, cells = state
    stacks = [source, target, *others]
    empty = [at for at, stack in enumerate(stacks) if not stack and (at > 1 or (at == 0 and whole))]
    free = most_free - len(cells)

    def moved(put: dict[int, tuple[int, ...]], in_cells: frozenset[int]) -> State:
        after = [put.get(at, stack) for at, stack in enumerate(stacks)]
        return after[0], after[1], tuple(sorted(after[2:])), in_cells

    def targets(lowest: int) -> Iterator[tuple[int, bool]]:
        """The possible targets of a sequence, and whether each is an empty column."""
        for at, stack in enumerate(stacks):
            if stack and stack[-1] == lowest - 1:
                yield at, False
        if filled and not target and lowest == 1:
            yield 1, False
        if empty:
            yield empty[0], True

    for at, stack in enumerate(stacks):
        run = next((count for count in range(1, len(stack)) if stack[-count - 1] != stack[-count] - 1), len(stack))
        for count in range(1, run + 1):
            for to, is_empty in targets(stack[-count]):
                asked = not is_empty or count in (1, min(run, free + 1))
                if to != at and asked and count <= (free + 1) * (1 if is_empty else len(empty) + 1):
                    yield moved({at: stack[:-count], to: stacks[to] + stack[-count:]}, cells)
        if stack and free:
            yield moved({at: stack[:-1]}, cells | {stack[-1]})
    for card in cells:
        for to, _ in targets(card):
            yield moved({to: (*stacks[to], card)}, cells - {card})


@pytest.mark.parametrize("free", range(3))
def test_a_split_takes_the_fewest_turns(core: ctypes.CDLL, free: int) -> None:
    steps = ctypes.create_string_buffer(4 * MOST)
    known: dict[tuple[int, int, int, bool, bool], int] = {}
    for board in roomy_boards(free):
        if any(card is not None for card in board.cells):
            continue
        for move in long_moves(board, free):
            if move.count > 7 or board.columns.count(()) > 3:
                continue
            wanted = bytes(["12345678abcdefgh".index(place) for place in (move.source, move.target)] + [move.count])
            turns = core.perft_split(row(board), free, wanted, TURNS, steps)
            filled = bool(board.columns[int(move.target) - 1])
            column = board.columns[int(move.source) - 1]
            below, whole = run_length(column) - move.count, move.count == len(column)
            known[move.count, below, board.columns.count(()), filled, whole] = turns
    assert len(known) > 5
    for (cards, below, empty, filled, whole), turns in known.items():
        assert turns == fewest_turns(cards, below, free, empty, filled=filled, whole=whole)
