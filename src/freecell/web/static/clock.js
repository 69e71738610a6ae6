// The clock of the game on the table: how long it was played.

const LONGEST_TICK = 2000; // milliseconds: a machine that slept was not playing

export class Clock {
  #ticked;
  isPaused = false;

  /**
   * A clock that starts at a time in milliseconds.
   * @param {number} now
   */
  constructor(now) {
    this.#ticked = now;
  }

  /**
   * Adds the time since the last tick to a game that has begun, if somebody `isPlaying`; tells whether it did.
   * @type {(game: Pick<import("./game.js").Game, "history" | "milliseconds" | "won">, now: number, isPlaying: boolean) => boolean}
   */
  tick(game, now, isPlaying) {
    const runs = isPlaying && !this.isPaused && game.history.length > 0 && !game.won;
    if (runs) game.milliseconds += Math.min(now - this.#ticked, LONGEST_TICK);
    this.#ticked = now;
    return runs;
  }
}
