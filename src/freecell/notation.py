"""Moves as text: standard notation, fc-solve's extended form of it, the catalogue's, sentences, and planners' plans.

A move is written as two places: column `1` to `8`, cell `a` to `g`, or home `h`, as in `26 7a 3h`. A move onto a
column with cards takes as many cards as fit there. To an empty column, `52` moves

    standard   as many cards as possible
    extended   one card, as in fc-solve's `-snx`

In both dialects, `52v4` moves four cards (the number is hexadecimal). Because the meaning depends on the board, moves
can only be read and written together with one.

The catalogue writes `7r` for a move to any free cell; `catalogue` explains how it names cells. An action in a plan,
`(move s9 h3 d10)`, names cards instead of places: see `plans`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from freecell import plans
from freecell.board import CELLS, Board
from freecell.errors import MoveError, NotationError, quoted
from freecell.formats import texts
from freecell.formats.table import is_heading
from freecell.numeric import read_integer
from freecell.rules import COLUMN_NAMES, DEFAULT, HOME, Move, Rules, cards_of, make_move, most_to_empty, run_length

Dialect = Literal["standard", "extended", "catalogue", "pddl"]
DIALECTS: tuple[Dialect, ...] = ("standard", "extended", "catalogue")
"""The dialects that can be written. Plans in PDDL can only be read, and are detected."""

ANY_CELL = "r"
"""The target that stands for any free cell."""

_PLACES = COLUMN_NAMES + CELLS + HOME
_WORDS = {source + target: (source, target) for source in _PLACES for target in _PLACES}
_WORDS |= {column + ANY_CELL: (column, ANY_CELL) for column in COLUMN_NAMES}
_TO_COLUMN = {word for word, places in _WORDS.items() if set(places) <= set(COLUMN_NAMES)}
_WITH_COUNT = re.compile(r"[1-8a-h]{2}v[0-9a-f]{1,2}")
_PACKED = re.compile(r"(?:[1-8][1-8a-hr]|[a-g][1-8h]){2,}")  # words without spaces between them
_NUMBERED = re.compile(r"\s*(-?\d[\d,_]{0,26}|(?:[A2-9TJQK][CDHS]){52})\s*:(?!\s*\()(.*)", re.IGNORECASE)
_UPPER_CASE = re.compile(  # moves that can't be cards
    r"(?<!\w)(?:[1-8][ABEFGR]|[A-G][1-8]|(?:[1-8][1-8A-HR]|[A-G][1-8H]){3,})(?!\w)"
)

# Our names of places, and fc-solve's, which counts stacks and freecells from 0.
_SENTENCE = re.compile(
    r"move (?:an? card|(?P<count>\d{1,2}) cards?|(?:10|[a2-9tjqk])[cdhs]) from (?P<source>\w+ \w+)"
    r"(?: to (?P<target>\w+ \w+)| home)\.?",
    re.IGNORECASE,
)
_PLACE_NAMES = {
    **{f"column {name}": name for name in COLUMN_NAMES},
    **{f"cell {name}": name for name in CELLS},
    **{f"stack {number}": name for number, name in enumerate(COLUMN_NAMES)},
    **{f"freecell {number}": name for number, name in enumerate(CELLS)},
    "the foundations": HOME,
}

# Lines without moves: boards, which are read, and lines that are skipped, such as remarks, rules, fc-solve's comments
# about its search, and boards drawn for the screen (their cards are in upper case: AH is a card, ah a move).
_BOARD_LINE = re.compile(r"(?i:foundations|founds|freecells|fc)?\s*:.*")
_PASSED_OVER = re.compile(
    r"#.*|[-= ]+|.*\bH-\w+ C-\w+ D-\w+ S-\w+|(?:(?:(?:10|[A2-9TJQK])[CDHS♣♦♥♠]|--)\s*)+"
    r"|(?i:this game is solveable|i could not solve this game|total number of states|this scan generated).*"
    r"|(?i:iteration|depth|stored-states|scan):.*"
)


class ParsedMoves(NamedTuple):
    """A parsed text: words of notation and boards, and the dialect if it was detected."""

    words: list[str | Board]
    dialect: Dialect | None

    @property
    def homes(self) -> int:
        """The number of moves home."""
        return sum(isinstance(word, str) and word[1:2] == HOME for word in self.words)


def parse(text: str) -> ParsedMoves:
    """Read the moves in a text, and the boards that a listing shows."""
    if not isinstance(text, str):
        raise NotationError(f"expected a string of moves such as '26 7a 3h', got {quoted(text)}")
    if plans.is_plan(text):
        return ParsedMoves([*plans.actions(text)], "pddl")
    parsed: list[str | Board] = []
    found: list[str] = []  # words written without spaces
    for line in _without_numbers(texts.plain(text)):
        if isinstance(line, Board):
            parsed.append(line)
            continue
        words = line.replace(",", " ").replace(";", " ").split()
        if not words:
            continue
        if words[0] in _WORDS or _WITH_COUNT.fullmatch(words[0]) or _PACKED.fullmatch(words[0]):
            for word in words:
                packed = _PACKED.fullmatch(word)
                found += [word] if packed else []
                parsed += re.findall("..", word) if packed else [word]
        elif words[0].lower() == "move:":  # as in fc-solve's listings with -snx
            parsed += words[1:]
        elif words[0].lower() == "move":
            parsed.append(_word(line))
        elif not _PASSED_OVER.fullmatch(line) and not is_heading(line):
            Move.parse(words[0])  # raises an error that explains the problem
    return ParsedMoves(parsed, "catalogue" if _is_catalogue(parsed, found) else None)


def words(text: str) -> Iterator[str | Board]:
    """The moves in a text as words of notation, also for sentences, and the boards that a listing shows."""
    return iter(parse(text).words)


def solution_of(lines: Iterable[str], number: int | None) -> Iterator[str]:
    """The lines of a text, leaving out solutions for other deals (lines that begin with another number and a colon)."""
    others: list[str] = []
    found = False
    for line in lines:
        match = _NUMBERED.fullmatch(line)
        its = read_integer(match[1]) if match else None
        if number is None or its is None or its == number:
            found = found or bool(line.strip())
            yield line
        elif len(others) < 4:
            others.append(str(its))
    if others and not found:
        those = ", ".join(others[:3]) + ", ..." * (len(others) > 3)
        raise NotationError(f"no solution found for deal {number}, only for {those}")


def _without_numbers(text: str) -> Iterator[str | Board]:
    """The lines of a text without their deal numbers, and its boards."""
    lines = map(str.strip, texts.lines(text.lower() if _UPPER_CASE.search(text) else text))
    board: list[str] = []
    number: str | None = None
    for line in lines:
        if _BOARD_LINE.fullmatch(line):
            board.append(line)
            continue
        if board:
            yield Board.parse("\n".join(board))
            board = []
        numbered = _NUMBERED.fullmatch(line)
        if numbered and number not in (None, numbered[1]):
            raise NotationError(
                f"found solutions for several deals, {quoted(number)} and {quoted(numbered[1])}: give only one"
            )
        number = numbered[1] if numbered else number
        yield numbered[2].strip() if numbered else line
    if board:
        yield Board.parse("\n".join(board))


def _is_catalogue(words: list[str | Board], packed: list[str]) -> bool:
    """Whether a text is in the catalogue's dialect: it has `r`, or its words are joined and none moves to a cell."""
    return any(isinstance(word, str) and word[1:] == ANY_CELL for word in words) or (
        bool(packed) and not any(isinstance(word, str) and word[1:2] in CELLS for word in words)
    )


