// The texts of the shared modules for use without the page. Replaces the page's words.js.

import { rulesInEnglish } from "../../src/freecell/web/static/en-rules.js";

/** @type {typeof rulesInEnglish & { [name: string]: any }} */
export const t = {
  ...rulesInEnglish,
  cantSearch: "searching needs WebAssembly and workers, or Node 20.16 or newer",
  fourCells: "the board has cards in more free cells than the rules have",
  noMemoryHere: "not enough memory: this core can't be used any more, so call load() again",
};
