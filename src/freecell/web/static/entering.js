// A board that is entered card by card: across the columns, as a new deal is dealt, or down one column after another,
// for a game in progress. Entries never change; each action returns another one.

import { FreecellError } from "./errors.js";
import { CELLS, COLUMNS, fromObject, HOME, last, rankOf, suitOf, textOf } from "./rules.js";
import { t } from "./words.js";

/** The places of cards that aren't home, in order. All cells are one place. */
export const CELL = "cells";
const PLACES = [...COLUMNS, CELL, HOME];

/** @type {Entry} */
export const EMPTY = {
  isDeal: true,
  columns: Array.from({ length: 8 }, () => []),
  cells: [],
  homes: [0, 0, 0, 0],
  place: "1",
  index: 0,
};

/**
 * An entry with a board, to be corrected.
 * @type {(board: Board) => Entry}
 */
export const entryOf = ({ columns, cells, foundations }) =>
  moveTo(
    { ...EMPTY, isDeal: false, columns, cells: cells.filter((card) => card !== null), homes: foundations },
    COLUMNS[0],
  );

/** @type {(entry: Entry, place: string) => Card[]} */
export const cardsAt = ({ columns, cells }, place) =>
  place === CELL ? cells : place === HOME ? [] : columns[COLUMNS.indexOf(place)];

/** @type {(entry: Entry, place: string, cards: Card[]) => Entry} */
const withCards = (entry, place, cards) =>
  place === CELL
    ? { ...entry, cells: cards }
    : { ...entry, columns: entry.columns.map((column, at) => (COLUMNS[at] === place ? cards : column)) };

/**
 * Where a card was entered: a column, the cells, home, or null.
 * @type {(entry: Entry, card: Card) => string | null}
 */
export const placeOf = (entry, card) =>
  PLACES.find((place) => cardsAt(entry, place).includes(card)) ??
  (rankOf(card) <= entry.homes[suitOf(card)] ? HOME : null);

/**
 * Makes a place the one that is filled, at its end.
 * @type {(entry: Entry, place: string) => Entry}
 */
export const moveTo = (entry, place) => ({ ...entry, place, index: cardsAt(entry, place).length });

/**
 * Goes on to the next place, or back.
 * @type {(entry: Entry, step: number) => Entry}
 */
export const moveBy = (entry, step) =>
  moveTo(entry, PLACES[(PLACES.indexOf(entry.place) + step + PLACES.length) % PLACES.length]);

/**
 * Chooses what is entered: a new deal, or a game in progress.
 * @type {(entry: Entry, isDeal: boolean) => Entry}
 */
export function choose(entry, isDeal) {
  if (!isDeal) return moveTo({ ...entry, isDeal }, COLUMNS[0]);
  const count = dealtCards(entry)?.length;
  return count === undefined ? EMPTY : moveTo({ ...entry, isDeal }, COLUMNS[count % 8]);
}

/**
 * The cards in dealt order, if they lie like the first cards of a deal.
 * @type {(entry: Entry) => Card[] | null}
 */
export function dealtCards({ columns, cells, homes }) {
  const count = columns.flat().length;
  const isDealt = columns.every((column, at) => column.length === Math.ceil((count - at) / 8));
  if (!isDealt || cells.length || homes.some(Boolean)) return null;
  return Array.from({ length: count }, (_, at) => columns[at % 8][Math.floor(at / 8)]);
}

/**
 * Enters a card where the entry is filled. Throws an error that says why it can't be there.
 * @type {(entry: Entry, card: Card) => Entry}
 */
export function put(entry, card) {
  const there = placeOf(entry, card);
  if (there && !(there === HOME && entry.place === HOME)) throw new FreecellError(t.entered(textOf(card), there));
  if (entry.place === HOME) return putHome(entry, card);
  if (entry.place === CELL && entry.cells.length === CELLS.length) throw new FreecellError(t.cellsAreFull);
  const cards = cardsAt(entry, entry.place);
  const next = withCards(entry, entry.place, [...cards.slice(0, entry.index), card, ...cards.slice(entry.index)]);
  if (entry.isDeal && dealtCards(next)) return moveTo(next, COLUMNS[next.columns.flat().length % 8]);
  return { ...next, index: entry.index + 1 };
}

