// The shuffle backwards: each card of a board leaves fewer candidates for the generator's state, as in the Python
// modules finding/inversion.py and explaining.py. docs/finding.md explains it.

import { cardsOf, next, stepsWith } from "./shuffle.js";

const LOW = 21; // bits of the first state that are tested first
const INVERSE = 3115528533; // of 214013, modulo 2 ** 32

/**
 * The bits on which candidates agree: 1 in `mask` where they do, and their `value` there.
 * @typedef {{ mask: number, value: number }} Agreed
 */

/**
 * The candidates that remain in one range of numbers, like `Narrowing` in Python; and the bits on which they agree
 * after each card, for the low bits, the states to try, and the states.
 * @typedef {{ first: number, bits: number, low: number[], tried: number, states: number[], found: number[],
 *   agreedLow: Agreed[], agreedTried: Agreed, agreedStates: Agreed[] }} Narrowing
 */

/** @typedef {{ left: number, card: Card, index: number, power: number }} FindStep */

/** @type {(state: number) => number} */
export const previous = (state) => Math.imul(state - 2531011, INVERSE) >>> 0;

/** Counts the candidates that remain after each card, and tracks the bits on which they agree. */
class Tally {
  count;
  #all;
  #some;

  /** @param {number} length */
  constructor(length) {
    this.count = new Uint32Array(length);
    this.#all = new Int32Array(length).fill(-1);
    this.#some = new Int32Array(length);
  }

  /** @type {(place: number, state: number) => void} */
  add(place, state) {
    this.count[place] += 1;
    this.#all[place] &= state;
    this.#some[place] |= state;
  }

