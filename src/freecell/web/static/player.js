// Plays a solution or a game turn by turn: play, pause, forward, back, speed, and a slider. It doesn't change the game.

import { countTurns, last, play, sentence, writeWord } from "./rules.js";
import { withSigns } from "./text.js";
import { t } from "./words.js";

const PACE = 600; // milliseconds from one turn to the next, at speed 1

export class Player {
  #parts;
  #show;
  /** @type {Board[]} */
  #boards = []; // the start, and the board after each turn
  /** @type {Turn[]} */
  #turns = [];
  #at = 0; // the number of turns played
  /** @type {any} */
  #timer = 0;
  /** @type {number | null} */
  #lost = null; // the turn after which the game can't be won, if known

  /**
   * `parts` are the elements; `show(board, turn, before)` shows a board, and the turn that led there, if any.
   * @param {Record<string, any>} parts
   * @param {(board: Board, turn: Turn | null, before: Board) => void} show
   */
  constructor(parts, show) {
    this.#parts = parts;
    this.#show = show;
    parts.play.addEventListener("click", () => this.toggle());
    parts.back.addEventListener("click", () => this.skip(-1));
    parts.forward.addEventListener("click", () => this.skip(1));
    parts.seek.addEventListener("input", () => this.#seek());
  }

  get isOpen() {
    return !this.#parts.panel.hidden;
  }

  /** The whole solution, {board, moves}, whatever position is shown. */
  get solution() {
    return { board: this.#boards[0], moves: this.#turns.flat() };
  }

  /** The turns up to the position that is shown. */
  get turns() {
    return this.#turns.slice(0, this.#at);
  }

  get at() {
    return this.#at;
  }

  /**
   * Shows turns that start from a board, at some position; `begin` is the text shown before the first turn.
   * @type {(board: Board, turns: Turn[], at?: number, begin?: string) => void}
   */
  open(board, turns, at = 0, begin = t.asItIs) {
    this.#turns = turns;
    this.#boards = [board];
    for (const turn of turns) this.#boards.push(turn.reduce(play, last(this.#boards)));
    this.#at = at;
    this.#begin = begin;
    this.#parts.seek.max = turns.length;
    this.#parts.panel.hidden = false;
    this.mark(null);
  }

  #begin = "";

  /**
   * Colours the slider by where the game can be won and where it is lost. `lost` is null if that isn't known.
   * @type {(lost: number | null) => void}
   */
  mark(lost) {
    this.#lost = lost;
    const { marks } = this.#parts;
    const share = lost === null ? 0 : (100 * Math.max(0, lost - 0.5)) / Math.max(1, this.#turns.length);
    marks.hidden = lost === null;
    marks.style.background = `linear-gradient(to right, var(--good) ${share}%, var(--bad) ${share}%)`;
    this.#describe();
  }

  close() {
    this.pause();
    this.#parts.panel.hidden = true;
  }

  toggle() {
    if (this.#timer) this.pause();
    else this.#start();
  }

  #start() {
    if (this.#at === this.#turns.length) this.#goTo(0);
    this.#showPlaying(true);
    const next = () => {
      this.#goTo(this.#at + 1);
      if (this.#at === this.#turns.length) this.pause();
      else this.#timer = setTimeout(next, PACE / Number(this.#parts.speed.value));
    };
    this.#timer = setTimeout(next, 0);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#showPlaying(false);
  }

  /** @type {(playing: boolean) => void} */
  #showPlaying(playing) {
    const { play: button } = this.#parts;
    button.ariaLabel = playing ? t.pause : t.play;
    button.title = `${button.ariaLabel} (${t.space})`;
    button.querySelector("use").setAttribute("href", playing ? "#i-pause" : "#i-play");
  }

  /**
   * Goes forward by this many turns, or back if negative.
   * @type {(turns: number) => void}
   */
  skip(turns) {
    this.pause();
    this.#goTo(this.#at + turns);
  }

  #seek() {
    this.pause();
    this.#goTo(Number(this.#parts.seek.value));
  }

  /** @type {(at: number) => void} */
  #goTo(at) {
    const before = this.#at;
    this.#at = Math.max(0, Math.min(this.#turns.length, at));
    this.#show(this.#boards[this.#at], this.#at === before + 1 ? this.#turns[before] : null, this.#boards[before]);
    this.#describe();
  }

  #describe() {
    const { seek, text } = this.#parts;
    const progress = t.turnsOf(countTurns(this.turns.flat()), countTurns(this.#turns.flat()));
    seek.value = this.#at;
    seek.ariaValueText = progress;
    const lost = this.#lost === null ? "" : ` · ${t.winnable[Math.sign(this.#at - this.#lost) + 1]}`;
    text.value = `${progress}${lost} · ${this.#lastMove()}`;
  }

  /** The move that led here, in notation and in words. */
  #lastMove() {
    if (!this.#at) return this.#begin;
    const [move] = this.#turns[this.#at - 1];
    const before = this.#boards[this.#at - 1];
    return writeWord(move, before) + t.colon + withSigns(sentence(move, before));
  }
}
