// <freecell-board>: a board, a film or a game in any page. It is bundled into one file, freecell-board.js, which loads
// nothing else. Attributes: deal, board, moves, cells, mode, autoplay, theme, controls.

import { BoardView } from "./board.js";
import { deal, dealOf } from "./deals.js";
import { make } from "./dom.js";
import { drawings, style } from "./embed-parts.js";
import { FreecellError } from "./errors.js";
import { Hands } from "./input.js";
import { Player } from "./player.js";
import {
  countTurns,
  fromObject,
  isWon,
  last,
  movable,
  PLACES,
  play,
  readWord,
  splitIntoTurns,
  tell,
  toObject,
  turnOf,
  whyNot,
  writeWord,
} from "./rules.js";
import { capitalized, quoted, withSigns } from "./text.js";
import { t } from "./words.js";

const REST = 3000; // milliseconds that a film without controls shows its end before it starts again
const FROM_ADDRESS = ["autoplay", "board", "cells", "controls", "deal", "mode", "moves", "theme"]; // in the page for iframes
const MODES = ["board", "film", "game"];
/** @type {Autoplay[]} */
const AUTOPLAY = ["none", "safe", "max"];

const HOST = `
:host { position: relative; display: block; aspect-ratio: 4 / 3; min-width: 240px; min-height: 180px; border-radius: 8px; color: var(--ink); background: var(--felt); overflow: hidden; contain: layout paint; }
:host([hidden]) { display: none !important; }
:host([from-address]) { position: fixed; inset: 0; aspect-ratio: auto; border-radius: 0; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
main, .problem { position: absolute; inset: 0; display: flex; flex-direction: column; margin: 0; }
#board { flex: 1; }
.panel { display: flex; align-items: center; gap: 4px; padding: 4px 8px; background: var(--bar); border-top: 1px solid var(--bar-edge); }
.panel button { min-height: 36px; }
.panel input { flex: 1; min-width: 60px; accent-color: var(--accent); }
.panel output { flex: 1; color: var(--faint); font-size: 13px; line-height: 1.2; }
.film .panel { flex-wrap: wrap; }
.film output { flex: 1 0 100%; order: 1; min-height: 2.4em; }
main:not(.game) :is(.card, .place) { pointer-events: none; }
.problem { align-items: center; justify-content: center; padding: 16px; color: #fff; text-align: center; }
`;

const sheet = new CSSStyleSheet(); // shared by all elements, and allowed by any content security policy
sheet.replaceSync(style + HOST);
const drawn = make("template");
drawn.innerHTML = drawings;

/** @type {(icon: string, text: string) => HTMLButtonElement} */
function button(icon, text) {
  const element = make("button", { type: "button", className: "icon", title: text, ariaLabel: text });
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.innerHTML = `<use href="#i-${icon}"/>`;
  picture.ariaHidden = "true";
  element.append(picture);
  return element;
}

/**
 * One of the values that an attribute may have.
 * @type {<T extends string>(name: string, value: string | null, values: readonly T[], usual: T) => T}
 */
function oneOf(name, value, values, usual) {
  if (value === null) return usual;
  const found = values.find((each) => each === value);
  if (found === undefined)
    throw new FreecellError(
      `${name}=${quoted(value)}: expected ${values.slice(0, -1).join(", ")} or ${last([...values])}`,
    );
  return found;
}

/**
 * The words of moves: a string, a move, a list of these, or the result of the npm package's `solve`.
 * @type {(value: any) => string[]}
 */
function wordsOf(value) {
  /** @type {(move: any) => string} */
  const word = (move) =>
    move?.source ? `${move.source}${move.target}v${Number(move.count ?? 1).toString(16)}` : String(move);
  return [value?.moves ?? value]
    .flat()
    .map(word)
    .join(" ")
    .split(/[\s,;]+/)
    .filter(Boolean);
}

/**
 * Reads moves as turns from a board. They contain the automatic moves, as `played` does, or leave them out, or were made
 * without automatic moves. If one is wrong, the error is about the way of reading that gets farthest.
 * @type {(board: Board, words: string[], autoplay: Autoplay) => Turn[]}
 */
