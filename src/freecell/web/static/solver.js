// The page's searches. The light has a worker of its own: its verdicts wait for no hint, solution or deal to be found.
// So have reviews and puzzles.

import { VERDICT_POSITIONS } from "./budgets.js";
import { PuzzleFinder } from "./puzzles.js";
import { Verdicts } from "./verdicts.js";
import { Queue } from "./workers.js";

const gigabytes = navigator.deviceMemory ?? 4; // which not every browser tells
/** The most positions of a long search on this device: each takes 64 bytes. */
const AFFORDABLE = Math.min(VERDICT_POSITIONS, gigabytes * 500_000);

const quick = new Queue();
const long = new Queue();
const background = new Queue();

/**
 * The verdict of a board, for the light.
 * @type {(board: Board, search: Search, signal?: AbortSignal) => Promise<Verdict>}
 */
export const judge = (board, search, signal) => quick.ask("judge", [board, search], signal);

/**
 * {verdict, moves, ...}: any solution, or as the search says.
 * @type {(board: Board, search: Search, signal?: AbortSignal) => Promise<Answer>}
 */
export const solve = (board, search, signal) =>
  long.ask("solve", [board, { maxPositions: AFFORDABLE, ...search }], signal);

/**
 * The numbers that deal these cards, null where one is not known; the first two must be known.
 * @type {(cards: (Card | null)[]) => Promise<number[]>}
 */
export const find = (cards) => long.ask("find", [cards]);

/**
 * How hard a board is for a person, from 0 to 100.
 * @type {(board: Board, signal?: AbortSignal) => Promise<number>}
 */
export const difficulty = (board, signal) => long.ask("difficulty", [board], signal);

/** The verdicts that are known here. */
export const verdicts = new Verdicts(judge, AFFORDABLE);

/** @type {(board: Board, search: Search, signal?: AbortSignal) => Promise<Verdict>} */
const judgeQuietly = (board, search, signal) => background.ask("judge", [board, search], signal);

/** The same, found in the background. */
export const study = verdicts.by(judgeQuietly);

/** Puzzles look at thousands of positions that nobody else asks for. */
export const puzzles = new PuzzleFinder(new Verdicts(judgeQuietly, AFFORDABLE), (board, search, signal) =>
  background.ask("solve", [board, { goal: "shortest", ...search }], signal),
);
