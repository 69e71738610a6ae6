// Puzzles: positions in which exactly one move wins, and positions to win in a given number of turns.
//
// A puzzle has a number, and is the same for everybody. It is found by a walk through random deals. Every step depends
// only on the number and on facts about positions: whether they can be won, and how short the shortest solution is.
// These are the same in every browser and every version of the core. So no step may depend on a search limit: either
// the fact is found, or there is no puzzle on this device.
//
// A move is ignored if the next move can undo it and every other next move loses, because it decides nothing.

import { deal } from "./deals.js";
import { FreecellError } from "./errors.js";
import { countTurns, isWon } from "./rules.js";
import { quoted } from "./text.js";
import { keyOf, sensibleTurns } from "./verdicts.js";
import { t } from "./words.js";

/** The rules of every puzzle, whatever the settings are. @type {PlayRules} */
export const PUZZLE_RULES = { room: "theory", autoplay: "safe" };
export const LAST_PUZZLE = 999_999;

const LONGEST = 16_000_000; // positions of a search that must decide
const [SOME, MANY] = [500_000, 4_000_000]; // positions of a search for a shortest solution
const [FIRST_STEP, LAST_STEP] = [6, 40]; // of a walk through a deal
const FEWEST_LOSING = 4; // losing moves beside the only winning one
const DEALS = 1_000_000; // the deals used
const LONGEST_LINE = 6; // turns
const HOMES = 8; // cards at home from which the shortest solution is searched for
const MOST_STEPS = 60; // of a walk towards the end of a game

/**
 * Random numbers from a seed: SplitMix32. Each call gives one below `end`.
 * @type {(seed: number) => (end: number) => number}
 */
export function randomFrom(seed) {
  let state = seed | 0;
  return (end) => {
    state = (state + 0x9e3779b9) | 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return ((word ^ (word >>> 15)) >>> 0) % end;
  };
}

/**
 * Reads a typed puzzle number. Throws an error if there is no such puzzle.
 * @type {(text: string) => number}
 */
export function puzzleOf(text) {
  const number = /^#?\d{1,6}$/.test(text.trim()) ? Number(text.trim().replace("#", "")) : 0;
  if (number < 1) throw new FreecellError(t.noSuchPuzzle(quoted(text), LAST_PUZZLE));
  return number;
}

/**
 * Shuffles a list.
 * @type {<T>(list: T[], random: (end: number) => number) => T[]}
 */
function shuffled(list, random) {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const place = random(last + 1);
    [mixed[place], mixed[last]] = [mixed[last], mixed[place]];
  }
  return mixed;
}

/**
 * The first item for which an asynchronous test holds, or null.
 * @type {<T>(list: T[], test: (item: T) => Promise<boolean>) => Promise<T | null>}
 */
async function firstOf(list, test) {
  for (const item of list) if (await test(item)) return item;
  return null;
}

/** @type {(board: Board) => number} */
const cardsAtHome = ({ foundations }) => foundations.reduce((sum, rank) => sum + rank, 0);

/**
 * Estimates how far a board is from the end: cards not at home, cards on lower ones, and occupied cells.
 * @type {(board: Board) => number}
 */
function disorder(board) {
  let above = 0;
  for (const column of board.columns) {
    let lowest = 13;
    for (const card of column) {
      if (card >> 2 > lowest) above += 1;
      lowest = Math.min(lowest, card >> 2);
    }
  }
  const taken = board.cells.filter((card) => card !== null).length;
  const empty = board.columns.filter((column) => !column.length).length;
  return 2 * above + taken - empty - 3 * cardsAtHome(board);
}

export class PuzzleFinder {
  #verdicts;
  #shortest;

  /**
   * `shortest` finds a shortest solution.
   * @param {Pick<import("./verdicts.js").Verdicts, "of" | "ofLonger">} verdicts
   * @param {(board: Board, search: Search, signal?: AbortSignal) => Promise<Answer>} shortest
   */
  constructor(verdicts, shortest) {
    this.#verdicts = verdicts;
    this.#shortest = shortest;
  }

