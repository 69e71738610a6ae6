// Verdicts of boards: "solved", "unsolvable" or "undecided". They are cached, because searches are deterministic.

import { FEW_POSITIONS } from "./budgets.js";
import { legalMoves, play, turnOf } from "./rules.js";

const MOST_KEPT = 5000;

/**
 * A key for a board that ignores the order of columns and cells. The rules only matter for auto-play "max".
 * @type {(board: Board, rules: PlayRules) => string}
 */
export const keyOf = ({ columns, cells }, { room, autoplay }) =>
  [...columns].sort().join("|") + [...cells].sort() + (autoplay === "max" ? room : "");

/**
 * The sensible turns on a board: one for each different position that moves lead to.
 * @type {(board: Board, rules: PlayRules) => Sensible[]}
 */
export function sensibleTurns(board, rules) {
  const seen = new Set([keyOf(board, rules)]);
  return legalMoves(board, rules.room).flatMap((move) => {
    const turn = turnOf(board, move, rules.autoplay);
    const after = turn.reduce(play, board);
    const key = keyOf(after, rules);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ turn, after, key }];
  });
}

/**
 * The verdict for a card, from the verdicts after each of its moves (undefined where not known yet): "solved" if a move
 * keeps the game winnable, "unsolvable" if none does.
 * @type {(verdicts: (Verdict | undefined)[]) => Verdict | undefined}
 */
export function adviceOf(verdicts) {
  if (verdicts.includes("solved")) return "solved";
  if (verdicts.includes(undefined)) return undefined;
  return verdicts.includes("undecided") ? "undecided" : "unsolvable";
}

export class Verdicts {
  #judge;
  #most;
  #kept;

  /**
   * `judge` searches for the verdict of a board; `most` is the position limit of a long search; `kept` is a shared
   * cache.
   * @param {(board: Board, search: Search, signal?: AbortSignal) => Promise<Verdict>} judge
   * @param {number} most
   * @param {Map<string, Verdict>} kept
   */
  constructor(judge, most, kept = new Map()) {
    this.#judge = judge;
    this.#most = most;
    this.#kept = kept;
  }

  /**
   * Verdicts found by another function, with the same cache.
   * @type {(judge: (board: Board, search: Search, signal?: AbortSignal) => Promise<Verdict>) => Verdicts}
   */
  by(judge) {
    return new Verdicts(judge, this.#most, this.#kept);
  }

  /**
   * The cached verdict, or undefined.
   * @type {(board: Board, rules: PlayRules) => Verdict | undefined}
   */
  known(board, rules) {
    return this.#kept.get(keyOf(board, rules));
  }

  /**
   * Caches a verdict.
   * @type {(board: Board, rules: PlayRules, verdict: Verdict) => void}
   */
  keep(board, rules, verdict) {
    const key = keyOf(board, rules);
    if (verdict === "undecided" && this.#kept.has(key)) return; // another search may have decided it
    const [oldest] = this.#kept.size >= MOST_KEPT ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, verdict);
  }

  /**
   * The verdict of a board, from a short search or, if that is undecided, a longer one.
   * @type {(board: Board, rules: PlayRules, signal?: AbortSignal) => Promise<Verdict>}
   */
  async of(board, rules, signal) {
    for (const maxPositions of [FEW_POSITIONS, this.#most]) {
      const known = this.known(board, rules);
      if (known) return known;
      const verdict = await this.#judge(board, { ...rules, maxPositions }, signal);
      if (verdict !== "undecided" || maxPositions === this.#most) this.keep(board, rules, verdict);
    }
    return this.known(board, rules) ?? "undecided";
  }

  /**
   * The verdict of a search with this position limit.
   * @type {(board: Board, rules: PlayRules, maxPositions: number, signal?: AbortSignal) => Promise<Verdict>}
   */
  async ofLonger(board, rules, maxPositions, signal) {
    const verdict = await this.#judge(board, { ...rules, maxPositions, memory: 64 * maxPositions }, signal);
    this.keep(board, rules, verdict);
    return verdict;
  }

  /**
   * The index of the first board of a game that can't be won; the number of boards if the last one can be won or is
   * undecided. Lost positions stay lost, so a binary search finds it.
   * @type {(boards: Board[], rules: PlayRules, signal?: AbortSignal) => Promise<number>}
   */
  async firstUnsolvable(boards, rules, signal) {
    const last = boards.length - 1;
    let [low, high] = [-1, boards.length]; // it could be won at `low`, and can't at `high`
    if (last && this.known(boards[last - 1], rules) === "solved") low = last - 1;
    for (let middle = last; high - low > 1; middle = Math.floor((low + high) / 2)) {
      if ((await this.of(boards[middle], rules, signal)) === "unsolvable") high = middle;
      else low = middle;
    }
    return high;
  }

  /**
   * Finds the verdicts after every possible next move with short searches, while `isWanted`.
   * @type {(board: Board, rules: PlayRules, isWanted: () => boolean, signal?: AbortSignal) => Promise<void>}
   */
  async lookAhead(board, rules, isWanted, signal) {
    for (const move of legalMoves(board, rules.room)) {
      if (!isWanted()) return;
      const after = turnOf(board, move, rules.autoplay).reduce(play, board);
      if (this.known(after, rules)) continue;
      const verdict = await this.#judge(after, { ...rules, maxPositions: FEW_POSITIONS }, signal);
      if (verdict !== "undecided") this.keep(after, rules, verdict);
    }
  }
}
