// Asks the server: for verdicts, hints, solutions, and the number of a board. Nothing here waits in the page's way:
// every answer is a promise, and a question that is out of date is given up.

import { play, toObject, turnOf } from "./rules.js";

/** The server could not be reached. */
export class Unreachable extends Error {}

const verdicts = new Map(); // "winnable" or "lost", by board; these never change
const MOST_VERDICTS = 5000;

async function ask(route, body, signal) {
  for (;;) {
    const [answer, value] = await send(route, body, signal);
    if (answer.ok) return value;
    if (answer.status !== 503) throw new Error(value.detail ?? `the server answered ${answer.status}`);
    await pause(1000 * Number(answer.headers.get("Retry-After") ?? 1), signal);
  }
}

/** The answer of the server, and its value. */
async function send(route, body, signal) {
  try {
    const answer = await fetch(`/api/${route}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    return [answer, await answer.json()]; // which may fail as well: given up, cut off, or the words of another server
  } catch (error) {
    throw error.name === "AbortError" ? error : new Unreachable("the server can't be reached");
  }
}

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    setTimeout(resolve, milliseconds);
  });
}

/** What names a board, in whichever order its columns and its cells are. */
const keyOf = ({ columns, cells }) => [...columns].sort().join("|") + [...cells].sort();

/** "winnable" or "lost", if that was found out before, else undefined. */
export const knownVerdict = (board) => verdicts.get(keyOf(board));

/** Keeps a verdict for when it is asked for. */
export function remember(board, found) {
  if (found === "unknown") return; // a server with more time may know it
  if (verdicts.size >= MOST_VERDICTS) verdicts.delete(verdicts.keys().next().value); // the oldest
  verdicts.set(keyOf(board), found);
}

/** "winnable", "lost" or "unknown". */
export async function verdict(board, signal) {
  const known = knownVerdict(board);
  if (known) return known;
  const { verdict: found } = await ask("verdict", { board: toObject(board) }, signal);
  remember(board, found);
  return found;
}

/** Finds out what can be won after the next move, whichever that is: as much of it as a server in no hurry tells. */
export async function lookAhead(board, autoplay, signal) {
  const [answer, { moves }] = await send("moves", { board: toObject(board), autoplay }, signal);
  if (!answer.ok) return;
  for (const { verdict: found, ...move } of moves) remember(turnOf(board, move, autoplay).reduce(play, board), found);
}

/** {verdict, move}: the next move of a short solution, if there is one. */
export const hint = (board, signal) => ask("hint", { board: toObject(board) }, signal);

/** {verdict, moves, ...}: a solution of few turns. */
export const solve = (board, signal) => ask("solve", { board: toObject(board), goal: "short", seconds: 0.5 }, signal);

/** {deals, board, names}: what is known of a text. */
export const find = (text, signal) => ask("find", { cards: text }, signal);
