// Where everything lies on the felt, in pixels. Eight columns side by side; above them the cells, then home.

import { CELLS, COLUMNS, HOME, isColumn, suitOf } from "./rules.js";

const RATIO = 1.4; // a card's height to its width
const WIDEST_GAP = 20;
const TALLEST = 4.7; // how many card heights the felt has at least: two, and a column of some length
const FAN = { small: 0.7, large: 0.32 }; // of a covered card's height that is seen, at the most; more for fingers
const SMALL = 60; // pixels
const LARGE_INDEX = 0.38; // of a card's height
const STEADY = 10; // columns up to so many cards all have the same fan

/**
 * The layout of a felt of this size; the cells lie on the left and home on the right, or the other way round.
 * @type {(width: number, height: number, side?: string) => Layout}
 */
export function layoutFor(width, height, side = "right") {
  const gap = Math.max(3, Math.min(WIDEST_GAP, Math.round(width * 0.012)));
  const w = Math.max(24, Math.floor(Math.min((width - 9 * gap) / 8, height / TALLEST / RATIO)));
  const h = Math.round(w * RATIO);
  const left = Math.floor((width - 8 * w - 7 * gap) / 2);
  const top = gap;
  const columnTop = top + h + Math.max(8, Math.round(1.2 * gap));
  const columnHeight = Math.max(h, height - columnTop - gap);
  // Small cards have a larger index, if there is room for it.
  const isSmall = w < SMALL && columnHeight - h > (STEADY - 1) * LARGE_INDEX * h;
  const most = w < SMALL ? FAN.small : FAN.large;
  /** @type {(index: number) => number} */
  const x = (index) => left + index * (w + gap);

  const [firstCell, firstHome] = side === "right" ? [0, 4] : [4, 0];

  /**
   * How far apart the cards of a column of so many lie.
   * @type {(cards: number) => number}
   */
  const fan = (cards) => Math.min(most * h, (columnHeight - h) / (Math.max(STEADY, cards) - 1));

  /**
   * The box of a place.
   * @type {(place: Place) => Box}
   */
  const box = (place) => {
    if (isColumn(place)) return { x: x(COLUMNS.indexOf(place)), y: columnTop, w, h: columnHeight };
    if (place === HOME) return { x: x(firstHome), y: top, w: 4 * w + 3 * gap, h };
    return { x: x(firstCell + CELLS.indexOf(place)), y: top, w, h };
  };

  /**
   * Where each of the 52 cards of a board lies: a list of {place, index, x, y}.
   * @type {(board: Board) => Spot[]}
   */
  const spots = (board) => {
    /** @type {Spot[]} */
    const found = [];
    board.columns.forEach((column, number) => {
      const step = fan(column.length);
      column.forEach((card, index) => {
        found[card] = { place: COLUMNS[number], index, x: x(number), y: Math.round(columnTop + index * step) };
      });
    });
    board.cells.forEach((card, number) => {
      if (card !== null) found[card] = { place: CELLS[number], index: 0, x: x(firstCell + number), y: top };
    });
    for (let card = 0; card < 52; card += 1) {
      found[card] ??= { place: HOME, index: card >> 2, x: x(firstHome + suitOf(card)), y: top };
    }
    return found;
  };

  return { w, h, gap, isSmall, box, spots };
}
