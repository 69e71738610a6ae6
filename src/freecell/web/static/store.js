// What the browser keeps, in IndexedDB: every game that has a move, without limit, and the settings. All of it is in
// memory as well, so that nothing waits for it, and the settings and the last game where they are there at once, so that
// the first board does not wait either. Whatever one tab writes, the others hear of. A game has one writer: the
// tab that holds its lock. Where a browser keeps nothing, the page works all the same: the game on the table is then in
// the state of its address, which outlives a reload.

import { Game } from "./game.js";
import { GRADES } from "./grades.js";
import { LANGUAGES, t, usualLanguage } from "./words.js";

// Fingers tap; a mouse clicks where from and where to, unless another way is chosen.
const isFinger = matchMedia("(pointer: coarse)").matches;
// What each setting may be. The first is the one that is there if nothing else is chosen.
/** @type {Record<string, string[]>} */
const SETTINGS = {
  hands: isFinger ? ["tap", "classic"] : ["classic", "tap"],
  light: ["on", "lost", "off"],
  coach: ["on", "off"],
  marked: ["off", "on"],
  grade: ["any", ...GRADES],
  autoplay: ["safe", "none", "max"],
  room: ["theory", "windows"],
  cells: ["4", "3", "2", "1"],
  deck: ["two", "four"],
  index: ["usual", "large"],
  faces: ["system", "light", "dark"],
  theme: ["system", "light", "dark"],
  felt: ["green", "blue", "red", "grey"],
  side: ["right", "left"],
  clock: ["shown", "hidden"],
  labels: ["hidden", "shown"],
  sound: ["off", "on"],
  language: [usualLanguage(), ...LANGUAGES],
};
const [JOURNAL, MIRROR] = ["freecell.journal", "freecell.kept"];
const VERSION = 1; // of the file that has everything

/** @type {Map<string, SavedGame>} */
const games = new Map(); // what Game.toSaved gives, by id
/** @type {Map<string, any>} */
const kept = new Map(); // everything else, by name: "settings", "last" (what the last game began with), "since"
/** @type {IDBDatabase | null | undefined} */
let database; // null if it can't be had, undefined as long as that is not known
/** @type {{ id: string, isHeld: boolean, release?: (value?: unknown) => void } | null} */
let lock = null; // of the game on the table: {id, isHeld, release}

/** It sends "game", with what another tab has written, "settings", and "problem" whenever something can't be kept. */
export const changes = new EventTarget();

/** @type {(name: string, detail?: unknown) => boolean} */
const tell = (name, detail) => changes.dispatchEvent(new CustomEvent(name, { detail }));

function channelOfTabs() {
  try {
    const channel = new BroadcastChannel("freecell");
    channel.onmessage = ({ data: [store, value, name] }) => {
      keepInMemory(store, value, name);
      tell(store === "games" ? "game" : name, value);
    };
    return channel;
  } catch {
    return null; // a page from the disk, in some browsers: it is alone
  }
}

const channel = channelOfTabs();

/** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Reads what is there at once: the game that was played last, and everything but games. */
export function readMirror() {
  const { game } = history.state ?? {};
  if (game) keepInMemory("games", game);
  try {
    const saved = JSON.parse(localStorage.getItem(JOURNAL) ?? "null");
    if (saved?.id) keepInMemory("games", saved);
    for (const [name, value] of Object.entries(JSON.parse(localStorage.getItem(MIRROR) ?? "null") ?? {}))
      kept.set(name, value);
  } catch {
    // not allowed
  }
}

/** @type {(name: string, value: unknown) => void} */
function writeMirror(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // not allowed
  }
}

/**
 * Reads all that is kept, with the game on the table as it is so far.
 * @type {(game: Game) => Promise<void>}
 */
export async function openStore(game) {
  const early = [...games.values()];
  const { changed: begun } = game;
  try {
    const request = indexedDB.open("freecell", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("games", { keyPath: "id" });
      request.result.createObjectStore("kept");
    };
    const opened = await done(request);
    opened.onversionchange = () => opened.close();
    const read = opened.transaction(["games", "kept"]);
    const [all, values, names] = await Promise.all([
      done(read.objectStore("games").getAll()),
      done(read.objectStore("kept").getAll()),
      done(read.objectStore("kept").getAllKeys()),
    ]);
    database = opened;
    // After a crash more may be kept than was shown at once. If that was played on already, it is another game.
    const more = all.find(({ id, changed }) => id === game.id && changed > begun);
    if (more && game.changed !== begun) {
      keepInMemory("games", more);
      game.id = new Game(game.start).id;
      hold(game, { surely: true });
      saveGame(game);
    }
    const there = new Map(all.map(({ id, changed }) => [id, changed]));
    for (const saved of all) if (isNewer(saved)) keepInMemory("games", saved);
    for (const saved of [...games.values()]) if (saved.changed > (there.get(saved.id) ?? 0)) write("games", saved);
    for (const [index, name] of names.entries())
      if (!kept.has(String(name))) keepInMemory("kept", values[index], String(name));
  } catch {
    database = null;
    if (game.history.length) keepInTab(game.toSaved());
    tell("problem");
  }
  const saved = savedGame(game.key);
  if (saved && !early.some(({ id, changed }) => id === saved.id && changed === saved.changed))
    tell("game", { ...saved.toSaved(), instead: game.changed === begun && game.id }); // if nobody has played it yet
}