function turnsFrom(board, words, autoplay) {
  const ways = [replayed(board, words, autoplay, true), replayed(board, words, autoplay), replayed(board, words)];
  const [{ turns, wrong, why }] = ways.sort((one, other) => other.wrong - one.wrong);
  if (why) throw new FreecellError(t.wrongMove(wrong, quoted(words[wrong - 1].replace(/v1$/, "")), why));
  return turns;
}

/**
 * Plays words up to the first wrong one. If the automatic moves are written, they must be all there.
 * @type {(board: Board, words: string[], autoplay?: Autoplay, areWritten?: boolean) => { turns: Turn[], wrong: number, why: string }}
 */
function replayed(board, words, autoplay = "none", areWritten = false) {
  /** @type {Turn[]} */
  const turns = [];
  for (let at = 0; at < words.length; at += 1) {
    const move = readWord(words[at], board);
    const why = move ? whyNot(board, move) : t.noMove;
    if (!move || why) return { turns, wrong: at + 1, why: why ?? "" };
    const turn = turnOf(board, move, autoplay);
    turns.push(turn);
    board = turn.reduce(play, board);
    if (!areWritten) continue;
    for (const { source, target } of turn.slice(1)) {
      at += 1;
      if (!words[at]?.startsWith(source + target)) return { turns, wrong: 0, why: t.noMove };
    }
  }
  return { turns, wrong: Number.POSITIVE_INFINITY, why: "" };
}

export class FreecellBoard extends HTMLElement {
  static observedAttributes = FROM_ADDRESS;

