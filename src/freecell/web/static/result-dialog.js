// Shares a won game: a picture, a text without spoilers, and a link with which others play the same deal beside it.
// This part of the page is loaded when it is needed.

import { addressOf } from "./address.js";
import { download, get } from "./dom.js";
import { gradeOf } from "./grades.js";
import { coloredCards, picture } from "./pictures.js";
import { countHome, MOST_NAME, packGame, tidyName } from "./rivals.js";
import { isWon } from "./rules.js";
import { playerName, saveName } from "./store.js";
import { capitalized, clockText } from "./text.js";
import { isAlone } from "./won-dialog.js";
import { t } from "./words.js";

const [WIDTH, HEIGHT] = [1200, 630];
const [ROOM, LETTER] = [590, 0.7]; // for a line beside the kings; the width of a letter to its height
const STEPS = "▁▂▃▄▅▆▇█";
const COLUMNS = 12; // of the small graph in the text
const KINGS = ["KC", "KD", "KS", "KH"];

/** @type {Game} */
let shown;
/** @type {Blob | null} */
let drawn = null;
/** @type {string} */
let address = "";

prepare();

function prepare() {
  get("result-name").addEventListener("change", () => {
    saveName(tidyName(get("result-name").value));
    fill();
  });
  get("result-save").addEventListener("click", () => drawn && download(drawn, "image/png", fileName()));
  get("result-copy").addEventListener("click", copy);
  get("result-share").addEventListener("click", share);
  get("result-dialog").addEventListener("close", () => URL.revokeObjectURL(get("result-picture").src));
}

const fileName = () => `freecell-${shown.deal ?? "board"}.png`;

/**
 * Opens the dialog for a won game.
 * @type {(game: Game) => void}
 */
export function showResult(game) {
  shown = game;
  get("result-name").value = playerName();
  get("result-share").hidden = !navigator.share;
  get("result-copy").classList.toggle("main", !navigator.share);
  get("result-dialog").showModal();
  get("result-dialog").firstElementChild.scrollTop = 0;
  fill();
}

async function fill() {
  const name = playerName();
  const packed = packGame(shown, name);
  const link = new URL(addressOf(shown), location.href);
  link.hash = packed ? `rival=${packed}` : "";
  address = link.href;
  get("result-text").scrollTop = 0;
  get("result-help").hidden = !packed;
  get("result-text").value = `${lines(shown).join("\n")}\n${address}`;
  get("result-state").textContent = "";
  get("result-copy").textContent = t.copy;
  const image = get("result-picture");
  image.alt = lines(shown).join(", ");
  try {
    const canvas = await picture(card(shown, name), WIDTH, HEIGHT);
    drawn = await canvas.convertToBlob({ type: "image/png" });
    URL.revokeObjectURL(image.src);
    image.src = URL.createObjectURL(drawn);
  } catch (error) {
    get("result-state").textContent = t.noFilm(error.message);
  }
}

/** @type {(game: Game) => string} */
const gradeText = ({ score }) => (score < 0 ? "" : t.grades[gradeOf(score)]);

/** @type {(game: Game) => string} */
const lengthOf = ({ milliseconds, wonIn }) => t.timeAndTurns(clockText(milliseconds), wonIn);

/** @type {(game: Game) => string} */
const howText = (game) => (game.helped ? capitalized(t.helped) : isAlone(game) ? t.allAlone.trim() : "");

/**
 * The result in lines of text: how the game went, with a graph of the cards at home, but without its moves.
 * @type {(game: Game) => string[]}
 */
function lines(game) {
  const levels = homes(game);
  const graph = Array.from({ length: COLUMNS }, (_, at) => {
    const home = levels[Math.round(((at + 1) / COLUMNS) * (levels.length - 1))];
    return STEPS[Math.min(STEPS.length - 1, Math.floor((home / 52) * STEPS.length))];
  });
  return [t.shared(t.nameOf(game.deal), lengthOf(game)), [graph.join(""), howText(game)].filter(Boolean).join(" ")];
}

/**
 * The number of cards at home at the start and after each turn of the history until the win.
 * @type {(game: Game) => number[]}
 */
function homes({ boards }) {
  const end = boards.findIndex(isWon);
  return boards.slice(0, end < 0 ? boards.length : end + 1).map(countHome);
}

/** @type {(text: string) => string} */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The picture of a result as an SVG.
 * @type {(game: Game, name: string) => string}
 */
function card(game, name) {
  /** @type {(x: number, y: number, size: number, text: string, weight?: number, color?: string) => string} */
  const line = (x, y, size, text, weight = 400, color = "#fff") => {
    const fitting = Math.min(size, ROOM / (LETTER * text.length));
    return `<text x="${x}" y="${y}" font-size="${fitting}" font-weight="${weight}" fill="${color}">${escaped(text)}</text>`;
  };
  const levels = homes(game);
  const points = levels.map((home, at) => {
    const x = (WIDTH * at) / Math.max(1, levels.length - 1);
    return `${x.toFixed(1)} ${(HEIGHT - (home / 52) * 150).toFixed(1)}`;
  });
  const graph = `<path d="M0 ${HEIGHT}L${points.join("L")}V${HEIGHT}Z" fill="#ffffff2e"/><path d="M${points.join("L")}" fill="none" stroke="#ffd54a" stroke-width="4"/>`;
  const kings = KINGS.map((king, at) => {
    const turn = (at - 1.5) * 13;
    return `<g transform="rotate(${turn} 930 620)"><rect x="830" y="110" width="200" height="280" rx="18" fill="#fff" stroke="#8b939c"/><use href="#${king}" x="830" y="110" width="200" height="280"/></g>`;
  });
  const grade = gradeText(game);
  const facts = [howText(game), name.slice(0, 2 * MOST_NAME)].filter(Boolean);
  const texts = [
    line(70, 110, 40, "FreeCell", 700, "#cfe8da"),
    line(70, 210, 84, t.nameOf(game.deal), 700),
    grade && line(70, 270, 40, capitalized(grade), 400, "#cfe8da"),
    line(70, 365, 56, lengthOf(game), 700, "#ffd54a"),
    ...facts.map((fact, at) => line(70, 425 + 48 * at, 34, fact)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui,sans-serif">${coloredCards()}<rect width="${WIDTH}" height="${HEIGHT}" fill="#2c6a4a"/>${graph}${kings.join("")}${texts.join("")}</svg>`;
}

async function copy() {
  get("result-text").select();
  await navigator.clipboard?.writeText(get("result-text").value).catch(() => document.execCommand("copy"));
  get("result-copy").textContent = t.copied;
}

/** Shares it with another app: the picture as well, where that is possible. */
async function share() {
  const files = drawn ? [new File([drawn], fileName(), { type: "image/png" })] : [];
  const text = lines(shown).join("\n");
  const all = { files, text, url: address };
  try {
    await navigator.share(navigator.canShare?.(all) ? all : { text, url: address });
  } catch (error) {
    if (error.name !== "AbortError") await copy();
  }
}
