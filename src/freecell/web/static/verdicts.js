// Verdicts of boards: "solved", "unsolvable" or "undecided". The first two never change, and are kept.

import { post, send } from "./api.js";
import { play, toObject, turnOf } from "./rules.js";

const MOST = 5000;
const verdicts = new Map(); // by board

/** What names a board, in whichever order its columns and its cells are. */
const keyOf = ({ columns, cells }) => [...columns].sort().join("|") + [...cells].sort();

/** "solved" or "unsolvable", if that was found out before, else undefined. */
export const knownVerdict = (board) => verdicts.get(keyOf(board));

/** Keeps a verdict for when it is needed. */
export function keepVerdict(board, verdict) {
  if (verdict === "undecided") return; // a server with more time may know it
  if (verdicts.size >= MOST) verdicts.delete(verdicts.keys().next().value); // the oldest
  verdicts.set(keyOf(board), verdict);
}

/** The verdict of a board, if need be from the server. */
export async function verdictOf(board, signal) {
  const known = knownVerdict(board);
  if (known) return known;
  const { verdict } = await post("verdict", { board: toObject(board) }, signal);
  keepVerdict(board, verdict);
  return knownVerdict(board) ?? verdict; // a hint may have found out meanwhile
}

/** Finds the verdicts after the next move, whichever that is: as many of them as a server in no hurry gives. */
export async function lookAhead(board, autoplay, signal) {
  const [response, { moves }] = await send("moves", { board: toObject(board), autoplay }, signal);
  if (!response.ok) return;
  for (const { verdict, ...move } of moves) keepVerdict(turnOf(board, move, autoplay).reduce(play, board), verdict);
}