/**
 * Enters a card as the highest of its suit at home: those below it are home as well. If it is that already, it is taken
 * out.
 * @type {(entry: Entry, card: Card) => Entry}
 */
function putHome(entry, card) {
  for (let below = suitOf(card); below < card; below += 4) {
    const there = placeOf(entry, below);
    if (there && there !== HOME) throw new FreecellError(t.entered(textOf(below), there));
  }
  const highest = entry.homes[suitOf(card)] === rankOf(card) ? card >> 2 : rankOf(card);
  return { ...entry, homes: entry.homes.map((rank, suit) => (suit === suitOf(card) ? highest : rank)) };
}

/**
 * Takes a card out; the next card goes where it was. At home, it takes out those above it as well.
 * @type {(entry: Entry, card: Card) => Entry}
 */
export function takeOut(entry, card) {
  const place = placeOf(entry, card);
  if (place === null) return entry;
  if (place === HOME)
    return moveTo(
      { ...entry, homes: entry.homes.map((rank, suit) => (suit === suitOf(card) ? card >> 2 : rank)) },
      HOME,
    );
  const cards = cardsAt(entry, place);
  const index = cards.indexOf(card);
  return { ...withCards(entry, place, cards.toSpliced(index, 1)), place, index };
}

/** @type {(card: Card) => boolean} */
const isRed = (card) => suitOf(card) === 1 || suitOf(card) === 2;

/**
 * Whether a card continues a sequence: one rank lower, of the other colour.
 * @type {(card: Card, onto: Card) => boolean}
 */
export const continues = (card, onto) => rankOf(card) === rankOf(onto) - 1 && isRed(card) !== isRed(onto);

/** The cards that aren't entered. @type {(entry: Entry) => Card[]} */
export const missing = (entry) =>
  Array.from({ length: 52 }, (_, card) => card).filter((card) => placeOf(entry, card) === null);

/**
 * The cards that most likely come next: those that continue a sequence, or the only one that can be missing.
 * @type {(entry: Entry) => Card[]}
 */
export function likely(entry) {
  if (entry.place === HOME || entry.isDeal) return [];
  const { index, place } = entry;
  const onto = place === CELL ? undefined : cardsAt(entry, place)[index - 1];
  const free = missing(entry);
  const only = notHome(entry);
  if (only.length === 1) return only;
  return onto === undefined ? [] : free.filter((card) => continues(card, onto));
}

/**
 * The missing cards that can't be home, because a lower one of their suit isn't.
 * @type {(entry: Entry) => Card[]}
 */
function notHome(entry) {
  const homes = fullHomes(entry);
  return missing(entry).filter((card) => rankOf(card) > homes[suitOf(card)]);
}

/**
 * The ranks at home if all missing cards are there that can be.
 * @type {(entry: Entry) => number[]}
 */
function fullHomes(entry) {
  return entry.homes.map((rank, suit) => {
    while (rank < 13 && placeOf(entry, 4 * rank + suit) === null) rank += 1;
    return rank;
  });
}

/**
 * The board as entered: missing cards are home, and if one can't be, it is where cards are entered. Throws an error
 * that says what is missing.
 * @type {(entry: Entry) => BoardObject}
 */
export function boardOf(entry) {
  if (!entry.columns.flat().length && !entry.cells.length && !entry.homes.some(Boolean))
    throw new FreecellError(t.nothingEntered);
  const absent = notHome(entry);
  if (absent.length === 1 && entry.place !== HOME && !entry.isDeal) return boardOf(put(entry, absent[0]));
  if (absent.length) {
    const some = absent.slice(0, 4).map(textOf).join(", ");
    throw new FreecellError(t.cardsMissing(some, absent.length - 4, absent.length));
  }
  const object = {
    columns: entry.columns.map((column) => column.map(textOf)),
    cells: CELLS.split("").map((_, at) => (at < entry.cells.length ? textOf(entry.cells[at]) : null)),
    foundations: Object.fromEntries(fullHomes(entry).map((rank, suit) => ["CDHS"[suit], rank])),
  };
  fromObject(object); // validates it
  return object;
}

/**
 * The card that was entered last where cards are entered.
 * @type {(entry: Entry) => Card | undefined}
 */
export const lastEntered = (entry) =>
  entry.index ? last(cardsAt(entry, entry.place).slice(0, entry.index)) : undefined;
