// Random deals: for the same seed, the same as in the Python package. So this module has Python's generator, too.

import { FreecellError } from "../../src/freecell/web/static/errors.js";
import { randomOptions } from "./values.js";

const SIZE = 624; // words in the state of the Mersenne Twister

/**
 * Python's `random.Random(seed).getrandbits`, for up to 53 bits.
 * @type {(seed: number) => (bits: number) => number}
 */
function mersenneTwister(seed) {
  const state = new Uint32Array(SIZE);
  state[0] = 19650218;
  for (let i = 1; i < SIZE; i += 1) state[i] = Math.imul(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;
  const key = seed < 2 ** 32 ? [seed] : [seed % 2 ** 32, Math.floor(seed / 2 ** 32)];
  let at = 1;
  /** @type {(factor: number, more: number) => void} */
  const mix = (factor, more) => {
    state[at] = (state[at] ^ Math.imul(state[at - 1] ^ (state[at - 1] >>> 30), factor)) + more;
    at += 1;
    if (at === SIZE) [state[0], at] = [state[SIZE - 1], 1];
  };
  for (let i = 0; i < SIZE; i += 1) mix(1664525, key[i % key.length] + (i % key.length));
  for (let i = 1; i < SIZE; i += 1) mix(1566083941, -at);
  state[0] = 2 ** 31;
  at = SIZE;
  const next = () => {
    if (at === SIZE) {
      for (let i = 0; i < SIZE; i += 1) {
        const bits = (state[i] & 0x80000000) | (state[(i + 1) % SIZE] & 0x7fffffff);
        state[i] = state[(i + 397) % SIZE] ^ (bits >>> 1) ^ (bits & 1 ? 0x9908b0df : 0);
      }
      at = 0;
    }
    let word = state[at];
    at += 1;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  };
  return (bits) => (bits <= 32 ? next() >>> (32 - bits) : next() + 2 ** 32 * (next() >>> (64 - bits)));
}

/**
 * Numbers from the first to the last in random order, each once.
 * @type {(first: number, last: number, seed: number) => Generator<number>}
 */
function* shuffled(first, last, seed) {
  const count = last - first + 1;
  const bits = count.toString(2).length;
  const chosen = mersenneTwister(seed);
  const seen = new Set();
  while (seen.size < count) {
    const place = chosen(bits);
    if (place >= count || seen.has(place)) continue;
    seen.add(place);
    yield first + place;
  }
}

/**
 * A random deal of a grade, chosen with the functions of either interface.
 * @type {(difficulty: Function, verdict: Function) => (options?: object) => Promise<number>}
 */
export const randomDealWith =
  (difficulty, verdict) =>
  async (options = {}) => {
    const { first, last, seed, canBeWon, difficulty: grade, signal } = randomOptions(options);
    const waiting = signal && { signal };
    for (const number of shuffled(first, last, seed)) {
      const rated = grade && (await difficulty(number, waiting));
      if (rated && rated.grade !== grade) continue;
      const found = !canBeWon || (rated?.verdict ?? "undecided");
      if (found === true || found === "solved") return number;
      if (found === "undecided" && (await verdict(number, waiting)) === "solved") return number;
    }
    throw new FreecellError(`there is no such deal among ${first} to ${last}`);
  };
