// Facts about the first 32,000 deals: a table beside the page, packed by the Python module factbook.table.

import { loadFacts } from "./resources.js";
import { unpacked } from "./unpacking.js";

const HEAD = 8; // bytes with the number of the first deal

/** @type {Promise<ArrayBuffer> | null} */
let loading = null;

/**
 * Facts about a deal: {minCells, minCellsLowerBound, turns, isProven}, with 0 turns if it can't be won with four cells.
 * Null if the table doesn't have the deal or can't be loaded.
 * @type {(deal: number | null) => Promise<ReturnType<typeof rowOf>>}
 */
export async function factsOf(deal) {
  loading ??= loadFacts().then(unpacked);
  try {
    return rowOf(await loading, deal);
  } catch {
    loading = null; // offline: try again next time
    return null;
  }
}

/** @type {(table: ArrayBuffer, deal: number | null) => DealFacts | null} */
function rowOf(table, deal) {
  if (deal === null) return null;
  const bytes = new Uint8Array(table);
  const rows = (bytes.length - HEAD) / 2;
  const place = deal - Number(new DataView(table).getBigUint64(0));
  if (place < 0 || place >= rows) return null;
  const [cells, turns] = [bytes[HEAD + place], bytes[HEAD + rows + place]];
  const minCells = cells % 16;
  return {
    minCells,
    minCellsLowerBound: minCells - (cells >> 4),
    turns: turns >> 1,
    isProven: turns % 2 === 0,
  };
}
