// The rules of FreeCell: boards, legal moves and their effect, and automatic home moves. This module is tested against
// the Python module of the same name. The page plays with one to four cells; the npm package, which uses this module
// too, with none to seven.
//
// A card is its index in the unshuffled deck, 0 (AC) to 51 (KS). A board is {columns, cells, foundations} and
// immutable: 8 lists of cards, the cells (null where empty), and the ranks at home of clubs, diamonds, hearts and
// spades. A place is a character: columns 1 to 8, cells a to g, home h. A move is {source, target, count}.

import { FreecellError } from "./errors.js";
import { t } from "./words.js";

export const COLUMNS = "12345678";
export const CELLS = "abcd"; // those of the page
const ALL_CELLS = "abcdefg";
export const HOME = "h";
export const PLACES = COLUMNS + CELLS + HOME;

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";

/** @type {(card: Card) => number} */
export const rankOf = (card) => (card >> 2) + 1;
/** @type {(card: Card) => number} */
export const suitOf = (card) => card & 3;
/** @type {(card: Card) => boolean} */
const isRed = (card) => suitOf(card) === 1 || suitOf(card) === 2;
/** @type {(card: Card) => string} */
export const textOf = (card) => RANKS[card >> 2] + SUITS[card & 3];
/** @type {(card: Card) => string} */
export const nameOf = (card) => t.card(card >> 2, card & 3);

/**
 * The card of a text such as TD, or null.
 * @type {(text: string) => Card | null}
 */
export function cardOf(text) {
  const rank = RANKS.indexOf(text[0]);
  const suit = SUITS.indexOf(text[1]);
  return text.length === 2 && rank >= 0 && suit >= 0 ? 4 * rank + suit : null;
}

/** @type {(place: Place) => boolean} */
export const isColumn = (place) => place.length === 1 && COLUMNS.includes(place);
/** @type {(board: Board) => boolean} */
export const isWon = (board) => board.foundations.every((rank) => rank === 13);

/**
 * The cards in a place, the lowest first.
 * @type {(board: Board, place: Place) => Card[]}
 */
export function cardsIn(board, place) {
  if (isColumn(place)) return board.columns[COLUMNS.indexOf(place)];
  const card = board.cells[ALL_CELLS.indexOf(place)];
  return card === null || card === undefined ? [] : [card];
}

/** @type {(card: Card, onto: Card) => boolean} */
const goesOn = (card, onto) => (onto >> 2) - (card >> 2) === 1 && isRed(card) !== isRed(onto);

/**
 * The last item of a list, or the one this far from the end. It must exist.
 * @type {<T>(list: T[], place?: number) => T}
 */
export const last = (list, place = 1) => list[list.length - place];

/**
 * The number of cards at the end of a column that form a sequence: each one rank lower, in the other colour.
 * @type {(column: Card[]) => number}
 */
export function runLength(column) {
  let length = Math.min(1, column.length);
  while (length && length < column.length && goesOn(last(column, length), last(column, length + 1))) length += 1;
  return length;
}

/** @type {<T>(list: T[], test: (item: T) => boolean) => number} */
const countIf = (list, test) => list.filter(test).length;

/**
 * How many cards may move at once to a column, or to an empty column, by the rule "theory" or "windows".
 * @type {(board: Board, toEmpty?: boolean, roomRule?: Room) => number}
 */
export function room(board, toEmpty = false, roomRule = "theory") {
  const free = countIf(board.cells, (card) => card === null);
  const empty = countIf(board.columns, (column) => column.length === 0);
  if (roomRule === "windows") return (free + 1) * (toEmpty ? 1 : empty + 1);
  return (free + 1) << (toEmpty && empty ? empty - 1 : empty); // the target itself doesn't help
}

/**
 * The number of turns: moves that aren't home moves.
 * @type {(moves: Move[]) => number}
 */
export const countTurns = (moves) => countIf(moves, ({ target }) => target !== HOME);

/**
 * Splits moves into turns: each move that isn't a home move, with the home moves after it. Home moves at the beginning
 * form a turn, too.
 * @type {(moves: Move[]) => Turn[]}
 */
export function splitIntoTurns(moves) {
  /** @type {Turn[]} */
  const turns = [];
  for (const move of moves) {
    if (move.target === HOME && turns.length) last(turns).push(move);
    else turns.push([move]);
  }
  return turns;
}

/** @type {(board: Board, place: Place) => boolean} */
const isEmpty = (board, place) => cardsIn(board, place).length === 0;

/**
 * Why a move is illegal, in the terms of the game, or null if it is legal.
 * @type {(board: Board, move: Move, roomRule?: Room) => string | null}
 */
