// The table: one game is on it, and everything that changes the game goes through here.

import { addressOf, fromAddress } from "./address.js";
import { neighbour, randomSolvable } from "./deals.js";
import { showWon } from "./dialogs.js";
import { get } from "./dom.js";
import { Game } from "./game.js";
import { play as boardAfter, cardsIn, HOME, sentence } from "./rules.js";
import * as store from "./store.js";
import { clockText, plural } from "./text.js";

const FIRST_DEAL = 617; // where there is no other wish
const SAVE_AFTER = 250; // milliseconds
const LONGEST_TICK = 2000; // milliseconds: a machine that slept was not playing

/**
 * It sends two events: "open" before another game comes on the table, and "change" before a change is shown. While
 * `isBusy`, the board shows something else than the game.
 */
export class Table extends EventTarget {
  #view;
  #messages;
  #light;
  #saving = 0;
  #ticked = performance.now();
  #visiting = false; // a game of a link, at which nobody has played here yet
  game = null;
  isBusy = false;
  settings = store.settings();

  constructor(view, messages, light) {
    super();
    this.#view = view;
    this.#messages = messages;
    this.#light = light;
  }

  get board() {
    return this.game.board;
  }

  /** The rules as a search takes them: how many cards move at once, and what goes home by itself. */
  get rules() {
    const { room, autoplay } = this.settings;
    return { room, autoplay };
  }

  /** Plays by these settings from now on. By other rules, a hint may be wrong, and a game that was lost not be. */
  use(settings) {
    const before = this.rules;
    this.settings = settings;
    if (!this.game || (before.room === settings.room && before.autoplay === settings.autoplay)) return;
    this.dispatchEvent(new Event("change"));
    this.#light.update(this.game, this.rules);
  }

  // Playing

  play(move) {
    const begun = performance.now();
    const before = this.board;
    const turn = this.game.play(move, this.settings.autoplay);
    this.#claim();
    this.#messages.hide();
    this.change(this.describe(turn, before), begun);
    if (this.game.isWon) this.#celebrate();
  }

  /** Plays a move in place of the last one. */
  replace(move) {
    this.game.undo();
    this.play(move);
  }

  /** Says why cards can't go where they were meant to. */
  refuse(why, cards) {
    this.redraw();
    this.#view.refuse(cards);
    this.#messages.show(why, "wrong");
  }

  say(text) {
    this.#messages.show(text);
  }

  /** Speaks the moves of a turn on this board; gives the cards that went home by themselves. */
  describe(turn, board) {
    const homes = [];
    const sentences = [];
    for (const [index, move] of turn.entries()) {
      if (index && move.to === HOME) homes.push(cardsIn(board, move.from).at(-1));
      sentences.push(sentence(move, board));
      board = boardAfter(board, move);
    }
    this.#messages.speak(sentences.join(", then "));
    return homes;
  }

  undo() {
    this.#goTo(this.game.played - 1, "undone");
  }

  redo() {
    this.#goTo(this.game.played + 1, "played again");
  }

  restart() {
    if (this.game.counted.won) this.#put(new Game(this.game.toSaved()));
    else this.#goTo(0, "back to the start");
  }

  /** Goes back to where the game could last be won. */
  rescue() {
    if (this.#light.lastSolved !== null) this.#goTo(this.#light.lastSolved, "back to where it can be won");
  }

  #goTo(played, what) {
    const { game } = this;
    if (played < 0 || played > game.history.length || played === game.played) return;
    game.goTo(played);
    this.#messages.hide();
    this.#messages.speak(`${what}: ${plural(game.turns(), "turn")}`);
    this.change();
  }

  /** Plays turns of a solution: the game was helped. */
  playTurns(turns) {
    for (const turn of turns) this.game.playTurn(turn);
    if (turns.length) {
      this.game.helped = true;
      this.#claim();
    }
    this.change();
    if (this.game.isWon) this.#celebrate();
  }

  /** Something was played: from now on the game counts, and is the one of this deal that is kept. */
  #claim() {
    store.countPlayed(this.game);
    if (this.#visiting) history.replaceState(null, "", addressOf(this.game));
    this.#visiting = false;
  }

