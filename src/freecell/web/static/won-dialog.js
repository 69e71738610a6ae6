// The end of a game that is won: what it took, and what comes next.

import { addressOf } from "./address.js";
import { download, get } from "./dom.js";
import { stillPicture } from "./film.js";
import { allGames } from "./store.js";
import { clockText, plural } from "./text.js";

const nameOf = (game) => (game.deal === null ? "This board" : `Deal ${game.deal}`);

/** Whether no game of this deal that was won before took less, of this fact. */
function isBest(game, fact, value) {
  const others = allGames().filter(({ key, id, won, helped }) => key === game.key && id !== game.id && won && !helped);
  return others.length > 0 && !game.helped && others.every((other) => other[fact] > value);
}

/** Says that the game is won; gives what to do then: "replay", "next", "random" or nothing. */
export function showWon(game) {
  const dialog = get("won-dialog");
  const turns = game.turns();
  const best = { milliseconds: "your best time", turns: "your fewest turns" };
  const records = Object.entries({ milliseconds: game.milliseconds, turns })
    .filter(([fact, value]) => isBest(game, fact, value))
    .map(([fact]) => best[fact]);
  const help = game.helped ? ", with some help" : "";
  const alone = game.helped || game.undone || game.lit ? "" : " Without light, hints and undo!";
  const record = records.length ? ` For this deal that is ${records.join(" and ")}.` : "";
  const length = `${clockText(game.milliseconds)} and ${plural(turns, "turn")}`;
  get("won-text").textContent = `${nameOf(game)} in ${length}${help}.${record}${alone}`;
  get("won-short").textContent = "";
  get("won-share").onclick = () => share(game, length);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}

/** Says how far from the shortest solution known it was, as soon as that is known. */
export function showShort(game) {
  const more = game.turns(game.history.length) - game.short;
  const far = more ? `${plural(more, "turn")} fewer` : "no fewer";
  get("won-short").textContent = `The shortest solution known here has ${far}: ${game.short}.`;
}

/** Shares a picture of the deal and a link to it: with another program, or as a file and in the clipboard. */
async function share(game, length) {
  const url = new URL(addressOf(game), location).href;
  const text = `FreeCell, ${nameOf(game).toLowerCase()}: won in ${length}`;
  const blob = await stillPicture(text, game.boards[0]);
  const file = new File([blob], `freecell-${game.deal ?? "board"}.png`, { type: "image/png" });
  try {
    if (!navigator.canShare?.({ files: [file] })) throw new Error("this browser shares no files");
    await navigator.share({ files: [file], text, url });
  } catch (error) {
    if (error.name === "AbortError") return;
    download(blob, "image/png", file.name);
    await navigator.clipboard?.writeText(`${text} ${url}`).catch(() => {});
    get("won-short").textContent = "The picture is saved, and the link is in the clipboard.";
  }
}
