// Finds the numbers of the deals with given cards, also with renamed suits.

import { deal } from "./deals.js";
import { FreecellError } from "./errors.js";
import { t } from "./words.js";

const FEWEST = 6; // known cards needed: with fewer, dozens of deals match
const FEWEST_RENAMED = 8; // with fewer, one of the 23 other namings may match by chance
const JOKES = [-2, -1];

/** The orders of the suits, starting with the usual one and those that change least. */
const ORDERS = permutations([0, 1, 2, 3]).sort((one, other) => changes(one) - changes(other));

/** @type {(items: number[]) => number[][]} */
function permutations(items) {
  if (!items.length) return [[]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

/** @type {(suits: number[]) => number} */
function changes(suits) {
  return suits.filter((suit, place) => suit !== place).length;
}

/**
 * Throws an error unless enough cards are known, including those that the core needs.
 * @type {(known: (Card | null)[]) => number}
 */
export function countKnown(known) {
  const count = known.filter((card) => card !== null).length;
  if (count < FEWEST) throw new FreecellError(t.tooFew(count, FEWEST));
  if (known[0] === null || known[1] === null) throw new FreecellError(t.firstTwo);
  return count;
}

/**
 * The joke deals with these cards, which the core doesn't know.
 * @type {(known: (Card | null)[]) => number[]}
 */
export const jokesWith = (known) => JOKES.filter((number) => fits(known, number));

/**
 * {deals, names}: the numbers of the deals with these cards (null where unknown), and how the suits are renamed if that
 * is needed. `invert` finds the numbered deals, as in solver.js.
 * @type {(known: (Card | null)[], invert: (cards: (Card | null)[]) => Promise<number[]>) => Promise<{ deals: number[], names: string | null }>}
 */
export async function findDeals(known, invert) {
  const count = countKnown(known);
  const seen = new Set(); // namings that differ only in absent suits are the same
  for (const suits of count < FEWEST_RENAMED ? ORDERS.slice(0, 1) : ORDERS) {
    const cards = known.map((card) => (card === null ? null : (card & ~3) | suits.indexOf(card & 3)));
    if (seen.has(cards.join())) continue;
    seen.add(cards.join());
    const deals = [...jokesWith(cards), ...(await invert(cards))];
    if (deals.length) return { deals, names: changes(suits) ? naming(suits) : null };
  }
  return { deals: [], names: null };
}

/** @type {(cards: (Card | null)[], number: number) => boolean} */
function fits(cards, number) {
  const { columns } = deal(number);
  return cards.every((card, place) => card === null || card === columns[place % 8][Math.floor(place / 8)]);
}

/**
 * Describes which suits are exchanged or renamed.
 * @type {(suits: number[]) => string}
 */
function naming(suits) {
  const changed = [0, 1, 2, 3].filter((old) => suits[old] !== old);
  if (changed.every((old) => suits[suits[old]] === old)) {
    const pairs = changed.filter((old) => old < suits[old]);
    return t.and(pairs.map((old) => t.exchanged(old, suits[old])));
  }
  return t.and(changed.map((old) => t.standsFor(suits[old], old)));
}
