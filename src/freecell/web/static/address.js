// Addresses of games: a deal or a board, and the moves played on it.

import { dealOf } from "./deals.js";
import { CELLS, toObject } from "./rules.js";
import { quoted } from "./text.js";
import { t } from "./words.js";

/**
 * A board as a short string for an address: columns, cells and foundations, such as 7DTD.ADTS._QH.-.-.-_0A20.
 * @type {(board: Board) => string}
 */
export function boardText(board) {
  const { columns, cells, foundations } = toObject(board);
  const ranks = Object.values(foundations).map((rank) => "0A23456789TJQK"[rank]);
  return [
    columns.map((column) => column.join("")).join("."),
    cells.map((card) => card ?? "-").join("."),
    ranks.join(""),
  ].join("_");
}

/**
 * Reads such a string as a board object. Throws an error if it isn't one.
 * @type {(text: string) => BoardObject}
 */
function boardObject(text) {
  const [columns, cells, ranks] = text.split("_");
  if (ranks?.length !== 4) throw new Error(t.wrongAddress);
  const homes = [..."CDHS"].map((suit, index) => [suit, "0A23456789TJQK".indexOf(ranks[index])]);
  return {
    columns: columns.split(".").map((column) => [...column.matchAll(/../g)].map(([card]) => card)),
    cells: cells.split(".").map((card) => (card === "-" ? null : card)),
    foundations: Object.fromEntries(homes),
  };
}

/**
 * The address of a game: its start, or its current position.
 * @type {(game: import("./game.js").Game, withMoves?: boolean) => string}
 */
export function addressOf(game, withMoves = false) {
  if (game.puzzle?.number) return `?puzzle=${game.puzzle.number}`;
  const query = new URLSearchParams(
    game.deal === null ? { board: boardText(game.boards[0]) } : { deal: String(game.deal) },
  );
  if (game.cells < 4) query.set("cells", String(game.cells));
  if (withMoves && game.played) query.set("moves", game.words().flat().join(" "));
  return `?${query}`;
}

/**
 * What an address asks for: {start, words, note}, or null if it names no game. Throws an error if the game is invalid.
 * `note` says which part can't be opened.
 * @type {(search: string) => { start: Start, words: string[], note: string } | null}
 */
export function fromAddress(search) {
  const query = new URLSearchParams(search);
  const words = (query.get("moves") ?? "").split(/\s+/).filter(Boolean);
  const cells = query.get("cells")?.trim() ?? "4";
  const isKnown = /^[1-4]$/.test(cells);
  const asked = { words, note: isKnown ? "" : t.wrongCells(quoted(cells), CELLS.length) };
  const most = isKnown ? cells : CELLS.length;
  if (query.has("deal")) return { start: { deal: dealOf(query.get("deal") ?? ""), cells: most }, ...asked };
  return query.has("board") ? { start: { board: boardObject(query.get("board") ?? ""), cells: most }, ...asked } : null;
}
