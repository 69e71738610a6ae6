// Measures how long the current game was played.

const LONGEST_TICK = 2000; // milliseconds: time that the machine slept doesn't count

export class Clock {
  #ticked;
  isPaused = false;

  /**
   * Starts a clock at a time in milliseconds.
   * @param {number} now
   */
  constructor(now) {
    this.#ticked = now;
  }

  /**
   * Adds the time since the last tick to a game that has begun if `isPlaying`. Returns whether it did.
   * @type {(game: Pick<import("./game.js").Game, "history" | "milliseconds" | "won">, now: number, isPlaying: boolean) => boolean}
   */
  tick(game, now, isPlaying) {
    const runs = isPlaying && !this.isPaused && game.history.length > 0 && !game.won;
    if (runs) game.milliseconds += Math.min(now - this.#ticked, LONGEST_TICK);
    this.#ticked = now;
    return runs;
  }
}
