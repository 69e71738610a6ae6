// On a first visit, three notes explain home, columns and cells, one after the other: each with a frame around its place,
// until it is dismissed or the place is used.

import { get } from "./dom.js";
import * as store from "./store.js";
import { t } from "./words.js";

const NAMES = /** @type {const} */ (["home", "columns", "cells"]);

/**
 * The notes that a game still needs: those for places that haven't been used.
 * @type {(game: Game, seen: string[]) => (typeof NAMES)[number][]}
 */
export function marksOf({ board, played }, seen) {
  const used = {
    home: board.foundations.some(Boolean),
    columns: played > 0,
    cells: board.cells.some((card) => card !== null),
  };
  return NAMES.filter((name) => !used[name] && !seen.includes(name));
}

/**
 * Shows the notes.
 * @type {(table: Table) => void}
 */
export function showMarks(table) {
  const show = () => {
    const needed = marksOf(table.game, store.seenMarks());
    store.saveSeenMarks(NAMES.filter((name) => !needed.includes(name)));
    const [name] = needed;
    get("note").hidden = !name;
    get("board").dataset.noted = name ?? "";
    if (name) get("note-text").textContent = t.marks[name];
    else table.removeEventListener("change", show);
  };
  get("note-seen").addEventListener("click", () => {
    store.saveSeenMarks([...store.seenMarks(), get("board").dataset.noted ?? ""]);
    show();
    if (get("note").hidden) get("board").focus();
  });
  table.addEventListener("change", show);
  show();
}
