// English texts of a board, a film and a game, for the page and for the element in other pages (embed.js).

import { countCards, SUITS } from "./en-rules.js";

/** @type {(number: number) => string} */
export const countTurns = (number) => (number === 1 ? "1 turn" : `${number} turns`);

/** @satisfies {Partial<TextFunctions> & Record<string, unknown>} */
export const boardInEnglish = {
  dealNumber: "Deal number",
  pause: "Pause",
  undo: "Undo",
  toStart: "Start again",
  oneTurnBack: "One turn back",
  play: "Play",
  oneTurnForward: "One turn forward",
  position: "Position in the solution",
  wonTitle: "You won!",
  turns: countTurns,
  isBuried: (card) => `${card} can't move: the cards on it don't form a sequence with it`,
  noPlaceFor: (what) => `there is no place for ${what}`,
  theseCards: (number) => `these ${number} cards`,
  selected: (card, number) => `${number === 1 ? card : `${number} cards from ${card}`} selected. `,
  thenPoint: "Now choose a place.",
  thenPress: (last) => `Press 1 to 8, a to ${last}, or h.`,
  columnHas: (name, number, last) => `Column ${name}, ${number ? `${countCards(number)}, last ${last}` : "empty"}`,
  cellHas: (name, card) => `Cell ${name}, ${card || "empty"}`,
  homeHas: (names) => `Home: ${names.join(", ")}`,
  noneOf: (suit) => `no ${SUITS[suit]}`,
  winnable: ["can be won", "lost here", "lost"], // before, at and after the losing turn
  asItIs: "the current position",
  theStart: "the start",
  space: "space",
  colon: ": ",
  turnsOf: (some, all) => `${some} of ${countTurns(all)}`,
  advice: { solved: "keeps the game winnable", unsolvable: "loses", undecided: "not known" },
};
