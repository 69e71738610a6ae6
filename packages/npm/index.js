// The interface of the package. Slow functions run in workers and return promises; the others return directly.

import { start } from "../../src/freecell/web/static/core.js";
import { FreecellError } from "../../src/freecell/web/static/errors.js";
import { readBoard } from "../../src/freecell/web/static/reading.js";
import {
  fromObject,
  HOME,
  isWon as isBoardWon,
  isColumn,
  legalMoves as legalMovesOf,
} from "../../src/freecell/web/static/rules.js";
import { unpacked } from "../../src/freecell/web/static/unpacking.js";
import { t } from "../../src/freecell/web/static/words.js";
import { Queue } from "../../src/freecell/web/static/workers.js";
import { checked, follow } from "./checking.js";
import * as questions from "./questions.js";
import { randomDealWith } from "./random.js";
import { countWorkers, loadCore } from "./resources.js";
import { boardOf, dealIn, knownRules, movesOf, numberOf, plain, playOptions, textOf } from "./values.js";

export { FreecellError };

const CELLS = "abcdefg";

/** @type {Queue | undefined} */
let queue; // for all questions, created with the first one

/** @type {(question: (value: any, options: object) => questions.Question) => (value: any, options?: object) => Promise<any>} */
const asked =
  (question) =>
  async (value, options = {}) => {
    const { name, values, signal, result } = question(value, options);
    queue ??= new Queue({ most: countWorkers(), keepsSpare: false });
    return result(await queue.ask(name, values, signal));
  };

export const solve = /* @__PURE__ */ asked(questions.solve);
export const verdict = /* @__PURE__ */ asked(questions.verdict);
export const hint = /* @__PURE__ */ asked(questions.hint);
export const difficulty = /* @__PURE__ */ asked(questions.difficulty);
export const find = /* @__PURE__ */ asked(questions.find);
export const randomDeal = /* @__PURE__ */ randomDealWith(difficulty, verdict);

const DEAL = /"deal"\s*:\s*(-?\d+)|^\W*(?:deal|game)\s+#?(-?\d+)/im;

/** @type {(number: number | bigint | string) => object} */
export function deal(number) {
  const { board, deal } = boardOf(numberOf(number), 4);
  return plain(board, deal);
}

/** @type {(text: string) => object} */
export function parse(text) {
  const object = readBoard(textOf(text));
  const board = fromObject(object, Math.max(4, object.cells.length));
  const stated = DEAL.exec(text); // in JSON, or in a title
  return plain(board, stated && dealIn(Number(stated[1] ?? stated[2]), board));
}

/** @type {(board: any, solution: any, options?: object) => object} */
export function check(board, solution, options = {}) {
  const known = knownRules(options);
  const start = boardOf(board, known.cells ?? 4);
  return { deal: start.deal, ...checked(start.board, movesOf(solution), known) };
}

/** @type {(board: any, moves: any, options?: object) => object} */
export function play(board, moves, options = {}) {
  const { rules } = playOptions(options);
  const given = movesOf(moves);
  const { board: end, wrong } = follow(boardOf(board, rules.cells).board, given, rules);
  if (!wrong) return plain(end);
  throw new FreecellError(given.length === 1 ? wrong.reason : t.wrongMove(wrong.number, wrong.word, wrong.reason));
}

/** @type {(board: any, options?: object) => Move[]} */
export function legalMoves(board, options = {}) {
  const { rules } = playOptions(options);
  const start = boardOf(board, rules.cells).board;
  const free = [...CELLS].filter((_, cell) => start.cells[cell] === null);
  const held = [...CELLS].filter((_, cell) => typeof start.cells[cell] === "number");
  // The page's list has only one of several empty cells as a target, and no moves between cells.
  const moves = legalMovesOf(start, rules.room).flatMap((move) =>
    CELLS.includes(move.target) ? free.map((target) => ({ ...move, target })) : [move],
  );
  const others = held.flatMap((source) => free.map((target) => ({ source, target, count: 1 })));
  // The order of the Python package: home, then by source; onto columns with cards, to empty columns, to cells.
  /** @type {(move: Move) => string} */
  const order = ({ source, target, count }) => {
    const kind = !isColumn(target) ? 3 : start.columns[Number(target) - 1].length ? 1 : 2;
    return target === HOME ? `0${source}` : `1${source}${kind}${target}${count.toString(16)}`;
  };
  return [...moves, ...others].sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

/** @type {(board: any) => boolean} */
export const isWon = (board) => isBoardWon(boardOf(board, 7).board);

/** The same functions on this thread: they return the results directly. */
export async function load() {
  const core = await start(await WebAssembly.compile(await unpacked(await loadCore())));
  /** @type {(question: (value: any, options: object) => questions.Question) => (value: any, options?: object) => any} */
  const now =
    (question) =>
    (value, options = {}) => {
      const { name, values, signal, result } = question(value, options);
      if (signal)
        throw new FreecellError(
          "signal can't stop a search on this thread: leave it out, or use the package's own solve",
        );
      try {
        return result(/** @type {any} */ (core)[name](...values));
      } catch (error) {
        throw error instanceof WebAssembly.RuntimeError ? new FreecellError(t.noMemoryHere) : error;
      }
    };
  const { solve, verdict, hint, difficulty, find } = questions;
  return {
    ...{ solve: now(solve), verdict: now(verdict), hint: now(hint), difficulty: now(difficulty), find: now(find) },
    ...{ deal, parse, check, play, legalMoves, isWon },
  };
}
