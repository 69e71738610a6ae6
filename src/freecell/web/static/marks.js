// On a first visit, three notes on the board explain cells, home and columns. Each disappears for good when it is
// dismissed or its place is used.

import { get, make } from "./dom.js";
import * as store from "./store.js";
import { t } from "./words.js";

const NAMES = /** @type {const} */ (["cells", "home", "columns"]);

/**
 * The notes that a game still needs: those for places that haven't been used.
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
 * Shows the notes, and removes them one by one.
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
