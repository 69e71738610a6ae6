// A game: a board with its history. A turn is a move by hand with the automatic home moves that follow; it is played,
// undone and redone as one. When lengths are counted, a turn is a move that isn't a home move.

import { boardText } from "./address.js";
import { deal } from "./deals.js";
import {
  autoPlay,
  countTurns,
  fromObject,
  isWon,
  play,
  readWord,
  toObject,
  turnOf,
  whyNot,
  writeWord,
} from "./rules.js";
import { t } from "./words.js";

/** The data that is saved with a game besides its moves, with initial values. */
export class GameRecord {
  begun = 0; // when its first move was made, in milliseconds since 1970
  changed = 0; // when it was last played
  milliseconds = 0; // how long it was played
  won = false;
  helped = false; // whether a hint or a solution was used
  hints = 0; // how many were shown before it was won
  solved = false; // the solver played some of its turns
  given = false; // some of its turns came with a link
  lit = false; // played while the light was on
  ended = 0; // when it was won
  day = ""; // the date, if it was opened as the deal of a day
  score = -1; // the difficulty of its first board, from 0 to 100, once known
  short = 0; // the turns of the shortest solution known here, once it is won
  undone = 0; // the number of undos
  again = false; // whether it was restarted, so that another game of this deal counts instead of it
}

const RECORD = /** @type {(keyof GameRecord)[]} */ (Object.keys(new GameRecord()));

/** @type {(start: Start) => number} */
const cellsOf = ({ cells = 4 }) => Math.max(1, Math.min(4, Math.floor(Number(cells)) || 4));

export class Game extends GameRecord {
  /**
   * A game from {deal: number} or {board: object}, with a number of `cells` (default: 4).
   * @param {Start} start
   */
  constructor(start) {
    super();
    this.id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
    this.deal = start.deal ?? null;
    /** @type {Turn[]} */
    this.history = [];
    /** @type {string[]} */
    this.texts = []; // the history in notation
    // The first board, and the board after each turn.
    this.boards = [start.deal === undefined ? fromObject(/** @type {GivenBoard} */ (start.board)) : deal(start.deal)];
    if (this.boards[0].cells.every((card) => card === null)) this.boards[0].cells.length = cellsOf(start);
    this.played = 0; // the number of turns played; later ones in the history were undone
    /** @type {Puzzle | null} */
    this.puzzle = null; // the puzzle, if this is an attempt at one
    this.mistaken = false; // whether a wrong move was made in the puzzle
    this.wonIn = 0; // turns of the win, even if moves are undone or played after it
  }

  get board() {
    return this.boards[this.played];
  }

  get isWon() {
    return isWon(this.board);
  }

  /** Records that the game was won. */
  win() {
    this.wonIn = Math.min(this.wonIn || Number.POSITIVE_INFINITY, this.turns());
    this.won = true;
    this.ended ||= Date.now();
  }

  get canUndo() {
    return this.played > 0;
  }

  get canRedo() {
    return this.played < this.history.length;
  }

  /** The start: {deal} or {board}, and the number of cells. */
  get start() {
    const { cells } = this;
    return this.deal === null ? { board: toObject(this.boards[0]), cells } : { deal: this.deal, cells };
  }

  get cells() {
    return this.boards[0].cells.length;
  }

  /** A string that identifies the start: the deal number or the first board, and the number of cells if below 4. */
  get key() {
    const few = this.cells < 4 ? `/${this.cells}` : "";
    return (this.deal === null ? boardText(this.boards[0]) : String(this.deal)) + few;
  }

  /**
   * The length in turns up to the current position or another one: moves that aren't home moves.
   * @type {(played?: number) => number}
   */
  turns(played = this.played) {
    return countTurns(this.history.slice(0, played).flat());
  }

  /**
   * Plays a legal move and the automatic home moves after it, and returns the turn.
   * @type {(move: Move, mode: Autoplay) => Turn}
   */
  play(move, mode) {
    const turn = turnOf(this.board, move, mode);
    this.playTurn(turn);
    return turn;
  }

