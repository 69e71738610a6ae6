import assert from "node:assert/strict";
import { test } from "node:test";
import { deal } from "../../src/freecell/web/static/deals.js";
import { Game } from "../../src/freecell/web/static/game.js";
import { readBoard, readPasted } from "../../src/freecell/web/static/reading.js";
import { cardOf, fromObject, textOf, toObject } from "../../src/freecell/web/static/rules.js";

const BOARD = toObject(deal(617));
const dealt = Array.from({ length: 52 }, (_, place) => BOARD.columns[place % 8][Math.floor(place / 8)]);
const ROWS = Array.from({ length: 7 }, (_, row) => dealt.slice(8 * row, 8 * row + 8).join(" ")).join("\n");
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

test("a freshly dealt board, in every form", () => {
  const forms = {
    rows: ROWS,
    "rows with a heading and Windows' line ends": `Game #617\r\n${ROWS.replaceAll("\n", "\r\n")}`,
    "small letters and 10": ROWS.toLowerCase().replaceAll("t", "10"),
    signs: ROWS.replace(/[CDHS]/g, (suit) => SIGNS[suit]),
    "one line": ROWS.replaceAll("\n", " "),
    "without blanks": dealt.join(""),
    columns: BOARD.columns.map((column) => column.join(" ")).join("\n"),
    "columns with colons": BOARD.columns.map((column) => `: ${column.join(" ")}`).join("\n"),
    JSON: JSON.stringify(BOARD),
    "invisible characters": `\ufeff${ROWS.replaceAll(" ", "\xa0")}`,
  };
  for (const [name, text] of Object.entries(forms)) {
    const { board, known } = readPasted(text);
    assert.deepEqual(board.columns, BOARD.columns, name);
    assert.deepEqual(known.map(textOf), dealt, name);
  }
});

test("a position in the middle of a game has no number", () => {
  const text = [
    "Foundations: H-0 C-2 D-0 S-A",
    "Freecells: KD -- 9C",
    ...toColumns(
      "KC KS KH QC QS QH QD JC JS JH JD TC TS TH TD 9S 9H 9D 8C 8S 8H 8D 7C 7S 7H 7D 6C 6S 6H 6D 5C 5S 5H 5D",
    ),
    ": 4C 4S 4H 4D 3C 3S 3H 3D 2S 2H 2D AH AD",
  ].join("\n");
  const { board, known } = readPasted(text);
  assert.equal(known, null);
  assert.deepEqual(board.foundations, { H: 0, C: 2, D: 0, S: 1 });
  assert.deepEqual(board.cells, ["KD", null, "9C"]);
  assert.deepEqual(readBoard(JSON.stringify(board)).columns, board.columns);
});

/** Seven columns of these cards. */
function toColumns(text) {
  const cards = text.split(" ");
  return Array.from({ length: 7 }, (_, column) => `: ${cards.slice(5 * column, 5 * column + 5).join(" ")}`);
}

test("a table with cells and foundations above its columns", () => {
  const table = `
   a   b   c   d   ♣   ♦   ♥   ♠
  4♥  Q♥  --  --  --  --  --  --
   1   2   3   4   5   6   7   8
  7♦  A♦  5♣  3♠  5♠  8♣  2♦  A♥
 10♦  7♠  Q♦  A♣  6♦  8♥  A♠  K♥
 10♥  Q♣  3♥  9♦  6♠  8♦  3♦ 10♣
  K♦  5♥  9♠  3♣  8♠  7♥  4♦  J♠
  4♣  Q♠  9♣  9♥  7♣  6♥  2♣  2♠
  4♠ 10♠  2♥      J♣  6♣  J♥
  J♦  K♠  K♣          5♦
`;
  const game = new Game({ deal: 617 });
  game.follow(["4a", "46", "8b"]);
  assert.deepEqual(fromObject(readBoard(table)), game.board);
  assert.throws(() => readBoard(table.replace("  J♦", " J♦ ")), /doesn't line up with a column or cell/);
  assert.throws(
    () => readBoard(table.replace("--  --  --  --\n", "--  2♣  --  --\n")),
    /2C is listed under another suit/,
  );
});

test("the first cards of a deal are enough to find it", () => {
  const { board, known } = readPasted(dealt.slice(0, 8).join(" "));
  assert.equal(board, null);
  assert.deepEqual(known.slice(0, 9), [...dealt.slice(0, 8).map(cardOf), null]);
  const gaps = `${dealt.slice(0, 3).join(" ")} ?? ${dealt.slice(4, 8).join(" ")}`;
  assert.equal(readPasted(gaps).known[3], null);
});

test("unreadable text is explained", () => {
  const wrong = {
    "": /no cards found in/,
    "hello world": /is not a card/,
    "{": /is not JSON/,
    '{"columns": 3}': /has no "columns"/,
    [`${ROWS}\n${ROWS}`]: /row 7, .* has 4 cards instead of 8/,
    [ROWS.replace(dealt[0], dealt[1])]: /appears twice/,
    "Foundations: X-1": /'X-1' is not a foundation: give a suit/,
  };
  for (const [text, why] of Object.entries(wrong)) assert.throws(() => readPasted(text), why, text);
});
