"""Text in all common forms: encodings, line endings, suit symbols, and several boards in one text."""

from __future__ import annotations

import io
import json
import re
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell import Board, Card, Game, Move, Rules, Search, boards, check, deal, find, formats, solve
from freecell.engine import thread_count
from freecell.entries import entries
from freecell.errors import FormatError, FreecellError, GameError, NotationError, quoted
from freecell.formats import texts
from freecell.formats.blocks import blocks

from ..helpers.facts import GAME_617, numbers, positions
from ..helpers.playing import games

ENCODINGS = {
    "utf-8": lambda text: text.encode(),
    "utf-8 with a mark": lambda text: text.encode("utf-8-sig"),
    "utf-16 little": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "utf-16 big": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
}
SIGNS = GAME_617.translate(str.maketrans("CDHS", "♣♦♥♠"))


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_lines_round_trip_in_any_encoding(encoding: str, text: str) -> None:
    data = ENCODINGS[encoding](text)
    if encoding == "utf-8" and data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        return  # text that begins with a byte order mark
    assert texts.decoded(data) == text
    lines = texts.lines(text)
    assert list(texts.lines_of(io.BufferedReader(io.BytesIO(data)))) == (lines[:-1] if lines[-1] == "" else lines)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_board_in_any_encoding(encoding: str, end: str) -> None:
    for text in (GAME_617, SIGNS, formats.write(deal(617), "table")):
        assert Board.parse(ENCODINGS[encoding](text.replace("\n", end))) == deal(617)
        assert find(ENCODINGS[encoding](text.replace("\n", end))) == [617]


def test_suits_in_other_characters() -> None:
    for text in (
        SIGNS.replace("♦", "♦\ufe0f").replace("♣", "♣\ufe0e"),
        SIGNS.translate(str.maketrans("♣♦♥♠", "♧♢♡♤")),
        SIGNS.replace(" ", "\xa0"),
        SIGNS.replace("T", "10").lower(),
        "\ufeff" + SIGNS,
    ):
        assert Board.parse(text) == deal(617)
        assert find(text) == [617]
    table = formats.write(Game.from_notation(617, "7a 7b").board, "table")
    assert Board.parse(table.replace("♦", "♦\ufe0f").replace("♣", "♧")).cells == (Card("JH"), Card("2C"))
    assert Card("10♢\ufe0f") == Card("T♦\ufe0e") == Card("TD")


def test_only_line_ends_end_a_line() -> None:
    """Other characters at which Python splits lines are white space."""
    for sign in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029":
        assert texts.lines(f"a{sign}b") == [f"a{sign}b"]
        assert Board.parse(GAME_617.replace(" ", sign)) == deal(617)


def several(name: str, boards: list[Board], numbers: list[int]) -> list[str]:
    """Several boards in one text."""
    written = [formats.write(board, name) for board in boards]
    titled = "\n\n".join(f"Deal {number}\n{text}" for number, text in zip(numbers, written, strict=True))
    remarked = "\n".join(f"# number {number}\n{text}\n" for number, text in zip(numbers, written, strict=True))
    return [titled, remarked, "\n\n".join(written), *(["\n".join(written)] if name != "table" else [])]


@pytest.mark.parametrize("name", formats.NAMES)
@settings(max_examples=30)
@given(st.lists(numbers, min_size=1, max_size=4))
def test_several_deals_in_one_text(name: str, numbers: list[int]) -> None:
    boards = [deal(number) for number in numbers]
    titled, *others = several(name, boards, numbers)
    assert [entry.deal for entry in entries(texts.lines(titled))] == numbers
    for text in (titled, *others):
        assert [entry.board for entry in entries(texts.lines(text))] == boards


@pytest.mark.parametrize("name", formats.NAMES)
@settings(max_examples=30)
@given(st.lists(positions(), min_size=1, max_size=4))
def test_several_positions_in_one_text(name: str, boards: list[Board]) -> None:
    for text in several(name, boards, [617] * len(boards)):
        found = list(entries(texts.lines(text)))
        assert [entry.board for entry in found] == boards
        assert [entry.deal for entry in found] == [None] * len(boards)  # they aren't the deal in the title


