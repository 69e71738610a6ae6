// The numbered deals: a number gives the exact board of Microsoft FreeCell, as in the Python module dealing.

import { FreecellError } from "./errors.js";
import { cardsOf, isDeal, LAST, numberOf } from "./shuffle.js";
import { quoted } from "./text.js";
import { t } from "./words.js";

// The unwinnable deals of the first million.
const UNSOLVABLE = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948];

/**
 * Reads a typed deal number, such as 617, #617, 1,000,000 or -1. Throws an error if there is no such deal.
 * @type {(text: string) => number}
 */
export function dealOf(text) {
  const number = numberOf(text);
  if (number === null) throw new FreecellError(t.noDeal(quoted(text), LAST));
  return number;
}

/**
 * The board of a deal number: 1 to 2**33 - 1, or one of the joke deals -1 and -2.
 * @type {(number: number) => Board}
 */
export function deal(number) {
  if (!isDeal(number)) throw new FreecellError(t.noDeal(quoted(String(number)), LAST));
  const cards = cardsOf(number);
  const columns = Array.from({ length: 8 }, (_, column) => cards.filter((_, place) => place % 8 === column));
  return { columns, cells: [null, null, null, null], foundations: [0, 0, 0, 0] };
}

/**
 * A random winnable deal of the first million.
 * @type {() => number}
 */
export function randomSolvable() {
  const number = 1 + Math.floor(Math.random() * 1_000_000);
  return UNSOLVABLE.includes(number) ? randomSolvable() : number;
}

/**
 * The deal before or after this one. The joke deals come before deal 1, and the numbers wrap around.
 * @type {(number: number, step: number) => number}
 */
export function neighbour(number, step) {
  const next = number + step;
  if (next === 0) return step > 0 ? 1 : -1;
  return next > LAST ? -2 : next < -2 ? LAST : next;
}
