// The table holds the current game. Everything that changes the game goes through here.

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

const AT_ONCE = 8; // milliseconds that drawing a move waits for the verdict, so that both appear together
const SOON = 50; // milliseconds that saving waits for it

/**
 * Events: "open" before another game is put on the table, and "opened" after it; "change" before a change is shown, and
 * "drawn" after it; and "next" with the player's choice after a won game. While `isBusy` is true, the board shows
 * something other than the game.
 */
export class Table extends EventTarget {
  #view;
  #messages;
  #light;
  /** @type {Game | null} */
  #before = null; // the game before a restart: undo returns to it
  #visiting = false; // a game from a link that hasn't been played here yet
  /** @type {Card[] | null} */
  #homes = null; // the automatic home moves of a change that isn't drawn yet
  /** @type {Game} */
  game;
  isBusy = false;
  /** @type {Rival | null} */
  rival = null; // a finished game of the same deal, from a link
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

  /** The rules for a search: how many cards move at once, and auto-play. */
  get rules() {
    if (this.game?.puzzle) return PUZZLE_RULES;
    const { room, autoplay } = this.settings;
    return { room, autoplay };
  }

  /**
   * Applies the settings. Other rules may change hints and verdicts.
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

  /** Whether the cards show which of their moves keep the game winnable. */
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
   * Shows why cards can't move to that place.
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
   * Announces the moves of a turn, and returns the cards that moved home automatically.
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

  /** Restarts the game, with the clock at 0. Undo brings back the previous game. */
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

  /** Returns from a restarted game to the one before. */
  #goBackToOther() {
    const [game, other] = [/** @type {Game} */ (this.#before), this.game];
    this.#count(other, other.history.length > 0);
    this.#put(game);
    this.#count(game, false);
    this.#messages.speak(t.gameBefore);
  }

  /**
   * Records whether a game was restarted, so that another one counts instead of it.
   * @type {(game: Game, again: boolean) => void}
   */
  #count(game, again) {
    game.again = again && !game.won;
    game.changed = Math.max(Date.now() - Number(again), game.changed + 1);
    store.hold(game, { surely: true });
    store.saveGame(game);
  }

  /** Goes back to where the game could last be won. Returns false if there is no such position. */
  rescue() {
    const { lastSolved } = this.#light;
    if (lastSolved !== null) this.goTo(lastSolved, t.backToWinnable);
    return lastSolved !== null;
  }

  /**
   * Goes back to before a turn. A won game stays as it is: a new game starts from there, which counts as helped.
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
    this.#visiting = true; // until a move is played
    this.#put(fresh);
  }

  /**
   * Goes to any position in the history, and announces it.
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
   * Plays turns of a solution, so the game counts as helped.
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

  /** Called when a move was played: from now on, this game counts, and is the saved game of its deal. */
  #claim() {
    const { game } = this;
    if (!game.begun && this.#before) {
      this.#count(this.#before, true);
      store.hold(game, { surely: true });
    }
    game.begun ||= Date.now();
    game.helped ||= (this.isAdvised || game.given) && !game.won;
    game.lit ||= this.settings.light !== "off" && !game.won;
    if (this.#visiting) history.replaceState(null, "", addressOf(game));
    this.#visiting = false;
    this.#touch();
  }

  /** Called when the game changes: this tab takes its lock, and it counts even if it was restarted before. */
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

  // Drawing and saving

  /**
   * Shows the game after a change, and updates everything that depends on it. `begun` is when the move was made.
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
    this.save({ after: litWithin(SOON) }); // saving takes longer than the verdict
  }

  /** Draws the game if it has changed. */
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

  /** Advances the clock while the page is visible and no other tab plays the game. */
  tick() {
    const { game } = this;
    const isPlaying = !this.isBusy && document.visibilityState === "visible" && store.holds(game);
    if (this.clock.tick(game, performance.now(), isPlaying)) showClock(game);
  }

  /** Shows everything, after opening a game or changing the language. */
  show() {
    const { deal, puzzle } = this.game;
    const name = puzzle ? t.puzzleName(puzzle.number) : t.nameOf(deal);
    document.title = `${name} – FreeCell`;
    showNumber(this.game);
    this.#messages.speak(name);
    this.change();
    this.dispatchEvent(new Event("opened"));
  }

  /** Draws the game again: dragged cards return to their places. */
  redraw() {
    this.#homes ??= [];
    this.draw();
  }

  /**
   * Shows a verdict that a hint or a solution found.
   * @type {(verdict: Verdict) => void}
   */
  learn(verdict) {
    this.#light.learn(this.game, this.rules, verdict);
  }

  /**
   * Saves the game, except for puzzles and for games from a link that haven't been played here.
   * @type {(how?: Parameters<typeof store.saveGame>[1]) => void}
   */
  save(how) {
    if (!this.#visiting && !this.game.puzzle) store.saveGame(this.game, how);
  }

  /**
   * Follows another tab that played this game, or that started a game of the deal that this tab only shows.
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
   * Opens a saved game with this start, or a new one. Returns false if the start is invalid.
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
    else this.#messages.hide(); // the message was about another game
    return true;
  }

  /** Opens the game in the page's address, or the last one, or an easy deal, and updates the address. */
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
   * Opens a saved game.
   * @type {(saved: SavedGame) => void}
   */
  openSaved(saved) {
    this.save();
    this.#visiting = false;
    this.#put(Game.fromSaved(saved));
    this.#touch(); // from now on it is the saved game of its deal
    this.save();
    history.pushState(null, "", addressOf(this.game));
  }

  /**
   * Opens an attempt at a puzzle, which isn't saved as a game.
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
   * Opens the next or previous deal.
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
    this.rival = null;
    store.hold(game, { taken: () => this.#messages.show(t.openElsewhere) });
    if (!this.#visiting && !game.puzzle) store.saveLast(game);
    this.show();
  }
}
