// Reads pasted text: a whole board as rows, fc-solve's columns, a table or JSON, or some cards of a deal. It reads the
// same formats as the Python package, and is tested against it.

import { FreecellError } from "./errors.js";
import { COLUMNS, cardOf, fromObject, last, textOf } from "./rules.js";
import { quoted } from "./text.js";
import { t } from "./words.js";

const GAP = "--"; // in rows: the column has no card here
const UNKNOWN = "??";
const HEIGHTS = [7, 7, 7, 7, 6, 6, 6, 6]; // of the columns of a new deal
const RANKS = "0A23456789TJQK";
const SUITS = "CDHS";
/** @type {Record<string, string>} */
const LETTERS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S" };
const NAMES = /^\s*((?:[a-g]\s+){0,7})[♣C]\s+[♦D]\s+[♥H]\s+[♠S]\s*$/;
const NUMBERS = /^\s*1\s+2\s+3\s+4\s+5\s+6\s+7\s+8\s*$/;

/** @type {(why: string) => never} */
function fail(why) {
  throw new FreecellError(why);
}

/**
 * {board, known}: a whole board or null, and the 52 cards of a deal, with null for unknown ones.
 * @type {(text: string) => { board: BoardObject | null, known: (Card | null)[] | null }}
 */
export function readPasted(text) {
  const plain = text.replace(/[\ufe0e\ufe0f\u200b\u2060\ufeff]/g, "").replace(/[\xa0\u2007\u202f]/g, " ");
  let board = null;
  let problem = null;
  try {
    board = readBoard(plain);
  } catch (error) {
    problem = error;
  }
  try {
    return { board, known: board ? knownOfBoard(board) : knownOfLines(plain) };
  } catch (error) {
    if (board) return { board, known: null }; // a position in mid-game
    throw isWhole(plain) ? problem : error;
  }
}

/** @type {(text: string) => boolean} */
const isJson = (text) => text.trimStart().startsWith("{");
/** @type {(text: string) => string[]} */
const linesOf = (text) => text.split(/\r\n?|\n/);
/** @type {(text: string) => boolean} */
const isTable = (text) => linesOf(text).some((line) => NUMBERS.test(line));
/** @type {(text: string) => boolean} */
const isWhole = (text) => isJson(text) || isTable(text);

/**
 * Reads a card in any of the usual forms: TD, 10d, 10♦.
 * @type {(text: string) => Card}
 */
function readCard(text) {
  const tidy = text.toUpperCase().replace(/^10/, "T").replace(/^1/, "A");
  return cardOf(tidy.slice(0, -1) + (LETTERS[tidy.slice(-1)] ?? tidy.slice(-1))) ?? fail(t.noCard(quoted(text)));
}

/** @type {(text: string) => string} */
const nameOf = (text) => textOf(readCard(text));

/**
 * Reads a whole board. Throws an error that explains what is wrong with the text.
 * @type {(text: string) => BoardObject}
 */
export function readBoard(text) {
  const read = isJson(text) ? readJson(text) : isTable(text) ? readTable(text) : readLines(text);
  const object = {
    columns: read.columns.map((column) => column.map(nameOf)),
    cells: read.cells.map((card) => card && nameOf(card)),
    foundations: read.foundations,
  };
  fromObject(object); // validates it
  return object;
}

/** @type {(text: string) => BoardObject} */
function readJson(text) {
  let value = null;
  try {
    value = JSON.parse(text);
  } catch {
    fail(t.noJson(quoted(text)));
  }
  /** @type {(list: unknown) => boolean} */
  const isList = (list) => Array.isArray(list) && list.every((item) => item === null || typeof item === "string");
  if (!Array.isArray(value.columns) || !value.columns.every(isList)) fail(t.noColumns(quoted(text)));
  if (!isList(value.cells ?? [])) fail(t.noCells);
  return { columns: value.columns, cells: value.cells ?? [], foundations: value.foundations ?? {} };
}

/**
 * Splits a text into lines of cards, foundations and cells.
 * @type {(text: string) => { foundations: Record<string, number>, cells: (string | null)[], lines: string[][], colons: boolean }}
 */
