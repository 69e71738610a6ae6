// The dialog in which a board is entered by tapping its cards. This part of the page is loaded when it is needed.
//
// A pressed pointer that moves over the keys enters each card that continues the sequence. Letters work as well: a rank
// and then a suit.

import { deal } from "./deals.js";
import { named, startOf } from "./dialogs.js";
import { get, make } from "./dom.js";
import * as entering from "./entering.js";
import { findDeals } from "./finding.js";
import { CELLS, COLUMNS, cardOf, HOME, nameOf, textOf } from "./rules.js";
import { find } from "./solver.js";
import { capitalized, withNames, withSigns } from "./text.js";
import { t } from "./words.js";

const FEWEST = 6; // cards with which a search makes sense
const ROW = 8; // cards that are enough: then the deal opens automatically
const LONG = 9; // cards in a column, after which all are drawn lower
const SUITS = [0, 1, 2, 3];
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -4, ArrowRight: 4, ArrowUp: -1, ArrowDown: 1 };

/** @type {Entry[]} */
let before = []; // for undo
let entry = entering.EMPTY;
/** @type {{ deals: number[], names: string | null } | null} */
let found = null; // the deals with the entered cards, if they were looked for
let typed = ""; // the rank of a card whose suit isn't typed yet
/** @type {{ id: number, cards: Card[] } | null} */
let swipe = null;
let isSwiped = false; // the next click ends a swipe
/** @type {HTMLButtonElement[]} */
const keys = [];
/** @type {(start: Start, note: string) => void} */
let open;

prepare();

function prepare() {
  const dialog = get("entry-dialog");
  for (const suit of SUITS)
    for (let card = suit; card < 52; card += 4) {
      const key = make("button", { type: "button", tabIndex: -1 });
      key.dataset.card = textOf(card);
      keys[card] = key;
      get("entry-keys").append(key);
    }
  keys[0].tabIndex = 0;
  for (const place of [CELLS, HOME, ...COLUMNS]) {
    const button = make("button", { type: "button" });
    button.dataset.place = place === CELLS ? entering.CELL : place;
    get("entry-board").append(button);
    button.addEventListener("click", () => change(entering.moveTo(entry, button.dataset.place)));
  }
  get("entry-keys").addEventListener("click", (/** @type {any} */ { target }) => {
    const card = cardAt(target);
    if (card !== null && !isSwiped) tap(card);
    isSwiped = false;
  });
  get("entry-keys").addEventListener("pointerdown", startSwipe);
  get("entry-keys").addEventListener("pointermove", continueSwipe);
  for (const name of ["pointerup", "pointercancel"])
    dialog.addEventListener(name, () => {
      swipe = null;
    });
  get("entry-likely").addEventListener("click", (/** @type {any} */ { target }) => {
    const card = cardAt(target);
    if (card === null) return;
    tap(card);
    (get("entry-likely").querySelector("button") ?? keys[card]).focus();
  });
  for (const input of dialog.querySelectorAll("[name=entered]"))
    input.addEventListener("change", () => change(entering.choose(entry, input.value === "deal")));
  get("entry-next").addEventListener("click", () => change(entering.moveBy(entry, 1)));
  get("entry-undo").addEventListener("click", undo);
  get("entry-clear").addEventListener("click", () => change(entering.choose(entering.EMPTY, entry.isDeal)));
  get("entry-play").addEventListener("click", play);
  dialog.addEventListener("keydown", onKey);
}

/**
 * Opens the dialog, with what was entered before or a board to correct. `openGame` gets what was found, and a note.
 * @type {(openGame: (start: Start, note: string) => void, board?: Board) => void}
 */
export function showEntry(openGame, board) {
  open = openGame;
  if (board) {
    before = [];
    entry = entering.entryOf(board);
  }
  for (const key of keys) {
    const name = withSigns(key.dataset.card ?? "");
    key.replaceChildren(make("b", {}, name.slice(0, -1)), name.slice(-1));
  }
  show();
  get("entry-dialog").showModal();
}

/** @type {(target: any) => Card | null} */
const cardAt = (target) => cardOf(target.closest?.("[data-card]")?.dataset.card ?? "");

/** @type {(text: string) => void} */
const say = (text) => {
  get("entry-state").textContent = capitalized(withSigns(text));
};

/**
 * Shows the next entry; undo returns to the one before unless both belong to one gesture.
 * @type {(next: Entry, isSame?: boolean) => void}
 */