export function whyNot(board, move, roomRule = "theory") {
  const { source, target, count } = move;
  const why = whyNotTaken(board, source, count);
  if (why) return why;
  const card = last(cardsIn(board, source), count);
  if (target === HOME && count === 1) {
    const atHome = board.foundations[suitOf(card)];
    if (atHome === card >> 2) return null;
    return t.notHome(textOf(card), suitOf(card), RANKS[atHome - 1]);
  }
  if (!isColumn(target) && count > 1) return t.atOnce(count, target);
  if (source === target) return t.toItself(source);
  const there = cardsIn(board, target);
  if (ALL_CELLS.indexOf(target) >= board.cells.length) return t.noPlace(target);
  if (!isColumn(target)) return there.length ? t.isTaken(target, textOf(there[0])) : null;
  if (there.length && !goesOn(card, last(there))) return misfit(card, last(there));
  if (count === 1) return null;
  const most = room(board, there.length === 0, roomRule);
  if (count > most) return t.roomFor(count, most);
  const asked = there.length || roomRule !== "windows" ? count : mostToEmpty(board, source, roomRule);
  return count < asked ? t.oneOrAll(count, asked) : null;
}

/**
 * Why this many cards can't leave a place, or null if they can.
 * @type {(board: Board, source: Place, count: number) => string | null}
 */
function whyNotTaken(board, source, count) {
  if (source === HOME) return t.neverLeaves;
  const there = cardsIn(board, source);
  if (ALL_CELLS.indexOf(source) >= board.cells.length) return t.noPlace(source);
  if (!there.length) return t.isEmpty(source);
  if (count > there.length) return t.hasOnly(source, there.length, count);
  const run = runLength(there);
  return count > run ? t.noRun(textOf(last(there, run + 1)), textOf(last(there, run))) : null;
}

/**
 * Why a card can't be placed on another one.
 * @type {(card: Card, onto: Card) => string}
 */
function misfit(card, onto) {
  const [what, there] = [textOf(card), textOf(onto)];
  if ((onto >> 2) - (card >> 2) === 1) return t.sameColor(what, there, isRed(card));
  if (rankOf(onto) === 1) return t.onAce(what, there);
  return t.isNeeded(what, there, rankOf(onto) - 2, isRed(card) === isRed(onto) ? !isRed(onto) : null);
}

/**
 * The board after a legal move, without auto-play.
 * @type {(board: Board, move: Move) => Board}
 */
export function play(board, move) {
  const why = whyNot(board, move);
  if (why) throw new FreecellError(why);
  const { source, target } = move;
  const taken = cardsIn(board, source).slice(-move.count);
  return {
    columns: board.columns.map((column, index) => {
      if (COLUMNS[index] === source) return column.slice(0, -move.count);
      return COLUMNS[index] === target ? [...column, ...taken] : column;
    }),
    cells: board.cells.map((card, index) => {
      if (ALL_CELLS[index] === source) return null;
      return ALL_CELLS[index] === target ? taken[0] : card;
    }),
    foundations: board.foundations.map((rank, suit) => rank + Number(target === HOME && suit === suitOf(taken[0]))),
  };
}

/**
 * The automatic home moves on this board, in order. "safe" is as in Windows: aces and twos, and any other card once
 * both suits of the other colour are home up to the rank below it. "max" is every card that fits.
 * @type {(board: Board, mode: Autoplay) => Move[]}
 */
export function autoPlay(board, mode) {
  /** @type {Move[]} */
  const moves = [];
  const next = () =>
    [...(COLUMNS + ALL_CELLS)].find((source) => {
      const card = cardsIn(board, source).at(-1);
      return (
        card !== undefined && board.foundations[suitOf(card)] === card >> 2 && (mode === "max" || isSafe(board, card))
      );
    });
  for (let source = next(); mode !== "none" && source; source = next()) {
    const move = { source, target: HOME, count: 1 };
    moves.push(move);
    board = play(board, move);
  }
  return moves;
}

/**
 * All legal moves: whole sequences and parts of them. Of several empty cells, only one is a target.
 * @type {(board: Board, roomRule?: Room) => Move[]}
 */
export function legalMoves(board, roomRule = "theory") {
  const free = ALL_CELLS[board.cells.indexOf(null)] ?? "";
  return [...COLUMNS, ...ALL_CELLS].flatMap((source) => {
    const run = isColumn(source) ? runLength(cardsIn(board, source)) : cardsIn(board, source).length;
    const moves = Array.from({ length: run }, (_, index) =>
      [...COLUMNS, ...(isColumn(source) ? free : ""), HOME].map((target) => ({ source, target, count: index + 1 })),
    );
    return moves.flat().filter((move) => !whyNot(board, move, roomRule));
  });
}

/**
 * The cards that can move: the first cards of the sequences that legal moves take.
 * @type {(board: Board, roomRule?: Room) => Set<Card>}
 */
export const movable = (board, roomRule) =>
  new Set(legalMoves(board, roomRule).map(({ source, count }) => last(cardsIn(board, source), count)));

/**
 * A legal move, and the automatic home moves after it.
 * @type {(board: Board, move: Move, mode: Autoplay) => Turn}
 */