function partsOf(text) {
  /** @type {ReturnType<typeof partsOf>} */
  const parts = { foundations: {}, cells: [], lines: [], colons: false };
  for (const line of linesOf(text)) {
    const heading = /^\s*(foundations|founds|freecells|fc)\s*:(.*)$/i.exec(line);
    if (heading && /^found/i.test(heading[1])) parts.foundations = readFoundations(heading[2]);
    else if (heading) parts.cells = readCells(heading[2]);
    else if (line.trim() && !(/^\s*(#|(game|deal)\b)/i.test(line) && !parts.lines.length)) {
      parts.colons ||= line.trimStart().startsWith(":");
      parts.lines.push(wordsOf(line));
    }
  }
  const [all] = parts.lines;
  if (parts.lines.length === 1 && all.length === 52) parts.lines = rowsOf(all);
  return parts;
}

/** @type {(cards: string[]) => string[][]} */
const rowsOf = (cards) => Array.from({ length: 7 }, (_, row) => cards.slice(8 * row, 8 * row + 8));

/**
 * The entries of a line of cards, with or without spaces: 7DAD5C3S...
 * @type {(line: string) => string[]}
 */
function wordsOf(line) {
  const words = line.trimStart().replace(/^:/, "").split(/\s+/).filter(Boolean);
  const packed = words.length === 1 && /^([A1-9TJQK][CDHS♣♦♥♠]|\?\?){6,}$/i.test(words[0]);
  return (packed && words[0].match(/../gu)) || words;
}

/** @type {(text: string) => Record<string, number>} */
function readFoundations(text) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const [suit, rank] = word.toUpperCase().replace("10", "T").split("-");
    const letter = LETTERS[suit] ?? suit;
    if (!SUITS.includes(letter) || rank?.length !== 1 || !RANKS.includes(rank)) fail(t.wrongHome(quoted(word)));
    found[letter] = RANKS.indexOf(rank);
  }
  return found;
}

/**
 * fc-solve reads - for an empty cell, but prints four characters per cell, blank if it is empty.
 * @type {(text: string) => (string | null)[]}
 */
function readCells(text) {
  const words = [...text.matchAll(/\S+/g)].map((word) => ({ word: word[0], end: word.index + word[0].length }));
  const isPlaced = words.length && words.every(({ end }) => end % 4 === 0 && end <= 28);
  const cells = isPlaced ? Array(last(words).end / 4).fill("-") : [];
  for (const { word, end } of words) {
    if (isPlaced) cells[end / 4 - 1] = word;
    else cells.push(word);
  }
  return cells.map((word) => (/^--?$/.test(word) ? null : word));
}

/** @type {(text: string) => BoardObject} */
function readLines(text) {
  const { foundations, cells, lines, colons } = partsOf(text);
  if (!lines.length && !cells.length && !Object.keys(foundations).length) fail(t.noBoard(quoted(text)));
  const gaps = lines.some((line) => line.includes(GAP));
  if (colons || (lines.length === 8 && !gaps)) return { columns: lines, cells, foundations };
  const wrong = lines.findIndex((line, row) => line.length > 8 || (line.length < 8 && row < lines.length - 1));
  if (wrong >= 0) fail(t.wrongRow(wrong + 1, quoted(lines[wrong].join(" ")), lines[wrong].length));
  /** @type {(index: number) => string[]} */
  const column = (index) => lines.map((row) => row[index]).filter((card) => card && card !== GAP);
  return { columns: [...COLUMNS].map((_, index) => column(index)), cells, foundations };
}

/**
 * Reads a board as a table: cells and foundations above the columns, each below its name.
 * @type {(text: string) => BoardObject}
 */
