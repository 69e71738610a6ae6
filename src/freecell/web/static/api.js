// The server's API. Nothing here waits in the page's way: every response is a promise, and a request that is out of
// date is given up by its signal.

import { toObject } from "./rules.js";

/** The server could not be reached. */
export class Unreachable extends Error {}

/** The value that a route gives, as soon as the server has time for it. */
export async function post(route, body, signal) {
  for (;;) {
    const [response, value] = await send(route, body, signal);
    if (response.ok) return value;
    if (response.status !== 503) throw new Error(value.detail ?? `the server answered ${response.status}`);
    await pause(1000 * Number(response.headers.get("Retry-After") ?? 1), signal);
  }
}

/** The response of the server, and its value. */
export async function send(route, body, signal) {
  try {
    const response = await fetch(`/api/${route}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    return [response, await response.json()]; // which may fail as well: given up, cut off, or not of this server
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

/** {verdict, move}: the next move of a short solution by these rules, {room, autoplay}, if there is one. */
export const hint = (board, rules, signal) => post("hint", { board: toObject(board), ...rules }, signal);

/** {verdict, moves, ...}: a solution of few turns. */
export const solve = (board, rules, signal) =>
  post("solve", { board: toObject(board), ...rules, goal: "short", seconds: 0.5 }, signal);

/** {deals, board, names}: what is known of the cards in a text. */
export const find = (text) => post("find", { cards: text });
