// The shuffle step by step, like the Python module explaining.py: what `freecell deal --explain` prints and the page
// draws. It imports nothing, so that the page about the shuffle doesn't load the game.
//
// A card is its place in the unshuffled deck, 0 (AC) to 51 (KS).

export const LAST = 2 ** 33 - 1;

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";

// The two unwinnable games of Windows: fixed layouts without a shuffle. Each rank stands for its four cards.
/** @type {Record<string, [string, string]>} */
const JOKES = { "-1": ["AQ3T587694J2K", "CDHS"], "-2": ["A7K6Q5J4T3928", "SHDC"] };

/**
 * One card of a deal. Joke games have no generator: `state`, `draw`, `index` and `moved` are null.
 * `product` is the new state before its upper bits are dropped; explaining.py says what the others are.
 * @typedef {{ number: number, product: number | null, state: number | null, draw: number | null, left: number,
 *   index: number | null, card: Card, moved: Card | null, row: number, column: number }} DealStep
 */

/** @type {(card: Card) => string} */
export const textOf = (card) => RANKS[card >> 2] + SUITS[card & 3];

/** @type {(number: number) => boolean} */
export const isDeal = (number) => Number.isInteger(number) && ((number >= 1 && number <= LAST) || number in JOKES);

/**
 * Reads a typed deal number, such as 617, #617, 1,000,000 or -1; null if there is no such deal.
 * @type {(text: string) => number | null}
 */
export function numberOf(text) {
  const digits = text
    .trim()
    .replace(/^#/, "")
    .replace(/(?<=\d)[,.'’\s](?=\d{3}(?!\d))/g, "");
  const number = /^-?\d+$/.test(digits) ? Number(digits) : NaN;
  return isDeal(number) ? number : null;
}

/**
 * The generator of a number: the bits of its state, and what is added to a draw.
 * @type {(number: number) => { bits: number, more: number }}
 */
export const drawRule = (number) => ({
  bits: number >= 2 ** 32 ? 32 : 31,
  more: number >= 2 ** 32 ? 1 : number >= 2 ** 31 ? 2 ** 15 : 0,
});

/** @type {(state: number) => number} */
export const next = (state) => (Math.imul(214013, state) + 2531011) >>> 0;

/**
 * The ranks of a joke game in dealt order, and the order of its suits.
 * @type {(number: number) => { ranks: string, suits: string }}
 */
export function jokeOf(number) {
  const [ranks, suits] = JOKES[number];
  return { ranks, suits };
}

/**
 * The cards of a deal in dealt order.
 * @type {(number: number) => Card[]}
 */
export const cardsOf = (number) => stepsOf(number).map(({ card }) => card);

/**
 * The 52 steps of a deal.
 * @type {(number: number) => DealStep[]}
 */
export function stepsOf(number) {
  const { bits, more } = drawRule(number);
  const deck = Array.from({ length: 52 }, (_, card) => card);
  let state = number % 2 ** 32;
  return deck.slice().map((_, place) => {
    const left = 52 - place;
    const dealt = { number: place + 1, left, row: Math.floor(place / 8) + 1, column: (place % 8) + 1 };
    if (number < 0) {
      const { ranks, suits } = jokeOf(number);
      const card = 4 * RANKS.indexOf(ranks[place >> 2]) + SUITS.indexOf(suits[place & 3]);
      return { ...dealt, product: null, state: null, draw: null, index: null, card, moved: null };
    }
    const product = 214013 * state + 2531011; // below 2 ** 53
    state = product % 2 ** bits;
    const draw = Math.floor(state / 2 ** 16) + more;
    const index = draw % left;
    const [card, last] = [deck[index], deck[left - 1]];
    deck[index] = last;
    return { ...dealt, product, state, draw, index, card, moved: index === left - 1 ? null : last };
  });
}
