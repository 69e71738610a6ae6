// Statistics, computed from the saved games.

import { GRADES, gradeOf } from "./grades.js";
import { allGames, countedSince, countSince } from "./store.js";
import { t } from "./words.js";

/** The games that count: neither restarted ones, nor those from before the statistics were cleared. */
export function countedGames() {
  const [since] = countedSince();
  return allGames().filter(({ again, begun }) => !again && begun > since);
}

/** @type {(games: SavedGame[], name: "milliseconds" | "turns") => number} */
const least = (games, name) => games.reduce((most, game) => Math.min(most, game[name]), Number.POSITIVE_INFINITY);

/**
 * {played, won, helped, pure, streak, longest, fastest, fewest} for these games. Games with help set no records.
 * @type {(games: SavedGame[]) => Figures}
 */
export function figuresOf(games) {
  const won = games.filter((game) => game.won);
  const alone = won.filter((game) => !game.helped);
  const over = games.filter((game, index) => game.won || index < games.length - 1); // the last one may still be won
  const rows = over.reduce(
    ([row, ...rows], game) => (!game.won ? [0, row, ...rows] : game.helped ? [row, ...rows] : [row + 1, ...rows]),
    /** @type {number[]} */ ([0]),
  );
  return {
    played: games.length,
    won: won.length,
    helped: won.length - alone.length,
    pure: alone.filter(({ lit, undone }) => !lit && !undone).length,
    streak: rows[0],
    longest: Math.max(...rows),
    fastest: alone.length ? least(alone, "milliseconds") : null,
    fewest: alone.length ? least(alone, "turns") : null,
  };
}

/**
 * [grade, won, played] of each grade.
 * @type {(games: SavedGame[]) => [string, number, number][]}
 */
export const byGrade = (games) =>
  GRADES.map((grade) => {
    const of = games.filter(({ score }) => score >= 0 && gradeOf(score) === grade);
    return [t.grades[grade], of.filter(({ won }) => won).length, of.length];
  });

const MORE = [0, 10, 25, 1e9]; // groups: at most this many turns more than the shortest known solution

/**
 * For the games won without help, [turns more than the shortest known solution, games, all games].
 * @type {(games: SavedGame[]) => [string, number, number][]}
 */
export function byLength(games) {
  const won = games.filter(({ helped, short, won: isWon }) => isWon && short && !helped);
  let least = -1;
  return MORE.map((most, index) => {
    const of = won.filter(({ turns, short }) => turns - short > least && turns - short <= most);
    least = most;
    return [t.turnsMore[index], of.length, won.length];
  });
}

/** Clears the statistics. The games stay, so this can be undone. */
export const clear = () => countSince(Date.now(), countedSince()[0]);
export const unclear = () => countSince(countedSince()[1], 0);

/** Whether nothing has been counted since they were cleared. */
export const isCleared = () => countedSince()[0] > 0 && !countedGames().length;
