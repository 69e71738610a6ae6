// What the browser keeps: the games, the settings, the statistics. Where it keeps nothing, the page works all the same.

import { Game } from "./game.js";

const MOST_GAMES = 20;
const SETTINGS = { autoplay: "safe", room: "theory", deck: "two", theme: "system" };
const STATISTICS = { played: 0, won: 0, helped: 0, streak: 0, longest: 0, fastest: null, fewest: null };

function read(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`freecell.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(`freecell.${name}`, JSON.stringify(value));
  } catch {
    // no room, or not allowed: the game goes on
  }
}

/** The saved games, the last one played at the end: a list of [key, game]. */
const games = () => read("games", []);

/** The saved game of this key, or null; one that can't be read is as good as none. */
export function savedGame(key) {
  const saved = games().find(([name]) => name === key)?.[1];
  try {
    return saved ? Game.fromSaved(saved) : null;
  } catch {
    return null;
  }
}

/** The start of the game that was played last, as {deal} or {board}; or null. */
export const lastStart = () => games().at(-1)?.[1] ?? null;

export function saveGame(game) {
  const others = games().filter(([name]) => name !== game.key);
  write("games", [...others, [game.key, game.toSaved()]].slice(-MOST_GAMES));
}

export const settings = () => ({ ...SETTINGS, ...read("settings", {}) });
export const saveSettings = (value) => write("settings", value);

export const statistics = () => ({ ...STATISTICS, ...read("statistics", {}) });
export const clearStatistics = () => write("statistics", STATISTICS);

/** Counts a game when its first move is made. */
export function countPlayed(game) {
  if (game.counted.played) return;
  game.counted.played = true;
  const before = statistics();
  // A game begun and not won ends a row of wins: the row counts on only if the game before this one was won.
  const streak = before.open ? 0 : before.streak;
  write("statistics", { ...before, played: before.played + 1, streak, open: true });
}

/** Counts a game that is won, once. One with help counts as such, and sets no record. */
export function countWon(game) {
  if (game.counted.won) return;
  game.counted.won = true;
  const before = statistics();
  const won = { ...before, won: before.won + 1, open: false };
  if (game.helped) {
    write("statistics", { ...won, helped: before.helped + 1 });
    return;
  }
  const least = (one, other) => (one === null ? other : Math.min(one, other));
  const streak = before.streak + 1;
  write("statistics", {
    ...won,
    streak,
    longest: Math.max(before.longest, streak),
    fastest: least(before.fastest, game.milliseconds),
    fewest: least(before.fewest, game.turns()),
  });
}