/** @type {(store: string, value: any, name?: string) => void} */
function keepInMemory(store, value, name = "") {
  if (store === "games") games.set(value.id, value);
  else kept.set(name, value);
}

/** @type {(store: string, value: any, name?: string) => void} */
function write(store, value, name) {
  keepInMemory(store, value, name);
  if (store === "kept") writeMirror(MIRROR, Object.fromEntries(kept));
  channel?.postMessage([store, value, name]);
  writeAll(store, [value], name);
}

/**
 * Writes values to the disk at once; they are there when this has ended, or it is said that they can't be.
 * @type {(store: string, values: unknown[], name?: string) => Promise<unknown>}
 */
const writeAll = (store, values, name) =>
  new Promise((resolve) => {
    const fail = () => {
      if (database !== undefined) {
        for (const value of values)
          if (store === "games" && /** @type {SavedGame} */ (value).id === lock?.id) keepInTab(value);
        tell("problem");
      }
      resolve(null);
    };
    try {
      const transaction = /** @type {IDBDatabase} */ (database).transaction(store, "readwrite"); // or else it fails
      for (const value of values) transaction.objectStore(store).put(value, name);
      transaction.oncomplete = resolve;
      transaction.onabort = fail;
      transaction.commit(); // at once: the page may be about to go
    } catch {
      fail();
    }
  });

/** @type {(game: unknown) => void} */
function keepInTab(game) {
  try {
    history.replaceState({ game }, "");
  } catch {
    // too often in too little time: the next move tries again
  }
}

/** @type {(saved: SavedGame | Game) => boolean} */
const isNewer = (saved) => saved.changed > (games.get(saved.id)?.changed ?? 0);

// Games

/**
 * All that is kept of the games, in the order in which they were begun.
 * @type {() => SavedGame[]}
 */
export const allGames = () => [...games.values()].sort((one, other) => one.begun - other.begun);

/**
 * The game of this key that was played last, or null; one that can't be read is as good as none.
 * @type {(key: string) => Game | null}
 */
export function savedGame(key) {
  const of = [...games.values()].filter((saved) => saved.key === key && !saved.again);
  for (const saved of of.sort((one, other) => other.changed - one.changed)) {
    try {
      return Game.fromSaved(saved);
    } catch {
      // the one before it, then
    }
  }
  return null;
}

/**
 * Keeps a game, if it has a move and nobody else writes it. It is written at once, or `after` a promise. If the page may
 * be gone soon, that is known.
 * @type {(game: Game, how?: { isLeaving?: boolean, after?: Promise<unknown> | null }) => void}
 */
export function saveGame(game, { isLeaving = false, after = null } = {}) {
  const { changed = 0, milliseconds = 0 } = games.get(game.id) ?? {};
  if (!game.history.length || !holds(game) || changed > game.changed) return;
  if (changed === game.changed && milliseconds === game.milliseconds && !isLeaving) return; // it is kept already
  const saved = game.toSaved();
  if (after) {
    keepInMemory("games", saved);
    after.then(() => games.get(saved.id) === saved && write("games", saved)); // unless a later one has been kept
    return;
  }
  write("games", saved);
  if (isLeaving) writeMirror(JOURNAL, saved); // the page may be gone before it is written
}

/**
 * Adds to a game that is kept what was found out of it, also if it is not on the table any more.
 * @type {(game: Game, facts: Partial<GameRecord>) => void}
 */
export function amendGame(game, facts) {
  game.changed += 1;
  Object.assign(game, facts);
  const saved = games.get(game.id);
  if (saved) write("games", { ...saved, ...facts, changed: Math.max(game.changed, saved.changed + 1) });
}

/**
 * What the last game began with, {deal} or {board}, or null.
 * @type {() => Start | null}
 */
export const lastStart = () => kept.get("last") ?? null;
/**
 * The marks of a first visit that were seen.
 * @type {() => string[]}
 */
export const seenMarks = () => kept.get("marks") ?? [];
/** @type {(names: string[]) => void} */
export const saveSeenMarks = (names) => write("kept", names, "marks");

/** @type {(game: Game) => void} */
export const saveLast = (game) => write("kept", game.start, "last");

/**
 * Takes the lock of a game, if no other tab has it, or in any case if `surely`. `taken()` is called if another has it.
 * A lock that was held before is given back.
 * @type {(game: Game, how?: { surely?: boolean, taken?: () => void }) => void}
 */