  /**
   * Plays the moves of a turn.
   * @type {(turn: Turn) => void}
   */
  playTurn(turn) {
    this.history.length = this.texts.length = this.played;
    this.boards.length = this.played + 1;
    let { board } = this;
    const words = turn.map((move) => {
      const word = writeWord(move, board);
      board = play(board, move);
      return word;
    });
    this.history.push(turn);
    this.texts.push(words.join(" "));
    this.boards.push(board);
    this.played += 1;
  }

  undo() {
    this.goTo(this.played - 1);
  }

  /**
   * Goes to another position in the history. Later turns can be redone.
   * @type {(played: number) => void}
   */
  goTo(played) {
    this.played = Math.max(0, Math.min(this.history.length, played));
  }

  /**
   * The turns up to the current position as lists of moves in notation, each beginning with the move by hand.
   * @type {() => string[][]}
   */
  words() {
    return this.texts.slice(0, this.played).map((text) => text.split(" "));
  }

  /**
   * Plays moves in notation. The automatic home moves of either auto-play may be included or left out. Returns null,
   * or the reason why a move can't be played; the moves before it are played.
   * @type {(words: string[]) => string | null}
   */
  follow(words) {
    let best = readTurns(this.board, words, "none");
    for (const mode of /** @type {Autoplay[]} */ (["safe", "max"])) {
      const read = best.wrong ? readTurns(this.board, words, mode) : best;
      if (!read.wrong) best = read;
    }
    for (const turn of best.turns) this.playTurn(turn);
    this.given ||= best.turns.length > 0;
    return best.wrong;
  }

  /**
   * The game as plain JSON values.
   * @type {() => SavedGame}
   */
  toSaved() {
    const { id, key, start, texts, played } = this;
    const record = Object.assign(new GameRecord(), ...RECORD.map((name) => ({ [name]: this[name] })));
    return { id, key, ...start, history: [...texts], played, turns: this.wonIn || this.turns(), ...record };
  }

  /** @type {(saved: SavedGame) => Game} */
  static fromSaved(saved) {
    const game = new Game(saved);
    for (const text of saved.history) {
      const { turns, wrong } = readTurns(game.board, text.split(" "), "none");
      if (wrong) throw new Error(wrong);
      game.playTurn(turns.flat());
    }
    game.goTo(saved.played);
    game.id = String(saved.id ?? game.id);
    game.wonIn = (saved.won && Number(saved.turns)) || 0;
    for (const name of RECORD)
      if (typeof saved[name] === typeof game[name]) Object.assign(game, { [name]: saved[name] });
    return game;
  }
}

/**
 * Reads moves in notation as turns. Home moves that auto-play would make belong to the turn of the move before them.
 * @type {(board: Board, words: string[], mode: Autoplay) => { turns: Turn[], wrong: string | null }}
 */
function readTurns(board, words, mode) {
  /** @type {Turn[]} */
  const turns = [];
  /** @type {string[]} */
  const passed = []; // automatic home moves that may still be written
  for (let index = 0; index < words.length; index += 1) {
    const move = readWord(words[index], board);
    const why = move ? whyNot(board, move) : t.noMove;
    if (!move || why) {
      const place = passed.indexOf(words[index]);
      if (place < 0) return { turns, wrong: t.wrongMove(index + 1, words[index], String(why)) };
      passed.splice(place, 1);
      continue;
    }
    board = play(board, move);
    const homes = mode === "none" ? writtenHomes(board, words.slice(index + 1)) : autoPlay(board, mode);
    if (mode === "none") index += homes.length;
    else passed.push(...homes.map(({ source, target }) => source + target));
    turns.push([move, ...homes]);
    board = homes.reduce(play, board);
  }
  return { turns, wrong: null };
}

/**
 * The home moves that these moves begin with, if auto-play "safe" or "max" would make exactly these.
 * @type {(board: Board, words: string[]) => Move[]}
 */
function writtenHomes(board, words) {
  const lists = /** @type {Autoplay[]} */ (["max", "safe"]).map((mode) => autoPlay(board, mode));
  return lists.find((homes) => homes.every(({ source, target }, index) => words[index] === source + target)) ?? [];
}
