"""Checks a program that deals boards: which of them are correct, and what is wrong with the others."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import numpy as np

from freecell.cards import DECK
from freecell.dealing import deals_of
from freecell.errors import FreecellError, quoted
from freecell.finding import find
from freecell.judging.kit import board_bytes
from freecell.judging.mistakes import Dealt, Diagnosis, diagnose
from freecell.judging.programs import PLACE, Program, TimeUpError, ending
from freecell.judging.reading import LONGEST_WITHOUT, BoardReader

DEFAULT = (
    range(1, 129), range(617, 618), range(11982, 11983), range(31_999, 32_002), range(32_767, 32_770),
    range(65_535, 65_538), range(999_999, 1_000_002), range(16_777_215, 16_777_218), range(2**31 - 2, 2**31),
)  # fmt: skip
"""The default deals: below 2**31, including those at which faulty programs start to fail."""

_AT_ONCE = 1000  # boards
_FIRST, _LATER = 200, 100  # boards that are kept for the diagnosis


@dataclass(frozen=True)
class Wrong:
    """The first wrong board: its deal, and the expected and actual cards by rows."""

    deal: int
    expected: list[str]
    got: list[str]

    @property
    def place(self) -> int:
        """The first place, counted from 0, with a wrong card."""
        return next(at for at, (one, other) in enumerate(zip(self.expected, self.got, strict=True)) if one != other)


@dataclass(frozen=True)
class DealsReport:
    """The result of checking a program that deals boards.

    asked      how many deals the program was asked for
    boards     how many boards the program printed
    right      how many of them are correct
    first      the first wrong board
    problem    why there are fewer boards than asked for, or none to compare
    timed_out  whether the program took too long
    notes      other remarks
    diagnosis  the mistakes that explain the wrong boards, if any are known
    since      None if the diagnosis explains every board; else the first deal that it explains, after correct boards
    """

    asked: int
    boards: int
    right: int
    first: Wrong | None
    problem: str | None
    timed_out: bool
    notes: list[str]
    diagnosis: Diagnosis | None
    since: int | None

    @property
    def passes(self) -> bool:
        """Whether every board is correct."""
        return self.right == self.asked

    def to_dict(self) -> dict[str, Any]:
        """The report as a dict for JSON."""
        first, diagnosis = self.first, self.diagnosis
        return {
            "passes": self.passes,
            "asked": self.asked,
            "boards": self.boards,
            "right": self.right,
            "first_wrong": first and {"deal": first.deal, "expected": first.expected, "got": first.got},
            "problem": self.problem,
            "timed_out": self.timed_out,
            "notes": self.notes,
            "mistakes": diagnosis and [mistake._asdict() for mistake in diagnosis.mistakes],
            "deck": diagnosis and diagnosis.deck,
            "since": self.since,
        }


def judge_deals(
    command: Sequence[str],
    ranges: Sequence[range] = DEFAULT,
    *,
    each: bool = False,
    seconds: float | None = None,
    advance: Callable[[int], object] = lambda _: None,
) -> DealsReport:
    """Run a program that deals boards, and check them.

    command  the command as a list of words; {} in it is replaced by a deal number, and the program runs once per deal
    ranges   the deals
    each     run the program once per deal, with a number on its standard input
    seconds  the maximum time per run (default: 20, or 20 ms per deal if that is longer)
    advance  called with the number of boards read since the last call
    """
    if not command:
        raise FreecellError("no program to judge: the command is empty")
    asked = sum(map(len, ranges))
    if seconds is None:
        seconds = 20 if each else max(20, asked / 50)
    judge = _Judge(ranges, asked, advance)
    as_argument = any(PLACE in word for word in command)
    if each or as_argument:
        _run_each(judge, command, as_argument, seconds)
    else:
        _run_once(judge, command, seconds)
    return judge.report(in_one_run=not (each or as_argument))


def _run_once(judge: _Judge, command: Sequence[str], seconds: float) -> None:
    """One run, with all numbers on standard input."""
    numbers = chain.from_iterable(judge.ranges)
    lines = iter(lambda: "".join(f"{number}\n" for number in islice(numbers, _AT_ONCE)).encode(), b"")
    with Program(command, lines, seconds) as program:
        try:
            for data in program.output():
                judge.feed(data)
                if judge.is_over:
                    return
            code = program.wait()
        except TimeUpError:
            judge.timed_out = True
            judge.say(f"it didn't finish within {seconds:g} seconds")
        else:
            if code:
                judge.say(f"it {ending(code)}" + (f": {program.last_words}" if program.last_words else ""))
            if code == -signal.SIGSEGV:
                judge.say(_OUTSIDE)
        judge.feed(b"", final=True)
    if not judge.boards and not judge.timed_out:
        judge.say(_ARGUMENT)
    elif judge.boards == 1 < judge.asked:
        judge.say("it printed only one board: it must read numbers until its input ends (or use --each)")


_ROWS = "a board is seven rows of cards, such as JD 2D 9H JC 5D 7H 7C 5H"
_OUTSIDE = "your program seems to read outside its deck: is an index negative?"
_ARGUMENT = "if it takes the number as an argument, write {} in the command where the number belongs"


def _run_each(judge: _Judge, command: Sequence[str], as_argument: bool, seconds: float) -> None:
    """One run per deal, up to the first that prints no board."""
    for number in chain.from_iterable(judge.ranges):
        words = [word.replace(PLACE, str(number)) for word in command] if as_argument else command
        before = judge.boards
        judge.begin_run()
        with Program(words, [] if as_argument else [b"%d\n" % number], seconds) as program:
            try:
                for data in program.output():
                    judge.feed(data, most=before + 1)
                    if judge.boards > before or judge.is_over:
                        break
                judge.feed(b"", final=True, most=before + 1)
                if judge.boards == before:
                    code = program.wait()
                    why = f": {program.last_words}" if program.last_words else ""
                    judge.say(f"for deal {number} it printed no board and {ending(code)}{why}")
                    return
            except TimeUpError:
                judge.timed_out = True
                judge.say(f"for deal {number} it didn't finish within {seconds:g} seconds")
                return


class _Judge:
    """Compares boards as they arrive. While the output matches the expected bytes exactly, it isn't parsed."""

    def __init__(self, ranges: Sequence[range], asked: int, advance: Callable[[int], object]) -> None:
        self.ranges, self.asked = ranges, asked
        self.boards, self.right = 0, 0
        self.timed_out, self.is_over = False, False
        self._notes: list[str] = []
        self._advance = advance
        self._reader = BoardReader()
        self._chunks = (
            numbers[begin : begin + _AT_ONCE] for numbers in ranges for begin in range(0, len(numbers), _AT_ONCE)
        )
        self._pending: bytes | None = b""  # the matching part of this chunk; None once the output differed
        self._first: list[Dealt] = []
        self._later: list[Dealt] = []
        self._first_wrong: Wrong | None = None
        self._next_chunk()

    def _next_chunk(self) -> None:
        self._chunk, self._at = next(self._chunks, range(0)), 0
        self._cards = deals_of(np.array(self._chunk, np.int64)) if self._chunk else np.empty((0, 52), np.uint8)

    def begin_run(self) -> None:
        """Begin another run, which should print one board."""
        self._reader, self._pending = BoardReader(), None

    def say(self, what: str) -> None:
        """Add a remark about the program."""
        self._notes.append(what)

    def feed(self, data: bytes, *, final: bool = False, most: int | None = None) -> None:
        """Read more output, up to `most` boards in total."""
        if self._pending is not None:
            self._pending += data
            while self._chunk and self._pending.startswith(expected := board_bytes(self._chunk)):
                self._pending = self._pending[len(expected) :]
                for number, cards in zip(self._chunk, self._cards, strict=True):
                    if len(self._first) == _FIRST:
                        break
                    self._first.append((number, cards.tolist()))
                self.boards += len(self._chunk)
                self.right += len(self._chunk)
                self._advance(len(self._chunk))
                self._next_chunk()
            if not final and self._chunk and board_bytes(self._chunk).startswith(self._pending):
                return
            data, self._pending = self._pending, None
        for board in self._reader.feed(data, final=final):
            if self.boards == (most or self.asked):
                self.is_over = True
                if most is None:
                    self.say("it prints more boards than it was asked for")
                return
            self._judge(board)
        if self._reader.idle > LONGEST_WITHOUT:
            self.is_over = True
            self.say(f"it printed over {LONGEST_WITHOUT:,} characters without a card")

    def _judge(self, board: list[int]) -> None:
        number, expected = self._chunk[self._at], self._cards[self._at].tolist()
        is_right = board == expected
        self.boards += 1
        self.right += is_right
        self._advance(1)
        if len(self._first) < _FIRST:
            self._first.append((number, board))
        elif not is_right and len(self._later) < _LATER:
            self._later.append((number, board))
        if not is_right and self._first_wrong is None:
            self._first_wrong = Wrong(number, _names(expected), _names(board))
        self._at += 1
        if self._at == len(self._chunk):
            self._next_chunk()

    def report(self, *, in_one_run: bool) -> DealsReport:
        """The report at the end."""
        reader, asked = self._reader, self.asked
        problem = None
        if size := self._size():  # no card is where it belongs
            problem = f"its boards have {size} cards, but a deck has 52"
            self._first_wrong = reader.shape = None
        elif not self.boards:
            problem = (
                f"it printed no board, but {quoted(reader.text)}: {_ROWS}"
                if reader.text
                else f"it printed nothing: {_ROWS}"
            )
        elif self.boards < asked and not self.is_over:
            problem = f"it printed {self.boards} of {asked} boards"
        self._notes += self._form()
        diagnosis, since = None, None
        if self._first_wrong is not None:
            diagnosis, since = self._diagnosis(in_one_run=in_one_run)
            if diagnosis is None:
                self._notes += self._findings()
        return DealsReport(
            asked, self.boards, self.right, self._first_wrong, problem, self.timed_out, self._notes, diagnosis, since
        )

    def _size(self) -> int | None:
        """The number of cards per board, if that is not 52."""
        sizes, cards = self._reader.sizes, self._reader.cards
        if len(sizes) == 1 and 8 < min(sizes) < 52:
            return min(sizes)
        if self.right == 0 and self.asked > 1 and cards % self.asked == 0 and 8 < (size := cards // self.asked) < 60:
            return None if size == 52 else size
        return None

    def _form(self) -> Iterator[str]:
        """Unusual features of the output format."""
        reader = self._reader
        if reader.suit_first:
            yield "its cards have the suit first (D7): other programs expect the rank first (7D)"
        if reader.shape:
            shape = " ".join(map(str, reader.shape[:9])) + (" ..." if len(reader.shape) > 9 else "")
            yield f"its lines have {shape} cards: a board has 7 rows of 8 cards (4 in the last)"
        if reader.written and self.boards:
            written, expected = reader.written
            yield f"it writes {written} where the task writes {expected}: digests need exactly the text of the task"
        if reader.not_text and self.right < self.asked:
            yield f"it prints bytes that aren't text: {_OUTSIDE}"
        elif reader.text and self.boards:
            yield f"it also prints other text: {quoted(reader.text)}"

    def _diagnosis(self, *, in_one_run: bool) -> tuple[Diagnosis | None, int | None]:
        """The diagnosis for all boards, or else for those from the first wrong one on."""
        if len(self._first) > 1 and all(board == self._first[0][1] for _, board in self._first):
            return None, None  # it ignores the number
        found = diagnose(self._first, self._later, in_one_run=in_one_run)
        if found is not None or self._first_wrong is None:
            return found, None
        since = self._first_wrong.deal
        kept = [*self._first, *self._later]
        wrong = kept[next(at for at, (number, _) in enumerate(kept) if number == since) :]
        return (diagnose(wrong, in_one_run=False), since) if len(wrong) < len(kept) else (None, None)

    def _findings(self) -> Iterator[str]:
        """Remarks about wrong boards that no known mistake explains."""
        wrong = self._first_wrong
        assert wrong is not None  # noqa: S101
        kept = [*self._first, *self._later]
        twice = sorted({card for card in wrong.got if wrong.got.count(card) > 1}, key=wrong.got.index)
        if twice:
            missing = [str(card) for card in DECK if str(card) not in wrong.got]
            yield (
                f"in deal {wrong.deal} {_some(twice)} appear{'s' * (len(twice) == 1)} twice, "
                f"and {_some(missing)} {'is' if len(missing) == 1 else 'are'} missing"
            )
        elif len(kept) > 1 and all(board == kept[0][1] for _, board in kept):
            yield f"it prints the same board for every number{_known_as(wrong.got)}"
            if list(kept[0][1]) in _same_draws():
                yield "every draw is the same: ^ isn't a power in most languages; write 2147483648 for 2**31"
        elif name := _known_as(wrong.got):
            yield f"for deal {wrong.deal} it printed a board{name}"
        rights = deals_of(np.array([number for number, _ in kept], np.int64))
        common = [_common(board, right.tolist()) for (_, board), right in zip(kept, rights, strict=True)]
        # A wrong draw may still take the right card by chance.
        overflows = sum(at == _overflow(number) for (number, _), at in zip(kept, common, strict=True))
        if len(kept) > 4 and overflows > 0.9 * len(kept):
            yield (
                "each board goes wrong at the first state past 2**31: reduce the state modulo 2**31, in an integer "
                "wider than 32 bits (in C: long long, in Java: long), because a 32-bit product overflows before the "
                "modulo is taken; or keep only the low 15 bits of each draw (draw = (state >> 16) & 0x7FFF)"
            )
        elif 0 < (least := min(common)) < 52:
            cards = "card of every board is" if least == 1 else f"{least} cards of every board are"
            yield f"the first {cards} right; the first wrong one is card {least + 1}"


def _overflow(number: int) -> int:
    """The number of cards dealt before a 32-bit state first has its top bit set."""
    state = number
    for dealt in range(52):
        state = (214013 * state + 2531011) % 2**32
        if state >= 2**31:
            return dealt
    return 52


def _same_draws() -> Iterator[list[int]]:
    """The boards whose draws are all the same small number."""
    for draw in range(64):
        deck, dealt = list(range(52)), []
        while deck:
            place = draw % len(deck)
            deck[place], deck[-1] = deck[-1], deck[place]
            dealt.append(deck.pop())
        yield dealt


def _names(cards: Iterable[int]) -> list[str]:
    return [str(DECK[card]) for card in cards]


def _some(cards: Sequence[str]) -> str:
    return " ".join(cards[:3]) + (" ..." if len(cards) > 3 else "")


def _known_as(cards: Sequence[str]) -> str:
    """The deal number of a board, in words."""
    found = find(cards)
    return f", which is deal {found[0]}" if found else ""


def _common(board: Sequence[int], other: Sequence[int]) -> int:
    """The number of equal cards at the start of two boards."""
    return next((at for at, (one, two) in enumerate(zip(board, other, strict=True)) if one != two), 52)
