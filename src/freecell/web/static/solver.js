// Asks the server: for verdicts, hints, solutions, and the number of a board. Nothing here waits in the page's way:
// every answer is a promise, and a question that is out of date is given up.

import { toObject } from "./rules.js";

/** The server could not be reached. */
export class Unreachable extends Error {}

const verdicts = new Map(); // "winnable" or "lost", by board, as JSON; these never change
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
      body: typeof body === "string" ? body : JSON.stringify(body),
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

/** "winnable" or "lost", if that was found out before, else undefined. */
export const knownVerdict = (board) => verdicts.get(JSON.stringify(toObject(board)));

/** "winnable", "lost" or "unknown". */
export async function verdict(board, signal) {
  const key = JSON.stringify(toObject(board));
  if (!verdicts.has(key)) {
    const answer = await ask("verdict", `{"board":${key}}`, signal);
    if (answer.verdict === "unknown") return "unknown"; // a server with more time may know it
    if (verdicts.size >= MOST_VERDICTS) verdicts.clear();
    verdicts.set(key, answer.verdict);
  }
  return verdicts.get(key);
}

/** {verdict, move}: the next move of a short solution, if there is one. */
export const hint = (board, signal) => ask("hint", { board: toObject(board) }, signal);

/** {verdict, moves, ...}: a solution of few turns. */
export const solve = (board, signal) => ask("solve", { board: toObject(board), goal: "short", seconds: 0.5 }, signal);

/** {deals, board, names}: what is known of a text. */
export const find = (text, signal) => ask("find", { cards: text }, signal);
