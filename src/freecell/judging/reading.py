"""Finds boards in a program's output: by rows or columns, among prompts and titles, correct or not."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator

from freecell.board import COLUMNS, DEALT_HEIGHTS
from freecell.cards import DECK, RANKS
from freecell.formats import texts
from freecell.formats.lines import is_title
from freecell.formats.table import is_heading

LONGEST_WITHOUT = 2**20
"""The number of characters without a card after which reading stops."""

_LONGEST_LINE = 2**16
_SUIT = "[CDHS♣♦♥♠]"
_RANK = "(?:10|[A1-9TJQK])"
_ENDS = (r"(?<![^\W_])", r"(?![^\W_])")  # neither a letter nor a digit
_CARD = re.compile(f"{_ENDS[0]}({_RANK})({_SUIT}){_ENDS[1]}", re.IGNORECASE)
_SUIT_FIRST = re.compile(f"{_ENDS[0]}({_SUIT})({_RANK}){_ENDS[1]}", re.IGNORECASE)
_PACKED = re.compile(f"(?:{_RANK}{_SUIT}){{2,}}", re.IGNORECASE)
_ONE = re.compile(f"({_RANK})({_SUIT})", re.IGNORECASE)
_NOT_TEXT = re.compile(r"[\x00-\x06\x0e-\x1a\ufffd]")
_WORD = re.compile(r"[\w♣♦♥♠]+")
_SUITS = {letter: suit for letters in ("CDHS", "♣♦♥♠") for suit, letter in enumerate(letters)}
_RANKS = {rank: number for number, rank in enumerate(RANKS)} | {"10": 9, "1": 0}
# Unicode's playing cards: 14 symbols per suit, including a knight that FreeCell doesn't have.
_SIGNS = {
    first + sign: f" {rank}{suit} "
    for first, suit in ((0x1F0A0, "S"), (0x1F0B0, "H"), (0x1F0C0, "D"), (0x1F0D0, "C"))
    for sign, rank in zip((*range(1, 12), 13, 14), RANKS, strict=True)
}
_ROWS = [COLUMNS] * 6 + [4]


class BoardReader:
    """Reads boards from output as it arrives, and records what else it sees.

    cards       the number of cards so far
    sizes       the numbers of consecutive cards between empty lines or other text
    text        the first line that is neither cards nor a heading such as Deal 617
    written     an example of a card (a ten, if possible) that isn't written as in the task, and how the task writes it
    not_text    whether there were characters that don't occur in text
    suit_first  whether cards were written with the suit first
    shape       the number of cards in each line of the last board, if they are neither rows nor columns
    idle        the number of characters since the last card
    """

    def __init__(self) -> None:
        self.cards, self.idle = 0, 0
        self.sizes: set[int] = set()
        self.text: str | None = None
        self.written: tuple[str, str] | None = None
        self.not_text = False
        self.suit_first = False
        self.shape: list[int] | None = None
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._board: list[int] = []
        self._lines: list[int] = []
        self._together = 0
        self._by_columns = False

    def feed(self, data: bytes, *, final: bool = False) -> Iterator[list[int]]:
        """The newly completed boards: their cards by rows, as numbers from 0 (AC) to 51 (KS)."""
        text = self._rest + self._decoder.decode(data, final)
        *lines, self._rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if final or len(self._rest) > _LONGEST_LINE:
            lines.append(self._rest)
            self._rest = ""
        for line in lines:
            self.not_text = self.not_text or bool(_NOT_TEXT.search(line))
            yield from self._line(line)
        if final:
            self._gap()

    @property
    def incomplete(self) -> int:
        """The number of cards of the next board so far."""
        return len(self._board)

    def _line(self, line: str) -> Iterator[list[int]]:
        self._by_columns = self._by_columns or '"columns"' in line
        had_cards = False
        for part in texts.plain(line).translate(_SIGNS).replace("]", "\n").split("\n"):
            cards = self._cards_in(part)
            had_cards = had_cards or bool(cards)
            while cards:
                now, cards = cards[: 52 - len(self._board)], cards[52 - len(self._board) :]
                self._board += now
                self._lines.append(len(now))
                self._together += len(now)
                self.cards += len(now)
                if len(self._board) == 52:
                    yield self._complete()
        if had_cards:
            self.idle = 0
            return
        self.idle += len(line) + 1
        self._gap()
        if re.search(r"[^\W\d_]", line) and self.text is None and not (is_title(line) or is_heading(line)):
            self.text = line.strip()[:200]

    def _cards_in(self, text: str) -> list[int]:
        """The cards of a line, if most of its words are cards."""
        words = _WORD.findall(text)
        if packed := [word for word in words if _PACKED.fullmatch(word)]:
            return self._numbers(pair for word in packed for pair in _ONE.findall(word))
        found = _CARD.findall(text)
        if not found and (turned := _SUIT_FIRST.findall(text)) and 2 * len(turned) > len(words):
            self.suit_first = True
            return [_number(rank, suit) for suit, rank in turned]
        return self._numbers(found) if 2 * len(found) > len(words) else []

    def _numbers(self, cards: Iterable[tuple[str, str]]) -> list[int]:
        """The numbers of cards that have the rank first."""
        numbers = []
        for rank, suit in cards:
            numbers.append(number := _number(rank, suit))
            if (written := rank + suit) != (usual := str(DECK[number])) and (
                self.written is None or (rank == "10" and self.written[1][0] != "T")
            ):
                self.written = written, usual
        return numbers

    def _complete(self) -> list[int]:
        board, lines, by_columns = self._board, self._lines, self._by_columns
        self._board, self._lines, self._by_columns = [], [], False
        if by_columns or lines == list(DEALT_HEIGHTS):
            starts = [sum(DEALT_HEIGHTS[:column]) for column in range(COLUMNS)]
            return [board[starts[place % COLUMNS] + place // COLUMNS] for place in range(52)]
        if len(lines) > 1 and lines not in (_ROWS, _ROWS[::-1], [1] * 52):
            self.shape = lines
        return board

    def _gap(self) -> None:
        """Note the end of consecutive cards."""
        if self._together and len(self.sizes) < 100:
            self.sizes.add(self._together)
        self._together = 0


def _number(rank: str, suit: str) -> int:
    return 4 * _RANKS[rank.upper()] + _SUITS[suit.upper()]
