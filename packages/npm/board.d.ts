import type { Board } from "./index.js";

/** How a game has just changed. */
export interface ChangeDetail {
  /** the move, in standard notation; null if moves were taken back */
  move: string | null;
  /** the position after it and the automatic moves */
  board: Omit<Board, "deal">;
  isWon: boolean;
}

/** The element `<freecell-board>`: a board, a film or a game. Its attributes are in the README. */
export interface FreecellBoardElement extends HTMLElement {
  /** the position that is shown; null if an attribute is wrong */
  readonly board: Omit<Board, "deal"> | null;
  /** all moves so far, in standard notation */
  readonly played: string;
}

declare global {
  interface HTMLElementTagNameMap {
    "freecell-board": FreecellBoardElement;
  }
  interface HTMLElementEventMap {
    "freecell-change": CustomEvent<ChangeDetail>;
  }
}