export const turnOf = (board, move, mode) => [move, ...autoPlay(play(board, move), mode)];

/** @type {(board: Board, card: Card) => boolean} */
function isSafe(board, card) {
  const below = card >> 2;
  return below < 2 || board.foundations.every((rank, suit) => isRed(suit) === isRed(card) || rank >= below);
}

/**
 * The move that a word of standard notation (26, 7a, 3h, 52v4) means on this board, or null.
 * @type {(word: string, board: Board, roomRule?: Room) => Move | null}
 */
export function readWord(word, board, roomRule = "theory") {
  const match = /^([1-8a-h])([1-8a-h])(?:v(?!0+$)([0-9a-f]{1,2}))?$/.exec(word);
  if (!match) return null;
  const [, source, target, number] = match;
  if (number) return { source, target, count: parseInt(number, 16) };
  if (!isColumn(source) || !isColumn(target)) return { source, target, count: 1 };
  return {
    source,
    target,
    count: isEmpty(board, target) ? mostToEmpty(board, source, roomRule) : fitting(board, source, target),
  };
}

/**
 * A legal move in standard notation, which leaves out what the board implies.
 * @type {(move: Move, board: Board, roomRule?: Room) => string}
 */
export function writeWord(move, board, roomRule = "theory") {
  const { source, target, count } = move;
  const implied =
    isColumn(source) && isColumn(target) && isEmpty(board, target) ? mostToEmpty(board, source, roomRule) : count;
  return count === implied ? source + target : `${source}${target}v${count.toString(16)}`;
}

/** @type {(board: Board, source: Place, roomRule: Room) => number} */
const mostToEmpty = (board, source, roomRule) =>
  Math.max(1, Math.min(runLength(cardsIn(board, source)), room(board, true, roomRule)));

/**
 * How many cards of a column would have to move so that the first one fits on another card; 1 if none fits.
 * @type {(board: Board, source: Place, target: Place) => number}
 */
function fitting(board, source, target) {
  const column = cardsIn(board, source);
  const count = (last(cardsIn(board, target)) >> 2) - (last(column) >> 2);
  return count > 0 && count <= runLength(column) ? count : 1;
}

/**
 * A move in plain words.
 * @type {(move: Move, board: Board) => string}
 */
export function sentence(move, board) {
  const card = last(cardsIn(board, move.source));
  const what = move.count === 1 ? textOf(card) : t.cards(move.count);
  return t.move(what, move.source, move.target);
}

/**
 * Describes a turn: {text, homes}, its moves in plain words, and the cards that moved home automatically.
 * @type {(turn: Turn, board: Board) => { text: string, homes: Card[] }}
 */
export function tell(turn, board) {
  /** @type {[string[], Card[]]} */
  const [sentences, homes] = [[], []];
  for (const [index, move] of turn.entries()) {
    if (index && move.target === HOME) homes.push(last(cardsIn(board, move.source)));
    sentences.push(sentence(move, board));
    board = play(board, move);
  }
  return { text: sentences.join(t.nextMove), homes };
}

/**
 * The board as plain JSON values, as in the API.
 * @type {(board: Board) => BoardObject}
 */
export function toObject(board) {
  return {
    columns: board.columns.map((column) => column.map(textOf)),
    cells: board.cells.map((card) => (card === null ? null : textOf(card))),
    foundations: Object.fromEntries([...SUITS].map((letter, suit) => [letter, board.foundations[suit]])),
  };
}

/**
 * Reads such an object as a board with this many cells. Throws an error that explains what is wrong.
 * @type {(value: GivenBoard, most?: number) => Board}
 */
export function fromObject(value, most = CELLS.length) {
  /** @type {(text: string | null) => Card} */
  const card = (text) => cardOf(String(text)) ?? fail(t.noCard(String(text)));
  const cells = value.cells ?? [];
  if (cells.slice(most).some(Boolean)) fail(t.fourCells);
  const board = {
    columns: value.columns.map((column) => column.map(card)),
    cells: Array.from({ length: most }, (_, index) => (cells[index] ? card(cells[index]) : null)),
    foundations: [...SUITS].map((letter) => Number(value.foundations?.[letter] ?? 0)),
  };
  check(board);
  return board;
}

/** @type {(board: Board) => void} */
function check(board) {
  if (board.columns.length !== COLUMNS.length) fail(t.eightColumns);
  if (!board.foundations.every((rank) => Number.isInteger(rank) && rank >= 0 && rank <= 13)) fail(t.wrongHomes);
  const held = [...board.columns.flat(), ...board.cells.filter((card) => card !== null)];
  for (let card = 0; card < 52; card += 1) {
    const times = countIf(held, (other) => other === card) + Number(rankOf(card) <= board.foundations[suitOf(card)]);
    if (times !== 1) fail(times ? t.isTwice(textOf(card)) : t.isMissing(textOf(card)));
  }
}

/** @type {(why: string) => never} */
function fail(why) {
  throw new FreecellError(why);
}