def as_move(move: Move | str, board: Board, rules: Rules = DEFAULT) -> Move:
    """A move unchanged, or the move for a word of standard notation on this board."""
    return move if isinstance(move, Move) else read(move, board, rules)


def read(word: str, board: Board, rules: Rules = DEFAULT, dialect: Dialect = "standard") -> Move:
    """The move for a word of notation on this board. `play` checks whether it is legal."""
    places = (_WORDS.get(word) or _WORDS.get(word.lower())) if isinstance(word, str) else None
    if places is None:
        is_action = isinstance(word, str) and plans.is_plan(word)
        return plans.read(word, board, rules) if is_action else Move.parse(word)
    source, target = places
    if target == ANY_CELL:
        cells = (*board.cells, *[None] * (rules.cells - len(board.cells)))
        if None not in cells:
            raise MoveError("no cell is free")
        return make_move(source, CELLS[cells.index(None)])
    if source not in COLUMN_NAMES or target not in COLUMN_NAMES:
        return make_move(source, target)
    column, onto = board.columns[int(source) - 1], board.columns[int(target) - 1]
    if onto and column:
        count = (onto[-1] >> 2) - (column[-1] >> 2)
        # No card of the run has the right rank: take the top card, so `play` explains why it doesn't fit.
        return make_move(source, target, count if 0 < count <= run_length(column) else 1)
    if dialect == "extended" or not column:
        return make_move(source, target)
    return make_move(source, target, most_to_empty(board, source, rules))


def write(move: Move, board: Board, rules: Rules = DEFAULT, dialect: Dialect = "standard") -> str:
    """A legal move on this board as a word of notation, which `read` parses under the same rules."""
    word = move.source + move.target
    if word in _TO_COLUMN and not board.columns[int(move.target) - 1]:
        implied = 1 if dialect == "extended" else most_to_empty(board, move.source, rules)
        if move.count != implied:
            return f"{word}v{move.count:x}"
    return word


def sentence(move: Move, board: Board, rules: Rules = DEFAULT) -> str:
    """A legal move on this board in plain words."""
    cards = cards_of(board, move, rules)
    what = str(cards[0]) if len(cards) == 1 else f"{len(cards)} cards"
    return f"move {what} from {_place(move.source)} {'home' if move.target == HOME else f'to {_place(move.target)}'}"


def valid_dialect(dialect: Dialect) -> Dialect:
    """Validate the name of a dialect."""
    if dialect not in DIALECTS:
        raise NotationError(f"dialect must be one of {', '.join(map(repr, DIALECTS))}, got {quoted(dialect)}")
    return dialect


def _word(sentence: str) -> str:
    """The word of notation for a sentence."""
    match = _SENTENCE.fullmatch(" ".join(sentence.split()))
    source = _PLACE_NAMES.get(match["source"].lower()) if match else None
    target = _PLACE_NAMES.get((match["target"] or "the foundations").lower()) if match else None
    if match is None or source is None or target is None:
        raise NotationError(
            f"{quoted(sentence)} is not a move: expected 'move 3 cards from column 2 to column 6' "
            "or fc-solve's 'Move 3 cards from stack 1 to stack 5'"
        )
    count = int(match["count"] or 1)
    return f"{source}{target}v{count:x}" if source + target in _TO_COLUMN or count != 1 else source + target


def _place(name: str) -> str:
    return f"column {name}" if name in COLUMN_NAMES else f"cell {name}"
