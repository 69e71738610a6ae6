// The light that shows whether the game can still be won, and if not, at which turn it was lost.

import { get } from "./dom.js";
import { cardsIn, last, textOf } from "./rules.js";
import { puzzles, verdicts } from "./solver.js";
import { withSigns } from "./text.js";
import { t } from "./words.js";
import { CoreUnavailable } from "./workers.js";

const PATIENCE = 300; // milliseconds before the light shows that it is searching
const THINKING = 100; // milliseconds after which a player seems to be thinking, rather than hurrying through known moves

const SHOWN_ALWAYS = ["unsolvable", "won", "unable", "off"]; // with the setting "lost", the others show "quiet"
/** @type {Record<string, string>} */
const ICONS = { searching: "undecided", puzzle: "undecided", off: "unable", quiet: "unable" }; // verdicts that share an icon
const LONGER = [4, 8, 16]; // millions of positions

/** Whether the device has power and cores to spare for work that may not be needed. */
async function canLookAhead() {
  if (navigator.connection?.saveData || navigator.hardwareConcurrency === 1) return false;
  const battery = await navigator.getBattery?.().catch(() => undefined);
  return !battery || battery.charging || battery.level > 0.3;
}

/** The light. Sends the event "puzzle" with the state of an attempt at a puzzle whenever the state is known. */
export class Light extends EventTarget {
  #element;
  #text;
  #button;
  /** @type {AbortController | null} */
  #search = null; // cancels the running search
  /** @type {any[]} */
  #timers = [];
  /** @type {Game} */
  #game;
  /** @type {PlayRules} */
  #rules;
  /** Whether it is "on", "off", or shows only when the game is "lost". */
  mode = "on";
  /**
   * The index of the last position in a game's history that could be won, if the current one can't.
   * @type {number | null}
   */
  lastSolved = null;

  /** @param {HTMLElement} element */
  constructor(element) {
    super();
    this.#element = element;
    this.#text = get("verdict");
    this.#button = get("rescue");
    get("longer").addEventListener("click", () => this.lookLonger());
  }

