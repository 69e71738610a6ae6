import type { Board } from "./index.js";

/** What has just happened in a game. */
export interface MoveDetail {
  /** the move, in standard notation */
  move: string;
  /** the position after it and the automatic moves */
  board: Omit<Board, "deal">;
  isWon: boolean;
}

/** The element `<freecell-board>`: a board, a film or a game. Its attributes are in the README. */
export interface FreecellBoardElement extends HTMLElement {
  /** the current position */
  readonly board: Omit<Board, "deal">;
  /** all moves so far, in standard notation */
  readonly played: string;
}

declare global {
  interface HTMLElementTagNameMap {
    "freecell-board": FreecellBoardElement;
  }
  interface HTMLElementEventMap {
    "freecell-move": CustomEvent<MoveDetail>;
  }
}
