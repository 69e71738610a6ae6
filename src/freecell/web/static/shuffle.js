// The steps of the shuffle, which the page draws, as in the Python module explaining.py, whose steps
// `freecell deal --explain` prints. It imports nothing, so that the page about the shuffle doesn't load the game.
//
// A card is its place in the unshuffled deck, 0 (AC) to 51 (KS).

export const LAST = 2 ** 33 - 1;
export const FEWEST = 6; // cards that find a deal: with fewer, dozens match

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
const SIGNS = "♣♦♥♠♧♢♡♤";
const HEIGHTS = "7 7 7 7 6 6 6 6"; // of the columns of a board

// The two joke deals of Windows, which can't be won: fixed layouts, not shuffled. Each rank stands for its four cards.
/** @type {Record<string, [string, string]>} */
const JOKES = { "-1": ["AQ3T587694J2K", "CDHS"], "-2": ["A7K6Q5J4T3928", "SHDC"] };

/**
 * A card of a deal. Joke deals have no generator: `state`, `draw`, `index` and `moved` are null. If only the cards are
 * known, `product`, `state` and `draw` are null.
 * `product` is the new state before its upper bits are dropped; explaining.py explains the other values.
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
 * Reads typed cards in dealt order: 7D, 10♦, qs, also without spaces, and whole boards as rows or as columns. `problem`
 * says what is wrong with them: a word that is not a card, a card that appears twice, or too few cards.
 * @type {(text: string) => { cards: Card[], problem: "" | "noCard" | "isTwice" | "tooFew", word: string }}
 */
export function readCards(text) {
  /** @type {Card[][]} */
  const lines = [];
  for (const line of text.split(/\r\n?|\n/)) {
    if (/^\s*(#|game|deal)/i.test(line)) continue;
    const words = line.replace(/\ufe0e|\ufe0f/g, "").split(/[\s,;:|"'()[\]]+/);
    /** @type {Card[]} */
    const cards = [];
    for (const word of words.filter(Boolean)) {
      if (!/^((10|[A1-9TJQK])[CDHS♣♦♥♠♧♢♡♤])+$/i.test(word)) return { cards: [], problem: "noCard", word };
      for (const [, rank, suit] of word.toUpperCase().matchAll(/(10|.)(.)/g)) {
        const place = Math.max(SUITS.indexOf(suit), SIGNS.indexOf(suit) % 4);
        cards.push(4 * RANKS.indexOf(rank.replace("10", "T").replace("1", "A")) + place);
      }
    }
    if (cards.length) lines.push(cards);
  }
  const isColumns = lines.map(({ length }) => length).join(" ") === HEIGHTS;
  const all = isColumns ? Array.from({ length: 52 }, (_, place) => lines[place % 8][place >> 3]) : lines.flat();
  const twice = all.find((card, place) => all.indexOf(card) !== place);
  if (twice !== undefined) return { cards: all, problem: "isTwice", word: textOf(twice) };
  return { cards: all, problem: all.length < FEWEST ? "tooFew" : "", word: "" };
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
 * The ranks of a joke deal in dealt order, and the order of its suits.
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
 * The steps that deal these cards, as far as the cards alone reveal them.
 * @type {(cards: Card[]) => DealStep[]}
 */
export function stepsWith(cards) {
  const deck = Array.from({ length: 52 }, (_, card) => card);
  return cards.map((card, place) => {
    const left = 52 - place;
    const index = deck.indexOf(card);
    const last = Number(deck.pop());
    if (card !== last) deck[index] = last;
    const moved = card === last ? null : last;
    const dealt = { number: place + 1, left, row: Math.floor(place / 8) + 1, column: (place % 8) + 1 };
    return { ...dealt, product: null, state: null, draw: null, index, card, moved };
  });
}

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
