// The best place for cards that are tapped: home, a card they go on, an empty column, a cell.

import { CELLS, COLUMNS, cardsIn, HOME, isColumn, last, rankOf, runLength, whyNot } from "./rules.js";

/**
 * The move that a tap on a place means, or null: of so many cards, or of as many as there is a good place for, and legal
 * by this rule of room.
 * @type {(board: Board, from: Place, cards?: number | null, roomRule?: Room) => Move | null}
 */
export function bestMove(board, from, cards = null, roomRule = "theory") {
  const run = isColumn(from) ? runLength(cardsIn(board, from)) : cardsIn(board, from).length;
  const counts = cards === null ? Array.from({ length: run }, (_, index) => run - index) : [cards];
  const moves = counts.flatMap((number) => targets(board, from, number).map((to) => ({ from, to, cards: number })));
  const legal = moves.filter((move) => !whyNot(board, move, roomRule));
  /** @type {(move: Move) => number} */
  const rating = (move) => rate(board, move);
  return legal.sort((one, other) => rating(other) - rating(one))[0] ?? null;
}

/** @type {(board: Board, from: Place, cards: number) => Place[]} */
function targets(board, from, cards) {
  const whole = isColumn(from) && cardsIn(board, from).length === cards;
  // A whole column to an empty one changes nothing, nor does one cell to another.
  const columns = [...COLUMNS].filter((to) => !whole || cardsIn(board, to).length);
  return [HOME, ...columns, ...(isColumn(from) ? CELLS : "")];
}

/** @type {(board: Board, move: Move) => number} */
function rate(board, { from, to, cards }) {
  if (to === HOME) return 1000;
  if (!isColumn(to)) return 200;
  const there = cardsIn(board, to);
  if (there.length) return 500 + 20 * cards + runLength(there);
  const king = rankOf(last(cardsIn(board, from), cards)) === 13;
  return (king || cards > 1 || !isColumn(from) ? 300 : 100) + cards; // one card is better in a cell, if one is free
}
