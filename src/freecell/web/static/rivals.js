// Finished games in links, so that others can play the same deal beside them. A link carries the moves as their numbers
// among the legal moves. The page that opens it replays them under the rules, and rejects a game that doesn't win. The
// time and the name can't be verified.
//
// The bytes, in base64url: version; auto-play, and whether the game had help; seconds; the name; the number of moves;
// the moves as one large number; a checksum that also covers the start. Counts are in groups of seven bits.

import { FreecellError } from "./errors.js";
import { autoPlay, CELLS, COLUMNS, cardsIn, HOME, isColumn, isWon, play, runLength, whyNot } from "./rules.js";
import { t } from "./words.js";

const VERSION = 1;
/** @type {Autoplay[]} */
const MODES = ["none", "safe", "max"];
const HELPED = 4;
const CHECKSUM = 2; // bytes
export const MOST_NAME = 20; // characters
const [MOST_TEXT, MOST_MOVES] = [2000, 1000]; // more than anyone needs: a game of 100 turns has 130 characters

/**
 * Every legal move of a board, to each empty cell, in the order that links of this version count in.
 * @type {(board: Board) => Move[]}
 */
function everyMove(board) {
  const cells = CELLS.slice(0, board.cells.length);
  return [...COLUMNS, ...cells].flatMap((source) => {
    const there = cardsIn(board, source);
    const most = isColumn(source) ? runLength(there) : there.length;
    const counts = Array.from({ length: most }, (_, index) => index + 1);
    const moves = counts.flatMap((count) => [...COLUMNS, ...cells, HOME].map((target) => ({ source, target, count })));
    return moves.filter((move) => !whyNot(board, move));
  });
}

/** @type {(board: Board, mode: Autoplay) => Board} */
const afterAutoPlay = (board, mode) => autoPlay(board, mode).reduce(play, board);

/** @type {(one: Move, other: Move) => boolean} */
const isSame = (one, other) => one.source === other.source && one.target === other.target && one.count === other.count;

/**
 * The moves as [index among the legal moves, number of legal moves], without those that auto-play makes. Null if
 * auto-play made others.
 * @type {(board: Board, turns: Turn[], mode: Autoplay) => [number, number][] | null}
 */
function digitsOf(board, turns, mode) {
  const digits = /** @type {[number, number][]} */ ([]);
  for (const [hand, ...homes] of turns) {
    const automatic = autoPlay(play(board, hand), mode);
    const isAutomatic = automatic.length === homes.length && homes.every((move, at) => isSame(move, automatic[at]));
    if (mode !== "none" && !isAutomatic) return null;
    for (const move of mode === "none" ? [hand, ...homes] : [hand]) {
      const all = everyMove(board);
      digits.push([all.findIndex((other) => isSame(move, other)), all.length]);
      board = play(board, move);
    }
    board = afterAutoPlay(board, mode);
  }
  return digits;
}

/** @type {(number: number) => number[]} */
const groups = (number) => (number < 128 ? [number] : [(number % 128) + 128, ...groups(Math.floor(number / 128))]);

/** @type {(key: string, bytes: number[]) => number[]} */
function checksum(key, bytes) {
  let sum = 0x811c9dc5; // FNV-1a
  for (const byte of [...new TextEncoder().encode(key), ...bytes]) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return [sum & 255, (sum >>> 8) & 255];
}

/**
 * A name for a link: one short line.
 * @type {(name: string) => string}
 */
export const tidyName = (name) => [...name.replace(/[\p{C}\p{Z}]+/gu, " ").trim()].slice(0, MOST_NAME).join("").trim();

/**
 * A won game as text for a link, or null if its history no longer contains the win.
 * @type {(game: Game, name?: string) => string | null}
 */