function readTable(text) {
  const lines = linesOf(text);
  const middle = lines.findIndex((line) => NUMBERS.test(line));
  if (!NAMES.test(lines[middle - 2] ?? "")) fail(t.wrongTable);
  const places = under(lines[middle - 2], [lines[middle - 1]]);
  const homes = places.splice(-4).map(([card]) => (card ? readCard(card) : undefined));
  const wrong = homes.findIndex((card, suit) => card !== undefined && (card & 3) !== suit);
  if (wrong >= 0) fail(t.otherSuit(textOf(homes[wrong] ?? 0)));
  return {
    columns: under(lines[middle], lines.slice(middle + 1)),
    cells: places.map(([card]) => card ?? null),
    foundations: Object.fromEntries(homes.map((card, suit) => [SUITS[suit], card === undefined ? 0 : (card >> 2) + 1])),
  };
}

/**
 * The entries below each name of a heading, up to the first empty line.
 * @type {(heading: string, lines: string[]) => string[][]}
 */
function under(heading, lines) {
  const ends = [...heading.matchAll(/\S+/g)].map((name) => name.index + name[0].length);
  /** @type {string[][]} */
  const found = ends.map(() => []);
  const end = lines.findIndex((line) => !line.trim());
  for (const line of end < 0 ? lines : lines.slice(0, end)) {
    for (const word of line.matchAll(/\S+/g)) {
      const place = ends.indexOf(word.index + word[0].length);
      if (place < 0) fail(t.noName(quoted(word[0]), quoted(line)));
      if (word[0] !== GAP) found[place].push(word[0]);
    }
  }
  return found;
}

/**
 * The cards of a new deal, in dealt order.
 * @type {(board: BoardObject) => (Card | null)[]}
 */
function knownOfBoard({ columns, cells, foundations }) {
  const isDealt = columns.every((column, index) => column.length === HEIGHTS[index]);
  if (!isDealt || cells.some(Boolean) || Object.values(foundations).some(Boolean)) fail(t.justDealt(t.elsewhere));
  return Array.from({ length: 52 }, (_, place) => cardOf(columns[place % 8][Math.floor(place / 8)]));
}

/**
 * The known cards in lines of text.
 * @type {(text: string) => (Card | null)[]}
 */
function knownOfLines(text) {
  const { foundations, cells, lines, colons } = partsOf(text);
  if (cells.some(Boolean) || Object.values(foundations).some(Boolean)) fail(t.justDealt(t.elsewhere));
  const rows = lines.map(withoutGapsAtTheEnd);
  if (!rows.some((row) => row.length)) fail(t.noCards(quoted(text)));
  const areColumns = colons || rows.length === 8 || (rows.length > 1 && rows[0].length === 7);
  const known = areColumns ? ofColumns(rows) : ofRows(rows);
  if (known.length > 52) fail(t.tooMany(known.length));
  const all = Array.from({ length: 52 }, (_, place) => known[place] ?? null);
  const twice = all.find((card, place) => card !== null && all.indexOf(card) !== place);
  if (typeof twice === "number") fail(t.isTwice(textOf(twice)));
  return all;
}

/** @type {(word: string) => Card | null} */
const knownCard = (word) => (word === UNKNOWN ? null : readCard(word));

/** @type {(rows: string[][]) => (Card | null)[]} */
function ofRows(rows) {
  const wrong = rows.slice(0, -1).findIndex((row) => row.length !== 8);
  if (wrong >= 0) fail(t.wrongRow(wrong + 1, quoted(rows[wrong].join(" ")), rows[wrong].length));
  return rows.flat().map(knownCard);
}

/** @type {(columns: string[][]) => (Card | null)[]} */
function ofColumns(columns) {
  if (columns.length > COLUMNS.length) fail(t.tooManyColumns(columns.length));
  const known = Array(52).fill(null);
  columns.forEach((column, index) => {
    if (column.length > HEIGHTS[index]) fail(t.justDealt(t.otherHeight(index + 1, HEIGHTS[index], column.length)));
    column.forEach((word, row) => {
      known[8 * row + index] = knownCard(word);
    });
  });
  return known;
}

/** @type {(line: string[]) => string[]} */
function withoutGapsAtTheEnd(line) {
  const end = line.findLastIndex((word) => word !== GAP) + 1;
  const row = line.slice(0, end);
  if (row.includes(GAP)) fail(t.justDealt(t.columnEnds(quoted(row.join(" ")))));
  return row;
}
