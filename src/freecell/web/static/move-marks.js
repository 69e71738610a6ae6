// Marks on the cards that show which moves keep the game winnable, lose it, or are undecided, if the setting is on.

import { cardsIn, last, legalMoves, play, turnOf } from "./rules.js";
import { study } from "./solver.js";
import { adviceOf } from "./verdicts.js";

/**
 * Shows the marks for the current board as soon as they are found.
 * @type {(table: Table, view: BoardView) => void}
 */
export function prepareMoveMarks(table, view) {
  /** @type {AbortController | null} */
  let search = null;
  table.addEventListener("drawn", () => {
    search?.abort();
    search = new AbortController();
    view.advise(new Map());
    if (table.isAdvised && !table.game.isWon) mark(table, view, search.signal).catch(() => {}); // it cannot search
  });
}

/** @type {(table: Table, view: BoardView, signal: AbortSignal) => Promise<void>} */
async function mark({ board, rules }, view, signal) {
  const isLost = study.known(board, rules) === "unsolvable"; // lost positions stay lost
  const moves = legalMoves(board, rules.room).map((move) => {
    const after = turnOf(board, move, rules.autoplay).reduce(play, board);
    return { card: last(cardsIn(board, move.source), move.count), after };
  });
  const cards = new Set(moves.map(({ card }) => card));
  /** @type {(card: Card) => [Card, Verdict | undefined]} */
  const advise = (card) => {
    const verdicts = moves.filter((move) => move.card === card).map(({ after }) => study.known(after, rules));
    return [card, isLost ? "unsolvable" : adviceOf(verdicts)];
  };
  for (const { after } of moves) {
    if (study.known(after, rules) || isLost) continue;
    await study.of(after, rules, signal);
    if (signal.aborted) return;
    view.advise(new Map([...cards].map(advise)));
  }
  view.advise(new Map([...cards].map(advise)));
}
