// The player of a solution, turn by turn: play, pause, forward, back, speed, and a bar to drag along. The game itself is
// not touched.

import { countTurns, play, sentence, splitIntoTurns, writeWord } from "./rules.js";
import { plural, withSigns } from "./text.js";

const PACE = 600; // milliseconds from one turn to the next, at speed 1

export class Player {
  #parts;
  #show;
  #boards = []; // at the start, and after each turn
  #turns = [];
  #at = 0; // how many of them are shown
  #timer = 0;

  /** `parts` are the elements; `show(board, turn, before)` shows a board, with the turn if one led there. */
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

  /** {board, moves}: the whole of it, wherever it stands. */
  get solution() {
    return { board: this.#boards[0], moves: this.#turns.flat() };
  }

  /** The turns up to the position that is shown. */
  get turns() {
    return this.#turns.slice(0, this.#at);
  }

  open(board, moves) {
    this.#turns = splitIntoTurns(moves);
    this.#boards = [board];
    for (const turn of this.#turns) this.#boards.push(turn.reduce(play, this.#boards.at(-1)));
    this.#at = 0;
    this.#parts.seek.max = this.#turns.length;
    this.#parts.panel.hidden = false;
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

  #showPlaying(playing) {
    const { play: button } = this.#parts;
    button.ariaLabel = playing ? "Pause" : "Play";
    button.title = `${button.ariaLabel} (space)`;
    button.querySelector("use").setAttribute("href", playing ? "#i-pause" : "#i-play");
  }

  /** Goes so many turns forward, or back. */
  skip(turns) {
    this.pause();
    this.#goTo(this.#at + turns);
  }

  #seek() {
    this.pause();
    this.#goTo(Number(this.#parts.seek.value));
  }

  #goTo(at) {
    const before = this.#at;
    this.#at = Math.max(0, Math.min(this.#turns.length, at));
    this.#show(this.#boards[this.#at], this.#at === before + 1 ? this.#turns[before] : null, this.#boards[before]);
    this.#describe();
  }

  #describe() {
    const { seek, text } = this.#parts;
    const progress = `${countTurns(this.turns.flat())} of ${plural(countTurns(this.#turns.flat()), "turn")}`;
    seek.value = this.#at;
    seek.ariaValueText = progress;
    text.value = `${progress} · ${this.#lastMove()}`;
  }

  /** The move that led here, in notation and in words. */
  #lastMove() {
    if (!this.#at) return "the game as it is";
    const [move] = this.#turns[this.#at - 1];
    const before = this.#boards[this.#at - 1];
    return `${writeWord(move, before)}: ${withSigns(sentence(move, before))}`;
  }
}
