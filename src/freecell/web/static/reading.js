// Reads a whole board from a text, for when the server can't: in rows, in fc-solve's columns, or in JSON.

import { cardOf, fromObject } from "./rules.js";

const RANKS = "0A23456789TJQK";
const SIGNS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };

/** The board's object; an error says what is wrong with the text. */
export function readBoard(text) {
  const object = text.trimStart().startsWith("{") ? JSON.parse(text) : readLines(text);
  fromObject(object); // which checks it
  return { columns: object.columns, cells: object.cells ?? [], foundations: object.foundations ?? {} };
}

function readLines(text) {
  const tidy = text
    .toUpperCase()
    .replace(/10(?=[CDHS♣♦♥♠])/g, "T")
    .replace(/[♣♦♥♠]/g, (sign) => SIGNS[sign]);
  const lines = tidy
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const heading = (name) =>
    lines
      .find((line) => line.startsWith(name))
      ?.split(":")[1]
      .trim()
      .split(/\s+/) ?? [];
  const homes = heading("FOUND").map((word) => word.split("-"));
  const cells = heading("FREECELLS").map((card) => (/^-+$/.test(card) || !card ? null : card));
  const body = lines.filter(
    (line) => line.startsWith(":") || cardOf(line.slice(0, 2)) !== null || line.startsWith("--"),
  );
  const rows = body.map((line) => line.replace(":", "").trim().split(/\s+/).filter(Boolean));
  if (!rows.length) throw new Error("there is no board in this text");
  const inColumns = body.some((line) => line.startsWith(":")) || (rows.length === 8 && !rows.flat().includes("--"));
  const column = (index) => rows.map((row) => row[index]).filter((card) => card && card !== "--");
  return {
    columns: inColumns ? rows : Array.from({ length: 8 }, (_, index) => column(index)),
    cells,
    foundations: Object.fromEntries(homes.map(([suit, rank]) => [suit, RANKS.indexOf(rank)])),
  };
}
