// The clock of the game on the table: how long it was played, and when that counts.

import { get } from "./dom.js";
import { holds } from "./store.js";
import { clockText } from "./text.js";
import { t } from "./words.js";

const LONGEST_TICK = 2000; // milliseconds: a machine that slept was not playing

export class Clock {
  #table;
  #ticked = performance.now();
  isPaused = false;

  constructor(table) {
    this.#table = table;
  }

  show() {
    const { game } = this.#table;
    get("turns").textContent = t.turns(game.turns());
    get("clock").textContent = clockText(game.milliseconds);
  }

  /** Lets it run: while the page is seen, and a game has begun, which no other tab plays. */
  tick() {
    const now = performance.now();
    const { game, isBusy } = this.#table;
    const isSeen = !isBusy && !this.isPaused && document.visibilityState === "visible";
    if (game.history.length && !game.won && holds(game) && isSeen) {
      game.milliseconds += Math.min(now - this.#ticked, LONGEST_TICK);
      this.show();
    }
    this.#ticked = now;
  }

  /** Stops it and hides the cards, or goes on. */
  pause(isPaused = !this.isPaused) {
    this.isPaused = isPaused;
    document.body.classList.toggle("paused", isPaused);
    get("resting").hidden = !isPaused;
    get(isPaused ? "resume" : "board").focus();
  }
}