  async #celebrate() {
    const { game } = this;
    store.countWon(game);
    this.save();
    await this.#view.settled();
    const next = await showWon(game);
    if (next === "random") this.open({ deal: randomSolvable() });
    if (next === "next") this.open({ deal: neighbour(game.deal ?? 0, 1) });
  }

  // What is shown, and kept

  /** Shows the game after a change, which began at this time, and sees to all that depends on it. */
  change(homes = [], begun = performance.now()) {
    const { game } = this;
    this.dispatchEvent(new Event("change"));
    this.#light.update(game, this.rules, begun); // first: it is searched while the cards are drawn
    this.#view.show(game.board, { homes });
    this.#showCounts();
    get("undo").disabled = get("restart").disabled = !game.canUndo;
    get("redo").disabled = !game.canRedo;
    get("hint").disabled = get("solve").disabled = game.isWon;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.save(), SAVE_AFTER); // not while a card has just begun to slide
  }

  redraw() {
    this.#view.show(this.board);
  }

  /** Shows a verdict of the game that was found elsewhere than by the light. */
  learn(verdict) {
    this.#light.learn(this.game, this.rules, verdict);
  }

  #showCounts() {
    get("turns").textContent = plural(this.game.turns(), "turn");
    get("clock").textContent = clockText(this.game.milliseconds);
  }

  /** Lets the clock run: while the page is seen, and a game has begun. */
  tick() {
    const now = performance.now();
    const { game } = this;
    if (game.history.length && !game.isWon && !this.isBusy && document.visibilityState === "visible") {
      game.milliseconds += Math.min(now - this.#ticked, LONGEST_TICK);
      this.#showCounts();
    }
    this.#ticked = now;
  }

  save() {
    clearTimeout(this.#saving);
    if (!this.#visiting) store.saveGame(this.game); // a visit does not replace a game of one's own
  }

  // Games

  /** Opens a game: a saved one of this start, or a new one. Says whether there is such a game. */
  open(start, { words = [], note = "", address = "push", evenWon = false } = {}) {
    if (this.game) this.save();
    let game;
    let wrong = null;
    try {
      game = new Game(start);
      const saved = words.length ? null : store.savedGame(game.key);
      if (saved && (evenWon || !saved.counted.won)) game = saved;
      wrong = game.follow(words);
    } catch (error) {
      this.#messages.show(error.message, "wrong");
      return false;
    }
    this.#visiting = words.length > 0;
    this.#put(game);
    if (address === "push") history.pushState(null, "", addressOf(game));
    if (address === "replace" && !this.#visiting) history.replaceState(null, "", addressOf(game));
    if (wrong ?? note) this.#messages.show(wrong ?? note, wrong ? "wrong" : "plain");
    return true;
  }

  /** Opens the game of the page's address, or the last one, or the first deal. */
  openFirst() {
    let wanted = null;
    try {
      wanted = fromAddress(location.search);
    } catch (error) {
      queueMicrotask(() => this.#messages.show(error.message, "wrong"));
    }
    if (wanted && this.open(wanted.start, { words: wanted.words, address: "replace", evenWon: true })) return;
    const last = store.lastStart();
    if (!last || !this.open(last, { address: "", evenWon: true })) this.open({ deal: FIRST_DEAL }, { address: "" });
  }

  /** Opens the game of an address to which the browser went back. */
  openAgain() {
    const wanted = fromAddress(location.search);
    if (wanted) this.open(wanted.start, { words: wanted.words, address: "" });
  }

  /** Opens a neighbour of the deal. */
  openNeighbour(step) {
    if (this.game.deal !== null) this.open({ deal: neighbour(this.game.deal, step) });
  }

  openRandom() {
    this.open({ deal: randomSolvable() });
  }

  #put(game) {
    this.dispatchEvent(new Event("open"));
    this.game = game;
    const name = game.deal === null ? "Pasted board" : `Deal ${game.deal}`;
    document.title = `${name} – FreeCell`;
    get("number").value = game.deal ?? "";
    get("number").placeholder = game.deal === null ? "pasted" : "";
    get("previous").disabled = get("next").disabled = game.deal === null;
    this.#messages.speak(name);
    this.change();
  }
}