@settings(max_examples=30)
@given(games(), games())
def test_saved_games_and_boards_in_one_text(one: Game, other: Game) -> None:
    text = f"{json.dumps(one.to_dict(), indent=2)}\n{other.board}\n{json.dumps(other.to_dict())}\n"
    first, second, third = entries(texts.lines(text))
    assert (first.game, second.game, third.game) == (one, None, other)
    assert (first.board, second.board, third.board) == (one.board, other.board, other.board)
    assert (first.rules, second.rules) == (one.rules, None)
    listed = entries(texts.lines(f"[{json.dumps(one.to_dict())}, {formats.write(other.board, 'json')}]"))
    assert [entry.board for entry in listed] == [one.board, other.board]


def test_other_ways_to_give_a_board_in_a_text() -> None:
    text = '617\n-1\n1,000\n{"deal": 5}\n'
    assert [entry.deal for entry in entries(texts.lines(text))] == [617, -1, 1000, 5]
    solution = solve(Game.from_notation(617, "7a 7b", Rules(3))).to_dict()
    (entry,) = entries([json.dumps(solution)])
    board = Game.from_notation(617, "7a 7b").board
    assert (entry.board, entry.rules, entry.moves) == (board, Rules(3), solution["notation"])
    packed = "".join(GAME_617.split())
    assert Board.parse(packed) == Board.parse(" ".join(GAME_617.split())) == deal(617)
    assert [entry.board for entry in entries([packed, packed.lower()])] == [deal(617)] * 2


def test_output_of_find_is_read() -> None:
    found = '{"deals": [617, 618], "renamed": []}'
    assert [entry.deal for entry in entries([found])] == [617, 618]
    for wrong in ('{"deals": [], "renamed": null}', '{"a": true}', '{"columns": null}'):
        with pytest.raises(FormatError, match=re.escape(wrong)):  # as JSON, not as Python
            list(entries([wrong]))


def test_text_between_boards_is_skipped() -> None:
    text = f"{GAME_617}\nThat was the first.\n\nAnd now:\n{deal(1)}\n"
    assert [block.text.strip().count("\n") for block in blocks(texts.lines(text))] == [6, 6]
    with pytest.raises(FormatError, match="expected one board, got several: after the first comes 'JD 2D"):
        Board.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        ":\x85" * 21_000,
        "x" * 10**6,
        "A C " * 50_000,
        "\n" * 50_000,
        "AC\n" * 200_000,
        "{" * 200_000,
        '{"a": "' + '\\"' * 100_000,
        "[" * 100_000 + "]" * 100_000,
        "H-" * 100_000,
        "Freecells:" + " " * 100_000 + "QC",
        "7D" * 100_000,
        "Deal " + "1" * 100_000,
        "#" * 200_000,
        "1" * 200_000,
        "a b c d C D H S\n" * 20_000,
        "a b " * 50_000,
        f"{GAME_617}\n" * 3_000,
    ],
    ids=lambda text: text[:8],
)
def test_text_that_is_too_long_or_not_a_board_is_refused(text: str) -> None:
    """With a one-line error, and without scanning it more than a few times."""
    if not text.strip() or text.startswith(GAME_617):
        assert len(list(islice(entries(texts.lines(text)), 9))) == (9 if text.strip() else 0)
    else:
        with pytest.raises(FreecellError) as error:
            list(islice(entries(texts.lines(text)), 9))
        assert len(str(error.value)) < 400
    for read in (Board.parse, find):
        with pytest.raises(FreecellError) as error:
            read(text)
        assert "\n" not in str(error.value)
        assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff", "it is not text in UTF-8 or UTF-16"),
        ("7♦ é".encode("latin-1", "replace"), "it is not text in UTF-8 or UTF-16"),
        (b"7D\0AD", "it is not text: it has NUL bytes"),
        (GAME_617.encode("utf-16-le"), "it is not text: it has NUL bytes"),
        (GAME_617.encode("utf-32"), "it is not text: it has NUL bytes"),
        (b"\xff\xfe7", "it is not text in UTF-8 or UTF-16"),
        (b"7" * (2**20 + 1), "it has a line of over 1048576 characters"),
    ],
    ids=range(7),
)
def test_input_that_is_not_text_is_refused(data: bytes, message: str) -> None:
    for call in (lambda: Board.parse(data), lambda: list(texts.lines_of(io.BufferedReader(io.BytesIO(data))))):
        with pytest.raises(FormatError, match=message):
            call()