function change(next, isSame = false) {
  if (!isSame) before.push(entry);
  use(next);
}

function undo() {
  const last = before.pop();
  if (last) use(last);
}

/** @type {(next: Entry) => void} */
function use(next) {
  [entry, found, typed] = [next, null, ""];
  show();
  look();
}

/**
 * Enters a card, or takes it out if it is there.
 * @type {(card: Card) => void}
 */
function tap(card) {
  try {
    const isThere = entering.placeOf(entry, card) !== null && entry.place !== HOME;
    change(isThere ? entering.takeOut(entry, card) : entering.put(entry, card));
    if (isThere) say(t.takenOut(textOf(card)));
  } catch (error) {
    say(error.message);
  }
}

/** @type {(event: PointerEvent) => void} */
function startSwipe({ target, pointerId, button }) {
  const card = cardAt(target);
  isSwiped = false;
  const isFilled = !entry.isDeal && COLUMNS.includes(entry.place);
  swipe = card !== null && button === 0 && isFilled ? { id: pointerId, cards: [card] } : null;
}

/** @type {(event: PointerEvent) => void} */
function continueSwipe({ pointerId, clientX, clientY }) {
  if (swipe?.id !== pointerId) return;
  const card = cardAt(document.elementFromPoint(clientX, clientY));
  const { cards } = swipe;
  if (card === null || cards.includes(card)) return;
  const isFree = (/** @type {Card} */ one) => entering.placeOf(entry, one) === null;
  if (!isSwiped && isFree(cards[0])) change(entering.put(entry, cards[0]));
  isSwiped = true;
  const last = cards[cards.length - 1];
  if (!isFree(card)) return;
  if (entering.continues(card, last)) {
    cards.push(card);
    change(entering.put(entry, card), true);
  } else if (cards.length > 1 && entering.continues(card, cards[cards.length - 2])) {
    cards[cards.length - 1] = card; // the finger passed over its twin
    change(entering.put(entering.takeOut(entry, last), card), true);
  }
}

/** @type {(event: KeyboardEvent) => void} */
function onKey(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = keys.indexOf(/** @type {HTMLButtonElement} */ (target));
  const step = STEPS[key];
  if (step && at >= 0) {
    event.preventDefault();
    const isWithin = Math.abs(step) === 4 || (at & 3) + step === ((at + step) & 3);
    const next = isWithin ? keys[at + step] : undefined;
    if (next) focusOn(next);
    return;
  }
  const letter = key.toUpperCase();
  const rank = letter === "0" ? "T" : letter === "1" ? "A" : letter;
  const card = cardOf(typed + letter);
  if (typed && card !== null) tap(card);
  else if ("A23456789TJQK".includes(rank)) typed = rank;
  else if (letter === "N" || letter === "P") change(entering.moveBy(entry, letter === "N" ? 1 : -1));
  else if (key === "Backspace") undo();
  else if (key === "Enter" && !(/** @type {Element} */ (target).closest("button"))) {
    event.preventDefault(); // it would press the first button
    play();
  }
}

/** @type {(key: HTMLButtonElement) => void} */
function focusOn(key) {
  for (const other of keys) other.tabIndex = -1;
  key.tabIndex = 0;
  key.focus();
}

// Display

function show() {
  const { isDeal, place } = entry;
  const guess = found?.deals.length === 1 && !found.names ? deal(found.deals[0]) : null;
  for (const input of get("entry-dialog").querySelectorAll("[name=entered]"))
    input.checked = (input.value === "deal") === isDeal;
  get("entry-board").dataset.kind = isDeal ? "deal" : "game";
  get("entry-board").classList.toggle(
    "long",
    entry.columns.some(({ length }) => length > LONG),
  );
  get("entry-next").hidden = isDeal;
  for (const button of get("entry-board").children) {
    const { place: name } = button.dataset;
    const cards = entering.cardsAt(entry, name);
    button.ariaPressed = String(name === place);
    button.ariaLabel = labelOf(name);
    const shown = name === HOME ? SUITS.map(homeCard) : cards.map((card) => miniature(textOf(card)));
    if (name === place && name !== HOME) shown.splice(entry.index, 0, make("i"));
    const rest = guess?.columns[COLUMNS.indexOf(name)]?.slice(cards.length) ?? [];
    const head = make("span", { className: "head" }, name === HOME ? t.home : name === entering.CELL ? t.cells : name);
    button.replaceChildren(head, ...shown, ...rest.map((card) => miniature(textOf(card), "guess")));
  }
  get("entry-board").querySelector("i")?.scrollIntoView({ block: "nearest" });
  for (const [card, key] of keys.entries()) {
    const there = entering.placeOf(entry, card);
    key.ariaPressed = String(there !== null);
    key.ariaLabel = there === null ? nameOf(card) : withNames(t.entered(textOf(card), there));
  }
  const offers = entering.likely(entry).map((card) => {
    const button = make("button", { type: "button", ariaLabel: nameOf(card) }, ...miniature(textOf(card)).childNodes);
    button.dataset.card = textOf(card);
    return button;
  });
  get("entry-likely").replaceChildren(...offers);
  get("entry-undo").disabled = !before.length;
  get("entry-play").textContent = isDeal && found?.deals.length === 1 ? t.playDeal(found.deals[0]) : t.playIt;
  say(stateText());
}

