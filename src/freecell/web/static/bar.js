// The bar: the box for the number of a deal, which shows what is on the board, always, the clock, and which buttons do
// something now.

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
 * How long a game was played, and its turns.
 * @type {(game: Game) => void}
 */
export function showClock(game) {
  get("turns").textContent = t.turns(game.turns());
  get("clock").textContent = clockText(game.milliseconds);
}

/**
 * Stops a clock and hides the cards, or lets it run again.
 * @type {(clock: import("./clock.js").Clock, isPaused?: boolean) => void}
 */
export function pause(clock, isPaused = !clock.isPaused) {
  clock.isPaused = isPaused;
  document.body.classList.toggle("paused", isPaused);
  get("resting").hidden = !isPaused;
  get(isPaused ? "resume" : "board").focus();
}

/**
 * Shows which buttons do something now; `isAgain` if undo leads back to another game.
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
  // A button that does nothing keeps the focus that it has.
  for (const [id, isEnabled] of Object.entries(can)) get(id).ariaDisabled = String(!isEnabled);
}

/**
 * Opens the deal whose number stands in the box, or says what is right.
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