def test_a_stream_is_read_line_by_line() -> None:
    """As for a file of millions of boards: no more is read than requested."""

    class Endless(io.RawIOBase):
        given = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            text = f"{GAME_617}\n".encode()
            self.given += len(text)
            buffer[: len(text)] = text
            return len(text)

    raw = Endless()
    found = entries(texts.lines_of(io.BufferedReader(raw)))  # type: ignore[type-var]
    assert [next(found).board for _ in range(50)] == [deal(617)] * 50
    assert raw.given < 200_000


def test_an_invalid_saved_game_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with path.open("wb") as file:
        file.truncate(10**12)  # a sparse file
    with pytest.raises(GameError, match="it has over 4194304 bytes"):
        Game.load(path)


def test_messages_quote_at_most_60_characters() -> None:
    for value in ("x" * 1000, ["x" * 1000], b"y" * 100, {"a": "b" * 99}, 10**200):
        assert len(quoted(value)) <= 60
    assert quoted("x" * 58) == repr("x" * 58)
    assert (quoted(2**20_000), quoted([2**20_000])) == ("<int of 20001 bits>", "<list>")
    long = "z" * 5000
    for call in (
        lambda: Card(long),
        lambda: Board.parse(long),
        lambda: Board([long] * 8),
        lambda: Board.parse("\n".join([long] * 8)),
        lambda: find(long),
        lambda: find([long] * 8),
        lambda: deal(long),  # type: ignore[arg-type]
        lambda: Game(617).play(long),
        lambda: Game(617).play(f"move {long}"),
        lambda: check(617, f"7a {long}"),
        lambda: Rules(room=long),  # type: ignore[arg-type]
        lambda: Rules(cells=long),  # type: ignore[arg-type]
        lambda: Search(goal=long),  # type: ignore[arg-type]
        lambda: formats.write(deal(1), long),
        lambda: deal(1).svg(deck=long),  # type: ignore[arg-type]
        lambda: Board.parse(f'{{"columns": [], "{long}": 1}}'),
        lambda: Board.parse(f"Foundations: {long}\n{GAME_617}"),
    ):
        with pytest.raises(FreecellError) as error:
            call()
        assert "z" * 61 not in str(error.value)
        assert len(str(error.value)) < 350


def test_numbers_too_long_for_python_get_our_own_error() -> None:
    huge = 2**20_000
    for call in (
        lambda: Card(huge),
        lambda: deal(huge),
        lambda: boards(1, huge),
        lambda: Board([[huge]]),
        lambda: find([huge]),
        lambda: Game(617).play(Move("1", "2", huge)),
        lambda: Rules(cells=huge),
        lambda: Search(max_positions=huge),
        lambda: Search(seconds=huge),
        lambda: thread_count(huge),
        lambda: deal(1).svg(deck=huge),  # type: ignore[arg-type]
    ):
        with pytest.raises(FreecellError, match="<int of 20001 bits>"):
            call()


def test_wrong_types_for_texts_and_formats_are_named() -> None:
    with pytest.raises(NotationError, match="expected a string of moves such as '26 7a 3h', got None"):
        Game(617).play(None)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="expected a solution such as '26 7a 3h', got None"):
        check(617, None)  # type: ignore[arg-type]
    with pytest.raises(
        FormatError, match="unknown format 'xml': the formats are rows, columns, json, table, code, pddl"
    ):
        formats.write(deal(617), "xml")