  #root = this.attachShadow({ mode: "open" });
  /** @type {() => void} */
  #end = () => {}; // stops everything that the current mode has started
  /** @type {Board[]} */
  #boards = []; // the start, and the board after each turn
  /** @type {Turn[]} */
  #turns = [];
  #at = 0; // how many of the turns are shown
  #isWaiting = false; // whether attributes have changed that are not yet read
  /** @type {{ autoplay: Autoplay, stop(): void, go(turns: Turn[]): void, back(turns: number): void } | null} */
  #game = null; // the game in progress, for scripts

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet];
  }

  connectedCallback() {
    if (this.hasAttribute("from-address"))
      for (const [name, value] of new URLSearchParams(location.search))
        if (FROM_ADDRESS.includes(name)) this.setAttribute(name, value);
    if (this.#game) return; // the element was moved elsewhere, and its game continues
    this.#update();
  }

  disconnectedCallback() {
    this.#end();
  }

  attributeChangedCallback() {
    if (this.#isWaiting || !this.isConnected) return;
    this.#isWaiting = true; // a script may set other attributes at the same time
    queueMicrotask(() => this.#settle());
  }

  #settle() {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    if (this.isConnected) this.#update();
  }

  /** The position that is shown, as plain JSON: {columns, cells, foundations}. Null if an attribute is wrong. */
  get board() {
    this.#settle();
    return this.#boards.length ? toObject(this.#boards[this.#at]) : null;
  }

  /** All moves up to this position, in standard notation, with the automatic ones. */
  get played() {
    this.#settle();
    let board = this.#boards[0];
    const words = [];
    for (const move of this.#turns.slice(0, this.#at).flat()) {
      words.push(writeWord(move, board));
      board = play(board, move);
    }
    return words.join(" ");
  }

  /**
   * Plays moves in a game: a string, a move, a list of these, or the result of the npm package's `solve`. If one of them
   * can't be played, none is.
   * @type {(moves: unknown) => void}
   */
  play(moves) {
    const { autoplay, stop, go } = this.#running();
    const turns = turnsFrom(last(this.#boards), wordsOf(moves), autoplay);
    stop();
    go(turns);
  }

  /** Takes back the last move of a game, with the automatic moves after it. */
  undo() {
    const { back } = this.#running();
    if (!this.#turns.length) throw new FreecellError("nothing to undo: the game is at its start");
    back(1);
  }

  #running() {
    this.#settle();
    if (!this.#game) throw new FreecellError('there is no game to play: set mode="game"');
    return this.#game;
  }

  #update() {
    this.#end();
    this.#end = () => {};
    this.#game = null;
    try {
      const mode = oneOf("mode", this.getAttribute("mode"), MODES, "board");
      const autoplay = oneOf("autoplay", this.getAttribute("autoplay"), AUTOPLAY, mode === "game" ? "safe" : "none");
      oneOf("theme", this.getAttribute("theme"), ["light", "dark"], "light");
      this.#read(autoplay);
      if (mode === "film" && !this.#turns.length) throw new FreecellError("a film needs moves");
      this.#show(mode, autoplay);
    } catch (error) {
      if (!(error instanceof FreecellError)) throw error;
      this.#boards = [];
      this.#turns = [];
      const text = capitalized(withSigns(error.message));
      this.#root.replaceChildren(make("p", { className: "problem", role: "alert" }, text));
    }
  }

  /**
   * Reads the deal and the moves. They may leave out the automatic moves, or contain them, as `played` does.
   * @type {(autoplay: Autoplay) => void}
   */
  #read(autoplay) {
    const cells = Number(oneOf("cells", this.getAttribute("cells"), ["1", "2", "3", "4"], "4"));
    const start = this.hasAttribute("board") ? this.#given(cells) : deal(dealOf(this.getAttribute("deal") ?? "1"));
    start.cells.length = cells;
    this.#open(start, turnsFrom(start, wordsOf(this.getAttribute("moves") ?? ""), autoplay));
  }

  /**
   * The board of the attribute of that name.
   * @type {(cells: number) => Board}
   */
  #given(cells) {
    if (this.hasAttribute("deal")) throw new FreecellError("expected a deal or a board, not both");
    try {
      return fromObject(JSON.parse(this.getAttribute("board") ?? ""), cells);
    } catch (error) {
      const why = error instanceof FreecellError ? error.message : "expected JSON with columns, cells and foundations";
      throw new FreecellError(`board: ${why}`);
    }
  }

  /** @type {(start: Board, turns: Turn[]) => void} */
  #open(start, turns) {
    this.#boards = [start];
    this.#turns = [];
    this.#at = 0;
    for (const turn of turns) this.#add(turn);
  }

  /** @type {(turn: Turn) => void} */
  #add(turn) {
    this.#turns.push(turn);
    this.#boards.push(turn.reduce(play, last(this.#boards)));
    this.#at = this.#turns.length;
  }

  /** @type {(mode: string, autoplay: Autoplay) => void} */
  #show(mode, autoplay) {
    const felt = make("div", { id: "board" });
    const panel = make("div", { className: "panel", hidden: !this.hasAttribute("controls") || mode === "board" });
    const main = make("main", { className: mode, role: "group" }, felt, panel);
    const number = `, ${t.dealNumber} ${this.getAttribute("deal") ?? 1}`;
    main.ariaLabel = `FreeCell${this.hasAttribute("board") ? "" : number}`;
    this.#root.replaceChildren(drawn.content.cloneNode(true), main);
    const view = new BoardView(felt, panel);
    if (mode === "film") this.#film(view, panel);
    else {
      view.show(last(this.#boards), { still: true });
      if (mode === "game") this.#start(view, felt, panel, autoplay);
    }
    if (mode !== "game") for (const place of felt.querySelectorAll("button")) place.tabIndex = -1;
  }

  /** @type {(view: BoardView, panel: HTMLElement) => void} */
  #film(view, panel) {
    const parts = {
      panel: { hidden: true }, // the attribute `controls` decides
      play: button("play", t.play),
      back: button("back", t.oneTurnBack),
      forward: button("forward", t.oneTurnForward),
      seek: make("input", { type: "range", min: "0", ariaLabel: t.position }),
      text: make("output"),
      marks: make("i", { hidden: true }),
      speed: { value: "1" },
    };
    panel.append(parts.back, parts.play, parts.forward, parts.seek, parts.text);
    const [start] = this.#boards;
    const turns = splitIntoTurns(this.#turns.flat());
    this.#open(start, turns);
    this.#at = 0;
    /** @type {any} */
    let waiting = 0;
    const player = new Player(parts, (board, turn, before) => {
      this.#at = player.at;
      view.show(board, turn ? tell(turn, before) : {});
      if (isLooping && player.at === turns.length) waiting = setTimeout(() => player.toggle(), REST);
    });
    player.open(start, turns, 0, t.theStart);
    view.show(start, { still: true });
    const isLooping = !this.hasAttribute("controls") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const stop = () => {
      clearTimeout(waiting);
      player.pause();
    };
    this.#end = stop;
    if (!isLooping) return;
    const watching = new IntersectionObserver(([{ isIntersecting }]) => {
      stop();
      if (isIntersecting) player.toggle();
    });
    watching.observe(this);
    this.#end = () => {
      watching.disconnect();
      stop();
    };
  }

  /** @type {(view: BoardView, felt: HTMLElement, panel: HTMLElement, autoplay: Autoplay) => void} */
  #start(view, felt, panel, autoplay) {
    const [undo, restart, text] = [button("undo", t.undo), button("restart", t.toStart), make("output")];
    panel.append(undo, restart, text);
    const show = (line = "", homes = /** @type {Card[]} */ ([])) => {
      const board = last(this.#boards);
      const length = t.turns(countTurns(this.#turns.flat()));
      text.value = line
        ? capitalized(withSigns(line))
        : isWon(board)
          ? `${t.wonTitle} ${capitalized(length)}.`
          : length;
      undo.disabled = restart.disabled = this.#turns.length === 0;
      view.show(board, { homes });
      view.free(movable(board));
    };
    /** @type {import("./input.js").HandsTable} */
    const table = {
      isBusy: false,
      settings: { hands: matchMedia("(pointer: coarse)").matches ? "tap" : "classic" },
      rules: { autoplay, room: "theory" },
      draw() {},
      redraw: () => view.show(last(this.#boards)),
      say: show,
      refuse: (why, cards) => {
        show(why);
        view.refuse(cards);
      },
      verdictAfter: () => undefined,
      play: (move) => go([turnOf(last(this.#boards), move, autoplay)]),
      board: last(this.#boards),
    };
    Object.defineProperty(table, "board", { get: () => last(this.#boards) });
    const hands = new Hands(felt, view, table);
    /** @type {(turns: Turn[]) => void} */
    const go = (turns) => {
      if (!turns.length) return;
      const words = turns.map((turn) => {
        const word = writeWord(turn[0], last(this.#boards));
        this.#add(turn);
        return word;
      });
      show("", tell(last(turns), last(this.#boards, 2)).homes);
      this.#report(words.join(" "));
      if (isWon(last(this.#boards))) view.fly();
    };
    /** @type {(turns: number) => void} */
    const back = (turns) => {
      hands.cancel();
      hands.drop();
      view.land();
      this.#turns.length -= turns;
      this.#boards.length -= turns;
      this.#at = this.#turns.length;
      show();
      if (turns) this.#report(null);
    };
    undo.addEventListener("click", () => back(1));
    restart.addEventListener("click", () => back(this.#turns.length));
    felt.addEventListener("keydown", ({ key, ctrlKey, altKey, metaKey }) => {
      if (ctrlKey || altKey || metaKey) return;
      if (PLACES.includes(key)) hands.pick(key);
      if (key === "Escape") back(0);
      if (key === "u" && this.#turns.length) back(1); // as on the page
    });
    this.#end = () => hands.cancel();
    const stop = () => {
      hands.cancel();
      hands.drop();
    };
    this.#game = { autoplay, stop, go, back };
    show();
  }

  /**
   * Sends the event for a changed position, with the moves that led to it, or null if moves were taken back.
   * @type {(move: string | null) => void}
   */
  #report(move) {
    const detail = { move, board: this.board, isWon: isWon(this.#boards[this.#at]) };
    this.dispatchEvent(new CustomEvent("freecell-change", { bubbles: true, composed: true, detail }));
  }
}

customElements.get("freecell-board") ?? customElements.define("freecell-board", FreecellBoard);
