// Stores every game that has a move, without limit, and the settings in IndexedDB. Everything is also in memory, so
// that nothing waits for the disk; the settings and the last game are also in localStorage, so that the first board
// doesn't wait either. Tabs notify each other of every write. Only one tab writes a game: the one that holds its lock.
// If the browser can't store anything, the page still works, and keeps the current game in history.state, which
// survives a reload.

import { Game } from "./game.js";
import { GRADES } from "./grades.js";
import { LANGUAGES, t, usualLanguage } from "./words.js";

// By default, touch screens use taps, and a mouse clicks a card and then its target.
const isFinger = matchMedia("(pointer: coarse)").matches;
// The values of each setting. The first is the default.
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
const VERSION = 1; // of the export file

/** @type {Map<string, SavedGame>} */
const games = new Map(); // saved games (see Game.toSaved) by id
/** @type {Map<string, any>} */
const kept = new Map(); // everything else, by name: "settings", "last" (the start of the last game), "since"
/** @type {IDBDatabase | null | undefined} */
let database; // undefined until it was opened, null if it can't be opened
/** @type {{ id: string, isHeld: boolean, release?: (value?: unknown) => void } | null} */
let lock = null; // of the game on the table: {id, isHeld, release}

/** Events: "game", with a game that another tab has written; "settings"; and "problem" if something can't be stored. */
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
    return null; // some browsers have no channels for pages opened from a disk
  }
}

const channel = channelOfTabs();

/** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Reads what is available at once: the game that was played last, and everything except the other games. */
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
 * Reads everything from the disk, and merges it with the current game.
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
    // After a crash, the disk may have more moves than the mirror. If the player has already continued from the mirror,
    // the two become separate games.
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
    tell("game", { ...saved.toSaved(), instead: game.changed === begun && game.id }); // unless it was played meanwhile
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
 * Writes values to the disk at once. When the promise resolves, they are stored, or "problem" was sent.
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
      const transaction = /** @type {IDBDatabase} */ (database).transaction(store, "readwrite"); // throws without one
      for (const value of values) transaction.objectStore(store).put(value, name);
      transaction.oncomplete = resolve;
      transaction.onabort = fail;
      transaction.commit(); // at once: the page may be about to close
    } catch {
      fail();
    }
  });

/** @type {(game: unknown) => void} */
function keepInTab(game) {
  try {
    history.replaceState({ game }, "");
  } catch {
    // browsers limit how often this may be called: the next move tries again
  }
}

/** @type {(saved: SavedGame | Game) => boolean} */
const isNewer = (saved) => saved.changed > (games.get(saved.id)?.changed ?? 0);

// Games

/**
 * All saved games, in the order in which they were begun.
 * @type {() => SavedGame[]}
 */
export const allGames = () => [...games.values()].sort((one, other) => one.begun - other.begun);

/**
 * The last played game with this key, or null. Games that can't be read are skipped.
 * @type {(key: string) => Game | null}
 */
export function savedGame(key) {
  const of = [...games.values()].filter((saved) => saved.key === key && !saved.again);
  for (const saved of of.sort((one, other) => other.changed - one.changed)) {
    try {
      return Game.fromSaved(saved);
    } catch {
      // try the one before it
    }
  }
  return null;
}

/**
 * Saves a game if it has a move and no other tab holds its lock, at once or `after` a promise. With `isLeaving`, it is
 * also written synchronously, because the page may close before the disk is done.
 * @type {(game: Game, how?: { isLeaving?: boolean, after?: Promise<unknown> | null }) => void}
 */
export function saveGame(game, { isLeaving = false, after = null } = {}) {
  const { changed = 0, milliseconds = 0 } = games.get(game.id) ?? {};
  if (!game.history.length || !holds(game) || changed > game.changed) return;
  if (changed === game.changed && milliseconds === game.milliseconds && !isLeaving) return; // it is already saved
  const saved = game.toSaved();
  if (after) {
    keepInMemory("games", saved);
    after.then(() => games.get(saved.id) === saved && write("games", saved)); // unless a later state was saved
    return;
  }
  write("games", saved);
  if (isLeaving) writeMirror(JOURNAL, saved);
}

