// Game: a board with its history. A turn is what a player does by hand and what then goes home by itself; it is
// played, taken back and played again as one.

import { deal } from "./deals.js";
import { autoPlay, fromObject, isWon, play, readWord, toObject, turnOf, whyNot, writeWord } from "./rules.js";

export class Game {
  /** A game of {deal: number} or of {board: object}. */
  constructor(start) {
    this.deal = start.deal ?? null;
    // At the start, and after each turn.
    this.boards = [start.deal === undefined ? fromObject(start.board) : deal(start.deal)];
    this.turns = [];
    this.played = 0; // turns; those beyond it are taken back
    this.milliseconds = 0; // how long it was played
    this.helped = false; // by a hint or a solution
    this.counted = { played: false, won: false }; // in the statistics
  }

  get board() {
    return this.boards[this.played];
  }

  get isWon() {
    return isWon(this.board);
  }

  get canUndo() {
    return this.played > 0;
  }

  get canRedo() {
    return this.played < this.turns.length;
  }

  /** What names this game in the store: its deal number, or its first board. */
  get key() {
    return this.deal === null ? boardText(this.boards[0]) : String(this.deal);
  }

  /** Plays a legal move, and what then goes home by itself; gives the turn. */
  play(move, mode) {
    return this.#add(turnOf(this.board, move, mode));
  }

  #add(turn) {
    this.turns.length = this.played;
    this.boards.length = this.played + 1;
    this.turns.push(turn);
    this.boards.push(turn.reduce(play, this.board));
    this.played += 1;
    return turn;
  }

  undo() {
    this.goTo(this.played - 1);
  }

  redo() {
    this.goTo(this.played + 1);
  }

  /** Goes to the board after so many turns; what comes later can be played again. */
  goTo(turns) {
    this.played = Math.max(0, Math.min(this.turns.length, turns));
  }

  /** The turns up to now, or all of them, each as words of notation: those by hand first. */
  words(turns = this.played) {
    return this.turns.slice(0, turns).map((turn, index) => {
      let board = this.boards[index];
      return turn.map((move) => {
        const word = writeWord(move, board);
        board = play(board, move);
        return word;
      });
    });
  }

  /**
   * Plays words of notation. What goes home by itself may be written or left out, as by whichever auto-play fits.
   * Gives null, or what is wrong with the first word that can't be played; those before it are then played.
   */
  follow(words) {
    let best = { wrong: null, turns: [] };
    for (const mode of ["none", "safe", "max"]) {
      const read = readTurns(this.board, words, mode);
      if (mode === "none" || !read.wrong) best = read;
      if (!read.wrong) break;
    }
    best.turns.forEach((turn) => this.#add(turn));
    return best.wrong;
  }

  /** The game as JSON's own types, and back. */
  toSaved() {
    const start = this.deal === null ? { board: toObject(this.boards[0]) } : { deal: this.deal };
    const turns = this.words(this.turns.length).map((words) => words.join(" "));
    const { played, milliseconds, helped, counted } = this;
    return { ...start, turns, played, milliseconds, helped, counted };
  }

  static fromSaved(saved) {
    const game = new Game(saved);
    for (const text of saved.turns) {
      const { turns, wrong } = readTurns(game.board, text.split(" "), "none");
      if (wrong) throw new Error(wrong);
      game.#add(turns.flat());
    }
    game.goTo(saved.played);
    const { milliseconds, helped, counted } = saved;
    return Object.assign(game, { milliseconds, helped, counted });
  }
}

/** Words of notation as turns: what follows a move as auto-play would have it belongs to the move's turn. */
function readTurns(board, words, mode) {
  const turns = [];
  const passed = []; // what went home by itself and may still be written
  for (let index = 0; index < words.length; index += 1) {
    const move = readWord(words[index], board);
    const why = move ? whyNot(board, move) : "this is not a move: two places such as 26, 7a or 3h are right";
    if (why) {
      const place = passed.indexOf(words[index]);
      if (place < 0) return { turns, wrong: `move ${index + 1}, ${words[index]}: ${why}` };
      passed.splice(place, 1);
      continue;
    }
    board = play(board, move);
    const homes = mode === "none" ? writtenHomes(board, words.slice(index + 1)) : autoPlay(board, mode);
    if (mode === "none") index += homes.length;
    else passed.push(...homes.map(({ from, to }) => from + to));
    turns.push([move, ...homes]);
    board = homes.reduce(play, board);
  }
  return { turns, wrong: null };
}

/** The moves home with which these words begin, if they are just those that safe or full auto-play would make. */
function writtenHomes(board, words) {
  const lists = ["max", "safe"].map((mode) => autoPlay(board, mode));
  return lists.find((homes) => homes.every(({ from, to }, index) => words[index] === from + to)) ?? [];
}

/** A board as a short text for an address: columns, cells, and ranks at home, as 7DTD.ADTS._QH.-.-.-_0A20. */
function boardText(board) {
  const { columns, cells, foundations } = toObject(board);
  const ranks = Object.values(foundations).map((rank) => "0A23456789TJQK"[rank]);
  return [
    columns.map((column) => column.join("")).join("."),
    cells.map((card) => card ?? "-").join("."),
    ranks.join(""),
  ].join("_");
}

/** The object of a board of such a text; an error if it is none. */
function boardObject(text) {
  const [columns, cells, ranks] = text.split("_");
  if (ranks?.length !== 4) throw new Error("the board in this address can't be read");
  const homes = [..."CDHS"].map((suit, index) => [suit, "0A23456789TJQK".indexOf(ranks[index])]);
  return {
    columns: columns.split(".").map((column) => column.match(/../g) ?? []),
    cells: cells.split(".").map((card) => (card === "-" ? null : card)),
    foundations: Object.fromEntries(homes),
  };
}

/** The address of a game: of its start, or of the position it is at now. */
export function addressOf(game, withMoves = false) {
  const query = new URLSearchParams(game.deal === null ? { board: boardText(game.boards[0]) } : { deal: game.deal });
  if (withMoves && game.played) query.set("moves", game.words().flat().join(" "));
  return `/?${query}`;
}

/** What an address asks for: {start, words}, or null if it names no game; an error if it names a wrong one. */
export function fromAddress(search) {
  const query = new URLSearchParams(search);
  const words = (query.get("moves") ?? "").split(/\s+/).filter(Boolean);
  if (query.has("deal")) return { start: { deal: Number(query.get("deal").trim() || NaN) }, words };
  return query.has("board") ? { start: { board: boardObject(query.get("board")) }, words } : null;
}
