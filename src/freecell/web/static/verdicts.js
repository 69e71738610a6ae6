// Verdicts of boards: "solved", "unsolvable" or "undecided". They are kept: a search that is done again ends in the same.

import { legalMoves, play, turnOf } from "./rules.js";
import { judge, MOST_POSITIONS } from "./solver.js";

const FEW_POSITIONS = 30_000; // enough for nearly every board, and at most some 60 ms
const MOST = 5000;
const verdicts = new Map(); // by board

/**
 * What names a board, in whichever order its columns and its cells are. The rules, {room, autoplay}, only make a
 * difference where all that fits goes home.
 */
const keyOf = ({ columns, cells }, { room, autoplay }) =>
  [...columns].sort().join("|") + [...cells].sort() + (autoplay === "max" ? room : "");

/** The verdict, if that was found out before, else undefined. */
export const knownVerdict = (board, rules) => verdicts.get(keyOf(board, rules));

/** Keeps a verdict for when it is needed. */
export function keepVerdict(board, rules, verdict) {
  const key = keyOf(board, rules);
  if (verdict === "undecided" && verdicts.has(key)) return; // another search may have known more
  if (verdicts.size >= MOST) verdicts.delete(verdicts.keys().next().value); // the oldest
  verdicts.set(key, verdict);
}

/** The verdict of a board: of a short search, or if need be of a longer one. */
export async function verdictOf(board, rules, signal) {
  for (const limit of [FEW_POSITIONS, MOST_POSITIONS]) {
    const known = knownVerdict(board, rules);
    if (known) return known;
    const verdict = await judge(board, { ...rules, limit }, signal);
    if (verdict !== "undecided" || limit === MOST_POSITIONS) keepVerdict(board, rules, verdict);
  }
  return knownVerdict(board, rules);
}

/** The verdict of a search of so many positions, if it finds one. */
export async function longVerdict(board, rules, limit, signal) {
  const verdict = await judge(board, { ...rules, limit, memory: 64 * limit }, signal);
  keepVerdict(board, rules, verdict);
  return verdict;
}

/**
 * Where in the boards of a game it can't be won for the first time; their number if it still can, or that is not known.
 * What is lost stays so: halving finds it.
 */
export async function firstUnsolvable(boards, rules, signal) {
  const last = boards.length - 1;
  let [low, high] = [-1, boards.length]; // it could be won at `low`, and can't at `high`
  if (last && knownVerdict(boards[last - 1], rules) === "solved") low = last - 1;
  for (let middle = last; high - low > 1; middle = Math.floor((low + high) / 2)) {
    if ((await verdictOf(boards[middle], rules, signal)) === "unsolvable") high = middle;
    else low = middle;
  }
  return high;
}

/** Finds the verdicts after the next move, whichever that is, as far as short searches do. */
export async function lookAhead(board, rules, signal) {
  for (const move of legalMoves(board, rules.room)) {
    if (document.visibilityState !== "visible") return;
    const after = turnOf(board, move, rules.autoplay).reduce(play, board);
    if (knownVerdict(after, rules)) continue;
    const verdict = await judge(after, { ...rules, limit: FEW_POSITIONS }, signal);
    if (verdict !== "undecided") keepVerdict(after, rules, verdict);
  }
}

/** Whether the device has power and cores to spare for what may not be needed. */
export async function canLookAhead() {
  if (navigator.connection?.saveData || navigator.hardwareConcurrency === 1) return false;
  const battery = await navigator.getBattery?.().catch(() => null);
  return !battery || battery.charging || battery.level > 0.3;
}
