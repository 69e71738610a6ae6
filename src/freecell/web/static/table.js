// The table: one game is on it, and everything that changes the game goes through here.

import { addressOf, fromAddress } from "./address.js";
import { showButtons, showClock, showNumber } from "./bar.js";
import { Clock } from "./clock.js";
import { firstDeal } from "./daily.js";
import { neighbour } from "./deals.js";
import { Game } from "./game.js";
import { PUZZLE_RULES } from "./puzzles.js";
import { HOME, last, movable, play, tell, toObject, turnOf } from "./rules.js";
import { verdicts } from "./solver.js";
import { playSound } from "./sounds.js";
import * as store from "./store.js";
import { celebrate } from "./won-dialog.js";
import { t } from "./words.js";

const AT_ONCE = 8; // milliseconds that a move's picture waits for its verdict, so that both are seen at once
const SOON = 50; // milliseconds that its writing does

/**
 * It sends events: "open" before another game comes on the table, "opened" when it is there, "change" before a change is
 * shown, "drawn" after it is, and "next" with what a player wants after a game that is won. While `isBusy`, the board shows something else
 * than the game.
 */
export class Table extends EventTarget {
  #view;
  #messages;
  #light;
  /** @type {Game | null} */
  #before = null; // the game that was begun anew: undo leads back to it
  #visiting = false; // a game of a link, at which nobody has played here yet
  /** @type {Card[] | null} */
  #homes = null; // of a change that is not drawn yet: the cards that went home by themselves
  /** @type {Game} */
  game;
  isBusy = false;
  clock = new Clock(performance.now());
  /** @type {Settings} */
  settings;

  /**
   * @param {BoardView} view
   * @param {Messages} messages
   * @param {Light} light
   */
  constructor(view, messages, light) {
    super();
    this.#view = view;
    this.#messages = messages;
    this.#light = light;
    store.changes.addEventListener("game", (event) => this.#follow(/** @type {CustomEvent} */ (event).detail));
  }

  get board() {
    return this.game.board;
  }

  /** The rules as a search takes them: how many cards move at once, and what goes home by itself. */
  get rules() {
    if (this.game?.puzzle) return PUZZLE_RULES;
    const { room, autoplay } = this.settings;
    return { room, autoplay };
  }

  /**
   * Plays by these settings from now on. By other rules, a hint may be wrong, and a game that was lost not be.
   * @type {(settings: Settings) => void}
   */
  use(settings) {
    const before = this.settings;
    this.settings = settings;
    this.#light.mode = settings.light;
    const { game } = this;
    if (!game) return;
    if (before.cells !== settings.cells && game.deal !== null) this.open({ deal: game.deal });
    const names = /** @type {(keyof Settings)[]} */ (["room", "autoplay", "light"]);
    if (before.marked !== settings.marked || before.coach !== settings.coach) this.redraw();
    if (names.every((name) => before[name] === settings[name])) return;
    this.dispatchEvent(new Event("change"));
    this.#light.update(this.game, this.rules);
  }

  /** Whether the cards are marked by what their moves do. */
  get isAdvised() {
    return this.settings.coach === "on" && this.settings.marked === "on" && !this.game.puzzle;
  }

  /**
   * The verdict after a move, if cards are marked and it is known.
   * @type {(move: Move) => Verdict | undefined}
   */
  verdictAfter(move) {
    const { board, rules } = this;
    return this.isAdvised ? verdicts.known(turnOf(board, move, rules.autoplay).reduce(play, board), rules) : undefined;
  }

  /** @type {(name: string) => void} */
  #sound(name) {
    if (this.settings.sound === "on") playSound(name);
  }

  // Playing

  /** @type {(move: Move) => void} */
  play(move) {
    const begun = performance.now();
    const before = this.board;
    const turn = this.game.play(move, this.rules.autoplay);
    this.#claim();
    this.#messages.hide();
    this.change(this.describe(turn, before), begun);
    this.#sound(last(turn).target === HOME ? "home" : "move");
    if (this.game.isWon) this.#celebrate();
  }

  /**
   * Says why cards can't go where they were meant to.
   * @type {(why: string, cards: Card[]) => void}
   */
  refuse(why, cards) {
    this.#sound("wrong");
    this.redraw();
    this.#view.refuse(cards);
    this.#messages.show(why, "wrong");
  }

  /** @type {(text: string) => void} */
  say(text) {
    this.#messages.show(text);
  }

  /**
   * Speaks the moves of a turn on this board; gives the cards that went home by themselves.
   * @type {(turn: Turn, board: Board) => Card[]}
   */
  describe(turn, board) {
    const { text, homes } = tell(turn, board);
    this.#messages.speak(text);
    return homes;
  }