  /** @type {(bits: number) => Agreed[]} */
  agreed(bits) {
    return Array.from(this.count, (count, place) => {
      const mask = count ? (~(this.#all[place] ^ this.#some[place]) & (2 ** bits - 1)) >>> 0 : 0;
      return { mask, value: (this.#all[place] & mask) >>> 0 };
    });
  }
}

/**
 * Inverts the first cards of a deal to its number.
 * @type {(cards: Card[]) => { cards: FindStep[], ranges: Narrowing[] }}
 */
export function narrowed(cards) {
  const steps = stepsWith(cards).map(({ left, card, index }) => ({
    left,
    card,
    index: Number(index),
    power: left & -left,
  }));
  const ranges = [
    [0, 15, 0],
    [2 ** 31, 15, 2 ** 15],
    [2 ** 32, 16, 1],
  ].map(([first, bits, more]) => narrowedRange(cards, steps, { first, bits, more }));
  return { cards: steps, ranges };
}

/** @type {(cards: Card[], steps: FindStep[], range: { first: number, bits: number, more: number }) => Narrowing} */
function narrowedRange(cards, steps, { first, bits, more }) {
  const rests = steps.map(({ left, index }) => (((index - more) % left) + left) % left);
  const [inLow, tried, inStates] = [new Tally(cards.length), new Tally(1), new Tally(cards.length)];
  /** @type {number[]} */
  const found = [];
  for (const low of lowBits(steps, rests, inLow)) {
    // Draw 1 is five + 32 * high, and we know it modulo 51; 8 * 32 leaves 1 there. So high is known modulo 51 too.
    const second = next(low) % 2 ** LOW;
    for (let high = (8 * (rests[1] + 51 - (second >>> 16))) % 51; high < 2 ** (bits - 5); high += 51) {
      const state = previous(second + high * 2 ** LOW);
      tried.add(0, state);
      if (!fits(state, rests, bits, inStates)) continue;
      const number = first + (previous(state) % 2 ** (16 + bits));
      const dealt = number ? cardsOf(number) : [];
      if (cards.every((card, place) => card === dealt[place])) found.push(number);
    }
  }
  return {
    first,
    bits,
    low: [...inLow.count],
    tried: tried.count[0],
    states: [...inStates.count],
    found: found.sort((one, other) => one - other),
    agreedLow: inLow.agreed(LOW),
    agreedTried: tried.agreed(16 + bits)[0],
    agreedStates: inStates.agreed(16 + bits),
  };
}

/**
 * The possible low bits of the state after draw 0.
 * @type {(steps: FindStep[], rests: number[], tally: Tally) => number[]}
 */
function lowBits(steps, rests, tally) {
  const all = [];
  const masks = steps.map(({ power }) => power - 1);
  const wanted = rests.map((rest, place) => rest & masks[place]);
  for (let low = 0; low < 2 ** LOW; low += 1) {
    if (((low >>> 16) & masks[0]) !== wanted[0]) {
      low += 2 ** 16 - 1; // they all give the same draw
      continue;
    }
    let [state, place] = [low, 0];
    for (; place < wanted.length && ((state >>> 16) & masks[place]) === wanted[place]; place += 1) {
      tally.add(place, low);
      state = next(state);
    }
    if (place === wanted.length) all.push(low);
  }
  return all;
}

/**
 * Whether a state after draw 0 produces all remainders. Counts the candidates that match each one.
 * @type {(first: number, rests: number[], bits: number, tally: Tally) => boolean}
 */
function fits(first, rests, bits, tally) {
  let state = first;
  for (let place = 0; place < rests.length; place += 1) {
    if (((state >>> 16) & (2 ** bits - 1)) % (52 - place) !== rests[place]) return false;
    tally.add(place, first);
    state = next(state);
  }
  return true;
}

/**
 * A stage of the search: the start, the low bits after a card, the second card, whole states after a card, or the end.
 * `place` is the card's place, counted from 0, so place + 1 cards were read. `counts` are the states left in each range, and `low` the
 * values of the low bits, where these are counted.
 * @typedef {{ kind: "start" | "low" | "second" | "states" | "found", place: number, counts: number[],
 *   low: number[] | null, agreed: Agreed[] }} Stage
 */

/**
 * The stages of a search that the page shows: the same ones that `freecell find --explain` prints, up to the first one
 * that leaves no state.
 * @type {(search: { cards: FindStep[], ranges: Narrowing[] }) => Stage[]}
 */
export function stagesOf({ cards, ranges }) {
  const last = cards.length - 1;
  const places = cards.map((_, place) => place);
  /** @type {Stage[]} */
  const stages = [
    {
      kind: "start",
      place: -1,
      counts: ranges.map(({ bits }) => 2 ** (16 + bits)),
      low: ranges.map(() => 2 ** LOW),
      agreed: ranges.map(() => ({ mask: 0, value: 0 })),
    },
    ...places
      .filter((place) => cards[place].power > 1)
      .map((place) => ({
        kind: /** @type {const} */ ("low"),
        place,
        counts: ranges.map(({ low, bits }) => low[place] * 2 ** (16 + bits - LOW)),
        low: ranges.map(({ low }) => low[place]),
        agreed: ranges.map(({ agreedLow }) => agreedLow[place]),
      })),
    {
      kind: "second",
      place: 1,
      counts: ranges.map(({ tried }) => tried),
      low: null,
      agreed: ranges.map(({ agreedTried }) => agreedTried),
    },
    ...places
      .filter((place) => place < 2 || ranges.some(({ states }) => states[place] !== states[place - 1]))
      .map((place) => ({
        kind: /** @type {const} */ ("states"),
        place,
        counts: ranges.map(({ states }) => states[place]),
        low: null,
        agreed: ranges.map(({ agreedStates }) => agreedStates[place]),
      })),
  ];
  const none = stages.findIndex(({ counts }) => counts.every((count) => !count));
  if (none >= 0) return [...stages.slice(0, none + 1), { ...stages[none], kind: "found", low: null }];
  const counts = ranges.map(({ states }) => states[last]);
  const agreed = ranges.map(({ agreedStates }) => agreedStates[last]);
  return [...stages, { kind: "found", place: last, counts, low: null, agreed }];
}
