// The entry point of the page: connects its parts, and defines what buttons and keys do.

import { addressOf } from "./address.js";
import { Assistant } from "./assistant.js";
import { pause, prepareNumber } from "./bar.js";
import { BoardView } from "./board.js";
import { openRandom, openToday, prepareDeals, showDeal, stopLooking } from "./deal-dialog.js";
import { neighbour } from "./deals.js";
import * as dialogs from "./dialogs.js";
import { get } from "./dom.js";
import { Hands } from "./input.js";
import { keepFocus, listenToKeys } from "./keys.js";
import { Light } from "./light.js";
import { showMarks } from "./marks.js";
import { Messages } from "./messages.js";
import { prepareMoveMarks } from "./move-marks.js";
import { openTyped, preparePuzzles, showPuzzles } from "./puzzle-dialog.js";
import { prepareReview, showReview } from "./review-dialog.js";
import * as store from "./store.js";
import { Table } from "./table.js";
import { keepPage } from "./updating.js";
import { findShort } from "./won-dialog.js";
import { speak, t } from "./words.js";

const RIVAL = /^#rival=(.*)/s;

const view = new BoardView(get("board"), get("player"), get("note"));
const messages = new Messages({
  line: get("message"),
  text: get("message-text"),
  button: get("message-button"),
  spoken: get("spoken"),
});
const light = new Light(get("light"));
const table = new Table(view, messages, light);
const hands = new Hands(get("board"), view, table);
const assistant = new Assistant(table, view, messages);
const { player } = assistant;
/** @type {Say} */
const say = (text, kind) => messages.show(text, kind);

/**
 * Sets the colour of the browser's bars, following the system or a fixed light or dark theme.
 * @type {(theme: string) => void}
 */
function colorFrame(theme) {
  for (const scheme of ["light", "dark"]) {
    const isChosen = theme === "system" ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? "all" : "not all";
    get(`frame-${scheme}`).media = isChosen;
  }
}

/** @type {(settings: Settings) => void} */
function apply(settings) {
  const isOther = settings.language !== table.settings?.language;
  table.use(settings);
  const { deck, faces, theme, felt, side, clock, labels, coach, language } = settings;
  Object.assign(document.documentElement.dataset, { deck, faces, theme, felt, side, clock, labels, coach });
  colorFrame(theme);
  view.use({ side, isLarge: settings.index === "large" });
  if (isOther && table.game) changeLanguage(language);
}

/** @type {(language: string) => Promise<void>} */
async function changeLanguage(language) {
  try {
    if (await speak(language)) table.show();
  } catch {
    messages.show(t.noLanguage, "wrong"); // offline, and the language isn't stored yet
  }
}

/** Called when the player acts on the current game: its clock runs again, and no search replaces the deal. */
function goOn() {
  if (table.clock.isPaused) pause(table.clock, false);
  stopLooking();
}

function solve() {
  goOn();
  hands.drop();
  assistant.showSolution();
}

function putDown() {
  hands.cancel();
  hands.drop();
  assistant.forgetHint();
  messages.hide();
}

/**
 * Wraps an action that is only available while the coach is on.
 * @type {(action: () => unknown) => () => unknown}
 */
const ifCoached = (action) => () => table.settings.coach === "on" && action();

/**
 * Loads a part of the page, and then does something with it.
 * @type {<P>(loading: Promise<P>, act: (part: P) => unknown) => Promise<void>}
 */
async function withPart(loading, act) {
  const part = await loading.catch(() => null);
  if (part) act(part);
  else messages.show(t.noPart, "wrong"); // offline, and the part isn't stored yet
}

/**
 * Opens the game of cards that were pasted or entered, and shows a note about it.
 * @type {(start: Start, note: string) => void}
 */
function openFromCards(start, note) {
  if (!table.open(start, { note })) throw new Error(messages.text);
}