  /**
   * Finds the verdict for the current position, and then those after each possible next move. Cancels the previous
   * search. The time from `begun` to the verdict is recorded as a performance measure.
   * @type {(game: Game, rules: PlayRules, begun?: number) => Promise<void>}
   */
  async update(game, rules, begun = performance.now()) {
    this.stop();
    const search = new AbortController();
    this.#search = search;
    this.#game = game;
    this.#rules = rules;
    this.lastSolved = null;
    get("longer").hidden = true;
    this.#element.ariaBusy = "true";
    try {
      if (game.puzzle) await this.#showPuzzle(game, game.puzzle, search.signal);
      else if (game.isWon) this.#show("won");
      else if (this.mode === "off") this.#show("off");
      else await this.#judge(game, rules, begun, search.signal);
    } catch (error) {
      if (search.signal.aborted) return;
      if (error instanceof CoreUnavailable) this.#show("unable");
      else this.#show("undecided", t.noVerdict(error.message));
    } finally {
      if (this.#search === search) this.#element.ariaBusy = "false";
    }
  }

  /**
   * Uses a verdict that a hint or a solution has found.
   * @type {(game: Game, rules: PlayRules, verdict: Verdict) => void}
   */
  learn(game, rules, verdict) {
    verdicts.keep(game.board, rules, verdict);
    if (verdict !== "undecided" && this.#element.dataset.verdict === "undecided") this.update(game, rules);
  }

  /** Starts a longer search when the usual one is undecided, and shows its progress; or stops that search. */
  async lookLonger() {
    const [game, rules, button] = [this.#game, this.#rules, get("longer")];
    if (button.dataset.stops) {
      this.update(game, rules);
      return;
    }
    this.stop();
    const search = new AbortController();
    this.#search = search;
    const begun = performance.now();
    button.dataset.stops = "yes";
    button.textContent = t.stop;
    search.signal.addEventListener("abort", () => clearInterval(ticking));
    let millions = LONGER[0];
    const tell = () => {
      const seconds = Math.round((performance.now() - begun) / 1000);
      this.#text.textContent = t.lookingUpTo(millions, seconds);
    };
    const ticking = setInterval(tell, 1000);
    try {
      for (millions of LONGER) {
        tell();
        if ((await verdicts.ofLonger(game.board, rules, millions * 1_000_000, search.signal)) !== "undecided") break;
      }
    } catch (error) {
      if (!search.signal.aborted) this.#show("undecided", t.noVerdict(error.message));
      return;
    } finally {
      clearInterval(ticking);
    }
    this.update(game, rules);
  }

  /** Cancels the search. */
  stop() {
    this.#search?.abort();
    this.#stopTimers();
  }

  /**
   * Shows the task of the puzzle, and the progress.
   * @type {(game: Game, puzzle: Puzzle, signal: AbortSignal) => Promise<void>}
   */
  async #showPuzzle(game, puzzle, signal) {
    const standing = await puzzles.standing(puzzle, game, signal);
    if (signal.aborted) return;
    const { state, found, back } = standing;
    this.lastSolved = back;
    if (state === "open") this.#show("puzzle", t.puzzlePrompt(puzzle.kind, found, puzzle.line.length, puzzle.turns));
    else if (state === "solved") this.#show("solved", t.solvedTitle);
    else this.#show(state === "wrong" ? "unsolvable" : "undecided", t.puzzleStates(state, puzzle.turns));
    get("longer").hidden = true;
    this.dispatchEvent(new CustomEvent("puzzle", { detail: standing }));
  }

  /** @type {(game: Game, rules: PlayRules, begun: number, signal: AbortSignal) => Promise<void>} */
  async #judge(game, rules, begun, signal) {
    const before = game.played ? verdicts.known(game.boards[game.played - 1], rules) : undefined;
    if (before === "unsolvable") verdicts.keep(game.board, rules, "unsolvable"); // lost positions stay lost
    if (!verdicts.known(game.board, rules)) this.#timers.push(setTimeout(() => this.#show("searching"), PATIENCE));
    const verdict = await verdicts.of(game.board, rules, signal);
    if (signal.aborted) return;
    this.#show(verdict);
    performance.measure("verdict", { start: begun, end: performance.now() });
    // If looking ahead fails, the next verdict is searched for when it is needed.
    const isSeen = () => document.visibilityState === "visible";
    const ahead = async () =>
      (await canLookAhead()) && verdicts.lookAhead(game.board, rules, isSeen, signal).catch(() => {});
    if (verdict === "unsolvable") await this.#showWhereLost(game, rules, signal);
    else this.#timers.push(setTimeout(ahead, THINKING));
  }

  /** @type {(game: Game, rules: PlayRules, signal: AbortSignal) => Promise<void>} */
  async #showWhereLost(game, rules, signal) {
    const lost = await verdicts.firstUnsolvable(game.boards.slice(0, game.played + 1), rules, signal);
    if (signal.aborted) return;
    if (lost === 0) {
      this.#show("unsolvable", t.neverCould);
      return;
    }
    const sure = verdicts.known(game.boards[lost - 1], rules) === "solved";
    this.lastSolved = lost - 1;
    const [{ source, target, count }] = game.history[lost - 1];
    const before = cardsIn(game.boards[lost - 1], source);
    const what = count === 1 ? withSigns(textOf(last(before))) : t.cards(count);
    this.#show("unsolvable", t.lostAt(sure, game.turns(lost), what, target));
  }

  /** @type {(verdict: keyof typeof t.verdicts | "puzzle", said?: string) => void} */
  #show(verdict, said = verdict === "puzzle" ? "" : t.verdicts[verdict]) {
    const isQuiet = this.mode === "lost" && !this.#game.puzzle && !SHOWN_ALWAYS.includes(verdict);
    const [name, text] = isQuiet ? ["quiet", t.verdicts.quiet] : [verdict, said];
    this.#stopTimers();
    const longer = get("longer");
    longer.hidden = name !== "undecided";
    longer.textContent = t.lookLonger;
    delete longer.dataset.stops;
    this.#element.dataset.verdict = name;
    this.#element.querySelector("use")?.setAttribute("href", `#i-${ICONS[name] ?? name}`);
    if (this.#text.textContent !== text) this.#text.textContent = text;
    if (this.lastSolved === null && document.activeElement === this.#button) get("board").focus();
    this.#button.hidden = this.lastSolved === null;
  }

  #stopTimers() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }
}
