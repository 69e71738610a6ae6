// The end of a won game: its results, and what to play next.

import { SHORT_BEAM } from "./budgets.js";
import { get } from "./dom.js";
import { factsOf } from "./facts.js";
import { difficulty, solve } from "./solver.js";
import { allGames, amendGame } from "./store.js";
import { capitalized, clockText } from "./text.js";
import { t } from "./words.js";

/** @type {Game} */
let shown; // the won game that is shown

/**
 * Whether no earlier win of this deal has a lower value.
 * @type {(game: Game, fact: "milliseconds" | "turns", value: number) => boolean}
 */
function isBest(game, fact, value) {
  const others = allGames().filter(({ key, id, won, helped }) => key === game.key && id !== game.id && won && !helped);
  return others.length > 0 && !game.helped && others.every((other) => other[fact] > value);
}

/**
 * Lets the cards fly until they are back, or until a key or button is pressed. Then shows a panel with the results, and
 * tells the table what to open next.
 * @type {(table: Table, view: BoardView) => Promise<void>}
 */
export async function celebrate(table, view) {
  const { game } = table;
  const isTakenBack = () => table.game !== game || !game.isWon;
  findShort(table);
  await view.settled();
  if (isTakenBack()) return;
  await Promise.race([view.fly(), pressed()]);
  view.land();
  if (isTakenBack()) return;
  const detail = await showWon(table);
  table.dispatchEvent(new CustomEvent("next", { detail }));
}

/** Waits for a click or a key. */
const pressed = () =>
  new Promise((resolve) => {
    for (const name of ["click", "keydown"]) document.addEventListener(name, resolve, { once: true });
  });

/**
 * The turns of the shortest known solution, or of one found by a search.
 * @type {(game: Game, rules: PlayRules) => Promise<number>}
 */
async function shortOf(game, rules) {
  const known = game.board.cells.length === 4 && (await factsOf(game.deal));
  return known ? known.turns : (await solve(game.boards[0], { ...rules, goal: "short", beamWidth: SHORT_BEAM })).turns;
}

/**
 * Finds a short solution to compare a won game with, and its difficulty, if they aren't known yet.
 * @type {(table: { game: Game, rules: PlayRules }) => Promise<void>}
 */
export async function findShort({ game, rules }) {
  if (!game.won) return;
  try {
    const turns = game.short || (await shortOf(game, rules));
    const score = game.score < 0 ? await difficulty(game.boards[0]) : game.score;
    const short = Math.min(turns || Number.POSITIVE_INFINITY, game.wonIn);
    if (short !== game.short || score !== game.score) amendGame(game, { short, score });
  } catch {
    return; // this browser can't search
  }
  showShort(game);
}

/**
 * The length of a rival's game: time, turns, and whether it had help.
 * @type {(rival: Rival) => string}
 */
export function lengthOf({ milliseconds, boards, helped }) {
  return t.timeAndTurns(clockText(milliseconds), boards.length - 1) + (helped ? `, ${t.helped}` : "");
}

/**
 * Whether a game was won without the light, hints or undo.
 * @type {(game: Game) => boolean}
 */
export const isAlone = ({ helped, undone, lit }) => !helped && !undone && !lit;

/**
 * Shows that the game is won, and returns what to do next: "replay", "next", "random" or nothing.
 * @type {(table: Table) => Promise<string>}
 */
function showWon({ game, rival }) {
  const dialog = get("won-dialog");
  const turns = game.turns();
  const records = [
    isBest(game, "milliseconds", game.milliseconds) ? t.best.milliseconds : "",
    isBest(game, "turns", turns) ? t.best.turns : "",
  ].filter(Boolean);
  const length = t.timeAndTurns(clockText(game.milliseconds), turns);
  const isPure = isAlone(game);
  get("won-title").textContent = game.solved ? t.solvedTitle : t.wonTitle;
  get("won-text").textContent = [
    t.wonIn(t.nameOf(game.deal), length, game.solved ? "solved" : game.helped ? "helped" : "alone"),
    (game.solved || game.given) && game.day ? t.dayNotWon : "",
    records.length ? t.record(t.and(records)) : "",
    isPure ? t.allAlone : "",
    rival ? ` ${rival.name}${t.colon}${lengthOf(rival)}.` : "",
  ].join("");
  shown = game;
  showShort(game);
  get("won-share").onclick = () => share(game);
  dialog.returnValue = "";
  dialog.showModal();
  dialog.firstElementChild.scrollTop = 0; // in a small window, the focus scrolls it to its buttons
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}

/**
 * Shows how much longer the game was than the shortest known solution, as soon as that is known.
 * @type {(game: Game) => void}
 */
function showShort(game) {
  if (game !== shown) return;
  const more = game.turns(game.history.length) - game.short;
  get("won-short").textContent = game.short ? t.shortestHas(game.short, more) : "";
}

/**
 * Loads and opens the dialog that shares a won game.
 * @type {(game: Game) => Promise<void>}
 */
async function share(game) {
  const part = await import("./result-dialog.js").catch(() => null);
  if (part) part.showResult(game);
  else get("won-short").textContent = capitalized(t.noPart);
}