/**
 * Shows the rival of the current game: the one in a link, or else the one from an earlier link.
 * @type {(text?: string) => void}
 */
const openRival = (text) => withPart(import("./race.js"), ({ race }) => race(table, messages, text));

/**
 * Opens the rival in the fragment of an address, if it has one.
 * @type {(hash: string) => void}
 */
function openHash(hash) {
  const text = RIVAL.exec(hash)?.[1];
  if (text === undefined) return;
  history.replaceState(history.state, "", hash); // stays in the address until it is read
  openRival(text);
}

const enterBoard = () => withPart(import("./entry-dialog.js"), ({ showEntry }) => showEntry(openFromCards));
const shareWin = () => withPart(import("./result-dialog.js"), ({ showResult }) => showResult(table.game));
const sharePosition = () => dialogs.showShare(new URL(addressOf(table.game, true), location.href).href);

const actions = {
  undo: () => table.undo(),
  redo: () => table.redo(),
  restart: () => table.restart(),
  "undo-all": () => table.goTo(0, t.undone),
  "redo-all": () => table.goTo(table.game.history.length, t.playedAgain),
  pause: () => pause(table.clock),
  resume: () => pause(table.clock, false),
  rescue: () => {
    const show = { label: t.showMe, act: () => assistant.showHint() };
    if (table.rescue() && table.settings.coach === "on" && !table.game.puzzle)
      messages.show(t.backToWinnable, "plain", show);
  },
  hint: () => {
    goOn();
    assistant.showHint();
  },
  solve,
  previous: () => table.openNeighbour(-1),
  next: () => table.openNeighbour(1),
  random: () => openRandom(say),
  deals: () => showDeal(say),
  timeline: () => {
    goOn();
    assistant.showTimeline();
  },
  review: ifCoached(() => {
    goOn();
    showReview();
  }),
  puzzles: ifCoached(showPuzzles),
  about: () => (table.game.puzzle ? showPuzzles() : showDeal(say)),
  share: () => (table.game.isWon && !table.game.puzzle ? shareWin() : sharePosition()),
  paste: () => dialogs.showPaste(),
  enter: () => enterBoard(),
  "paste-enter": () => {
    get("paste-dialog").close();
    enterBoard();
  },
  statistics: dialogs.showStatistics,
  settings: dialogs.showSettings,
  help: dialogs.showHelp,
  shorter: () => assistant.showShorter(),
  save: () => {
    const [{ game }, { solution }] = [table, player];
    withPart(import("./film-dialog.js"), ({ showFilm }) => showFilm(game, solution));
  },
  keep: () => assistant.keepSolution(),
  leave: () => assistant.leaveSolution(),
  "not-kept": () => sayNotKept(),
};
for (const [id, action] of Object.entries(actions)) {
  get(id).addEventListener("click", () => {
    get("menu").hidePopover();
    action();
  });
}

// Keys while a solution is shown, and otherwise.

/** @type {(inSolution: (() => unknown) | null, inGame?: () => unknown) => () => unknown} */
const either = (inSolution, inGame) => () => (player.isOpen ? inSolution : inGame)?.();
/** @type {(action: () => unknown) => () => unknown} */
const inGame = (action) => either(null, action);
const keys = {
  u: inGame(actions.undo),
  z: inGame(actions.undo),
  "Ctrl+z": inGame(actions.undo),
  ArrowLeft: either(() => player.skip(-1), actions.undo),
  y: inGame(actions.redo),
  "Ctrl+y": inGame(actions.redo),
  "Ctrl+Shift+z": inGame(actions.redo),
  ArrowRight: either(() => player.skip(1), actions.redo),
  r: inGame(actions.restart),
  k: inGame(actions.rescue),
  t: actions.hint,
  s: actions.solve,
  p: actions.previous,
  n: actions.next,
  w: actions.random,
  g: () => get("number").focus(),
  l: actions.share,
  f: either(actions.save),
  j: either(actions.shorter, actions.puzzles),
  v: actions.paste,
  x: actions.statistics,
  q: inGame(actions.pause),
  Home: inGame(actions["undo-all"]),
  End: inGame(actions["redo-all"]),
  m: inGame(actions.timeline),
  i: inGame(actions.review),
  e: actions.deals,
  o: actions.settings,
  "?": actions.help,
  ArrowUp: inGame(() => hands.take(1)),
  ArrowDown: inGame(() => hands.take(-1)),
  Escape: either(actions.leave, putDown),
  " ": either(() => player.toggle()),
  Enter: either(actions.keep),
};