export function hold(game, { surely = false, taken = () => {} } = {}) {
  if (!surely && holds(game)) return;
  lock?.release?.();
  const mine = { id: game.id, isHeld: surely || !navigator.locks };
  lock = mine;
  /** @type {(given: Lock | null) => unknown} */
  const keep = (given) => {
    if (lock !== mine) return null;
    mine.isHeld = given !== null;
    if (!given) taken();
    return given && new Promise((release) => Object.assign(mine, { release }));
  };
  /** @type {(error: Error) => void} */
  const fail = ({ name }) => {
    mine.isHeld = name !== "AbortError"; // another has taken it; or else there are no locks for this page
  };
  navigator.locks?.request(`freecell ${game.id}`, surely ? { steal: true } : { ifAvailable: true }, keep).catch(fail);
}

/** Gives the lock back, and writes no game until one is played again. */
export function letGo() {
  lock?.release?.();
  lock = null;
}

/** @type {(game: Game) => boolean} */
export const holds = (game) => lock?.id === game.id && lock.isHeld;

// Settings

/**
 * The settings; in place of one that the page does not know, as of another version, the usual one.
 * @type {() => Settings}
 */
export const settings = () => knownOf({ ...kept.get("settings") });

/** @type {(chosen: Record<string, any>) => any} */
const knownOf = (chosen) =>
  Object.fromEntries(
    Object.entries(SETTINGS).map(([name, all]) => [name, all.includes(chosen[name]) ? chosen[name] : all[0]]),
  );

/** @type {(value: Settings) => void} */
export const saveSettings = (value) => write("kept", value, "settings");

/**
 * From when on games count in the statistics: [since, what that was before].
 * @type {() => [number, number]}
 */
export const countedSince = () => kept.get("since") ?? [0, 0];
/** @type {(since: number, before: number) => void} */
export const countSince = (since, before) => write("kept", [since, before], "since");

// Puzzles

/**
 * The puzzles that were solved, by number, or by board if they are from games of one's own.
 * @type {() => Record<string, Solved>}
 */
export const solvedPuzzles = () => kept.get("puzzles") ?? {};

/**
 * Keeps that a puzzle was solved; the first time counts.
 * @type {(puzzles: Record<string, Solved>) => void}
 */
export const saveSolved = (puzzles) => write("kept", { ...puzzles, ...solvedPuzzles() }, "puzzles");

/**
 * Those of a file that can be read.
 * @type {(value: unknown) => Record<string, Solved>}
 */
const readSolved = (value) =>
  Object.fromEntries(
    Object.entries(value ?? {})
      .filter(([name, puzzle]) => name !== "__proto__" && name.length < 200 && Number.isFinite(puzzle?.solved))
      .map(([name, { solved, clean }]) => [name, { solved, clean: clean === true }]),
  );

// Everything as one file

export function exported() {
  const everything = {
    freecell: VERSION,
    settings: settings(),
    since: countedSince(),
    puzzles: solvedPuzzles(),
    games: allGames(),
  };
  return JSON.stringify(everything);
}

/**
 * Takes over what such a file has: {games, unread, unknown}, how many there are that are new here, and can't be read, and
 * how many settings the page does not know. It is on the disk then.
 * @type {(text: string) => Promise<{ games: number, unread: number, unknown: number }>}
 */
export async function imported(text) {
  let file = null;
  try {
    file = JSON.parse(text);
  } catch {
    // it is none
  }
  if (file?.freecell !== VERSION || !Array.isArray(file.games)) throw new Error(t.noFile);
  const taken = [];
  let unread = 0;
  // The table takes the first of its deal: the one that was played last.
  /** @type {(SavedGame | null)[]} */
  const saves = file.games;
  for (const saved of saves.sort((one, other) => Number(other?.changed) - Number(one?.changed))) {
    try {
      const game = Game.fromSaved(/** @type {SavedGame} */ (saved));
      if (!isNewer(game)) continue;
      const known = game.toSaved();
      keepInMemory("games", known);
      channel?.postMessage(["games", known]);
      tell("game", known);
      taken.push(known);
    } catch {
      unread += 1;
    }
  }
  const written = writeAll("games", taken); // in one go: the page may be left before thousands of them are written
  const given = Object.entries(file.settings ?? {});
  const wanted = given.filter(([name, value]) => Object.hasOwn(SETTINGS, name) && SETTINGS[name].includes(value));
  saveSettings({ ...settings(), ...Object.fromEntries(wanted) });
  saveSolved(readSolved(file.puzzles));
  const [since, before] = [0, 1].map((place) => Math.min(Number(file.since?.[place]) || 0, Date.now()));
  if (since > 0) countSince(since, before);
  tell("settings");
  await written;
  return { games: taken.length, unread, unknown: given.length - wanted.length };
}
