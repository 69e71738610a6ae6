// Game: a board with its history. A turn is what a player does by hand and what then goes home by itself; it is
// played, taken back and played again as one. As a length, a turn is a move that is not a home move.

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

/** What is kept of a game besides its moves, and what it is at the beginning. */
export class GameRecord {
  begun = 0; // when its first move was made, in milliseconds since 1970
  changed = 0; // when it was last played
  milliseconds = 0; // how long it was played
  won = false;
  helped = false; // by a hint or a solution
  hints = 0; // how many were shown before it was won
  solved = false; // the solver played some of its turns
  lit = false; // played while the light was on
  ended = 0; // when it was won
  day = ""; // the day whose deal it was opened as
  score = -1; // how hard its first board is, from 0 to 100, once that is known
  short = 0; // the turns of the shortest solution known here, once it is won
  undone = 0; // how many times something was taken back
  again = false; // it was begun anew, and another game of this deal counts in its place
}

const RECORD = /** @type {(keyof GameRecord)[]} */ (Object.keys(new GameRecord()));

/** @type {(start: Start) => number} */
const cellsOf = ({ cells = 4 }) => Math.max(1, Math.min(4, Math.floor(Number(cells)) || 4));

export class Game extends GameRecord {
  /**
   * A game of {deal: number} or of {board: object}; with so many `cells`, or 4.
   * @param {Start} start
   */
  constructor(start) {
    super();
    this.id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
    this.deal = start.deal ?? null;
    /** @type {Turn[]} */
    this.history = [];
    /** @type {string[]} */
    this.texts = []; // the same in notation
    // At the start, and after each turn.
    this.boards = [start.deal === undefined ? fromObject(/** @type {GivenBoard} */ (start.board)) : deal(start.deal)];
    if (this.boards[0].cells.every((card) => card === null)) this.boards[0].cells.length = cellsOf(start);
    this.played = 0; // how much of the history; what is beyond it is taken back
    /** @type {Puzzle | null} */
    this.puzzle = null; // of which it is an attempt
    this.mistaken = false; // a move of it was wrong
    this.wonIn = 0; // turns, once it was won, whatever is taken back or played after that
  }

  get board() {
    return this.boards[this.played];
  }

  get isWon() {
    return isWon(this.board);
  }

  /** It has been won, whatever becomes of it now. */
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

  /** What it begins with: {deal} or {board}, and how many cells. */
  get start() {
    const { cells } = this;
    return this.deal === null ? { board: toObject(this.boards[0]), cells } : { deal: this.deal, cells };
  }

  get cells() {
    return this.boards[0].cells.length;
  }

  /** What names its start: the deal number, or the first board; and the cells, if they are fewer than 4. */
  get key() {
    const few = this.cells < 4 ? `/${this.cells}` : "";
    return (this.deal === null ? boardText(this.boards[0]) : String(this.deal)) + few;
  }

  /**
   * The length in turns, of what is played now or of another part of the history: moves that are not home moves.
   * @type {(played?: number) => number}
   */
  turns(played = this.played) {
    return countTurns(this.history.slice(0, played).flat());
  }

  /**
   * Plays a legal move, and what then goes home by itself; gives the turn.
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
   * Goes to another place in the history; what comes later can be played again.
   * @type {(played: number) => void}
   */
  goTo(played) {
    this.played = Math.max(0, Math.min(this.history.length, played));
  }

  /**
   * The turns of what is played now, as words of notation: by hand first.
   * @type {() => string[][]}
   */
  words() {
    return this.texts.slice(0, this.played).map((text) => text.split(" "));
  }

  /**
   * Plays words of notation. What goes home by itself may be written or left out, as by whichever auto-play fits.
   * Gives null, or what is wrong with the first word that can't be played; those before it are then played.
   * @type {(words: string[]) => string | null}
   */
  follow(words) {
    let best = readTurns(this.board, words, "none");
    for (const mode of /** @type {Autoplay[]} */ (["safe", "max"])) {
      const read = best.wrong ? readTurns(this.board, words, mode) : best;
      if (!read.wrong) best = read;
    }
    for (const turn of best.turns) this.playTurn(turn);
    return best.wrong;
  }

  /**
   * The game as JSON's own types.
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
 * Words of notation as turns: what follows a move as auto-play would have it belongs to the move's turn.
 * @type {(board: Board, words: string[], mode: Autoplay) => { turns: Turn[], wrong: string | null }}
 */
function readTurns(board, words, mode) {
  /** @type {Turn[]} */
  const turns = [];
  /** @type {string[]} */
  const passed = []; // what went home by itself and may still be written
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
 * The moves home with which these words begin, if they are just those that safe or full auto-play would make.
 * @type {(board: Board, words: string[]) => Move[]}
 */
function writtenHomes(board, words) {
  const lists = /** @type {Autoplay[]} */ (["max", "safe"]).map((mode) => autoPlay(board, mode));
  return lists.find((homes) => homes.every(({ source, target }, index) => words[index] === source + target)) ?? [];
}
