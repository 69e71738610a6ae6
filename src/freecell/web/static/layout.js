// The layout of the felt, in pixels: cells and home above eight columns. On a low felt (a phone in landscape), cells
// and home are at the sides, and the columns use the full height.

import { CELLS, COLUMNS, HOME, isColumn, suitOf } from "./rules.js";

const [LEAST_RATIO, RATIO, MOST_RATIO] = [1.3, 1.4, 1.6]; // a card's height to its width
const WIDEST_GAP = 20;
const LOW = 430; // pixels
const STEADY = 8; // up to this many cards, columns have the same fan, in which every index has its full size
const FAN = 0.78; // the largest visible share of a covered card's height
const INDEX = { usual: 0.26, widest: 0.57, small: 25 }; // heights: per card height, per card width, pixels

/**
 * The layout of a felt of this size, with home on this `side`. Indices may be large, `ratio` limits the height of
 * cards. `inset` is the height of a panel that covers the bottom of the columns, `sideInset` of one that also covers what
 * is beside them.
 * @type {(width: number, height: number, how?: { side?: string, isLarge?: boolean, ratio?: number, inset?: number,
 *   sideInset?: number }) => Layout}
 */
export function layoutFor(width, height, how = {}) {
  const { side = "right", isLarge = false, ratio = MOST_RATIO, inset = 0, sideInset = 0 } = how;
  const isLow = height < LOW && width > 1.5 * height;
  const gap = Math.max(3, Math.min(WIDEST_GAP, Math.round(width * 0.011)));
  const between = isLow ? 0 : Math.max(8, Math.round(1.2 * gap)); // between the cells and the columns
  const across = isLow ? COLUMNS.length + 2 : COLUMNS.length;
  const widest = (width - (across + 1) * gap) / across;
  const tallest = isLow
    ? (height - 5 * gap) / 4
    : (height - 2 * gap - between) / (2 + (STEADY - 1) * (isLarge ? INDEX.widest / RATIO : INDEX.usual));
  const w = Math.max(24, Math.floor(Math.min(widest, tallest / (isLow ? LEAST_RATIO : RATIO))));
  const h = Math.round(Math.min(Math.max(tallest, RATIO * w), (isLow ? RATIO : ratio) * w, isLow ? tallest : Infinity));
  const left = Math.floor((width - across * w - (across - 1) * gap) / 2);
  const top = gap;
  const columnTop = isLow ? top : top + h + between;
  const columnHeight = Math.max(h, height - columnTop - gap);
  const index = Math.round(
    isLarge ? INDEX.widest * (w - 4) : Math.max(INDEX.usual * h - 2, Math.min(INDEX.small, INDEX.widest * (w - 4))),
  );
  /** @type {(place: number) => number} */
  const x = (place) => left + place * (w + gap);
  const [firstCell, firstHome] = isLow ? [0, across - 1] : [0, 4];
  const [cellsAt, homeAt] = side === "right" ? [firstCell, firstHome] : isLow ? [firstHome, firstCell] : [4, 0];
  const drop = Math.min(h + gap, Math.floor((height - sideInset - 2 * gap - h) / 3)); // from a cell to the one below it
  /** @type {(start: number, number: number) => { x: number, y: number }} */
  const slot = (start, number) => (isLow ? { x: x(start), y: top + number * drop } : { x: x(start + number), y: top });
  const columnAt = isLow ? 1 : 0;

  /**
   * The distance between cards in a column of this many.
   * @type {(cards: number) => number}
   */
  const fan = (cards) =>
    Math.max(3, Math.min(Math.max(FAN * h, index + 3), (columnHeight - inset - h) / (Math.max(STEADY, cards) - 1)));

  /**
   * The box of a place.
   * @type {(place: Place) => Box}
   */
  const box = (place) => {
    if (isColumn(place)) return { x: x(columnAt + COLUMNS.indexOf(place)), y: columnTop, w, h: columnHeight };
    if (place !== HOME) return { ...slot(cellsAt, CELLS.indexOf(place)), w, h };
    return { ...slot(homeAt, 0), w: isLow ? w : 4 * w + 3 * gap, h: isLow ? h + 3 * drop : h };
  };

  /**
   * The position of each of the 52 cards of a board: a list of {place, index, x, y, strip} by card.
   * @type {(board: Board) => Spot[]}
   */
  const spots = (board) => {
    /** @type {Spot[]} */
    const found = [];
    board.columns.forEach((column, number) => {
      const step = fan(column.length);
      const strip = Math.min(index, Math.floor(step) - 1); // the visible height of the index of a covered card
      column.forEach((card, place) => {
        const y = Math.round(columnTop + place * step);
        const isLast = place === column.length - 1;
        found[card] = {
          place: COLUMNS[number],
          index: place,
          x: x(columnAt + number),
          y,
          strip: isLast ? index : strip,
        };
      });
    });
    board.cells.forEach((card, number) => {
      if (card !== null) found[card] = { place: CELLS[number], index: 0, ...slot(cellsAt, number), strip: index };
    });
    for (let card = 0; card < 52; card += 1)
      found[card] ??= { place: HOME, index: card >> 2, ...slot(homeAt, suitOf(card)), strip: index };
    return found;
  };

  return { w, h, gap, drop, index, isLow, box, spots };
}
