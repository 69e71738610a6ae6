// The layout of the page about the shuffle, in pixels: the deck by index, 13 cards per row, and the board beside it if
// there is room, otherwise below it.

const RATIO = 1.4; // a card's height to its width
const LEGIBLE = 36; // the width from which a card shows more than rank and suit
const TAG = 16; // the height of the label above a marked place
const WIDEST = 92;

/** @typedef {{ x: number, y: number, w: number, h: number, strip: number, isSmall: boolean, z: number }} Spot */

/**
 * The places of a felt of this width, which has at most this height if it `isWide`; there may be no deck beside the
 * board.
 * @type {(width: number, height: number, isWide: boolean, hasDeck?: boolean) =>
 *   { height: number, deck: (index: number) => Spot, board: (place: number) => Spot }}
 */
export function stageFor(width, height, isWide, hasDeck = true) {
  const gap = Math.max(2, Math.min(8, Math.round(width / 160)));
  const middle = isWide ? Math.round(width / 30) : 2 * gap;
  const across = isWide ? 21 : 13;
  const gaps = (across + (isWide ? 0 : 1)) * gap + (isWide ? 2 * gap + middle : 0);
  const tall = isWide ? (height - 2 * gap - 4 * (gap + TAG)) / (4 * RATIO) : Infinity;
  const w = Math.max(18, Math.floor(Math.min((width - gaps) / across, tall, WIDEST)));
  const h = Math.round(RATIO * w);
  const row = h + gap + TAG;
  const widest = hasDeck ? Math.max(w, 56) : Math.min(WIDEST, Math.max(56, (height - 100) / 5));
  const boardWidth = isWide && hasDeck ? w : Math.floor(Math.min((width - 9 * gap) / 8, widest));
  const boardHigh = Math.round(RATIO * boardWidth);
  const deckWidth = 13 * w + 12 * gap;
  const boardAcross = 8 * boardWidth + 7 * gap;
  const left = Math.floor((width - (isWide ? deckWidth + middle + boardAcross : deckWidth)) / 2);
  const boardLeft = isWide && hasDeck ? left + deckWidth + middle : Math.floor((width - boardAcross) / 2);
  const deckHeight = hasDeck ? 4 * row : 0;
  const top = isWide && hasDeck ? Math.max(gap, Math.floor((height - deckHeight) / 2.5)) : gap;
  const boardTop = top + (isWide ? TAG : deckHeight + gap + TAG);
  const index = Math.min(Math.round(0.57 * boardWidth), Math.round(0.26 * boardHigh) + 4);
  const drop =
    isWide && hasDeck
      ? Math.max(
          index + 2,
          Math.min(Math.floor((deckHeight - TAG - gap - boardHigh) / 6), Math.round(0.62 * boardHigh)),
        )
      : index + 3;
  return {
    height: Math.max(isWide ? top + deckHeight : 0, boardTop + 6 * drop + boardHigh) + 2 * gap,
    deck: (place) => ({
      x: left + (place % 13) * (w + gap),
      y: top + TAG + Math.floor(place / 13) * row,
      w,
      h,
      strip: Math.round(0.26 * h) + 2,
      isSmall: w < LEGIBLE,
      z: 1,
    }),
    board: (place) => ({
      x: boardLeft + (place % 8) * (boardWidth + gap),
      y: boardTop + Math.floor(place / 8) * drop,
      w: boardWidth,
      h: boardHigh,
      strip: index + 2,
      isSmall: false,
      z: 2 + Math.floor(place / 8),
    }),
  };
}

/**
 * The deck after this many steps: its cards by index.
 * @type {(steps: import("./shuffle.js").DealStep[], count: number) => Card[]}
 */
export function deckAfter(steps, count) {
  const deck = Array.from({ length: 52 }, (_, card) => card);
  for (const { index, card } of steps.slice(0, count)) {
    const last = Number(deck.pop());
    const place = index ?? deck.indexOf(card);
    if (last !== card && place >= 0) deck[place] = last;
  }
  return deck;
}

/**
 * The position of each card after this many steps, by card.
 * @type {(stage: ReturnType<typeof stageFor>, steps: import("./shuffle.js").DealStep[], count: number) => Spot[]}
 */
export function spotsAfter(stage, steps, count) {
  /** @type {Spot[]} */
  const spots = [];
  for (const [place, { card }] of steps.slice(0, count).entries()) spots[card] = stage.board(place);
  for (const [index, card] of deckAfter(steps, count).entries()) spots[card] = stage.deck(index);
  return spots;
}
