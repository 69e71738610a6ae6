// The page's searches. The light has its own worker, so that its verdicts never wait for a hint, a solution or a deal.
// Reviews and puzzles have their own workers, too.

import { VERDICT_POSITIONS } from "./budgets.js";
import { PuzzleFinder } from "./puzzles.js";
import { Verdicts } from "./verdicts.js";
import { Queue } from "./workers.js";

const gigabytes = navigator.deviceMemory ?? 4; // not in every browser
/** The position limit of a long search on this device, at 64 bytes per position. */
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
 * {verdict, moves, ...}: any solution, or the kind that the search asks for.
 * @type {(board: Board, search: Search, signal?: AbortSignal) => Promise<Answer>}
 */
export const solve = (board, search, signal) =>
  long.ask("solve", [board, { maxPositions: AFFORDABLE, ...search }], signal);

/**
 * The numbers that deal these cards, with null for unknown ones. The first two must be known.
 * @type {(cards: (Card | null)[]) => Promise<number[]>}
 */
export const find = (cards) => long.ask("find", [cards]);

/**
 * The difficulty of a board, from 0 to 100.
 * @type {(board: Board, signal?: AbortSignal) => Promise<number>}
 */
export const difficulty = (board, signal) => long.ask("difficulty", [board], signal);

/** The cache of verdicts. */
export const verdicts = new Verdicts(judge, AFFORDABLE);

/** @type {(board: Board, search: Search, signal?: AbortSignal) => Promise<Verdict>} */
const judgeQuietly = (board, search, signal) => background.ask("judge", [board, search], signal);

/** The same cache, with searches in the background. */
export const study = verdicts.by(judgeQuietly);

/** Puzzles look at thousands of positions, which would fill the cache of the others. */
export const puzzles = new PuzzleFinder(new Verdicts(judgeQuietly, AFFORDABLE), (board, search, signal) =>
  background.ask("solve", [board, { goal: "shortest", ...search }], signal),
);
