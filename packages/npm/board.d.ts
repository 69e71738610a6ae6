import type { Board, GivenMoves } from "./index.js";

/** How a game has just changed. */
export interface ChangeDetail {
  /** the move, or the moves that `play` was given, in standard notation; null if moves were taken back */
  move: string | null;
  /** the position after it and the automatic moves */
  board: Omit<Board, "deal">;
  isWon: boolean;
}

/** The element `<freecell-board>`: a board, a film or a game. Its attributes are in the README. */
export interface FreecellBoardElement extends HTMLElement {
  /** the position that is shown; null if an attribute is wrong */
  readonly board: Omit<Board, "deal"> | null;
  /** all moves so far, including automatic ones, in standard notation */
  readonly played: string;
  /** Plays moves in a game, and sends `freecell-change`. If one of them can't be played, it throws and none is played. */
  play(moves: GivenMoves): void;
  /** Takes back the last move of a game, and sends `freecell-change`. Throws if there is none. */
  undo(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "freecell-board": FreecellBoardElement;
  }
  interface HTMLElementEventMap {
    "freecell-change": CustomEvent<ChangeDetail>;
  }
}
