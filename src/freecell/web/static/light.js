// The light that shows whether the game can still be won, and if not, at which turn it was lost.

import { Unable } from "./solver.js";
import { canLookAhead, keepVerdict, knownVerdict, lookAhead, verdictOf } from "./verdicts.js";

const PATIENCE = 300; // milliseconds before the light says that it is looking
const THINKING = 100; // milliseconds after which a player seems to think, and not to hurry through known moves

// The verdicts, and what else the light may show.
const TEXTS = {
  solved: "Can be won",
  unsolvable: "Can't be won any more",
  undecided: "Not known whether it can be won",
  searching: "Looking",
  won: "Won",
  unable: "No verdict in this browser, but you can play",
};

export class Light {
  #element;
  #text;
  #button;
  #search = null; // what is under way: an AbortController
  #timers = [];
  /** Where the history of a game stood when it could last be won, if it can't any more. */
  lastSolved = null;

  constructor(element) {
    this.#element = element;
    this.#text = element.querySelector("#verdict");
    this.#button = element.querySelector("button");
  }

  /**
   * Looks at the game as it is now, and then ahead, for when the next move is made by these rules. What was being
   * looked at before is given up. The time from `begun` until the light has its verdict is noted.
   */
  async update(game, rules, begun = performance.now()) {
    this.stop();
    const search = new AbortController();
    this.#search = search;
    this.lastSolved = null;
    this.#element.ariaBusy = "true";
    try {
      if (game.isWon) this.#show("won");
      else await this.#judge(game, rules, begun, search.signal);
    } catch (error) {
      if (search.signal.aborted) return;
      if (error instanceof Unable) this.#show("unable");
      else this.#show("undecided", `No verdict: ${error.message}`);
    } finally {
      if (this.#search === search) this.#element.ariaBusy = "false";
    }
  }

  /** Takes over what a hint or a solution of the game has found out, if the light did not know it. */
  learn(game, rules, verdict) {
    keepVerdict(game.board, rules, verdict);
    if (verdict !== "undecided" && this.#element.dataset.verdict === "undecided") this.update(game, rules);
  }

  /** Gives up looking. */
  stop() {
    this.#search?.abort();
    this.#stopTimers();
  }

  async #judge(game, rules, begun, signal) {
    const before = game.played ? knownVerdict(game.boards[game.played - 1], rules) : undefined;
    if (before === "unsolvable") keepVerdict(game.board, rules, "unsolvable"); // it stays so
    if (!knownVerdict(game.board, rules)) this.#timers.push(setTimeout(() => this.#show("searching"), PATIENCE));
    const verdict = await verdictOf(game.board, rules, signal);
    if (signal.aborted) return;
    this.#show(verdict);
    performance.measure("verdict", { start: begun, end: performance.now() });
    // If nothing comes of looking ahead, the next verdict is asked for when it is needed.
    const ahead = async () => (await canLookAhead()) && lookAhead(game.board, rules, signal).catch(() => {});
    if (verdict === "unsolvable") await this.#showWhereLost(game, rules, signal);
    else this.#timers.push(setTimeout(ahead, THINKING));
  }

  async #showWhereLost(game, rules, signal) {
    const lost = await firstUnsolvable(game, rules, signal);
    if (signal.aborted) return;
    if (lost === 0) {
      this.#show("unsolvable", "This deal can't be won");
      return;
    }
    const sure = knownVerdict(game.boards[lost - 1], rules) === "solved";
    this.lastSolved = lost - 1;
    this.#show("unsolvable", `Lost ${sure ? "at" : "by"} turn ${game.turns(lost)} (${game.words()[lost - 1][0]})`);
  }

  #show(name, text = TEXTS[name]) {
    this.#stopTimers();
    this.#element.dataset.verdict = name;
    this.#element.querySelector("use").setAttribute("href", `#i-${name === "searching" ? "undecided" : name}`);
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#button.hidden = this.lastSolved === null;
  }

  #stopTimers() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }
}

/** Where in the history the game can't be won for the first time. What is lost stays so: halving finds it. */
async function firstUnsolvable(game, rules, signal) {
  const { boards, played } = game;
  let [low, high] = [-1, played]; // it could be won at `low`, and can't at `high`
  if (played && knownVerdict(boards[played - 1], rules) === "solved") low = played - 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await verdictOf(boards[middle], rules, signal)) === "unsolvable") high = middle;
    else low = middle;
  }
  return high;
}