/** @type {(place: string) => string} */
function labelOf(place) {
  const cards = entering.cardsAt(entry, place);
  if (place === HOME)
    return t.homeHas(entry.homes.map((rank, suit) => (rank ? nameOf(4 * (rank - 1) + suit) : t.noneOf(suit))));
  if (place === entering.CELL) return [t.cells, ...cards.map(nameOf)].join(", ");
  return t.columnHas(place, cards.length, cards.length ? nameOf(cards[cards.length - 1]) : "");
}

/** @type {(text: string, kind?: string) => HTMLElement} */
function miniature(text, kind = "") {
  const name = withSigns(text);
  const card = make("span", { className: `mini ${kind}` }, make("b", {}, name.slice(0, -1)), name.slice(-1));
  card.dataset.suit = text[1];
  return card;
}

/** @type {(suit: number) => HTMLElement} */
function homeCard(suit) {
  const rank = entry.homes[suit];
  return rank ? miniature(textOf(4 * (rank - 1) + suit)) : make("span", { className: "mini none" }, "♣♦♥♠"[suit]);
}

function stateText() {
  const { place, isDeal } = entry;
  if (!isDeal) {
    if (!entering.missing(entry).length || isComplete()) return t.allThere(homeCount());
    if (place === HOME) return t.entryHome;
    const cards = entering.cardsAt(entry, place);
    if (place === entering.CELL) return t.cells + t.colon + t.of(cards.length, CELLS.length);
    return t.columnHas(place, cards.length, cards.length ? textOf(cards[cards.length - 1]) : "");
  }
  if (found) {
    if (!found.deals.length) return t.noDealHas;
    const which = t.whichDeals(found.deals.slice(0, 4).join(", "), found.deals.length);
    if (found.deals.length > 1) return t.severalDeals(which);
    return found.names ? t.thisIsWith(which, found.names) : t.thisIs(which);
  }
  const count = entry.columns.flat().length;
  return count ? t.of(count, ROW) : t.entryStart;
}

/** Whether a board can be made of it. */
function isComplete() {
  try {
    return Boolean(entering.boardOf(entry));
  } catch {
    return false;
  }
}

const homeCount = () => Object.values(entering.boardOf(entry).foundations).reduce((sum, rank) => sum + rank, 0);

// Results

/** Looks for the deals with the cards of a new deal. With a whole row, the only one opens. */
async function look() {
  const dealt = entering.dealtCards(entry);
  if (!entry.isDeal || !dealt || dealt.length < FEWEST) return;
  const mine = entry;
  try {
    const known = Array.from({ length: 52 }, (_, at) => dealt[at] ?? null);
    const deals = await findDeals(known, find);
    if (entry !== mine) return;
    found = deals;
    show();
    if (deals.deals.length === 1 && dealt.length >= ROW) openFound();
  } catch (error) {
    if (entry === mine) say(error.message);
  }
}

function openFound() {
  if (found) start(...named(null, found));
}

async function play() {
  try {
    if (!entry.isDeal || entry.columns.flat().length === 52)
      start(...(await startOf(JSON.stringify(entering.boardOf(entry)))));
    else if (found?.deals.length === 1) openFound();
    else say(found ? stateText() : t.tooFew(entry.columns.flat().length, FEWEST));
  } catch (error) {
    say(error.message);
  }
}

/** @type {(wanted: Start, note: string) => void} */
function start(wanted, note) {
  open(wanted, note);
  get("entry-dialog").close();
  [before, entry, found] = [[], entering.EMPTY, null];
}
