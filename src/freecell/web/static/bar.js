// The bar: the number of the current deal, the clock, and the buttons.

import { dealOf } from "./deals.js";
import { get } from "./dom.js";
import { clockText } from "./text.js";
import { t } from "./words.js";

/** @type {(deal: number | null) => string} */
const learnAddress = (deal) => (deal === null ? "learn.html" : `learn.html?deal=${deal}`);

/** @type {(game: Game) => void} */
export function showNumber({ deal, puzzle }) {
  get("number").value = deal ?? "";
  get("number").placeholder = puzzle ? t.puzzle : deal === null ? t.pasted : "";
  for (const link of document.querySelectorAll("a.learn-link")) link.setAttribute("href", learnAddress(deal));
}

/**
 * Shows how long a game was played, and how many turns it has.
 * @type {(game: Game) => void}
 */
export function showClock(game) {
  get("turns").textContent = t.turns(game.turns());
  get("clock").textContent = clockText(game.milliseconds);
}

/**
 * Pauses the clock and hides the cards, or resumes it.
 * @type {(clock: import("./clock.js").Clock, isPaused?: boolean) => void}
 */
export function pause(clock, isPaused = !clock.isPaused) {
  clock.isPaused = isPaused;
  document.body.classList.toggle("paused", isPaused);
  get("resting").hidden = !isPaused;
  get(isPaused ? "resume" : "board").focus();
}

/**
 * Updates which buttons are enabled. `isAgain`: whether undo returns to the game before a restart.
 * @type {(game: Game, isAgain: boolean) => void}
 */
export function showButtons(game, isAgain) {
  const isNumbered = game.deal !== null;
  const can = {
    undo: game.canUndo || isAgain,
    redo: game.canRedo,
    restart: game.history.length > 0,
    timeline: game.history.length > 0,
    review: game.history.length > 0,
    hint: !game.isWon,
    solve: !game.isWon,
    previous: isNumbered,
    next: isNumbered,
  };
  // A disabled button keeps the focus if it has it.
  for (const [id, isEnabled] of Object.entries(can)) get(id).ariaDisabled = String(!isEnabled);
}

/**
 * Opens the deal whose number was typed, or shows which numbers are valid.
 * @type {(table: Table, say: Say) => void}
 */
function openTyped(table, say) {
  const text = get("number").value.trim();
  showNumber(table.game);
  if (text === get("number").value) return;
  try {
    table.open({ deal: dealOf(text) });
  } catch (error) {
    say(error.message, "wrong");
  }
}

/**
 * `say(text, kind)` shows a line.
 * @type {(table: Table, say: Say) => void}
 */
export function prepareNumber(table, say) {
  get("deal").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    openTyped(table, say);
    get("board").focus();
  });
  get("number").addEventListener("change", () => openTyped(table, say)); // a phone's number pad has no Enter
  get("number").addEventListener("focus", () => get("number").select());
}
