"""PDDL: a board as a problem for planners, in the FreeCell domain of the planning competition of 2000.

This format can only be written, because a problem doesn't record the order of the columns. `plans` reads the plans that
planners find.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from freecell.board import Board
from freecell.cards import DECK, Card
from freecell.rules import Rules, check_cells, fits_on, free_cells

_RANKS = ("0", "A", *map(str, range(2, 11)), "J", "Q", "K")


def domain() -> str:
    """The PDDL domain of the problems."""
    return Path(__file__).with_name("freecell.pddl").read_text(encoding="utf-8")


def write(board: Board, cells: int = 4, name: str = "board") -> str:
    """The problem of winning from this board. Cards covered by others on the foundations are left out."""
    rules = Rules(cells)
    check_cells(board, rules)
    left = [card for card in DECK if card.rank > board.foundations[card & 3]]
    objects = [card_name(card & 3, card.rank) for card in left]
    homes = [card_name(suit, rank) for suit, rank in enumerate(board.foundations)]
    facts = "\n".join(f"    {' '.join(line)}" for line in _facts(board, left, rules) if line)
    return (
        f"(define (problem {name})\n  (:domain freecell)\n  (:objects\n"
        f"    {' '.join([*homes, *objects])} - card\n"
        f"    {' '.join(f'N{number}' for number in range(14))} - num\n"
        f"    C D H S - suit)\n  (:init\n{facts})\n"
        "  (:goal (and (home CK) (home DK) (home HK) (home SK))))"
    )


def card_name(suit: int, rank: int) -> str:
    """The name of a card in a problem, such as S10. Rank 0 stands for an empty foundation."""
    return "CDHS"[suit] + _RANKS[rank]


def _facts(board: Board, left: list[Card], rules: Rules) -> Iterator[list[str]]:
    """The initial facts in lines: one line per column, then the rest of the position, then what never changes."""
    for column in board.columns:
        names = [card_name(card & 3, card.rank) for card in column]
        if names:
            over = [f"(on {card} {beneath})" for beneath, card in pairwise(names)]
            yield [f"(bottomcol {names[0]})", *over, f"(clear {names[-1]})"]
    yield [f"(incell {card_name(card & 3, card.rank)})" for card in board.cells if card is not None]
    yield [f"(home {card_name(suit, rank)})" for suit, rank in enumerate(board.foundations)]
    yield [f"(cellspace N{free_cells(board, rules)})", f"(colspace N{board.columns.count(())})"]
    yield [f"(successor N{number + 1} N{number})" for number in range(13)]
    for suit, home in enumerate(board.foundations):
        for rank in range(home, 14):
            name = card_name(suit, rank)
            yield [f"(suit {name} {'CDHS'[suit]})", f"(value {name} N{rank})"]
    for card in left:
        onto = [other for other in left if fits_on(card, other)]
        yield [f"(canstack {card_name(card & 3, card.rank)} {card_name(other & 3, other.rank)})" for other in onto]
