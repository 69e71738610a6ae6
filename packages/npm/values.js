// Validates arguments: deals, boards, moves, rules and searches. Errors quote the invalid value.

import { deal, dealOf } from "../../src/freecell/web/static/deals.js";
import { FreecellError } from "../../src/freecell/web/static/errors.js";
import { readPasted } from "../../src/freecell/web/static/reading.js";
import { fromObject, toObject } from "../../src/freecell/web/static/rules.js";
import { isDeal, LAST } from "../../src/freecell/web/static/shuffle.js";
import { quoted } from "../../src/freecell/web/static/text.js";
import { t } from "../../src/freecell/web/static/words.js";
import { wordsOf } from "./checking.js";

/** @typedef {import("./index.d.ts").Rules} Rules */

const NUMBERS = ["number", "bigint", "string"]; // the types allowed for a deal number
const MOST_CELLS = 7;
const MOST_POSITIONS = 2 ** 31;
const MOST_MEMORY = 2 ** 32; // bytes: WebAssembly has no more

/** @type {(value: any) => boolean} */
const isObject = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);

/**
 * A value for an error message of one line.
 * @type {(value: unknown) => string}
 */
function shown(value) {
  if (typeof value === "string") return quoted(value);
  const text = typeof value === "object" ? jsonOf(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** @type {(value: unknown) => string} */
function jsonOf(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return "an object that is not JSON";
  }
}

/** @type {(what: string, expected: string, value: unknown) => never} */
function wrong(what, expected, value) {
  throw new FreecellError(`${what} must be ${expected}, got ${shown(value)}`);
}

/** @type {(least: number, most: number) => (value: unknown, name: string) => number} */
const whole = (least, most) => (value, name) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most
    ? Number(value)
    : wrong(name, `a whole number from ${least} to ${most}`, value);

/** @type {(...names: (string | boolean)[]) => (value: any, name: string) => any} */
const oneOf =
  (...names) =>
  (value, name) =>
    names.includes(value) ? value : wrong(name, `one of ${names.map(shown).join(", ")}`, value);

/** @type {(value: unknown, name: string) => number} */
const positive = (value, name) =>
  typeof value === "number" && value > 0 ? value : wrong(name, "greater than 0", value);

const RULES = {
  cells: whole(0, MOST_CELLS),
  room: oneOf("theory", "windows"),
  autoplay: oneOf("none", "safe", "max"),
};

/** @type {Record<string, (value: any, name: string) => any>} */
const SEARCH = {
  goal: oneOf("fast", "short", "prove", "shortest"),
  metric: oneOf("turns", "singles"),
  maxPositions: whole(1, MOST_POSITIONS),
  beamWidth: whole(1, MOST_POSITIONS),
  memory: whole(1, MOST_MEMORY),
  seconds: positive,
};

/**
 * Reads an object's values, each with one of these functions. Undefined values are left out.
 * @type {(value: any, readers: Record<string, (value: any, name: string) => any>, what: string) => any}
 */
function read(value, readers, what) {
  if (!isObject(value)) wrong(what, "an object", value);
  const given = Object.entries(value).filter(([, part]) => part !== undefined);
  for (const [name] of given) {
    const inRules = Object.hasOwn(RULES, name) ? `: write rules: { ${name} }` : "";
    if (!Object.hasOwn(readers, name))
      throw new FreecellError(
        `${quoted(name)} is not one of the ${what} (${Object.keys(readers).join(", ")})${inRules}`,
      );
  }
  return Object.fromEntries(given.map(([name, part]) => [name, readers[name](part, name)]));
}

/** @type {(value: any) => AbortSignal} */
const signalOf = (value) =>
  isObject(value) && typeof value.aborted === "boolean"
    ? /** @type {any} */ (value)
    : wrong("signal", "an AbortSignal", value);

/** @type {(value: unknown) => Partial<Rules>} */
const partsOfRules = (value) => read(value, RULES, "rules");

/**
 * The given parts of the rules.
 * @type {(value: unknown) => Partial<Rules>}
 */
export const knownRules = (value) => read(value, { rules: partsOfRules }, "options").rules ?? {};

/** @type {(value: unknown) => Rules} */
const rulesOf = (value) => ({ cells: 4, room: "theory", autoplay: "none", ...partsOfRules(value) });

/**
 * Options with rules: {rules, ...}, with those of a search only if requested.
 * @type {(value: unknown, readers?: typeof SEARCH) => { rules: Rules, signal?: AbortSignal } & Record<string, any>}
 */
const optionsOf = (value, readers = {}) => ({
  rules: rulesOf({}),
  ...read(value, { rules: rulesOf, ...readers }, "options"),
});

/** @type {(value: unknown) => { rules: Rules }} */
export const playOptions = (value) => optionsOf(value);

/**
 * The options for difficulty and for finding deals.
 * @type {(value: unknown) => { rules: Rules, signal?: AbortSignal }}
 */
export const waitOptions = (value) => optionsOf(value, { signal: signalOf });

const DEAL_NUMBER = whole(1, LAST);

/**
 * The options for a random deal.
 * @type {(value: unknown) => { first: number, last: number, seed: number, canBeWon: boolean, difficulty?: string, signal?: AbortSignal }}
 */
export function randomOptions(value) {
  const readers = {
    difficulty: oneOf("easy", "moderate", "tricky", "hard", "fiendish"),
    seed: whole(0, Number.MAX_SAFE_INTEGER),
    ...{ first: DEAL_NUMBER, last: DEAL_NUMBER, canBeWon: oneOf(true, false), signal: signalOf },
  };
  const seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  const options = { first: 1, last: 1_000_000, seed, canBeWon: true, ...read(value, readers, "options") };
  return options.first <= options.last ? options : wrong("last", `at least ${options.first}`, options.last);
}

/**
 * A search for the core, under its rules.
 * @type {(value: unknown) => { rules: Rules, signal?: AbortSignal, search: Search }}
 */
export function searchOptions(value) {
  const { rules, signal, ...search } = optionsOf(value, { ...SEARCH, signal: signalOf });
  if (search.goal === "shortest" && rules.autoplay === "max")
    throw new FreecellError("autoplay must be 'none' or 'safe' for a shortest solution, got 'max'");
  if (search.goal === "short" && search.beamWidth === undefined) search.seconds ??= 1;
  return { rules, signal, search: { ...search, room: rules.room, autoplay: rules.autoplay } };
}

/**
 * The number of a deal: a number, a BigInt or a string of one.
 * @type {(value: unknown) => number}
 */
export function numberOf(value) {
  if (typeof value === "string") return dealOf(value);
  if (!NUMBERS.includes(typeof value)) wrong("a deal", "a number", value);
  const number = Number(value);
  if (!isDeal(number)) throw new FreecellError(t.noDeal(String(value), LAST));
  return number;
}

/**
 * A board in the modules' format, with the cells of the rules; and its deal number, if it has one.
 * @type {(value: any, cells: number) => { board: Board, deal: number | null }}
 */
export function boardOf(value, cells) {
  if (!isObject(value)) {
    if (!NUMBERS.includes(typeof value)) wrong("a board", "a deal number or an object with columns", value);
    const number = numberOf(value);
    return { board: dealt(number, cells), deal: number };
  }
  const { columns, cells: held = [], foundations = {} } = value;
  if (!Array.isArray(columns) || !columns.every(Array.isArray)) throw new FreecellError(t.noColumns(shown(value)));
  if (!Array.isArray(held)) throw new FreecellError(t.noCells);
  for (const card of [...columns.flat(), ...held.filter((one) => one !== null)])
    if (typeof card !== "string") throw new FreecellError(t.noCard(shown(card)));
  if (!isObject(foundations)) wrong("foundations", "an object such as { C: 0, D: 2 }", foundations);
  if (Object.keys(foundations).some((suit) => !["C", "D", "H", "S"].includes(suit)))
    wrong("foundations", "an object such as { C: 0, D: 2 }", foundations);
  for (const rank of Object.values(foundations)) if (typeof rank !== "number") throw new FreecellError(t.wrongHomes);
  const board = fromObject({ columns, cells: held, foundations }, cells);
  return { board, deal: dealIn(value.deal, board) };
}

/** @type {(number: number, cells: number) => Board} */
const dealt = (number, cells) => ({ ...deal(number), cells: Array(cells).fill(null) });

/**
 * The deal number stated in a board, if it is freshly dealt.
 * @type {(value: unknown, board: Board) => number | null}
 */
export function dealIn(value, board) {
  if (typeof value !== "number" || board.foundations.some(Boolean)) return null;
  try {
    return deal(value).columns.join("|") === board.columns.join("|") ? value : null;
  } catch {
    return null;
  }
}

/**
 * A board in the public format.
 * @type {(board: Board, deal?: number | null) => import("./index.d.ts").Board}
 */
export const plain = (board, deal = null) => /** @type {any} */ ({ deal, ...toObject(board) });

/** @type {(value: unknown) => string} */
export const textOf = (value) => (typeof value === "string" ? value : wrong("a board to parse", "a string", value));

/**
 * Reads moves: a string, a move, a list of these, or the result of `solve`.
 * @type {(value: any) => (string | Move)[]}
 */
export function movesOf(value) {
  const given = isObject(value) && Array.isArray(value.moves) ? value.moves : value;
  if (typeof given !== "string" && !Array.isArray(given) && !isObject(given))
    wrong("moves", "a string such as '26 7a 3h', a list of moves or the result of solve", given);
  /** @type {(move: any) => (string | Move)[]} */
  const read = (move) => (typeof move === "string" ? wordsOf(move) : [moveOf(move)]);
  return [given].flat().flatMap(read);
}

/** @type {(value: unknown, name: string) => string} */
const placeOf = (value, name) =>
  typeof value === "string" && /^[1-8a-h]$/.test(value)
    ? value
    : wrong(name, "a column '1' to '8', a cell 'a' to 'g' or home 'h'", value);

/**
 * Reads a move, of one card unless it has a count.
 * @type {(value: any) => Move}
 */
function moveOf(value) {
  if (!isObject(value) || !("source" in value))
    wrong("a move", "a string such as '7a' or an object with source and target", value);
  const { source, target, count = 1 } = value;
  return { source: placeOf(source, "source"), target: placeOf(target, "target"), count: whole(1, 13)(count, "count") };
}

/**
 * The known cards of a new deal, from a string, a board, a list of cards, or lists of cards.
 * @type {(value: unknown) => (Card | null)[]}
 */
export function knownOf(value) {
  const { known } = readPasted(textOfCards(value));
  return known ?? wrongDeal();
}

/** @type {() => never} */
function wrongDeal() {
  throw new FreecellError(t.justDealt(t.elsewhere));
}

/** @type {(value: any) => string} */
function textOfCards(value) {
  if (typeof value === "string") return value;
  if (isObject(value)) return JSON.stringify(plain(boardOf(value, MOST_CELLS).board));
  if (!Array.isArray(value)) return wrong("cards", "a string, a board or a list of cards", value);
  /** @type {(card: unknown) => string} */
  const text = (card) => {
    if (card !== null && typeof card !== "string") throw new FreecellError(t.noCard(shown(card)));
    return card ?? "??";
  };
  /** @type {(cards: unknown) => string} */
  const line = (cards) =>
    Array.isArray(cards) ? cards.map(text).join(" ") : wrong("cards", "all lists, or all cards", value);
  return value.some(Array.isArray) ? value.map(line).join("\n") : line(value);
}