// Other events

table.addEventListener("change", () => {
  goOn();
  hands.cancel();
  hands.drop();
});
table.addEventListener("opened", () => {
  get("rival").hidden = true;
  if (!table.game.puzzle && store.rivalOf(table.game.key)) openRival();
});
table.addEventListener("opened", () => findShort(table)); // in case the page was closed before it was found
table.addEventListener("next", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  const { deal } = table.game;
  if (detail === "replay") assistant.showTimeline({ plays: true });
  if (detail === "review") actions.review();
  if (detail === "random") openRandom(say);
  if (detail === "next") table.open({ deal: neighbour(deal ?? 0, 1) });
});
prepareNumber(table, say);
document.addEventListener("paste", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest?.("input, textarea") || document.querySelector("dialog[open]")) return;
  dialogs.showPaste(event.clipboardData?.getData("text"));
});
addEventListener("popstate", () => {
  const { search, hash } = location;
  table.openAddress();
  openFound(search);
  openHash(hash);
});
const leave = () => table.game && table.save({ isLeaving: true });
addEventListener("pagehide", () => {
  leave();
  store.letGo();
});
// A page restored from the back/forward cache has missed what other tabs played.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
document.addEventListener("visibilitychange", leave); // phones don't always send an event when the page is closed
store.changes.addEventListener("settings", () => apply(store.settings()));
const sayNotKept = () => messages.show(t.notKept, "wrong");
store.changes.addEventListener("problem", () => {
  if (get("not-kept").hidden) sayNotKept();
  get("not-kept").hidden = false;
});

dialogs.prepareDialogs();
dialogs.prepareSettings(apply);
dialogs.prepareStatistics(say);
prepareDeals(table, say);
prepareReview(table);
preparePuzzles(table, light, messages);
prepareMoveMarks(table, view);
dialogs.prepareShare();
dialogs.preparePaste(openFromCards);

/**
 * Searches for a puzzle or today's deal, and opens it.
 * @type {(search: string) => void}
 */
function openFound(search) {
  const query = new URLSearchParams(search);
  const puzzle = query.get("puzzle");
  if (puzzle !== null) openTyped(puzzle);
  if (query.has("today")) openToday(say);
}

async function begin() {
  store.readMirror();
  apply(store.settings());
  await speak(store.settings().language).catch(() => speak("en"));
  // Many people first see the game through a shared win, so they get the notes, too.
  const isFirst = !store.lastStart() && (!location.search || RIVAL.test(location.hash));
  const { search, hash } = location;
  table.openAddress();
  document.body.inert = false; // buttons work only once there is a game
  listenToKeys(hands, keys, () => player.isOpen || table.clock.isPaused);
  performance.mark("board");
  keepFocus();
  await store.openStore(table.game);
  apply(store.settings());
  openFound(search);
  openHash(hash);
  if (isFirst) showMarks(table);
  document.documentElement.dataset.ready = "yes";
  setInterval(() => table.tick(), 1000);
  // This makes the page work offline.
  /** @type {(take: () => void) => void} */
  const offer = (take) => {
    get("update").hidden = false;
    get("update").onclick = take;
    messages.show(t.newVersion);
  };
  const keep = () => keepPage(offer, leave).catch(() => {});
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep);
}

begin();