  /**
   * The puzzle with a number from 1 to 999,999. Every third one must be won in a number of turns.
   * @type {(number: number, signal?: AbortSignal) => Promise<Puzzle>}
   */
  async find(number, signal) {
    const random = randomFrom(Math.imul(number, 0x9e3779b1));
    for (;;) {
      const start = 1 + random(DEALS);
      const found = await (number % 3
        ? this.#walkToOnly(start, random, signal)
        : this.#walkToEnd(start, random, signal));
      if (found) return { number, deal: start, ...found };
    }
  }

  /**
   * The puzzle of a position in which a game was lost: to find a move that wins.
   * @type {(board: Board, signal?: AbortSignal) => Promise<Puzzle | null>}
   */
  async of(board, signal) {
    const turns = sensibleTurns(board, PUZZLE_RULES);
    const line = [];
    for (const turn of turns) {
      if (!(await this.canBeWon(turn.after, signal)) || (await this.isIdle(board, turn.after, signal))) continue;
      line.push(turn);
    }
    const grade = line.length > turns.length / 2 ? 1 : line.length > 1 ? 2 : 3;
    return line.length ? { number: 0, deal: null, kind: "any", board, line, turns: turns.length, grade } : null;
  }

  /**
   * The state of an attempt and, if it went wrong, the last board where it hadn't.
   * @type {(puzzle: Puzzle, game: Game, signal?: AbortSignal) => Promise<Standing>}
   */
  async standing(puzzle, game, signal) {
    if (puzzle.kind === "turns") return this.#turnsLeft(puzzle, game, signal);
    const { line, kind } = puzzle;
    const keys = game.boards.slice(0, game.played + 1).map((board) => keyOf(board, PUZZLE_RULES));
    const steps = [
      keyOf(puzzle.board, PUZZLE_RULES),
      ...(kind === "only" ? line.slice(0, -1) : []).map(({ key }) => key),
    ];
    const ends = new Set((kind === "only" ? line.slice(-1) : line).map(({ key }) => key));
    if (keys.some((key) => ends.has(key))) return { state: "solved", found: line.length, back: null };
    const found = steps.indexOf(keys[game.played]);
    if (found >= 0) return { state: "open", found, back: null };
    const back = keys.findLastIndex((key) => steps.includes(key));
    return { state: (await this.canBeWon(game.board, signal)) ? "idle" : "wrong", found: 0, back };
  }

  /** @type {(puzzle: Puzzle, game: Game, signal?: AbortSignal) => Promise<Standing>} */
  async #turnsLeft({ turns }, game, signal) {
    /** @type {(played: number) => Promise<boolean>} */
    const isInTime = async (played) => {
      const left = turns - game.turns(played);
      const board = game.boards[played];
      if (isWon(board) || left < 0) return left >= 0;
      return (await this.canBeWon(board, signal)) && (await this.turnsOf(board, signal)) <= left;
    };
    const found = game.turns();
    if (await isInTime(game.played)) return { state: game.isWon ? "solved" : "open", found, back: null };
    let back = game.played - 1;
    while (back > 0 && !(await isInTime(back))) back -= 1;
    return { state: "late", found, back };
  }

  /**
   * A move of the solution, or undefined if the attempt went wrong.
   * @type {(puzzle: Puzzle, game: Game, signal?: AbortSignal) => Promise<Move | undefined>}
   */
  async hint(puzzle, game, signal) {
    const { state, found } = await this.standing(puzzle, game, signal);
    if (state !== "open") return undefined;
    if (puzzle.kind !== "turns") return puzzle.line[found].turn[0];
    return (await this.#shortest(game.board, { ...PUZZLE_RULES, maxPositions: MANY }, signal)).moves[0];
  }

  /**
   * Whether a board can be won. Throws an error if that isn't decided.
   * @type {(board: Board, signal?: AbortSignal) => Promise<boolean>}
   */
  async canBeWon(board, signal) {
    if (isWon(board)) return true;
    const verdict = await this.#verdicts.of(board, PUZZLE_RULES, signal);
    if (verdict !== "undecided") return verdict === "solved";
    const longer = await this.#verdicts.ofLonger(board, PUZZLE_RULES, LONGEST, signal);
    if (longer === "undecided") throw new FreecellError(t.noPuzzle);
    return longer === "solved";
  }

  /**
   * The turns of the shortest solution of a winnable board. Throws an error if it isn't found.
   * @type {(board: Board, signal?: AbortSignal) => Promise<number>}
   */
  async turnsOf(board, signal) {
    for (const maxPositions of [SOME, MANY]) {
      const { turns, lowerBound } = await this.#shortest(board, { ...PUZZLE_RULES, maxPositions }, signal);
      if (turns === lowerBound) return turns;
    }
    throw new FreecellError(t.noPuzzle);
  }

  /**
   * Whether a turn decides nothing: the next one can undo it, and every other next one loses.
   * @type {(board: Board, after: Board, signal?: AbortSignal) => Promise<boolean>}
   */
  async isIdle(board, after, signal) {
    const key = keyOf(board, PUZZLE_RULES);
    const next = sensibleTurns(after, PUZZLE_RULES);
    if (!next.some((turn) => turn.key === key)) return false;
    for (const turn of next) if (turn.key !== key && (await this.canBeWon(turn.after, signal))) return false;
    return true;
  }

  /**
   * The only one of these turns that wins and decides something, and how many lose; null if several win.
   * @type {(board: Board, turns: Sensible[], signal?: AbortSignal) => Promise<{ turn: Sensible, losing: number } | null>}
   */
  async #onlyMove(board, turns, signal) {
    /** @type {Sensible | null} */
    let only = null;
    let losing = 0;
    for (const turn of turns) {
      if (!(await this.canBeWon(turn.after, signal))) losing += 1;
      else if (!(await this.isIdle(board, turn.after, signal))) {
        if (only) return null;
        only = turn;
      }
    }
    return only && { turn: only, losing };
  }

