// The numbered deals: a number gives the exact board of Microsoft FreeCell, as the Python module of this name does.

import { FreecellError } from "./errors.js";
import { cardsOf, isDeal, LAST, numberOf } from "./shuffle.js";
import { quoted } from "./text.js";
import { t } from "./words.js";

// Of the first million deals, all that can't be won.
const UNSOLVABLE = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948];

/**
 * The deal number that somebody typed, such as 617, #617, 1,000,000 or -1; an error if there is no such deal.
 * @type {(text: string) => number}
 */
export function dealOf(text) {
  const number = numberOf(text);
  if (number === null) throw new FreecellError(t.noDeal(quoted(text), LAST));
  return number;
}

/**
 * The board of a deal number: 1 to 2**33 - 1, or one of the joke games -1 and -2.
 * @type {(number: number) => Board}
 */
export function deal(number) {
  if (!isDeal(number)) throw new FreecellError(t.noDeal(quoted(String(number)), LAST));
  const cards = cardsOf(number);
  const columns = Array.from({ length: 8 }, (_, column) => cards.filter((_, place) => place % 8 === column));
  return { columns, cells: [null, null, null, null], foundations: [0, 0, 0, 0] };
}

/**
 * The number of a deal of the first million that can be won, by chance.
 * @type {() => number}
 */
export function randomSolvable() {
  const number = 1 + Math.floor(Math.random() * 1_000_000);
  return UNSOLVABLE.includes(number) ? randomSolvable() : number;
}

/**
 * The deal before or after: the joke games stand before deal 1, and the numbers go round at their ends.
 * @type {(number: number, step: number) => number}
 */
export function neighbour(number, step) {
  const next = number + step;
  if (next === 0) return step > 0 ? 1 : -1;
  return next > LAST ? -2 : next < -2 ? LAST : next;
}