export function packGame(game, name = "") {
  const end = game.boards.findIndex(isWon);
  if (end < 1) return null;
  const turns = game.history.slice(0, end);
  const [start] = game.boards;
  const mode = ["safe", "max", "none"].map((wanted) => MODES.indexOf(/** @type {Autoplay} */ (wanted)));
  for (const which of mode) {
    const digits = digitsOf(start, turns, MODES[which]);
    if (!digits) continue;
    const number = digits.reduceRight((sum, [index, all]) => sum * BigInt(all) + BigInt(index), 0n);
    const hex = number.toString(16);
    const moves = (hex.length % 2 ? `0${hex}` : hex).match(/../g)?.map((byte) => parseInt(byte, 16)) ?? [];
    const letters = [...new TextEncoder().encode(tidyName(name))];
    const bytes = [
      VERSION,
      which + HELPED * Number(game.helped),
      ...groups(Math.floor(game.milliseconds / 1000)),
      ...groups(letters.length),
      ...letters,
      ...groups(digits.length),
      ...moves,
    ];
    const all = String.fromCharCode(...bytes, ...checksum(game.key, bytes));
    return btoa(all).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }
  return null;
}

/** @type {(why?: string) => never} */
function refuse(why = t.wrongRival) {
  throw new FreecellError(why);
}

/** Reads bytes in order. */
class Reader {
  #bytes;
  #at = 0;

  /** @param {number[]} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }

  byte() {
    return this.#bytes[this.#at++] ?? refuse();
  }

  number() {
    let [number, factor] = [0, 1];
    for (let byte = this.byte(); ; byte = this.byte(), factor *= 128) {
      number += (byte % 128) * factor;
      if (byte < 128) return number;
      if (factor > 2 ** 28) refuse();
    }
  }

  /** @type {(count?: number) => number[]} */
  take(count = this.#bytes.length) {
    const taken = this.#bytes.slice(this.#at, this.#at + count);
    this.#at += count;
    return taken;
  }
}

/** @type {(text: string) => number[]} */
function bytesOf(text) {
  if (text.length > MOST_TEXT || !/^[\w-]+$/.test(text)) refuse();
  try {
    return Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return refuse();
  }
}

/**
 * The game in a link's text: {name, milliseconds, helped, boards}, with its start and the board after each turn. Throws
 * an error unless its moves win from this start, whose key is given.
 * @type {(text: string, key: string, start: Board) => Rival}
 */
export function unpackGame(text, key, start) {
  const bytes = bytesOf(text);
  if (bytes[0] > VERSION) refuse(t.newerRival);
  const body = bytes.slice(0, -CHECKSUM);
  if (bytes[0] !== VERSION || String(checksum(key, body)) !== String(bytes.slice(-CHECKSUM))) refuse();
  const reader = new Reader(body.slice(1));
  const how = reader.byte();
  const milliseconds = 1000 * reader.number();
  const name = tidyName(new TextDecoder().decode(Uint8Array.from(reader.take(reader.number()))));
  const count = reader.number();
  if (how > HELPED + 2 || how % HELPED > 2 || count > MOST_MOVES) refuse();
  const hex = reader.take().map((byte) => byte.toString(16).padStart(2, "0"));
  const boards = replayed(start, BigInt(`0x0${hex.join("")}`), count, MODES[how % HELPED]);
  return { name, milliseconds, helped: how >= HELPED, boards };
}

/**
 * The boards of packed moves: the start, and the one after each turn and the home moves that follow it.
 * @type {(board: Board, number: bigint, count: number, mode: Autoplay) => Board[]}
 */
function replayed(board, number, count, mode) {
  const boards = [board];
  for (let at = 0; at < count; at += 1) {
    const all = everyMove(board);
    if (!all.length) refuse();
    const move = all[Number(number % BigInt(all.length))];
    number /= BigInt(all.length);
    board = afterAutoPlay(play(board, move), mode);
    if (move.target === HOME) boards[boards.length - 1] = board;
    else boards.push(board);
  }
  if (number !== 0n || !isWon(board)) refuse();
  return boards;
}

/**
 * How many cards a rival had home after this many turns.
 * @type {(rival: Rival, turns: number) => number}
 */
export const homeAfter = ({ boards }, turns) => countHome(boards[Math.min(turns, boards.length - 1)]);

/** @type {(board: Board) => number} */
export const countHome = ({ foundations }) => foundations.reduce((sum, rank) => sum + rank, 0);