  /**
   * The line of only moves from here. Longer lines are harder to find.
   * @type {(board: Board, only: { turn: Sensible, losing: number }, signal?: AbortSignal) => Promise<Omit<Puzzle, "number" | "deal">>}
   */
  async #lineFrom(board, only, signal) {
    const line = [];
    const seen = new Set([keyOf(board, PUZZLE_RULES)]);
    let at = board;
    /** @type {typeof only | null} */
    let next = only;
    while (next && line.length < LONGEST_LINE && !isWon(at)) {
      line.push(next.turn);
      at = next.turn.after;
      seen.add(next.turn.key);
      const turns = sensibleTurns(at, PUZZLE_RULES).filter(({ key }) => !seen.has(key));
      next = await this.#onlyMove(at, turns, signal);
    }
    return { kind: "only", board, line, turns: line.length, grade: Math.min(line.length, 3) };
  }

  /**
   * Follows winning moves of a deal to a position in which only one move wins; null if none is found.
   * @type {(start: number, random: (end: number) => number, signal?: AbortSignal) => Promise<Omit<Puzzle, "number" | "deal"> | null>}
   */
  async #walkToOnly(start, random, signal) {
    let board = deal(start);
    const seen = new Set([keyOf(board, PUZZLE_RULES)]);
    for (let step = 0; step < LAST_STEP; step += 1) {
      const all = shuffled(sensibleTurns(board, PUZZLE_RULES), random);
      const only = step >= FIRST_STEP ? await this.#onlyMove(board, all, signal) : null;
      if (only && only.losing >= FEWEST_LOSING && !seen.has(only.turn.key)) return this.#lineFrom(board, only, signal);
      const next = await firstOf(
        all.filter(({ key }) => !seen.has(key)),
        async ({ after }) => (await this.canBeWon(after, signal)) && !(await this.isIdle(board, after, signal)),
      );
      if (!next || isWon(next.after)) return null;
      board = next.after;
      seen.add(next.key);
    }
    return null;
  }

  /**
   * Follows winning moves of a deal that make progress, to a position that can be won in few turns; null if it gets
   * stuck.
   * @type {(start: number, random: (end: number) => number, signal?: AbortSignal) => Promise<Omit<Puzzle, "number" | "deal"> | null>}
   */
  async #walkToEnd(start, random, signal) {
    const wanted = 3 + random(6);
    let board = deal(start);
    const seen = new Set([keyOf(board, PUZZLE_RULES)]);
    let turns = Number.POSITIVE_INFINITY; // of the shortest solution, once they are counted
    for (let step = 0; step < MOST_STEPS && turns > wanted; step += 1) {
      const fresh = shuffled(sensibleTurns(board, PUZZLE_RULES), random).filter(({ key }) => !seen.has(key));
      const rated = fresh.map((turn) => ({ ...turn, disorder: disorder(turn.after) }));
      const sorted = rated.sort((one, other) => one.disorder - other.disorder);
      const next = await firstOf(sorted, async ({ turn, after }) => {
        if (!(await this.canBeWon(after, signal))) return false;
        return turns === Number.POSITIVE_INFINITY || (await this.turnsOf(after, signal)) + countTurns(turn) === turns;
      });
      if (!next) return null;
      board = next.after;
      seen.add(next.key);
      if (turns < Number.POSITIVE_INFINITY) turns -= countTurns(next.turn);
      else if (cardsAtHome(board) >= HOMES) turns = await this.turnsOf(board, signal);
    }
    return turns === wanted ? { kind: "turns", board, line: [], turns, grade: 1 + Math.floor((turns - 3) / 2) } : null;
  }
}
