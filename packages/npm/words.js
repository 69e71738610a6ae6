// What the modules of the page say, where there is no page: this takes the place of its words.js.

import { rulesInEnglish } from "../../src/freecell/web/static/en-rules.js";

/** @type {typeof rulesInEnglish & { [name: string]: any }} */
export const t = {
  ...rulesInEnglish,
  cantSearch: "no search can be made here: it takes WebAssembly and workers, or Node 20.16 or newer",
  fourCells: "the board has cards in more free cells than the rules have",
  noMemoryHere: "not enough memory; what load() gave can't be used any more",
};
