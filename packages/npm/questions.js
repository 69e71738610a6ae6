// The questions to the core: for each one the core's function, its arguments, and the conversion of the answer. The
// asynchronous functions send them to workers; the synchronous ones call the core directly.

import { HINT_BEAM } from "../../src/freecell/web/static/budgets.js";
import { countKnown, jokesWith } from "../../src/freecell/web/static/finding.js";
import { gradeOf, UNDECIDED } from "../../src/freecell/web/static/grades.js";
import { autoPlay, play, sentence, writeWord } from "../../src/freecell/web/static/rules.js";
import { boardOf, knownOf, searchOptions, waitOptions } from "./values.js";

/** @typedef {{ name: "solve" | "judge" | "difficulty" | "find", values: any[], signal?: AbortSignal, result: (answer: any) => any }} Question */

/** @type {(value: unknown, options: object) => Question} */
export function solve(value, options) {
  const { rules, signal, search } = searchOptions(options);
  const { board, deal } = boardOf(value, rules.cells);
  /** @type {(answer: Answer) => object} */
  const result = ({ verdict, limit, moves, lowerBound, positions, ...lengths }) => {
    const isSolved = verdict === "solved";
    return {
      deal,
      verdict,
      limit,
      notation: isSolved ? notationOf(board, moves, search) : null,
      moves,
      ...(isSolved ? lengths : { cardsMoved: null, singles: null, steps: null, turns: null }),
      lowerBound,
      isShortest: isSolved && lowerBound === lengths[search.metric ?? "turns"],
      positions,
    };
  };
  return { name: "solve", values: [board, search], signal, result };
}

/** @type {(value: unknown, options: object) => Question} */
export function verdict(value, options) {
  const { rules, signal, search } = searchOptions(options);
  const { board } = boardOf(value, rules.cells);
  return { name: "judge", values: [board, search], signal, result: (found) => found };
}

/** @type {(value: unknown, options: object) => Question} */
export function hint(value, options) {
  const { rules, signal, search } = searchOptions({ goal: "short", beamWidth: HINT_BEAM, ...options });
  const { board, deal } = boardOf(value, rules.cells);
  /** @type {(answer: Answer) => object} */
  const result = ({ verdict, limit, positions, moves: [move = null] }) => ({
    deal,
    verdict,
    limit,
    positions,
    move,
    notation: move && writeWord(move, board, rules.room),
    sentence: move && sentence(move, board),
  });
  return { name: "solve", values: [board, search], signal, result };
}

/** @type {(value: unknown, options: object) => Question} */
export function difficulty(value, options) {
  const { rules, signal } = waitOptions(options);
  const { board } = boardOf(value, rules.cells);
  /** @type {(score: number) => object} */
  const result = (score) => ({
    score,
    grade: gradeOf(score),
    verdict: score < UNDECIDED ? "solved" : score === UNDECIDED ? "undecided" : "unsolvable",
  });
  return { name: "difficulty", values: [board], signal, result };
}

/** @type {(value: unknown, options: object) => Question} */
export function find(value, options) {
  const { signal } = waitOptions(options);
  const known = knownOf(value);
  countKnown(known);
  return { name: "find", values: [known], signal, result: (numbers) => [...jokesWith(known), ...numbers] };
}

/**
 * The moves by hand in standard notation, without the automatic moves that follow them.
 * @type {(board: Board, moves: Move[], rules: Search) => string}
 */
function notationOf(board, moves, { room, autoplay = "none" }) {
  const words = [];
  for (let at = 0; at < moves.length; ) {
    words.push(writeWord(moves[at], board, room));
    board = play(board, moves[at]);
    const homes = autoPlay(board, autoplay);
    board = homes.reduce(play, board);
    at += 1 + homes.length;
  }
  return words.join(" ");
}
