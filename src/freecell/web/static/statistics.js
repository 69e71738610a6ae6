// Statistics: all of them follow from the games that are kept.

import { allGames, countedSince, countSince } from "./store.js";

/** The games that count: not those that were begun anew, nor those from before the figures were cleared. */
export function countedGames() {
  const [since] = countedSince();
  return allGames().filter(({ again, begun }) => !again && begun > since);
}

const least = (games, name) => games.reduce((most, game) => Math.min(most, game[name]), Number.POSITIVE_INFINITY);

/** {played, won, helped, streak, longest, fastest, fewest} of these games. One with help sets no record. */
export function figuresOf(games) {
  const won = games.filter((game) => game.won);
  const alone = won.filter((game) => !game.helped);
  const over = games.filter((game, index) => game.won || index < games.length - 1); // the last one may still be won
  const rows = over.reduce(
    ([row, ...rows], game) => (!game.won ? [0, row, ...rows] : game.helped ? [row, ...rows] : [row + 1, ...rows]),
    [0],
  );
  return {
    played: games.length,
    won: won.length,
    helped: won.length - alone.length,
    streak: rows[0],
    longest: Math.max(...rows),
    fastest: alone.length ? least(alone, "milliseconds") : null,
    fewest: alone.length ? least(alone, "turns") : null,
  };
}

/** Begins to count anew. The games stay, so it can be taken back. */
export const clear = () => countSince(Date.now(), countedSince()[0]);
export const unclear = () => countSince(countedSince()[1], 0);

/** Whether nothing has been counted since they were cleared. */
export const isCleared = () => countedSince()[0] > 0 && !countedGames().length;