/**
 * Adds facts that were found out about a saved game, even if another game is open now.
 * @type {(game: Game, facts: Partial<GameRecord>) => void}
 */
export function amendGame(game, facts) {
  game.changed += 1;
  Object.assign(game, facts);
  const saved = games.get(game.id);
  if (saved) write("games", { ...saved, ...facts, changed: Math.max(game.changed, saved.changed + 1) });
}

/**
 * The start of the last game, {deal} or {board}, or null.
 * @type {() => Start | null}
 */
export const lastStart = () => kept.get("last") ?? null;
/**
 * The notes of the first visit that the player has seen.
 * @type {() => string[]}
 */
export const seenMarks = () => kept.get("marks") ?? [];
/** @type {(names: string[]) => void} */
export const saveSeenMarks = (names) => write("kept", names, "marks");

/** @type {(game: Game) => void} */
export const saveLast = (game) => write("kept", game.start, "last");

/**
 * Takes the lock of a game unless another tab has it; with `surely`, takes it in any case. Calls `taken()` if another
 * tab has it. Releases the lock held before.
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
    mine.isHeld = name !== "AbortError"; // another tab took it. Any other error means that this page can't use locks
  };
  navigator.locks?.request(`freecell ${game.id}`, surely ? { steal: true } : { ifAvailable: true }, keep).catch(fail);
}

/** Releases the lock. No game is written until one is played again. */
export function letGo() {
  lock?.release?.();
  lock = null;
}

/** @type {(game: Game) => boolean} */
export const holds = (game) => lock?.id === game.id && lock.isHeld;

// Settings

/**
 * The settings, with defaults for values that this version doesn't know.
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
 * The time from which games count in the statistics, and the one before it was last changed: [since, before].
 * @type {() => [number, number]}
 */
export const countedSince = () => kept.get("since") ?? [0, 0];
/** @type {(since: number, before: number) => void} */
export const countSince = (since, before) => write("kept", [since, before], "since");

// Rivals

const MOST_RIVALS = 50;

/**
 * The result from a link to compare a game with, by the key of its start.
 * @type {(key: string) => string | undefined}
 */
export const rivalOf = (key) => rivals().find(([other]) => other === key)?.[1];
/** @type {() => [string, string][]} */
const rivals = () => kept.get("rivals") ?? [];
/**
 * Stores a result, or removes it if it is empty. The oldest results are dropped.
 * @type {(key: string, text: string) => void}
 */
export function saveRival(key, text) {
  const others = rivals().filter(([other]) => other !== key);
  write("kept", text ? [...others, [key, text]].slice(-MOST_RIVALS) : others, "rivals");
}
/** The name that the player gave for a shared result. */
export const playerName = () => String(kept.get("name") ?? "");
/** @type {(name: string) => void} */
export const saveName = (name) => write("kept", name, "name");

// Puzzles

/**
 * The solved puzzles by number, or by board if they come from the player's own games.
 * @type {() => Record<string, Solved>}
 */
export const solvedPuzzles = () => kept.get("puzzles") ?? {};

/**
 * Saves that puzzles were solved. Only the first time counts.
 * @type {(puzzles: Record<string, Solved>) => void}
 */
export const saveSolved = (puzzles) => write("kept", { ...puzzles, ...solvedPuzzles() }, "puzzles");

/**
 * The solved puzzles in an export file; entries that can't be read are left out.
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
 * Imports an export file. Returns how many games were new, how many can't be read, and how many settings are unknown.
 * Everything is on the disk when the promise resolves.
 * @type {(text: string) => Promise<{ games: number, unread: number, unknown: number }>}
 */
export async function imported(text) {
  let file = null;
  try {
    file = JSON.parse(text);
  } catch {
    // file stays null
  }
  if (file?.freecell !== VERSION || !Array.isArray(file.games)) throw new Error(t.noFile);
  const taken = [];
  let unread = 0;
  // The table takes the first game of its deal, which must be the one that was played last.
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
  const written = writeAll("games", taken); // in one transaction: the page may close before thousands of them finish
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
