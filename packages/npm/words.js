// What the modules of the page say, where there is no page: this takes the place of its words.js.

import { rulesInEnglish } from "../../src/freecell/web/static/en-rules.js";

/** @type {typeof rulesInEnglish & { [name: string]: any }} */
export const t = {
  ...rulesInEnglish,
  cantSearch: "no search can be made here: this needs WebAssembly and workers",
  fourCells: "the board has cards in more free cells than the rules have",
};