  undo() {
    if (!this.game.canUndo && this.#before) this.#goBackToOther();
    else this.goTo(this.game.played - 1, t.undone);
  }

  redo() {
    this.goTo(this.game.played + 1, t.playedAgain);
  }

  /** Begins anew, with the clock at 0. Undo brings the other game back. */
  restart() {
    const { game } = this;
    if (!game.history.length) return;
    if (game.puzzle) {
      this.goTo(0, t.toStart);
      return;
    }
    const fresh = new Game(game.start);
    const { helped, lit, undone, day, score, short } = game;
    Object.assign(fresh, { day, score, short }, game.won ? {} : { helped, lit, undone: undone + 1 });
    this.save();
    this.#put(fresh);
    this.#before = game;
    this.change();
    this.#messages.show(t.fromStart);
  }

  /** Back from a game that was begun anew to the one before. */
  #goBackToOther() {
    const [game, other] = [/** @type {Game} */ (this.#before), this.game];
    this.#count(other, other.history.length > 0);
    this.#put(game);
    this.#count(game, false);
    this.#messages.speak(t.gameBefore);
  }

  /**
   * Says whether a game was begun anew, and another counts in its place.
   * @type {(game: Game, again: boolean) => void}
   */
  #count(game, again) {
    game.again = again && !game.won;
    game.changed = Math.max(Date.now() - Number(again), game.changed + 1);
    store.hold(game, { surely: true });
    store.saveGame(game);
  }

  /** Goes back to where the game could last be won; says whether there is such a place. */
  rescue() {
    const { lastSolved } = this.#light;
    if (lastSolved !== null) this.goTo(lastSolved, t.backToWinnable);
    return lastSolved !== null;
  }

  /**
   * Goes back to before a turn. A game that was won stays as it was: another one begins there, with help.
   * @type {(played: number) => void}
   */
  tryAgain(played) {
    const { game } = this;
    if (!game.won) {
      this.goTo(played);
      return;
    }
    const fresh = new Game(game.start);
    for (const turn of game.history.slice(0, played)) fresh.playTurn(turn);
    Object.assign(fresh, { score: game.score, milliseconds: game.milliseconds, helped: true });
    this.save();
    this.#visiting = true; // until it is played on
    this.#put(fresh);
  }

  /**
   * Goes to any place in the history, and says so.
   * @type {(played: number, what?: string) => void}
   */
  goTo(played, what = t.there) {
    const { game } = this;
    if (played < 0 || played > game.history.length || played === game.played) {
      this.redraw();
      return;
    }
    if (played < game.played && !game.won) game.undone += 1;
    game.goTo(played);
    this.#touch();
    this.#messages.hide();
    this.#messages.speak(what + t.colon + t.turns(game.turns()));
    this.change();
  }

  /**
   * Plays turns of a solution: the game was helped.
   * @type {(turns: Turn[]) => void}
   */
  playTurns(turns) {
    for (const turn of turns) this.game.playTurn(turn);
    if (turns.length) {
      this.game.helped ||= !this.game.won;
      this.game.solved ||= !this.game.won;
      this.#claim();
    }
    this.change();
    if (this.game.isWon) this.#celebrate();
  }

  /** Something was played: from now on the game counts, and is the one of this deal that is kept. */
  #claim() {
    const { game } = this;
    if (!game.begun && this.#before) {
      this.#count(this.#before, true);
      store.hold(game, { surely: true });
    }
    game.begun ||= Date.now();
    game.helped ||= this.isAdvised && !game.won;
    game.lit ||= this.settings.light !== "off" && !game.won;
    if (this.#visiting) history.replaceState(null, "", addressOf(game));
    this.#visiting = false;
    this.#touch();
  }

  /** The game is changed here: this tab is the one that writes it, and it counts, also if another was begun after it. */
  #touch() {
    this.game.again = false;
    this.game.changed = Math.max(Date.now(), this.game.changed + 1);
    if (!store.holds(this.game)) store.hold(this.game, { surely: true });
  }

  #celebrate() {
    this.draw();
    if (this.game.puzzle) {
      this.#sound("won");
      return;
    }
    this.game.win();
    this.#touch();
    this.save();
    this.#sound("won");
    celebrate(this, this.#view);
  }

  // What is shown, and kept

  /**
   * Shows the game after a change, and sees to all that depends on it. What was played began at this time.
   * @type {(homes?: Card[], begun?: number | null) => void}
   */
  change(homes = [], begun = null) {
    const lit = this.#light.update(this.game, this.rules, begun ?? performance.now());
    /** @type {(time: number) => Promise<unknown>} */
    const litWithin = (time) => Promise.race([lit, new Promise((resolve) => setTimeout(resolve, time))]);
    this.dispatchEvent(new Event("change"));
    this.#homes = [...(this.#homes ?? []), ...homes];
    if (begun === null) this.draw();
    else litWithin(AT_ONCE).then(() => this.draw());
    this.save({ after: litWithin(SOON) }); // to write takes longer than the verdict
  }

