// Saves a solution: as notation, in words, or as a film. This part of the page is loaded when it is needed.

import { download, get, make } from "./dom.js";
import { gifFilm, svgFilm } from "./film.js";
import { countTurns, last, play, sentence, writeWord } from "./rules.js";
import { capitalized, withSigns } from "./text.js";
import { t } from "./words.js";

/** @type {{ deal: number | null, board: Board, moves: Move[] }} */
let shown; // {deal, board, moves}

prepare();

function prepare() {
  get("film-copy").addEventListener("click", async () => {
    const field = get("film-notation");
    field.select();
    await navigator.clipboard.writeText(field.value).catch(() => document.execCommand("copy"));
    get("film-copy").textContent = t.copied;
  });
  const films = [
    { film: svgFilm, id: "film-svg", suffix: "svg", type: "image/svg+xml" },
    { film: gifFilm, id: "film-gif", suffix: "gif", type: "image/gif" },
  ];
  for (const { film, id, suffix, type } of films) {
    get(id).addEventListener("click", async () => {
      const { deal, board, moves } = shown;
      get(id).disabled = true;
      try {
        const made = await film(`${t.nameOf(deal)} – FreeCell`, board, moves);
        download(made, type, `freecell-${deal === null ? "board" : `deal-${deal}`}.${suffix}`);
      } catch (error) {
        get("film-problem").textContent = t.noFilm(error.message);
      }
      get(id).disabled = false;
    });
  }
}

/**
 * Shows a solution of a game, {board, moves}.
 * @type {(game: Game, solution: { board: Board, moves: Move[] }) => void}
 */
export function showFilm({ deal }, { board, moves }) {
  shown = { deal, board, moves };
  const boards = [board];
  for (const move of moves) boards.push(play(last(boards), move));
  get("film-notation").value = moves.map((move, index) => writeWord(move, boards[index])).join(" ");
  get("film-length").textContent = t.length(countTurns(moves), moves.length);
  const lines = moves.map((move, index) => make("li", {}, capitalized(withSigns(sentence(move, boards[index])))));
  get("film-words").replaceChildren(...lines);
  get("film-copy").textContent = t.copy;
  get("film-problem").textContent = "";
  get("film-dialog").showModal();
}
