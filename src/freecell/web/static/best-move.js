// The best place for tapped cards: home, a card that takes them, an empty column, or a cell.

import { CELLS, COLUMNS, cardsIn, HOME, isColumn, last, rankOf, runLength, whyNot } from "./rules.js";

/**
 * The move for a tap on a place, or null. It moves `count` cards or, without a count, as many as have a good place.
 * @type {(board: Board, source: Place, count?: number | null, roomRule?: Room) => Move | null}
 */
export function bestMove(board, source, count = null, roomRule = "theory") {
  const run = isColumn(source) ? runLength(cardsIn(board, source)) : cardsIn(board, source).length;
  const counts = count === null ? Array.from({ length: run }, (_, index) => run - index) : [count];
  const moves = counts.flatMap((number) =>
    targets(board, source, number).map((target) => ({ source, target, count: number })),
  );
  const legal = moves.filter((move) => !whyNot(board, move, roomRule));
  /** @type {(move: Move) => number} */
  const rating = (move) => rate(board, move);
  return legal.sort((one, other) => rating(other) - rating(one))[0] ?? null;
}

/** @type {(board: Board, source: Place, count: number) => Place[]} */
function targets(board, source, count) {
  const whole = isColumn(source) && cardsIn(board, source).length === count;
  // Moving a whole column to an empty one is useless, and so is moving from one cell to another.
  const columns = [...COLUMNS].filter((target) => !whole || cardsIn(board, target).length);
  return [HOME, ...columns, ...(isColumn(source) ? CELLS : "")];
}

/** @type {(board: Board, move: Move) => number} */
function rate(board, { source, target, count }) {
  if (target === HOME) return 1000;
  if (!isColumn(target)) return 200;
  const there = cardsIn(board, target);
  if (there.length) return 500 + 20 * count + runLength(there);
  const king = rankOf(last(cardsIn(board, source), count)) === 13;
  return (king || count > 1 || !isColumn(source) ? 300 : 100) + count; // one card is better in a cell, if one is free
}
