// English texts about rules, deals, boards and searches, for the page and the npm package.

export const SUITS = ["clubs", "diamonds", "hearts", "spades"];
export const RANKS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];
/** @type {(name: Place) => string} */
const place = (name) => (name === "h" ? "home" : `${name < "a" ? "column" : "cell"} ${name}`);
/** @type {(name: Place) => string} */
export const toPlace = (name) => (name === "h" ? "home" : `to ${place(name)}`);

/** @type {(number: number) => string} */
export const countCards = (number) => (number === 1 ? "1 card" : `${number} cards`);

/** @satisfies {Partial<TextFunctions> & Record<string, unknown>} */
export const rulesInEnglish = {
  locale: "en",
  card: (rank, suit) => `${RANKS[rank]} of ${SUITS[suit]}`,
  cards: countCards,
  move: (what, from, to) => `move ${what} from ${place(from)} ${toPlace(to)}`,
  notHome: (card, suit, rank) =>
    `${card} can't go home: ${rank ? `${SUITS[suit]} are at ${rank.replace("T", "10")}` : `no ${SUITS[suit]} are home yet`}`,
  atOnce: (number, to) => `only one card can go ${toPlace(to)}, not ${number}`,
  toItself: (from) => `the cards are already in ${place(from)}`,
  noPlace: (name) => `there is no ${place(name)}`,
  isTaken: (name, card) => `${place(name)} already holds ${card}`,
  roomFor: (number, most) => `there is only room to move ${countCards(most)}, not ${number}`,
  oneOrAll: (number, most) => `Windows moves 1 card or all ${most} to an empty column, not ${number}`,
  neverLeaves: "cards at home can't be moved",
  isEmpty: (name) => `${place(name)} is empty`,
  hasOnly: (name, there, number) => `${place(name)} has only ${countCards(there)}, not ${number}`,
  noRun: (one, other) => `${one} and ${other} don't form a sequence`,
  sameColor: (card, onto, isRed) => `${card} can't go onto ${onto}: both are ${isRed ? "red" : "black"}`,
  onAce: (card, onto) => `${card} can't go onto ${onto}: nothing goes on an ace`,
  isNeeded: (card, onto, rank, isRed) => {
    const article = isRed === null ? (rank === 0 || rank === 7 ? "an" : "a") : isRed ? "a red" : "a black";
    return `${card} can't go onto ${onto}: ${article} ${RANKS[rank]} is needed`;
  },
  noMove: "this is not a move: write two places, as in 26, 7a or 3h",
  wrongMove: (number, word, why) => `move ${number}, ${word}: ${why}`,
  nextMove: ", then ",
  quotes: ["'", "'"],
  cantSearch: "this browser can't run the solver",
  noMemory: "not enough memory",
  brokeOff: "the search stopped unexpectedly",
  noDeal: (text, last) => `deal ${text} doesn't exist: choose 1 to ${last}, -1 or -2`,
  and: (parts) => [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and "),
  tooFew: (number, fewest) => `${number} known cards fit too many deals: give at least ${fewest}`,
  firstTwo: "the first two cards are missing, and searching every deal takes too long here",
  exchanged: (one, other) => `${SUITS[one]} and ${SUITS[other]} exchanged`,
  standsFor: (one, other) => `${SUITS[one]} for ${SUITS[other]}`,
  noCard: (text) => `${text} is not a card`,
  noJson: (text) => `${text} is not JSON`,
  noColumns: (text) => `${text} has no "columns"`,
  noCells: '"cells" must be a list of cards',
  noBoard: (text) => `no board found in ${text}`,
  noCards: (text) => `no cards found in ${text}`,
  wrongHome: (text) => `${text} is not a foundation: give a suit and the rank of its highest card, as in H-0 or S-T`,
  wrongRow: (row, text, number) => `row ${row}, ${text}, has ${number} cards instead of 8`,
  wrongTable: "a table needs two lines above the column numbers: the names a b c d ♣ ♦ ♥ ♠, and their cards",
  otherSuit: (card) => `${card} is listed under another suit`,
  noName: (word, line) => `${word} in the line ${line} doesn't line up with a column or cell`,
  justDealt: (why) => `only a new deal has a number: ${why}`,
  elsewhere: "here, some cards are in the cells or at home",
  otherHeight: (column, right, number) =>
    `column ${column} of a new deal has ${right} cards, but here it has ${number}`,
  columnEnds: (row) => `here, a column ends in row ${row}`,
  tooMany: (number) => `there are ${number} cards instead of 52`,
  tooManyColumns: (number) => `there are ${number} columns instead of 8`,
  isTwice: (card) => `${card} appears twice`,
  isMissing: (card) => `${card} is missing`,
  fourCells: "this page has four free cells, but the board uses more",
  eightColumns: "a board has 8 columns",
  wrongHomes: "each foundation must be 0 to 13",
};
