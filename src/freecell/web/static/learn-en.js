// The page about the shuffle in English. Cards in sentences are symbols, or names as returned by `card`.

const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const RANKS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];

/** @typedef {{ number: number, draw: number, left: number, index: number, card: string, moved: string | null, column: number }} SaidStep */
/** @typedef {{ card: string, index: number, left: number, power: number, rest: number, count: string, isOne: boolean }} SaidLook */

export const en = {
  locale: "en",
  name: "English",
  quotes: ["'", "'"],
  /** @type {(rank: number, suit: number) => string} */
  card: (rank, suit) => `the ${RANKS[rank]} of ${SUITS[suit]}`,
  space: "space",

  title: "See the shuffle",
  /** @type {(deal: number) => string} */
  pageTitle: (deal) => `The shuffle of deal ${deal} – FreeCell`,
  toGame: "Play",
  language: "Language",
  deal: "Deal",
  show: "Show",
  ways: "Direction",
  toCards: "Number to cards",
  toNumber: "Cards to number",
  known: "Read",
  firstRow: "the first row",
  wholeBoard: "the whole board",
  ownCards: "cards of your own",
  readCards: "Cards in the order dealt",
  /** @type {(text: string, last: number) => string} */
  noDeal: (text, last) => `Deal ${text} doesn't exist: choose 1 to ${last}, -1 or -2.`,
  /** @type {(text: string, last: number) => string} */
  noStep: (text, last) => `There is no step ${text}: choose 0 to ${last}.`,
  /** @type {(text: string) => string} */
  noCard: (text) => `There is no card ${text}: write cards as in 7D, 10♥ or AS.`,
  /** @type {(card: string) => string} */
  isTwice: (card) => `${card} appears twice.`,
  /** @type {(number: number, fewest: number) => string} */
  tooFew: (number, fewest) => `${number} cards fit too many deals: give at least ${fewest}.`,

  lead: "Each step computes the next state and takes a draw from it. The draw selects a card. The last card of the deck takes its place.",
  leadBack:
    "Repeating the shuffle shows the index in the deck from which each card was taken: draw mod left. The state after the first draw leads back to the number.",
  /** @type {(deal: number, ranks: string, suits: string) => string} */
  joke: (deal, ranks, suits) =>
    `Deal ${deal} is one of the two joke deals of Windows, which can't be won. It is a fixed layout: nothing is shuffled, and there are no random numbers. Its ranks, in the order dealt: ${ranks}. Each rank stands for four cards, in the order ${suits}.`,

  sums: "The arithmetic of this step",
  state: "State",
  firstState: "State after the first draw",
  draw: "Draw",
  index: "Index",
  cardTitle: "Card",
  candidates: "Candidates for the state",
  /** @type {(bits: string) => string} */
  inBits: (bits) => `In bits: ${bits}`,
  dropped: "dropped",
  /** @type {(bits: number) => string} */
  drawBits: (bits) => `upper ${bits} bits: the draw`,
  lowBits: "lower 16 bits: only for the next state",
  /** @type {(column: number) => string} */
  toColumn: (column) => `to column ${column}`,
  /** @type {(card: string) => string} */
  filledBy: (card) => `filled by ${card}`,
  lastCard: "the last card",
  /** @type {(left: number) => string} */
  of: (left) => `of ${left}`,
  dealt: "Cards dealt so far",

  steps: "Steps",
  back: "One step back",
  forward: "One step forward",
  play: "Play",
  pause: "Pause",
  step: "Step",
  speed: "Speed",
  copyLink: "Copy the link to this step",
  copied: "The link to this step is copied.",
  /** @type {(number: number, all: number) => string} */
  at: (number, all) => `${number} of ${all}`,

  /** @type {(deal: number, state: string) => string} */
  begins: (deal, state) => `Deal ${deal} begins with state ${state}, and with a deck in order.`,
  /** @type {(step: SaidStep) => string} */
  stepSaid: ({ number, draw, left, index, card, moved, column }) =>
    `Step ${number}: ${draw} mod ${left} is ${index}, so ${card} is dealt to column ${column}, and ${moved ? `${moved}, the last card, moves to index ${index}.` : "it was the last card."}`,

  /** @type {(values: string, deals: string) => string} */
  searchBegins: (values, deals) =>
    `Any state is possible for deals ${deals}. Its low 21 bits have ${values} values, and low bits don't depend on higher ones.`,
  /** @type {(look: SaidLook) => string} */
  lowSaid: ({ card, index, left, power, rest, count, isOne }) =>
    `${card} was taken from index ${index} of ${left}, so draw mod ${power} is ${rest}: ${isOne ? "one value of the low 21 bits is" : `${count} values of the low 21 bits are`} left.`,
  /** @type {(look: SaidLook) => string} */
  secondSaid: ({ card, index, count }) =>
    `The low 5 bits of the second draw are now known, and so is the draw modulo 51, because ${card} was taken from index ${index} of 51. One in 51 values of the upper bits fits: ${count} states to try.`,
  /** @type {(look: SaidLook) => string} */
  statesSaid: ({ card, index, left, count, isOne }) =>
    `${card} was taken from index ${index} of ${left}, so the draw must have a remainder of ${index}: ${isOne ? "one state remains" : `${count} states remain`}.`,
  /** @type {(deals: string) => string} */
  foundSaid: (deals) =>
    `Stepping the state back gives the seed: ${deals}. Dealing it shows that all known cards match.`,
  noneSaid: "No state is left: no numbered deal begins with these cards.",
  /** @type {(low: string, upper: string) => string} */
  lowTimes: (low, upper) => `${low} values of the low bits × ${upper} of the upper bits`,
  toTry: "to try",
  fitting: "fit all remainders so far",
  /** @type {(power: string) => string} */
  below: (power) => `below ${power}`,
};
