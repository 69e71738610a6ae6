// The dialogs: settings, statistics, sharing, pasting, help.

import { download, get, make } from "./dom.js";
import { findDeals } from "./finding.js";
import { readPasted } from "./reading.js";
import { fillRules } from "./rules-page.js";
import { find } from "./solver.js";
import * as statistics from "./statistics.js";
import { exported, imported, saveSettings, settings } from "./store.js";
import { clockText } from "./text.js";
import { t } from "./words.js";
import { CoreUnavailable } from "./workers.js";

/** Makes every dialog close when the player clicks outside it. */
export function prepareDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
}

/**
 * Opens the settings; `apply` is called with the new settings.
 * @type {(apply: (settings: Settings) => void) => void}
 */
export function prepareSettings(apply) {
  const form = get("settings-dialog").querySelector("form");
  form.addEventListener("change", () => {
    const chosen = settings();
    for (const name of Object.keys(chosen))
      if (form.elements[name]) Object.assign(chosen, { [name]: form.elements[name].value });
    saveSettings(chosen);
    apply(chosen);
  });
}

export function showSettings() {
  const form = get("settings-dialog").querySelector("form");
  for (const [name, value] of Object.entries(settings())) if (form.elements[name]) form.elements[name].value = value;
  get("settings-dialog").showModal();
}

/**
 * Opens the statistics; `said(text, kind)` shows a message.
 * @type {(said: Say) => void}
 */
export function prepareStatistics(said) {
  get("clear").addEventListener("click", () => {
    if (statistics.isCleared()) statistics.unclear();
    else if (get("clear").dataset.sure) statistics.clear();
    else {
      get("clear").dataset.sure = "yes";
      get("clear").textContent = t.clearAll;
      return;
    }
    fillStatistics();
  });
  get("export").addEventListener("click", () => {
    const day = new Date().toISOString().slice(0, 10);
    download(exported(), "application/json", `freecell-games-${day}.json`);
  });
  get("import").addEventListener("click", () => get("import-file").click());
  get("import-file").addEventListener("change", async (/** @type {any} */ { target }) => {
    try {
      const { games, unread, unknown } = await imported(await target.files[0].text());
      said(t.wereRead(games, unread) + (unknown ? t.unknownSettings(unknown) : ""), "plain");
    } catch (error) {
      said(error.message, "wrong");
    }
    target.value = "";
    get("statistics-dialog").close();
  });
}

export function showStatistics() {
  fillStatistics();
  get("statistics-dialog").showModal();
}

function fillStatistics() {
  const games = statistics.countedGames();
  const found = statistics.figuresOf(games);
  const share = found.played ? ` (${(found.won / found.played).toLocaleString(t.locale, { style: "percent" })})` : "";
  const figures = {
    [t.played]: found.played,
    [t.wonIt2]: `${found.won}${share}`,
    [t.withHelp]: found.helped,
    [t.pure]: found.pure,
    [t.rowNow]: found.streak,
    [t.longestRow]: found.longest,
    [t.fastest]: found.fastest === null ? "–" : clockText(found.fastest),
    [t.fewest]: found.fewest ?? "–",
  };
  const rows = Object.entries(figures).flatMap(([name, value]) => [
    make("dt", {}, name),
    make("dd", {}, String(value)),
  ]);
  get("figures").replaceChildren(...rows);
  get("by-grade").replaceChildren(...bars(statistics.byGrade(games)));
  get("by-length").replaceChildren(...bars(statistics.byLength(games)));
  delete get("clear").dataset.sure;
  get("clear").textContent = statistics.isCleared() ? t.unclear : t.clear;
}

/**
 * Rows of [name, value, max] as bars.
 * @type {(rows: [string, number, number][]) => Element[]}
 */
function bars(rows) {
  return rows.flatMap(([name, value, max]) => [
    make("dt", {}, name),
    make("dd", {}, make("progress", { value, max: Math.max(1, max), ariaLabel: name }), ` ${t.of(value, max)}`),
  ]);
}

export function prepareShare() {
  get("share-copy").addEventListener("click", async () => {
    const field = get("share-link");
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // the clipboard API needs HTTPS
    }
    get("share-copy").textContent = t.copied;
  });
}

/** @type {(link: string) => void} */
export function showShare(link) {
  get("share-link").value = link;
  get("share-copy").textContent = t.copy;
  get("share-dialog").showModal();
  get("share-link").select();
}

/**
 * Opens the dialog for pasting. `open({deal} or {board}, note)` is called with what was found, and a note about it.
 * @type {(open: (start: Start, note: string) => void) => void}
 */
export function preparePaste(open) {
  const text = get("paste-text");
  const play = async () => {
    get("paste-problem").textContent = "";
    if (!text.reportValidity()) return;
    try {
      open(...(await startOf(text.value)));
      get("paste-dialog").close();
    } catch (error) {
      get("paste-problem").textContent = error.message;
    }
  };
  get("paste-play").addEventListener("click", play);
  text.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) play();
  });
}

/**
 * Finds the game that a text describes, and a note about it. A whole board can be played even without a number.
 * @type {(text: string) => Promise<[Start, string]>}
 */
export async function startOf(text) {
  const { board, known } = readPasted(text);
  try {
    return named(board, known ? await findDeals(known, find) : { deals: [], names: null });
  } catch (error) {
    if (!board || !(error instanceof CoreUnavailable)) throw error;
    return [{ board }, t.cantFind];
  }
}

/**
 * The game to play for the deals that were found, and a note about it.
 * @type {(board: BoardObject | null, found: { deals: number[], names: string | null }) => [Start, string]}
 */
export function named(board, { deals, names }) {
  const which = t.whichDeals(deals.slice(0, 4).join(", "), deals.length);
  if (deals.length && !names) return [{ deal: deals[0] }, t.thisIs(which)];
  if (board) return [{ board }, deals.length ? t.thisIsWith(which, names ?? "") : t.hasNoNumber];
  if (deals.length) return [{ deal: deals[0] }, t.withThisIs(which, names ?? "")];
  throw new Error(t.noDealHas);
}

export function showPaste(given = "") {
  get("paste-text").value = given;
  get("paste-problem").textContent = "";
  get("paste-dialog").showModal();
}

export function showHelp() {
  fillRules();
  get("help-dialog").showModal();
}
