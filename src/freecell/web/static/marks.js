// For a first visit: three marks on the board say what cells, home and columns are for. Each is gone for good once it is
// dismissed, or its place is used.

import { get, make } from "./dom.js";
import * as store from "./store.js";
import { t } from "./words.js";

const NAMES = /** @type {const} */ (["cells", "home", "columns"]);

/**
 * Which marks a game still needs: of the places that nobody has used.
 * @type {(game: Game, seen: string[]) => (typeof NAMES)[number][]}
 */
export function marksOf({ board, played }, seen) {
  const used = {
    cells: board.cells.some((card) => card !== null),
    home: board.foundations.some(Boolean),
    columns: played > 0,
  };
  return NAMES.filter((name) => !used[name] && !seen.includes(name));
}

/**
 * Shows the marks on a table, and takes them away one by one.
 * @type {(table: Table) => void}
 */
export function showMarks(table) {
  const show = () => {
    const shown = marksOf(table.game, store.seenMarks());
    store.saveSeenMarks(NAMES.filter((name) => !shown.includes(name)));
    get("first-marks").replaceChildren(...shown.map(made));
    if (!shown.length) table.removeEventListener("change", show);
  };
  /** @type {(name: (typeof NAMES)[number]) => HTMLElement} */
  const made = (name) => {
    const mark = make("p", { className: `mark ${name}` }, t.marks[name]);
    const button = make("button", { type: "button" }, t.dismiss);
    button.addEventListener("click", () => {
      store.saveSeenMarks([...store.seenMarks(), name]);
      show();
      get("board").focus();
    });
    mark.append(button);
    return mark;
  };
  table.addEventListener("change", show);
  show();
}
