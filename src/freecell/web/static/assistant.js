// Help: hints on the cards, and solutions that are played on the board.

import { HINT_BEAM, MOST_POSITIONS, PAGE_MEMORY, PAGE_SECONDS, SHORT_BEAM } from "./budgets.js";
import { get } from "./dom.js";
import { Player } from "./player.js";
import { cardsIn, countTurns, last, sentence, splitIntoTurns, writeWord } from "./rules.js";
import { puzzles, solve, verdicts } from "./solver.js";
import { t } from "./words.js";
import { CoreUnavailable } from "./workers.js";

const PATIENCE = 300; // milliseconds before a running search is mentioned
/** @type {Search} */
const SHORTEST = { goal: "shortest", seconds: PAGE_SECONDS, maxPositions: MOST_POSITIONS, memory: PAGE_MEMORY };

export class Assistant {
  #table;
  #view;
  #messages;
  /** @type {Move | null} */
  #hint = null; // the move that is shown as a hint
  /** @type {AbortController | null} */
  #search = null; // cancels the search for a hint or a solution
  /** @type {{ search: Function, board: Board } | null} */
  #asked = null; // what that search looks for

  /**
   * @param {Table} table
   * @param {BoardView} view
   * @param {Messages} messages
   */
  constructor(table, view, messages) {
    this.#table = table;
    this.#view = view;
    this.#messages = messages;
    const parts = {
      panel: get("player"),
      play: get("play"),
      back: get("play-back"),
      forward: get("play-forward"),
      seek: get("seek"),
      marks: get("marks"),
      speed: get("speed"),
      text: get("progress"),
    };
    this.player = new Player(parts, (board, turn, before) => {
      view.show(board, { homes: turn ? table.describe(turn, before) : [] });
    });
    table.addEventListener("change", () => this.forgetHint());
    table.addEventListener("open", () => this.#close());
  }

  /**
   * The answer of a search for the current position, or null if it has none or the game has changed meanwhile.
   * @type {(search: (board: Board, rules: PlayRules, signal: AbortSignal) => Promise<any>, looking: string) => Promise<any>}
   */
  async #find(search, looking) {
    const { board, rules } = this.#table;
    if (this.#asked?.search === search && this.#asked.board === board) return null; // this search is already running
    this.#search?.abort();
    this.#search = new AbortController();
    const { signal } = this.#search;
    const asked = { search, board };
    this.#asked = asked;
    const mention = setTimeout(() => this.#messages.show(looking), PATIENCE);
    try {
      const found = await search(board, rules, signal);
      if (this.#table.board !== board || signal.aborted) return null;
      if (found.verdict) this.#table.learn(found.verdict);
      return found;
    } catch (error) {
      if (!signal.aborted) this.#messages.show(reason(error), "wrong");
      return null;
    } finally {
      clearTimeout(mention);
      if (this.#asked === asked) this.#asked = null;
    }
  }

  get #isOff() {
    return this.#table.game.isWon || this.player.isOpen;
  }

  /** Shows the next move on the cards, or plays it if it is already shown. */
  async showHint() {
    if (this.#isOff) return;
    const { game, board } = this.#table;
    if (this.#hint) {
      game.solved ||= !game.won;
      this.#table.play(this.#hint);
      return;
    }
    const { puzzle } = game;
    const found = await this.#find(puzzle ? this.#puzzleHint : hint, t.lookingForMove);
    if (!found) return;
    if (!found.move) {
      if (puzzle) this.#messages.show(t.goBackFirst, "wrong");
      else this.#sayWhyNot(found.verdict);
      return;
    }
    const { source, target, count } = found.move;
    game.helped ||= !game.won;
    game.hints += Number(!game.won);
    this.#hint = found.move;
    this.#view.mark("hint", cardsIn(board, source).slice(-count), [target]);
    this.#messages.show(writeWord(found.move, board) + t.colon + sentence(found.move, board), "hint");
  }

  /** The hint for a puzzle, if no wrong move was made. */
  #puzzleHint = async (
    /** @type {Board} */ _board,
    /** @type {PlayRules} */ _rules,
    /** @type {AbortSignal} */ signal,
  ) => {
    const { game } = this.#table;
    const move = await puzzles.hint(/** @type {Puzzle} */ (game.puzzle), game, signal);
    return { verdict: move && "solved", move };
  };

  forgetHint() {
    this.#hint = null;
    this.#view.mark("hint");
  }

  /** Opens the player with a solution from here. */
  async showSolution() {
    if (this.#isOff) return;
    const found = await this.#find(solution, t.lookingForSolution);
    if (!found) return;
    if (found.verdict !== "solved") {
      this.#sayWhyNot(found.verdict);
      return;
    }
    if (this.#table.game.puzzle) this.#table.game.helped = true;
    this.#open(t.solution, t.position);
    this.player.open(this.#table.board, splitIntoTurns(found.moves));
  }

  /**
   * Explains why no move wins, and offers to go back to where one did.
   * @type {(verdict: Verdict) => Promise<void>}
   */
  async #sayWhyNot(verdict) {
    const { game, rules, settings } = this.#table;
    if (verdict !== "unsolvable") {
      this.#messages.show(t.notDecided, "wrong");
      return;
    }
    const signal = this.#search?.signal;
    const boards = game.boards.slice(0, game.played + 1);
    const lost = await verdicts.firstUnsolvable(boards, rules, signal).catch(() => NaN);
    if (signal?.aborted || this.#table.board !== last(boards)) return;
    if (!lost || settings.coach === "off") {
      this.#messages.show(lost === 0 ? t.neverCould : t.isLost, "wrong");
      return;
    }
    const goBack = () => {
      this.#table.goTo(lost - 1, t.backToWinnable);
      this.showHint();
    };
    this.#messages.show(t.lostAndBack(game.turns(lost)), "wrong", { label: t.showMe, act: goBack });
  }

  /** Opens the player with the game itself, and finds where it was lost. With `plays`, it starts at the beginning. */
  async showTimeline({ plays = false } = {}) {
    const { game, rules, settings } = this.#table;
    if (this.player.isOpen || !game.history.length) return;
    this.#open(t.yourGame, t.positionInGame);
    this.player.open(game.boards[0], game.history, plays ? 0 : game.played, t.theStart);
    if (plays) this.player.toggle();
    this.#isGame = true;
    if (settings.light === "off") return;
    this.#search?.abort();
    this.#search = new AbortController();
    const { signal } = this.#search;
    const lost = await verdicts.firstUnsolvable(game.boards, rules, signal).catch(() => NaN);
    if (!signal.aborted) this.player.mark(Number.isNaN(lost) ? null : lost);
  }

  #isGame = false; // whether the player shows the game and not a solution

  /**
   * Opens the panel with this accessible name; its bar gets another.
   * @type {(name: string, barName: string) => void}
   */
  #open(name, barName) {
    this.forgetHint();
    this.#messages.hide();
    document.body.classList.add("playing");
    this.#table.isBusy = true;
    this.#isGame = false;
    get("player").ariaLabel = name;
    get("seek").ariaLabel = barName;
    get("shorter").hidden = name !== t.solution;
    this.#offerShorter(true);
    get("player").hidden = false;
    get("player").focus(); // its buttons would handle Enter
  }

  /** Searches for the shortest solution for up to a minute, or stops that search. */
  async showShorter() {
    const button = get("shorter");
    if (button.ariaDisabled === "true") return;
    this.#search?.abort();
    if (button.dataset.stops || this.#isGame) return;
    this.#search = new AbortController();
    const { signal } = this.#search;
    const { board, moves } = this.player.solution;
    const begun = performance.now();
    const tell = () => this.#messages.show(t.lookingForShorter(Math.round((performance.now() - begun) / 1000)));
    const ticking = setInterval(tell, 1000);
    tell();
    button.dataset.stops = "yes";
    button.textContent = t.stop;
    let isShortest = false;
    try {
      const found = await solve(board, { ...this.#table.rules, ...SHORTEST }, signal);
      const turns = Math.min(countTurns(moves), found.verdict === "solved" ? found.turns : Number.POSITIVE_INFINITY);
      if (turns < countTurns(moves)) this.player.open(board, splitIntoTurns(found.moves));
      isShortest = turns === found.lowerBound;
      if (isShortest) this.#messages.hide();
      if (isShortest) this.#messages.speak(t.isShortest(turns));
      else this.#messages.show(t.mayBeShorter(turns, found.lowerBound ?? 0));
    } catch (error) {
      if (signal.aborted) this.#messages.hide();
      else this.#messages.show(reason(error), "wrong");
    } finally {
      clearInterval(ticking);
      delete button.dataset.stops;
      this.#offerShorter(!isShortest);
    }
  }

  /**
   * Sets whether a shorter solution can be searched for. If not, this one is proven to be the shortest.
   * @type {(mayBe: boolean) => void}
   */
  #offerShorter(mayBe) {
    get("shorter").textContent = mayBe ? t.shorter : t.shortestProven;
    get("shorter").ariaDisabled = String(!mayBe);
  }

  /** Returns to the game. */
  leaveSolution() {
    this.#close();
    this.#table.redraw();
  }

  /** Continues the game from the position that the player shows. */
  keepSolution() {
    const { turns, at } = this.player;
    const isGame = this.#isGame;
    this.#close();
    if (isGame) this.#table.goTo(at);
    else this.#table.playTurns(turns);
  }

  #close() {
    if (!this.player.isOpen) return;
    this.#search?.abort();
    this.player.close();
    this.#table.isBusy = false;
    document.body.classList.remove("playing");
    get(this.#isGame ? "timeline" : "solve").focus();
  }
}

/**
 * {verdict, move}: the first move of a short solution under these rules, if there is one.
 * @type {(board: Board, rules: PlayRules, signal: AbortSignal) => Promise<{ verdict: Verdict, move?: Move }>}
 */
async function hint(board, rules, signal) {
  const { verdict, moves } = await solve(board, { ...rules, goal: "short", beamWidth: HINT_BEAM }, signal);
  return { verdict, move: moves[0] };
}

/**
 * {verdict, moves}: a short solution, the same on every device.
 * @type {(board: Board, rules: PlayRules, signal: AbortSignal) => Promise<Answer>}
 */
const solution = (board, rules, signal) => solve(board, { ...rules, goal: "short", beamWidth: SHORT_BEAM }, signal);

/** @type {(error: Error) => string} */
const reason = (error) => (error instanceof CoreUnavailable ? t.noHelp(error.message) : error.message);
