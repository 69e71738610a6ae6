// The numbered deals: a number gives the exact board of Microsoft FreeCell, as the Python module of this name does.

import { FreecellError } from "./errors.js";
import { cardOf } from "./rules.js";
import { quoted } from "./text.js";
import { t } from "./words.js";

export const LAST = 2 ** 33 - 1;

// The two games of Windows that can't be won: fixed layouts, no shuffle. Each rank stands for its four cards.
/** @type {Record<string, [string, string]>} */
const JOKES = { "-1": ["AQ3T587694J2K", "CDHS"], "-2": ["A7K6Q5J4T3928", "SHDC"] };

// Of the first million deals, all that can't be won.
const UNSOLVABLE = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948];

/** @type {(number: number) => boolean} */
export const isDeal = (number) => Number.isInteger(number) && ((number >= 1 && number <= LAST) || number in JOKES);

/**
 * The deal number that somebody typed, such as 617, #617, 1,000,000 or -1; an error if there is no such deal.
 * @type {(text: string) => number}
 */
export function dealOf(text) {
  const digits = text
    .trim()
    .replace(/^#/, "")
    .replace(/(?<=\d)[,.'’\s](?=\d{3}(?!\d))/g, "");
  const number = /^-?\d+$/.test(digits) ? Number(digits) : NaN;
  if (!isDeal(number)) throw new FreecellError(t.noDeal(quoted(text), LAST));
  return number;
}

/**
 * The board of a deal number: 1 to 2**33 - 1, or one of the joke games -1 and -2.
 * @type {(number: number) => Board}
 */
export function deal(number) {
  if (!isDeal(number)) throw new FreecellError(t.noDeal(quoted(String(number)), LAST));
  const cards = number < 0 ? joke(number) : shuffled(number);
  const columns = Array.from({ length: 8 }, (_, column) => cards.filter((_, place) => place % 8 === column));
  return { columns, cells: [null, null, null, null], foundations: [0, 0, 0, 0] };
}

/** @type {(number: number) => Card[]} */
function joke(number) {
  const [ranks, suits] = JOKES[number];
  return [...ranks].flatMap((rank) => [...suits].map((suit) => Number(cardOf(rank + suit))));
}

/** @type {(number: number) => Card[]} */
function shuffled(number) {
  const wide = number >= 2 ** 32; // the state has 32 bits here, and 31 below
  const more = wide ? 1 : number >= 2 ** 31 ? 2 ** 15 : 0;
  const deck = Array.from({ length: 52 }, (_, card) => card);
  let state = number | 0; // the bits above 32 never come down into a draw
  for (let last = 51; last >= 0; last -= 1) {
    state = (Math.imul(214013, state) + 2531011) | 0;
    if (!wide) state &= 0x7fffffff;
    const place = ((state >>> 16) + more) % (last + 1);
    [deck[place], deck[last]] = [deck[last], deck[place]];
  }
  return deck.reverse();
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
