// The light that tells whether the game can still be won, and if not, at which move it was lost.

import { Unreachable, knownVerdict, lookAhead, remember, verdict } from "./solver.js";

const PATIENCE = 300; // milliseconds before the light says that it is looking
const THINKING = 100; // milliseconds after which a player seems to think, and not to hurry through known moves
const AGAIN = 3000; // milliseconds until the server is tried again

const TEXTS = {
  asking: "Looking",
  winnable: "Can be won",
  lost: "Can't be won any more",
  unknown: "Not known whether it can be won",
  won: "Won",
  offline: "No server: no verdict, but you can play",
};

export class Light {
  #element;
  #text;
  #button;
  #asking = null; // what is under way: an AbortController
  #timers = [];
  lastWinnable = null; // how many turns had been played when the game could last be won, if it can't any more

  constructor(element) {
    this.#element = element;
    this.#text = element.querySelector("#verdict");
    this.#button = element.querySelector("button");
  }

  /**
   * Looks at the game as it is now, and then ahead, for when the next move is made with this auto-play. What was being
   * looked at before is given up. The time from `begun` until the light has its verdict is noted.
   */
  async update(game, autoplay, begun = performance.now()) {
    this.stop();
    const asking = new AbortController();
    this.#asking = asking;
    this.lastWinnable = null;
    this.#element.ariaBusy = "true";
    try {
      if (game.isWon) {
        this.#show("won");
        return;
      }
      const before = game.played ? knownVerdict(game.boards[game.played - 1]) : undefined;
      if (before === "lost") remember(game.board, "lost"); // it stays so
      if (!knownVerdict(game.board)) this.#timers.push(setTimeout(() => this.#show("asking"), PATIENCE));
      const found = await verdict(game.board, asking.signal);
      if (asking.signal.aborted) return;
      this.#show(found);
      performance.measure("verdict", { start: begun, end: performance.now() });
      // If nothing comes of looking ahead, the next verdict is asked for when it is needed.
      const ahead = () => lookAhead(game.board, autoplay, asking.signal).catch(() => {});
      if (found === "lost") await this.#tellWhereLost(game, asking.signal);
      else this.#timers.push(setTimeout(ahead, THINKING));
    } catch (error) {
      if (asking.signal.aborted) return;
      if (error instanceof Unreachable) {
        this.#show("offline");
        this.#timers.push(setTimeout(() => this.update(game, autoplay), AGAIN));
      } else this.#show("unknown", `No verdict: ${error.message}`);
    } finally {
      if (this.#asking === asking) this.#element.ariaBusy = "false";
    }
  }

  /** Gives up looking. */
  stop() {
    this.#asking?.abort();
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
  }

  async #tellWhereLost(game, signal) {
    const lost = await firstLost(game, signal);
    if (signal.aborted) return;
    if (lost === 0) {
      this.#show("lost", "This deal can't be won");
      return;
    }
    const sure = knownVerdict(game.boards[lost - 1]) === "winnable";
    this.lastWinnable = lost - 1;
    this.#show("lost", `Lost ${sure ? "at" : "by"} move ${lost} (${game.words()[lost - 1][0]})`);
  }

  #show(name, text = TEXTS[name]) {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.#element.dataset.verdict = name;
    this.#element.querySelector("use").setAttribute("href", `#i-${name === "asking" ? "unknown" : name}`);
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#button.hidden = this.lastWinnable === null;
  }
}

/** The first turn after which the game can't be won, 0 if it never could. What is lost stays so: halving finds it. */
async function firstLost(game, signal) {
  const { boards, played } = game;
  let [low, high] = [-1, played]; // not lost after `low` turns, lost after `high`
  if (played && knownVerdict(boards[played - 1]) === "winnable") low = played - 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await verdict(boards[middle], signal)) === "lost") high = middle;
    else low = middle;
  }
  return high;
}
