// Boards for tests.

import { fromObject, textOf } from "../../src/freecell/web/static/rules.js";

/** A board with these columns and cells; all other cards lie in the last column, as in the unshuffled deck. */
export function boardWith(columns, cells = []) {
  const lists = columns.map((column) => column.split(" ").filter(Boolean));
  const used = new Set([...lists.flat(), ...cells]);
  const rest = Array.from({ length: 52 }, (_, card) => textOf(card)).filter((card) => !used.has(card));
  const empty = Array.from({ length: 7 - lists.length }, () => []);
  return fromObject({ columns: [...lists, ...empty, rest], cells });
}
