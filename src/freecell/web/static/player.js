// The player of a solution: play, pause, step, back, speed, and a bar to drag along. The game itself is not touched.

import { play, sentence, writeWord } from "./rules.js";
import { seen } from "./voice.js";

const PACE = 600; // milliseconds from one move to the next, at speed 1

export class Player {
  #parts;
  #show;
  #boards = [];
  #moves = [];
  #at = 0;
  #timer = 0;

  /** `parts` are the elements; `show(board, move, before)` shows a board, with the move if one led there. */
  constructor(parts, show) {
    this.#parts = parts;
    this.#show = show;
    parts.play.addEventListener("click", () => this.toggle());
    parts.back.addEventListener("click", () => this.step(-1));
    parts.step.addEventListener("click", () => this.step(1));
    parts.seek.addEventListener("input", () => this.#seek());
  }

  get isOpen() {
    return !this.#parts.panel.hidden;
  }

  /** The moves up to the position that is shown. */
  get moves() {
    return this.#moves.slice(0, this.#at);
  }

  open(board, moves) {
    this.#moves = moves;
    this.#boards = moves.reduce((boards, move) => [...boards, play(boards.at(-1), move)], [board]);
    this.#at = 0;
    this.#parts.seek.max = moves.length;
    this.#parts.panel.hidden = false;
    this.#tell();
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
    if (this.#at === this.#moves.length) this.#goTo(0);
    this.#mark(true);
    const next = () => {
      this.#goTo(this.#at + 1);
      if (this.#at === this.#moves.length) this.pause();
      else this.#timer = setTimeout(next, PACE / Number(this.#parts.speed.value));
    };
    this.#timer = setTimeout(next, 0);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#mark(false);
  }

  #mark(playing) {
    const { play: button } = this.#parts;
    button.ariaLabel = playing ? "Pause" : "Play";
    button.title = `${button.ariaLabel} (space)`;
    button.querySelector("use").setAttribute("href", playing ? "#i-pause" : "#i-play");
  }

  step(by) {
    this.pause();
    this.#goTo(this.#at + by);
  }

  #seek() {
    this.pause();
    this.#goTo(Number(this.#parts.seek.value));
  }

  #goTo(at) {
    const before = this.#at;
    this.#at = Math.max(0, Math.min(this.#moves.length, at));
    this.#show(this.#boards[this.#at], this.#at === before + 1 ? this.#moves[before] : null, this.#boards[before]);
    this.#tell();
  }

  #tell() {
    const { seek, text } = this.#parts;
    const [at, all] = [this.#at, this.#moves.length];
    const move = this.#moves[at - 1];
    const told = move
      ? `${writeWord(move, this.#boards[at - 1])}: ${seen(sentence(move, this.#boards[at - 1]))}`
      : "the game as it is";
    seek.value = at;
    seek.ariaValueText = `${at} of ${all}`;
    text.value = `${at} of ${all} · ${told}`;
  }
}
