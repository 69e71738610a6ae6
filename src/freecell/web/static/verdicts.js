// Verdicts of boards: "solved", "unsolvable" or "undecided". The first two never change, and are kept.

import { post, send } from "./api.js";
import { play, toObject, turnOf } from "./rules.js";

const MOST = 5000;
const verdicts = new Map(); // by board

/**
 * What names a board, in whichever order its columns and its cells are. The rules, {room, autoplay}, only make a
 * difference where all that fits goes home.
 */
const keyOf = ({ columns, cells }, { room, autoplay }) =>
  [...columns].sort().join("|") + [...cells].sort() + (autoplay === "max" ? room : "");

/** "solved" or "unsolvable", if that was found out before, else undefined. */
export const knownVerdict = (board, rules) => verdicts.get(keyOf(board, rules));

/** Keeps a verdict for when it is needed. */
export function keepVerdict(board, rules, verdict) {
  if (verdict === "undecided") return; // a server with more time may know it
  if (verdicts.size >= MOST) verdicts.delete(verdicts.keys().next().value); // the oldest
  verdicts.set(keyOf(board, rules), verdict);
}

/** The verdict of a board, if need be from the server. */
export async function verdictOf(board, rules, signal) {
  const known = knownVerdict(board, rules);
  if (known) return known;
  const { verdict } = await post("verdict", { board: toObject(board), ...rules }, signal);
  keepVerdict(board, rules, verdict);
  return knownVerdict(board, rules) ?? verdict; // a hint may have found out meanwhile
}

/** Finds the verdicts after the next move, whichever that is: as many of them as a server in no hurry gives. */
export async function lookAhead(board, rules, signal) {
  const [response, { moves }] = await send("moves", { board: toObject(board), ...rules }, signal);
  if (!response.ok) return;
  for (const { verdict, ...move } of moves)
    keepVerdict(turnOf(board, move, rules.autoplay).reduce(play, board), rules, verdict);
}