  /** Draws the game, if it is not drawn as it is. */
  draw() {
    if (!this.#homes) return;
    const { game } = this;
    this.#view.show(game.board, { homes: this.#homes });
    this.#homes = null;
    this.#view.free(movable(game.board, this.rules.room));
    showClock(game);
    showButtons(game, this.#before !== null);
    this.dispatchEvent(new Event("drawn"));
  }

  /** Lets the clock run while the page is seen and no other tab plays the game. */
  tick() {
    const { game } = this;
    const isPlaying = !this.isBusy && document.visibilityState === "visible" && store.holds(game);
    if (this.clock.tick(game, performance.now(), isPlaying)) showClock(game);
  }

  /** Shows everything: another game, or another language. */
  show() {
    const { deal, puzzle } = this.game;
    const name = puzzle ? t.puzzleName(puzzle.number) : t.nameOf(deal);
    document.title = `${name} – FreeCell`;
    showNumber(this.game);
    this.#messages.speak(name);
    this.change();
    this.dispatchEvent(new Event("opened"));
  }

  /** Draws the game anew: cards that were held go back. */
  redraw() {
    this.#homes ??= [];
    this.draw();
  }

  /**
   * Shows a verdict of the game that was found elsewhere than by the light.
   * @type {(verdict: Verdict) => void}
   */
  learn(verdict) {
    this.#light.learn(this.game, this.rules, verdict);
  }

  /**
   * Keeps the game. A visit does not replace a game of one's own, and an attempt at a puzzle is none.
   * @type {(how?: Parameters<typeof store.saveGame>[1]) => void}
   */
  save(how) {
    if (!this.#visiting && !this.game.puzzle) store.saveGame(this.game, how);
  }

  /**
   * Another tab has played this game, or has begun one where this tab only shows the deal: it is shown as it is there.
   * @type {(saved: SavedGame & { instead?: string | false }) => void}
   */
  #follow(saved) {
    const { game } = this;
    if (game.puzzle) return;
    const isThis = saved.id === game.id ? saved.changed >= game.changed : saved.instead === game.id;
    const isMine = isThis || (saved.key === game.key && !game.history.length && !saved.again);
    if (isMine && !this.#visiting) this.#put(Game.fromSaved(saved));
  }

  // Games

  /**
   * Opens a game: a saved one of this start, or a new one. Says whether there is such a game.
   * @type {(start: Start, how?: { words?: string[], note?: string, address?: string, evenWon?: boolean, day?: string }) => boolean}
   */
  open(start, { words = [], note = "", address = "push", evenWon = false, day = "" } = {}) {
    if (this.game) this.save();
    /** @type {Game} */
    let game;
    /** @type {string | null} */
    let wrong;
    try {
      game = new Game({ cells: this.settings.cells, ...start });
      const saved = words.length ? null : store.savedGame(game.key);
      if (saved && (evenWon || !saved.won)) game = saved;
      wrong = game.follow(words);
      game.day ||= day;
    } catch (error) {
      this.#messages.show(error.message, "wrong");
      return false;
    }
    this.#visiting = words.length > 0;
    this.#put(game);
    if (address === "push") history.pushState(null, "", addressOf(game));
    if (address === "replace" && !this.#visiting) history.replaceState(history.state, "", addressOf(game));
    if (wrong ?? note) this.#messages.show(wrong ?? note, wrong ? "wrong" : "plain");
    else this.#messages.hide(); // it was said of another game
    return true;
  }

  /** Opens the game of the page's address, or the last one, or an easy deal. From then on its address is shown. */
  openAddress() {
    let wrong = "";
    /** @type {ReturnType<typeof fromAddress>} */
    let wanted = null;
    try {
      wanted = fromAddress(location.search);
    } catch (error) {
      wrong = error.message;
    }
    const how = { address: "replace", evenWon: true };
    if (wanted) {
      const { start, ...more } = wanted;
      if (this.open(start, { ...how, ...more })) return;
      wrong = this.#messages.text;
    }
    const start = store.lastStart();
    if (!start || !this.open(start, how)) this.open({ deal: firstDeal() }, how);
    if (wrong) this.#messages.show(wrong, "wrong");
  }

  /**
   * Opens a game that is kept, as it was.
   * @type {(saved: SavedGame) => void}
   */
  openSaved(saved) {
    this.save();
    this.#visiting = false;
    this.#put(Game.fromSaved(saved));
    this.#touch(); // from now on it is the one of this deal
    this.save();
    history.pushState(null, "", addressOf(this.game));
  }

  /**
   * Opens an attempt at a puzzle, which is not kept as a game.
   * @type {(puzzle: Puzzle) => void}
   */
  openPuzzle(puzzle) {
    this.save();
    const game = new Game({ board: toObject(puzzle.board) });
    game.puzzle = puzzle;
    this.#visiting = false;
    this.#put(game);
    history.pushState(null, "", addressOf(game));
    this.#messages.hide();
  }

  /**
   * Opens a neighbour of the deal.
   * @type {(step: number) => void}
   */
  openNeighbour(step) {
    if (this.game.deal !== null) this.open({ deal: neighbour(this.game.deal, step) });
  }

  /** @type {(game: Game) => void} */
  #put(game) {
    this.dispatchEvent(new Event("open"));
    this.game = game;
    this.#before = null;
    store.hold(game, { taken: () => this.#messages.show(t.openElsewhere) });
    if (!this.#visiting && !game.puzzle) store.saveLast(game);
    this.show();
  }
}
